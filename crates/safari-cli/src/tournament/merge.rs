//! `safari merge`: shards put together.

use std::path::Path;

use safari_agents::Registry;
use safari_arena::{MergeError, Plan, RunFiles, ShardRun};

use super::{called, cannot_write, load, manifest, standings, warn_of_forfeits};
use crate::args::{Format, MergeArgs};
use crate::console::Console;
use crate::problem::Problem;
use std::io::Write;

pub(crate) fn run(args: &MergeArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let mut runs = Vec::new();
    for dir in &args.shards {
        let Some(manifest) = manifest::read(dir)? else {
            return Err(Problem::Retry(format!("there is no tournament in `{}` yet", dir.display())));
        };
        if same_place(dir, &args.out) {
            return Err(Problem::Input(format!(
                "`{}` is a shard and cannot be the whole, too",
                dir.display()
            )));
        }
        runs.push(ShardRun { dir: dir.clone(), manifest });
    }
    // All are of the config of the first, or they are refused.
    let mut loaded = load::of_manifest(&args.shards[0], registry)?;
    let config = loaded.tournament.config().clone();
    if config.rounds.is_some() {
        let message = "a schedule in rounds has no shards: there is nothing to merge";
        return Err(Problem::in_file(&args.shards[0].display().to_string(), message));
    }
    let runs =
        safari_arena::check(runs, |shard| Plan::new(&config, shard)).map_err(|error| problem(&error))?;
    loaded.tournament.make_whole();
    let threads = runs.iter().map(|run| run.manifest.threads).sum();
    let mut whole = manifest::of(&loaded, threads);
    let first = &runs[0].manifest;
    (whole.program, whole.git) = (first.program.clone(), first.git.clone());
    whole.signature = first.signature.clone();
    whole.started = runs.iter().map(|run| run.manifest.started).min().unwrap_or_default();
    whole.ended = runs.iter().map(|run| run.manifest.ended).max().unwrap_or_default();
    let earlier = load::check_directory(&args.out, &whole, config.deals)?;
    let plan = loaded.tournament.plan();
    let begun = whole.clone();
    let files = || RunFiles::open(&args.out, &begun, earlier.as_ref(), (plan, config.deals), &called());
    let names: Vec<&str> = config.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let merged = safari_arena::merge(&runs, plan, &names, files, &mut whole, &args.out);
    let merged = merged.map_err(|error| match &error {
        MergeError::Write(error) => cannot_write(&args.out, error),
        error => problem(error),
    })?;
    let rows = &merged.report.standings;
    let rendered = standings::render(rows, &merged.timing, args.format, console.style);
    write!(console, "{rendered}")?;
    if args.format == Format::Table {
        writeln!(
            console,
            "\n{} games of {} shards; intervals are 95 %, over deals\nfiles: {}",
            merged.games,
            runs.len(),
            args.out.display()
        )?;
    }
    console.flush()?;
    if merged.forfeits > 0 {
        warn_of_forfeits(merged.forfeits, rows, Some(&args.out));
    }
    Ok(())
}

fn problem(error: &MergeError) -> Problem {
    match error {
        MergeError::Missing(message) => Problem::Retry(message.clone()),
        error => Problem::Input(error.to_string()),
    }
}

fn same_place(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
