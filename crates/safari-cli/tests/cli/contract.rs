//! The contract with other implementations: golden records and the exact lines that they replay to.
//!
//! `SAFARI_BLESS=1 cargo test -p safari-cli contract` writes the lines anew. The records are games of an earlier
//! program and are not rewritten, unless the tile set changes.

use crate::common::{assert_committed, data, fine};
use std::path::Path;

fn replayed(name: &str, flags: &[&str]) -> String {
    let record = data(name);
    let mut args = vec!["replay", record.to_str().unwrap(), "--json"];
    args.extend(flags);
    fine(Path::new("."), args)
}

#[test]
fn a_small_game_replays_to_its_committed_lines_with_all_legal_tokens() {
    assert_committed(&data("small.jsonl"), &replayed("small.json", &["--legal"]));
}

#[test]
fn a_game_of_five_with_a_dry_bag_replays_to_its_committed_lines() {
    assert_committed(&data("crowded.jsonl"), &replayed("crowded.json", &[]));
}

#[test]
fn the_names_and_the_order_of_keys_are_those_of_the_contract() {
    let lines = replayed("small.json", &["--legal"]);
    let begin = |start: &str| assert!(lines.lines().any(|line| line.starts_with(start)), "{start}\n{lines}");
    begin(
        r#"{"event":"game","players":2,"variant":{"table":"table:7x3","final_majority":"most","baobab_draw":"before_scoring","bonus_animals":"independent"}}"#,
    );
    begin(r#"{"event":"deal","hands":[""#);
    begin(r#"{"event":"tile","removed":[""#);
    begin(r#"{"event":"decision","seat":0,"phase":"place","legal":[""#);
    begin(r#"{"event":"animal","seat":"#);
    begin(r#"{"event":"turn","scores":["#);
    begin(r#"{"event":"final","scores":["#);
    let last = lines.lines().last().unwrap();
    assert!(last.contains(r#""by_source":[{"dig":"#) && last.contains(r#"}],"winners":["#), "{last}");
    let sources = r#""extend" "hole" "trail" "bush" "ranger" "final_trail" "final_bush" "final_animals""#;
    let places: Vec<_> = sources.split(' ').map(|source| last.find(source).unwrap()).collect();
    assert!(places.is_sorted());
    let shuffled = replayed("crowded.json", &[]);
    assert!(shuffled.contains("{\"event\":\"shuffle\"}\n{\"event\":\"animal\","));
    assert!(!shuffled.contains("\"legal\""));
    assert!(lines.contains(r#","kind":null}"#));
}
