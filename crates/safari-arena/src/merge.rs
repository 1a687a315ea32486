//! Putting shards together: the same files as those of one machine that played everything.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use safari_data::{Manifest, Report, TimingRow};
use safari_stats::{RatingChoice, Tables};

use crate::files::{FORFEITS, Part, RECORDS, RunFiles, TIMING};
use crate::plan::Plan;
use crate::rows::SetText;
use crate::shard::Shard;

/// Why shards cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// They do not belong together, or there are too many.
    #[error("{0}")]
    Mixed(String),
    /// One is missing or not complete; it may come.
    #[error("{0}")]
    Missing(String),
    /// A file cannot be read.
    #[error("`{}`: {error}", .dir.display())]
    Read {
        /// The directory of the shard.
        dir: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// The files of the whole cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// A shard that was played.
#[derive(Clone, Debug)]
pub struct ShardRun {
    /// Its directory.
    pub dir: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

/// What was put together.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The tables of all games.
    pub report: Report,
    /// Times of all shards together.
    pub timing: Vec<TimingRow>,
    /// Games.
    pub games: u64,
    /// Games that were forfeited.
    pub forfeits: u64,
}

/// Checks that shards are all of the parts of one run, each once and complete, and sorts them by part.
///
/// # Errors
/// What does not fit, by the names of directories.
pub fn check(mut runs: Vec<ShardRun>, plan_of: impl Fn(Shard) -> Plan) -> Result<Vec<ShardRun>, MergeError> {
    let name = |run: &ShardRun| format!("`{}`", run.dir.display());
    let shard = |run: &ShardRun| -> Result<Shard, MergeError> {
        let wrong = |error| MergeError::Mixed(format!("{}: {error}", name(run)));
        run.manifest.shard.parse().map_err(wrong)
    };
    let first = runs.first().ok_or_else(|| MergeError::Mixed("there is no shard".into()))?.clone();
    let of = shard(&first)?.of();
    for run in &runs {
        let own = shard(run)?;
        if own.of() != of {
            return Err(MergeError::Mixed(format!(
                "{} is shard {own}, but {} is shard {}",
                name(run),
                name(&first),
                first.manifest.shard
            )));
        }
        let like_first = Manifest { shard: first.manifest.shard.clone(), ..run.manifest.clone() };
        if let Some(what) = like_first.differs(&first.manifest) {
            return Err(MergeError::Mixed(format!(
                "{} and {} differ in their {what}",
                name(&first),
                name(run)
            )));
        }
    }
    runs.sort_by_key(|run| shard(run).map_or(0, Shard::index));
    for pair in runs.windows(2) {
        if pair[0].manifest.shard == pair[1].manifest.shard {
            return Err(MergeError::Mixed(format!(
                "{} and {} are both shard {}",
                name(&pair[0]),
                name(&pair[1]),
                pair[0].manifest.shard
            )));
        }
    }
    for index in 0..of {
        let place = runs.iter().find(|run| shard(run).is_ok_and(|own| own.index() == index));
        let Some(run) = place else {
            return Err(MergeError::Missing(format!("shard {index}/{of} is missing")));
        };
        let (done, planned) = (run.manifest.games_done, plan_of(shard(run)?).games());
        if done < planned {
            return Err(MergeError::Missing(format!(
                "{} is not complete, or of fewer deals: shard {index}/{of} has {done} of {planned} games",
                name(run)
            )));
        }
        if done > planned {
            return Err(MergeError::Mixed(format!(
                "{} is of more deals than {}: shard {index}/{of} has {done} games, not {planned}",
                name(run),
                name(&first)
            )));
        }
    }
    Ok(runs)
}

/// Writes the files of the whole from shards that have been [checked](check) and sorted.
///
/// `plan` is that of the whole, `open` begins its files once the shards have been looked at, `manifest` what its manifest will say but for what the files hold.
///
/// # Errors
/// A shard cannot be read, its rows are not those of the plan, or a file cannot be written.
pub fn merge(
    runs: &[ShardRun],
    plan: &Plan,
    names: &[&str],
    open: impl FnOnce() -> io::Result<RunFiles>,
    manifest: &mut Manifest,
    out: &Path,
) -> Result<Merged, MergeError> {
    let mut tables = Tables::default();
    let (mut games, mut forfeits) = (0, 0);
    // Everything is read once before anything is written, so that what is wrong leaves the whole as it was.
    each_set(runs, plan, |text| {
        for (game, seats) in &text.rows()? {
            tables.add(game, seats);
            games += 1;
            forfeits += u64::from(game.forfeit.is_some());
        }
        Ok(())
    })?;
    let timing = timing(runs, names)?;
    let mut files = open()?;
    each_set(runs, plan, |text| files.put(text))?;
    for run in runs {
        for (folder, extension) in [(RECORDS, "json"), (FORFEITS, "txt")] {
            copy(&run.dir.join(folder), extension, &out.join(folder))?;
        }
    }
    manifest.games_done = games;
    let report = tables.report(&RatingChoice::default());
    files.finish(&report, &timing, manifest, true)?;
    Ok(Merged { report, timing, games, forfeits })
}

/// Reads the rows of all sets, in the order of their numbers, each from its shard.
fn each_set(
    runs: &[ShardRun],
    plan: &Plan,
    mut each: impl FnMut(&SetText) -> io::Result<()>,
) -> Result<(), MergeError> {
    let read = |run: &ShardRun, error| MergeError::Read { dir: run.dir.clone(), error };
    let open = |run: &ShardRun| Part::open(&run.dir, &run.manifest).map_err(|error| read(run, error));
    let mut parts = runs.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    for place in 0..plan.sets() {
        let set = plan.nth_set(place);
        let index = (set.deal % runs.len() as u64) as usize;
        let wrong = |error| read(&runs[index], error);
        let text = parts[index].read(&set).map_err(wrong)?;
        let rows = text.rows().map_err(wrong)?;
        let expected = set.first_game..set.first_game + set.games;
        if !rows.iter().map(|(game, _)| game.game).eq(expected) {
            return Err(wrong(io::Error::other(format!("its rows are not those of set {}", set.set))));
        }
        each(&text)?;
    }
    Ok(())
}

/// Copies the files `NUMBER.extension` of a directory, where there is one.
fn copy(from: &Path, extension: &str, to: &Path) -> io::Result<()> {
    let entries = match from.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    fs::create_dir_all(to)?;
    for entry in entries {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let numbered = !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(name) = path.file_name()
            && numbered
            && path.is_file()
            && path.extension().is_some_and(|found| found == extension)
        {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// The times of shards added up; games a second are those of all together.
fn timing(runs: &[ShardRun], names: &[&str]) -> Result<Vec<TimingRow>, MergeError> {
    let mut sums: Vec<TimingRow> = Vec::new();
    for name in names.iter().copied().chain(["all"]) {
        sums.push(TimingRow {
            agent: name.to_owned(),
            timed_decisions: 0,
            seconds: 0.0,
            seconds_per_decision: 0.0,
            iterations_per_s: 0.0,
            games_per_s: None,
        });
    }
    for run in runs {
        let wrong = |error: csv::Error| MergeError::Read {
            dir: run.dir.clone(),
            error: io::Error::other(format!("{TIMING}: {error}")),
        };
        let mut reader = csv::Reader::from_path(run.dir.join(TIMING)).map_err(wrong)?;
        for row in reader.deserialize::<TimingRow>() {
            let row = row.map_err(wrong)?;
            let Some(sum) = sums.iter_mut().find(|sum| sum.agent == row.agent) else { continue };
            sum.timed_decisions += row.timed_decisions;
            sum.seconds += row.seconds;
            // Means of what was measured, until they are divided below.
            sum.seconds_per_decision += row.seconds_per_decision * row.timed_decisions as f64;
            sum.iterations_per_s +=
                row.iterations_per_s * row.seconds_per_decision * row.timed_decisions as f64;
            sum.games_per_s = match (sum.games_per_s, row.games_per_s) {
                (Some(a), Some(b)) => Some(a + b),
                (a, b) => a.or(b),
            };
        }
    }
    for sum in &mut sums {
        let (seconds, iterations) = (sum.seconds_per_decision, sum.iterations_per_s);
        sum.seconds_per_decision =
            if sum.timed_decisions == 0 { 0.0 } else { seconds / sum.timed_decisions as f64 };
        sum.iterations_per_s = if seconds == 0.0 { 0.0 } else { iterations / seconds };
    }
    Ok(sums)
}
