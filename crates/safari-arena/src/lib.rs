//! Games and tournaments: schedule, deals, one game, the parallel runner and its files.

mod budget;
mod calling;
mod clock;
mod config;
mod files;
mod forfeit;
mod game;
mod ledger;
mod merge;
mod plan;
mod rows;
mod runner;
mod schedule;
mod shard;
mod standings;
mod timing;
mod tournament;

pub use calling::catch_agent_panics;
pub use clock::ThreadClock;
pub use config::{ConfigError, Entrant, Records, TournamentConfig};
pub use files::{MANIFEST, Resumed, RunFiles, is_run_file, replace};
pub use forfeit::{Finished, Forfeit, play_or_forfeit};
pub use game::{GameConfig, GameError, NoWatch, Played, Start, Watch, decision_rng, play};
pub use ledger::{Follow, LEDGER, is_written};
pub use merge::{MergeError, Merged, ShardRun, check, merge};
pub use plan::{Pairing, Plan, Set};
pub use rows::{GameRows, SetText};
pub use runner::{Known, Progress, RunError, Sink, Summary};
pub use schedule::{Next, Rounds, Rule, Seating};
pub use shard::{Shard, ShardError};
pub use standings::Standings;
pub use timing::{Usage, is_timed};
pub use tournament::{GameOutcome, Origin, Tournament};
