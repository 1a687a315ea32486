//! Greedy's shortcuts give the same values and choices as playing and evaluating every decision.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use safari_agents::evaluation::{Horizon, Linear, LinearParams};
use safari_agents::greedy::{Scored, best_action, best_placement, scored_actions, scored_placements};
use safari_agents::params::Given;
use safari_core::{
    Action, BaobabDraw, BonusAnimals, Deal, FinalMajority, Phase, Position, Seed, Table, TileSet, Variant,
};

/// The value of every decision by playing it.
fn plain(horizon: &Horizon, position: &Position) -> Vec<Scored> {
    let seat = position.seat();
    let after = |action| {
        let mut next = *position;
        next.play_unchecked(action);
        let value = if next.phase() == Phase::Action {
            plain(horizon, &next).iter().map(|scored| scored.value).max().unwrap()
        } else {
            horizon.value(&next, seat)
        };
        Scored { action, value }
    };
    position.actions().map(after).collect()
}

fn first_best(list: &[Scored]) -> Scored {
    let most = list.iter().map(|scored| scored.value).max().unwrap();
    *list.iter().find(|scored| scored.value == most).unwrap()
}

fn compare(evaluation: &Linear, position: &Position) {
    let horizon = evaluation.horizon(position);
    let plain = plain(&horizon, position);
    let (scored, best) = match position.phase() {
        Phase::Place => (scored_placements(&horizon, position), best_placement(&horizon, position)),
        _ => (scored_actions(&horizon, position), best_action(&horizon, position)),
    };
    for (shortcut, played) in scored.iter().zip(&plain) {
        assert_eq!(shortcut, played, "{}\n{}", position.token(played.action), position.to_text());
    }
    assert_eq!(scored.len(), plain.len());
    assert_eq!(best, first_best(&plain), "{}\n{}", position.token(best.action), position.to_text());
}

#[test]
fn shortcuts_value_decisions_as_playing_them_does() {
    let mut compared = 0;
    for game in 0..48u64 {
        let players = 2 + game as usize % 4;
        let given = |ranger: f64| {
            let mut given = Given::new();
            given.insert("ranger".into(), safari_agents::params::Value::Real(ranger));
            given
        };
        let evaluation = Linear::new(LinearParams::resolve(&given(0.1 - 0.3 * (game % 2) as f64), players));
        let variant = Variant {
            table: [
                Table::Floor,
                Table::Shifting { width: 9, height: 8 },
                Table::Fixed { width: 9, height: 7 },
            ][game as usize / 4 % 3],
            final_majority: FinalMajority::ALL[game as usize / 2 % 2],
            baobab_draw: BaobabDraw::ALL[game as usize / 3 % 2],
            bonus_animals: BonusAnimals::ALL[game as usize / 5 % 2],
        };
        let deal = Deal::new(TileSet::safari(), Seed(game).branch("greedy", &[]));
        let (mut position, mut dealer) = deal.start(variant, players).unwrap();
        let mut rng = Seed(game).branch("play", &[]).rng();
        while !position.is_over() {
            if position.phase().is_chance() {
                let outcome = dealer.next(&position);
                position.resolve_unchecked(outcome);
                continue;
            }
            // Placements are compared once in a while, for playing them all takes long.
            if position.phase() != Phase::Place || position.land_left() % 6 == (game % 6) as u32 {
                compare(&evaluation, &position);
                compared += 1;
            }
            let action: Action = if game % 3 == 0 {
                position.sample_by_kind(&mut rng)
            } else {
                let horizon = evaluation.horizon(&position);
                match position.phase() {
                    Phase::Place => best_placement(&horizon, &position).action,
                    _ => best_action(&horizon, &position).action,
                }
            };
            position.play(action).unwrap();
        }
    }
    assert!(compared > 3000, "{compared}");
}
