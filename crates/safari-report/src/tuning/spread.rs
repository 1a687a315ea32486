//! How much of the differences between candidates is luck of their deals.

use std::collections::BTreeMap;

use safari_stats::Moments;

use super::input::TriedCandidate;

/// The variance of one deal within a candidate, and that between candidates without it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    /// Of one deal; nothing where no candidate has two.
    pub noise: Option<f64>,
    /// Between the true means of candidates that are compared.
    pub between: f64,
    /// The mean over candidates of the variance of their means by luck.
    pub luck: f64,
    /// How many candidates were tried in the search.
    pub candidates: usize,
    /// Whether candidates are compared within the batch that they came up in.
    ///
    /// What an optimiser draws later is better in every respect, so that any parameter that drifted meanwhile would
    /// seem to matter. Where candidates come up one by one, there is nothing to compare within.
    pub within: bool,
    /// Whether these batches are so small that only sides can be compared: who lies above the batch's mean, who below.
    ///
    /// A point that is moved by what its pairs scored makes the values that it passes depend on luck; the sides of a
    /// pair are drawn anew each time, and do not.
    pub sides: bool,
}

impl Spread {
    /// Noise is the mean variance of those with two deals, the variance between them what is left of that of their
    /// means (Hedges 1983, *Psychological Bulletin* 93).
    pub fn of(candidates: &[TriedCandidate]) -> Spread {
        let tried: Vec<&TriedCandidate> =
            candidates.iter().filter(|candidate| !candidate.search.is_empty()).collect();
        // The base may play against itself, where nothing varies.
        let others = || candidates.iter().filter(|candidate| candidate.id != 0);
        let variance = |scores: &mut dyn Iterator<Item = Moments>| {
            let variances: Moments =
                scores.filter(|scores| scores.len() > 1).map(|scores| scores.variance()).collect();
            (!variances.is_empty()).then(|| variances.mean())
        };
        let noise = variance(&mut others().map(|candidate| candidate.search))
            .or_else(|| variance(&mut others().map(|candidate| candidate.selection)));
        let mut spread =
            Spread { noise, between: 0.0, luck: 0.0, candidates: tried.len(), within: false, sides: false };
        if tried.is_empty() {
            return spread;
        }
        let mut strata = BTreeMap::<u64, Vec<&TriedCandidate>>::new();
        tried.iter().for_each(|candidate| strata.entry(candidate.batch).or_default().push(candidate));
        spread.within = 4 * (tried.len() - strata.len()) >= tried.len();
        spread.sides = spread.within && tried.len() <= 3 * strata.len();
        let strata: Vec<Vec<&TriedCandidate>> =
            if spread.within { strata.into_values().collect() } else { vec![tried.clone()] };
        let (mut squares, mut luck, mut free) = (0.0, 0.0, 0.0);
        for stratum in &strata {
            let means: Moments = stratum.iter().map(|candidate| candidate.search.mean()).collect();
            let degrees = stratum.len() as f64 - 1.0;
            squares += degrees * means.variance();
            let own: Moments = stratum.iter().map(|candidate| spread.luck_of(&candidate.search)).collect();
            luck += degrees * own.mean();
            free += degrees;
        }
        let total: Moments = tried.iter().map(|candidate| spread.luck_of(&candidate.search)).collect();
        spread.luck = total.mean();
        spread.between = if free > 0.0 { ((squares - luck) / free).max(0.0) } else { 0.0 };
        spread
    }

    /// The variance of a candidate's mean by luck: from its own deals where there are two.
    pub fn luck_of(&self, scores: &Moments) -> f64 {
        let one = if scores.len() > 1 { scores.variance() } else { self.noise.unwrap_or(0.0) };
        one / scores.len() as f64
    }

    /// How much a candidate's mean over so many deals says: the inverse of its variance.
    pub fn weight(&self, deals: u64) -> f64 {
        match self.noise {
            Some(noise) if noise > 0.0 => 1.0 / (self.between + noise / deals as f64),
            // Nothing is known of the noise: a deal says as much as another.
            _ => deals as f64,
        }
    }
}
