//! What is printed, and where.

use std::process::Stdio;

use crate::common::{command, run};
use crate::support::{config, names, rows};

#[test]
fn a_quiet_run_says_nothing_but_its_standings() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 3", &["random-kind", "greedy"]);
    for format in ["table", "markdown", "json"] {
        let output = run(dir.path(), ["tournament", "t.toml", "--quiet", "--format", format]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("random-kind") && !told.contains('\x1b') && told.ends_with('\n'), "{told}");
    }
    // A short run in a pipe has no time for a line of progress either, and this one has nothing to play.
    let output = run(dir.path(), ["tournament", "t.toml"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "an earlier run is taken up: 6 games of its CSV files\n");
}

#[test]
fn the_table_is_ascii_where_the_terminal_is() {
    let dir = tempfile::tempdir().unwrap();
    let output = command(dir.path(), ["match", "random-kind", "greedy", "--deals", "2"])
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    assert!(output.stdout.is_ascii());
    assert!(String::from_utf8(output.stdout).unwrap().contains(" us\n"));
}

#[test]
fn a_closed_pipe_is_quiet_and_the_files_are_whole() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    let mut child = command(dir.path(), ["tournament", "t.toml", "--out", "out"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    assert_eq!(rows(&dir.path().join("out"), "games.csv").len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_the_output_is_worth_a_retry_and_the_files_are_whole() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(dir.path(), ["tournament", "t.toml", "--out", "out"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(75));
    assert_eq!(rows(&dir.path().join("out"), "games.csv").len(), 4);
    assert!(names(&dir.path().join("out")).contains(&"manifest.json".to_owned()));
}

/// Every example of `--help` is one: tournaments as dry runs, matches as they stand.
#[test]
fn the_examples_of_the_help_run() {
    let dir = tempfile::tempdir().unwrap();
    for (name, more, at) in
        [("tournament", " --dry-run", crate::support::root()), ("match", "", dir.path().to_owned())]
    {
        let help = String::from_utf8(run(&at, [name, "--help"]).stdout).unwrap();
        let examples: Vec<String> = help
            .lines()
            .filter_map(|line| line.strip_prefix("  safari "))
            .map(|line| line.replace(" --dry-run", "") + more)
            .collect();
        assert!(examples.len() >= 2, "{help}");
        for example in examples {
            let output = run(&at, example.split(' '));
            assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
