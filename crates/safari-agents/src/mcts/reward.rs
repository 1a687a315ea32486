//! Rewards: whole numbers, so that sums do not depend on their order.

use safari_core::Position;

use crate::evaluation::Linear;

/// The reward of certain victory.
pub(super) const BEST: i64 = 1 << 20;

/// By seat, 0 to [`BEST`].
pub(super) type Rewards = [i64; 5];

/// A margin squashed to 0 to [`BEST`]; one of `scale` gives three quarters.
pub(super) fn of_margin(margin: i64, scale: i64) -> i64 {
    BEST / 2 + BEST / 2 * margin / (margin.abs() + scale)
}

/// The squashed margin over the best other player, from points in thousandths; `scale` likewise.
pub(super) fn of_values(values: &[i64; 5], players: usize, scale: i64) -> Rewards {
    let mut rewards = [0; 5];
    for seat in 0..players {
        let best = (0..players).filter(|&other| other != seat).map(|other| values[other]).max().unwrap_or(0);
        rewards[seat] = of_margin(values[seat] - best, scale);
    }
    rewards
}

/// The rewards of a position: of its scores where it is over, else of what the evaluation says.
pub(super) fn of(position: &Position, evaluation: &Linear, scale: i64) -> Rewards {
    let values = if position.is_over() {
        let mut values = [0; 5];
        for seat in position.seats() {
            values[seat] = i64::from(position.score(seat)) * 1000;
        }
        values
    } else {
        evaluation.horizon(position).values(position)
    };
    of_values(&values, position.players(), scale)
}
