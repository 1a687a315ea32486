//! How many random games are played in a second on one core: uniform over kinds of action, two players.
//!
//! `cargo run --release -p safari-core --example speed -- [GAMES]`; 200,000 games by default.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::time::Instant;

use safari_core::{AnimalCounts, Position, Seed, TileSet, Variant};

fn main() {
    let games = std::env::args().nth(1);
    let games: u64 = games.map_or(200_000, |games| games.parse().expect("GAMES is a whole number"));
    let hands = ["AE", "GL"].map(|hand| AnimalCounts::parse(hand).expect("letters of animals"));
    let start =
        Position::new(TileSet::safari(), Variant::default(), &hands).expect("the bag holds the hands");
    let begin = Instant::now();
    let mut points = 0u64;
    for game in 0..games {
        let mut position = start;
        position.playout(&mut Seed(game).rng());
        points += position.seats().map(|seat| u64::from(position.score(seat))).sum::<u64>();
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("a position: {} bytes", size_of::<Position>());
    println!("{games} games in {seconds:.2} s, {:.0} games/s", games as f64 / seconds);
    println!("mean score {:.2}", points as f64 / (2 * games) as f64);
}
