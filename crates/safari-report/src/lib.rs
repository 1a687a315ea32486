//! Pictures of *Carcassonne Safari* and of runs: pure functions from values to text, without any I/O.
//!
//! - [`tile_sheet`]: all land tiles as SVG, to be compared with the tiles of the box.
//! - [`board_svg`]: the board of a position as SVG.
//! - [`board_text`]: the board of a position in characters, in colour or not, in Unicode or ASCII.
//! - [`tuning_page`]: a tuning run as a page of HTML, from plain data.
//!
//! All drawings of tiles and boards are our own. They show what the rules use and nothing else: terrain, which sides a
//! trail or bush joins, where a trail is closed, animals, birds, baobabs and open corners.
//!
//! The SVG documents name their parts for scripts and tests: groups have a `class` (`tile`, `animal`, `birds`,
//! `baobab`, `meeple`, `card`, `ranger`) and `data-` attributes in the spelling of the notation (RULES 10), such as
//! `data-at="3,-1"`, `data-kind="26EZ"`, `data-spot="N"`. The same input gives the same bytes.
//!
//! ```
//! use safari_core::{AnimalCounts, Position, TileSet, Variant};
//! use safari_report::{TextStyle, board_svg, board_text, tile_sheet};
//!
//! let tiles = TileSet::safari();
//! let hands = [AnimalCounts([1, 1, 0, 0, 0]), AnimalCounts([0, 0, 2, 0, 0])];
//! let start = Position::new(tiles, Variant::default(), &hands).expect("the hands are in the bag");
//! assert!(tile_sheet(tiles).contains("26EZ ×1"));
//! assert!(board_svg(&start).contains("seat 0 draws a land tile"));
//! assert!(board_text(&start, TextStyle::PLAIN).is_ascii());
//! ```

mod art;
mod board_svg;
mod board_text;
mod bounds;
mod canvas;
mod caption;
mod doubts;
mod geometry;
mod layout;
mod legend;
mod palette;
mod run;
mod sheet;
mod svg;
mod symbols;
mod text_bush;
mod text_style;
mod text_tile;
mod tuning;

pub use board_svg::board_svg;
pub use board_text::board_text;
pub use sheet::tile_sheet;
pub use text_style::TextStyle;
pub use tuning::{
    BatchScores, DealUse, LeaderPoint, Level, Measure, TestCourse, TriedCandidate, TunedDomain,
    TunedParameter, TuningOutcome, TuningReport, TuningVerdict, tuning_page,
};
