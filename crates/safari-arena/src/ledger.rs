//! The ledger: what a run has finished, in the order in which it was finished, safe against a kill at any instant.
//!
//! Lines are only appended. Each begins with its checksum; the first names the run. A line that a kill tore is cut off
//! when the run goes on, and a line that was damaged otherwise counts for nothing: its set is played again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use crate::rows::SetText;
use crate::timing::Usage;

/// The name of the ledger; it is there while a run is not complete.
pub const LEDGER: &str = "ledger";

const VERSION: &str = "safari-ledger 1";

/// What a ledger holds.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The run that it belongs to; empty where even that line is missing.
    pub run: String,
    /// By number: where the line of each finished set begins.
    pub sets: BTreeMap<u64, u64>,
    /// How long the run has gone on, and what each agent had used, when that was last noted.
    pub used: Option<(Duration, Vec<Usage>)>,
    /// Whether the last line was torn.
    pub torn: bool,
    /// Lines whose checksum is wrong.
    pub damaged: u64,
    /// The length up to which it is whole.
    pub len: u64,
    /// One more than the highest deal of a set.
    pub deals: u64,
}

/// A ledger that is written.
#[derive(Debug)]
pub(crate) struct Ledger {
    file: File,
    /// Lines not yet written.
    buffer: Vec<u8>,
    /// Bytes written.
    len: u64,
}

/// Lines that are kept back at most before they are written.
const BUFFER: usize = 1 << 16;

