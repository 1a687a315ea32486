//! The clock of matches: the thread's own processor time, so that a busy machine weakens nobody.

use std::time::Duration;

use cpu_time::ThreadTime;
use safari_agents::Clock;

/// Processor time of the thread that asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadClock;

impl Clock for ThreadClock {
    fn now(&self) -> Duration {
        ThreadTime::now().as_duration()
    }
}
