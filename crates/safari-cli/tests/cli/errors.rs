//! Wrong input: exit code 2 and a message that says where, what, and what would be right.

use crate::common::{data, fine, run, wrong};
use std::path::Path;

/// Checks that the message of a wrong command line holds some texts.
fn says(args: &[&str], texts: &[&str]) {
    let message = wrong(Path::new("."), 2, args);
    for text in texts {
        assert!(message.contains(text), "{args:?} lacks {text:?}:\n{message}");
    }
}

#[test]
fn agents() {
    says(&["play", "--agents", "randon,random"], &["`randon`", "did you mean `random`?", "the agents are"]);
    says(&["play", "--agents", "random:x=1,random"], &["no parameter `x`", "it has none"]);
    says(&["play", "--agents", "greedy:meeples=2,random"], &["`meeples`", "did you mean `meeple`?"]);
    says(&["play", "--agents", "greedy:meeple=lots,random"], &["`meeple`", "`lots` is not a number from"]);
    says(&["play", "--agents", "greedy:meeple,random"], &["`meeple` is not key=value"]);
    says(&["play", "--agents", "random"], &["there is 1 agent", "2 to 5 players"]);
    says(&["play", "--agents", "random,random,random,random,random,random"], &["there are 6 agents"]);
    says(&["play", "--agents", "random,"], &["there is no agent ``"]);
    says(&["play"], &["--agents <AGENT,AGENT>"]);
    says(&["agents", "gredy"], &["did you mean `greedy`?"]);
}

#[test]
fn settings_of_the_rules() {
    let with = |flag: &str, value: &str, texts: &[&str]| {
        says(&["play", "--agents", "random,random", flag, value], texts);
        says(&["perft", "--depth", "1", flag, value], texts);
    };
    with("--table", "tabel:9x9", &["`tabel:9x9`", "`floor`, `table:WxH` or `shifting:WxH`"]);
    with("--table", "table:4x9", &["at least 5 cells wide"]);
    with("--table", "table:9x0", &["at least 1 cell high"]);
    with("--table", "shifting:9", &["WxH"]);
    with("--final-majority", "mots", &["mots", "most", "all_present"]);
    with("--baobab-draw", "before", &["before_scoring", "after_scoring"]);
    with("--bonus-animals", "distinkt", &["a similar value exists: 'distinct'"]);
}

#[test]
fn numbers() {
    says(&["play", "--agents", "random,random", "--seed", "-4"], &["a seed is a whole number"]);
    for seed in ["-1", "9223372036854775808", "99999999999999999999999999", "1e3", "", "+1", "0x10"] {
        let seed = format!("--seed={seed}");
        says(
            &["play", "--agents", "random,random", &seed],
            &["a seed is a whole number from 0 to 9223372036854775807"],
        );
    }
    says(&["perft", "--depth", "many"], &["many"]);
    says(&["perft", "--depth", "1", "--players", "6"], &["a game has 2 to 5 players"]);
    says(&["perft"], &["--depth <D>"]);
}

#[test]
fn commands_and_flags() {
    says(&["paly"], &["'paly'", "'play'"]);
    says(&["replay", "x.json", "--legl"], &["--legl", "--legal"]);
    says(&["replay", "x.json", "--show", "--json"], &["--show", "--json", "cannot be used with"]);
    says(
        &["perft", "--depth", "1", "--position", "x", "--seed", "2"],
        &["--position", "--seed", "cannot be used with"],
    );
    says(&["completions", "bsh"], &["bsh", "bash"]);
}

