//! The journal of a run: a line of JSON for everything that was decided or played, in order, only ever appended to.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::acceptance::Verdict;
use super::play::Sums;

/// How often the journal is brought to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A candidate as the journal names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// Its number, 0 for the base.
    pub id: u32,
    /// `key=value:key=value`.
    pub setting: String,
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// What the run is.
    Begin {
        /// Always `safari-tuning`.
        format: String,
        /// 1.
        version: u32,
        /// Hash of all that decides the results.
        config_hash: String,
        /// Hash of the tile set.
        tileset: String,
        /// The behaviour of rules and agents.
        signature: String,
        /// Evaluations of the search, a deal in all seats each.
        evaluations: u64,
    },
    /// What the optimiser asks for.
    Batch {
        /// Its number, from 0.
        number: u64,
        /// Who is played.
        candidates: Vec<Trial>,
        /// On which deals: the first, and the one after the last.
        deals: [u64; 2],
    },
    /// Evaluations of a batch, deal by deal, within a deal candidate by candidate.
    Scores {
        /// The batch.
        batch: u64,
        /// How many evaluations of it come before.
        from: u64,
        /// Score, margin, rank and win share in sixtieths, each summed over the games of a deal.
        sums: Vec<Sums>,
    },
    /// Who leads after a batch: the mean of the objective over its deals, with the ends of its interval.
    Leader {
        /// The batch.
        batch: u64,
        /// Evaluations so far.
        evaluations: u64,
        /// Its number.
        candidate: u32,
        /// The mean.
        mean: f64,
        /// Lower end.
        lo: Option<f64>,
        /// Upper end.
        hi: Option<f64>,
        /// Deals that these are taken over.
        deals: u64,
    },
    /// A round of a test: for each deal what the winner and what the base got.
    Test {
        /// `pool` or `held_out`.
        opponents: String,
        /// How many deals come before.
        from: u64,
        /// Winner and base.
        sets: Vec<[Sums; 2]>,
    },
    /// How the run ended.
    Verdict(Verdict),
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is none of a journal.
    #[error("line {line}: {message}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It is the journal of another run.
    #[error("it is of another run: its {what} differs; name another directory, or remove this one")]
    Other {
        /// What differs.
        what: &'static str,
    },
    /// The run does not do what the journal says that it did.
    #[error(
        "line {line} is of another run or another version of the program, which would go on differently; \
         name another directory"
    )]
    Differs {
        /// From 1.
        line: usize,
    },
}

/// The journal of a run that may have been under way before.
pub(super) struct Journal {
    file: File,
    /// Lines of an earlier run that were not come to yet.
    known: VecDeque<String>,
    line: usize,
    synced: Instant,
}

impl Journal {
    /// Opens a journal, makes it where there is none, and cuts a torn last line off.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let mut file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run is writing there").into());
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let lines = lines(&bytes[..whole])?;
        Ok(Journal { file, known: lines.into(), line: 0, synced: Instant::now() })
    }

    /// The next line of an earlier run, without taking it.
    pub fn peek(&self) -> Result<Option<Entry>, JournalError> {
        self.known.front().map(|line| entry(line, self.line + 1)).transpose()
    }

    /// Takes the next line of an earlier run, where there is one.
    pub fn recall(&mut self) -> Result<Option<Entry>, JournalError> {
        let next = self.peek()?;
        if next.is_some() {
            self.known.pop_front();
            self.line += 1;
        }
        Ok(next)
    }

    /// What a line of an earlier run should have been.
    pub fn differs(&self) -> JournalError {
        JournalError::Differs { line: self.line }
    }

    /// Writes what was decided, or checks that the earlier run had decided the same.
    pub fn put(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let text = serde_json::to_string(entry).map_err(io::Error::other)?;
        self.line += 1;
        match self.known.pop_front() {
            Some(known) if known == text => Ok(()),
            Some(_) => Err(JournalError::Differs { line: self.line }),
            None => {
                self.file.write_all((text + "\n").as_bytes())?;
                if self.synced.elapsed() >= SYNC {
                    self.sync()?;
                }
                Ok(())
            }
        }
    }

    /// Brings it to the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        self.file.sync_data()
    }
}

fn lines(bytes: &[u8]) -> Result<Vec<String>, JournalError> {
    let text = |(place, line): (usize, &[u8])| {
        String::from_utf8(line.to_vec())
            .map_err(|_| JournalError::Line { line: place + 1, message: "it is no text in UTF-8".into() })
    };
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    // After the last end of a line there is nothing.
    lines.pop();
    lines.into_iter().enumerate().map(text).collect()
}

fn entry(text: &str, line: usize) -> Result<Entry, JournalError> {
    serde_json::from_str(text).map_err(|error| JournalError::Line { line, message: error.to_string() })
}

/// Reads the whole lines of a journal.
///
/// # Errors
/// It cannot be read, or a line is none of a journal.
pub fn read_journal(path: &Path) -> Result<Vec<Entry>, JournalError> {
    let bytes = std::fs::read(PathBuf::from(path))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = lines(&bytes[..whole])?;
    lines.iter().enumerate().map(|(place, line)| entry(line, place + 1)).collect()
}
