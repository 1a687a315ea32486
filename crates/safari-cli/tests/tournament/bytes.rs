//! The same config gives the same bytes.

use std::collections::BTreeMap;

use crate::common::fine;
use crate::support::{LASTING, Row, config, lasting, read, rows, tournament};

const AGENTS: [&str; 4] = ["random-kind", "greedy", "mcts:iterations=3", "plain=mcts-plain:iterations=5"];

#[test]
fn the_files_are_the_same_bytes_for_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 3\ndeals = 2\nseed = 11\nrecords = \"all\"", &AGENTS);
    tournament(dir.path(), "one", &["--threads", "1"]);
    let one = lasting(&dir.path().join("one"));
    assert_eq!(one.len(), LASTING.len() + 1 + 2 * 4 * 3);
    for threads in ["2", "3"] {
        tournament(dir.path(), threads, &["--threads", threads]);
        assert!(lasting(&dir.path().join(threads)) == one, "{threads} threads");
    }
}

#[test]
fn the_same_run_again_is_fine_and_writes_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 3\nrecords = \"all\"", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let first = lasting(&dir.path().join("out"));
    tournament(dir.path(), "out", &["--threads", "1", "--quiet"]);
    assert!(lasting(&dir.path().join("out")) == first);
}

#[test]
fn more_deals_extend_a_run_and_the_rows_of_the_first_ones_stay() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 3", &["random-kind", "random", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let few = lasting(&dir.path().join("out"));
    tournament(dir.path(), "out", &["--set", "deals=7"]);
    let many = lasting(&dir.path().join("out"));
    for name in ["games.csv", "seats.csv"] {
        assert!(many[name].starts_with(&few[name]), "{name}");
        assert_eq!((few[name].lines().count() - 1) * 7, (many[name].lines().count() - 1) * 3, "{name}");
    }
    // As if it had been played at once.
    tournament(dir.path(), "once", &["--set", "deals=7"]);
    assert!(lasting(&dir.path().join("once")) == many);
}

/// The rows of each game, by what names it without numbers: deal, rotation and agents by seat.
fn games(dir: &std::path::Path) -> BTreeMap<(String, String, Vec<String>), Vec<Row>> {
    let seats = rows(dir, "seats.csv");
    let mut games = BTreeMap::new();
    for mut game in rows(dir, "games.csv") {
        let own: Vec<&Row> = seats.iter().filter(|seat| seat["game"] == game["game"]).collect();
        let agents: Vec<String> = own.iter().map(|seat| seat["agent"].clone()).collect();
        let key = (game["deal"].clone(), game["rotation"].clone(), agents);
        let mut all: Vec<Row> = own.into_iter().cloned().collect();
        ["game", "set", "line_up"].iter().for_each(|id| drop(game.remove(*id)));
        all.iter_mut().for_each(|row| ["game", "set"].iter().for_each(|id| drop(row.remove(*id))));
        all.push(game);
        assert!(games.insert(key, all).is_none());
    }
    games
}

#[test]
fn adding_an_agent_leaves_the_games_of_the_others_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy", "mcts:iterations=2"]);
    tournament(dir.path(), "few", &[]);
    config(dir.path(), "players = 2\ndeals = 2", &["random", "random-kind", "greedy", "mcts:iterations=2"]);
    tournament(dir.path(), "many", &[]);
    let (few, many) = (games(&dir.path().join("few")), games(&dir.path().join("many")));
    assert_eq!((few.len(), many.len()), (2 * 3 * 2, 2 * 6 * 2));
    for (key, game) in few {
        assert_eq!(many[&key], game, "{key:?}");
    }
}

#[test]
fn seeds_are_told_apart_and_can_be_set_in_three_ways() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2\nseed = 5", &["random-kind", "greedy"]);
    tournament(dir.path(), "config", &[]);
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    tournament(dir.path(), "flag", &["--seed", "5"]);
    tournament(dir.path(), "set", &["--set", "seed=5"]);
    tournament(dir.path(), "largest", &["--seed", "9223372036854775807"]);
    tournament(dir.path(), "default", &[]);
    let seats = |name: &str| read(&dir.path().join(name), "seats.csv");
    assert_eq!(seats("config"), seats("flag"));
    assert_eq!(seats("config"), seats("set"));
    assert_ne!(seats("config"), seats("default"));
    assert_ne!(seats("config"), seats("largest"));
}

#[test]
fn a_match_is_the_tournament_of_its_two_agents() {
    let dir = tempfile::tempdir().unwrap();
    for (players, names) in
        [("2", "\"random-kind\", \"greedy\""), ("3", "\"random-kind\", \"greedy\", \"greedy\"")]
    {
        let lines = format!("players = {players}\ndeals = 2\nseed = 4\nline_ups = [[{names}]]");
        config(dir.path(), &lines, &["random-kind", "greedy"]);
        let (one, two) = (format!("t{players}"), format!("m{players}"));
        tournament(dir.path(), &one, &[]);
        let args = [
            "match",
            "random-kind",
            "greedy",
            "--deals",
            "2",
            "--seed",
            "4",
            "--players",
            players,
            "--out",
            &two,
        ];
        fine(dir.path(), args);
        for name in LASTING {
            assert_eq!(read(&dir.path().join(&one), name), read(&dir.path().join(&two), name));
        }
    }
    // An agent against itself has two names.
    fine(dir.path(), ["match", "random-kind", "random-kind", "--deals", "2", "--out", "self"]);
    let names: Vec<String> =
        rows(&dir.path().join("self"), "seats.csv").iter().take(2).map(|row| row["agent"].clone()).collect();
    assert_eq!(names, ["random-kind", "random-kind (2)"]);
}