impl Ledger {
    /// Opens the ledger of a run, alone, and reads what it holds.
    ///
    /// `named` is whether a manifest says that the directory is of this run, so that the ledger's first line may be damaged;
    /// `deals` is how many there may be.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] where another run writes it; it belongs to another run or holds more deals;
    /// it cannot be written.
    pub fn open(dir: &Path, run: &str, named: bool, deals: u64) -> io::Result<(Ledger, Contents)> {
        let file = locked(&dir.join(LEDGER))?;
        let contents = read(&file)?;
        if contents.deals > deals {
            let message = format!(
                "its ledger holds games of {} deals already, more than the {deals} now planned; name another directory with --out, or remove it",
                contents.deals
            );
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        let mut ledger = Ledger { file, buffer: Vec::new(), len: contents.len };
        if contents.torn || contents.len < ledger.file.metadata()?.len() {
            ledger.file.set_len(contents.len)?;
        }
        if contents.run.is_empty() && !contents.sets.is_empty() {
            if !named {
                let message = "nothing says which run its ledger belongs to; name another directory with --out, or remove it";
                return Err(io::Error::new(ErrorKind::InvalidData, message));
            }
        } else if contents.run.is_empty() {
            ledger.file.set_len(0)?;
            ledger.len = 0;
            ledger.line(&format!("{VERSION} {run}"));
            ledger.sync()?;
        } else if contents.run != run {
            return Err(io::Error::new(ErrorKind::InvalidData, "its ledger belongs to another run"));
        }
        Ok((ledger, contents))
    }

    fn line(&mut self, payload: &str) {
        let sum = crc32fast::hash(payload.as_bytes());
        // Writing to a vector cannot fail.
        let _ = writeln!(self.buffer, "{sum:08x} {payload}");
    }

    /// Adds a finished set.
    ///
    /// # Errors
    /// It cannot be written; a line may then be torn.
    pub fn add(&mut self, set: u64, text: &SetText) -> io::Result<()> {
        let mut payload = format!("set {set}");
        for rows in [&text.games, &text.seats] {
            for line in rows.lines() {
                payload.push('\t');
                payload.push_str(line);
            }
        }
        self.line(&payload);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Notes what the agents have used so far, and brings everything to the disk.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn checkpoint(&mut self, elapsed: Duration, used: &[Usage]) -> io::Result<()> {
        let mut payload = format!("used {}", elapsed.as_nanos());
        for usage in used {
            payload += &format!("\t{} {} {}", usage.decisions, usage.time.as_nanos(), usage.iterations);
        }
        self.line(&payload);
        self.sync()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        self.file.write_all(&self.buffer)?;
        self.len += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.sync_data()
    }

    /// The rows of a set whose line begins at a place.
    ///
    /// # Errors
    /// It cannot be read, or has changed.
    pub fn set(&mut self, at: u64) -> io::Result<SetText> {
        self.flush()?;
        self.file.seek(SeekFrom::Start(at))?;
        let mut line = Vec::new();
        BufReader::new(&self.file).read_until(b'\n', &mut line)?;
        let changed = || io::Error::other("the ledger was changed while the run goes on");
        match parse(&line).ok_or_else(changed)? {
            Line::Set(_, text) => Ok(text),
            _ => Err(changed()),
        }
    }
}

/// Opens a file and locks it; where a run that has just ended took it away meanwhile, makes another.
fn locked(path: &Path) -> io::Result<File> {
    let mut tries = 0;
    loop {
        let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
        match file.try_lock() {
            // It may be one that only looks whether anybody writes, which takes no time.
            Err(TryLockError::WouldBlock) if tries < 5 => {
                tries += 1;
                std::thread::sleep(Duration::from_millis(20));
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(ErrorKind::ResourceBusy, "another run is writing there"));
            }
            // Where the file system has no locks, nothing is lost but this check.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

enum Line {
    Run(String),
    Set(u64, SetText),
    Used(Duration, Vec<Usage>),
}

/// Reads a line with its end; none where its checksum or its shape is wrong.
fn parse(line: &[u8]) -> Option<Line> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, payload) = (line.get(..8)?, line.get(9..)?);
    let is_right = line.as_bytes()[8] == b' '
        && u32::from_str_radix(sum, 16).is_ok_and(|sum| sum == crc32fast::hash(payload.as_bytes()));
    if !is_right {
        return None;
    }
    if let Some(run) = payload.strip_prefix(VERSION) {
        return Some(Line::Run(run.trim_start().to_owned()));
    }
    if let Some(rest) = payload.strip_prefix("set ") {
        let mut parts = rest.split('\t');
        let set = parts.next()?.parse().ok()?;
        let rows: Vec<&str> = parts.collect();
        // A game's row has 10 columns before any quote, a seat's has 20.
        let games = rows.iter().take_while(|row| row.split(',').count() == 10).count();
        let join = |rows: &[&str]| rows.iter().fold(String::new(), |text, row| text + row + "\n");
        return Some(Line::Set(set, SetText { games: join(&rows[..games]), seats: join(&rows[games..]) }));
    }
    let mut parts = payload.strip_prefix("used ")?.split('\t');
    let elapsed = Duration::from_nanos(parts.next()?.parse().ok()?);
    let usage = |part: &str| {
        let numbers: Option<Vec<u64>> = part.split(' ').map(|number| number.parse().ok()).collect();
        let [decisions, time, iterations] = numbers?[..] else { return None };
        Some(Usage { decisions, time: Duration::from_nanos(time), iterations })
    };
    Some(Line::Used(elapsed, parts.map(usage).collect::<Option<_>>()?))
}

/// Reads a ledger from its start.
///
/// # Errors
/// It cannot be read.
pub(crate) fn read(file: &File) -> io::Result<Contents> {
    let mut contents = Contents::default();
    let mut reader = Follow::default();
    reader.follow(file, |at, line| match line {
        None => contents.damaged += 1,
        Some(Line::Run(run)) => contents.run = run,
        Some(Line::Set(set, text)) => {
            contents.sets.insert(set, at);
            let deal = text.games.split(',').nth(2).and_then(|deal| deal.parse::<u64>().ok());
            contents.deals = contents.deals.max(deal.map_or(0, |deal| deal + 1));
        }
        Some(Line::Used(elapsed, used)) => contents.used = Some((elapsed, used)),
    })?;
    contents.len = reader.at;
    contents.torn = file.metadata()?.len() > reader.at;
    Ok(contents)
}

/// Whether a run is writing a ledger; where the file system has no locks, nobody knows and it is taken for one.
pub fn is_written(file: &File) -> bool {
    match file.try_lock_shared() {
        Ok(()) => {
            let _ = file.unlock();
            false
        }
        Err(_) => true,
    }
}

/// Follows a ledger that grows.
#[derive(Clone, Debug, Default)]
pub struct Follow {
    at: u64,
}

impl Follow {
    /// Reads the whole lines since the last time.
    fn follow(&mut self, mut file: &File, mut each: impl FnMut(u64, Option<Line>)) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.at))?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        loop {
            line.clear();
            reader.by_ref().read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                return Ok(());
            }
            each(self.at, parse(&line));
            self.at += line.len() as u64;
        }
    }

    /// Calls `each` with the sets that were finished since the last time.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn sets(&mut self, file: &File, mut each: impl FnMut(u64, SetText)) -> io::Result<()> {
        self.follow(file, |_, line| {
            if let Some(Line::Set(set, text)) = line {
                each(set, text);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(game: u64) -> SetText {
        SetText {
            games: format!("{game},0,0,0,0,2,72,140,10,\n{},0,0,0,1,2,72,140,10,1\n", game + 1),
            seats: format!("{game},0,0,0,\"a, b\",1,1,1.0,0,0,0,0,0,0,0,0,0,0,0,0\n"),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let dir = tempfile::tempdir().expect("there is a place for files");
        let used = [Usage { decisions: 3, time: Duration::from_nanos(77), iterations: 9 }, Usage::default()];
        let (mut ledger, contents) = Ledger::open(dir.path(), "run x", false, u64::MAX).expect("it is new");
        assert!(contents.sets.is_empty() && contents.used.is_none());
        for set in [4, 0, 2] {
            ledger.add(set, &text(set)).expect("it can be written");
        }
        ledger.checkpoint(Duration::from_secs(2), &used).expect("it can be written");
        assert_eq!(
            Ledger::open(dir.path(), "run x", false, u64::MAX).expect_err("it is locked").kind(),
            ErrorKind::ResourceBusy
        );
        drop(ledger);
        let (mut ledger, contents) = Ledger::open(dir.path(), "run x", false, u64::MAX).expect("it is free");
        assert_eq!(contents.sets.keys().copied().collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!(contents.used, Some((Duration::from_secs(2), used.to_vec())));
        assert_eq!((contents.torn, contents.damaged), (false, 0));
        for (set, at) in contents.sets {
            assert_eq!(ledger.set(at).expect("it is there"), text(set));
        }
        drop(ledger);
        assert!(Ledger::open(dir.path(), "run y", true, u64::MAX).is_err());
    }

    #[test]
    fn torn_and_damaged_lines_count_for_nothing() {
        let dir = tempfile::tempdir().expect("there is a place for files");
        let path = dir.path().join(LEDGER);
        let write = |bytes: &[u8]| std::fs::write(&path, bytes).expect("it can be written");
        let (mut ledger, _) = Ledger::open(dir.path(), "r", false, u64::MAX).expect("it is new");
        (0..5).for_each(|set| ledger.add(set, &text(set)).expect("it can be written"));
        ledger.checkpoint(Duration::ZERO, &[]).expect("it can be written");
        drop(ledger);
        let whole = std::fs::read(&path).expect("it is there");
        let first = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
        // Cut off anywhere: what was whole before stays, and the file ends with a line again.
        for cut in 0..whole.len() {
            write(&whole[..cut]);
            let (mut ledger, contents) =
                Ledger::open(dir.path(), "r", false, u64::MAX).expect("a torn ledger opens");
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(contents.sets.len(), lines.saturating_sub(1).min(5));
            assert_eq!(contents.torn, cut > 0 && whole[cut - 1] != b'\n');
            ledger.add(9, &text(9)).expect("it can be written");
            ledger.checkpoint(Duration::ZERO, &[]).expect("it can be written");
            drop(ledger);
            let (_, again) = Ledger::open(dir.path(), "r", false, u64::MAX).expect("it opens again");
            assert_eq!((again.torn, again.damaged), (false, 0));
            assert!(again.sets.contains_key(&9));
        }
        // One byte changed: that line is lost, and no other.
        for at in first..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            write(&changed);
            let (_, contents) =
                Ledger::open(dir.path(), "r", false, u64::MAX).expect("a damaged ledger opens");
            assert!(contents.damaged > 0 || contents.torn);
            assert!(contents.sets.len() >= 3);
            assert!(contents.sets.keys().all(|&set| set < 5));
        }
        // Without its first line it belongs to the run that a manifest names, or to nobody.
        let mut changed = whole.clone();
        changed[first - 2] ^= 1;
        write(&changed);
        assert!(Ledger::open(dir.path(), "r", false, u64::MAX).is_err());
        let (_, contents) = Ledger::open(dir.path(), "r", true, u64::MAX).expect("a manifest names the run");
        assert_eq!((contents.sets.len(), contents.damaged), (5, 1));
    }
}
