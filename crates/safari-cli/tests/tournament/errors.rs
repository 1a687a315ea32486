//! Wrong configs and flags: exit code 2, where, what, and what would be right. The table of config errors stands in
//! `crates/safari-arena/tests/config.rs`.

use std::fs;

use crate::common::{fine, wrong};
use crate::support::{config, names, read, root};

#[test]
fn a_wrong_config_is_told_with_its_file_and_line() {
    let dir = tempfile::tempdir().unwrap();
    let says = |lines: &str, text: &str| {
        config(dir.path(), lines, &["random-kind", "greedy"]);
        assert_eq!(wrong(dir.path(), 2, ["tournament", "t.toml"]), format!("error: t.toml: {text}\n"));
    };
    says(
        "players = 2\ndeal = 2",
        "line 2: unknown key `deal`, expected one of `players`, `deals`, `seed`, `variant`, `tiles`, `start`, `deals_file`, `records`, `budget`, `on_failure`, `agent`, `line_ups`, `schedule`, `seating`; did you mean `deals`?",
    );
    says(
        "players = 2\ndeals = 2\nseed = 9223372036854775808",
        "line 3: seed is 9223372036854775808, but it must be from 0 to 9223372036854775807 (below 2^63)",
    );
    says(
        "players = 2\ndeals = 2\ntiles = \"tles.toml\"",
        "tiles: there is no file `tles.toml`; did you mean `t.toml`?",
    );
    says("players = 2\ndeals = 2\nstart = \"p.txt\"", "start: there is no file `p.txt`");
    says(
        "players = 2\ndeals = 2\ndeals_file = \"x/d\"",
        "deals_file: there is no file `x/d`, nor a directory `x`",
    );
    assert_eq!(names(dir.path()), ["t.toml"]);
    let message = wrong(dir.path(), 2, ["tournament", "tt.toml"]);
    assert_eq!(message, "error: there is no file `tt.toml`; did you mean `t.toml`?\n");
    let message = wrong(dir.path(), 2, ["tournament", "."]);
    assert_eq!(message, "error: `.` is a directory, not a file\n");
}

#[test]
fn what_is_set_wrongly_is_told_with_the_flag() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    let says = |set: &str, text: &str| {
        let message = wrong(dir.path(), 2, ["tournament", "t.toml", "--set", set]);
        assert!(message.starts_with(&format!("error: {text}")), "{message}");
    };
    says("deals", "--set `deals` must be KEY=VALUE, as in `deals=10`");
    says(
        "deals=none",
        "t.toml: with --set deals=none: deals: invalid type: string \"none\", expected a whole number from 0",
    );
    says("deal=3", "t.toml: with --set deal=3: unknown key `deal`, expected one of ");
    says("=3", "t.toml: with --set =3: unknown key ``, expected one of ");
    says("deals=0", "t.toml: with --set deals=0: deals is 0, but it must be from 1 to 1000000000");
    says(
        "seed=9223372036854775808",
        "--set `seed=9223372036854775808`: a number is at most 9223372036854775807",
    );
    says("variant.tabel=floor", "t.toml: with --set variant.tabel=floor: variant: unknown key `tabel`");
    says("deals.x=3", "--set `deals.x=3`: there is no key `x` inside of a value");
    says("agent.2.name=x", "--set `agent.2.name=x`: `2` must be the place in a list of 2, counted from 0");
    says(
        "agent.greedy.name=x",
        "--set `agent.greedy.name=x`: `greedy` must be the place in a list of 2, counted from 0",
    );
    says(
        "agent.1.params.meple=3",
        "t.toml: with --set agent.1.params.meple=3: agent `greedy`: there is no parameter `meple`; its parameters are ",
    );
    says(
        "agent.1.name=random-kind",
        "t.toml: with --set agent.1.name=random-kind: two agents are called `random-kind`",
    );
    says("deals=1\nseed=2", "t.toml: with --set deals=1\nseed=2: deals: invalid type: string");
    assert_eq!(names(dir.path()), ["t.toml"]);
    // Words need no quotes, and what is set twice has the last value.
    let plan = fine(
        dir.path(),
        [
            "tournament",
            "t.toml",
            "--dry-run",
            "--set",
            "deals=9",
            "--set",
            "deals=4",
            "--set",
            "variant.table=shifting:9x8",
            "--set",
            "agent.1.name=\"5\"",
        ],
    );
    assert!(
        plan.contains("table shifting:9x8") && plan.contains("deals      4,") && plan.contains(" 5 = greedy"),
        "{plan}"
    );
}

