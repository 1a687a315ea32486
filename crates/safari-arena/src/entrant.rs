//! Who plays in a tournament: agents of the registry and outside bots.

use std::fmt;
use std::sync::Arc;

use safari_agents::{Agent, Factory};
use safari_protocol::{BotCommand, Outside};

/// An agent of a tournament.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name in rows and standings.
    pub name: String,
    /// Makes it.
    pub player: Player,
}

/// Makes fresh agents of one kind.
#[derive(Clone, Debug)]
pub enum Player {
    /// One of the registry.
    BuiltIn(Factory),
    /// A process for each seat of each game.
    Process(Arc<BotCommand>),
}

impl Player {
    /// A fresh agent for one seat of a game of 2 to 5 players.
    pub fn build(&self, players: usize) -> Box<dyn Agent> {
        match self {
            Player::BuiltIn(factory) => factory.build(players),
            Player::Process(command) => Box::new(Outside::new(Arc::clone(command))),
        }
    }

    /// Whether it plays the same in the same game; outside bots where they are said to.
    pub fn is_deterministic(&self) -> bool {
        match self {
            Player::BuiltIn(_) => true,
            Player::Process(command) => command.deterministic,
        }
    }
}

/// The spec of an agent, or the command of a bot.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::BuiltIn(factory) => factory.fmt(f),
            Player::Process(command) => command.fmt(f),
        }
    }
}
