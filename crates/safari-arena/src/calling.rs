//! Which agent this thread is calling: whose a panic is.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use safari_agents::AgentError;

thread_local! {
    /// The seat + 1 whose agent is being called, 0 outside of such calls. A panic leaves it as it was.
    static CALLED: Cell<u8> = const { Cell::new(0) };
    /// Where the last panic in such a call was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls the agent of a seat; where it panics, [`catch`] tells whose it was.
#[inline(always)]
pub(crate) fn calling<T>(seat: usize, call: impl FnOnce() -> T) -> T {
    CALLED.set(seat as u8 + 1);
    let answer = call();
    CALLED.set(0);
    answer
}

/// Does something that calls agents; a panic of one is an error with its seat, and any other goes on.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, (usize, AgentError)> {
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(answer) => Ok(answer),
        Err(payload) => match CALLED.take() {
            0 => panic::resume_unwind(payload),
            seat => Err((usize::from(seat) - 1, crash(&*payload))),
        },
    }
}

/// Does something of an agent within [`calling`]; a panic is its error, and the call goes on.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, AgentError> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| crash(&*payload))
}

/// The last panic as an error.
fn crash(payload: &(dyn Any + Send)) -> AgentError {
    let place = PLACE.with_borrow_mut(std::mem::take);
    AgentError::Crashed(format!("{}{place}", text_of(payload)))
}

/// Makes panics of agents quiet where [`play_or_forfeit`](crate::play_or_forfeit) catches them; all others are told as before.
///
/// Only the first call in a program counts.
pub fn catch_agent_panics() {
    static DONE: Once = Once::new();
    DONE.call_once(set_hook);
}

fn set_hook() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if CALLED.get() != 0 {
            let place = info.location().map_or(String::new(), |at| format!(" at {at}"));
            PLACE.with_borrow_mut(|last| *last = place);
        } else {
            before(info);
        }
    }));
}

fn text_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a text")
}
