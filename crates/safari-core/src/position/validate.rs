//! Working everything out from scratch, the slow and obvious way, to compare with what is kept up to date.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::FIRST_SLOT;
use super::{Phase, Position};
use crate::animal::{Animal, AnimalSet};
use crate::cell::{Cell, Corner, Side};
use crate::terrain::Terrain;
use crate::tiles::{MAX_LAND, NO_SEGMENT, START_CELLS, TileSet};
use crate::variant::Table;

/// What is inconsistent in a position: a defect of the engine, never of its user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position is inconsistent: {0}")]
pub struct Invalid(String);

type Check = Result<(), Invalid>;

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, kept: T, scratch: T) -> Check {
    if kept == scratch {
        Ok(())
    } else {
        Err(Invalid(format!("{what}: kept {kept:?}, from scratch {scratch:?}")))
    }
}

impl Position {
    /// Works out all that is kept up to date from the tiles, meeples and animal tiles alone, and compares.
    ///
    /// # Errors
    /// The first difference.
    pub fn validate(&self) -> Result<(), Invalid> {
        let cells: BTreeMap<Cell, u8> =
            (0..self.board.grid.len()).map(|n| (self.board.grid.cell(n), n)).collect();
        equal("cells", cells.len(), self.filled())?;
        self.validate_frontier(&cells)?;
        self.validate_features(&cells)?;
        self.validate_corners(&cells)?;
        self.validate_material()?;
        for (cell, _, filled) in self.board.baobabs.iter() {
            let scratch = cell.around().iter().filter(|c| cells.contains_key(c)).count();
            equal("cells around a baobab", filled, scratch as u32)?;
        }
        equal("hash", self.hash(), self.hash_from_scratch())
    }

    fn inside_table(&self, cells: &BTreeMap<Cell, u8>, cell: Cell) -> bool {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        match self.variant.table {
            Table::Floor => true,
            Table::Fixed { width, height } => {
                let (w, h) = (i32::from(width), i32::from(height));
                (-((w - 1) / 2)..=w / 2).contains(&x) && (-((h - 1) / 2)..=h / 2).contains(&y)
            }
            Table::Shifting { width, height } => {
                let xs = || cells.keys().map(|c| i32::from(c.x)).chain([x]);
                let ys = || cells.keys().map(|c| i32::from(c.y)).chain([y]);
                let span = |min: Option<i32>, max: Option<i32>| max.unwrap_or(0) - min.unwrap_or(0) + 1;
                span(xs().min(), xs().max()) <= i32::from(width)
                    && span(ys().min(), ys().max()) <= i32::from(height)
            }
        }
    }

    fn validate_frontier(&self, cells: &BTreeMap<Cell, u8>) -> Check {
        let border: BTreeSet<Cell> = cells
            .keys()
            .flat_map(|cell| Side::ALL.map(|side| cell.across(side)))
            .filter(|cell| !cells.contains_key(cell) && self.inside_table(cells, *cell))
            .collect();
        equal("frontier", self.frontier().collect(), border.clone())?;
        equal("frontier count", self.board.grid.frontier().1 as usize, border.len())?;
        for kind in self.tiles.kinds() {
            for rotation in 0..4 {
                let tile = self.tiles.oriented(kind.0, rotation);
                let fits: BTreeSet<Cell> = crate::bits::ones(&self.board.grid.fits(tile))
                    .map(|slot| self.board.grid.slot_cell(slot as u32))
                    .collect();
                let scratch = border.iter().copied().filter(|cell| {
                    Side::ALL.into_iter().all(|side| {
                        cells.get(&cell.across(side)).is_none_or(|&other| {
                            let terrain = self.board.tile(self.tiles, other).sides[side.opposite().index()];
                            terrain == tile.sides[side.index()]
                        })
                    })
                });
                equal("cells where a tile fits", fits, scratch.collect())?;
            }
        }
        for cell in self.rangers() {
            if cells.contains_key(&cell) || !self.board.grid.has_slot(cell) {
                return Err(Invalid(format!("a ranger stands on {cell}")));
            }
        }
        Ok(())
    }

