//! Any game of a tournament can be played again from its directory.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::common::{fine, wrong};
use crate::support::{config, manifest, names, read, rows, tournament};

/// The scores of every game by seat.
fn scores(dir: &Path) -> BTreeMap<String, Vec<u32>> {
    let mut scores: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for row in rows(dir, "seats.csv") {
        scores.entry(row["game"].clone()).or_default().push(row["score"].parse().unwrap());
    }
    scores
}

/// Runs `t.toml` and checks that every game replays to its scores.
fn all_replay(dir: &Path, games: usize) {
    tournament(dir, "out", &["--set", "records=all"]);
    // All that a game needs stands in the directory, which may go elsewhere.
    std::fs::rename(dir.join("out"), dir.join("moved")).unwrap();
    let scores = scores(&dir.join("moved"));
    assert_eq!(scores.len(), games);
    let mut shuffled = 0;
    for (game, scores) in &scores {
        let lines = fine(dir, ["replay", "moved", "--game", game, "--json"]);
        let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        assert_eq!(last["scores"], serde_json::json!(scores), "game {game}");
        fine(dir, ["replay", "moved", "--game", game, "--record", "game.json"]);
        assert_eq!(read(dir, "game.json"), read(dir, &format!("moved/records/{game}.json")), "game {game}");
        shuffled += usize::from(lines.contains("shuffle"));
    }
    let _ = shuffled;
    std::fs::remove_dir_all(dir.join("moved")).unwrap();
}

#[test]
fn two_players() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2\nseed = 3", &["random-kind", "greedy", "mcts:iterations=2"]);
    all_replay(dir.path(), 12);
    // The record of a game is one, without the tournament.
    tournament(dir.path(), "out", &[]);
    fine(dir.path(), ["replay", "out", "--game", "5", "--record", "game.json"]);
    let (again, record) =
        (fine(dir.path(), ["replay", "out", "--game", "5"]), fine(dir.path(), ["replay", "game.json"]));
    assert_eq!(again, record);
    assert!(fine(dir.path(), ["replay", "out", "--game", "5", "--show"]).contains("key: "));
}

#[test]
fn three_players_with_a_tile_file_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("sub")).unwrap();
    let tiles = safari_core::SAFARI_TOML.replacen("birds = 2", "birds = 1", 1);
    std::fs::write(dir.path().join("sub/tiles.toml"), tiles).unwrap();
    config(dir.path(), "players = 3\ndeals = 1\ntiles = \"sub/tiles.toml\"", &["random-kind", "greedy"]);
    tournament(dir.path(), "kept", &[]);
    // The files that the config names are in the manifest.
    std::fs::write(dir.path().join("sub/tiles.toml"), "gone").unwrap();
    let scores = scores(&dir.path().join("kept"));
    assert_eq!(scores.len(), 2 * 3);
    for (game, scores) in scores {
        let lines = fine(dir.path(), ["replay", "kept", "--game", &game, "--json"]);
        assert!(lines.contains(&format!("\"final\",\"scores\":{}", serde_json::json!(scores))));
    }
    let other = manifest(&dir.path().join("kept"))["tileset"].clone();
    assert_ne!(other, "909bfcc0b75057f0");
}

#[test]
fn four_players_in_variants_of_the_rules() {
    let dir = tempfile::tempdir().unwrap();
    let variant = "[variant]\ntable = \"shifting:9x8\"\nfinal_majority = \"all_present\"\nbaobab_draw = \"after_scoring\"\nbonus_animals = \"distinct\"";
    config(dir.path(), &format!("players = 4\ndeals = 1\n{variant}"), &["random-kind", "greedy", "random"]);
    all_replay(dir.path(), 3 * 4);
}

#[test]
fn five_players() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 5\ndeals = 1", &["random-kind", "greedy"]);
    all_replay(dir.path(), 4 * 5);
}

/// Three deals a line, from games of other seeds.
fn write_deals(dir: &Path) -> Vec<Value> {
    let deals: Vec<Value> = ["8", "9", "10"]
        .iter()
        .map(|seed| {
            fine(dir, ["play", "--agents", "random,random", "--seed", seed, "--record", "deal.json"]);
            serde_json::from_str::<Value>(&read(dir, "deal.json")).unwrap()["deal"].clone()
        })
        .collect();
    let lines: Vec<String> = deals.iter().map(Value::to_string).collect();
    std::fs::write(dir.join("deals.jsonl"), lines.join("\n") + "\n\n").unwrap();
    deals
}

#[test]
fn games_of_a_file_of_deals() {
    let dir = tempfile::tempdir().unwrap();
    let deals = write_deals(dir.path());
    config(
        dir.path(),
        "players = 3\ndeals = 3\ndeals_file = \"deals.jsonl\"",
        &["random-kind", "greedy", "random"],
    );
    all_replay(dir.path(), 9);
    tournament(dir.path(), "out", &[]);
    for game in 0..9 {
        fine(dir.path(), ["replay", "out", "--game", &game.to_string(), "--record", "game.json"]);
        let record: Value = serde_json::from_str(&read(dir.path(), "game.json")).unwrap();
        assert_eq!(record["deal"], deals[game / 3]);
    }
}

