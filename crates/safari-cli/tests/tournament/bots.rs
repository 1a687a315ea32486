//! Outside bots in tournaments, `safari bot` and the bot of `scripts/bots`, and what follows a failure.

use std::path::Path;

use crate::common::{run, run_with_input, wrong};
use crate::support::{LASTING, lasting, manifest, names, number, read, root, rows, tournament};

const SAFARI: &str = env!("CARGO_BIN_EXE_safari");

/// An agent of this program as an outside bot.
fn outside(name: &str, spec: &str) -> String {
    format!(
        "[[agent]]\nkind = \"process\"\nname = \"{name}\"\ndeterministic = true\n\
         command = [\"{SAFARI}\", \"bot\", \"--agent\", \"{spec}\"]\n"
    )
}

fn inside(name: &str, spec: &str) -> String {
    format!("[[agent]]\nagent = \"{spec}\"\nname = \"{name}\"\n")
}

fn write(dir: &Path, lines: &str, agents: &[String]) {
    std::fs::write(dir.join("t.toml"), format!("{lines}\n{}", agents.concat())).unwrap();
}

#[test]
fn an_agent_as_a_bot_plays_the_same_games_as_in_the_program() {
    let agents = [("careful", "greedy"), ("chance", "random-kind"), ("search", "mcts:iterations=10")];
    let position = read(&root(), "docs/formats.md");
    let position =
        position.split("```text\nsafari-position 1\n").nth(1).unwrap().split("```").next().unwrap();
    let cases = [
        "players = 2\ndeals = 2".to_owned(),
        "players = 3\ndeals = 1\nbudget = { iterations = 30, per = \"turn\" }\n[variant]\n\
         table = \"shifting:9x8\"\nfinal_majority = \"all_present\"\nbaobab_draw = \"after_scoring\"\nbonus_animals = \"distinct\""
            .into(),
        "players = 3\ndeals = 1\nstart = \"start.txt\"\nbudget = { iterations = 2000, per = \"game\" }".into(),
    ];
    for lines in cases {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("start.txt"), format!("safari-position 1\n{position}")).unwrap();
        let all = |make: fn(&str, &str) -> String| agents.map(|(name, spec)| make(name, spec));
        write(dir.path(), &lines, &all(inside));
        tournament(dir.path(), "inside", &["--threads", "1"]);
        write(dir.path(), &lines, &all(outside));
        tournament(dir.path(), "outside", &["--threads", "2"]);
        let [inside, outside] = ["inside", "outside"].map(|out| dir.path().join(out));
        for name in LASTING {
            assert_eq!(read(&outside, name), read(&inside, name), "{lines}: {name}");
        }
        assert_eq!(manifest(&outside)["reproducible"], true);
        assert!(rows(&outside, "games.csv").iter().all(|row| row["forfeit"].is_empty()), "{lines}");
        let timing = rows(&outside, "timing.csv");
        assert!(timing.iter().any(|row| row["agent"] == "search" && number(row, "iterations_per_s") > 0.0));
        tournament(dir.path(), "again", &["--threads", "1"]);
        assert_eq!(lasting(&dir.path().join("again")), lasting(&outside));
    }
}

#[test]
fn a_bot_is_not_reproducible_unless_it_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let silent = outside("a", "random").replace("deterministic = true\n", "");
    write(
        dir.path(),
        "players = 2\ndeals = 1\nbudget = { iterations = 5 }",
        &[silent, inside("b", "random")],
    );
    tournament(dir.path(), "out", &[]);
    assert_eq!(manifest(&dir.path().join("out"))["reproducible"], false);
}

#[test]
fn the_bot_to_start_from_beats_random() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return; // There is no Python here.
    }
    let dir = tempfile::tempdir().unwrap();
    let bot = format!(
        "[[agent]]\nkind = \"process\"\nname = \"simple\"\ndeterministic = true\ncommand = [\"python3\", \"{}\"]\n",
        root().join("scripts/bots/simple.py").display()
    );
    write(dir.path(), "players = 2\ndeals = 4", &[bot, inside("random", "random")]);
    tournament(dir.path(), "out", &[]);
    let standings = rows(&dir.path().join("out"), "standings.csv");
    assert_eq!(standings[0]["agent"], "simple");
    assert!(number(&standings[0], "win_share") > 0.8 && standings[0]["forfeits"] == "0", "{standings:?}");
}

