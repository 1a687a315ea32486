//! What `--help` says is true: its examples run, its commands complete.

use crate::common::{command, fine, run};
use std::path::Path;
use std::process::Command;

const COMMANDS: [&str; 8] =
    ["play", "replay", "tiles", "perft", "speed", "signature", "agents", "completions"];

#[test]
fn every_example_of_the_help_runs() {
    let dir = tempfile::tempdir().unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_safari")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(bin.to_owned()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    for name in COMMANDS {
        let help = fine(dir.path(), [name, "--help"]);
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  safari ")).collect();
        assert!(!examples.is_empty(), "{help}");
        if name == "signature" {
            continue; // tests/cli/signature.rs runs it
        }
        for example in examples {
            let line = format!("safari {example}");
            let output = Command::new("sh")
                .args(["-c", &line])
                .current_dir(dir.path())
                .env("PATH", &path)
                .output()
                .unwrap();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{line}: {errors}");
        }
    }
    let sheet = std::fs::read_to_string(dir.path().join("tiles.svg")).unwrap();
    assert!(sheet.starts_with("<svg") || sheet.starts_with("<?xml"), "{}", &sheet[..60]);
}

#[test]
fn the_help_lists_commands_and_exit_codes() {
    let help = fine(Path::new("."), ["--help"]);
    for name in COMMANDS {
        assert!(help.contains(&format!("\n  {name} ")), "{name}\n{help}");
    }
    for code in ["  0  fine", "  1  failure", "  2  wrong input", " 75  worth a retry", "130  interrupted"] {
        assert!(help.contains(code), "{code}\n{help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
}

#[test]
fn the_version_names_the_state_of_the_sources() {
    let version = fine(Path::new("."), ["--version"]);
    let state = version.trim_end().strip_prefix("safari 0.1.0 (git ").and_then(|rest| rest.strip_suffix(')'));
    let state = state.unwrap_or_else(|| panic!("{version}"));
    assert!(!state.is_empty());
}

#[test]
fn every_shell_gets_completions_of_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = fine(Path::new("."), ["completions", shell]);
        for name in COMMANDS {
            assert!(script.contains(name), "{shell} {name}");
        }
    }
}

#[test]
fn agents_are_listed_and_described() {
    let list = fine(Path::new("."), ["agents"]);
    for line in list.lines().skip(1) {
        let name = line.split_whitespace().next().unwrap();
        assert!(fine(Path::new("."), ["agents", name]).starts_with(&format!("{name}: ")));
    }
    assert!(list.contains("\nrandom ") && list.contains("\nrandom-kind "));
}

#[test]
fn the_tile_list_counts_what_the_box_holds() {
    let list = fine(Path::new("."), ["tiles"]);
    let row = |name: &str| -> Vec<String> {
        let line = list.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("spaces"), ["72", "3", "75"]);
    for animal in ["A ape", "E elephant", "G giraffe", "L lion", "Z zebra"] {
        assert_eq!(row(animal)[2], "20");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let dir = tempfile::tempdir().unwrap();
    fine(dir.path(), ["play", "--agents", "random-kind,random", "--record", "game.json"]);
    let commands: [&[&str]; 6] = [
        &["replay", "game.json", "--legal", "--json"],
        &["replay", "game.json", "--show"],
        &["play", "--agents", "random,random", "--show"],
        &["tiles"],
        &["completions", "zsh"],
        &["--help"],
    ];
    for args in commands {
        let mut child = command(dir.path(), args)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_worth_a_retry() {
    let dir = tempfile::tempdir().unwrap();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(dir.path(), ["tiles"]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(75));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write to standard output: "));
    let record = run(dir.path(), ["play", "--agents", "random,random", "--record", "/dev/full"]);
    assert_eq!(record.status.code(), Some(75));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_so_by_its_exit_code() {
    let mut child = command(Path::new("."), ["perft", "--depth", "60"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The first line on standard error says that it is on its way.
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stderr.take().unwrap()), &mut line)
        .unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
