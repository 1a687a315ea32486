//! How an outside bot is started.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a bot's process is, and how long it may take.
#[derive(Clone, Debug, PartialEq)]
pub struct BotCommand {
    /// The program and its arguments; at least one word. It is started in the working directory.
    pub words: Vec<String>,
    /// Most time on the wall clock from the start until it is ready.
    pub start: Duration,
    /// Most time on the wall clock for a decision. Where there is none, a budget in time bounds it, or else
    /// [`DECISION`](Self::DECISION).
    pub decision: Option<Duration>,
    /// Whether it always answers the same to the same lines.
    pub deterministic: bool,
}

impl BotCommand {
    /// The time until a bot must be ready, where none is given.
    pub const START: Duration = Duration::from_secs(10);
    /// The time for a decision, where none is given and the budget is none in time.
    pub const DECISION: Duration = Duration::from_secs(60);
    /// What a bot has beyond a budget in time before it is ended, so that a busy machine costs nobody a game.
    pub const GRACE: Duration = Duration::from_secs(1);

    /// A bot of these words with the usual times.
    pub fn new(words: Vec<String>) -> BotCommand {
        BotCommand { words, start: BotCommand::START, decision: None, deterministic: false }
    }

    /// Where the program is: as it stands if it holds a `/`, else in the directories of `PATH`. None where there is none.
    pub fn program(&self) -> Option<PathBuf> {
        let name = Path::new(self.words.first()?);
        if name.components().count() > 1 || name.is_absolute() {
            return name.is_file().then(|| name.to_owned());
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
    }
}

/// The words as a shell would take them.
impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("process")?;
        let plain = |c: char| c.is_alphanumeric() || "-_./+=:@,".contains(c);
        for word in &self.words {
            if !word.is_empty() && word.chars().all(plain) {
                write!(f, " {word}")?;
            } else {
                write!(f, " '{}'", word.replace('\'', "'\\''"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_looked_for_where_a_shell_would() {
        let of = |word: &str| BotCommand::new(vec![word.into()]).program();
        assert!(of("sh").is_some());
        assert!(of("/bin/sh").is_some());
        assert_eq!(of("no-program-of-this-name"), None);
        assert_eq!(of("./sh"), None);
        assert_eq!(BotCommand::new(Vec::new()).program(), None);
    }

    #[test]
    fn it_is_shown_so_that_it_can_be_copied() {
        let words = ["python3", "my bot.py", "--it's"].map(String::from).to_vec();
        assert_eq!(BotCommand::new(words).to_string(), "process python3 'my bot.py' '--it'\\''s'");
    }
}
