//! What the benchmarks run: named positions, games through the public path, and the workloads whose instructions are
//! counted.

mod fixtures;
mod games;
pub mod workloads;

pub use fixtures::{FIXTURES, Fixture, Wanted, fixture, folder, merge, middle_games, position};
pub use games::{Table, VARIANTS, decision, opening, play_fused, play_out, start, table, variant};
