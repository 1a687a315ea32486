//! `safari tournament` and `safari match`.

mod bar;
mod load;
mod standings;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use safari_agents::{Budget, Registry};
use safari_arena::{
    GameOutcome, MANIFEST, RunError, RunFiles, Sink, Summary, Tournament, catch_agent_panics,
};
use safari_core::TileSet;
use safari_data::{MANIFEST_VERSION, Manifest, StandingRow};

use crate::args::{Format, MatchArgs, RunArgs, TournamentArgs};
use crate::console::Console;
use crate::problem::{Problem, with_nearest};
use crate::{PROGRAM, guard};
use bar::Bar;
use load::Loaded;

pub(crate) fn run(args: &TournamentArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let loaded = load::config_file(&args.config, &args.sets, args.seed, registry)?;
    let out = args.out.clone().unwrap_or_else(|| {
        let name = args.config.file_stem().filter(|name| *name != "-");
        Path::new("results").join(name.unwrap_or(std::ffi::OsStr::new("tournament")))
    });
    if args.dry_run {
        return plan(&loaded, &out, console);
    }
    play(&loaded, Some(out), &args.run, console)
}

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
    fn game(&mut self, outcome: &GameOutcome) -> std::io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |files| files.game(outcome))
    }
}

fn play(loaded: &Loaded, out: Option<PathBuf>, run: &RunArgs, console: &mut Console) -> Result<(), Problem> {
    let tournament = &loaded.tournament;
    let threads = run.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    let mut manifest = manifest(loaded, threads);
    let earlier = out.as_ref().map(|dir| load::check_directory(dir, &manifest)).transpose()?.flatten();
    let files = out
        .as_ref()
        .map(|dir| RunFiles::create(dir, &manifest, &called()).map_err(|e| cannot_write(dir, &e)));
    let files = files.transpose()?;
    let mut output = Output(files);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Problem::Failure(format!("cannot start {threads} threads: {error}")))?;
    catch_agent_panics();
    let began = Instant::now();
    let bar = Bar::new(tournament, run.quiet, console.style.unicode);
    guard::stop_politely(bar.stopping());
    let summary = pool.install(|| tournament.run(&mut output, &bar, &guard::STOP, PROGRAM));
    bar.finish();
    let summary = summary.map_err(|error| match error {
        RunError::Game(error) => Problem::Input(error.to_string()),
        RunError::Write(error) => cannot_write(out.as_deref().unwrap_or(Path::new("")), &error),
    })?;
    let rows = summary.standings.rows();
    // An interrupted run does not take the place of one that had come farther.
    let kept = earlier.filter(|earlier| summary.stopped && earlier.games_done > summary.games);
    if let (Some(files), Some(dir)) = (output.0, &out) {
        manifest.games_done = summary.games;
        manifest.ended = now();
        let written = match &kept {
            Some(_) => files.discard(),
            None => files.finish(&rows, &summary.timing, &manifest),
        };
        written.map_err(|error| cannot_write(dir, &error))?;
    }
    let told = tell(&summary, &rows, run, threads, began.elapsed().as_secs_f64(), out.as_deref(), console);
    if summary.forfeits > 0 {
        warn_of_forfeits(&summary, &rows, out.as_deref());
    }
    if summary.stopped {
        let (games, of) = (summary.games, tournament.plan().games());
        return Err(Problem::Interrupted(match (kept, out) {
            (Some(earlier), _) => format!(
                "interrupted: {games} of {of} games were played again; the files of the {} games of an earlier run stay",
                earlier.games_done
            ),
            (None, Some(_)) => format!("interrupted: {games} of {of} games are finished and kept"),
            (None, None) => format!("interrupted: {games} of {of} games are finished"),
        }));
    }
    told
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
    Ok(console.flush()?)
}

/// A directory that cannot be written, or a file in it.
fn cannot_write(dir: &Path, error: &std::io::Error) -> Problem {
    // `create_dir_all` on a file that exists.
    if error.kind() == std::io::ErrorKind::AlreadyExists {
        return Problem::Input(format!("cannot write into `{}`: it is no directory", dir.display()));
    }
    Problem::writing(dir, error)
}

/// Forfeits are told in every format and also with `--quiet`, which is about progress.
fn warn_of_forfeits(summary: &Summary, rows: &[StandingRow], out: Option<&Path>) {
    let who = rows.iter().filter(|row| row.forfeits > 0);
    let who: Vec<String> = who.map(|row| format!("{} {}", row.agent, row.forfeits)).collect();
    let place = out.map_or(String::new(), |dir| format!("; see {}", dir.join("forfeits").display()));
    let games =
        if summary.forfeits == 1 { "1 game was" } else { &format!("{} games were", summary.forfeits) };
    let _ = writeln!(std::io::stderr(), "warning: {games} forfeited: {}{place}", who.join(", "));
}

