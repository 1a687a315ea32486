//! `safari tune`: from a search space to a setting that is proved better.

mod bar;
mod load;
mod manifest;
mod report;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use safari_agents::Registry;
use safari_arena::catch_agent_panics;
use safari_tune::{Budget, JOURNAL, JournalError, Kind, Scale, TuneError, Tuned, Tuning, TuningConfig};

use crate::args::{TuneArgs, TuneCommand};
use crate::console::Console;
use crate::guard;
use crate::problem::Problem;
use crate::tournament::bar::duration;
use bar::Bar;
use load::Loaded;

pub(crate) fn run(args: &TuneArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let config = match (&args.command, &args.config) {
        (Some(TuneCommand::Report(args)), _) => return report::run(args, registry, console),
        (None, Some(config)) => config,
        (None, None) => return Err(Problem::Input("name a config".into())),
    };
    let loaded = load::config_file(config, &args.sets, args.seed, registry)?;
    let out = args.out.clone().unwrap_or_else(|| {
        let name = config.file_stem().filter(|name| *name != "-");
        Path::new("results").join(name.unwrap_or(std::ffi::OsStr::new("tuning")))
    });
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    catch_agent_panics();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Problem::Failure(format!("cannot start {threads} threads: {error}")))?;
    if args.dry_run {
        return plan(&loaded, &out, threads, console);
    }
    check_directory(&out)?;
    fs::create_dir_all(&out).map_err(|error| Problem::writing(&out, &error))?;
    let tuning = loaded.tuning;
    let begun = manifest::Manifest::of(&tuning, &loaded.text, &loaded.files, threads);
    // What a run is stands there from the start, so that one that was killed can be reported.
    let first = manifest::read(&out)?;
    if first.is_none() {
        begun.write(&out)?;
    }
    let bar = Bar::new(&args.shown, console.style.unicode);
    guard::stop_politely(bar.stopping());
    let tuned = pool.install(|| tuning.run(&out, &bar, &guard::STOP));
    bar.finish();
    let tuned = tuned.map_err(|error| problem(&out, error))?;
    begun.ended(first, &tuned).write(&out)?;
    Ok(tell(&tuning, &tuned, &out, console)?)
}

/// What would be done, and what it costs.
fn plan(loaded: &Loaded, out: &Path, threads: usize, console: &mut Console) -> Result<(), Problem> {
    let config = loaded.tuning.config();
    writeln!(console, "agent      {}, {} players", config.base, config.players)?;
    for (n, dimension) in config.space.dimensions().iter().enumerate() {
        let head = if n == 0 { "space" } else { "" };
        let now = config
            .base_point
            .get(&dimension.name)
            .map_or("not active".into(), |value| format!("now {value}"));
        let scale = match dimension.kind {
            Kind::Real(_, Scale::Log) => ", by factors",
            _ => "",
        };
        let when = dimension.condition.as_ref().map_or(String::new(), |condition| {
            let values: Vec<String> = condition.values.iter().map(ToString::to_string).collect();
            format!(", where {} is {}", condition.on, values.join(" or "))
        });
        writeln!(console, "{head:<11}{}: {}{scale}{when}; {now}", dimension.name, dimension.text())?;
    }
    for (name, opponents) in [("pool", &config.pool), ("held out", &config.held_out)] {
        for (n, opponent) in opponents.iter().enumerate() {
            let head = if n == 0 { name } else { "" };
            writeln!(console, "{head:<11}{}, weight {}", opponent.factory, opponent.weight)?;
        }
    }
    writeln!(console, "objective  {}", load::objective(config.objective))?;
    writeln!(console, "optimiser  {}", config.optimiser)?;
    console.flush()?;
    let probe = |opponents| loaded.tuning.probe(opponents, &guard::STOP).map_err(|error| problem(out, error));
    let each = probe(&config.pool)?;
    let of = |evaluations: f64, each: f64| duration(evaluations * each / threads as f64);
    let players = config.players as u64;
    match config.budget {
        Budget::Games(games) => writeln!(
            console,
            "search     {games} games, {} evaluations of a deal in all seats: about {} on {threads} threads",
            games / players,
            of((games / players) as f64, each)
        )?,
        Budget::Seconds(seconds) => writeln!(
            console,
            "search     about {}, {} evaluations on {threads} threads here",
            duration(seconds),
            (seconds * threads as f64 / each) as u64
        )?,
    }
    for (name, test, any) in
        [("test", config.test, true), ("", config.held_out_test, !config.held_out.is_empty())]
    {
        if any {
            let against = if name.is_empty() { "the held-out opponents" } else { "the pool" };
            writeln!(
                console,
                "{name:<11}against {against}: gain {} (H0) or {} (H1) of win share, at most {} deals: {}",
                test.gain0,
                test.gain1,
                config.test_deals,
                of(
                    2.0 * config.test_deals as f64,
                    if name.is_empty() { probe(&config.held_out)? } else { each }
                )
            )?;
        }
    }
    writeln!(console, "files      {}", out.display())?;
    Ok(console.flush()?)
}

