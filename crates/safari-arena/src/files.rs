//! The files of a run: rows stream into files of another name, which take their own name when the run ends.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use safari_data::{GameRow, Manifest, SeatRow, StandingRow, TimingRow};
use serde::Serialize;

use crate::forfeit::Forfeit;
use crate::runner::Sink;
use crate::tournament::GameOutcome;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

const GAMES: &str = "games.csv";
const SEATS: &str = "seats.csv";
const STANDINGS: &str = "standings.csv";
const TIMING: &str = "timing.csv";
const RECORDS: &str = "records";
const FORFEITS: &str = "forfeits";

/// Whether a run leaves a file of this name in its directory, or is writing it.
pub fn is_run_file(name: &str) -> bool {
    let name = name.strip_suffix(".part").unwrap_or(name);
    [GAMES, SEATS, STANDINGS, TIMING, RECORDS, FORFEITS, MANIFEST].contains(&name)
}

/// The columns, so that a file without rows has a head, too.
mod columns {
    pub const GAMES: &str = "game,set,deal,line_up,rotation,players,turns,decisions,forced,forfeit";
    pub const SEATS: &str = "game,set,deal,seat,agent,score,rank,win_share,dig,extend,hole,trail,bush,ranger,\
                             final_trail,final_bush,final_animals,meeples,animal_tiles,decisions";
    pub const STANDINGS: &str = "agent,games,win_share,win_share_lo,win_share_hi,mean_score,mean_score_lo,\
                                 mean_score_hi,mean_margin,mean_rank,deals,forfeits";
    pub const TIMING: &str =
        "agent,timed_decisions,seconds,seconds_per_decision,iterations_per_s,games_per_s";
}

/// A CSV file that grows.
type Rows = csv::Writer<BufWriter<File>>;

/// The growing files of a run.
pub struct RunFiles {
    dir: PathBuf,
    /// The command that plays a game again, but for its number.
    again: String,
    games: Rows,
    seats: Rows,
    /// Games whose record or forfeit is written.
    records: BTreeSet<u64>,
    forfeits: BTreeSet<u64>,
}

fn part(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.part"))
}

/// An empty file with its head, locked against another run.
fn begin(dir: &Path, name: &str, columns: &str) -> io::Result<Rows> {
    let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(part(dir, name))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            return Err(io::Error::new(ErrorKind::ResourceBusy, "another run is writing there"));
        }
        // Where the file system has no locks, nothing is lost but this check.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    file.set_len(0)?;
    writeln!(file, "{columns}")?;
    Ok(csv::WriterBuilder::new().has_headers(false).from_writer(BufWriter::new(file)))
}

impl RunFiles {
    /// Opens the files in a directory, which is made where there is none.
    ///
    /// A directory without a manifest gets one at once, so that what is left of a run that was killed says what it is.
    /// `command` is the name by which the program is called, for what reproduces a forfeit.
    ///
    /// # Errors
    /// They cannot be made, or another run is writing them.
    pub fn create(dir: &Path, manifest: &Manifest, command: &str) -> io::Result<RunFiles> {
        fs::create_dir_all(dir)?;
        let files = RunFiles {
            dir: dir.to_owned(),
            again: format!("{} replay {} --game", word(command), word(&dir.display().to_string())),
            games: begin(dir, GAMES, columns::GAMES)?,
            seats: begin(dir, SEATS, columns::SEATS)?,
            records: BTreeSet::new(),
            forfeits: BTreeSet::new(),
        };
        if !dir.join(MANIFEST).exists() {
            replace(dir, MANIFEST, text_of(manifest)?.as_bytes())?;
        }
        Ok(files)
    }

    /// Ends the run: all files get their names, the manifest last, and records and forfeits of an earlier one go.
    ///
    /// # Errors
    /// Something cannot be written; files of an earlier run are then as they were, or whole new ones.
    pub fn finish(
        self,
        standings: &[StandingRow],
        timing: &[TimingRow],
        manifest: &Manifest,
    ) -> io::Result<()> {
        let RunFiles { dir, games, seats, records, forfeits, .. } = self;
        // The locked files stay open until all is done.
        let mut open = Vec::new();
        for (name, writer) in [(GAMES, games), (SEATS, seats)] {
            let file =
                writer.into_inner().map_err(|e| e.into_error())?.into_inner().map_err(|e| e.into_error())?;
            file.sync_all()?;
            fs::rename(part(&dir, name), dir.join(name))?;
            open.push(file);
        }
        replace(&dir, STANDINGS, &rows(columns::STANDINGS, standings)?)?;
        replace(&dir, TIMING, &rows(columns::TIMING, timing)?)?;
        clear(&dir.join(RECORDS), "json", &records)?;
        clear(&dir.join(FORFEITS), "txt", &forfeits)?;
        replace(&dir, MANIFEST, text_of(manifest)?.as_bytes())
    }

    /// Ends the run and leaves the files of an earlier one as they were.
    ///
    /// # Errors
    /// What was written cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(part(&self.dir, GAMES))?;
        fs::remove_file(part(&self.dir, SEATS))
    }
}

