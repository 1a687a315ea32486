//! The standings are what the rows say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use safari_stats::{Moments, mean_interval, share_interval};
use serde_json::Value;

use crate::common::fine;
use crate::support::{Row, config, number, rows, tournament};

/// Means over deals of the means of each deal, from the rows of seats alone.
fn recomputed(dir: &Path) -> Vec<BTreeMap<&'static str, f64>> {
    let seats = rows(dir, "seats.csv");
    let agents: BTreeSet<&str> = seats.iter().map(|row| row["agent"].as_str()).collect();
    let best_other = |row: &Row| {
        let others =
            seats.iter().filter(|other| other["game"] == row["game"] && other["seat"] != row["seat"]);
        others.map(|other| number(other, "score")).fold(f64::NEG_INFINITY, f64::max)
    };
    let mut standings: Vec<(String, BTreeMap<&str, f64>)> = Vec::new();
    for agent in agents {
        let own: Vec<&Row> = seats.iter().filter(|row| row["agent"] == agent).collect();
        let mut deals: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
        own.iter().for_each(|row| deals.entry(row["deal"].parse().unwrap()).or_default().push(row));
        let moments = |value: &dyn Fn(&Row) -> f64| -> Moments {
            let mean = |rows: &Vec<&Row>| rows.iter().map(|row| value(row)).sum::<f64>() / rows.len() as f64;
            deals.values().map(mean).collect()
        };
        let share = share_interval(&moments(&|row| number(row, "win_share")));
        let score = mean_interval(&moments(&|row| number(row, "score")));
        standings.push((
            agent.to_owned(),
            BTreeMap::from([
                ("games", own.len() as f64),
                ("deals", deals.len() as f64),
                ("win_share", share.mean),
                ("win_share_lo", share.lo),
                ("win_share_hi", share.hi),
                ("mean_score", score.mean),
                ("mean_score_lo", score.lo),
                ("mean_score_hi", score.hi),
                ("mean_margin", moments(&|row| number(row, "score") - best_other(row)).mean()),
                ("mean_rank", moments(&|row| number(row, "rank")).mean()),
            ]),
        ));
    }
    standings.sort_by(|a, b| b.1["win_share"].total_cmp(&a.1["win_share"]).then(a.0.cmp(&b.0)));
    standings.into_iter().map(|(_, row)| row).collect()
}

#[test]
fn they_equal_a_recomputation_from_the_rows_of_seats() {
    let dir = tempfile::tempdir().unwrap();
    let runs: [(&str, &[&str]); 3] = [
        ("players = 2\ndeals = 9", &["random-kind", "greedy", "random", "mcts:iterations=2"]),
        ("players = 4\ndeals = 5", &["random-kind", "a=greedy", "b=greedy:meeple=4"]),
        ("players = 3\ndeals = 2", &["random-kind", "b=random-kind", "random"]),
    ];
    for (i, (lines, agents)) in runs.iter().enumerate() {
        config(dir.path(), lines, agents);
        let out = dir.path().join(i.to_string());
        tournament(dir.path(), &i.to_string(), &[]);
        let told = rows(&out, "standings.csv");
        let own = recomputed(&out);
        assert_eq!(told.len(), agents.len());
        for (told, own) in told.iter().zip(&own) {
            for (column, value) in own {
                let off = (number(told, column) - value).abs();
                assert!(off <= 1.001e-4, "{column}: {told:?} {value}");
            }
            let of = |column| number(told, column);
            let (lo, mean, hi) = (of("win_share_lo"), of("win_share"), of("win_share_hi"));
            assert!(0.0 <= lo && lo <= mean && mean <= hi && hi <= 1.0 && hi - lo > 1e-4, "{told:?}");
            assert!(of("mean_score_lo") <= of("mean_score") && of("mean_score") <= of("mean_score_hi"));
            assert_eq!(told["forfeits"], "0");
        }
        let shares: f64 = rows(&out, "seats.csv").iter().map(|row| number(row, "win_share")).sum();
        assert!((shares - rows(&out, "games.csv").len() as f64).abs() < 1e-9);
    }
}

