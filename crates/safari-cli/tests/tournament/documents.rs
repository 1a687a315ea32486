//! docs/formats.md tells every key, column and file, and `scripts/read_results.py` reads them.

use std::collections::BTreeSet;
use std::process::Command;

use crate::support::{config, number, read, root, rows, tournament};

/// A section of docs/formats.md.
fn section(heading: &str) -> String {
    let text = read(&root(), "docs/formats.md");
    let start = text.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("{heading}"));
    let rest = &text[start + 1..];
    rest[..rest[1..].find("\n## ").map_or(rest.len(), |end| end + 1)].to_owned()
}

/// What stands in back quotes in the first cells of the table after a text.
fn first_cells(section: &str, after: &str) -> Vec<String> {
    let start = section.find(after).unwrap_or_else(|| panic!("{after}"));
    let table = section[start..]
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    let cells = table.skip(2).map(|line| line.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn every_column_is_told_in_its_order() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let section = section("Tournament files");
    for name in ["games.csv", "seats.csv", "standings.csv", "timing.csv"] {
        let told = first_cells(&section, &format!("\n`{name}`"));
        let head = read(dir.path(), &format!("out/{name}"));
        assert_eq!(told, head.lines().next().unwrap().split(',').collect::<Vec<_>>(), "{name}");
    }
    let told: BTreeSet<String> = first_cells(&section, "\n`manifest.json`").into_iter().collect();
    let manifest = crate::support::manifest(&dir.path().join("out"));
    let keys: BTreeSet<String> = manifest.as_object().unwrap().keys().cloned().collect();
    assert_eq!(told, keys);
}

#[test]
fn every_key_of_a_config_is_told_and_the_example_is_one() {
    let section = section("Tournament config");
    let example = section.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.toml"), example).unwrap();
    tournament(dir.path(), "out", &["--dry-run"]);
    // The keys are those that an error lists.
    std::fs::write(dir.path().join("t.toml"), format!("x = 1\n{example}")).unwrap();
    let message = crate::common::wrong(dir.path(), 2, ["tournament", "t.toml"]);
    let keys: BTreeSet<String> = message.split('`').skip(3).step_by(2).map(str::to_owned).collect();
    let told = first_cells(&section, "| key |").into_iter();
    let told: BTreeSet<String> =
        told.map(|key| key.trim_matches(['[', ']']).to_owned()).filter(|key| !key.contains('.')).collect();
    assert_eq!(told, keys);
}

#[test]
fn pandas_reads_the_files_and_the_script_prints_the_win_shares() {
    let python = |args: &[&str]| Command::new("python3").args(args).output();
    if !python(&["-c", "import pandas"]).is_ok_and(|output| output.status.success()) {
        return; // There is no pandas here.
    }
    let dir = tempfile::tempdir().unwrap();
    // Names that CSV quotes, and that pandas would take for a missing value.
    config(dir.path(), "players = 3\ndeals = 4", &["random-kind", "NA=greedy", "a, b=random"]);
    tournament(dir.path(), "out", &[]);
    let script = root().join("scripts/read_results.py");
    let out = dir.path().join("out");
    let output = python(&[script.to_str().unwrap(), out.to_str().unwrap()]).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let told = String::from_utf8(output.stdout).unwrap();
    for row in rows(&out, "standings.csv") {
        let line = told.lines().find(|line| line.contains(&row["agent"])).unwrap_or_else(|| panic!("{told}"));
        assert!(line.contains(&format!("{:.4}", number(&row, "win_share"))), "{told}");
    }
}
