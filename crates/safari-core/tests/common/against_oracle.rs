//! Playing one game on the core and on the oracle, with any tile file.

use std::collections::BTreeMap;

use super::policies::Policy;
use safari_core::{Deal, Outcome, Phase, Position, Seed, Source, TileSet, Variant};
use safari_oracle as oracle;

/// The oracle's game that begins as the position does; `toml` is the position's tile file.
pub fn oracle_game(toml: &str, position: &Position) -> oracle::Game {
    let tiles = oracle::TileSet::parse(toml).unwrap();
    let v = position.variant();
    let variant = oracle::Variant::parse(
        &v.table.to_string(),
        v.final_majority.name(),
        v.baobab_draw.name(),
        v.bonus_animals.name(),
    );
    let hands: Vec<String> = position.seats().map(|seat| position.hand(seat).to_string()).collect();
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    oracle::Game::new(&tiles, variant.unwrap(), &hands).unwrap()
}

/// The legal tokens of a position, sorted.
pub fn sorted_tokens(position: &Position) -> Vec<String> {
    let mut tokens: Vec<String> =
        position.actions().map(|action| position.token(action).to_string()).collect();
    tokens.sort();
    tokens
}

/// Plays a game on both sides, validates the position at each step, and compares everything that is public.
pub fn play(
    toml: &str,
    tiles: &'static TileSet,
    seed: Seed,
    variant: Variant,
    players: usize,
    policy: Policy,
) {
    let deal = Deal::new(tiles, seed);
    let (mut position, mut dealer) = deal.start(variant, players).unwrap();
    let mut game = oracle_game(toml, &position);
    let mut rng = seed.branch("policy", &[]).rng();
    loop {
        if let Err(invalid) = position.validate() {
            panic!("{invalid}\n{}", position.to_text());
        }
        compare(&position, &game);
        if position.is_over() {
            return;
        }
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
            match outcome {
                Outcome::Tile(kind) => {
                    let fits = game.draw_tile(tiles.token(kind)).unwrap();
                    assert_eq!(fits, position.phase() == Phase::Place, "{}", position.to_text());
                }
                Outcome::Animal(animal) => game.draw_animal(animal.letter()).unwrap(),
            }
        } else {
            let action = policy.choose(&position, &mut rng);
            let token = position.token(action).to_string();
            game.play(&token).unwrap_or_else(|error| panic!("{token}: {error}\n{}", position.to_text()));
            position.play(action).unwrap();
        }
    }
}

fn compare(position: &Position, game: &oracle::Game) {
    let context = || position.to_text();
    let seat = position.seat();
    let need = match position.phase() {
        Phase::DrawTile => oracle::Need::Tile,
        Phase::DrawAnimal => oracle::Need::Animal { seat, shuffle: position.reshuffles() },
        Phase::Over => oracle::Need::Over,
        phase => oracle::Need::Decision { seat, phase: phase.name() },
    };
    assert_eq!(need, game.need(), "{}", context());
    if position.phase().is_decision() {
        let legal = game.legal();
        assert_eq!(sorted_tokens(position), legal, "{}", context());
        assert_eq!(position.is_forced(), legal.len() == 1, "{}", context());
    } else {
        assert!(!position.is_forced() && position.count() == 0, "{}", context());
    }
    // Between single animal draws nobody decides; 5.1 and 5.2 of the turn are settled by the next decision.
    if position.phase() != Phase::DrawAnimal {
        for seat in position.seats() {
            assert_eq!(position.meeples(seat) as usize, game.meeples()[seat], "{}", context());
            let points: BTreeMap<&str, u32> =
                Source::ALL.into_iter().map(|s| (s.name(), position.points(seat).of(s))).collect();
            assert_eq!(points, game.sources()[seat], "{}", context());
        }
    }
    for seat in position.seats() {
        assert_eq!(position.hand(seat).to_string(), game.hands()[seat], "{}", context());
    }
    assert_eq!(position.bag().to_string(), game.bag(), "{}", context());
    assert_eq!(position.discard().to_string(), game.discard(), "{}", context());
    let rangers: Vec<(i32, i32)> = position.rangers().map(|cell| (cell.x.into(), cell.y.into())).collect();
    assert_eq!(rangers, game.rangers(), "{}", context());
    if position.is_over() {
        assert_eq!(position.winners().collect::<Vec<_>>(), game.winners(), "{}", context());
    }
}
