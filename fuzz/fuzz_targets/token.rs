//! Tokens (RULES 10) against positions of every phase.
//!
//! The first byte chooses the position, the rest is the token. Invariants:
//! * no text panics, and every error fits on a line;
//! * a text is accepted if and only if it is the spelling of a legal decision, and then it is read as that decision;
//! * what is accepted can be played, and leads to a consistent position.
#![no_main]

use std::collections::HashMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use safari_core::{Action, Position, TileSet};

struct Case {
    position: Position,
    legal: HashMap<String, Action>,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |position: Position| {
        let legal = position.actions().map(|action| (position.token(action).to_string(), action)).collect();
        Case { position, legal }
    };
    safari_fuzz::pool(TileSet::safari()).into_iter().map(case).collect()
});

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(token) = std::str::from_utf8(rest) else { return };
    let Case { position, legal } = &CASES[usize::from(first) % CASES.len()];
    match position.parse_token(token) {
        Ok(action) => {
            assert_eq!(legal.get(token), Some(&action), "{token:?}");
            let mut next = *position;
            next.play(action).expect("a token that is read is legal");
            next.validate().expect("the position is consistent");
        }
        Err(error) => {
            assert!(!legal.contains_key(token), "{token:?}: {error}");
            let message = error.to_string();
            assert!(message.chars().count() < 400 && !message.contains(['\n', '\0']), "{message:?}");
        }
    }
});
