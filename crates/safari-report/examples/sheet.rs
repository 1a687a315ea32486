//! Writes `tiles.svg` and `board.svg`, a board in the middle of a random game, to a folder, and prints that board.
//!
//! `cargo run -p safari-report --example sheet -- FOLDER [SEED [TILES [rich|unicode|plain]]]`
#![allow(clippy::print_stdout)] // It is what the example is for.

use std::path::PathBuf;

use safari_core::{AnimalCounts, Phase, Position, Seed, TileSet, Variant};
use safari_report::{TextStyle, board_svg, board_text, tile_sheet};

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(args.first().map_or(".", String::as_str));
    let number = |i: usize, default: u64| args.get(i).and_then(|text| text.parse().ok()).unwrap_or(default);
    let style = match args.get(3).map(String::as_str) {
        Some("plain") => TextStyle::PLAIN,
        Some("unicode") => TextStyle { colour: false, unicode: true },
        _ => TextStyle::RICH,
    };
    let position = random_position(number(1, 1), number(2, 30) as usize);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("tiles.svg"), tile_sheet(TileSet::safari()))?;
    std::fs::write(folder.join("board.svg"), board_svg(&position))?;
    print!("{}", board_text(&position, style));
    Ok(())
}

/// A random game of five players after some tiles, waiting for one to be placed, or its end.
fn random_position(seed: u64, tiles: usize) -> Position {
    let mut rng = Seed(seed).rng();
    let hands =
        ["AE", "GL", "AZ", "EZ", "GZ"].map(|hand| AnimalCounts::parse(hand).expect("letters of animals"));
    let start = TileSet::safari().start().len();
    let mut position =
        Position::new(TileSet::safari(), Variant::default(), &hands).expect("the bag holds the hands");
    while !position.is_over() && (position.filled() < start + tiles || position.phase() != Phase::Place) {
        if position.phase().is_chance() {
            position.resolve_unchecked(position.sample_outcome(&mut rng));
        } else {
            position.play_unchecked(position.sample_by_kind(&mut rng));
        }
    }
    position
}
