//! A game that was played and recorded replays to the same end.

use crate::common::{fine, run_with_input, text_of, variants};
use serde_json::Value;
use std::path::Path;

/// What follows the last blank line but one: the standing.
fn standing(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text.split("\n\n").collect();
    parts[parts.len() - 2].lines().collect()
}

fn play(dir: &Path, players: usize, seed: usize, flags: &[String]) -> String {
    let agents: Vec<&str> = ["random-kind", "random"].into_iter().cycle().take(players).collect();
    let mut args =
        vec!["play".to_owned(), "--agents".into(), agents.join(","), "--seed".into(), seed.to_string()];
    args.extend(["--record".into(), "game.json".into()]);
    args.extend_from_slice(flags);
    fine(dir, args)
}

#[test]
fn every_variant_and_number_of_players_replays_to_the_end_that_was_played() {
    let dir = tempfile::tempdir().unwrap();
    for (i, flags) in variants().iter().enumerate() {
        let players = 2 + (i + i / 8) % 4;
        let played = play(dir.path(), players, i, flags);
        let told = fine(dir.path(), ["replay", "game.json"]);
        assert_eq!(standing(&played), standing(&told), "{flags:?}");
        let record: Value =
            serde_json::from_str(&std::fs::read_to_string(dir.path().join("game.json")).unwrap()).unwrap();
        let lines = fine(dir.path(), ["replay", "game.json", "--json"]);
        let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        assert_eq!(last["event"], "final");
        assert_eq!(last["scores"], record["result"]["scores"]);
        assert_eq!(last["winners"], record["result"]["winners"]);
        for (key, flag) in [("table", 1), ("final_majority", 3), ("baobab_draw", 5), ("bonus_animals", 7)] {
            assert_eq!(record["variant"][key], flags[flag]);
        }
        // Without the turns and the legal tokens, the lines are the record's events.
        let without_phase = |line: &str| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().remove("phase");
            line
        };
        let events: Vec<Value> = lines
            .lines()
            .map(without_phase)
            .filter(|line| !["game", "deal", "turn", "final"].contains(&line["event"].as_str().unwrap()))
            .collect();
        assert_eq!(Value::Array(events), record["events"]);
    }
}

#[test]
fn the_same_seed_gives_the_same_record_and_another_one_another() {
    let dir = tempfile::tempdir().unwrap();
    let record = |seed| {
        play(dir.path(), 3, seed, &[]);
        std::fs::read_to_string(dir.path().join("game.json")).unwrap()
    };
    let first = record(1);
    assert_eq!(first, record(1));
    assert_ne!(first, record(2));
    let largest = fine(dir.path(), ["play", "--agents", "random,random", "--seed", "9223372036854775807"]);
    assert!(largest.contains("seed 9223372036854775807"));
}

#[test]
fn standard_input_is_a_record_too() {
    let dir = tempfile::tempdir().unwrap();
    play(dir.path(), 2, 5, &[]);
    let text = std::fs::read_to_string(dir.path().join("game.json")).unwrap();
    let from_input = text_of(run_with_input(dir.path(), ["replay", "-", "--legal"], &text));
    assert_eq!(from_input, fine(dir.path(), ["replay", "game.json", "--legal"]));
}

#[test]
fn a_record_without_deal_and_result_replays_as_far_as_it_goes() {
    let dir = tempfile::tempdir().unwrap();
    play(dir.path(), 2, 5, &[]);
    let mut record: Value =
        serde_json::from_str(&std::fs::read_to_string(dir.path().join("game.json")).unwrap()).unwrap();
    record.as_object_mut().unwrap().remove("deal");
    record.as_object_mut().unwrap().remove("result");
    record["events"].as_array_mut().unwrap().truncate(10);
    record["agents"][0] = "a name that \u{1b}[31mpaints".into();
    std::fs::write(dir.path().join("part.json"), record.to_string()).unwrap();
    let told = fine(dir.path(), ["replay", "part.json"]);
    assert!(told.contains("The record stops here: "), "{told}");
    assert!(!told.contains('\x1b'));
    let lines = fine(dir.path(), ["replay", "part.json", "--json"]);
    assert!(!lines.contains("\"final\""));
}

#[test]
fn pictures_are_plain_in_a_pipe_and_coloured_where_asked() {
    let dir = tempfile::tempdir().unwrap();
    let show = |extra: &[&str]| {
        let mut args = vec!["play", "--agents", "random-kind,random", "--table", "table:7x3", "--show"];
        args.extend(extra);
        fine(dir.path(), args)
    };
    let plain = show(&[]);
    assert!(!plain.contains('\x1b'));
    assert!(plain.contains("key: "));
    assert!(show(&["--color", "always"]).contains("\x1b["));
    assert_eq!(show(&["--color", "never"]), plain);
    let turns = plain.matches("last tile").count();
    let ascii = crate::common::command(
        dir.path(),
        ["play", "--agents", "random-kind,random", "--table", "table:7x3", "--show"],
    )
    .env("LC_ALL", "C")
    .output()
    .unwrap();
    let ascii = text_of(ascii);
    assert!(ascii.is_ascii());
    assert_eq!(ascii.matches("last tile").count(), turns);
}

#[test]
fn a_record_is_replaced_whole_and_leaves_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("game.json"), "x".repeat(1_000_000)).unwrap();
    play(dir.path(), 2, 1, &[]);
    let text = std::fs::read_to_string(dir.path().join("game.json")).unwrap();
    assert!(text.starts_with('{') && text.ends_with("}\n"));
    let names: Vec<_> = dir.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["game.json"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_device_is_no_file_to_replace() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("real.json"), "").unwrap();
    std::os::unix::fs::symlink("real.json", dir.path().join("game.json")).unwrap();
    play(dir.path(), 2, 1, &[]);
    assert!(dir.path().join("game.json").is_symlink());
    assert!(std::fs::read_to_string(dir.path().join("real.json")).unwrap().starts_with('{'));
    fine(dir.path(), ["play", "--agents", "random,random", "--record", "/dev/null"]);
    assert!(!Path::new("/dev/null").is_file());
}
