//! `safari stats`: the tables again, from the CSV files alone.

use std::fs;

use crate::common::{fine, wrong};
use crate::support::{LASTING, config, read, root, rows, tournament};

/// The tables among the CSV files.
fn tables() -> impl Iterator<Item = &'static str> {
    LASTING.into_iter().filter(|name| !["games.csv", "seats.csv"].contains(name))
}

#[test]
fn it_computes_the_bytes_that_the_run_wrote_from_its_rows_alone() {
    let dir = tempfile::tempdir().unwrap();
    let runs: [(&str, &[&str]); 4] = [
        ("players = 2\ndeals = 9", &["random-kind", "greedy", "random", "mcts:iterations=2"]),
        ("players = 4\ndeals = 5", &["random-kind", "a=greedy", "b=greedy:meeple=4"]),
        ("players = 3\ndeals = 1", &["random-kind", "random", "greedy"]),
        ("players = 2\ndeals = 30\nschedule = { kind = \"adaptive\" }", &["greedy", "random", "random-kind"]),
    ];
    for (i, (lines, agents)) in runs.iter().enumerate() {
        config(dir.path(), lines, agents);
        let out = i.to_string();
        tournament(dir.path(), &out, &[]);
        let run = dir.path().join(&out);
        let text = fine(dir.path(), ["stats", &out]);
        for title in ["Standings", "Ratings", "Pairs", "Seats", "Points"] {
            assert!(text.contains(title), "{text}");
        }
        // Two files of rows are enough, and `--write` makes the tables that the run wrote.
        let bare = format!("bare {i}");
        fs::create_dir(dir.path().join(&bare)).unwrap();
        for name in ["games.csv", "seats.csv"] {
            fs::copy(run.join(name), dir.path().join(&bare).join(name)).unwrap();
        }
        assert_eq!(fine(dir.path(), ["stats", &bare, "--write"]), text);
        for name in tables() {
            assert_eq!(read(&dir.path().join(&bare), name), read(&run, name), "{lines}: {name}");
        }
        // JSON has all rows.
        let json: serde_json::Value =
            serde_json::from_str(&fine(dir.path(), ["stats", &bare, "--format", "json"])).unwrap();
        for name in tables() {
            let table = json[name.strip_suffix(".csv").unwrap()].as_array().unwrap();
            assert_eq!(table.len(), rows(&run, name).len(), "{name}");
        }
        assert!(fine(dir.path(), ["stats", &bare, "--format", "markdown"]).contains("\n## Pairs"));
    }
}

#[test]
fn a_table_that_was_changed_is_named_and_can_be_put_right() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 3", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let file = dir.path().join("out/pairs.csv");
    let right = fs::read_to_string(&file).unwrap();
    fs::write(&file, right.replace("greedy", "greedier")).unwrap();
    let error = wrong(dir.path(), 1, ["stats", "out"]);
    assert!(error.contains("`out` pairs.csv is not what games.csv and seats.csv give"), "{error}");
    fine(dir.path(), ["stats", "out", "--write"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), right);
}

#[test]
fn the_tables_of_every_committed_run_are_those_of_its_rows() {
    let mut folders = vec![root().join("results/reference")];
    let mut runs = 0;
    while let Some(folder) = folders.pop() {
        if folder.join("games.csv").exists() {
            let dir = tempfile::tempdir().unwrap();
            fine(dir.path(), ["stats", folder.to_str().unwrap()]);
            for name in tables() {
                assert!(folder.join(name).exists(), "{}: {name}", folder.display());
            }
            runs += 1;
        } else {
            let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            folders.extend(entries.filter(|path| path.is_dir()));
        }
    }
    assert!(runs >= 13, "{runs}");
}

/// A file, what is done to its text, and what is said of it.
type Case<'c> = (&'c str, &'c dyn Fn(&str) -> String, &'c str);

