//! The tables of a run, from its CSV files alone.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use safari_data::{GameRow, SeatRow};
use safari_stats::Tables;
use serde::de::DeserializeOwned;

use crate::files::{GAMES, SEATS};

/// Why the rows of a run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file cannot be opened or read.
    #[error("cannot read `{}`: {error}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is none of its file, or the two files do not fit together.
    #[error("{}: line {line}: {message}", .file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
}

/// A CSV file read row by row.
struct Rows {
    file: PathBuf,
    reader: csv::Reader<File>,
    record: csv::StringRecord,
    head: csv::StringRecord,
}

impl Rows {
    fn open(dir: &Path, name: &str) -> Result<Rows, ReadError> {
        let file = dir.join(name);
        let opened = File::open(&file).map_err(|error| ReadError::File { file: file.clone(), error })?;
        let mut reader = csv::Reader::from_reader(opened);
        let head = reader.headers().cloned().map_err(|error| wrong(&file, 1, &error))?;
        if head.is_empty() {
            return Err(ReadError::Line {
                file,
                line: 1,
                message: "the file is empty, without even a head".into(),
            });
        }
        Ok(Rows { file, reader, record: csv::StringRecord::new(), head })
    }

    fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ReadError> {
        let line = self.line();
        match self.reader.read_record(&mut self.record) {
            Ok(false) => Ok(None),
            Ok(true) => {
                let row = self.record.deserialize(Some(&self.head));
                row.map(Some).map_err(|error| wrong(&self.file, line, &error))
            }
            Err(error) => Err(wrong(&self.file, line, &error)),
        }
    }

    /// The line that is read next.
    fn line(&self) -> u64 {
        self.reader.position().line()
    }

    fn unfit(&self, line: u64, message: String) -> ReadError {
        ReadError::Line { file: self.file.clone(), line, message }
    }
}

/// An error of the CSV reader in plain words.
fn wrong(file: &Path, line: u64, error: &csv::Error) -> ReadError {
    let message = match error.kind() {
        csv::ErrorKind::Io(error) => {
            return ReadError::File {
                file: file.to_owned(),
                error: io::Error::new(error.kind(), error.to_string()),
            };
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("it has {len} fields, but the head has {expected_len}")
        }
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("column {}: {}", field + 1, err.kind()),
            None => err.to_string(),
        },
        csv::ErrorKind::Utf8 { .. } => "it is no UTF-8 text".into(),
        _ => error.to_string(),
    };
    ReadError::Line { file: file.to_owned(), line, message }
}

/// What in a row cannot be, if anything.
fn unlike(row: &SeatRow, game: &GameRow) -> Option<String> {
    let points: u64 = row.points().into_iter().map(u64::from).sum();
    match () {
        () if row.set != game.set => {
            Some(format!("set {} belongs here, by `{GAMES}`, not set {}", game.set, row.set))
        }
        () if points != u64::from(row.score) => {
            Some(format!("score is {}, but the points by source sum to {points}", row.score))
        }
        () if row.agent.is_empty() || row.agent.chars().any(char::is_control) => {
            Some("agent must not be empty or hold control characters".into())
        }
        () if row.agent == "all" => Some("no agent can be called `all`, as the row of all agents is".into()),
        () => None,
    }
}

/// Reads `games.csv` and `seats.csv` of a directory and adds them to tables that are empty.
///
/// # Errors
/// A file is missing or has a line that does not fit; the message names it.
pub fn read_tables(dir: &Path, mut tables: Tables) -> Result<Tables, ReadError> {
    let (mut games, mut seats) = (Rows::open(dir, GAMES)?, Rows::open(dir, SEATS)?);
    let mut last: Option<GameRow> = None;
    let mut own: Vec<SeatRow> = Vec::new();
    let mut line = games.line();
    while let Some(game) = games.next::<GameRow>()? {
        if !(2..=safari_core::MAX_PLAYERS as u32).contains(&game.players) {
            let message =
                format!("players is {}, but a game has 2 to {}", game.players, safari_core::MAX_PLAYERS);
            return Err(games.unfit(line, message));
        }
        if let Some(last) = &last {
            let what = match () {
                () if game.game <= last.game => {
                    Some(format!("game {} comes after game {}", game.game, last.game))
                }
                () if game.deal < last.deal => {
                    Some(format!("deal {} comes after deal {}", game.deal, last.deal))
                }
                () if game.players != last.players => {
                    Some(format!("players is {}, but was {} before", game.players, last.players))
                }
                () => None,
            };
            if let Some(message) = what {
                return Err(games.unfit(line, message));
            }
        }
        own.clear();
        for seat in 0..game.players {
            let at = seats.line();
            let Some(row) = seats.next::<SeatRow>()? else {
                return Err(
                    seats.unfit(at, format!("the file ends before seat {seat} of game {}", game.game))
                );
            };
            if row.game != game.game || row.seat != seat || row.deal != game.deal {
                let message = format!(
                    "seat {seat} of game {} of deal {} belongs here, not seat {} of game {} of deal {}",
                    game.game, game.deal, row.seat, row.game, row.deal
                );
                return Err(seats.unfit(at, message));
            }
            if let Some(message) = unlike(&row, &game) {
                return Err(seats.unfit(at, message));
            }
            if !(0.0..=1.0).contains(&row.win_share) || !(1..=game.players).contains(&row.rank) {
                let message = format!(
                    "win_share is {} and rank {}, but they lie in 0 to 1 and 1 to {}",
                    row.win_share, row.rank, game.players
                );
                return Err(seats.unfit(at, message));
            }
            own.push(row);
        }
        let shares: f64 = own.iter().map(|row| row.win_share).sum();
        if (shares - 1.0).abs() > 1e-9 {
            let message = format!("the win shares of game {} sum to {shares}, not to 1", game.game);
            return Err(seats.unfit(seats.line() - 1, message));
        }
        tables.add(&game, &own);
        last = Some(game);
        line = games.line();
    }
    let at = seats.line();
    match seats.next::<SeatRow>()? {
        Some(row) => Err(seats.unfit(at, format!("there is no game {} in `{GAMES}`", row.game))),
        None => Ok(tables),
    }
}
