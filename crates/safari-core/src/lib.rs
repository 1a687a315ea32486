//! The rules of *Carcassonne Safari* as an exact, fast engine.
//!
//! Rule numbers in comments refer to `docs/rules.md`.

mod action;
mod animal;
mod bits;
mod cell;
mod deal;
mod notation;
mod perft;
mod position;
mod score;
mod seed;
mod terrain;
mod tiles;
mod variant;

pub use action::{Action, Move};
pub use animal::{Animal, AnimalCounts, AnimalSet};
pub use cell::{Cell, Corner, Side};
pub use deal::{Deal, Dealer};
pub use notation::{Token, TokenError};
pub use perft::perft;
pub use position::seats::{MAX_PLAYERS, MEEPLES};
pub use position::{
    Actions, BonusView, FeatureView, HoleView, IllegalAction, ImpossibleOutcome, Invalid, KINDS, KindCounts,
    Laid, Meeple, Outcome, Phase, Placed, Position, PositionTextError, Setup, SetupError, Spot, VertexView,
};
pub use score::{Points, Source};
pub use seed::{Mixer, Rng, Seed, Stem};
pub use terrain::Terrain;
pub use tiles::{
    Drawing, Kind, MAX_KINDS, MAX_LAND, MAX_SEGMENTS, SAFARI_TOML, Segment, TileMask, TileSet, TileSetError,
};
pub use variant::{BaobabDraw, BonusAnimals, FinalMajority, Table, Variant, VariantError};