#[test]
fn a_program_that_is_missing_is_told_before_anything_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let bot = outside("bot", "random").replace(SAFARI, "no-such-program");
    write(dir.path(), "players = 2\ndeals = 1", &[bot, inside("random", "random")]);
    let message = wrong(dir.path(), 2, ["tournament", "t.toml", "--out", "out"]);
    assert!(message.contains("agent `bot`: there is no program `no-such-program`"), "{message}");
    assert!(!dir.path().join("out").exists());
}

#[test]
fn more_threads_than_cores_are_refused_where_agents_think_by_time() {
    let dir = tempfile::tempdir().unwrap();
    let agents = [inside("a", "random"), inside("b", "random-kind")];
    let too_many = (std::thread::available_parallelism().unwrap().get() + 1).to_string();
    let args = ["tournament", "t.toml", "--out", "out", "--threads", &too_many];
    for key in ["seconds", "wall_seconds"] {
        write(dir.path(), &format!("players = 2\ndeals = 1\nbudget = {{ {key} = 1 }}"), &agents);
        let message = wrong(dir.path(), 2, args);
        assert!(message.contains(&format!("--threads is {too_many}, but there are ")), "{message}");
        assert!(message.contains(" cores, and agents think by time"), "{message}");
    }
    write(dir.path(), "players = 2\ndeals = 1\nbudget = { iterations = 1 }", &agents);
    assert_eq!(run(dir.path(), args).status.code(), Some(0));
}

#[test]
fn what_follows_a_failure_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let bad = "[[agent]]\nkind = \"process\"\nname = \"bad\"\n\
               command = [\"sh\", \"-c\", \"while read -r x; do case $x in begin) echo ready;; go*) echo rock;; esac; done\"]\n";
    let agents = [bad.to_owned(), inside("random", "random")];
    let errors_of = |out: &str| {
        let output = run(dir.path(), ["tournament", "t.toml", "--out", out, "--quiet"]);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    write(dir.path(), "players = 2\ndeals = 1", &agents);
    let (code, errors) = errors_of("forfeit");
    assert_eq!(
        (code, errors.as_str()),
        (Some(0), "warning: 2 games were forfeited: bad 2; see forfeit/forfeits\n")
    );

    write(dir.path(), "players = 2\ndeals = 1\non_failure = \"random-move\"", &agents);
    let (code, errors) = errors_of("random");
    let moves: f64 = rows(&dir.path().join("random"), "seats.csv")
        .iter()
        .filter(|row| row["agent"] == "bad")
        .map(|row| number(row, "decisions"))
        .sum();
    let warning = format!(
        "warning: random moves were played for agents that failed: bad {moves}; see random/forfeits\n"
    );
    assert_eq!((code, errors), (Some(0), warning));
    assert_eq!(names(&dir.path().join("random/forfeits")), ["0.txt", "1.txt"]);
    let report = read(dir.path(), "random/forfeits/0.txt");
    assert!(report.starts_with("game 0: seat 0 (bad) fails and has "), "{report}");
    assert!(report.contains(" random moves: the agent answered `rock`: "), "{report}");
    assert!(report.contains("\nagain: safari replay random --game 0\n"), "{report}");

    write(dir.path(), "players = 2\ndeals = 1\non_failure = \"abort\"", &agents);
    let (code, errors) = errors_of("abort");
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.starts_with("error: game ") && errors.contains("(bad), asked 1 times: the agent answered"),
        "{errors}"
    );
    assert!(!dir.path().join("abort/games.csv").exists());
}

#[test]
fn the_bot_command_says_what_is_wrong_with_its_input() {
    let dir = tempfile::tempdir().unwrap();
    let told = |input: &str| {
        let output = run_with_input(dir.path(), ["bot", "--agent", "greedy"], input);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = told("uci\n");
    assert_eq!(code, Some(2));
    assert_eq!(
        message,
        "error: standard input: the first line is `uci`, but it must be `safari-protocol 1`\n"
    );
    assert_eq!(told(""), (Some(0), String::new()));
    assert!(wrong(dir.path(), 2, ["bot", "--agent", "gredy"]).contains("did you mean `greedy`?"));
}
