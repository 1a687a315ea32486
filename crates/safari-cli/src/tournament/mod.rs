//! `safari tournament` and `safari match`.

mod bar;
mod load;
mod standings;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use safari_agents::Registry;
use safari_arena::{
    GameOutcome, MANIFEST, RunError, RunFiles, Sink, Summary, Tournament, catch_agent_panics,
};
use safari_core::TileSet;
use safari_data::{MANIFEST_VERSION, Manifest};

use crate::args::{MatchArgs, RunArgs, TournamentArgs};
use crate::console::Console;
use crate::problem::Problem;
use crate::{PROGRAM, guard};
use bar::Bar;
use load::Loaded;

pub(crate) fn run(args: &TournamentArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let loaded = load::config_file(&args.config, &args.sets, args.seed, registry)?;
    if args.dry_run {
        return plan(&loaded, console);
    }
    let out = args.out.clone().unwrap_or_else(|| {
        Path::new("results").join(args.config.file_stem().unwrap_or(std::ffi::OsStr::new("tournament")))
    });
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
    if let Some(dir) = &out {
        load::check_directory(dir, &manifest)?;
    }
    let files =
        out.as_ref().map(|dir| RunFiles::create(dir).map_err(|e| Problem::writing(dir, &e))).transpose()?;
    let mut output = Output(files);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Problem::Failure(format!("cannot start {threads} threads: {error}")))?;
    catch_agent_panics();
    guard::stop_politely();
    let began = Instant::now();
    let bar = Bar::new(tournament, run.quiet);
    let summary = pool.install(|| tournament.run(&mut output, &bar, &guard::STOP, PROGRAM));
    bar.finish();
    let summary = summary.map_err(|error| match error {
        RunError::Game(error) => Problem::Input(error.to_string()),
        RunError::Write(error) => Problem::writing(out.as_deref().unwrap_or(Path::new("")), &error),
    })?;
    let rows = summary.standings.rows();
    if let (Some(files), Some(dir)) = (output.0, &out) {
        manifest.games_done = summary.games;
        manifest.ended = now();
        files.finish(&rows, &summary.timing, &manifest).map_err(|e| Problem::writing(dir, &e))?;
    }
    let style = console.style;
    write!(console, "{}", standings::render(&rows, &summary.timing, run.format, style))?;
    if run.format == crate::args::Format::Table {
        closing(&summary, threads, began.elapsed().as_secs_f64(), out.as_deref(), console)?;
    }
    console.flush()?;
    if summary.stopped {
        let of = tournament.plan().games();
        return Err(Problem::Interrupted(format!(
            "interrupted: {} of {of} games are finished and kept",
            summary.games
        )));
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
    let rate = summary.games as f64 / seconds.max(1e-9);
    writeln!(
        console,
        "\n{} games in {}, {} games/s on {threads} thread{}; intervals are 95 %, over deals",
        summary.games,
        bar::duration(seconds),
        bar::rate(rate),
        if threads == 1 { "" } else { "s" },
    )?;
    if summary.forfeits > 0 {
        let place = out.map_or(String::new(), |dir| format!("; see {}", dir.join("forfeits").display()));
        writeln!(console, "{} games were forfeited{place}", summary.forfeits)?;
    }
    if let Some(dir) = out {
        writeln!(console, "files: {}", dir.display())?;
    }
    Ok(())
}

/// What would be played.
fn plan(loaded: &Loaded, console: &mut Console) -> Result<(), Problem> {
    let tournament = &loaded.tournament;
    let config = tournament.config();
    writeln!(console, "players    {}", config.players)?;
    writeln!(console, "deals      {}, root seed {}", config.deals, config.seed)?;
    writeln!(console, "agents     {}", config.entrants.len())?;
    for entrant in &config.entrants {
        writeln!(console, "           {} = {}", entrant.name, entrant.factory)?;
    }
    writeln!(console, "line-ups   {}, each in {} rotations", config.line_ups.len(), config.players)?;
    writeln!(console, "games      {}", tournament.plan().games())?;
    let names = |seats: &[usize]| {
        let names: Vec<&str> = seats.iter().map(|&i| config.entrants[i].name.as_str()).collect();
        names.join(", ")
    };
    for game in 0..tournament.plan().games().min(6) {
        let pairing = tournament.plan().game(game);
        writeln!(console, "  game {game}: deal {}, seats {}", pairing.deal, names(&pairing.seats))?;
    }
    Ok(())
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
pub(self) fn manifest_of(dir: &Path) -> Result<Option<Manifest>, Problem> {
    let path = dir.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = crate::files::read(&path)?;
    let manifest: Manifest =
        serde_json::from_str(&text).map_err(|error| Problem::in_file(&path.display().to_string(), error))?;
    Ok(Some(manifest))
}