#[test]
fn games_from_a_position_can_be_watched_but_not_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let formats = read(&crate::support::root(), "docs/formats.md");
    let position = formats.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    std::fs::write(dir.path().join("start.txt"), position).unwrap();
    let lines = "players = 3\ndeals = 2\nstart = \"start.txt\"\nrecords = \"all\"";
    config(dir.path(), lines, &["random-kind", "greedy", "random"]);
    tournament(dir.path(), "out", &["--threads", "1"]);
    assert!(names(&dir.path().join("out/records")).is_empty());
    tournament(dir.path(), "two", &["--threads", "2"]);
    assert_eq!(read(dir.path(), "out/seats.csv"), read(dir.path(), "two/seats.csv"));
    let scores = scores(&dir.path().join("out"));
    assert_eq!(scores.len(), 6);
    for (game, scores) in scores {
        let told = fine(dir.path(), ["replay", "out", "--game", &game]);
        let best = scores.iter().max().unwrap();
        assert!(told.contains(&format!(" with {best} points")), "{told}");
        // The first turn begins where the position waits: for an action.
        assert!(told.contains("\n   1     0  "), "{told}");
        assert!(fine(dir.path(), ["replay", "out", "--game", &game, "--show"]).contains("key: "));
        for flags in [&["--json"][..], &["--record", "game.json"]] {
            let args: Vec<&str> = ["replay", "out", "--game", &game].iter().chain(flags).copied().collect();
            let message = wrong(dir.path(), 2, args);
            assert!(
                message.contains("the games of `out` start from a position, which neither a record nor"),
                "{message}"
            );
        }
    }
    assert!(!dir.path().join("game.json").exists());
    // All games start with the points of the position, and tiles of it count as turns.
    assert!(
        rows(&dir.path().join("out"), "games.csv")
            .iter()
            .all(|row| row["turns"].parse::<u32>().unwrap() > 19)
    );
}

#[test]
fn one_deal_is_the_same_in_all_rotations_and_line_ups() {
    let dir = tempfile::tempdir().unwrap();
    config(
        dir.path(),
        "players = 3\ndeals = 3\nrecords = \"all\"",
        &["random-kind", "greedy", "random", "a=random"],
    );
    tournament(dir.path(), "out", &[]);
    let mut deals: BTreeMap<String, (Value, Value)> = BTreeMap::new();
    for row in rows(&dir.path().join("out"), "games.csv") {
        let record: Value =
            serde_json::from_str(&read(dir.path(), &format!("out/records/{}.json", row["game"]))).unwrap();
        let own = (record["deal"].clone(), record["hands"].clone());
        assert_eq!(*deals.entry(row["deal"].clone()).or_insert(own.clone()), own);
    }
    assert_eq!(deals.len(), 3);
    let lands: std::collections::BTreeSet<String> =
        deals.values().map(|(deal, _)| deal["land"].to_string()).collect();
    assert_eq!(lands.len(), 3);
}

#[test]
fn what_is_no_game_of_a_tournament_is_told() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 1", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let says = |args: &[&str], text: &str| {
        let message = wrong(dir.path(), 2, args);
        assert!(message.contains(text), "{args:?}: {message}");
    };
    says(&["replay", "out", "--game", "2"], "--game is 2, but the games of `out` are 0 to 1");
    says(&["replay", "out", "--game", "-1"], "-1");
    says(
        &["replay", "out"],
        "`out` is a directory; name a record, or one of a tournament's games with --game ID",
    );
    says(
        &["replay", "nowhere", "--game", "0"],
        "there is no tournament in `nowhere`: it holds no manifest.json",
    );
    says(&["replay", "t.toml", "--game", "0"], "there is no tournament in `t.toml`");
    says(&["replay", "out", "--game", "0", "--tiles", "x"], "cannot be used with");
    says(&["replay", "out", "--game", "0", "--record", "x", "--show"], "cannot be used with");
    says(&["replay", "out", "--record", "x"], "--game");
    says(&["replay", "out", "--game", "0", "--record", "nowhere/x"], "there is no directory `nowhere`");

    let good = read(dir.path(), "out/manifest.json");
    let spoil = |from: &str, to: &str, text: &str| {
        assert!(good.contains(from), "{from}");
        std::fs::write(dir.path().join("out/manifest.json"), good.replacen(from, to, 1)).unwrap();
        says(&["replay", "out", "--game", "0"], text);
        std::fs::write(dir.path().join("out/manifest.json"), &good).unwrap();
    };
    spoil("safari-tournament", "something", "out/manifest.json: it is no manifest of a tournament");
    spoil(
        "\"version\": 1",
        "\"version\": 2",
        "out/manifest.json: its version is 2, but this program reads version 1",
    );
    spoil("\"threads\"", "\"threds\"", "unknown field `threds`");
    spoil("players = 2", "players = 7", "out/manifest.json: config: line 1: players is 7");
    spoil("\\\"random-kind\\\"", "\\\"random-king\\\"", "did you mean `random-kind`?");
    spoil("deals = 1", "tiles = \\\"x\\\"\\ndeals = 1", "tiles: ");
    spoil(
        "909bfcc0b75057f0",
        "0000000000000000",
        "the run was on tile set 0000000000000000, not on 909bfcc0b75057f0",
    );
    spoil("{", "", "out/manifest.json: ");
}
