//! The files of a run: a ledger while it goes on, CSV files in the order of games when it ends.
//!
//! Every set that is finished goes to the ledger at once, and to the CSV files under another name as soon as all before it
//! are finished. When the run ends, complete or not, they take their own names, each with a rename; a complete run needs
//! no ledger any more. What is known of a run is then: the rows of its CSV files as far as its manifest says, and the sets
//! in its ledger. Both only ever grow, so that a kill between any two steps loses nothing.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use safari_data::{Checksum, Manifest, Report, TimingRow};

use crate::forfeit::Forfeit;
use crate::ledger::{Contents, LEDGER, Ledger};
use crate::plan::{Plan, Set};
use crate::rows::{GameRows, SetText, columns};
use crate::runner::{Known, Sink};
use crate::table_files::{TABLES, csv_bytes, table_files};
use crate::timing::Usage;
use crate::tournament::GameOutcome;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

pub(crate) const GAMES: &str = "games.csv";
pub(crate) const SEATS: &str = "seats.csv";
pub(crate) const TIMING: &str = "timing.csv";
pub(crate) const RECORDS: &str = "records";
pub(crate) const FORFEITS: &str = "forfeits";

/// Whether a run leaves a file of this name in its directory, or is writing it.
pub fn is_run_file(name: &str) -> bool {
    let name = name.strip_suffix(".part").unwrap_or(name);
    [GAMES, SEATS, TIMING, RECORDS, FORFEITS, MANIFEST, LEDGER].contains(&name) || TABLES.contains(&name)
}

/// What an earlier run in the same directory has left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// Games in its CSV files.
    pub games: u64,
    /// Sets in its ledger; some of them may be in the CSV files, too.
    pub sets: u64,
    /// Whether the ledger's last line was torn, and was cut off.
    pub torn: bool,
    /// Lines of the ledger that were damaged; their sets are played again.
    pub damaged: u64,
}

/// The growing files of a run.
pub struct RunFiles {
    dir: PathBuf,
    /// The command that plays a game again, but for its number.
    again: String,
    ledger: Ledger,
    /// By number: where the ledger holds a set.
    at: BTreeMap<u64, u64>,
    /// The rows of an earlier run, and up to which set they go.
    prefix: Option<Prefix>,
    games: Grown,
    seats: Grown,
    /// Sets that are finished and wait for those before them.
    waiting: BTreeMap<u64, SetText>,
    used: Option<(Duration, Vec<Usage>)>,
    resumed: Resumed,
}

/// The rows of CSV files that a run has left, read from their start.
pub(crate) struct Part {
    games: BufReader<File>,
    seats: BufReader<File>,
}

impl Part {
    /// Opens the files of a directory that this manifest is of.
    pub fn open(dir: &Path, manifest: &Manifest) -> io::Result<Part> {
        Ok(Part { games: kept(dir, GAMES, manifest)?, seats: kept(dir, SEATS, manifest)? })
    }

    /// The rows of the next set.
    pub fn read(&mut self, set: &Set) -> io::Result<SetText> {
        let mut text = SetText::default();
        for _ in 0..set.games {
            let from = text.games.len();
            self.games.read_line(&mut text.games)?;
            // The number of players is the sixth column, before anything in quotes.
            let players = text.games[from..].split(',').nth(5).and_then(|players| players.parse().ok());
            for _ in 0..players.unwrap_or(0) {
                self.seats.read_line(&mut text.seats)?;
            }
        }
        Ok(text)
    }
}

/// What an earlier run has written.
struct Prefix {
    part: Part,
    /// How many games it has, and how many of them are not read yet.
    done: u64,
    left: u64,
}

/// A CSV file under its other name.
struct Grown {
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
    bytes: u64,
}

fn part(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.part"))
}

impl Grown {
    fn create(dir: &Path, name: &str, columns: &str) -> io::Result<Grown> {
        let file = BufWriter::with_capacity(1 << 16, File::create(part(dir, name))?);
        let mut grown = Grown { file, sum: crc32fast::Hasher::new(), bytes: 0 };
        grown.add(&format!("{columns}\n"))?;
        Ok(grown)
    }

