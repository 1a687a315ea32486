//! Games that an agent could not finish.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use safari_agents::{Agent, AgentError};
use safari_core::{Action, Position};

use crate::game::{GameConfig, GameError, Played, Watch, play};

/// Who forfeited a game, why and where.
#[derive(Clone, Debug)]
pub struct Forfeit {
    /// The seat.
    pub seat: usize,
    /// What happened.
    pub error: AgentError,
    /// The position in which it was to decide.
    pub position: Position,
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lets panics of agents be caught quietly on threads that play; all other panics go on as before.
pub fn catch_agent_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let caught = PANIC.with(|slot| {
            let mut slot = slot.borrow_mut();
            let waiting = slot.is_some();
            if waiting {
                let place = info.location().map_or(String::new(), |at| format!(" at {at}"));
                let text = info.payload_as_str().unwrap_or("a panic without a text");
                *slot = Some(format!("{text}{place}"));
            }
            waiting
        });
        if !caught {
            before(info);
        }
    }));
}

/// Notes the last position that a player was to decide in.
struct Last(Option<(Position, usize)>);

impl Watch for Last {
    fn chance(&mut self, _: &Position, _: safari_core::Outcome, after: &Position) {
        self.note(after);
    }

    fn decision(&mut self, _: &Position, _: Action, _: Option<&safari_agents::Choice>, after: &Position) {
        self.note(after);
    }
}

impl Last {
    fn note(&mut self, position: &Position) {
        self.0 = Some((*position, position.seat()));
    }
}

/// Plays a game; where an agent fails, also by a panic, the game is a forfeit.
///
/// # Errors
/// The game cannot begin, or the watch stops it.
pub fn play_or_forfeit(
    config: &GameConfig<'_>,
    agents: impl Fn() -> Vec<Box<dyn Agent>>,
    watch: &mut dyn Watch,
) -> Result<Result<Played, Box<Forfeit>>, GameError> {
    match guarded(config, agents(), watch) {
        Ok(Ok(played)) => Ok(Ok(played)),
        Ok(Err(GameError::Agent { seat, error, position })) => {
            Ok(Err(Box::new(Forfeit { seat, error, position: *position })))
        }
        Ok(Err(error)) => Err(error),
        Err(text) => {
            // The same game again, watched: it panics in the same place.
            let mut last = Last(None);
            let _ = guarded(config, agents(), &mut last);
            let (position, _) = config.begin(agents().len())?;
            let (position, seat) = last.0.unwrap_or((position, 0));
            Ok(Err(Box::new(Forfeit { seat, error: AgentError::Crashed(text), position })))
        }
    }
}

fn guarded(
    config: &GameConfig<'_>,
    mut agents: Vec<Box<dyn Agent>>,
    watch: &mut dyn Watch,
) -> Result<Result<Played, GameError>, String> {
    PANIC.with(|slot| *slot.borrow_mut() = Some(String::new()));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        let played = play(config, &mut agents, watch);
        // An agent may panic when it is dropped, too.
        drop(std::mem::take(&mut agents));
        played
    }));
    let text = PANIC.with(|slot| slot.borrow_mut().take());
    outcome.map_err(|_| text.unwrap_or_default())
}
