//! What went wrong, in words for the user and as an exit code.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;

use safari_agents::did_you_mean;

use crate::exit::Exit;

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The user's input is wrong.
    Input(String),
    /// Something failed that is not the user's input.
    Failure(String),
    /// It may work later.
    Retry(String),
    /// Somebody pressed Ctrl-C; what was finished is kept.
    Interrupted(String),
    /// Whoever read our output has seen enough, as `head` does. Nothing is wrong.
    Closed,
}

impl Problem {
    /// Wrong input in a file: `FILE: message`.
    pub fn in_file(file: &str, message: impl Display) -> Problem {
        Problem::Input(format!("{file}: {message}"))
    }

    /// A file that cannot be read.
    pub fn reading(file: &Path, error: &io::Error) -> Problem {
        let name = file.display();
        match error.kind() {
            ErrorKind::NotFound => Problem::Input(format!("there is no file `{name}`{}", neighbour(file))),
            ErrorKind::IsADirectory => Problem::Input(format!("`{name}` is a directory, not a file")),
            ErrorKind::InvalidData => Problem::Input(format!("{name}: it is not text in UTF-8")),
            ErrorKind::PermissionDenied | ErrorKind::NotADirectory | ErrorKind::InvalidInput => {
                Problem::Input(format!("cannot read `{name}`: {error}"))
            }
            kind => Problem::by_kind(kind, format!("cannot read `{name}`: {error}")),
        }
    }

    /// A file that cannot be written.
    pub fn writing(file: &Path, error: &io::Error) -> Problem {
        let name = file.display();
        match error.kind() {
            ErrorKind::NotFound => {
                let parent = file.parent().unwrap_or(Path::new("")).display();
                Problem::Input(format!("cannot write `{name}`: there is no directory `{parent}`"))
            }
            ErrorKind::IsADirectory => {
                Problem::Input(format!("cannot write `{name}`: it is a directory; name a file"))
            }
            ErrorKind::PermissionDenied
            | ErrorKind::NotADirectory
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput => Problem::Input(format!("cannot write `{name}`: {error}")),
            kind => Problem::by_kind(kind, format!("cannot write `{name}`: {error}")),
        }
    }

    fn by_kind(kind: ErrorKind, message: String) -> Problem {
        match kind {
            ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded
            | ErrorKind::ResourceBusy
            | ErrorKind::ExecutableFileBusy
            | ErrorKind::Interrupted
            | ErrorKind::WouldBlock
            | ErrorKind::TimedOut
            | ErrorKind::StaleNetworkFileHandle
            | ErrorKind::OutOfMemory => Problem::Retry(message),
            _ => Problem::Failure(message),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Problem::Input(_) => Exit::Input,
            Problem::Failure(_) => Exit::Failure,
            Problem::Retry(_) => Exit::Retry,
            Problem::Interrupted(_) => Exit::Interrupted,
            Problem::Closed => Exit::Fine,
        }
    }

    /// What to tell the user, if anything.
    pub fn message(&self) -> Option<&str> {
        match self {
            Problem::Input(message)
            | Problem::Failure(message)
            | Problem::Retry(message)
            | Problem::Interrupted(message) => Some(message),
            Problem::Closed => None,
        }
    }
}

/// An error of standard output.
impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        match error.kind() {
            ErrorKind::BrokenPipe => Problem::Closed,
            kind => Problem::by_kind(kind, format!("cannot write to standard output: {error}")),
        }
    }
}

/// The file of the same directory whose name is nearest.
fn neighbour(file: &Path) -> String {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = parent.read_dir() else {
        return format!(", nor a directory `{}`", parent.display());
    };
    let names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let typed = file.file_name().unwrap_or_default().to_string_lossy();
    did_you_mean(&typed, names.iter().map(String::as_str))
}

/// Adds the nearest name to a message of serde such as ``unknown field `x`, expected one of `a`, `b` ``.
pub(crate) fn with_nearest(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    match (unknown, quoted.next()) {
        (true, Some(typed)) => format!("{message}{}", did_you_mean(typed, quoted)),
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_serde_get_the_nearest_name() {
        assert_eq!(
            with_nearest("unknown field `tokn`, expected `seat` or `token`"),
            "unknown field `tokn`, expected `seat` or `token`; did you mean `token`?"
        );
        assert_eq!(with_nearest("missing field `token`"), "missing field `token`");
    }
}