    fn add(&mut self, text: &str) -> io::Result<()> {
        self.sum.update(text.as_bytes());
        self.bytes += text.len() as u64;
        self.file.write_all(text.as_bytes())
    }

    /// Gives the file its own name.
    fn finish(mut self, dir: &Path, name: &str) -> io::Result<Checksum> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(part(dir, name), dir.join(name))?;
        Ok(Checksum { bytes: self.bytes, crc32: format!("{:08x}", self.sum.finalize()) })
    }
}

/// Opens a CSV file that an earlier run left and checks that what the manifest says of it is still there.
///
/// It may be longer: a run that was extended may have been killed after the rename.
fn kept(dir: &Path, name: &str, manifest: &Manifest) -> io::Result<BufReader<File>> {
    let changed = |what: &str| {
        let message = format!("`{name}` {what}; put it back, or remove the directory to play all again");
        io::Error::new(ErrorKind::InvalidData, message)
    };
    let Some(expected) = manifest.checksums.get(name) else {
        return Err(changed("has no checksum in the manifest"));
    };
    let file = match File::open(dir.join(name)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(changed("is missing")),
        file => file?,
    };
    let mut rest = BufReader::with_capacity(1 << 16, &file).take(expected.bytes);
    let (mut sum, mut bytes) = (crc32fast::Hasher::new(), 0);
    loop {
        let chunk = rest.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        sum.update(chunk);
        let n = chunk.len();
        bytes += n as u64;
        rest.consume(n);
    }
    if bytes != expected.bytes || format!("{:08x}", sum.finalize()) != expected.crc32 {
        return Err(changed("is not as the run left it"));
    }
    let mut reader = BufReader::with_capacity(1 << 16, File::open(dir.join(name))?);
    reader.read_line(&mut String::new())?;
    Ok(reader)
}

impl RunFiles {
    /// Opens the files in a directory, which is made where there is none, and takes up what an earlier run has left.
    ///
    /// A directory without a manifest gets one at once, so that what is left of a run that was killed says what it is.
    /// `earlier` is the one that is there, which must be of the same run; `command` is the name by which the program is
    /// called, for what reproduces a forfeit.
    ///
    /// `deals` is how many the config has.
    ///
    /// # Errors
    /// The files cannot be made, another run is writing them or has just ended ([`ErrorKind::ResourceBusy`]), or they are not
    /// those that the manifest is of ([`ErrorKind::InvalidData`]).
    pub fn open(
        dir: &Path,
        manifest: &Manifest,
        earlier: Option<&Manifest>,
        (plan, deals): (&Plan, u64),
        command: &str,
    ) -> io::Result<RunFiles> {
        fs::create_dir_all(dir)?;
        // First what may be refused, so that a refused run leaves nothing.
        let done = earlier.map_or(0, |earlier| earlier.games_done);
        let prefix = match earlier {
            Some(earlier) if done > 0 => Some(Prefix { part: Part::open(dir, earlier)?, done, left: done }),
            _ => None,
        };
        let (ledger, contents) = Ledger::open(dir, &identity(manifest), earlier.is_some(), deals)?;
        if manifest_in(dir)?.as_ref() != earlier {
            if contents.sets.is_empty() {
                fs::remove_file(dir.join(LEDGER)).ok();
            }
            return Err(io::Error::new(ErrorKind::ResourceBusy, "another run has just written there"));
        }
        let Contents { sets: at, used, torn, damaged, .. } = contents;
        let used = match used {
            None if done > 0 => earlier_times(dir)?,
            used => used,
        };
        let files = RunFiles {
            dir: dir.to_owned(),
            again: format!("{} replay {} --game", word(command), word(&dir.display().to_string())),
            resumed: Resumed { games: done, sets: at.len() as u64, torn, damaged },
            ledger,
            at,
            prefix,
            games: Grown::create(dir, GAMES, columns::GAMES)?,
            seats: Grown::create(dir, SEATS, columns::SEATS)?,
            waiting: BTreeMap::new(),
            used,
        };
        // What belongs to games that will be played again goes.
        let known = files.known();
        clear(&dir.join(RECORDS), "json", |game| known.may_have(plan, game))?;
        clear(&dir.join(FORFEITS), "txt", |game| known.may_have(plan, game))?;
        if earlier.is_none() {
            replace(dir, MANIFEST, text_of(manifest)?.as_bytes())?;
        }
        Ok(files)
    }

