//! Exit codes, a part of the interface: scripts rely on them.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Fine = 0,
    /// It failed: an agent, the machine, or a bug.
    Failure = 1,
    /// The input was wrong: arguments, a file, a record. Trying again changes nothing.
    Input = 2,
    /// Something outside was in the way, such as a full disk; the same command may work later.
    Retry = 75,
    /// Somebody pressed Ctrl-C, or the system ends us (SIGTERM, SIGHUP).
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// For `--help`.
pub(crate) const EXITS: &str = "\
Exit codes:
    0  fine
    1  failure: an agent or the machine failed, or there is a bug
    2  wrong input: arguments, a file or a record; the message says what would be right
   75  worth a retry: something outside was in the way, such as a full disk
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP";
