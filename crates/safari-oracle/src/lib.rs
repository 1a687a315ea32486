//! A slow, obvious second implementation of Carcassonne Safari.
//!
//! It exists to be compared with a fast engine, move by move, so it is written from the rules document alone and
//! prefers the plainest code: maps keyed by cells, features and watering holes found by flood fill whenever they are
//! needed, legal moves found by trying everything, moves as text. Numbers in comments are rules of `RULES.md`.
//!
//! Chance is never decided here: the caller says which tile or animal was drawn.
//!
//! ```
//! # use safari_oracle::{Game, Need, TileSet, Variant};
//! let tiles = TileSet::parse(include_str!("../../../configs/tiles/safari.toml"))?;
//! let mut game = Game::new(&tiles, Variant::default(), &["AE", "GL"])?;
//! assert_eq!(game.need(), Need::Tile);
//! assert!(game.draw_tile("3G")?);
//! game.play("3G@0,1/1")?; // the trail's only side, west, now looks north
//! game.play("mN")?; // the trail is complete at once, with two giraffes
//! assert_eq!(game.need(), Need::Decision { seat: 0, phase: "bonus" });
//! game.play("+-")?;
//! assert_eq!(game.scores(), [1, 0]);
//! # Ok::<(), String>(())
//! ```

mod board;
mod features;
mod final_scoring;
mod fired;
mod game;
mod geometry;
mod holes;
mod legal;
mod notation;
mod play;
mod tile;
mod tile_set;
mod turn;
mod variant;

#[cfg(test)]
mod random_games;

pub use game::{Game, Need};
pub use tile_set::TileSet;
pub use variant::{BaobabDraw, BonusAnimals, FinalMajority, Table, Variant};
