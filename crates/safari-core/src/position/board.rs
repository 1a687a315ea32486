//! The landscape: tiles, features, corners and rangers, before any player decides.

use super::baobabs::Baobabs;
use super::corners::{Corners, Vertex};
use super::features::Features;
use super::grid::{FIRST_SLOT, Grid, NONE, Slots};
use super::hash;
use crate::cell::{Cell, Corner, Side};
use crate::tiles::{MAX_CELLS, NO_SEGMENT, Oriented, TileSet};
use crate::variant::Table;

/// A ranger that is off the board.
const OFF: u8 = 255;

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Board {
    pub grid: Grid,
    pub features: Features,
    pub corners: Corners,
    pub baobabs: Baobabs,
    /// By number of the filled cell: its kind, its rotation, its first segment.
    kind: [u8; MAX_CELLS],
    rotation: [u8; MAX_CELLS],
    base: [u8; MAX_CELLS],
    /// Slots of the rangers on the board, sorted by cell; [`OFF`] after them.
    rangers: [u8; 2],
    /// Incremental hash of the tiles, meeples on features and animal tiles laid.
    pub hash: u64,
}

impl Board {
    /// The start tile and the rangers beside it (RULES 1.2).
    pub fn new(tiles: &TileSet, table: Table) -> Board {
        let mut board = Board {
            grid: Grid::new(table),
            features: Features::new(),
            corners: Corners::new(),
            baobabs: Baobabs::new(),
            kind: [0; MAX_CELLS],
            rotation: [0; MAX_CELLS],
            base: [0; MAX_CELLS],
            rangers: [OFF; 2],
            hash: 0,
        };
        for (kind, cell) in tiles.start() {
            board.put(tiles, kind.0, 0, cell);
        }
        for cell in TileSet::ranger_cells() {
            board.put_ranger(cell);
        }
        board
    }

    /// Places a tile that fits, and gives the numbers of the filled cells N E S W of it.
    #[inline(always)]
    pub fn put(&mut self, tiles: &TileSet, kind: u8, rotation: u8, cell: Cell) {
        self.put_at(self.grid.probe(cell), tiles, kind, rotation, cell);
    }

    /// The same with the place of the cell in the grid's table.
    #[inline(always)]
    pub fn put_at(&mut self, place: usize, tiles: &TileSet, kind: u8, rotation: u8, cell: Cell) {
        let tile = tiles.oriented(kind, rotation);
        let number = self.grid.len();
        let neighbours = self.grid.fill(place, cell, tile);
        let i = usize::from(number);
        let base = self.features.len();
        self.kind[i] = kind;
        self.rotation[i] = rotation;
        self.base[i] = base;
        for word in &tile.words[..usize::from(tile.segments & 7).min(4)] {
            self.features.add(*word, number);
        }
        self.corners.add(number, tile.open_corners);
        for side in Side::ALL {
            let other = neighbours[side.index()];
            if other == NONE {
                continue;
            }
            let segment = tile.segment_of[side.index()];
            if segment != NO_SEGMENT {
                self.features.join(base + segment, self.segment_at(tiles, other, side.opposite()));
            }
            if self.corners.any_laid(other) {
                self.beside_laid(tiles, number, other, side);
            }
        }
        self.baobabs.placed(cell);
        self.hash ^= hash::tile(kind, rotation, cell);
    }

    /// Refreshes the corners at the two ends of a shared side where the neighbour has an animal tile.
    #[cold]
    fn beside_laid(&mut self, tiles: &TileSet, number: u8, other: u8, side: Side) {
        let s = side.index() as u8;
        for (own, theirs) in [(s, s + 1), (s + 3, s + 2)] {
            if !self.corners.laid(other, theirs & 3).is_free() {
                self.refresh(tiles, number, Corner::from_index(usize::from(own)));
            }
        }
    }

    /// Works out anew what may be laid on the corners at one vertex.
    pub fn refresh(&mut self, tiles: &TileSet, number: u8, corner: Corner) {
        let vertex = self.vertex(number, corner);
        let mut open = 0;
        for (i, at) in vertex.iter().enumerate() {
            if let Some((cell, corner)) = *at {
                open |= (self.tile(tiles, cell).open_corners >> corner & 1) << i;
            }
        }
        self.corners.refresh(&vertex, open);
    }

    /// The corners at the vertex of a corner, which comes first.
    pub fn vertex(&self, number: u8, corner: Corner) -> Vertex {
        let [first, second] = corner.sides();
        let cell = self.grid.cell(number);
        let c = corner as u8;
        let filled = |cell: Cell, corner: u8| {
            let number = self.grid.number(cell);
            (number < FIRST_SLOT).then_some((number, corner & 3))
        };
        [
            Some((number, c)),
            filled(cell.across(first), c + 1),
            filled(cell.across(first).across(second), c + 2),
            filled(cell.across(second), c + 3),
        ]
    }

