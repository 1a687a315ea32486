//! Properties of every position of random games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::variants;
use safari_core::{Action, Deal, Position, Rng, Seed, TileSet, Variant};

/// Plays a game by kinds and calls `each` at every position, decisions and chance events alike.
fn walk(seed: u64, variant: Variant, players: usize, mut each: impl FnMut(&Position, &mut Rng)) -> Position {
    let deal = Deal::new(TileSet::safari(), Seed(seed).branch("test deal", &[]));
    let (mut position, mut dealer) = deal.start(variant, players).unwrap();
    let mut rng = Seed(seed).branch("test play", &[]).rng();
    let mut other = Seed(seed).branch("test other", &[]).rng();
    while !position.is_over() {
        each(&position, &mut other);
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
        } else {
            let action = position.sample_by_kind(&mut rng);
            position.play(action).unwrap();
        }
    }
    each(&position, &mut other);
    position
}

#[test]
fn all_that_is_kept_up_to_date_equals_what_is_worked_out_from_scratch() {
    for (i, variant) in variants().into_iter().enumerate() {
        walk(i as u64, variant, 2 + i % 4, |position, _| {
            if let Err(invalid) = position.validate() {
                panic!("{invalid}\n{}", position.to_text());
            }
        });
    }
}

#[test]
fn the_choices_are_exactly_those_that_are_legal() {
    for (i, variant) in variants().into_iter().enumerate() {
        walk(1000 + i as u64, variant, 2 + i % 4, |position, _| {
            let actions: Vec<Action> = position.actions().collect();
            assert_eq!(actions.len() as u32, position.count());
            let unique: std::collections::HashSet<_> = actions.iter().collect();
            assert_eq!(unique.len(), actions.len(), "{}", position.to_text());
            for &action in &actions {
                assert!(position.is_legal(action), "{}\n{}", position.token(action), position.to_text());
                assert_eq!(Action::from(action.unpack()), action);
            }
            assert_eq!(position.count() == 0, !position.phase().is_decision());
        });
    }
}

#[test]
fn tokens_round_trip_and_differ() {
    for (i, variant) in variants().into_iter().enumerate().step_by(3) {
        walk(2000 + i as u64, variant, 2 + i % 4, |position, _| {
            let mut tokens = std::collections::HashSet::new();
            for action in position.actions() {
                let token = position.token(action).to_string();
                assert_eq!(position.parse_token(&token), Ok(action), "{token}");
                assert!(tokens.insert(token));
            }
        });
    }
}

#[test]
fn a_position_read_from_its_text_has_the_same_choices_hash_and_playout() {
    for (i, variant) in variants().into_iter().enumerate() {
        walk(3000 + i as u64, variant, 2 + i % 4, |position, rng| {
            let text = position.to_text();
            let read = match Position::from_text(position.tiles(), &text) {
                Ok(read) => read,
                Err(error) => panic!("{error}\n{text}"),
            };
            assert_eq!(read.to_text(), text);
            assert_eq!(read.hash(), position.hash(), "{text}");
            assert_eq!(read.seat(), position.seat(), "{text}");
            assert!(read.actions().eq(position.actions()), "{text}");
            let (mut a, mut b) = (*position, read);
            let mut twin = rng.clone();
            a.playout(rng);
            b.playout(&mut twin);
            assert_eq!(a.to_text(), b.to_text());
        });
    }
}

#[test]
fn equal_hashes_mean_equal_games() {
    let mut seen = std::collections::HashMap::new();
    for seed in 0..40 {
        walk(seed, Variant::default(), 2, |position, _| {
            let text = position.to_text();
            if let Some(other) = seen.insert(position.hash(), text.clone()) {
                assert_eq!(other, text);
            }
        });
    }
    assert!(seen.len() > 6_000);
}

#[test]
fn a_line_of_75_cells_is_a_game_like_any_other() {
    let deal = Deal::new(TileSet::safari(), Seed(5));
    let (mut position, mut dealer) = deal.start(Variant::default(), 2).unwrap();
    let mut rng = Seed(6).rng();
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
            continue;
        }
        let farthest = position.actions().max_by_key(|action| match action.unpack() {
            safari_core::Move::Place { at, .. } => at.x,
            _ => 0,
        });
        let action = match position.phase() {
            safari_core::Phase::Place => farthest.unwrap(),
            _ => position.sample(&mut rng),
        };
        position.play(action).unwrap();
        position.validate().unwrap();
    }
    let farthest = position.placed().map(|placed| placed.at.x).max();
    assert!(farthest > Some(50), "{farthest:?}");
}
