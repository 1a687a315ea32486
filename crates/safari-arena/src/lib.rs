//! Games and tournaments.

mod game;

pub use game::{GameConfig, GameError, NoWatch, Watch, decision_rng, play};
