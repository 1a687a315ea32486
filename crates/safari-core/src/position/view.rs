//! What lies on the board, for those who draw, evaluate or write it.

use super::corners::Laid as LaidTile;
use super::grid::FIRST_SLOT;
use super::{Phase, Position};
use crate::animal::{Animal, AnimalSet};
use crate::bits;
use crate::cell::{Cell, Corner, Side};
use crate::terrain::Terrain;
use crate::tiles::{Kind, NO_SEGMENT, TileMask};

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// Its kind; the spaces of the start tile are kinds of their own.
    pub kind: Kind,
    /// Quarter turns clockwise, 0 to 3.
    pub rotation: u8,
    /// Where it lies.
    pub at: Cell,
}

/// Where a meeple on the landscape stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// On the trail or bush piece whose first side on its tile this is.
    Feature(Side),
    /// On the baobab.
    Baobab,
}

/// A meeple on a feature or a baobab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeple {
    /// Its owner.
    pub seat: usize,
    /// Its tile.
    pub at: Cell,
    /// Where it stands on the tile.
    pub spot: Spot,
}

/// An animal tile on a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laid {
    /// What it shows.
    pub animal: Animal,
    /// The cell on whose corner it lies.
    pub at: Cell,
    /// The corner.
    pub corner: Corner,
    /// The seat whose meeple stands on it.
    pub meeple: Option<usize>,
}

/// All about a trail or bush on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureView {
    /// A number that only this feature of the position has.
    pub id: u8,
    /// Trail or bush.
    pub terrain: Terrain,
    /// Open ends of a trail, open sides of a bush.
    pub open: u32,
    /// Meeples by seat.
    pub meeples: [u8; 5],
    /// The different animals printed on it.
    pub animals: AnimalSet,
    /// Animals printed on it, different or not.
    pub animal_count: u32,
    /// Birds on it.
    pub birds: u32,
    /// Segments in it.
    pub segments: u32,
}

/// How far the scoring of a completed feature has come (RULES 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusView {
    /// The feature's number, as in [`FeatureView::id`].
    pub feature: u8,
    /// Bit p: seat p has decided, or was passed over.
    pub asked: u8,
    /// By seat: the animal added.
    pub added: [Option<Animal>; 5],
}

/// The grid point where up to four cells meet: its corners in a ring, of which neighbours lie beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexView {
    /// Numbers of the cells; of cells that are not filled without meaning.
    numbers: [u8; 4],
    /// The first cell's corner; those of the next cells follow clockwise.
    first: u8,
    /// Bit i: the i-th cell is filled.
    filled: u8,
    /// Bit i: it is filled and neither side that meets there is bush.
    open: u8,
    laid: [LaidTile; 4],
}

/// A watering hole, dug or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleView {
    /// Its animal tiles, 0 to 4.
    pub tiles: u32,
    /// The animals in it.
    pub animals: AnimalSet,
    /// Meeples on it by seat.
    pub meeples: [u8; 5],
    /// Whether a tile on the corner asked for would join two holes (RULES 4.6).
    pub joins: bool,
}

impl VertexView {
    /// Cells at the vertex that are not filled, 0 to 3.
    #[inline]
    pub fn unfilled(&self) -> u32 {
        4 - self.filled.count_ones()
    }

    /// Whether bush touches a corner at the vertex, so that a hole can never be completed (RULES 4.7).
    #[inline]
    pub fn blocked(&self) -> bool {
        self.filled != self.open
    }

    /// The same without the first corner of the ring.
    #[inline]
    pub fn blocked_without_first(&self) -> bool {
        (self.filled ^ self.open) & 0b1110 != 0
    }

    /// Whether any animal tile lies at the vertex.
    #[inline]
    pub fn any_laid(&self) -> bool {
        self.laid.iter().any(|laid| !laid.is_free())
    }

    /// The seat whose meeple stands on corner `i` of the ring.
    #[inline]
    pub fn meeple(&self, i: usize) -> Option<usize> {
        self.laid[i & 3].meeple()
    }

    /// The hole that corner `i` of the ring belongs to, or would join if a tile were laid there.
    #[inline]
    pub fn hole(&self, i: usize) -> HoleView {
        let has = |k: usize| !self.laid[k & 3].is_free();
        let (next, last) = (has(i + 1), has(i + 3));
        let across = has(i + 2) && (next || last);
        let mut hole = HoleView {
            tiles: 0,
            animals: AnimalSet::EMPTY,
            meeples: [0; 5],
            joins: !has(i) && next && last && !across,
        };
        for (k, joined) in [(i, has(i)), (i + 1, next), (i + 2, across), (i + 3, last)] {
            let laid = self.laid[k & 3];
            if let Some(animal) = laid.animal().filter(|_| joined) {
                hole.tiles += 1;
                hole.animals = hole.animals.with(animal);
                if let Some(seat) = laid.meeple() {
                    hole.meeples[seat] += 1;
                }
            }
        }
        hole
    }
}

