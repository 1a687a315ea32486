//! What a position is worth to a seat, without looking ahead.

mod horizon;
mod linear;

pub use horizon::Horizon;
pub(crate) use horizon::SeatSum;
pub use linear::{Linear, LinearParams};

use safari_core::Position;

/// A static evaluation.
///
/// Values are in thousandths of a point and whole, so that sums do not depend on their order. Only values of positions
/// of one turn need be comparable.
pub trait Evaluation: Send + Sync {
    /// What the position is worth to a seat, as if what is complete were scored.
    fn value(&self, position: &Position, seat: usize) -> i64;

    /// The named parts whose sum is the value.
    fn terms(&self, position: &Position, seat: usize) -> Vec<(&'static str, i64)>;
}
