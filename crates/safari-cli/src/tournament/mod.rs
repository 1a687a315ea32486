//! `safari tournament` and `safari match`.

pub(crate) mod bar;
pub(crate) mod extends;
pub(crate) mod load;
pub(crate) mod manifest;
mod merge;
mod schedule;
pub(crate) mod standings;
mod tally;
mod test;
mod watch;

use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use safari_agents::Registry;
use safari_arena::{
    GameOutcome, GameRows, Known, Player, Resumed, RunError, RunFiles, Set, Shard, Sink, Summary, Tournament,
    Usage, catch_agent_panics,
};
use safari_core::TileSet;
use safari_data::{RoundText, StandingRow};
use safari_stats::RatingChoice;

use crate::args::{Format, MatchArgs, RunArgs, TournamentArgs};
use crate::console::Console;
use crate::problem::Problem;
use crate::{PROGRAM, guard};
use bar::Bar;
use load::Loaded;

pub(crate) fn run(args: &TournamentArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let loaded =
        load::config_file(&args.config, &args.sets, args.seed, args.shard.unwrap_or(Shard::WHOLE), registry)?;
    let out = args.out.clone().unwrap_or_else(|| {
        let name = args.config.file_stem().filter(|name| *name != "-");
        Path::new("results").join(name.unwrap_or(std::ffi::OsStr::new("tournament")))
    });
    if args.dry_run {
        schedule::tell(&loaded, Some(&out), console)?;
        return Ok(schedule::first_games(&loaded, console)?);
    }
    play(&loaded, Some(out), &args.run, console)
}

pub(crate) use merge::run as run_merge;
pub(crate) use schedule::run as run_schedule;
pub(crate) use watch::run as run_watch;

pub(crate) fn run_match(args: &MatchArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let loaded = load::two_agents(args, registry)?;
    play(&loaded, args.out.clone(), &args.run, console)
}

/// The tournament of a directory that a run wrote, and its tile set.
pub(crate) fn of_directory(
    dir: &Path,
    registry: &Registry,
) -> Result<(Tournament, &'static TileSet), Problem> {
    let loaded = load::of_manifest(dir, registry)?;
    let tiles = loaded.tiles;
    Ok((loaded.tournament, tiles))
}

/// Files where there are any, nothing else.
struct Output(Option<RunFiles>);

impl Sink for Output {
    fn known(&self) -> Known {
        self.0.as_ref().map_or_else(Known::default, Sink::known)
    }

    fn used(&self) -> Option<(Duration, Vec<Usage>)> {
        self.0.as_ref().and_then(Sink::used)
    }

    fn finished(&mut self, set: &Set, outcomes: &[GameOutcome]) -> std::io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |files| files.finished(set, outcomes))
    }

    fn known_rows(&mut self, set: &Set) -> std::io::Result<Vec<GameRows>> {
        self.0.as_mut().map_or(Ok(Vec::new()), |files| files.known_rows(set))
    }

    fn next(&mut self, set: &Set) -> std::io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |files| files.next(set))
    }

    fn checkpoint(&mut self, elapsed: Duration, used: &[Usage]) -> std::io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |files| files.checkpoint(elapsed, used))
    }
}

