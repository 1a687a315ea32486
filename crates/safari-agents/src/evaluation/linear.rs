//! The evaluation of weighted, named features.

use std::sync::OnceLock;

use safari_core::Position;

use super::horizon::Closers;
use super::{Evaluation, Horizon};
use crate::params::Domain;

crate::params! {
    /// Weights of the [`Linear`] evaluation, in points unless said otherwise.
    ///
    /// The defaults were tuned for 2 and for 4 players (configs/tuning, results/tuning); those for 4 serve 3 and 5, too.
    pub struct LinearParams {
        /// what the first meeple in supply is worth at the start; it falls to nothing at the end
        meeple: f64 = [4.89, 0.6, 0.6, 0.6], Domain::Real(0.0..=20.0);
        /// what each further meeple in supply is worth relative to the one before
        meeple_decay: f64 = [0.4694, 0.4486, 0.4486, 0.4486], Domain::Real(0.0..=1.0);
        /// what the first tile of an animal in hand is worth beyond its final point, at the start
        animal: f64 = [3.794, 3.812, 3.812, 3.812], Domain::Real(-5.0..=20.0);
        /// the same for further tiles of that animal
        animal_again: f64 = [-0.849, 1.815, 1.815, 1.815], Domain::Real(-5.0..=20.0);
        /// what a tile due to be drawn is worth beyond its final point, at the start
        draw: f64 = [2.084, 0.743, 0.743, 0.743], Domain::Real(-5.0..=20.0);
        /// chance that a tile that can close a trail comes to lie where it does, per turn
        trail_close: f64 = [0.2274, 0.3935, 0.3935, 0.3935], Domain::Real(0.0..=5.0);
        /// the same for bushes
        bush_close: f64 = [0.3445, 0.6793, 0.6793, 0.6793], Domain::Real(0.0..=5.0);
        /// factor on that chance for each open end after the first
        open_decay: f64 = [0.663, 0.798, 0.798, 0.798], Domain::Real(0.0..=1.0);
        /// share of the next animal's points that an unfinished feature is expected to gain
        growth: f64 = [0.0082, 0.1704, 0.1704, 0.1704], Domain::Real(0.0..=3.0);
        /// chance per turn that one of the cells around a baobab is filled, as a factor
        baobab_fill: f64 = [0.592, 0.743, 0.743, 0.743], Domain::Real(0.0..=1.0);
        /// chance that the next tile of a hole of one's own is laid, as a factor
        hole_fill: f64 = [0.719, 0.731, 0.731, 0.731], Domain::Real(0.0..=1.0);
        /// what each filled cell beside a ranger is worth: it keeps others from displacing it
        ranger: f64 = [0.058, 0.273, 0.273, 0.273], Domain::Real(-3.0..=3.0);
        /// weight of the best other player's value; the rest of the weight goes to the others' mean
        best_other: f64 = [0.628, 0.535, 0.535, 0.535], Domain::Real(0.0..=1.0);
        /// weight of the others' value as a whole
        others: f64 = [1.09, 0.688, 0.688, 0.688], Domain::Real(0.0..=2.0);
    }
}

impl LinearParams {
    /// The weights of `greedy-v1`, which never change: a yardstick for later agents.
    pub fn v1(players: usize) -> LinearParams {
        LinearParams {
            meeple: 4.0,
            meeple_decay: 0.8,
            animal: 1.5,
            animal_again: 0.5,
            draw: 1.0,
            trail_close: 0.5,
            bush_close: 0.35,
            open_decay: 0.7,
            growth: 0.1,
            baobab_fill: 0.75,
            hole_fill: 0.75,
            ranger: 0.1,
            best_other: 0.5,
            others: [1.0, 0.8, 0.7, 0.6][players.clamp(2, 5) - 2],
        }
    }
}

/// A sum of weighted features (see [`LinearParams`]).
#[derive(Clone, Debug)]
pub struct Linear {
    params: LinearParams,
    closers: OnceLock<Closers>,
}

impl Linear {
    /// The evaluation with these weights.
    pub fn new(params: LinearParams) -> Linear {
        Linear { params, closers: OnceLock::new() }
    }

    /// The weights.
    pub fn params(&self) -> &LinearParams {
        &self.params
    }

    /// The tables for positions with the same stack as this one.
    pub fn horizon(&self, position: &Position) -> Horizon {
        let tiles = position.tiles();
        let known = *self.closers.get_or_init(|| Closers::new(tiles));
        let closers = if known.are_of(tiles) { known } else { Closers::new(tiles) };
        Horizon::new(&self.params, &closers, position)
    }
}

impl Evaluation for Linear {
    fn value(&self, position: &Position, seat: usize) -> i64 {
        self.horizon(position).value(position, seat)
    }

    fn terms(&self, position: &Position, seat: usize) -> Vec<(&'static str, i64)> {
        self.horizon(position).terms(position, seat)
    }
}