fn closing(
    summary: &Summary,
    threads: usize,
    seconds: f64,
    out: Option<&Path>,
    console: &mut Console,
) -> Result<(), Problem> {
    let rate = summary.games as f64 / seconds.max(1e-9);
    writeln!(
        console,
        "\n{} games in {}, {} games/s on {threads} thread{}; intervals are 95 %, over deals",
        summary.games,
        bar::duration(seconds),
        bar::rate(rate),
        if threads == 1 { "" } else { "s" },
    )?;
    if let Some(dir) = out {
        writeln!(console, "files: {}", dir.display())?;
    }
    Ok(())
}

/// What would be played.
fn plan(loaded: &Loaded, out: &Path, console: &mut Console) -> Result<(), Problem> {
    let tournament = &loaded.tournament;
    let config = tournament.config();
    let begin = match (&config.start, &config.deals_file) {
        (Some(file), _) => format!("at the position in {file}"),
        (None, Some(file)) => format!("with the deals in {file}"),
        (None, None) => "with deals of the root seed".into(),
    };
    let budget = match config.budget {
        Budget::Own => "each agent's own".into(),
        Budget::Iterations(n) => format!("at most {n} iterations a decision"),
        Budget::Time(time) => {
            format!("{} s of processor time a decision: not reproducible", time.as_secs_f64())
        }
    };
    writeln!(console, "rules      {}", load::rules_of(config.players, config.variant))?;
    writeln!(console, "deals      {}, root seed {}; games begin {begin}", config.deals, config.seed)?;
    writeln!(console, "budget     {budget}")?;
    for (n, entrant) in config.entrants.iter().enumerate() {
        let head = if n == 0 { "agents" } else { "" };
        writeln!(console, "{head:<11}{} = {}", entrant.name, entrant.factory)?;
    }
    writeln!(console, "line-ups   {}, each in {} rotations", config.line_ups.len(), config.players)?;
    writeln!(console, "files      {}", out.display())?;
    let games = tournament.plan().games();
    writeln!(console, "games      {games}")?;
    const SHOWN: u64 = 6;
    for game in 0..games.min(SHOWN) {
        let pairing = tournament.plan().game(game);
        let names: Vec<&str> = pairing.seats.iter().map(|&i| config.entrants[i].name.as_str()).collect();
        writeln!(console, "  game {game}: deal {}, seats {}", pairing.deal, names.join(", "))?;
    }
    if games > SHOWN {
        writeln!(console, "  …")?;
    }
    Ok(())
}

/// The name by which the program was called, which is not `safari` where it has agents of its own.
fn called() -> String {
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    path.file_name().map_or_else(|| "safari".into(), |name| name.to_string_lossy().into_owned())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn manifest(loaded: &Loaded, threads: usize) -> Manifest {
    let config = loaded.tournament.config();
    let files: Vec<String> = loaded.files.values().cloned().collect();
    Manifest {
        format: "safari-tournament".into(),
        version: MANIFEST_VERSION,
        program: PROGRAM.into(),
        git: env!("SAFARI_GIT").into(),
        config: loaded.text.clone(),
        config_hash: format!("{:016x}", config.hash(&files)),
        seed: config.seed,
        tileset: format!("{:016x}", loaded.tiles.hash()),
        files: loaded.files.clone(),
        games_planned: loaded.tournament.plan().games(),
        games_done: 0,
        reproducible: config.is_reproducible(),
        cpu: cpu(),
        threads,
        started: now(),
        ended: 0,
    }
}

/// The processor's name where the system tells it.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// The manifest in a directory, if there is one.
fn manifest_of(dir: &Path) -> Result<Option<Manifest>, Problem> {
    let path = dir.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = crate::files::read(&path)?;
    let name = path.display().to_string();
    let wrong = |error: serde_json::Error| Problem::in_file(&name, with_nearest(&error.to_string()));
    // Its kind and version first: those of another have other keys.
    #[derive(serde::Deserialize)]
    struct Head {
        format: Option<String>,
        version: Option<u32>,
    }
    let head: Head = serde_json::from_str(&text).map_err(wrong)?;
    if head.format.as_deref() != Some("safari-tournament") {
        return Err(Problem::in_file(
            &name,
            "it is no manifest of a tournament: its `format` is not `safari-tournament`",
        ));
    }
    if head.version != Some(MANIFEST_VERSION) {
        let found = head.version.map_or("missing".into(), |version| version.to_string());
        let message = format!("its version is {found}, but this program reads version {MANIFEST_VERSION}");
        return Err(Problem::in_file(&name, message));
    }
    Ok(Some(serde_json::from_str(&text).map_err(wrong)?))
}
