//! Fitted ratings and what follows from them.

use crate::interval::Interval;
use crate::special::{student_cdf, student_quantile};

use super::choice::Distribution;
use super::layout::Layout;
use super::matrix::Matrix;
use super::options::Anchor;
use super::outcomes::MAX_SEATS;

/// Elo for one unit of strength, 400 / ln 10: of two agents without ties, one 400 Elo ahead wins ten games for each it
/// loses.
pub const ELO_PER_STRENGTH: f64 = 400.0 / std::f64::consts::LN_10;

/// Ratings of agents, effects of seats, prevalences of ties, and the covariance of all of them.
///
/// Intervals are of 95 %, by Student's t over groups of deals, and symmetric on the Elo scale. For an agent that won or
/// lost everything they are a rough guide: there the prior says how far it may be ahead. See [`fit_ratings`] for the
/// errors.
///
/// [`fit_ratings`]: super::fit_ratings
#[derive(Clone, Debug)]
pub struct Ratings {
    pub(super) layout: Layout,
    pub(super) parameters: Vec<f64>,
    pub(super) covariance: Matrix,
    pub(super) separated: Vec<usize>,
    pub(super) log_likelihood: f64,
    pub(super) iterations: usize,
    pub(super) anchor: Anchor,
    pub(super) anchor_rating: f64,
    pub(super) games: u64,
    pub(super) groups: u64,
}

impl Ratings {
    /// How many agents were rated, numbered from 0.
    pub fn agents(&self) -> usize {
        self.layout.agents()
    }

    /// How many games were read.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many groups of deals the errors were taken over.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// The logarithm of the likelihood, without the prior.
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// How many steps of Newton's method led to the maximum.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// Agents outside the largest set that is linked by wins and ties both ways, ascending.
    ///
    /// They won or lost everything against it, or never met it; how far they are from it is for the prior to say.
    pub fn separated(&self) -> &[usize] {
        &self.separated
    }

    /// An agent's rating in Elo, with its interval relative to the anchor.
    ///
    /// # Panics
    ///
    /// If there is no such agent, as in all that follows.
    pub fn rating(&self, agent: usize) -> Interval {
        let mean = self.anchor_rating + ELO_PER_STRENGTH * (self.strength(agent) - self.anchor_strength());
        self.around(mean, self.standard_error(agent))
    }

    /// The standard error of an agent's rating relative to the anchor, in Elo.
    pub fn standard_error(&self, agent: usize) -> f64 {
        self.covariance(agent, agent).max(0.0).sqrt()
    }

    /// The covariance of two agents' ratings relative to the anchor, in Elo².
    ///
    /// The variance of a difference, covariance(a, a) + covariance(b, b) - 2 covariance(a, b), is the same for any
    /// anchor.
    pub fn covariance(&self, a: usize, b: usize) -> f64 {
        let (agents, cell) = (self.agents(), |row, column| self.covariance[(row, column)]);
        assert!(a < agents && b < agents, "agents {a} and {b} of {agents}");
        let relative = match self.anchor {
            Anchor::Mean => cell(a, b),
            Anchor::Agent(anchor) => cell(a, b) - cell(a, anchor) - cell(anchor, b) + cell(anchor, anchor),
        };
        ELO_PER_STRENGTH * ELO_PER_STRENGTH * relative
    }

    /// The same ratings on a scale with another fixed point.
    ///
    /// # Panics
    ///
    /// If the anchor is no agent.
    pub fn anchored(mut self, anchor: Anchor) -> Ratings {
        if let Anchor::Agent(agent) = anchor {
            assert!(agent < self.agents(), "anchor {agent} of {}", self.agents());
        }
        self.anchor = anchor;
        self
    }

    /// By how much agent `a` is rated above `b`, in Elo, with its interval. It does not depend on the anchor.
    pub fn difference(&self, a: usize, b: usize) -> Interval {
        self.around(ELO_PER_STRENGTH * (self.strength(a) - self.strength(b)), self.difference_error(a, b))
    }

    /// The standard error of a difference of ratings, in Elo.
    pub fn difference_error(&self, a: usize, b: usize) -> f64 {
        let cell = |row, column| self.covariance[(row, column)];
        ELO_PER_STRENGTH * (cell(a, a) + cell(b, b) - cell(a, b) - cell(b, a)).max(0.0).sqrt()
    }