    /// The drawing on a filled cell.
    #[inline(always)]
    pub fn tile<'t>(&self, tiles: &'t TileSet, number: u8) -> &'t Oriented {
        let i = usize::from(number);
        tiles.oriented(self.kind[i], self.rotation[i])
    }

    /// Kind and rotation of a filled cell.
    #[inline(always)]
    pub fn placed(&self, number: u8) -> (u8, u8) {
        let i = usize::from(number);
        (self.kind[i], self.rotation[i])
    }

    /// The first segment of a filled cell.
    #[inline(always)]
    pub fn base(&self, number: u8) -> u8 {
        self.base[usize::from(number)]
    }

    /// The segment at a side of a filled cell, or [`NO_SEGMENT`].
    #[inline(always)]
    pub fn segment_at(&self, tiles: &TileSet, number: u8, side: Side) -> u8 {
        let segment = self.tile(tiles, number).segment_of[side.index()];
        if segment == NO_SEGMENT { NO_SEGMENT } else { self.base(number) + segment }
    }

    /// Puts a meeple on a segment.
    #[inline(always)]
    pub fn staff(&mut self, segment: u8, seat: usize) {
        self.features.staff(segment, seat);
        self.hash ^= self.meeple_key(segment, seat);
    }

    /// Takes the meeples off a feature (RULES 5.6) and calls `each` with the seat of every one.
    pub fn dismiss(&mut self, feature: u8, mut each: impl FnMut(usize)) {
        let mut keys = 0;
        let Board { features, grid, base, .. } = self;
        features.dismiss(feature, |segment, number, seat| {
            let local = segment - base[usize::from(number)];
            keys ^= hash::meeple(grid.cell(number), local, seat);
            each(seat);
        });
        self.hash ^= keys;
    }

    fn meeple_key(&self, segment: u8, seat: usize) -> u64 {
        let number = self.features.cell_of(segment);
        hash::meeple(self.grid.cell(number), segment - self.base(number), seat)
    }

    /// The cells of the rangers on the board, sorted.
    #[inline]
    pub fn rangers(&self) -> impl Iterator<Item = Cell> + '_ {
        self.rangers.iter().filter(|&&slot| slot != OFF).map(|&slot| self.grid.slot_cell(u32::from(slot)))
    }

    /// Rangers on the board, 0 to 2.
    #[inline(always)]
    pub fn ranger_count(&self) -> u32 {
        self.rangers.iter().map(|&slot| (slot != OFF) as u32).sum()
    }

    /// Where a ranger may be put, and in how many cells (RULES 4.3, 6.1).
    #[inline(always)]
    pub fn ranger_targets(&self) -> (Slots, u32) {
        let (&frontier, mut count) = self.grid.frontier();
        let mut slots = frontier;
        for slot in self.rangers {
            if slot != OFF {
                let word = &mut slots[usize::from(slot) / 64];
                count -= (*word >> (slot & 63)) as u32 & 1;
                *word &= !(1 << (slot & 63));
            }
        }
        (slots, count)
    }

    /// Where a ranger may be put with most, or fewest, filled cells beside: the lowest such slot, and how many.
    #[inline]
    pub fn crowded_target(&self, most: bool) -> Option<(u32, u32)> {
        let (targets, count) = self.ranger_targets();
        if count == 0 {
            return None;
        }
        let mut best: Option<(u32, u32)> = None;
        for (word, &inside) in targets.iter().enumerate().take(self.grid.words()) {
            // Adds up, slot by slot, how many sides are bound: ones, twos and fours.
            let (mut ones, mut twos, mut fours) = (0u64, 0u64, 0u64);
            for bound in self.grid.bound_sides(word) {
                let carry = ones & bound;
                ones ^= bound;
                fours |= twos & carry;
                twos ^= carry;
            }
            let exactly = |n: u32| {
                let bit = |plane: u64, i: u32| if n >> i & 1 != 0 { plane } else { !plane };
                inside & bit(ones, 0) & bit(twos, 1) & bit(fours, 2)
            };
            for i in 1..=4 {
                let n = if most { 5 - i } else { i };
                let slots = exactly(n);
                if slots != 0 {
                    let better = best.is_none_or(|(_, known)| if most { n > known } else { n < known });
                    if better {
                        best = Some((word as u32 * 64 + slots.trailing_zeros(), n));
                    }
                    break;
                }
            }
        }
        best
    }

    /// In how many cells a ranger may be put.
    #[inline(always)]
    pub fn count_ranger_targets(&self) -> u32 {
        let (frontier, count) = self.grid.frontier();
        let on = |slot: u8| slot != OFF && frontier[usize::from(slot) / 64] >> (slot & 63) & 1 != 0;
        count - u32::from(on(self.rangers[0])) - u32::from(on(self.rangers[1]))
    }

    /// Whether a ranger may be put on a cell.
    pub fn is_ranger_target(&self, cell: Cell) -> bool {
        self.grid.open_slot(cell).is_some_and(|slot| !self.rangers.contains(&slot))
    }

    /// Takes the ranger off a cell, if one stands there (RULES 3.3).
    #[inline(always)]
    pub fn displace(&mut self, slot: u8) -> bool {
        match self.rangers {
            [a, b] if a == slot => self.rangers = [b, OFF],
            [a, b] if b == slot => self.rangers = [a, OFF],
            _ => return false,
        }
        true
    }

    /// Takes the ranger of a rank off the board.
    #[inline(always)]
    pub fn lift_ranger(&mut self, rank: u8) {
        let slot = self.rangers[usize::from(rank & 1)];
        self.displace(slot);
    }

    /// Puts a ranger on a cell that has a slot; at most one may be on the board.
    #[inline(always)]
    pub fn put_ranger(&mut self, cell: Cell) {
        let slot = self.grid.number(cell) - FIRST_SLOT;
        let other = self.rangers[0];
        self.rangers = if other == OFF {
            [slot, OFF]
        } else if self.grid.slot_cell(u32::from(other)) < cell {
            [other, slot]
        } else {
            [slot, other]
        };
    }

    /// Takes both rangers off, to put others.
    pub fn clear_rangers(&mut self) {
        self.rangers = [OFF; 2];
    }
}
