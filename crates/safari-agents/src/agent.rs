//! What an agent is: it sees public positions and events, and answers with actions.

use std::time::Duration;

use safari_core::{Action, Animal, AnimalCounts, Kind, Position, Rng, Seed, TileSet, Variant};

use crate::budget::{Budget, Clock};

/// What an agent is told before a game.
#[derive(Clone, Debug)]
pub struct GameInfo<'a> {
    /// The tile set.
    pub tiles: &'static TileSet,
    /// The settings of the rules.
    pub variant: Variant,
    /// The animal tiles dealt, by seat; as many as players.
    pub hands: Vec<AnimalCounts>,
    /// The agent's own seat.
    pub seat: usize,
    /// The position that the game begins at; where that is the start of a game, all else here says the same.
    pub position: &'a Position,
}

/// What everyone at the table sees happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A land tile was drawn; where it fits nowhere it has left the game.
    Tile(Kind),
    /// The discard was shuffled into the bag.
    Shuffle,
    /// A seat drew an animal tile.
    Animal {
        /// Who drew.
        seat: usize,
        /// What it shows.
        animal: Animal,
    },
    /// A seat decided, or was forced.
    Decision {
        /// Who decided.
        seat: usize,
        /// What was decided.
        action: Action,
    },
}

/// What an agent may use for one decision.
pub struct Ctx<'a> {
    /// The generator of this very decision, so that it can be repeated alone.
    pub rng: Rng,
    /// What the generator was made of, so that an agent elsewhere can make it again.
    pub seed: Seed,
    /// How much the agent may think: iterations bound those of its own parameters, a time takes their place.
    pub budget: Budget,
    /// What is left for the whole turn or game, where the budget is a part of that.
    pub left: Option<Budget>,
    /// Measures thinking time.
    pub clock: &'a dyn Clock,
}

impl<'a> Ctx<'a> {
    /// For one decision with the generator of a seed.
    #[inline(always)]
    pub fn new(seed: Seed, budget: Budget, clock: &'a dyn Clock) -> Ctx<'a> {
        Ctx { rng: seed.rng(), seed, budget, left: None, clock }
    }
}

/// An agent's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What it does.
    pub action: Action,
    /// What the search did, where the agent searches.
    pub stats: Option<SearchStats>,
}

impl From<Action> for Choice {
    fn from(action: Action) -> Choice {
        Choice { action, stats: None }
    }
}

/// What a search did for one decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchStats {
    /// Iterations made.
    pub iterations: u64,
    /// Nodes of the tree at the end.
    pub nodes: u64,
    /// Deepest node reached, in edges from the root.
    pub depth: u32,
    /// Decisions and chance events made in all rollouts.
    pub rollout_steps: u64,
    /// Share of the visits that went to the action chosen, 0 to 1.
    pub visit_share: f64,
    /// Mean reward of the action chosen, 0 to 1.
    pub value: f64,
}

/// Why an agent gave no legal answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// It panicked, or its process ended.
    #[error("the agent crashed: {0}")]
    Crashed(String),
    /// It used more time than it had.
    #[error("the agent took {used:?} of {allowed:?}")]
    TimedOut {
        /// Time taken.
        used: Duration,
        /// Time it had.
        allowed: Duration,
    },
    /// It answered with an action that is not legal.
    #[error("the agent answered {0}")]
    Illegal(String),
    /// It broke the protocol.
    #[error("the agent broke the protocol: {0}")]
    Protocol(String),
    /// The machine cannot run it now, as where there is no room for another process: no fault of the agent, and no forfeit.
    #[error("the machine cannot run the agent: {0}")]
    Unavailable(String),
}

/// A player: one fresh value for every game and seat.
///
/// Forced decisions are not asked. An agent must not keep state outside itself, and given the same events, position and
/// [`Ctx`] it must answer the same.
pub trait Agent: Send {
    /// A game begins.
    ///
    /// # Errors
    /// The agent cannot play.
    fn start(&mut self, info: &GameInfo<'_>) -> Result<(), AgentError> {
        let _ = info;
        Ok(())
    }

    /// Something happened; `position` is what it led to.
    ///
    /// # Errors
    /// The agent cannot go on.
    fn observe(&mut self, event: &Event, position: &Position) -> Result<(), AgentError> {
        let _ = (event, position);
        Ok(())
    }

    /// Decides in a position where this agent's seat has at least two choices.
    ///
    /// # Errors
    /// The agent gives no answer.
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError>;

    /// The game is over.
    fn end(&mut self, position: &Position) {
        let _ = position;
    }

    /// Whether [`observe`](Self::observe) does anything; where not, it is not called.
    fn observes(&self) -> bool {
        false
    }
}
