//! An agent whose failures cost it moves and not the game: where it fails, a random move is played.

use std::sync::{Arc, Mutex, PoisonError};

use safari_agents::{Agent, AgentError, Choice, Ctx, Event, GameInfo};
use safari_core::Position;

use crate::calling::caught;
use crate::forfeit::Forfeit;

/// What a seat failed in, where a random move is played instead.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The first failure of the seat, as if it had been a forfeit.
    pub first: Forfeit,
    /// Random moves that were played for the seat.
    pub random_moves: u32,
}

/// The failures of a game, one for each seat that failed.
pub(crate) type Failures = Arc<Mutex<Vec<Failure>>>;

/// Plays for an agent that fails.
///
/// After an error or an illegal answer the agent is asked again the next time; after a panic, or a failure when it was
/// not asked for a move, it is let go, and random moves are played to the end.
pub(crate) struct Lenient {
    inner: Option<Box<dyn Agent>>,
    seat: usize,
    asked: u32,
    observes: bool,
    /// A failure while it was made, until there is a position to report it with.
    unborn: Option<AgentError>,
    failures: Failures,
}

impl Lenient {
    pub fn new(seat: usize, failures: &Failures, build: impl FnOnce() -> Box<dyn Agent>) -> Lenient {
        let made = caught(|| {
            let agent = build();
            (agent.observes(), agent)
        });
        let (inner, observes, unborn) = match made {
            Ok((observes, agent)) => (Some(agent), observes, None),
            Err(error) => (None, false, Some(error)),
        };
        Lenient { inner, seat, asked: 0, observes, unborn, failures: Arc::clone(failures) }
    }

    fn note(&self, error: AgentError, position: &Position, random_moves: u32) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        match failures.iter_mut().find(|failure| failure.first.seat == self.seat) {
            Some(failure) => failure.random_moves += random_moves,
            None => {
                let first = Forfeit { seat: self.seat, error, position: *position, asked: self.asked };
                failures.push(Failure { first, random_moves });
            }
        }
    }

    /// Calls the agent where there is one and a failure lets it go.
    fn tell(&mut self, position: &Position, call: impl FnOnce(&mut dyn Agent) -> Result<(), AgentError>) {
        let Some(agent) = &mut self.inner else { return };
        if let Err(error) = caught(|| call(&mut **agent)).flatten() {
            self.note(error, position, 0);
            self.let_go();
        }
    }

    fn let_go(&mut self) {
        let inner = self.inner.take();
        // What it fails in now was preceded by a failure that is noted.
        let _ = caught(|| drop(inner));
    }
}

impl Agent for Lenient {
    fn start(&mut self, info: &GameInfo<'_>) -> Result<(), AgentError> {
        if let Some(error) = self.unborn.take() {
            self.note(error, info.position, 0);
        }
        self.tell(info.position, |agent| agent.start(info));
        Ok(())
    }

    fn observe(&mut self, event: &Event, position: &Position) -> Result<(), AgentError> {
        self.tell(position, |agent| agent.observe(event, position));
        Ok(())
    }

    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        self.asked += 1;
        let gone = || AgentError::Crashed("it was let go".into());
        let mut panicked = false;
        let choice = match &mut self.inner {
            None => Err(gone()),
            Some(agent) => caught(|| agent.choose(position, ctx)).unwrap_or_else(|error| {
                panicked = true;
                Err(error)
            }),
        };
        let choice = choice.and_then(|choice| {
            if position.is_legal(choice.action) {
                return Ok(choice);
            }
            let reason = position.why_illegal(choice.action);
            Err(AgentError::Illegal(format!("{}: {reason}", position.token(choice.action))))
        });
        choice.or_else(|error| {
            self.note(error, position, 1);
            if panicked {
                self.let_go();
            }
            // The decision's generator anew, whatever the agent took from it.
            Ok(position.sample(&mut ctx.seed.rng()).into())
        })
    }

    fn end(&mut self, position: &Position) {
        self.tell(position, |agent| {
            agent.end(position);
            Ok(())
        });
        if let Some(inner) = self.inner.take()
            && let Err(error) = caught(|| drop(inner))
        {
            self.note(error, position, 0);
        }
    }

    fn observes(&self) -> bool {
        self.observes
    }
}

impl Drop for Lenient {
    fn drop(&mut self) {
        self.let_go();
    }
}
