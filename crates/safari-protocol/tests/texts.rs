//! Whatever a line says, it is read or refused, and what is read is written so that it is read as the same.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use proptest::prelude::*;
use safari_core::TileSet;
use safari_protocol::{Answer, Head, Message};

/// Words that the lines are made of, right and wrong, in any order.
fn line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "tile",
        "removed",
        "shuffle",
        "animal",
        "play",
        "turn",
        "go",
        "end",
        "scores",
        "meeples",
        "hands",
        "winners",
        "seed",
        "iterations",
        "wall_seconds",
        "left",
        "legal",
        "place",
        "action",
        "bonus",
        "ranger",
        "draw_tile",
        "0",
        "1",
        "3",
        "4294967296",
        "-1",
        "0.5",
        "1e300",
        "nan",
        "00ff",
        "A",
        "EG",
        "-",
        "Q",
        "26EZ",
        "26EZ@3,-1/1",
        "mN",
        "+-",
        "é",
        "\u{1b}[31m",
    ]);
    prop::collection::vec(words, 0..9).prop_map(|words| words.join(" "))
}

/// Lines before a game, some of them wrong, doubled or missing.
fn head() -> impl Strategy<Value = String> {
    let hash = format!("tileset {:016x}", TileSet::safari().hash());
    let lines = prop::sample::select(vec![
        hash,
        "tileset 00ff".into(),
        "kind".into(),
        "variant floor most before_scoring independent".into(),
        "variant table:5x1 all_present after_scoring distinct".into(),
        "variant floor".into(),
        "players 2".into(),
        "players 18446744073709551615".into(),
        "seat 1".into(),
        "seat 7".into(),
        "hands AE GG".into(),
        "hands - -".into(),
        "hands AAAAAAAAAAAAAAAAAAAAAAAA".into(),
        "position safari-position 1".into(),
        "position".into(),
        String::new(),
    ]);
    prop::collection::vec(lines, 0..12).prop_map(|lines| format!("safari-protocol 1\n{}", lines.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn messages(line in prop_oneof![line(), any::<String>()]) {
        match line.parse::<Message>() {
            Ok(message) => prop_assert_eq!(message.to_string().parse::<Message>(), Ok(message)),
            Err(error) => prop_assert!(error.to_string().len() < 1000),
        }
        if let Ok(answer) = Answer::parse(&line) {
            prop_assert_eq!(Answer::parse(&answer.to_string()), Ok(answer));
        }
    }

    #[test]
    fn heads(text in prop_oneof![head(), any::<String>()]) {
        if let Ok(head) = Head::read(text.lines()) {
            drop(head.start(TileSet::safari()));
        }
    }
}
