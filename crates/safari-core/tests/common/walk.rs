//! Walking through games.

use super::policies::Policy;
use safari_core::{Deal, Phase, Position, Rng, Seed, TileSet, Variant};

/// Plays a game and calls `each` at every position, decisions and chance events alike.
pub fn walk(
    tiles: &'static TileSet,
    seed: Seed,
    variant: Variant,
    players: usize,
    policy: Policy,
    mut each: impl FnMut(&Position),
) -> Position {
    let deal = Deal::new(tiles, seed);
    let (mut position, mut dealer) = deal.start(variant, players).unwrap();
    let mut rng: Rng = seed.branch("policy", &[]).rng();
    while !position.is_over() {
        each(&position);
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
        } else {
            let action = policy.choose(&position, &mut rng);
            position.play(action).unwrap();
        }
    }
    each(&position);
    position
}

/// Positions of one phase from games of all policies and numbers of players, a few from each game.
pub fn positions_in(
    phase: Phase,
    games: u64,
    per_game: usize,
    wanted: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let mut found = Vec::new();
    for game in 0..games {
        let players = 2 + game as usize % 4;
        let policy = Policy::ALL[game as usize / 4 % Policy::ALL.len()];
        let seed = Seed(99).branch("positions", &[game]);
        let mut here = Vec::new();
        walk(TileSet::safari(), seed, Variant::default(), players, policy, |position| {
            if position.phase() == phase && wanted(position) {
                here.push(*position);
            }
        });
        let step = here.len().div_ceil(per_game).max(1);
        found.extend(here.into_iter().skip(step / 2).step_by(step));
    }
    found
}