#[test]
fn each_game_shares_out_one_win_among_those_with_most_points() {
    let dir = tempfile::tempdir().unwrap();
    // On a small table scores are low and often equal.
    config(
        dir.path(),
        "players = 4\ndeals = 60\nvariant = { table = \"table:5x2\" }",
        &["random-kind", "random"],
    );
    tournament(dir.path(), "out", &[]);
    let mut games: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    rows(&dir.path().join("out"), "seats.csv")
        .into_iter()
        .for_each(|row| games.entry(row["game"].clone()).or_default().push(row));
    let mut shared = 0;
    for seats in games.values() {
        let scores: Vec<f64> = seats.iter().map(|row| number(row, "score")).collect();
        let best = scores.iter().copied().fold(0.0, f64::max);
        let winners = scores.iter().filter(|&&score| score == best).count();
        shared += usize::from(winners > 1);
        for row in seats {
            let wins = number(row, "score") == best;
            assert_eq!(number(row, "win_share"), if wins { 1.0 / winners as f64 } else { 0.0 });
            assert_eq!(
                number(row, "rank") as usize,
                1 + scores.iter().filter(|&&score| score > number(row, "score")).count()
            );
        }
    }
    assert!(shared > 20, "{shared}");
}

#[test]
fn one_side_winning_everything_leaves_a_width_in_every_format() {
    let dir = tempfile::tempdir().unwrap();
    let run = |deals: &str, format: &str| {
        fine(dir.path(), ["match", "greedy", "random-kind", "--deals", deals, "--format", format])
    };
    for deals in ["1", "2", "12"] {
        let rows: Vec<Value> = serde_json::from_str(&run(deals, "json")).unwrap();
        for row in rows {
            let of = |key: &str| row[key].as_f64().unwrap();
            assert!(of("win_share_hi") - of("win_share_lo") > 0.1, "{row}");
            assert!((0.0..=1.0).contains(&of("win_share_lo")) && (0.0..=1.0).contains(&of("win_share_hi")));
            assert_eq!(row["mean_score_lo"].is_null(), deals == "1");
        }
    }
    assert!(!run("12", "table").contains("1.000 to 1.000"));
}

#[test]
fn the_three_formats_say_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let agents = ["random-kind", "greedy", "a | b=random"];
    config(dir.path(), "players = 2\ndeals = 4", &agents);
    let json: Vec<Value> =
        serde_json::from_str(&tournament(dir.path(), "out", &["--format", "json"])).unwrap();
    let csv = rows(&dir.path().join("out"), "standings.csv");
    for (json, csv) in json.iter().zip(&csv) {
        assert_eq!(json.as_object().unwrap().len(), csv.len());
        for (column, text) in csv {
            let value = match &json[column] {
                Value::String(name) => name.clone(),
                Value::Null => String::new(),
                value => value.to_string(),
            };
            assert_eq!(&value, text, "{column}");
        }
    }
    let markdown = tournament(dir.path(), "out", &["--format", "markdown"]);
    let table = tournament(dir.path(), "out", &[]);
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(lines.len(), 2 + 3);
    assert!(lines[0].starts_with("| # | agent | games | win share | 95 % interval | score |"), "{markdown}");
    assert_eq!(lines[1], "|--:|--|--:|--:|--|--:|--|--:|--:|--:|");
    for (place, row) in (1..).zip(&csv) {
        let share = format!("{:.3}", number(row, "win_share"));
        let name = row["agent"].replace('|', "\\|");
        assert!(lines[1 + place].starts_with(&format!("| {place} | {name} | 16 | {share} | ")), "{markdown}");
        let line = table.lines().nth(place).unwrap();
        assert!(line.starts_with(&format!("{place}  {}", row["agent"])) && line.contains(&share), "{table}");
    }
    assert!(
        table.contains("\n24 games (24 of them earlier) in ")
            && table.contains(" games/s on ")
            && table.ends_with("\nfiles: out\n")
    );
}