impl Sink for RunFiles {
    fn game(&mut self, outcome: &GameOutcome) -> io::Result<()> {
        let game = outcome.game.game;
        self.games.serialize::<&GameRow>(&outcome.game).map_err(csv_error)?;
        outcome.seats.iter().try_for_each(|row| self.seats.serialize::<&SeatRow>(row)).map_err(csv_error)?;
        if let Some(record) = &outcome.record {
            let records = self.dir.join(RECORDS);
            fs::create_dir_all(&records)?;
            // Without waiting for the disk: there may be thousands a second.
            write_whole(&records, &format!("{game}.json"), record.to_json().as_bytes(), false)?;
            self.records.insert(game);
        }
        if let Some(forfeit) = &outcome.forfeit {
            let forfeits = self.dir.join(FORFEITS);
            fs::create_dir_all(&forfeits)?;
            let text = forfeit_text(outcome, forfeit, &self.again);
            write_whole(&forfeits, &format!("{game}.txt"), text.as_bytes(), false)?;
            self.forfeits.insert(game);
        }
        Ok(())
    }
}

/// What a forfeit was and how to see it again.
fn forfeit_text(outcome: &GameOutcome, forfeit: &Forfeit, again: &str) -> String {
    let game = outcome.game.game;
    let seats: Vec<&str> = outcome.seats.iter().map(|row| row.agent.as_str()).collect();
    format!(
        "game {game}: seat {} ({}) forfeits: {}\nseats: {}\nasked so far: {} times\nagain: {again} {game}\n\nthe position:\n{}",
        forfeit.seat,
        seats.get(forfeit.seat).unwrap_or(&""),
        forfeit.error,
        seats.join(", "),
        forfeit.asked,
        forfeit.position.to_text()
    )
}

/// A word as a shell takes it.
fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+=:@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

fn text_of(manifest: &Manifest) -> io::Result<String> {
    serde_json::to_string_pretty(manifest).map(|text| text + "\n").map_err(io::Error::other)
}

fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Rows as CSV.
fn rows<T: Serialize>(columns: &str, rows: &[T]) -> io::Result<Vec<u8>> {
    let head = format!("{columns}\n").into_bytes();
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(head);
    rows.iter().try_for_each(|row| writer.serialize(row)).map_err(csv_error)?;
    writer.into_inner().map_err(|e| e.into_error())
}

/// Removes the files `NUMBER.extension` of games that are not among these.
fn clear(dir: &Path, extension: &str, games: &BTreeSet<u64>) -> io::Result<()> {
    let entries = match dir.read_dir() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        let game: Option<u64> =
            path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
        if path.extension().is_some_and(|found| found == extension)
            && game.is_some_and(|game| !games.contains(&game))
        {
            fs::remove_file(path)?;
        }
    }
    // It stays where it holds anything else.
    if games.is_empty() {
        fs::remove_dir(dir).ok();
    }
    Ok(())
}

/// Writes a file whole: under another name, then renamed.
///
/// # Errors
/// It cannot be written; the old file is then as it was.
pub fn replace(dir: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    write_whole(dir, name, bytes, true)
}

fn write_whole(dir: &Path, name: &str, bytes: &[u8], sync: bool) -> io::Result<()> {
    let path = part(dir, name);
    let mut file = File::create(&path)?;
    file.write_all(bytes)?;
    if sync {
        file.sync_all()?;
    }
    drop(file);
    fs::rename(path, dir.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head that serde would write for a row.
    fn head<T: Serialize>(row: &T) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).expect("plain data");
        let text = String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("text");
        text.lines().next().expect("a head").to_owned()
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(
            ["results/quick", "a b", "it's", ""].map(word),
            ["results/quick", "'a b'", "'it'\\''s'", "''"]
        );
    }

    #[test]
    fn the_columns_are_those_of_the_rows() {
        let game = GameRow {
            game: 0,
            set: 0,
            deal: 0,
            line_up: 0,
            rotation: 0,
            players: 2,
            turns: 72,
            decisions: 150,
            forced: 3,
            forfeit: None,
        };
        assert_eq!(head(&game), columns::GAMES);
        let seat = SeatRow {
            game: 0,
            set: 0,
            deal: 0,
            seat: 0,
            agent: String::new(),
            score: 0,
            rank: 1,
            win_share: 1.0,
            dig: 0,
            extend: 0,
            hole: 0,
            trail: 0,
            bush: 0,
            ranger: 0,
            final_trail: 0,
            final_bush: 0,
            final_animals: 0,
            meeples: 0,
            animal_tiles: 0,
            decisions: 0,
        };
        assert_eq!(head(&seat), columns::SEATS);
        let standing = StandingRow {
            agent: String::new(),
            games: 0,
            win_share: 0.0,
            win_share_lo: 0.0,
            win_share_hi: 0.0,
            mean_score: 0.0,
            mean_score_lo: None,
            mean_score_hi: None,
            mean_margin: 0.0,
            mean_rank: 0.0,
            deals: 0,
            forfeits: 0,
        };
        assert_eq!(head(&standing), columns::STANDINGS);
        let timing = TimingRow {
            agent: String::new(),
            timed_decisions: 0,
            seconds: 0.0,
            seconds_per_decision: 0.0,
            iterations_per_s: 0.0,
            games_per_s: None,
        };
        assert_eq!(head(&timing), columns::TIMING);
    }
}