    /// The likelihood of superiority: how probable it is that `a` is stronger than `b`, in [0, 1].
    ///
    /// Student's distribution function of the difference over its error, with one degree less than there are groups;
    /// one half of an agent and itself, and of one group.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let error = self.difference_error(a, b);
        if a == b || error == 0.0 || self.groups < 2 {
            return 0.5;
        }
        student_cdf(self.difference(a, b).mean / error, (self.groups - 1) as f64)
    }

    /// The effect of a seat in games of so many players, in Elo, with its interval; the effects of a size sum to 0.
    ///
    /// None if there was no game of that size, no such seat, or if seats were said to have no effect.
    pub fn seat_effect(&self, players: usize, seat: usize) -> Option<Interval> {
        let place = self.layout.seat(players, seat)?;
        let error = self.covariance[(place, place)].max(0.0).sqrt();
        Some(self.around(ELO_PER_STRENGTH * self.parameters[place], ELO_PER_STRENGTH * error))
    }

    /// The prevalence δ of ties of so many seats, with its interval, which is one of ln δ; none if no such tie
    /// occurred.
    ///
    /// Two equals tie with probability δ_2 / (2 + δ_2).
    ///
    /// Ties are rare, and where deals are few as well, the interval is too narrow: of 750 games of two in 25 deals with
    /// half of their luck shared it covers 80 % instead of 95 % (`examples/rating_recovery.rs`).
    pub fn tie_prevalence(&self, size: usize) -> Option<Interval> {
        let place = self.layout.tie(size)?;
        let ln = self.around(self.parameters[place], self.covariance[(place, place)].max(0.0).sqrt());
        Some(Interval { lo: libm::exp(ln.lo), mean: libm::exp(ln.mean), hi: libm::exp(ln.hi) })
    }

    /// The win share that each seat is expected to have when these agents play, which sum to 1.
    ///
    /// For a size of game that was never seen seats have no effect.
    ///
    /// # Panics
    ///
    /// If there are not 2 to 5 seats, or an agent does not exist.
    pub fn expected_shares(&self, seats: &[usize]) -> Vec<f64> {
        self.shares(&seats.iter().map(|&agent| self.strength(agent)).collect::<Vec<_>>())
    }

    /// The win share that an agent is expected to have against `players` - 1 times the same opponent, the mean of its
    /// seats.
    ///
    /// # Panics
    ///
    /// If there are not 2 to 5 players, or an agent does not exist.
    pub fn share_against(&self, agent: usize, opponent: usize, players: usize) -> f64 {
        self.share_among(self.strength(agent), self.strength(opponent), players)
    }

    /// The win share that an agent is expected to have against `players` - 1 opponents that stand at the anchor, the
    /// mean of its seats: 1 / `players` for an agent of the anchor's rating, up to the effects of seats.
    ///
    /// # Panics
    ///
    /// If there are not 2 to 5 players, or no such agent.
    pub fn share_against_anchor(&self, agent: usize, players: usize) -> f64 {
        self.share_among(self.strength(agent), self.anchor_strength(), players)
    }

    /// The share of one strength among `players` - 1 times another, the mean of its seats.
    fn share_among(&self, strength: f64, others: f64, players: usize) -> f64 {
        let share = |seat: usize| {
            let mut strengths = vec![others; players];
            strengths[seat] = strength;
            self.shares(&strengths)[seat]
        };
        (0..players).map(share).sum::<f64>() / players as f64
    }

    /// The expected win share of each seat from the strengths of those on them.
    fn shares(&self, strengths: &[f64]) -> Vec<f64> {
        let players = strengths.len();
        assert!((2..=MAX_SEATS).contains(&players), "{players} seats");
        let effect = |seat| self.layout.seat(players, seat).map_or(0.0, |place| self.parameters[place]);
        let worths: Vec<f64> =
            strengths.iter().enumerate().map(|(seat, strength)| strength + effect(seat)).collect();
        let distribution = Distribution::new(&worths, &self.layout.ln_ties(&self.parameters));
        distribution.mean()[..players].to_vec()
    }

    fn strength(&self, agent: usize) -> f64 {
        assert!(agent < self.agents(), "agent {agent} of {}", self.agents());
        self.parameters[agent]
    }

    fn anchor_strength(&self) -> f64 {
        match self.anchor {
            Anchor::Mean => self.parameters[..self.agents()].iter().sum::<f64>() / self.agents() as f64,
            Anchor::Agent(anchor) => self.strength(anchor),
        }
    }

    fn around(&self, mean: f64, error: f64) -> Interval {
        if error == 0.0 {
            return Interval { lo: mean, mean, hi: mean };
        }
        if self.groups < 2 {
            return Interval { lo: f64::NEG_INFINITY, mean, hi: f64::INFINITY };
        }
        let half = student_quantile(0.05, (self.groups - 1) as f64) * error;
        Interval { lo: mean - half, mean, hi: mean + half }
    }
}
