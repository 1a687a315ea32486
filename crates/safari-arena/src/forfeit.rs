//! Games that an agent could not finish.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use safari_agents::{Agent, AgentError, Choice, Ctx, Event, GameInfo};
use safari_core::{MAX_PLAYERS, Position};

use crate::game::{GameConfig, GameError, Played, Watch, play};

/// Who forfeited a game, why and where.
#[derive(Clone, Debug)]
pub struct Forfeit {
    /// The seat.
    pub seat: usize,
    /// What happened.
    pub error: AgentError,
    /// The position in which it happened; the last one where the agent failed after the end.
    pub position: Position,
    /// Decisions that the seat was asked for, the one that it failed in included.
    pub asked: u32,
}

thread_local! {
    /// Whether this thread is in a call of an agent.
    static IN_AGENT: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic in such a call was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes panics of agents quiet where [`play_or_forfeit`] catches them; all others are told as before.
pub fn catch_agent_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if IN_AGENT.get() {
            let place = info.location().map_or(String::new(), |at| format!(" at {at}"));
            PLACE.with_borrow_mut(|last| *last = place);
        } else {
            before(info);
        }
    }));
}

/// Calls an agent; its panic is an error.
fn caught<T>(call: impl FnOnce() -> T) -> Result<T, AgentError> {
    let outside = IN_AGENT.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(call));
    IN_AGENT.set(outside);
    outcome.map_err(|payload| {
        let place = PLACE.with_borrow_mut(std::mem::take);
        AgentError::Crashed(format!("{}{place}", text_of(&*payload)))
    })
}

fn text_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a text")
}

/// What agents did where no error can be returned: the first seat that failed, and how.
type Late = Arc<Mutex<Option<(usize, AgentError)>>>;

/// An agent whose panics are errors.
struct Walled {
    inner: Option<Box<dyn Agent>>,
    seat: usize,
    late: Late,
}

impl Walled {
    fn inner(&mut self) -> &mut dyn Agent {
        self.inner.as_deref_mut().expect("it is there until the drop")
    }

    fn note(&self, error: AgentError) {
        self.late.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((self.seat, error));
    }
}

impl Agent for Walled {
    fn start(&mut self, info: &GameInfo) -> Result<(), AgentError> {
        caught(|| self.inner().start(info))?
    }

    fn observe(&mut self, event: &Event, position: &Position) -> Result<(), AgentError> {
        caught(|| self.inner().observe(event, position))?
    }

    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        caught(|| self.inner().choose(position, ctx))?
    }

    fn end(&mut self, position: &Position) {
        if let Err(error) = caught(|| self.inner().end(position)) {
            self.note(error);
        }
    }

    fn observes(&self) -> bool {
        caught(|| self.inner.as_ref().is_some_and(|inner| inner.observes())).unwrap_or_else(|error| {
            self.note(error);
            false
        })
    }
}

impl Drop for Walled {
    fn drop(&mut self) {
        if let Err(error) = caught(|| drop(self.inner.take())) {
            self.note(error);
        }
    }
}

/// A game played until its end, or until an agent failed.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game as far as it went.
    pub played: Played,
    /// Who forfeited it, if anyone.
    pub forfeit: Option<Box<Forfeit>>,
}

impl Finished {
    fn forfeited(seat: usize, error: AgentError, played: Played) -> Finished {
        let (position, asked) = (played.position, played.decisions[seat]);
        Finished { played, forfeit: Some(Box::new(Forfeit { seat, error, position, asked })) }
    }
}

/// Plays a game; where an agent fails, also by a panic, the game is a forfeit.
///
/// `build` makes the agent of a seat. An agent may fail while it is made, asked, told, and let go; what fails outside of
/// agents is no forfeit and goes on as a panic.
///
/// # Errors
/// The game cannot begin, or the watch stops it.
pub fn play_or_forfeit(
    config: &GameConfig<'_>,
    players: usize,
    build: &dyn Fn(usize) -> Box<dyn Agent>,
    watch: &mut dyn Watch,
) -> Result<Finished, GameError> {
    let late = Late::default();
    let mut agents: Vec<Box<dyn Agent>> = Vec::new();
    for seat in 0..players {
        match caught(|| build(seat)) {
            Ok(inner) => agents.push(Box::new(Walled { inner: Some(inner), seat, late: Arc::clone(&late) })),
            Err(error) => {
                let (position, _) = config.begin(players)?;
                let played = Played { position, decisions: [0; MAX_PLAYERS], forced: 0 };
                return Ok(Finished::forfeited(seat, error, played));
            }
        }
    }
    let outcome = play(config, &mut agents, watch);
    drop(agents);
    let late = late.lock().unwrap_or_else(PoisonError::into_inner).take();
    match outcome {
        Ok(played) => Ok(match late {
            Some((seat, error)) => Finished::forfeited(seat, error, played),
            None => Finished { played, forfeit: None },
        }),
        Err(GameError::Agent { seat, error, position, decisions, forced }) => {
            Ok(Finished::forfeited(seat, error, Played { position: *position, decisions, forced }))
        }
        Err(error) => Err(error),
    }
}