#[test]
fn flags_out_of_range_are_told() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    let says = |args: &[&str], text: &str| {
        let message = wrong(dir.path(), 2, args);
        assert!(message.contains(text), "{args:?}: {message}");
    };
    for seed in ["-1", "9223372036854775808", "1e3"] {
        says(
            &["tournament", "t.toml", "--seed", seed],
            "a seed is a whole number from 0 to 9223372036854775807 (below 2^63)",
        );
        says(&["match", "random", "greedy", "--seed", seed], "below 2^63");
    }
    says(&["tournament", "t.toml", "--threads", "0"], "0 is not in 1..=1024");
    says(&["tournament", "t.toml", "--format", "tabel"], "a similar value exists: 'table'");
    says(&["tournament", "t.toml", "--outt", "x"], "--out");
    says(&["tournament"], "<CONFIG>");
    says(&["match", "random"], "<B>");
    says(&["match", "gredy", "random"], "did you mean `greedy`?");
    says(&["match", "random", "mcts:iteration=4"], "did you mean `iterations`?");
    says(&["match", "random", "mcts:iterations=0"], "`0` is not a whole number from 1");
    says(&["match", "random", "greedy", "--deals", "0"], "0 is not in 1..=1000000000");
    says(&["match", "random", "greedy", "--players", "6"], "6 is not in 2..=5");
    says(&["match", "random", "greedy", "--table", "table:4x9"], "at least 5 cells wide");
    assert_eq!(names(dir.path()), ["t.toml"]);
}

#[test]
fn files_that_a_config_names_are_checked_before_a_game_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let says = |lines: &str, text: &str| {
        config(dir.path(), &format!("players = 3\ndeals = 2\n{lines}"), &["random-kind", "greedy", "random"]);
        let message = wrong(dir.path(), 2, ["tournament", "t.toml"]);
        assert!(message.starts_with(&format!("error: {text}")), "{message}");
    };
    let put = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    put("tiles.toml", &safari_core::SAFARI_TOML.replacen("baobab = true", "baobob = true", 1));
    says("tiles = \"tiles.toml\"", "tiles.toml: line ");
    config(dir.path(), "players = 2\ndeals = 2\ntiles = \"tiles.toml\"", &["random", "greedy"]);
    assert!(wrong(dir.path(), 2, ["tournament", "t.toml"]).contains("did you mean `baobab`?"));

    put("start.txt", "safari-position 1\nfoo bar\n");
    says("start = \"start.txt\"", "start.txt: line 2: `foo` is no key");
    let formats = read(&root(), "docs/formats.md");
    let position = formats.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    put("start.txt", position);
    says(
        "start = \"start.txt\"\nvariant = { table = \"table:9x9\" }",
        "start.txt: the position is of 3 players, table floor, final_majority most, baobab_draw before_scoring, bonus_animals independent, but the config is of 3 players, table table:9x9, ",
    );
    config(dir.path(), "players = 2\ndeals = 2\nstart = \"start.txt\"", &["random", "greedy"]);
    assert!(wrong(dir.path(), 2, ["tournament", "t.toml"]).contains("but the config is of 2 players"));

    put("deals.jsonl", "\n\n");
    says("deals_file = \"deals.jsonl\"", "deals.jsonl: there is no deal; give one a line");
    fine(dir.path(), ["play", "--agents", "random,random", "--record", "game.json"]);
    let record: serde_json::Value = serde_json::from_str(&read(dir.path(), "game.json")).unwrap();
    let deal = record["deal"].to_string();
    put("deals.jsonl", &format!("{deal}\n"));
    says(
        "deals_file = \"deals.jsonl\"",
        "t.toml: deals is 2, but `deals.jsonl` holds 1; a deal is never played twice",
    );
    put("deals.jsonl", &format!("{deal}\n{}\n", deal.replace("land", "lnd")));
    says(
        "deals_file = \"deals.jsonl\"",
        "deals.jsonl: line 2: unknown field `lnd`, expected `seed` or `land`; did you mean `land`?",
    );
    put("deals.jsonl", &format!("{deal}\n{}\n", deal.replacen("\"land\":[", "\"land\":[\"99Q\",", 1)));
    says("deals_file = \"deals.jsonl\"", "deals.jsonl: line 2: `deal`: there is no kind `99Q`");
    put("deals.jsonl", &format!("{deal}\n{}\n", &deal[..20]));
    says("deals_file = \"deals.jsonl\"", "deals.jsonl: line 2: EOF while parsing");
    says(
        "deals_file = \"deals.jsonl\"\nstart = \"start.txt\"",
        "t.toml: line 3: deals_file: it cannot go together with `start`",
    );
    assert!(!dir.path().join("results").exists());
}
