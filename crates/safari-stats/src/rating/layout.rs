//! Which parameter stands where in a vector.

use std::collections::BTreeMap;

use super::choice::{ChoiceSet, Counts};
use super::options::{Prior, RatingOptions};
use super::outcomes::MAX_SEATS;

/// The places of θ, of σ for each size of game that was played, and of ln δ for each size of tie that occurred.
///
/// A tie that never occurred has δ = 0, its maximum likelihood, and no place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    agents: usize,
    seats: [Option<usize>; MAX_SEATS + 1],
    ties: [Option<usize>; MAX_SEATS + 1],
    len: usize,
}

impl Layout {
    pub fn new(agents: usize, choices: &BTreeMap<ChoiceSet, Counts>, options: &RatingOptions) -> Layout {
        let mut layout =
            Layout { agents, seats: [None; MAX_SEATS + 1], ties: [None; MAX_SEATS + 1], len: agents };
        for players in 2..=MAX_SEATS {
            if options.seats && choices.keys().any(|set| set.players() == players) {
                layout.seats[players] = Some(layout.len);
                layout.len += players;
            }
        }
        for size in 2..=MAX_SEATS {
            if choices.values().any(|counts| counts.has_tie(size)) {
                layout.ties[size] = Some(layout.len);
                layout.len += 1;
            }
        }
        layout
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn agents(&self) -> usize {
        self.agents
    }

    pub fn seat(&self, players: usize, seat: usize) -> Option<usize> {
        self.seats.get(players).copied().flatten().filter(|_| seat < players).map(|first| first + seat)
    }

    pub fn tie(&self, size: usize) -> Option<usize> {
        self.ties.get(size).copied().flatten()
    }

    /// ln δ for each size of winners: 0 for one, none for ties that never occurred.
    pub fn ln_ties(&self, parameters: &[f64]) -> [Option<f64>; MAX_SEATS + 1] {
        let mut ln_ties = self.ties.map(|place| place.map(|place| parameters[place]));
        ln_ties[1] = Some(0.0);
        ln_ties
    }

    /// The runs of parameters whose sum the likelihood does not see: all strengths, the seats of each size.
    pub fn free_sums(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let sizes = (2..=MAX_SEATS).filter_map(|k| self.seats[k].map(|first| first..first + k));
        std::iter::once(0..self.agents).chain(sizes)
    }

    /// The precision of the prior of each parameter.
    pub fn precisions(&self, prior: &Prior) -> Vec<f64> {
        let mut precisions = vec![prior.seat; self.len];
        precisions[..self.agents].fill(prior.strength);
        for place in self.ties.into_iter().flatten() {
            precisions[place] = prior.tie;
        }
        precisions
    }
}
