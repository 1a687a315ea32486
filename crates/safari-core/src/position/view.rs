//! What lies on the board, for those who draw, evaluate or write it.

use super::Position;
use super::grid::FIRST_SLOT;
use crate::animal::{Animal, AnimalSet};
use crate::cell::{Cell, Corner, Side};
use crate::terrain::Terrain;
use crate::tiles::{Kind, NO_SEGMENT};

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
