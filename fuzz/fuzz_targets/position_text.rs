//! The text form of a position.
//!
//! Invariants:
//! * no text panics;
//! * what is accepted is consistent (`validate`), and its own text is read back as the same position: same text, hash and
//!   choices;
//! * it can be played to the end, every choice and outcome on the way is legal, and the end is consistent.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use safari_core::{Position, TileSet};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let position = match Position::from_text(TileSet::safari(), text) {
        Ok(position) => position,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    position.validate().expect("the position is consistent");
    let own = position.to_text();
    let again = Position::from_text(TileSet::safari(), &own).expect("a position's own text is accepted");
    assert_eq!(again.to_text(), own);
    assert_eq!(again.hash(), position.hash());
    assert!(again.actions().eq(position.actions()));
    safari_fuzz::play_to_the_end(&position);
});

static TEXTS: LazyLock<Vec<String>> =
    LazyLock::new(|| safari_fuzz::pool(TileSet::safari()).iter().map(Position::to_text).collect());

// Two of three mutations are of lines, words and numbers: of bytes alone, hardly any leaves a text that can be read.
fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    let spoilt = if seed.is_multiple_of(3) {
        None
    } else {
        safari_fuzz::spoil_in_place(data, size, most, seed, &TEXTS)
    };
    spoilt.unwrap_or_else(|| fuzzer_mutate(data, size, most))
});