fn play(loaded: &Loaded, out: Option<PathBuf>, run: &RunArgs, console: &mut Console) -> Result<(), Problem> {
    let tournament = &loaded.tournament;
    let threads = run.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    check_time(tournament, threads)?;
    check_programs(tournament)?;
    let mut manifest = manifest::of(loaded, threads);
    if out.is_some() {
        manifest.signature = manifest::signature(tournament);
    }
    let earlier = out
        .as_ref()
        .map(|dir| load::check_directory(dir, &manifest, tournament.config().deals))
        .transpose()?
        .flatten();
    if let Some(earlier) = &earlier {
        manifest.started = earlier.started;
    }
    let deals = tournament.config().deals;
    let files = out.as_ref().map(|dir| {
        RunFiles::open(dir, &manifest, earlier.as_ref(), (first_round(tournament).plan(), deals), &called())
            .map_err(|error| cannot_write(dir, &error))
    });
    let files = files.transpose()?;
    let bar = Bar::new(tournament, &run.shown, console.style.unicode);
    if let Some(files) = &files {
        bar.say(&taken_up(files.resumed()));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Problem::Failure(format!("cannot start {threads} threads: {error}")))?;
    catch_agent_panics();
    let began = Instant::now();
    guard::stop_politely(bar.stopping());
    let mut output = Output(files);
    let summary = pool.install(|| tournament.run(&mut output, &bar, &guard::STOP, PROGRAM));
    bar.finish();
    let summary = summary.map_err(|error| match error {
        RunError::Game(error) => Problem::Input(error.to_string()),
        RunError::Aborted(message) => Problem::Failure(message),
        RunError::Unavailable(message) => Problem::Retry(message),
        RunError::Write(error) => cannot_write(out.as_deref().unwrap_or(Path::new("")), &error),
    })?;
    let report = summary.tables.report(&RatingChoice::default());
    let rows = &report.standings;
    if let (Some(files), Some(dir)) = (output.0, &out) {
        manifest.games_done = summary.games;
        manifest.games_planned = if summary.stopped { manifest.games_planned } else { summary.games };
        manifest.ended = manifest::now();
        manifest.verdict = summary.verdict.clone();
        manifest.test = summary.test.as_ref().map(test::text);
        if tournament.config().rounds.is_some() {
            let round = |(deals, line_ups): (u64, &[usize])| RoundText { deals, line_ups: line_ups.to_vec() };
            manifest.rounds = summary.plan.round_list().map(round).collect();
        }
        // Where nothing was played, times and dates of the earlier run stay.
        let idle = summary.played == 0
            && earlier
                .as_ref()
                .is_some_and(|earlier| earlier.games_done == summary.games && !summary.stopped);
        let written = match idle {
            true => files.leave(),
            false => files.finish(&report, &summary.timing, &mut manifest, !summary.stopped),
        };
        written.map_err(|error| cannot_write(dir, &error))?;
    }
    let told = tell(&summary, rows, run, threads, began.elapsed().as_secs_f64(), out.as_deref(), console);
    if summary.forfeits > 0 {
        warn_of_forfeits(summary.forfeits, rows, out.as_deref());
    }
    if !summary.random_moves.is_empty() {
        warn_of_random_moves(&summary, out.as_deref());
    }
    if summary.stopped {
        let (kept, games, of) = (summary.kept, summary.games, manifest.games_planned);
        return Err(Problem::Interrupted(match out {
            Some(_) if kept == games => {
                format!("interrupted: {games} of {of} games are finished and kept; the same command goes on")
            }
            Some(_) => format!(
                "interrupted: {kept} of {of} games are finished and kept, {games} of them in whole deals and so in the tables; the same command goes on"
            ),
            None => format!("interrupted: {games} of {of} games are finished"),
        }));
    }
    told
}

/// What is said of an earlier run in the same directory; nothing where there is none.
fn taken_up(resumed: &Resumed) -> String {
    let mut parts = Vec::new();
    if resumed.games > 0 {
        parts.push(format!("{} games of its CSV files", resumed.games));
    }
    if resumed.sets > 0 {
        parts.push(format!("{} sets of its ledger", resumed.sets));
    }
    let mut text = String::new();
    if !parts.is_empty() {
        text = format!("an earlier run is taken up: {}", parts.join(", "));
    }
    if resumed.torn {
        text += if text.is_empty() { "" } else { "; " };
        text += "a torn line of the ledger was cut off";
    }
    if resumed.damaged > 0 {
        text += if text.is_empty() { "" } else { "; " };
        text += &format!("{} damaged lines of the ledger were passed over", resumed.damaged);
    }
    text
}

fn tell(
    summary: &Summary,
    rows: &[StandingRow],
    run: &RunArgs,
    threads: usize,
    seconds: f64,
    out: Option<&Path>,
    console: &mut Console,
) -> Result<(), Problem> {
    let style = console.style;
    write!(console, "{}", standings::render(rows, &summary.timing, run.format, style))?;
    if run.format == Format::Table {
        closing(summary, threads, seconds, out, console)?;
    }
    console.flush()?;
    // Beside a table for programs, the test is for a person.
    if let (Some(sprt), true) = (&summary.test, run.format != Format::Table) {
        let _ = write!(std::io::stderr(), "{}", test::told(sprt, console.style));
    }
    Ok(())
}

