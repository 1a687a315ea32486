//! The files of a run: rows stream into files of another name, which take their own name when the run ends.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use safari_data::{GameRow, Manifest, SeatRow, StandingRow, TimingRow};
use serde::Serialize;

use crate::forfeit::Forfeit;
use crate::tournament::{GameOutcome, Sink};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The growing files of a run.
pub struct RunFiles {
    dir: PathBuf,
    games: csv::Writer<BufWriter<File>>,
    seats: csv::Writer<BufWriter<File>>,
}

const GAMES: &str = "games.csv";
const SEATS: &str = "seats.csv";

fn part(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.part"))
}

fn writer(path: &Path) -> io::Result<csv::Writer<BufWriter<File>>> {
    Ok(csv::WriterBuilder::new().from_writer(BufWriter::new(File::create(path)?)))
}

impl RunFiles {
    /// Opens the files in a directory, which is made where there is none.
    ///
    /// # Errors
    /// They cannot be made.
    pub fn create(dir: &Path) -> io::Result<RunFiles> {
        fs::create_dir_all(dir)?;
        Ok(RunFiles {
            dir: dir.to_owned(),
            games: writer(&part(dir, GAMES))?,
            seats: writer(&part(dir, SEATS))?,
        })
    }

    /// Ends the run: all files get their names, the manifest last.
    ///
    /// # Errors
    /// Something cannot be written; files of an earlier run are then as they were, or whole new ones.
    pub fn finish(
        mut self,
        standings: &[StandingRow],
        timing: &[TimingRow],
        manifest: &Manifest,
    ) -> io::Result<()> {
        self.games.flush()?;
        self.seats.flush()?;
        for (name, writer) in [(GAMES, self.games), (SEATS, self.seats)] {
            let file =
                writer.into_inner().map_err(|e| e.into_error())?.into_inner().map_err(|e| e.into_error())?;
            file.sync_all()?;
            fs::rename(part(&self.dir, name), self.dir.join(name))?;
        }
        replace(&self.dir, "standings.csv", &rows(standings)?)?;
        replace(&self.dir, "timing.csv", &rows(timing)?)?;
        let mut text = serde_json::to_string_pretty(manifest).map_err(io::Error::other)?;
        text.push('\n');
        replace(&self.dir, MANIFEST, text.as_bytes())
    }
}

impl Sink for RunFiles {
    fn game(&mut self, outcome: &GameOutcome) -> io::Result<()> {
        write::<GameRow>(&mut self.games, &outcome.game)?;
        outcome.seats.iter().try_for_each(|row| write::<SeatRow>(&mut self.seats, row))?;
        if let Some(record) = &outcome.record {
            let records = self.dir.join("records");
            fs::create_dir_all(&records)?;
            replace(&records, &format!("{}.json", outcome.game.game), record.to_json().as_bytes())?;
        }
        if let Some(forfeit) = &outcome.forfeit {
            let forfeits = self.dir.join("forfeits");
            fs::create_dir_all(&forfeits)?;
            let text = forfeit_text(outcome, forfeit, &self.dir);
            replace(&forfeits, &format!("{}.txt", outcome.game.game), text.as_bytes())?;
        }
        Ok(())
    }
}

/// What a forfeit was and how to see it again.
fn forfeit_text(outcome: &GameOutcome, forfeit: &Forfeit, dir: &Path) -> String {
    let game = outcome.game.game;
    let agent = outcome.seats.get(forfeit.seat).map_or("", |row| row.agent.as_str());
    format!(
        "game {game}: seat {} ({agent}) forfeits: {}\nagain: safari replay {} --game {game}\n\nthe position:\n{}",
        forfeit.seat,
        forfeit.error,
        dir.display(),
        forfeit.position.to_text()
    )
}

fn write<T: Serialize>(writer: &mut csv::Writer<BufWriter<File>>, row: &T) -> io::Result<()> {
    writer.serialize(row).map_err(csv_error)
}

fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Rows as CSV.
fn rows<T: Serialize>(rows: &[T]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row).map_err(csv_error))?;
    writer.into_inner().map_err(|e| e.into_error())
}

/// Writes a file whole: under another name, then renamed.
///
/// # Errors
/// It cannot be written; the old file is then as it was.
pub fn replace(dir: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = part(dir, name);
    let mut file = File::create(&path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(path, dir.join(name))
}
