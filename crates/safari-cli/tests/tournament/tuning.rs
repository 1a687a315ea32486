//! `safari tune`: plans, verdicts, and what is refused.

use std::fs;

use crate::common::{fine, wrong};
use crate::support::{names, read, root};

const CONFIG: &str = "agent = \"greedy\"\nplayers = 3\nbudget = { games = 300 }\n[[space]]\nparam = \"meeple\"\n\
    [[pool]]\nagent = \"random-kind\"\n[acceptance]\ndeals = 20\n";

#[test]
fn a_run_leaves_its_files_and_the_same_command_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("t.toml"), CONFIG).unwrap();
    let text = fine(dir.path(), ["tune", "t.toml", "--out", "out", "--quiet"]);
    assert!(["accepted", "rejected", "undecided"].iter().any(|verdict| text.starts_with(verdict)), "{text}");
    let out = dir.path().join("out");
    let files = names(&out);
    for name in ["best.toml", "evidence", "journal.jsonl", "manifest.json", "trials.csv"] {
        assert!(files.contains(&name.to_owned()), "{files:?}");
    }
    let before: Vec<String> =
        ["journal.jsonl", "manifest.json", "trials.csv"].map(|name| read(&out, name)).into();
    assert_eq!(fine(dir.path(), ["tune", "t.toml", "--out", "out", "--quiet"]), text);
    let after: Vec<String> =
        ["journal.jsonl", "manifest.json", "trials.csv"].map(|name| read(&out, name)).into();
    assert!(before == after);
    // What is recommended is an agent of a tournament.
    let config = format!(
        "extends = \"out/best.toml\"\nplayers = 2\ndeals = 1\nline_ups = [[{0}, {0}]]\n",
        "\"greedy\""
    );
    fs::write(dir.path().join("use.toml"), config).unwrap();
    let best = read(&out, "best.toml");
    if best.contains("name = \"greedy\"") {
        fine(dir.path(), ["tournament", "use.toml"]);
    }
}

#[test]
fn a_plan_says_what_is_done_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("t.toml"), CONFIG).unwrap();
    let text = fine(dir.path(), ["tune", "t.toml", "--dry-run", "--set", "budget.games=600"]);
    assert!(text.contains("search     600 games, 200 evaluations of a deal in all seats: about "), "{text}");
    assert!(text.contains("meeple: a number from 0 to 20; now 0.6"), "{text}");
    assert_eq!(names(dir.path()), ["t.toml"]);
}

#[test]
fn what_is_wrong_is_said_before_anything_is_played() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("t.toml"), CONFIG.replace("meeple", "meple")).unwrap();
    let said = wrong(dir.path(), 2, ["tune", "t.toml", "--out", "out"]);
    assert!(
        said.contains(
            "t.toml: line 5: space.param: `greedy` has no parameter `meple`; did you mean `meeple`?"
        ),
        "{said}"
    );
    assert_eq!(names(dir.path()), ["t.toml"]);
    fs::write(dir.path().join("t.toml"), CONFIG).unwrap();
    // A directory of something else, and a run of another config.
    fs::create_dir(dir.path().join("other")).unwrap();
    fs::write(dir.path().join("other/thesis.txt"), "years").unwrap();
    let said = wrong(dir.path(), 2, ["tune", "t.toml", "--out", "other"]);
    assert!(said.contains("`other` holds other files (thesis.txt) and no tuning run"), "{said}");
    fine(dir.path(), ["tune", "t.toml", "--out", "out", "--quiet"]);
    let said = wrong(dir.path(), 2, ["tune", "t.toml", "--out", "out", "--seed", "2"]);
    assert!(said.contains("journal.jsonl: it is of another run: its config differs"), "{said}");
}

#[test]
fn the_committed_configs_are_right() {
    let mut found = 0;
    for entry in root().join("configs/tuning").read_dir().unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        safari_tune::TuningConfig::parse(&text, &safari_agents::Registry::standard())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        found += 1;
    }
    assert!(found >= 3);
}