#[test]
fn files() {
    let dir = tempfile::tempdir().unwrap();
    let at = |args: &[&str], texts: &[&str]| {
        let message = wrong(dir.path(), 2, args);
        for text in texts {
            assert!(message.contains(text), "{args:?} lacks {text:?}:\n{message}");
        }
    };
    std::fs::write(dir.path().join("game.json"), b"\xff\xfe\x00").unwrap();
    at(&["replay", "gmae.json"], &["there is no file `gmae.json`; did you mean `game.json`?"]);
    at(
        &["replay", "nowhere/game.json"],
        &["there is no file `nowhere/game.json`", "nor a directory `nowhere`"],
    );
    at(&["replay", "."], &["is a directory"]);
    at(&["replay", "game.json"], &["game.json: it is not text in UTF-8"]);
    at(&["tiles", "--tiles", "safari.toml"], &["there is no file `safari.toml`"]);
    let play =
        |path: &str, texts: &[&str]| at(&["play", "--agents", "random,random", "--record", path], texts);
    play("nowhere/game.json", &["cannot write `nowhere/game.json`: there is no directory `nowhere`"]);
    play(".", &["`.`"]);
    play("..", &["`..` names no file"]);
    play("", &["value is required"]);
    play("game.json/x", &["cannot write `game.json/x`"]);
    at(&["tiles", "-o", "nowhere/t.svg"], &["there is no directory `nowhere`"]);
    #[cfg(target_os = "linux")]
    play("/proc/game.json", &["cannot write `/proc/game.json`"]);
    let names: Vec<_> = dir.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["game.json"], "nothing half-written stays");
}

#[test]
fn a_record_that_cannot_be_written_is_told_before_the_game_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["play", "--agents", "random,random", "--record", "nowhere/game.json"];
    assert_eq!(run(dir.path(), args).stdout, b"");
}

/// Changes the golden record and checks what replaying it says.
fn spoilt(from: &str, to: &str, texts: &[&str]) {
    let record = std::fs::read_to_string(data("small.json")).unwrap();
    assert!(record.contains(from), "{from}");
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("game.json"), record.replacen(from, to, 1)).unwrap();
    for flags in [&["replay", "game.json"][..], &["replay", "game.json", "--json", "--legal"]] {
        let message = wrong(dir.path(), 2, flags);
        assert!(message.starts_with("error: game.json: line "), "{message}");
        for text in texts {
            assert!(message.contains(text), "lacks {text:?}:\n{message}");
        }
    }
}

#[test]
fn records_of_another_kind() {
    spoilt("safari-record", "safari-game", &["line 2", "`safari-game`", "must be `safari-record`"]);
    spoilt("\"version\": 1", "\"version\": 7", &["line 3", "version is 7", "reads version 1"]);
    spoilt("\"tileset\": \"", "\"tileset\": \"0", &["line 5", "name its file with --tiles"]);
}

#[test]
fn records_with_a_wrong_head() {
    spoilt("table:7x3", "table:7", &["line 6", "`variant`: table is `table:7`"]);
    spoilt("\"most\"", "\"mots\"", &["line 6", "final_majority is `mots`", "`most` or `all_present`"]);
    spoilt("\"agents\"", "\"agent\"", &["line 7", "unknown field `agent`", "did you mean `agents`?"]);
    spoilt("\"agents\": [", "\"agents\": [\"x\",", &["line 7", "there are 3 agents, but 2 hands"]);
    spoilt(
        "\"hands\": [\"",
        "\"hands\": [\"Q",
        &["line 9", "`Q` is no animal; the animals are A, E, G, L, Z"],
    );
    spoilt("\"hands\": [\"", "\"hands\": [\"A", &["line 9", "two animal tiles (rule 1.3)"]);
    spoilt("\"seed\":\"", "\"seed\":\"x", &["line 8", "`deal`: seed", "16 hexadecimal digits"]);
    spoilt("\"land\":[\"", "\"land\":[\"99Q\",\"", &["line 8", "there is no kind `99Q`"]);
    spoilt("\"land\":[\"", "\"land\":[\"1\",\"", &["line 8", "has 3 tiles 1, but the tile set has 2"]);
}

#[test]
fn records_with_wrong_events() {
    let record = std::fs::read_to_string(data("small.json")).unwrap();
    let first = record.lines().find(|line| line.contains("@")).unwrap();
    let token = first.split('"').nth(first.split('"').count() - 2).unwrap();
    let (kind, place) = token.split_once('@').unwrap();
    let line = |needle: &str| {
        format!("line {}, event ", 1 + record[..record.find(needle).unwrap()].matches('\n').count())
    };
    let at = line(token);
    spoilt(token, &format!("{kind}@0,0/0"), &[&at, "already holds a tile (rule 3.1)"]);
    spoilt(token, &format!("{kind}@0,-99999999999999999999/0"), &[&at, "farther than any tile can lie"]);
    spoilt(token, &format!("{kind}@{place}/"), &[&at, "quarter turns must be 0, 1, 2 or 3"]);
    spoilt(token, "rubbish", &[&at, "there is no `@`"]);
    spoilt("\"seat\":0,\"token\"", "\"seat\":1,\"token\"", &[&at, "seat 0 decides, not seat 1"]);
    spoilt(",\"kind\":null", "", &["missing field `kind`"]);
    spoilt(
        "\"event\":\"decision\"",
        "\"event\":\"decison\"",
        &["unknown variant `decison`", "did you mean `decision`?"],
    );
    spoilt("\"token\":", "\"tokn\":", &["unknown field `tokn`", "did you mean `token`?"]);
    spoilt(
        "{\"event\":\"animal\"",
        "{\"event\":\"shuffle\"},\n    {\"event\":\"animal\"",
        &["no shuffle is due"],
    );
    spoilt("\"scores\":[", "\"scores\":[1", &["`result`: the record says scores"]);
}

