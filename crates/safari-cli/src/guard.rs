//! What stands between a bug and the user: panics become a message, Ctrl-C an exit code.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::PROGRAM;
use crate::exit::Exit;

/// Becomes true where Ctrl-C asks a run to stop in good order.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// What a run that looks at [`STOP`] says when it is asked to stop.
type Said = Box<dyn Fn() + Send>;
static POLITE: Mutex<Option<Said>> = Mutex::new(None);

/// From now on Ctrl-C asks to stop by [`STOP`], which `said` tells, and ends the program only when pressed again.
pub(crate) fn stop_politely(said: impl Fn() + Send + 'static) {
    *POLITE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(said));
}

/// Runs a program whose panics are told as bugs and whose interruption ends it with its code.
pub(crate) fn guarded(program: impl FnOnce() -> Exit) -> Exit {
    // Files are written under another name and renamed, so there is nothing to tidy up. Without a handler
    // (none can be set twice) Ctrl-C still ends the program.
    let _ = ctrlc::set_handler(|| {
        // A run that can stop in good order is asked to first; a second Ctrl-C ends it at once.
        if let Some(said) = &*POLITE.lock().unwrap_or_else(PoisonError::into_inner)
            && !STOP.swap(true, Ordering::SeqCst)
        {
            safari_protocol::give_up();
            return said();
        }
        std::process::exit(Exit::Interrupted as i32)
    });
    let first = Arc::new(Mutex::new(None));
    let seen = Arc::clone(&first);
    let default = panic::take_hook();
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    panic::set_hook(Box::new(move |info| {
        if backtrace {
            default(info);
        }
        // Later ones are what the first one made of the other threads.
        seen.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| info.to_string());
    }));
    let outcome = panic::catch_unwind(AssertUnwindSafe(program));
    let _ = panic::take_hook();
    outcome.unwrap_or_else(|_| {
        let told = first.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        let line: Vec<String> = std::env::args().collect();
        let _ = writeln!(
            io::stderr(),
            "error: a bug stopped the program: {}\n  program: {PROGRAM}\n  command: {}\n\
             Please report these lines; RUST_BACKTRACE=1 shows more.",
            told.replace('\n', " "),
            line.join(" ")
        );
        Exit::Failure
    })
}
