//! Positions of random games.

use safari_core::{AnimalCounts, Position, Seed, TileSet, Variant};

/// The start of a game.
pub fn start(players: usize) -> Position {
    let hands = ["AE", "GL", "AZ", "EZ", "GZ"].map(|hand| AnimalCounts::parse(hand).unwrap());
    Position::new(TileSet::safari(), Variant::default(), &hands[..players]).unwrap()
}

/// Every `step`-th position of random games of 2 to 5 players, and their ends.
pub fn positions(step: usize) -> Vec<Position> {
    let mut list = Vec::new();
    for players in 2..=5 {
        let mut rng = Seed(players as u64).rng();
        let mut position = start(players);
        let mut count = 0;
        while !position.is_over() {
            if count % step == 0 {
                list.push(position);
            }
            count += 1;
            if position.phase().is_chance() {
                position.resolve_unchecked(position.sample_outcome(&mut rng));
            } else {
                position.play_unchecked(position.sample_by_kind(&mut rng));
            }
        }
        list.push(position);
    }
    list
}
