//! `safari stats`: all that the rows of a run tell, computed from its CSV files alone.

mod sections;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use safari_arena::{ReadError, read_tables, replace, table_files};
use safari_stats::Tables;

use crate::args::{Format, StatsArgs};
use crate::console::Console;
use crate::problem::Problem;

pub(crate) fn run(args: &StatsArgs, console: &mut Console) -> Result<(), Problem> {
    let tables = read_tables(&args.dir).map_err(|error| problem(&args.dir, error))?;
    let files = table_files(&tables)?;
    if args.write {
        for (name, bytes) in &files {
            replace(&args.dir, name, bytes)
                .map_err(|error| Problem::writing(&args.dir.join(name), &error))?;
        }
    }
    print(&tables, args.format, console)?;
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

fn print(tables: &Tables, format: Format, console: &mut Console) -> Result<(), Problem> {
    if format == Format::Json {
        let all = serde_json::json!({
            "standings": tables.standings(),
            "pairs": tables.pairs(),
            "seat_effect": tables.seat_effect(),
            "points": tables.points(),
        });
        writeln!(console, "{}", serde_json::to_string_pretty(&all).unwrap_or_default())?;
        return Ok(console.flush()?);
    }
    let style = console.style;
    for (place, section) in sections::all(tables, style).into_iter().enumerate() {
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
            Problem::Input(format!(
                "there is no `{}` in `{}`: it is no tournament's directory, or its run has not ended yet",
                file.file_name().unwrap_or_default().display(),
                dir.display()
            ))
        }
        ReadError::File { error, .. } if error.kind() == ErrorKind::NotFound => Problem::reading(dir, &error),
        ReadError::File { file, error } => Problem::reading(&file, &error),
        error @ ReadError::Line { .. } => Problem::Input(error.to_string()),
    }
}
