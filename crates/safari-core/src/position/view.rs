//! What lies on the board, for those who draw, evaluate or write it.

use super::{Phase, Position};
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

/// The vertex of a corner as a watering hole, dug or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleView {
    /// Animal tiles in the hole that the corner belongs to or would join, 0 to 4.
    pub tiles: u32,
    /// The animals in it.
    pub animals: AnimalSet,
    /// Meeples on it by seat.
    pub meeples: [u8; 5],
    /// Cells at the vertex that are not filled yet, 0 to 3.
    pub unfilled: u32,
    /// Whether bush touches a corner at the vertex, so that the hole can never be completed (RULES 4.7).
    pub blocked: bool,
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

    /// The watering hole at a corner of a filled cell: the one it belongs to, or would join if a tile were laid there.
    ///
    /// # Panics
    /// If the cell is not filled.
    pub fn hole_at(&self, cell: Cell, corner: Corner) -> HoleView {
        let number = self.board.grid.number(cell);
        assert!(number < FIRST_SLOT, "{cell} holds no tile");
        self.hole(number, corner)
    }

    fn hole(&self, number: u8, corner: Corner) -> HoleView {
        let vertex = self.board.vertex(number, corner);
        let laid = self.board.corners.around(&vertex);
        let joined = self.board.corners.hole(&vertex, 0);
        let mut view = HoleView {
            tiles: joined.count_ones(),
            animals: AnimalSet::EMPTY,
            meeples: [0; 5],
            unfilled: 0,
            blocked: false,
        };
        for (i, at) in vertex.iter().enumerate() {
            let Some((cell, corner)) = *at else {
                view.unfilled += 1;
                continue;
            };
            view.blocked |= self.board.tile(self.tiles, cell).open_corners >> corner & 1 == 0;
            if joined >> i & 1 != 0 {
                if let Some(animal) = laid[i].animal() {
                    view.animals = view.animals.with(animal);
                }
                if let Some(seat) = laid[i].meeple() {
                    view.meeples[seat] += 1;
                }
            }
        }
        view
    }

    /// The holes that hold a meeple: for each such meeple its seat and its hole.
    pub fn meeples_on_holes(&self) -> impl Iterator<Item = (usize, HoleView)> + '_ {
        (0..self.board.grid.len()).filter(|&number| self.board.corners.any_meeple(number)).flat_map(move |number| {
            Corner::ALL.into_iter().filter_map(move |corner| {
                let seat = self.board.corners.laid(number, corner as u8).meeple()?;
                Some((seat, self.hole(number, corner)))
            })
        })
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