#[test]
fn rows_that_do_not_fit_are_refused_by_file_and_line() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let out = dir.path().join("out");
    let cases: [Case<'_>; 7] = [
        (
            "seats.csv",
            &|text| text.lines().take(4).map(|line| format!("{line}\n")).collect(),
            "seats.csv: line 5: the file ends before seat 1 of game 1",
        ),
        (
            "games.csv",
            &|text| text.lines().take(4).map(|line| format!("{line}\n")).collect(),
            "seats.csv: line 8: there is no game 3",
        ),
        (
            "seats.csv",
            &|text| text.replacen("\n1,0,0,1,", "\n2,0,0,1,", 1),
            "line 5: seat 1 of game 1 of deal 0 belongs here",
        ),
        ("seats.csv", &|text| text.replacen("\n1,", "\nx,", 1), "line 4: "),
        (
            "games.csv",
            &|text| text.replacen("\n2,1,1,0,0,2,", "\n2,1,1,0,0,9,", 1),
            "line 4: players is 9, but a game has 2 to 5",
        ),
        ("games.csv", &|text| text.replacen("\n2,1,1,", "\n1,1,1,", 1), "line 4: game 1 comes after game 1"),
        (
            "games.csv",
            &|text| text.replacen("\n2,", "\n2,7,", 1),
            "line 4: it has 11 fields, but the head has 10",
        ),
    ];
    for (name, change, expected) in cases {
        let right = read(&out, name);
        let changed = change(&right);
        assert!(changed != right, "{expected}");
        fs::write(out.join(name), changed).unwrap();
        let error = wrong(dir.path(), 2, ["stats", "out"]);
        assert!(error.contains(expected), "{error}");
        fs::write(out.join(name), right).unwrap();
    }
    fs::remove_file(out.join("seats.csv")).unwrap();
    let error = wrong(dir.path(), 2, ["stats", "out"]);
    assert!(error.contains("there is no `seats.csv` in `out`"), "{error}");
    let error = wrong(dir.path(), 2, ["stats", "oout"]);
    assert!(error.contains("there is no file `oout`; did you mean `out`?"), "{error}");
}

#[test]
fn ratings_are_shown_on_other_scales_of_other_outcomes_and_with_a_second_opinion() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 3\ndeals = 30", &["random", "greedy", "random-kind", "a=greedy:meeple=4"]);
    tournament(dir.path(), "out", &[]);
    let json = |more: &[&str]| -> serde_json::Value {
        let args = [&["stats", "out", "--format", "json"][..], more].concat();
        serde_json::from_str(&fine(dir.path(), args)).unwrap()
    };
    let elo = |json: &serde_json::Value, name: &str| {
        let rows = json["ratings"].as_array().unwrap();
        let row = rows.iter().find(|row| row["agent"] == name).unwrap();
        assert_eq!(row["anchor"], row["elo"] == 0.0, "{row}");
        row["elo"].as_f64().unwrap()
    };
    let plain = json(&[]);
    let anchored = json(&["--anchor", "a"]);
    let off = (elo(&plain, "greedy") - elo(&plain, "a")) - elo(&anchored, "greedy");
    assert!(elo(&anchored, "a") == 0.0 && off.abs() < 0.02, "{off}");
    // The ranking knows which of those that never win is the better one.
    let ranking = json(&["--anchor", "a", "--outcome", "ranking"]);
    assert!(elo(&ranking, "random-kind") > elo(&ranking, "random") + 50.0);
    assert_ne!(elo(&ranking, "greedy"), elo(&anchored, "greedy"));
    assert!(plain["weng_lin"].is_null());
    let second = json(&["--weng-lin"]);
    let names: Vec<&str> =
        second["weng_lin"].as_array().unwrap().iter().map(|row| row["agent"].as_str().unwrap()).collect();
    assert_eq!(names[2..], ["random-kind", "random"]);
    assert!(fine(dir.path(), ["stats", "out", "--weng-lin"]).contains("Weng-Lin"));
    // The payoff table: cells and their mirror images sum to 1.
    fine(dir.path(), ["stats", "out", "--payoff", "payoff.csv"]);
    let payoff: Vec<Vec<String>> = read(dir.path(), "payoff.csv")
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    assert_eq!(payoff[0], ["agent", "random", "greedy", "random-kind", "a"]);
    for (i, j) in (1..5).flat_map(|i| (1..5).map(move |j| (i, j))) {
        match (payoff[i][j].parse::<f64>(), payoff[j][i].parse::<f64>()) {
            (Ok(a), Ok(b)) => assert!(i != j && (a + b - 1.0).abs() < 2e-6),
            _ => assert!(i == j),
        }
    }
    let error = wrong(dir.path(), 2, ["stats", "out", "--anchor", "greed"]);
    assert!(error.contains("no agent called `greed` in the run; did you mean `greedy`?"), "{error}");
    // Agents that stand on several seats, or alone with themselves, have ratings, too.
    fine(dir.path(), ["match", "random", "random", "--deals", "3", "--players", "5", "--out", "same"]);
    assert!(fine(dir.path(), ["stats", "same"]).contains("Ratings"));
}