    /// Ends a run that had nothing to play: everything stays as it was.
    ///
    /// # Errors
    /// What was begun cannot be removed.
    pub fn leave(self) -> io::Result<()> {
        for name in [GAMES, SEATS] {
            fs::remove_file(part(&self.dir, name))?;
        }
        fs::remove_file(self.dir.join(LEDGER))
    }

    /// What an earlier run has left.
    pub fn resumed(&self) -> &Resumed {
        &self.resumed
    }

    /// Writes the rows of a set; sets must come in the order of their numbers.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn put(&mut self, text: &SetText) -> io::Result<()> {
        self.games.add(&text.games)?;
        self.seats.add(&text.seats)
    }

    /// Ends the run: the files get their names, the manifest last; where `complete`, the ledger goes.
    ///
    /// # Errors
    /// Something cannot be written; nothing that was finished is lost then.
    pub fn finish(
        self,
        report: &Report,
        timing: &[TimingRow],
        manifest: &mut Manifest,
        complete: bool,
    ) -> io::Result<()> {
        let RunFiles { dir, games, seats, ledger, .. } = self;
        manifest.checksums.insert(GAMES.into(), games.finish(&dir, GAMES)?);
        manifest.checksums.insert(SEATS.into(), seats.finish(&dir, SEATS)?);
        for (name, bytes) in table_files(report)? {
            replace(&dir, name, &bytes)?;
        }
        replace(&dir, TIMING, &csv_bytes(columns::TIMING, timing)?)?;
        replace(&dir, MANIFEST, text_of(manifest)?.as_bytes())?;
        sync_directory(&dir)?;
        if complete {
            fs::remove_file(dir.join(LEDGER))?;
        }
        // It stays locked until all is done.
        drop(ledger);
        Ok(())
    }

    /// The next rows of the CSV files that an earlier run left.
    fn next_of_prefix(&mut self, set: &Set) -> io::Result<Option<SetText>> {
        let Some(prefix) = self.prefix.as_mut().filter(|prefix| prefix.left > 0) else { return Ok(None) };
        prefix.left -= set.games.min(prefix.left);
        prefix.part.read(set).map(Some)
    }
}

/// The manifest that is in a directory now.
fn manifest_in(dir: &Path) -> io::Result<Option<Manifest>> {
    match fs::read(dir.join(MANIFEST)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        text => serde_json::from_slice(&text?).map(Some).map_err(io::Error::other),
    }
}

/// What the agents of a complete run have used, from its times.
fn earlier_times(dir: &Path) -> io::Result<Option<(Duration, Vec<Usage>)>> {
    let path = dir.join(TIMING);
    if !path.exists() {
        return Ok(None);
    }
    let mut reader = csv::Reader::from_path(path).map_err(io::Error::other)?;
    let rows: Vec<TimingRow> = reader.deserialize().collect::<Result<_, _>>().map_err(io::Error::other)?;
    let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let usage = |row: &TimingRow| Usage {
        decisions: row.timed_decisions,
        time: time(row.seconds),
        iterations: (row.iterations_per_s * row.seconds).round() as u64,
    };
    let (all, agents): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.agent == "all");
    let elapsed = all.first().map_or(Duration::ZERO, |row| time(row.seconds));
    Ok(Some((elapsed, agents.into_iter().map(usage).collect())))
}

/// What tells one run from another.
fn identity(manifest: &Manifest) -> String {
    let Manifest { config_hash, seed, tileset, shard, .. } = manifest;
    format!("config {config_hash} seed {seed} tiles {tileset} shard {shard}")
}

