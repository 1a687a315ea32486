//! Games and tournaments: schedule, deals, one game, the parallel runner and its files.

mod calling;
mod clock;
mod config;
mod files;
mod forfeit;
mod game;
mod plan;
mod runner;
mod standings;
mod timing;
mod tournament;

pub use calling::catch_agent_panics;
pub use clock::ThreadClock;
pub use config::{ConfigError, Entrant, Records, TournamentConfig};
pub use files::{MANIFEST, RunFiles, is_run_file, replace};
pub use forfeit::{Finished, Forfeit, play_or_forfeit};
pub use game::{GameConfig, GameError, NoWatch, Played, Start, Watch, decision_rng, play};
pub use plan::{Pairing, Plan};
pub use runner::{Progress, RunError, Sink, Summary};
pub use standings::Standings;
pub use timing::{Usage, is_timed};
pub use tournament::{GameOutcome, Origin, Tournament};
