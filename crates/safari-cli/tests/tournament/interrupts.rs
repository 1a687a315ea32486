//! Ctrl-C.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::common::command;
use crate::support::{LASTING, config, lasting, manifest, names, read, rows, tournament};

const STOPPING: &str = "stopping; press Ctrl-C again to end at once and lose the games under way\n";

fn start(dir: &Path, more: &[&str]) -> Child {
    let mut args = vec!["tournament", "t.toml", "--out", "out"];
    args.extend(more);
    command(dir, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for something that a run does, and fails if the run ends without.
fn until(child: &mut Child, mut happened: impl FnMut() -> bool) {
    while !happened() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

fn stopped(child: Child) -> (Output, String) {
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    (output, errors)
}

#[test]
fn finished_deals_are_kept_and_are_those_of_a_shorter_run() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 1000000", &["random-kind", "random", "greedy"]);
    let mut child = start(dir.path(), &["--threads", "2"]);
    let out = dir.path().join("out");
    // Some rows have been written, so more than one deal is finished.
    until(&mut child, || std::fs::metadata(out.join("games.csv.part")).is_ok_and(|file| file.len() > 5_000));
    interrupt(&child);
    let (output, errors) = stopped(child);
    let own = manifest(&out);
    let games = own["games_done"].as_u64().unwrap();
    assert!(games > 0 && games.is_multiple_of(6), "{games}");
    assert_eq!(own["games_planned"], 6_000_000);
    assert!(own["ended"].as_u64().unwrap() > 0);
    // More may be kept: sets of a deal that is not whole.
    assert!(errors.starts_with(&format!("{STOPPING}error: interrupted: ")), "{errors}");
    assert!(errors.contains(&format!("{games} of ")), "{errors}");
    assert!(errors.ends_with("; the same command goes on\n"), "{errors}");
    assert!(String::from_utf8(output.stdout).unwrap().contains(&format!("\n{games} games in ")));
    let mut files = [&LASTING[..], &["ledger", "manifest.json", "timing.csv"]].concat();
    files.sort();
    assert_eq!(names(&out), files);
    assert_eq!(rows(&out, "games.csv").len() as u64, games);
    assert_eq!(rows(&out, "seats.csv").len() as u64, 2 * games);
    tournament(dir.path(), "short", &["--set", &format!("deals={}", games / 6)]);
    for name in LASTING {
        assert_eq!(read(&out, name), read(&dir.path().join("short"), name), "{name}");
    }
}

#[test]
fn a_second_one_ends_the_program_at_once() {
    let dir = tempfile::tempdir().unwrap();
    // One decision takes for ever, so that the first Ctrl-C is not enough.
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "mcts-plain:iterations=1000000000"]);
    let mut child = start(dir.path(), &[]);
    until(&mut child, || dir.path().join("out/manifest.json").exists());
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it waits for the games under way");
    interrupt(&child);
    let (output, errors) = stopped(child);
    assert_eq!((output.stdout, errors), (Vec::new(), STOPPING.to_owned()));
    assert_eq!(manifest(&dir.path().join("out"))["games_done"], 0);
}

#[test]
fn before_a_deal_is_finished_there_are_files_without_rows() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["a=mcts:iterations=300", "b=mcts:iterations=300"]);
    let mut child = start(dir.path(), &["--threads", "1"]);
    until(&mut child, || dir.path().join("out/manifest.json").exists());
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    let (_, errors) = stopped(child);
    let out = dir.path().join("out");
    let games = manifest(&out)["games_done"].as_u64().unwrap();
    assert_eq!(
        errors,
        format!(
            "{STOPPING}error: interrupted: {games} of 4 games are finished and kept; the same command goes on\n"
        )
    );
    assert_eq!(games, 0, "the machine is too fast for this test");
    for name in LASTING.into_iter().chain(["timing.csv"]) {
        let text = read(&out, name);
        assert!(text.contains(','), "{name}: {text}");
        assert!(rows(&out, name).len() == if name == "timing.csv" { 3 } else { 0 });
    }
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 400\nrecords = \"some\"", &["random-kind", "random", "greedy"]);
    let out = dir.path().join("out");
    let mut games = Vec::new();
    for threads in ["1", "2", "3"] {
        let mut child = start(dir.path(), &["--threads", threads]);
        let more = games.last().copied().unwrap_or(0) + 100;
        let len = |name: &str| std::fs::metadata(out.join(name)).map_or(0, |file| file.len());
        until(&mut child, || len("games.csv.part") > more * 20);
        interrupt(&child);
        stopped(child);
        games.push(manifest(&out)["games_done"].as_u64().unwrap());
        assert!(out.join("ledger").exists());
    }
    assert!(games.is_sorted() && games[0] > 0 && games[2] < 2400, "{games:?}");
    tournament(dir.path(), "out", &[]);
    tournament(dir.path(), "fresh", &[]);
    assert!(lasting(&out) == lasting(&dir.path().join("fresh")));
    assert_eq!(names(&out), names(&dir.path().join("fresh")));
}

#[test]
fn a_match_without_files_says_how_far_it_came() {
    let dir = tempfile::tempdir().unwrap();
    let child = command(dir.path(), ["match", "random-kind", "greedy", "--deals", "1000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let (_, errors) = stopped(child);
    // Where it had not begun yet, it has nothing to say.
    assert!(errors.is_empty() || errors.ends_with(" of 2000000000 games are finished\n"), "{errors}");
}

#[test]
fn a_bot_that_thinks_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let bot = "echo $$ >>pids; while read -r line; do case $line in begin) echo ready;; go*) echo >>asked; sleep 1000;; esac; done\n";
    std::fs::write(dir.path().join("bot.sh"), bot).unwrap();
    let text = "players = 2\ndeals = 1\n[[agent]]\nagent = \"random\"\n\
                [[agent]]\nkind = \"process\"\nname = \"bot\"\ncommand = [\"sh\", \"bot.sh\"]\ndecision_seconds = 600\n";
    std::fs::write(dir.path().join("t.toml"), text).unwrap();
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut child = start(dir.path(), &[]);
        until(&mut child, || dir.path().join("asked").exists());
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let (_, errors) = stopped(child);
        assert!(errors.contains("0 of 2 games are finished and kept"), "{errors}");
        std::fs::remove_file(dir.path().join("asked")).unwrap();
    }
    assert!(!dir.path().join("out/forfeits").exists());
    let pids = std::fs::read_to_string(dir.path().join("pids")).unwrap();
    for pid in pids.split_whitespace() {
        assert!(!Path::new("/proc").join(pid).join("exe").exists(), "{pid} is left");
    }
}