impl Position {
    /// The tiles in the order of placement; the three spaces of the start tile come first.
    pub fn placed(&self) -> impl ExactSizeIterator<Item = Placed> + '_ {
        (0..self.board.grid.len()).map(|number| self.placed_number(number))
    }

    fn placed_number(&self, number: u8) -> Placed {
        let (kind, rotation) = self.board.placed(number);
        Placed { kind: Kind(kind), rotation, at: self.board.grid.cell(number) }
    }

    /// The tile on a cell.
    pub fn placed_at(&self, cell: Cell) -> Option<Placed> {
        let number = self.board.grid.number(cell);
        (number < FIRST_SLOT).then(|| self.placed_number(number))
    }

    /// The meeples on features and baobabs, by the order in which their tiles were placed.
    pub fn meeples_on_board(&self) -> Vec<Meeple> {
        let mut meeples = Vec::new();
        for number in 0..self.board.grid.len() {
            let at = self.board.grid.cell(number);
            for side in self.first_sides(number) {
                let segment = self.board.segment_at(self.tiles, number, side);
                if let Some(seat) = self.board.features.meeple(segment) {
                    meeples.push(Meeple { seat, at, spot: Spot::Feature(side) });
                }
            }
            let baobab = self.board.baobabs.iter().find(|&(cell, _, _)| cell == at);
            meeples.extend(baobab.map(|(_, seat, _)| Meeple { seat, at, spot: Spot::Baobab }));
        }
        meeples
    }

    /// The first sides of the segments of a filled cell.
    fn first_sides(&self, number: u8) -> impl Iterator<Item = Side> + '_ {
        let tile = self.board.tile(self.tiles, number);
        Side::ALL.into_iter().filter(move |side| {
            let segment = tile.segment_of[side.index()];
            segment != NO_SEGMENT && !tile.segment_of[..side.index()].contains(&segment)
        })
    }

    /// The animal tiles on corners, by the order in which their tiles were placed.
    pub fn laid(&self) -> impl Iterator<Item = Laid> + '_ {
        (0..self.board.grid.len()).flat_map(move |number| {
            Corner::ALL.into_iter().filter_map(move |corner| {
                let laid = self.board.corners.laid(number, corner as u8);
                let at = self.board.grid.cell(number);
                Some(Laid { animal: laid.animal()?, at, corner, meeple: laid.meeple() })
            })
        })
    }

    /// In [`Phase::Bonus`], how far the scoring of the feature has come.
    pub fn bonus(&self) -> Option<BonusView> {
        (self.phase() == Phase::Bonus).then(|| BonusView {
            feature: self.scored_feature(),
            asked: (0..self.turn.asked).fold(0, |mask, i| mask | 1 << ((self.turn.seat + i) % self.players)),
            added: self.turn.added.map(super::turn::unpack_added),
        })
    }

    /// Animal tiles that a seat is due in this turn and has not drawn yet.
    pub fn draws_due(&self, seat: usize) -> u32 {
        let mut due = 0;
        for queue in [self.turn.draws, self.turn.later] {
            let mut rest = queue;
            while rest != 0 {
                due += ((rest & 7) as usize == seat + 1) as u32;
                rest >>= 3;
            }
        }
        due
    }

    /// How many of the four cells beside a cell are filled.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> u32 {
        Side::ALL.into_iter().map(|side| u32::from(self.board.grid.is_filled(cell.across(side)))).sum()
    }

    /// The vertex of a corner of a filled cell; that corner comes first in the ring.
    ///
    /// # Panics
    /// If the cell is not filled.
    #[inline]
    pub fn vertex(&self, cell: Cell, corner: Corner) -> VertexView {
        let number = self.board.grid.number(cell);
        assert!(number < FIRST_SLOT, "{cell} holds no tile");
        self.vertex_of(number, corner)
    }

    #[inline]
    fn vertex_of(&self, number: u8, corner: Corner) -> VertexView {
        let vertex = self.board.vertex(number, corner);
        let mut view = VertexView {
            numbers: [0; 4],
            first: corner as u8,
            filled: 0,
            open: 0,
            laid: self.board.corners.around(&vertex),
        };
        for (i, at) in vertex.iter().enumerate() {
            if let Some((number, corner)) = *at {
                view.numbers[i] = number;
                view.filled |= 1 << i;
                view.open |= (self.board.tile(self.tiles, number).open_corners >> corner & 1) << i;
            }
        }
        view
    }

    /// The corners of a vertex where a hole may be dug (RULES 4.4), each with its place in the order of corners.
    #[inline]
    pub fn diggable_at(&self, vertex: &VertexView) -> impl Iterator<Item = (Cell, Corner, u32)> + use<'_> {
        let VertexView { numbers, first, open, .. } = *vertex;
        (0..4usize).filter(move |i| open >> i & 1 != 0).filter_map(move |i| {
            let corner = Corner::from_index(usize::from(first) + i);
            let order = u32::from(numbers[i]) * 4 + corner as u32;
            let may = self.board.corners.dig().0[order as usize / 64] >> (order & 63) & 1 != 0;
            may.then(|| (self.board.grid.cell(numbers[i]), corner, order))
        })
    }

    /// The meeples on watering holes: for each its seat and its vertex, whose first corner it stands on.
    pub fn meeples_on_holes(&self) -> impl Iterator<Item = (usize, VertexView)> + '_ {
        (0..self.board.grid.len()).filter(|&number| self.board.corners.any_meeple(number)).flat_map(
            move |number| {
                Corner::ALL.into_iter().filter_map(move |corner| {
                    let seat = self.board.corners.laid(number, corner as u8).meeple()?;
                    Some((seat, self.vertex_of(number, corner)))
                })
            },
        )
    }

    /// The corners where a hole may be dug (RULES 4.4), whoever has a tile and a meeple for it.
    pub fn diggable(&self) -> impl Iterator<Item = (Cell, Corner)> + '_ {
        self.corner_cells(self.board.corners.dig().0)
    }

    /// Where a corner of a filled cell stands in the order of corners: 4 × the order of placement + the corner's index.
    #[inline]
    pub fn corner_order(&self, cell: Cell, corner: Corner) -> u32 {
        u32::from(self.board.grid.number(cell)) * 4 + corner as u32
    }

    /// The corners where one animal may extend a hole (RULES 4.5), whoever has it.
    pub fn extendable(&self, animal: Animal) -> impl Iterator<Item = (Cell, Corner)> + '_ {
        self.corner_cells(self.board.corners.extend(animal).0)
    }

    fn corner_cells<'p>(&'p self, corners: &'p [u64]) -> impl Iterator<Item = (Cell, Corner)> + 'p {
        bits::ones(corners).map(|bit| (self.board.grid.cell((bit >> 2) as u8), Corner::from_index(bit)))
    }

    /// The cell where a ranger may be put that has most filled cells beside it, or fewest, and how many it has.
    ///
    /// Among equals the lowest slot, that is the first in the order of `nth`.
    #[inline]
    pub fn ranger_target(&self, most: bool) -> Option<(Cell, u32)> {
        let (slot, neighbours) = self.board.crowded_target(most)?;
        Some((self.board.grid.slot_cell(slot), neighbours))
    }

    /// How many land tiles left are in a mask.
    #[inline]
    pub fn count_left(&self, mask: &TileMask) -> u32 {
        self.stock.count_land(mask)
    }

    /// The trails and bushes that hold a meeple.
    #[inline]
    pub fn staffed_features(&self) -> impl Iterator<Item = FeatureView> + '_ {
        self.board.features.staffed().map(|id| self.feature(id))
    }

    /// The trail or bush at a side of a filled cell.
    pub fn feature_at(&self, cell: Cell, side: Side) -> Option<FeatureView> {
        let number = self.board.grid.number(cell);
        if number >= FIRST_SLOT {
            return None;
        }
        let segment = self.board.segment_at(self.tiles, number, side);
        (segment != NO_SEGMENT).then(|| self.feature(self.board.features.of(segment)))
    }

    /// All trails and bushes on the board, complete or not.
    pub fn features(&self) -> impl Iterator<Item = FeatureView> + '_ {
        let features = &self.board.features;
        (0..features.len()).filter(|&segment| features.of(segment) == segment).map(|id| self.feature(id))
    }

    #[inline]
    fn feature(&self, id: u8) -> FeatureView {
        let word = self.board.features.word(id);
        FeatureView {
            id,
            terrain: if word.is_bush() { Terrain::Bush } else { Terrain::Trail },
            open: word.open(),
            meeples: std::array::from_fn(|seat| word.meeples(seat) as u8),
            animals: word.animal_set(),
            animal_count: word.animals(),
            birds: word.birds(),
            segments: word.size(),
        }
    }

    /// The baobabs with a meeple in the order in which their tiles were placed: cell, owner, filled cells around (0 to 8).
    pub fn baobabs(&self) -> impl Iterator<Item = (Cell, usize, u32)> + '_ {
        self.board.baobabs.iter()
    }

    /// The empty cells that a tile could fill within the table's limit (RULES 3.4), by slot.
    pub fn frontier(&self) -> impl Iterator<Item = Cell> + '_ {
        self.board.grid.open_slots().map(|slot| self.board.grid.slot_cell(slot as u32))
    }

    /// What each side of an empty bordering cell must show, where its neighbour is filled.
    pub fn required(&self, cell: Cell) -> Option<[Option<Terrain>; 4]> {
        self.board.grid.open_slot(cell).map(|slot| self.board.grid.required(slot))
    }
}
