//! `safari stats`: all that the rows of a run tell, computed from its CSV files alone.

mod sections;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use safari_agents::did_you_mean;
use safari_arena::{LEDGER, ReadError, is_run_file, payoff_file, read_tables, replace, table_files};
use safari_data::Report;
use safari_stats::{OnlineRating, OutcomeKind, RatingChoice, Tables};

use crate::args::{Format, OutcomeArg, StatsArgs};
use crate::console::Console;
use crate::files::Target;
use crate::problem::Problem;

pub(crate) fn run(args: &StatsArgs, console: &mut Console) -> Result<(), Problem> {
    let payoff = args.payoff.as_deref().map(|file| payoff_target(&args.dir, file)).transpose()?;
    let empty = if args.weng_lin { Tables::with_weng_lin() } else { Tables::default() };
    let tables = read_tables(&args.dir, empty).map_err(|error| problem(&args.dir, error))?;
    if let Some(name) = &args.anchor
        && !tables.names().any(|known| known == name)
    {
        let nearest = did_you_mean(name, tables.names());
        return Err(Problem::Input(format!(
            "--anchor: there is no agent called `{name}` in the run{nearest}"
        )));
    }
    let kind = match args.outcome {
        OutcomeArg::Winners => OutcomeKind::Winners,
        OutcomeArg::Ranking => OutcomeKind::Ranking,
    };
    let choice = RatingChoice { anchor: args.anchor.clone(), kind };
    let report = tables.report(&choice);
    if let Some(target) = payoff {
        target.write(&payoff_file(&tables)?)?;
    }
    if choice != RatingChoice::default() {
        return print(&tables, &report, args.format, console);
    }
    let files = table_files(&report)?;
    if args.write {
        for (name, bytes) in &files {
            replace(&args.dir, name, bytes)
                .map_err(|error| Problem::writing(&args.dir.join(name), &error))?;
        }
    }
    print(&tables, &report, args.format, console)?;
    if args.format != Format::Json {
        sequential(&args.dir, console)?;
    }
    let different = different(&args.dir, &files)?;
    if !different.is_empty() {
        return Err(Problem::Failure(format!(
            "in `{}` {} not what games.csv and seats.csv give: the files were changed, or another version of the program wrote them; \
             --write puts right what is there",
            args.dir.display(),
            match &different[..] {
                [one] => format!("{one} is"),
                several => format!("{} are", several.join(", ")),
            }
        )));
    }
    Ok(())
}

/// Where the payoff table goes: never over a file of the run.
fn payoff_target(dir: &Path, file: &Path) -> Result<Target, Problem> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let same = matches!((parent.canonicalize(), dir.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if same && is_run_file(name) {
        return Err(Problem::Input(format!(
            "--payoff: `{}` is a file of the run itself; name another",
            file.display()
        )));
    }
    Target::check(file)
}

/// Of a sequential match, what its manifest says of the test: the tables know nothing of when it stopped.
fn sequential(dir: &Path, console: &mut Console) -> Result<(), Problem> {
    // A directory of rows alone is fine, and so is a manifest that another version wrote.
    let Ok(Some(manifest)) = crate::tournament::manifest::read(dir) else { return Ok(()) };
    let (Some(test), verdict) = (manifest.test, manifest.verdict) else { return Ok(()) };
    let verdict = verdict.unwrap_or_else(|| "it was stopped".into());
    writeln!(console, "\nThis run was a sequential test: {verdict}.")?;
    if let Some([Some(mean), Some(lo), Some(hi)]) = test.win_share {
        writeln!(
            console,
            "Corrected for when it stopped the win share is {mean:.3} ({lo:.3} to {hi:.3}); the tables above are not corrected."
        )?;
    }
    Ok(console.flush()?)
}

/// The tables that stand in a directory and are others than these.
fn different<'n>(dir: &Path, files: &[(&'n str, Vec<u8>)]) -> Result<Vec<&'n str>, Problem> {
    let mut different = Vec::new();
    for (name, bytes) in files {
        match fs::read(dir.join(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Problem::reading(&dir.join(name), &error)),
            Ok(found) if found == *bytes => {}
            Ok(_) => different.push(*name),
        }
    }
    Ok(different)
}

fn print(tables: &Tables, report: &Report, format: Format, console: &mut Console) -> Result<(), Problem> {
    if format == Format::Json {
        let mut all = serde_json::to_value(report).unwrap_or_default();
        if let (Some(ratings), Some(all)) = (tables.weng_lin(), all.as_object_mut()) {
            let row = |(agent, rating): (&str, OnlineRating)| serde_json::json!({ "agent": agent, "mean": rating.mean, "deviation": rating.deviation });
            all.insert("weng_lin".into(), ratings.into_iter().map(row).collect());
        }
        writeln!(console, "{}", serde_json::to_string_pretty(&all).unwrap_or_default())?;
        return Ok(console.flush()?);
    }
    let style = console.style;
    for (place, section) in sections::all(tables, report, style).into_iter().enumerate() {
        let gap = if place == 0 { "" } else { "\n" };
        match format {
            Format::Markdown => {
                writeln!(console, "{gap}## {}\n\n{}", section.title, section.table.markdown())?
            }
            _ => writeln!(
                console,
                "{gap}{}\n{}",
                style.bold(&section.title),
                section.table.render(style).trim_end()
            )?,
        }
        for note in &section.notes {
            writeln!(console, "{note}")?;
        }
    }
    Ok(console.flush()?)
}

fn problem(dir: &Path, error: ReadError) -> Problem {
    match error {
        ReadError::File { file, error } if error.kind() == ErrorKind::NotFound && dir.is_dir() => {
            let why = match dir.join(LEDGER).exists() {
                true => "its run has not ended; if it was stopped or killed, the same command goes on",
                false => "it is no tournament's directory",
            };
            Problem::Input(format!(
                "there is no `{}` in `{}`: {why}",
                file.file_name().unwrap_or_default().display(),
                dir.display()
            ))
        }
        ReadError::File { error, .. } if error.kind() == ErrorKind::NotFound => Problem::reading(dir, &error),
        ReadError::File { error, .. } if error.kind() == ErrorKind::NotADirectory => {
            Problem::Input(format!("`{}` is a file; give the directory of a tournament", dir.display()))
        }
        ReadError::File { file, error } => Problem::reading(&file, &error),
        error @ ReadError::Line { .. } => Problem::Input(error.to_string()),
    }
}
