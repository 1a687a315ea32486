//! `safari speed` says what its documentation says, in both forms.

use crate::common::{fine, wrong};
use std::path::Path;

fn here() -> &'static Path {
    Path::new(".")
}

#[test]
fn the_json_has_these_keys_and_no_others() {
    let text = fine(here(), ["speed", "--seconds", "0.1", "--threads", "1", "--players", "3", "--json"]);
    assert_eq!(text.lines().count(), 1);
    let speed: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let mut keys = vec![
        "players",
        "threads",
        "cpu_features",
        "random_games_per_s",
        "decisions_per_s",
        "position_bytes",
        "clone_ns",
        "memcpy_ns",
        "mcts_iterations_per_s",
        "mcts_overhead_us",
        "greedy_turns_per_s",
    ];
    keys.sort_unstable();
    assert_eq!(speed.keys().map(String::as_str).collect::<Vec<_>>(), keys);
    assert_eq!((speed["players"].as_u64(), speed["threads"].as_u64()), (Some(3), Some(1)));
    assert_eq!(speed["position_bytes"].as_u64(), Some(size_of::<safari_core::Position>() as u64));
    assert!(speed["cpu_features"].as_array().unwrap().iter().all(serde_json::Value::is_string));
    for key in ["random_games_per_s", "clone_ns", "memcpy_ns", "mcts_iterations_per_s", "greedy_turns_per_s"]
    {
        assert!(speed[key].as_f64().unwrap() > 0.0, "{key}");
    }
    // A game has 72 turns of two decisions or more, but for tiles that fit nowhere.
    let per_game = speed["decisions_per_s"].as_f64().unwrap() / speed["random_games_per_s"].as_f64().unwrap();
    assert!((135.0..165.0).contains(&per_game), "{per_game}");
    assert!(speed["mcts_overhead_us"].as_f64().unwrap().is_finite());
}

#[test]
fn the_text_is_a_table_of_what_and_how_much() {
    let text = fine(here(), ["speed", "--seconds", "0.1", "--threads", "2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("what ") && lines[0].ends_with("unit"), "{text}");
    let unit = lines[0].find("unit").unwrap();
    for line in &lines[1..11] {
        assert_eq!(&line[unit - 2..unit], "  ", "{text}");
        assert!(line.as_bytes()[unit - 3].is_ascii_digit(), "{text}");
    }
    assert!(lines[2].starts_with("threads ") && lines[2].contains(" 2  "), "{text}");
    assert!(lines.last().unwrap().starts_with("built for "), "{text}");
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (flag, value, hint) in [
        ("--seconds", "0", "0.1 to 3600"),
        ("--seconds", "-1", "0.1 to 3600"),
        ("--seconds", "inf", "0.1 to 3600"),
        ("--threads", "0", "1..=1024"),
        ("--players", "6", "2 to 5"),
    ] {
        let message = wrong(here(), 2, ["speed", flag, value]);
        assert!(message.contains(hint), "{message}");
    }
}
