//! The choice of winners from a set of seats: its distribution, counts and derivatives.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::layout::Layout;
use super::options::OutcomeKind;
use super::outcomes::{GameOutcome, MAX_SEATS};

/// Sufficient statistics of a choice: for each seat present its part in the winners (1/m of m), then for each size of
/// tie from 2 on whether it was that.
pub(super) const FEATURES: usize = MAX_SEATS + MAX_SEATS - 1;

/// The feature of ties of this size, 2 to 5.
pub(super) fn tie_feature(size: usize) -> usize {
    MAX_SEATS + size - 2
}

/// The seats of a game from which winners are chosen, with their agents, in the order of the seats.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChoiceSet {
    players: usize,
    present: ArrayVec<(usize, usize), MAX_SEATS>,
}

impl ChoiceSet {
    /// All seats of a game.
    pub fn of_game(agents: &[usize]) -> ChoiceSet {
        ChoiceSet { players: agents.len(), present: agents.iter().copied().enumerate().collect() }
    }

    pub fn players(&self) -> usize {
        self.players
    }

    pub fn agents(&self) -> impl Iterator<Item = usize> + '_ {
        self.present.iter().map(|&(_, agent)| agent)
    }

    /// The agents of those seats whose bit is set.
    pub fn agents_of(&self, winners: u8) -> impl Iterator<Item = usize> + '_ {
        self.agents().enumerate().filter(move |&(bit, _)| winners >> bit & 1 == 1).map(|(_, agent)| agent)
    }

    /// The probabilities of all sets of winners under these parameters.
    pub fn distribution(&self, layout: &Layout, parameters: &[f64]) -> Distribution {
        let worths: ArrayVec<f64, MAX_SEATS> = self
            .present
            .iter()
            .map(|&(seat, agent)| {
                parameters[agent] + layout.seat(self.players, seat).map_or(0.0, |place| parameters[place])
            })
            .collect();
        Distribution::new(&worths, &layout.ln_ties(parameters))
    }

    /// The parameters that a feature belongs to, none where the feature cannot occur.
    pub fn places(&self, layout: &Layout, feature: usize) -> ArrayVec<usize, 2> {
        match self.present.get(feature) {
            Some(&(seat, agent)) => std::iter::once(agent).chain(layout.seat(self.players, seat)).collect(),
            None if feature >= MAX_SEATS => {
                let size = feature - MAX_SEATS + 2;
                layout.tie(size).filter(|_| size <= self.present.len()).into_iter().collect()
            }
            None => ArrayVec::new(),
        }
    }
}

/// How often each set of winners was chosen; bit *i* is the *i*-th seat present.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts(BTreeMap<u8, u64>);

impl Counts {
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    pub fn has_tie(&self, size: usize) -> bool {
        self.0.keys().any(|winners| winners.count_ones() as usize == size)
    }

    pub fn iter(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        self.0.iter().map(|(&winners, &times)| (winners, times))
    }

    /// The sum of the features of what was chosen.
    pub fn features(&self) -> [f64; FEATURES] {
        let mut sum = [0.0; FEATURES];
        for (winners, times) in self.iter() {
            for (total, feature) in sum.iter_mut().zip(features(winners)) {
                *total += times as f64 * feature;
            }
        }
        sum
    }
}

/// The features of every set of winners.
static SETS: [[f64; FEATURES]; 1 << MAX_SEATS] = {
    let mut sets = [[0.0; FEATURES]; 1 << MAX_SEATS];
    let mut winners = 1;
    while winners < sets.len() {
        let size = winners.count_ones() as usize;
        let mut bit = 0;
        while bit < MAX_SEATS {
            if winners >> bit & 1 == 1 {
                sets[winners][bit] = 1.0 / size as f64;
            }
            bit += 1;
        }
        if size > 1 {
            sets[winners][MAX_SEATS + size - 2] = 1.0;
        }
        winners += 1;
    }
    sets
};

fn features(winners: u8) -> &'static [f64; FEATURES] {
    &SETS[usize::from(winners)]
}

/// The choices that games consist of, counted.
pub(super) fn choices(games: &BTreeMap<GameOutcome, u64>, kind: OutcomeKind) -> BTreeMap<ChoiceSet, Counts> {
    let mut choices: BTreeMap<ChoiceSet, Counts> = BTreeMap::new();
    for (game, &times) in games {
        let mut set = ChoiceSet::of_game(&game.agents());
        // A single seat that is left has no choice.
        for rank in 1.. {
            if set.present.len() < 2 {
                break;
            }
            let mut winners = 0;
            for (bit, &(seat, _)) in set.present.iter().enumerate() {
                winners |= u8::from(game.rank(seat) == rank) << bit;
            }
            *choices.entry(set.clone()).or_default().0.entry(winners).or_default() += times;
            if kind == OutcomeKind::Winners {
                break;
            }
            set.present.retain(|&mut (seat, _)| game.rank(seat) > rank);
        }
    }
    choices
}