#[test]
fn a_record_whose_chance_is_not_that_of_its_deal() {
    let record = std::fs::read_to_string(data("small.json")).unwrap();
    let land = record.lines().find(|line| line.contains("\"land\"")).unwrap();
    let kinds: Vec<&str> = land[land.find('[').unwrap()..].split('"').skip(1).step_by(2).collect();
    let other = kinds.iter().find(|kind| **kind != kinds[0]).unwrap();
    let from = format!("\"land\":[\"{}\"", kinds[0]);
    // Swap the first tile with the first different one.
    let swapped = land.replacen(&format!("\"{other}\""), "\"#\"", 1);
    let swapped = swapped.replacen(&from, &format!("\"land\":[\"{other}\""), 1).replacen(
        "\"#\"",
        &format!("\"{}\"", kinds[0]),
        1,
    );
    spoilt(land, &swapped, &["event 1: ", &format!("but `deal` brings {other}")]);
}

#[test]
fn json_that_breaks_off_anywhere() {
    let record = std::fs::read_to_string(data("small.json")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cut.json");
    for end in (0..record.len() - 2).step_by(record.len() / 60) {
        std::fs::write(&path, &record[..end]).unwrap();
        let message = wrong(dir.path(), 2, ["replay", "cut.json"]);
        assert!(message.starts_with("error: cut.json: line "), "{message}");
    }
    std::fs::write(&path, "[".repeat(100_000)).unwrap();
    wrong(dir.path(), 2, ["replay", "cut.json"]);
    std::fs::write(&path, "").unwrap();
    wrong(dir.path(), 2, ["replay", "cut.json"]);
}

#[test]
fn tile_files() {
    let dir = tempfile::tempdir().unwrap();
    let toml = safari_core::SAFARI_TOML;
    let at = |from: &str, to: &str, texts: &[&str]| {
        assert!(toml.contains(from), "{from}");
        std::fs::write(dir.path().join("t.toml"), toml.replacen(from, to, 1)).unwrap();
        let message = wrong(dir.path(), 2, ["tiles", "--tiles", "t.toml"]);
        assert!(message.starts_with("error: t.toml: line "), "{message}");
        for text in texts {
            assert!(message.contains(text), "lacks {text:?}:\n{message}");
        }
    };
    at(
        "sides = \"ssst\"",
        "sides = \"sssx\"",
        &["tile 2: ", "`x` is no kind of side; use s (savanna), t (trail) or b (bush)"],
    );
    at("baobab = true", "baobob = true", &["baobob", "did you mean `baobab`?"]);
    at("[[tile]]", "[tile", &["line "]);
    // Another set that is sound plays and replays, but only with its file.
    std::fs::write(dir.path().join("t.toml"), toml.replacen("birds = 2", "birds = 1", 1)).unwrap();
    fine(dir.path(), ["play", "--agents", "random,random", "--tiles", "t.toml", "--record", "game.json"]);
    fine(dir.path(), ["replay", "game.json", "--tiles", "t.toml"]);
    let message = wrong(dir.path(), 2, ["replay", "game.json"]);
    assert!(message.contains("name its file with --tiles"), "{message}");
}

#[test]
fn position_files() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.txt"), "safari-position 1\nfoo bar\n").unwrap();
    let message = wrong(dir.path(), 2, ["perft", "--depth", "1", "--position", "p.txt"]);
    assert!(message.starts_with("error: p.txt: line 2: `foo` is no key; the keys are"), "{message}");
}
