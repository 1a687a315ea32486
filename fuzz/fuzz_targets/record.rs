//! Game records and their replay.
//!
//! Invariants:
//! * no text panics, nor does replaying whatever can be read, to the first event that is not possible or to the end;
//! * a record that can be read is written and read again as the same record;
//! * every position on the way is consistent, and an event that is refused leaves the position as it was;
//! * events that could all be replayed are those that a recorder would have taken down (a last shuffle may be missing, for
//!   it is written with the draw).
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use safari_core::{Animal, Outcome, Position, TileSet};
use safari_data::{DealCheck, GameRecord, RecordEvent, Recorder, Replay, Step};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match GameRecord::from_json(text) {
        Ok(record) => record,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    assert_eq!(GameRecord::from_json(&record.to_json()).as_ref(), Ok(&record));
    let tiles = TileSet::safari();
    let mut replay = match Replay::new(&record, tiles) {
        Ok(replay) => replay,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    let deal = record.deal.as_ref().and_then(|deal| deal.deal(tiles).ok());
    let mut check = deal.as_ref().and_then(|deal| DealCheck::new(deal, &record).ok());
    let mut recorder = Recorder::default();
    let mut steps = 0u32;
    loop {
        let before = replay.position().hash();
        match replay.step() {
            Ok(Some(step)) => {
                steps += 1;
                if steps.is_power_of_two() {
                    step.after.validate().expect("the position is consistent");
                }
                assert_eq!(step.after.hash(), replay.position().hash());
                take_down(&mut recorder, &step);
                if check.as_mut().is_some_and(|check| check.step(&step).is_err()) {
                    check = None;
                }
            }
            Ok(None) => {
                let _ = replay.finish().map_err(|error| error.to_string());
                let mut events = record.events.clone();
                if events.last() == Some(&RecordEvent::Shuffle) {
                    events.pop();
                }
                assert_eq!(recorder.into_events(), events);
                safari_fuzz::play_to_the_end(replay.position());
                return;
            }
            Err(error) => {
                let _ = error.to_string();
                assert_eq!(replay.position().hash(), before);
                replay.position().validate().expect("the position is consistent");
                return;
            }
        }
    }
});

// Every other mutation is of lines, words and numbers: an event stands on a line of its own.
fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    let spoilt =
        if seed.is_multiple_of(2) { None } else { safari_fuzz::spoil_in_place(data, size, most, seed, &[]) };
    spoilt.unwrap_or_else(|| fuzzer_mutate(data, size, most))
});

/// What a recorder takes down of a step that was replayed.
fn take_down(recorder: &mut Recorder, step: &Step<'_>) {
    let mut chance = |position: &mut Position, outcome: Outcome| {
        let before = *position;
        position.resolve(outcome).expect("it was replayed");
        recorder.chance(&before, outcome, position);
    };
    match step.event {
        RecordEvent::Tile { removed, kind } => {
            let mut position = step.before;
            for token in removed.iter().chain(kind) {
                let kind = position.tiles().kind(token).expect("it was replayed");
                chance(&mut position, Outcome::Tile(kind));
            }
        }
        RecordEvent::Animal { drawn, .. } => {
            let animal = drawn.chars().next().and_then(Animal::from_letter).expect("it was replayed");
            let mut position = step.before;
            chance(&mut position, Outcome::Animal(animal));
        }
        RecordEvent::Decision { .. } => {
            recorder.decision(&step.before, step.action.expect("it is a decision"));
        }
        RecordEvent::Shuffle => {}
    }
}
