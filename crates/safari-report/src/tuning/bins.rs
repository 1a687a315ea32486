//! Candidates sorted into bins by the value of a parameter.

use super::input::{Level, TriedCandidate, TunedDomain};

/// Most bins of a number.
const MOST: usize = 6;
/// Candidates that a bin should have.
const FILL: usize = 8;

/// The bins of a parameter.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    /// The bin of each candidate; nothing where the parameter means nothing or the search did not score it.
    pub of: Vec<Option<usize>>,
    /// The least and the greatest value in each bin; of words the place twice.
    pub ends: Vec<(f64, f64)>,
}

impl Bins {
    /// Every word is a bin; numbers are split so that the bins have about as many candidates each.
    pub fn new(candidates: &[TriedCandidate], parameter: usize, domain: &TunedDomain) -> Bins {
        let value = |candidate: &TriedCandidate| {
            let scored = !candidate.search.is_empty();
            candidate.setting.get(parameter).copied().flatten().filter(|_| scored).map(number)
        };
        let values: Vec<Option<f64>> = candidates.iter().map(value).collect();
        if let TunedDomain::Words(words) = domain {
            let of = values.iter().map(|value| value.map(|place| place as usize)).collect();
            return Bins { of, ends: (0..words.len()).map(|place| (place as f64, place as f64)).collect() };
        }
        let mut sorted: Vec<f64> = values.iter().flatten().copied().collect();
        sorted.sort_by(f64::total_cmp);
        let count = (sorted.len() / FILL).clamp(1, MOST);
        let mut ends: Vec<(f64, f64)> = Vec::new();
        let mut from = 0;
        for bin in 1..=count {
            // Equal values are never parted.
            let mut to = (bin * sorted.len() / count).max(from);
            while 0 < to && to < sorted.len() && sorted[to] == sorted[to - 1] {
                to += 1;
            }
            if from < to {
                ends.push((sorted[from], sorted[to - 1]));
            }
            from = to;
        }
        let of = values
            .iter()
            .map(|value| value.map(|value| ends.partition_point(|&(_, end)| end < value)))
            .collect();
        Bins { of, ends }
    }
}

/// A value as a number; a word is its place.
pub(super) fn number(level: Level) -> f64 {
    match level {
        Level::Number(value) => value,
        Level::Word(place) => place as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use safari_stats::Moments;

    fn tried(value: f64) -> TriedCandidate {
        let search = [1.0].into_iter().collect();
        let setting = vec![Some(Level::Number(value))];
        TriedCandidate { id: 1, batch: 0, setting, search, selection: Moments::default() }
    }

    #[test]
    fn bins_have_about_as_many_candidates_each_and_part_no_equal_values() {
        let domain = TunedDomain::Number { lo: 0.0, hi: 100.0, log: false };
        let even: Vec<TriedCandidate> = (0..60).map(|i| tried(f64::from(i))).collect();
        let bins = Bins::new(&even, 0, &domain);
        assert_eq!(bins.ends.len(), 6);
        assert!((0..6).all(|bin| bins.of.iter().filter(|&&of| of == Some(bin)).count() == 10));
        let tied: Vec<TriedCandidate> =
            (0..60).map(|i| tried(if i < 50 { 7.0 } else { f64::from(i) })).collect();
        let bins = Bins::new(&tied, 0, &domain);
        assert_eq!(bins.ends[0], (7.0, 7.0));
        assert!(bins.of[..50].iter().all(|&of| of == Some(0)), "{bins:?}");
        // Somebody who was not scored is in none.
        let mut few = vec![tried(1.0), tried(2.0)];
        few[1].search = Moments::default();
        assert_eq!(Bins::new(&few, 0, &domain).of, [Some(0), None]);
    }
}
