//! The rows that a tournament writes as it goes: flat, one struct for each file (docs/formats.md).

use serde::{Deserialize, Serialize};

/// A row of `games.csv`: one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the set: one deal in all seat rotations for one line-up.
    pub set: u64,
    /// Number of the deal, from 0.
    pub deal: u64,
    /// Number of the line-up, from 0.
    pub line_up: u32,
    /// By how many seats the line-up is rotated, 0 to players - 1.
    pub rotation: u32,
    /// Seats, 2 to 5.
    pub players: u32,
    /// Tiles placed.
    pub turns: u32,
    /// Decisions in which a player had a choice.
    pub decisions: u32,
    /// Decisions with a single legal answer.
    pub forced: u32,
    /// The seat that forfeited, empty where none did.
    pub forfeit: Option<u32>,
}

/// A row of `seats.csv`: one seat of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatRow {
    /// Number of the game.
    pub game: u64,
    /// Number of the set.
    pub set: u64,
    /// Number of the deal.
    pub deal: u64,
    /// The seat, from 0.
    pub seat: u32,
    /// The agent's name in the config.
    pub agent: String,
    /// Final score in points.
    pub score: u32,
    /// 1 + the number of seats with more points; a forfeit is last.
    pub rank: u32,
    /// 1/m where m seats share the win, else 0; with a forfeit, 1/(players - 1) for each other seat.
    pub win_share: f64,
    /// Points from digging.
    pub dig: u32,
    /// Points from extending holes.
    pub extend: u32,
    /// Points from meeples on completed holes.
    pub hole: u32,
    /// Points from completed trails.
    pub trail: u32,
    /// Points from completed bushes.
    pub bush: u32,
    /// Points from displaced rangers.
    pub ranger: u32,
    /// Final points from unfinished trails.
    pub final_trail: u32,
    /// Final points from unfinished bushes.
    pub final_bush: u32,
    /// Final points from animal tiles.
    pub final_animals: u32,
    /// Meeples in supply at the end.
    pub meeples: u32,
    /// Animal tiles in supply at the end.
    pub animal_tiles: u32,
    /// Decisions in which the seat had a choice.
    pub decisions: u32,
}

impl SeatRow {
    /// The sources of points, as columns of `seats.csv`.
    pub const SOURCES: [&'static str; 9] =
        ["dig", "extend", "hole", "trail", "bush", "ranger", "final_trail", "final_bush", "final_animals"];

    /// The points by source, in the order of [`SOURCES`](Self::SOURCES).
    pub fn points(&self) -> [u32; 9] {
        [
            self.dig,
            self.extend,
            self.hole,
            self.trail,
            self.bush,
            self.ranger,
            self.final_trail,
            self.final_bush,
            self.final_animals,
        ]
    }
}

/// A row of `timing.csv`: one agent, or `all` for the whole run. Never the same twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimingRow {
    /// The agent's name in the config, or `all`.
    pub agent: String,
    /// Decisions that were timed (a sample).
    pub timed_decisions: u64,
    /// Seconds they took.
    pub seconds: f64,
    /// Mean seconds for a timed decision.
    pub seconds_per_decision: f64,
    /// Search iterations per second in them; 0 where there was no search.
    pub iterations_per_s: f64,
    /// Games per second of the whole run; only in the row `all`.
    pub games_per_s: Option<f64>,
}
