//! A whole run: from a config to a setting that is proved better, or not.
//!
//! A run is a pure function of its config: what it plays is decided by the optimiser and the tests, and everything that was
//! played is in the journal, so that a run that was stopped is carried out again with the journal's scores up to where it
//! ends, and goes on from there.

mod acceptance;
mod config;
mod entries;
mod files;
mod journal;
mod play;
mod trials;
mod tune;

pub use acceptance::{Gain, Tested, Verdict};
pub use config::{Budget, Objective, Opponent, Test, TuningConfig};
pub use files::{EVIDENCE, JOURNAL, TRIALS, VERDICT};
pub use journal::{Entry, JournalError, Trial, read_journal};
pub use play::Sums;
pub use tune::{HELD_OUT_DEALS, POOL_DEALS, Progress, Ranges, SEARCH_DEALS, TuneError, Tuned, Tuning};