/// The probabilities of all sets of winners of one choice.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    /// The logarithm of the sum of all weights.
    pub ln_sum: f64,
    probabilities: ArrayVec<(u8, f64), 31>,
}

impl Distribution {
    /// From the logarithm of α of each seat, and ln δ of each size of winners; none where δ is 0.
    pub fn new(worths: &[f64], ln_ties: &[Option<f64>; MAX_SEATS + 1]) -> Distribution {
        let mut weights: ArrayVec<(u8, f64), 31> = ArrayVec::new();
        for winners in 1..1u8 << worths.len() {
            let size = winners.count_ones() as usize;
            let Some(ln_tie) = ln_ties[size] else { continue };
            let sum: f64 =
                worths.iter().enumerate().filter(|&(bit, _)| winners >> bit & 1 == 1).map(|(_, w)| w).sum();
            weights.push((winners, ln_tie + sum / size as f64));
        }
        let largest = weights.iter().fold(f64::NEG_INFINITY, |largest, &(_, weight)| largest.max(weight));
        let mut sum = 0.0;
        for (_, weight) in &mut weights {
            *weight = libm::exp(*weight - largest);
            sum += *weight;
        }
        for (_, weight) in &mut weights {
            *weight /= sum;
        }
        Distribution { ln_sum: largest + libm::log(sum), probabilities: weights }
    }

    /// The expected features, which for seats are their win shares.
    pub fn mean(&self) -> [f64; FEATURES] {
        let mut mean = [0.0; FEATURES];
        for &(winners, probability) in &self.probabilities {
            for (total, feature) in mean.iter_mut().zip(features(winners)) {
                *total += probability * feature;
            }
        }
        mean
    }

    /// The covariance of these features, ascending, around their mean: the cells on and above the diagonal.
    pub fn covariance(&self, mean: &[f64; FEATURES], of: &[usize]) -> [[f64; FEATURES]; FEATURES] {
        let mut covariance = [[0.0; FEATURES]; FEATURES];
        for &(winners, probability) in &self.probabilities {
            let features = features(winners);
            for (i, &left) in of.iter().enumerate() {
                let part = probability * (features[left] - mean[left]);
                for &right in &of[i..] {
                    covariance[left][right] += part * (features[right] - mean[right]);
                }
            }
        }
        covariance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_is_a_choice_of_winners_and_then_of_the_rest() {
        let game = GameOutcome::new(&[5, 6, 7, 6], &[3, 1, 2, 2]).unwrap();
        let games = BTreeMap::from([(game, 4)]);
        let winners = choices(&games, OutcomeKind::Winners);
        assert_eq!(winners.len(), 1);
        let ranking = choices(&games, OutcomeKind::Ranking);
        let seen: Vec<_> = ranking
            .iter()
            .map(|(set, counts)| (set.present.to_vec(), counts.iter().collect::<Vec<_>>()))
            .collect();
        let all = vec![(0, 5), (1, 6), (2, 7), (3, 6)];
        let rest = vec![(0, 5), (2, 7), (3, 6)];
        // The last seat is alone: no third choice.
        assert_eq!(seen, [(all, vec![(0b0010, 4)]), (rest, vec![(0b110, 4)])]);
    }

    #[test]
    fn two_seats_follow_davidsons_formula() {
        let (first, second, tie) = (3.0f64, 0.5f64, 0.7f64);
        let distribution = Distribution::new(
            &[first.ln(), second.ln()],
            &[None, Some(0.0), Some(tie.ln()), None, None, None],
        );
        let sum = first + second + tie * (first * second).sqrt();
        assert!((distribution.ln_sum - sum.ln()).abs() < 1e-15);
        let expected =
            [(0b01, first / sum), (0b10, second / sum), (0b11, tie * (first * second).sqrt() / sum)];
        for (&(winners, probability), (bits, exact)) in distribution.probabilities.iter().zip(expected) {
            assert!(winners == bits && (probability - exact).abs() < 1e-15);
        }
    }

    #[test]
    fn win_shares_sum_to_one_for_any_number_of_seats() {
        for players in 2..=MAX_SEATS {
            let worths: Vec<f64> = (0..players).map(|seat| seat as f64 * 0.9 - 1.0).collect();
            let ties = std::array::from_fn(|size| Some(0.3 - 0.5 * size as f64));
            let shares: f64 = Distribution::new(&worths, &ties).mean()[..MAX_SEATS].iter().sum();
            assert!((shares - 1.0).abs() < 1e-15);
        }
    }
}
