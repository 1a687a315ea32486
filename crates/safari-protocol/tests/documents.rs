//! docs/protocol.md tells every message, and its example is one.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use safari_protocol::{Answer, BotCommand, Message, PROTOCOL_VERSION};

fn document() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap()
}

#[test]
fn the_example_is_what_is_read() {
    let text = document();
    let example = text.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let [tile, go, answer] = example.lines().collect::<Vec<_>>()[..] else { panic!("{example}") };
    assert_eq!(tile.parse::<Message>().unwrap().to_string(), tile);
    let Message::Go { legal, .. } = go.parse().unwrap() else { panic!("{go}") };
    assert!(legal.is_sorted() && legal.contains(&Answer::parse(answer).unwrap().token));
    assert_eq!(go.parse::<Message>().unwrap().to_string(), go);
}

#[test]
fn every_message_time_and_version_is_told() {
    let text = document();
    for line in [
        "tile KIND",
        "removed KIND",
        "animal SEAT ANIMAL",
        "shuffle",
        "play SEAT TOKEN",
        "turn scores N… meeples N… hands HAND…",
        "go SEAT PHASE seed HEX … legal TOKEN…",
        "end scores N… winners SEAT…",
    ] {
        assert!(text.contains(&format!("\n| `{line}` | ")), "{line}");
    }
    assert!(text.contains(&format!("This is version {PROTOCOL_VERSION}.")));
    assert!(text.contains(&format!("`start_seconds`, {} if not given", BotCommand::START.as_secs())));
    assert!(text.contains(&format!("`decision_seconds`, {} if not given", BotCommand::DECISION.as_secs())));
    assert_eq!(BotCommand::GRACE.as_secs(), 1);
}
