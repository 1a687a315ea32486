//! Budgets for all agents of a tournament.

use crate::common::run;
use crate::support::{LASTING, config, manifest, number, read, rows, tournament};

#[test]
fn a_budget_in_iterations_holds_for_every_agent_and_is_only_an_upper_limit() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 1", &["a=mcts:iterations=2", "b=mcts-plain:iterations=2"]);
    tournament(dir.path(), "own", &[]);
    config(
        dir.path(),
        "players = 2\ndeals = 1\nbudget = { iterations = 2 }",
        &["a=mcts:iterations=500", "b=mcts-plain"],
    );
    tournament(dir.path(), "limited", &[]);
    config(
        dir.path(),
        "players = 2\ndeals = 1\nbudget = { iterations = 500 }",
        &["a=mcts:iterations=2", "b=mcts-plain:iterations=2"],
    );
    tournament(dir.path(), "wide", &[]);
    for other in ["limited", "wide"] {
        for name in LASTING {
            assert_eq!(read(&dir.path().join(other), name), read(&dir.path().join("own"), name), "{other}");
        }
        assert_eq!(manifest(&dir.path().join(other))["reproducible"], true);
    }
}

#[test]
fn a_budget_in_seconds_holds_and_the_manifest_says_that_the_run_is_not_reproducible() {
    let dir = tempfile::tempdir().unwrap();
    let lines = "players = 2\ndeals = 1\nbudget = { seconds = 0.002 }";
    config(dir.path(), lines, &["a=mcts:iterations=1", "b=mcts-plain:iterations=1"]);
    tournament(dir.path(), "out", &[]);
    let out = dir.path().join("out");
    assert_eq!(manifest(&out)["reproducible"], false);
    for row in rows(&out, "timing.csv").iter().filter(|row| row["agent"] != "all") {
        // More than its own number of iterations, and roughly the time that it has; the clock is the processor's.
        let per_decision = number(row, "seconds_per_decision");
        assert!(per_decision > 0.001, "{row:?}");
        assert!(number(row, "iterations_per_s") * per_decision > 1.5, "{row:?}");
    }
    // It may be run again, and is then another run.
    assert_eq!(run(dir.path(), ["tournament", "t.toml", "--out", "out"]).status.code(), Some(0));
}

#[test]
fn times_are_measured_for_every_agent_and_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 3", &["random-kind", "greedy", "mcts:iterations=2"]);
    tournament(dir.path(), "out", &[]);
    let timing = rows(&dir.path().join("out"), "timing.csv");
    let names: Vec<&str> = timing.iter().map(|row| row["agent"].as_str()).collect();
    assert_eq!(names, ["random-kind", "greedy", "mcts:iterations=2", "all"]);
    let seats = rows(&dir.path().join("out"), "seats.csv");
    for row in &timing[..3] {
        let own = seats.iter().filter(|seat| seat["agent"] == row["agent"]);
        let decisions: f64 = own.map(|seat| number(seat, "decisions")).sum();
        assert_eq!(number(row, "timed_decisions"), decisions);
        assert_eq!(row["games_per_s"], "");
        assert_eq!(number(row, "iterations_per_s") > 0.0, row["agent"].starts_with("mcts"));
    }
    assert!(number(&timing[3], "games_per_s") > 0.0 && number(&timing[3], "seconds") > 0.0);
}