/// A directory that cannot be written, or a file in it.
fn cannot_write(dir: &Path, error: &std::io::Error) -> Problem {
    // `create_dir_all` on a file that exists.
    if error.kind() == std::io::ErrorKind::AlreadyExists {
        return Problem::Input(format!("cannot write into `{}`: it is no directory", dir.display()));
    }
    // What is there is not what the run left.
    if error.kind() == std::io::ErrorKind::InvalidData {
        return Problem::Input(format!("cannot go on in `{}`: {error}", dir.display()));
    }
    Problem::writing(dir, error)
}

/// Forfeits are told in every format and also with `--quiet`, which is about progress.
fn warn_of_forfeits(forfeits: u64, rows: &[StandingRow], out: Option<&Path>) {
    let who = rows.iter().filter(|row| row.forfeits > 0);
    let who: Vec<String> = who.map(|row| format!("{} {}", row.agent, row.forfeits)).collect();
    let place = out.map_or(String::new(), |dir| format!("; see {}", dir.join("forfeits").display()));
    let games = if forfeits == 1 { "1 game was" } else { &format!("{forfeits} games were") };
    let _ = writeln!(std::io::stderr(), "warning: {games} forfeited: {}{place}", who.join(", "));
}

/// Random moves are told like forfeits; a failure that cost none, as at the end of a game, stands as 0.
fn warn_of_random_moves(summary: &Summary, out: Option<&Path>) {
    let who: Vec<String> = summary.random_moves.iter().map(|(agent, n)| format!("{agent} {n}")).collect();
    let place = out.map_or(String::new(), |dir| format!("; see {}", dir.join("forfeits").display()));
    let _ = writeln!(
        std::io::stderr(),
        "warning: random moves were played for agents that failed: {}{place}",
        who.join(", ")
    );
}

/// Refuses more threads than cores where agents think by time: they would take it from each other.
fn check_time(tournament: &Tournament, threads: usize) -> Result<(), Problem> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if tournament.config().is_timed() && threads > cores {
        return Err(Problem::Input(format!(
            "--threads is {threads}, but there are {cores} cores, and agents think by time: they would take it from each other; \
             give at most --threads {cores}, or a budget in iterations"
        )));
    }
    Ok(())
}

/// Refuses outside bots whose program is missing, before every game is forfeited.
fn check_programs(tournament: &Tournament) -> Result<(), Problem> {
    for entrant in &tournament.config().entrants {
        if let Player::Process(command) = &entrant.player
            && command.program().is_none()
        {
            return Err(Problem::Input(format!(
                "agent `{}`: there is no program `{}`, neither by its path from here nor in PATH",
                entrant.name,
                command.words.first().map_or("", String::as_str)
            )));
        }
    }
    Ok(())
}

fn closing(
    summary: &Summary,
    threads: usize,
    seconds: f64,
    out: Option<&Path>,
    console: &mut Console,
) -> Result<(), Problem> {
    let rate = summary.played as f64 / seconds.max(1e-9);
    let earlier = match summary.games.saturating_sub(summary.played) {
        0 => String::new(),
        games => format!(" ({games} of them earlier)"),
    };
    writeln!(
        console,
        "\n{} games{earlier} in {}, {} games/s on {threads} thread{}; intervals are 95 %, over deals",
        summary.games,
        bar::duration(seconds),
        bar::rate(rate),
        if threads == 1 { "" } else { "s" },
    )?;
    if let Some(verdict) = &summary.verdict {
        writeln!(console, "the schedule ended: {verdict}")?;
    }
    if let Some(sprt) = &summary.test {
        write!(console, "{}", test::told(sprt, console.style))?;
    }
    if let Some(dir) = out {
        writeln!(console, "files: {}", dir.display())?;
    }
    Ok(())
}

/// The name by which the program was called, which is not `safari` where it has agents of its own.
fn called() -> String {
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    path.file_name().map_or_else(|| "safari".into(), |name| name.to_string_lossy().into_owned())
}

/// A tournament as it begins: of a schedule in rounds, with the first one, which is always the same.
fn first_round(tournament: &Tournament) -> Cow<'_, Tournament> {
    let config = tournament.config();
    match config.rounds {
        None => Cow::Borrowed(tournament),
        Some(rounds) => {
            let mut first = tournament.clone();
            first.restart_rounds();
            first.add_round(rounds.deals.min(config.deals), (0..config.line_ups.len()).collect());
            Cow::Owned(first)
        }
    }
}
