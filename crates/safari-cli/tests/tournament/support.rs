//! Configs to run and files to read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::fine;

/// A row of a CSV file by column.
pub type Row = BTreeMap<String, String>;

/// Writes a config with these lines and agents; an agent is `spec` or `name=spec`.
pub fn config(dir: &Path, lines: &str, agents: &[&str]) {
    let mut text = format!("{lines}\n");
    for agent in agents {
        let (name, spec) = match agent.split_once('=') {
            Some((name, spec)) if !name.contains(':') => (name, spec),
            _ => (*agent, *agent),
        };
        text += &format!("[[agent]]\nagent = \"{spec}\"\nname = \"{name}\"\n");
    }
    std::fs::write(dir.join("t.toml"), text).unwrap();
}

/// Runs `t.toml` of a directory into another one below it.
pub fn tournament(dir: &Path, out: &str, more: &[&str]) -> String {
    let mut args = vec!["tournament", "t.toml", "--out", out];
    args.extend(more);
    fine(dir, args)
}

pub fn read(dir: &Path, name: &str) -> String {
    let path = dir.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a CSV file.
pub fn rows(dir: &Path, name: &str) -> Vec<Row> {
    let text = read(dir, name);
    assert!(text.ends_with('\n') && !text.contains('\r'));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let records = reader.records().map(|record| record.unwrap());
    records.map(|record| columns.iter().cloned().zip(record.iter().map(str::to_owned)).collect()).collect()
}

pub fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

pub fn manifest(dir: &Path) -> Value {
    serde_json::from_str(&read(dir, "manifest.json")).unwrap()
}

/// The CSV files that are the same for any number of threads.
pub const LASTING: [&str; 7] =
    ["games.csv", "pairs.csv", "points.csv", "ratings.csv", "seat_effect.csv", "seats.csv", "standings.csv"];

/// What must be the same for any number of threads, by the file's name.
pub fn lasting(dir: &Path) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> =
        LASTING.map(|name| (name.to_owned(), read(dir, name))).into_iter().collect();
    let mut manifest = manifest(dir);
    for key in ["threads", "started", "ended"] {
        manifest.as_object_mut().unwrap().remove(key).unwrap();
    }
    files.insert("manifest.json".into(), manifest.to_string());
    for folder in ["records", "forfeits"] {
        for name in names(&dir.join(folder)) {
            let name = format!("{folder}/{name}");
            files.insert(name.clone(), read(dir, &name));
        }
    }
    files
}

/// The sorted names in a directory; none where it is missing.
pub fn names(dir: &Path) -> Vec<String> {
    let Ok(entries) = dir.read_dir() else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