/// Refuses a directory that holds something else.
fn check_directory(dir: &Path) -> Result<(), Problem> {
    let entries = match dir.read_dir() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Problem::writing(dir, &error)),
        Ok(entries) => entries,
    };
    let names: Vec<PathBuf> = entries.flatten().map(|entry| entry.file_name().into()).collect();
    let own = |name: &PathBuf| name == Path::new(JOURNAL) || name == Path::new(manifest::MANIFEST);
    match names.iter().any(own) || names.is_empty() {
        true => Ok(()),
        false => Err(Problem::Input(format!(
            "`{}` holds other files ({}) and no tuning run; name another directory with --out",
            dir.display(),
            names[0].display()
        ))),
    }
}

fn problem(dir: &Path, error: TuneError) -> Problem {
    let journal = dir.join(JOURNAL);
    match error {
        TuneError::Stopped => {
            Problem::Interrupted("interrupted: what was played is kept; the same command goes on".into())
        }
        TuneError::Agent(message) => Problem::Failure(message),
        TuneError::Build(error) => Problem::Input(error.to_string()),
        TuneError::Journal(JournalError::Io(error)) => Problem::writing(&journal, &error),
        TuneError::Journal(error) => Problem::in_file(&journal.display().to_string(), error),
        TuneError::Write(error) => Problem::writing(dir, &error),
    }
}

/// The verdict, for the end.
fn tell(tuning: &Tuning, tuned: &Tuned, out: &Path, console: &mut Console) -> std::io::Result<()> {
    let TuningConfig { base, space, base_point, .. } = tuning.config();
    let verdict = &tuned.verdict;
    let style = console.style;
    writeln!(console, "{}: {}", style.bold(&verdict.verdict), verdict.text)?;
    if let (Ok(point), false) = (space.parse(&verdict.setting), verdict.candidate == 0) {
        writeln!(console, "\n{} against its present setting:", tuning.config().candidate(&point))?;
        let mut table = crate::table::Table::new([
            ("parameter", crate::table::Align::Left),
            ("was", crate::table::Align::Right),
            ("winner", crate::table::Align::Right),
        ]);
        let shown = |value: Option<&safari_agents::params::Value>| {
            value.map_or("-".into(), |value| value.to_string())
        };
        for dimension in space.dimensions() {
            let (was, is) = (base_point.get(&dimension.name), point.get(&dimension.name));
            table.row(vec![dimension.name.clone(), shown(was), shown(is)]);
        }
        write!(console, "{}", table.render(style))?;
    } else {
        writeln!(console, "{base} stays as it is")?;
    }
    writeln!(console, "\n{} games; files: {}", tuned.games, out.display())?;
    console.flush()
}