    fn validate_features(&self, cells: &BTreeMap<Cell, u8>) -> Check {
        let features = &self.board.features;
        let mut seen = BTreeSet::new();
        for first in 0..features.len() {
            if !seen.insert(first) {
                continue;
            }
            let mut members = BTreeSet::from([first]);
            let mut open = 0;
            let mut todo = vec![first];
            while let Some(segment) = todo.pop() {
                let number = features.cell_of(segment);
                let cell = self.board.grid.cell(number);
                for side in Side::ALL {
                    if self.board.segment_at(self.tiles, number, side) != segment {
                        continue;
                    }
                    match cells.get(&cell.across(side)) {
                        None => open += 1,
                        Some(&other) => {
                            let next = self.board.segment_at(self.tiles, other, side.opposite());
                            if next == NO_SEGMENT {
                                return Err(Invalid(format!("sides differ at {cell}")));
                            }
                            if members.insert(next) {
                                todo.push(next);
                            }
                        }
                    }
                }
            }
            seen.extend(&members);
            let feature = features.of(first);
            let word = features.word(feature);
            equal("open ends", word.open(), open)?;
            equal("segments of a feature", features.segments(feature).collect(), members.clone())?;
            equal("size of a feature", word.size() as usize, members.len())?;
            let (mut animals, mut set, mut birds, mut meeples) = (0, AnimalSet::EMPTY, 0, [0u32; 5]);
            for &segment in &members {
                equal("feature of a segment", features.of(segment), feature)?;
                let number = features.cell_of(segment);
                let drawing = &self.tiles.drawing(crate::Kind(self.board.placed(number).0));
                let drawn = &drawing.segments[usize::from(segment - self.board.base(number))];
                equal("bush", word.is_bush(), drawn.terrain == Terrain::Bush)?;
                animals += drawn.animal.is_some() as u32;
                set = drawn.animal.map_or(set, |animal| set.with(animal));
                birds += u32::from(drawn.birds);
                if let Some(seat) = features.meeple(segment) {
                    meeples[seat] += 1;
                }
            }
            equal("animals", (word.animals(), word.animal_set()), (animals, set))?;
            equal("birds", word.birds(), birds)?;
            equal("meeples", std::array::from_fn(|seat| word.meeples(seat)), meeples)?;
            let staffed = features.staffed().any(|f| f == feature);
            equal("staffed features", staffed, meeples != [0; 5])?;
            let settled = self.is_between_turns() || matches!(self.phase(), Phase::Place | Phase::Ranger);
            if settled && open == 0 && meeples != [0; 5] {
                return Err(Invalid("a completed feature still holds a meeple".into()));
            }
        }
        Ok(())
    }

    fn validate_corners(&self, cells: &BTreeMap<Cell, u8>) -> Check {
        let laid = |cell: Cell, corner: usize| {
            cells.get(&cell).and_then(|&n| self.board.corners.laid(n, (corner & 3) as u8).animal())
        };
        let mut counts = [0u32; 6];
        for (&cell, &number) in cells {
            for corner in Corner::ALL {
                let c = corner.index();
                let [first, second] = corner.sides();
                let sides = self.board.tile(self.tiles, number).sides;
                let open = sides[first.index()] != Terrain::Bush && sides[second.index()] != Terrain::Bush;
                let beside = [laid(cell.across(first), c + 1), laid(cell.across(second), c + 3)];
                let across = laid(cell.across(first).across(second), c + 2);
                let free = open && laid(cell, c).is_none();
                let has_hole = beside.iter().any(Option::is_some);
                let shown = if has_hole { [beside[0], beside[1], across] } else { [None; 3] };
                let bit = usize::from(number) * 4 + c;
                let kept = |words: &[u64]| words[bit / 64] >> (bit & 63) & 1 != 0;
                equal("corner to dig", kept(self.board.corners.dig().0), free && !has_hole)?;
                counts[5] += (free && !has_hole) as u32;
                for animal in Animal::ALL {
                    let may = free && has_hole && !shown.contains(&Some(animal));
                    equal("corner to extend", kept(self.board.corners.extend(animal).0), may)?;
                    counts[animal.index()] += may as u32;
                }
            }
        }
        equal("corners to dig", self.board.corners.dig().1, counts[5])?;
        for animal in Animal::ALL {
            equal("corners to extend", self.board.corners.extend(animal).1, counts[animal.index()])?;
        }
        Ok(())
    }

    /// Nothing is lost or made up: animal tiles, land tiles, meeples, rangers.
    fn validate_material(&self) -> Check {
        for animal in Animal::ALL {
            let i = animal.index();
            let hands: u32 = self.seats().map(|seat| u32::from(self.hand(seat).0[i])).sum();
            let board = self.laid().filter(|laid| laid.animal == animal).count() as u32;
            let total = hands + board + u32::from(self.bag().0[i]) + u32::from(self.discard().0[i]);
            equal("animal tiles", total, Animal::COPIES)?;
        }
        for seat in self.seats() {
            let features = self.meeples_on_board().iter().filter(|meeple| meeple.seat == seat).count();
            let holes = self.laid().filter(|laid| laid.meeple == Some(seat)).count();
            equal("meeples", self.meeples(seat) as usize + features + holes, 6)?;
            let hand = &self.seats[seat];
            equal("animals in hand", hand.animals(), hand.hand().set())?;
        }
        let land = self.filled() - START_CELLS + self.land_left() as usize;
        if land > self.tiles.land() || self.filled() > START_CELLS + MAX_LAND {
            return Err(Invalid(format!("{land} land tiles")));
        }
        let start = TileSet::start(self.tiles);
        for (number, (kind, cell)) in (0..).zip(start) {
            equal("start tile", (self.board.placed(number).0, self.board.grid.cell(number)), (kind.0, cell))?;
        }
        debug_assert!(self.board.grid.len() <= FIRST_SLOT);
        Ok(())
    }
}
