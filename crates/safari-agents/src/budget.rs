//! How much an agent may think, and how it is measured.

use std::time::Duration;

/// How much an agent may think about one decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// As much as its own parameters say.
    #[default]
    Own,
    /// At most so many iterations of search; an agent whose own parameters say less keeps to them.
    Iterations(u32),
    /// At most so much time on the [`Clock`], in place of a number of iterations.
    Time(Duration),
}

/// What a budget is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every decision by itself.
    #[default]
    Decision,
    /// All decisions of a seat in one turn: placing and acting are one thought. Another's turn counts for itself.
    Turn,
    /// All decisions of a seat in the game.
    Game,
}

/// How much every agent may think in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// How much.
    pub budget: Budget,
    /// For what.
    pub per: Scope,
}

impl From<Budget> for Limit {
    fn from(budget: Budget) -> Limit {
        Limit { budget, per: Scope::Decision }
    }
}

/// Measures thinking time.
pub trait Clock {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// A clock that stands still: time budgets never run out. For agents with iteration budgets.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The wall clock.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(std::time::Instant);

impl WallClock {
    /// A clock that begins now.
    pub fn start() -> WallClock {
        WallClock(std::time::Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