impl Sink for RunFiles {
    fn known(&self) -> Known {
        let games = self.prefix.as_ref().map_or(0, |prefix| prefix.done);
        Known { games, sets: self.at.keys().copied().collect() }
    }

    fn used(&self) -> Option<(Duration, Vec<Usage>)> {
        self.used.clone()
    }

    fn finished(&mut self, set: &Set, outcomes: &[GameOutcome]) -> io::Result<()> {
        for outcome in outcomes {
            let game = outcome.game.game;
            if let Some(record) = &outcome.record {
                let records = self.dir.join(RECORDS);
                fs::create_dir_all(&records)?;
                // Without waiting for the disk: there may be thousands a second.
                write_whole(&records, &format!("{game}.json"), record.to_json().as_bytes(), false)?;
            }
            if let Some(text) = failure_texts(outcome, &self.again) {
                let forfeits = self.dir.join(FORFEITS);
                fs::create_dir_all(&forfeits)?;
                write_whole(&forfeits, &format!("{game}.txt"), text.as_bytes(), false)?;
            }
        }
        let text = SetText::of(outcomes);
        self.ledger.add(set.set, &text)?;
        self.waiting.insert(set.set, text);
        Ok(())
    }

    fn known_rows(&mut self, set: &Set) -> io::Result<Vec<GameRows>> {
        let text = match (self.next_of_prefix(set)?, self.at.get(&set.set)) {
            (Some(text), _) => text,
            (None, Some(&at)) => self.ledger.set(at)?,
            (None, None) => return Err(io::Error::other("nothing is known of the set")),
        };
        let rows = text.rows()?;
        if rows.iter().any(|(game, _)| game.set != set.set) || rows.len() as u64 != set.games {
            return Err(io::Error::new(ErrorKind::InvalidData, "rows of an earlier run are out of step"));
        }
        self.waiting.insert(set.set, text);
        Ok(rows)
    }

    fn next(&mut self, set: &Set) -> io::Result<()> {
        let text = self.waiting.remove(&set.set).unwrap_or_default();
        self.put(&text)
    }

    fn checkpoint(&mut self, elapsed: Duration, used: &[Usage]) -> io::Result<()> {
        self.ledger.checkpoint(elapsed, used)
    }
}

/// The failures of a game, if there were any.
fn failure_texts(outcome: &GameOutcome, again: &str) -> Option<String> {
    if let Some(forfeit) = &outcome.forfeit {
        return Some(failure_text(outcome, forfeit, "forfeits", again));
    }
    let texts = outcome.failures.iter().map(|failure| {
        let what = format!("fails and has {} random moves", failure.random_moves);
        failure_text(outcome, &failure.first, &what, again)
    });
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// What a failure was, what followed, and how to see it again.
fn failure_text(outcome: &GameOutcome, forfeit: &Forfeit, followed: &str, again: &str) -> String {
    let game = outcome.game.game;
    let seats: Vec<&str> = outcome.seats.iter().map(|row| row.agent.as_str()).collect();
    format!(
        "game {game}: seat {} ({}) {followed}: {}\nseats: {}\nasked so far: {} times\nagain: {again} {game}\n\nthe position:\n{}",
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

/// Removes the files `NUMBER.extension` of games that do not stay, and the directory where it is then empty.
fn clear(dir: &Path, extension: &str, stays: impl Fn(u64) -> bool) -> io::Result<()> {
    let entries = match dir.read_dir() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        let game: Option<u64> =
            path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse().ok());
        if path.extension().is_some_and(|found| found == extension) && game.is_some_and(|game| !stays(game)) {
            fs::remove_file(path)?;
        }
    }
    // It stays where it holds anything.
    fs::remove_dir(dir).ok();
    Ok(())
}

/// Brings the names in a directory to the disk, where the system can.
fn sync_directory(dir: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
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

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(
            ["results/quick", "a b", "it's", ""].map(word),
            ["results/quick", "'a b'", "'it'\\''s'", "''"]
        );
    }
}
