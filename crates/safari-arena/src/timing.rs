//! How long agents think: measured in some games, so that measuring does not slow the rest.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use safari_agents::{Agent, AgentError, Choice, Ctx, Event, GameInfo};
use safari_core::Position;

/// Every so many sets one is timed, and all of the first.
const EVERY: u64 = 16;
const FIRST: u64 = 50;

/// Whether the games of a set are timed.
pub fn is_timed(set: u64) -> bool {
    set < FIRST || set.is_multiple_of(EVERY)
}

/// What one agent used in timed games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Decisions.
    pub decisions: u64,
    /// Time they took on the wall clock.
    pub time: Duration,
    /// Search iterations in them.
    pub iterations: u64,
}

impl Usage {
    /// Adds another one up.
    pub fn add(&mut self, other: Usage) {
        self.decisions += other.decisions;
        self.time += other.time;
        self.iterations += other.iterations;
    }
}

/// An agent whose decisions are timed.
pub(crate) struct Timed {
    pub inner: Box<dyn Agent>,
    pub usage: Arc<Mutex<Usage>>,
}

impl Agent for Timed {
    fn start(&mut self, info: &GameInfo<'_>) -> Result<(), AgentError> {
        self.inner.start(info)
    }

    fn observe(&mut self, event: &Event, position: &Position) -> Result<(), AgentError> {
        self.inner.observe(event, position)
    }

    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let start = Instant::now();
        let choice = self.inner.choose(position, ctx)?;
        let iterations = choice.stats.map_or(0, |stats| stats.iterations);
        let used = Usage { decisions: 1, time: start.elapsed(), iterations };
        self.usage.lock().map(|mut usage| usage.add(used)).ok();
        Ok(choice)
    }

    fn end(&mut self, position: &Position) {
        self.inner.end(position);
    }

    fn observes(&self) -> bool {
        self.inner.observes()
    }
}
