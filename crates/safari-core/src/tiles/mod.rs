//! The tile set: which land tiles there are (RULES 1.1).

mod orient;
mod parse;

pub(crate) use orient::{NO_SEGMENT, Oriented};
pub use parse::TileSetError;

use std::fmt;
use std::sync::LazyLock;

use crate::animal::Animal;
use crate::cell::{Cell, Side};
use crate::seed::Mixer;
use crate::terrain::Terrain;

/// Most land tiles, without the start tile.
pub const MAX_LAND: usize = 81;
/// Cells of the start tile.
pub const START_CELLS: usize = 3;
/// Most cells that are ever filled.
pub const MAX_CELLS: usize = MAX_LAND + START_CELLS;
/// Most segments printed on all tiles together, start tile included.
pub const MAX_SEGMENTS: usize = 128;
/// Most kinds of land tiles.
pub const MAX_KINDS: usize = 96;

/// A kind of land tile by its number in the tile set: copies of a type with the same animals are one kind.
///
/// The three spaces of the start tile follow as kinds of their own, which no stack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// 0 up to the number of kinds.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A trail or bush piece printed on one tile (RULES, Words).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// [`Terrain::Trail`] or [`Terrain::Bush`].
    pub terrain: Terrain,
    /// The sides that it touches, in the order N E S W, at rotation 0.
    pub sides: Vec<Side>,
    /// The animal printed on it.
    pub animal: Option<Animal>,
    /// The birds above it, 0 on trails.
    pub birds: u8,
}

/// The drawing of a kind of land tile at rotation 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The type's number in the tile file, or 0 for a space of the start tile.
    pub id: u16,
    /// The terrain of the sides N E S W.
    pub sides: [Terrain; 4],
    /// Trails first, then bushes.
    pub segments: Vec<Segment>,
    /// Whether a baobab stands on it.
    pub baobab: bool,
    /// How many copies the stack holds.
    pub copies: u8,
    /// The spelling of RULES 10: the type, then its animals.
    pub token: String,
    /// Rotations that look different: 1, 2 or 4. The others repeat them.
    pub rotations: u8,
}

/// Land tiles of a stack that share something, to count those left quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileMask(pub(crate) [u64; 2]);

impl TileMask {
    /// The tiles whose drawing has a property.
    pub fn new(tiles: &TileSet, mut has: impl FnMut(&Drawing) -> bool) -> TileMask {
        let mut mask = [0; 2];
        for tile in 0..u32::from(tiles.land) {
            if has(tiles.drawing(Kind(tiles.kind_of(tile)))) {
                mask[tile as usize / 64] |= 1 << (tile & 63);
            }
        }
        TileMask(mask)
    }
}

/// Room for kinds in tables by kind: a power of two above [`MAX_KINDS`] and the start tile's spaces.
const KINDS: usize = 128;

/// A validated set of land tiles.
pub struct TileSet {
    drawings: Vec<Drawing>,
    /// Drawn in each rotation, at 4 × kind + rotation; of a fixed size, so that no index is checked in the hot path.
    oriented: Box<[Oriented; 4 * KINDS]>,
    /// Kinds in the stack; the start tile's spaces follow.
    kinds: u8,
    /// Each kind's first tile in the numbering of the stack's tiles.
    first: Vec<u8>,
    /// Each kind's tiles as a bitset.
    masks: [TileMask; KINDS],
    /// The kind of each tile of the stack, sorted.
    kind_of: [u8; 128],
    land: u8,
    hash: u64,
}

/// The text of the built-in tile set, `configs/tiles/safari.toml`.
pub const SAFARI_TOML: &str = include_str!("../../../../configs/tiles/safari.toml");

static SAFARI: LazyLock<&'static TileSet> =
    LazyLock::new(|| TileSet::parse(SAFARI_TOML).expect("the built-in tile set is checked by a test").leak());

