//! Players of Carcassonne Safari.
//!
//! An [`Agent`] sees public positions and answers with actions; a [`Registry`] makes agents from texts.

mod agent;
mod budget;
pub mod evaluation;
pub mod greedy;
pub mod mcts;
mod nearest;
pub mod params;
mod random;
mod registry;

pub use agent::{Agent, AgentError, Choice, Ctx, Event, GameInfo, SearchStats};
pub use budget::{Budget, Clock, Limit, NoClock, Scope, WallClock};
pub use nearest::{did_you_mean, nearest};
pub use random::{Random, RandomKind};
pub use registry::{AgentKind, Build, Factory, Registry, SpecError};
