//! Lines of the protocol for outside bots: a game as a bot reads it, and a bot's answers.
//!
//! Invariants:
//! * no text panics, and every error fits on a line;
//! * a message that is read is written so that it is read as the same message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use safari_core::TileSet;
use safari_protocol::{Answer, Head, Message};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        match line.parse::<Message>() {
            Ok(message) => assert_eq!(message.to_string().parse(), Ok(message)),
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
        if let Ok(answer) = Answer::parse(line) {
            assert_eq!(Answer::parse(&answer.to_string()), Ok(answer));
        }
    }
    match Head::read(text.lines()) {
        Ok(head) => drop(head.start(TileSet::safari())),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});