impl TileSet {
    /// The built-in set: 72 land tiles and the start tile.
    pub fn safari() -> &'static TileSet {
        *SAFARI
    }

    /// Reads a tile file (docs/formats.md).
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and tile.
    pub fn parse(text: &str) -> Result<TileSet, TileSetError> {
        parse::parse(text)
    }

    /// Keeps the set for the rest of the program, as positions refer to it.
    pub fn leak(self) -> &'static TileSet {
        Box::leak(Box::new(self))
    }

    /// Builds the tables from validated drawings; the last three are the start tile's spaces.
    pub(crate) fn from_drawings(drawings: Vec<Drawing>) -> TileSet {
        let kinds = drawings.len() - START_CELLS;
        let mut kind_of = [0; 128];
        let mut first = Vec::new();
        let mut land = 0;
        for (kind, drawing) in drawings[..kinds].iter().enumerate() {
            first.push(land as u8);
            for _ in 0..drawing.copies {
                kind_of[land] = kind as u8;
                land += 1;
            }
        }
        let in_rotations = |drawing| (0..4).map(move |turns| Oriented::new(drawing, turns));
        let oriented: Vec<Oriented> = drawings.iter().cycle().take(KINDS).flat_map(in_rotations).collect();
        let oriented = oriented.try_into().expect("so many were taken");
        let mut mixer = Mixer::new("tile set");
        for drawing in &drawings {
            mixer.word(
                u64::from(drawing.id) << 16 | u64::from(drawing.copies) << 8 | u64::from(drawing.baobab),
            );
            mixer.text(&drawing.token);
            for segment in &drawing.segments {
                let sides = segment.sides.iter().fold(0u64, |mask, side| mask | 1 << side.index());
                let animal = segment.animal.map_or(0, |animal| animal as u64 + 1); // not in a start space's token
                mixer.word(
                    animal << 24 | sides << 16 | (segment.terrain as u64) << 8 | u64::from(segment.birds),
                );
            }
        }
        let mut masks = [TileMask([0; 2]); KINDS];
        for (kind, mask) in masks.iter_mut().enumerate().take(kinds) {
            let tiles = ((1u128 << drawings[kind].copies) - 1) << first[kind];
            *mask = TileMask([tiles as u64, (tiles >> 64) as u64]);
        }
        TileSet {
            masks,
            oriented,
            kinds: kinds as u8,
            first,
            kind_of,
            land: land as u8,
            hash: mixer.finish(),
            drawings,
        }
    }

    /// How many land tiles the stack holds at first.
    pub fn land(&self) -> usize {
        usize::from(self.land)
    }

    /// The kinds in the stack, in the order of the file.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + use<> {
        (0..self.kinds).map(Kind)
    }

    /// The three spaces of the start tile from west to east.
    pub fn start(&self) -> [(Kind, Cell); START_CELLS] {
        std::array::from_fn(|i| (Kind(self.kinds + i as u8), Cell::new(i as i8 - 1, 0)))
    }

    /// Where the rangers stand at first (RULES 1.2).
    pub const fn ranger_cells() -> [Cell; 2] {
        [Cell::new(-2, 0), Cell::new(2, 0)]
    }

    /// What a kind looks like.
    #[inline]
    pub fn drawing(&self, kind: Kind) -> &Drawing {
        &self.drawings[kind.index()]
    }

    /// The spelling of a kind, such as `26EZ`.
    pub fn token(&self, kind: Kind) -> &str {
        &self.drawing(kind).token
    }

    /// The kind in the stack with this spelling.
    pub fn kind(&self, token: &str) -> Option<Kind> {
        self.kinds().find(|&kind| self.token(kind) == token)
    }

    /// A number that differs between sets that play differently.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// A kind turned clockwise by quarter turns.
    #[inline(always)]
    pub(crate) fn oriented(&self, kind: u8, rotation: u8) -> &Oriented {
        &self.oriented[usize::from(kind) % KINDS * 4 + usize::from(rotation & 3)]
    }

    /// The kind of a tile of the stack.
    #[inline(always)]
    pub(crate) fn kind_of(&self, tile: u32) -> u8 {
        self.kind_of[tile as usize & 127]
    }

    /// A kind's tiles in the stack as a bitset.
    #[inline(always)]
    pub(crate) fn mask_of(&self, kind: u8) -> TileMask {
        self.masks[usize::from(kind) % KINDS]
    }

    /// The numbers of a kind's tiles in the stack: the first one and how many.
    #[inline(always)]
    pub(crate) fn tiles_of(&self, kind: u8) -> (u32, u32) {
        let copies = self.drawings[usize::from(kind)].copies;
        (u32::from(self.first[usize::from(kind)]), u32::from(copies))
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TileSet({} tiles, hash {:016x})", self.land, self.hash)
    }
}

impl Eq for TileSet {}

impl PartialEq for TileSet {
    fn eq(&self, other: &TileSet) -> bool {
        self.drawings == other.drawings
    }
}
