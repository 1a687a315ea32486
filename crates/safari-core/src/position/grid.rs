//! The grid: which cells are filled, which border them, and which tiles fit where.
//!
//! Filled cells are numbered 0, 1, 2 … in the order of placement. A cell that borders a filled one has a *slot*,
//! the lowest number that was free when it appeared, so that few words hold all slots. For every side and terrain a
//! bitset over the slots says where that side may show that terrain; the slots for a tile are an AND of four of them.
//! A small open-addressing table finds a cell's number, so the landscape may reach as far as tiles last.

use crate::bits;
use crate::cell::{Cell, Side};
use crate::terrain::Terrain;
use crate::tiles::{MAX_CELLS, Oriented};
use crate::variant::Table;

/// Words of 64 slots: at most 2 × 84 + 2 cells border 84 filled ones.
pub(crate) const WORDS: usize = 3;
/// No cell has this number.
pub(crate) const NONE: u8 = 255;
/// Slots follow the filled cells in the numbering of the table.
pub(crate) const FIRST_SLOT: u8 = MAX_CELLS as u8;

const TABLE: usize = 512;
/// Steps of the table per row: cells within 23 columns and 22 rows of each other never collide.
const ROW: usize = 23;

/// Slots as a bitset.
pub(crate) type Slots = [u64; WORDS];

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Grid {
    /// By word: for each plane (3 × side + terrain), the slots whose side may show that terrain.
    planes: [[u64; 12]; WORDS],
    /// Slots in use: cells that border a filled one.
    border: Slots,
    /// Slots that a tile may fill: the border without what the table's limit forbids.
    frontier: Slots,
    /// The cell of each number.
    cells: [Cell; 256],
    /// Numbers by hash, [`NONE`] where there is none.
    table: [u8; TABLE],
    /// Where cells may be filled.
    limit: Bounds,
    /// What is filled.
    bounds: Bounds,
    /// Whether [`Table::Shifting`], and its size where so.
    shifting: Option<[u8; 2]>,
    /// Filled cells.
    len: u8,
    /// Words of slots that were ever in use.
    words: u8,
    frontier_len: u8,
}

/// An inclusive range of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Bounds {
    min: Cell,
    max: Cell,
}

impl Bounds {
    #[inline(always)]
    fn contain(&self, cell: Cell) -> bool {
        self.min.x <= cell.x && cell.x <= self.max.x && self.min.y <= cell.y && cell.y <= self.max.y
    }
}

#[inline(always)]
fn slot_bit(slot: u8) -> (usize, u64) {
    (usize::from(slot) / 64, 1 << (slot & 63))
}

impl Grid {
    /// An empty grid on which no cell borders anything yet.
    pub fn new(table: Table) -> Grid {
        let all = Bounds { min: Cell::new(-120, -120), max: Cell::new(120, 120) };
        let mut shifting = None;
        let limit = match table {
            Table::Floor => all,
            Table::Fixed { width, height } => {
                let clamp = |n: u16| n.min(240) as i16;
                let (w, h) = (clamp(width), clamp(height));
                // The extra column or row of an even size lies to the east or south (RULES 3.4).
                let low = |n: i16| (-(n - 1) / 2) as i8;
                let high = |n: i16| (n / 2) as i8;
                Bounds { min: Cell::new(low(w), low(h)), max: Cell::new(high(w), high(h)) }
            }
            Table::Shifting { width, height } => {
                let clamp = |n: u16| n.min(120) as u8;
                shifting = Some([clamp(width), clamp(height)]);
                all
            }
        };
        Grid {
            planes: [[0; 12]; WORDS],
            border: [0; WORDS],
            frontier: [0; WORDS],
            cells: [Cell::new(0, 0); 256],
            table: [NONE; TABLE],
            limit,
            bounds: Bounds { min: Cell::new(0, 0), max: Cell::new(0, 0) },
            shifting,
            len: 0,
            words: 1,
            frontier_len: 0,
        }
    }

    /// Filled cells, start tile included.
    #[inline(always)]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// The cell of a number.
    #[inline(always)]
    pub fn cell(&self, number: u8) -> Cell {
        self.cells[usize::from(number)]
    }

    /// The cell of a slot.
    #[inline(always)]
    pub fn slot_cell(&self, slot: u32) -> Cell {
        self.cells[usize::from(FIRST_SLOT) + (slot as usize)]
    }

    /// The number of a cell: below [`FIRST_SLOT`] where filled, else its slot above it, [`NONE`] elsewhere.
    #[inline(always)]
    pub fn number(&self, cell: Cell) -> u8 {
        self.table[self.probe(cell)]
    }

    /// Where the table holds a cell, or would.
    #[inline(always)]
    pub fn probe(&self, cell: Cell) -> usize {
        let mut at = (cell.x as usize).wrapping_add((cell.y as usize).wrapping_mul(ROW)) & (TABLE - 1);
        loop {
            let number = self.table[at];
            if number == NONE || self.cells[usize::from(number)] == cell {
                return at;
            }
            at = (at + 1) & (TABLE - 1);
        }
    }

    /// The number at a place of the table, as [`probe`](Self::probe) gives it.
    #[inline(always)]
    pub fn number_at(&self, place: usize) -> u8 {
        self.table[place]
    }

    /// Whether a cell is filled.
    #[inline]
    pub fn is_filled(&self, cell: Cell) -> bool {
        self.number(cell) < FIRST_SLOT
    }

    /// The slot of an empty cell that a tile may fill.
    #[inline(always)]
    pub fn open_slot(&self, cell: Cell) -> Option<u8> {
        let number = self.number(cell);
        if number < FIRST_SLOT || number == NONE {
            return None;
        }
        let (word, bit) = slot_bit(number - FIRST_SLOT);
        (self.frontier[word] & bit != 0).then_some(number - FIRST_SLOT)
    }

    /// Whether a cell borders a filled one and is empty, also beyond the limit of a table that has shifted.
    pub fn has_slot(&self, cell: Cell) -> bool {
        (FIRST_SLOT..NONE).contains(&self.number(cell))
    }

    /// The slots that a tile may fill, and how many.
    #[inline(always)]
    pub fn frontier(&self) -> (&Slots, u32) {
        (&self.frontier, u32::from(self.frontier_len))
    }

    /// Words of slots in use.
    #[inline(always)]
    pub fn words(&self) -> usize {
        usize::from(self.words)
    }

    /// The slots of one word where a tile fits.
    #[inline(always)]
    pub fn fits_word(&self, tile: &Oriented, word: usize) -> u64 {
        let planes = &self.planes[word];
        // Three terrains to a side: the compiler knows that no index is beyond the planes.
        let [n, e, s, w] = tile.sides;
        self.frontier[word]
            & planes[n as usize]
            & planes[3 + e as usize]
            & planes[6 + s as usize]
            & planes[9 + w as usize]
    }

    /// The slots where a tile fits (RULES 3.1, 3.4).
    #[inline(always)]
    pub fn fits(&self, tile: &Oriented) -> Slots {
        let mut slots = [0; WORDS];
        for (word, slot) in slots.iter_mut().enumerate().take(self.words()) {
            *slot = self.fits_word(tile, word);
        }
        slots
    }

    /// In how many cells a tile fits.
    #[inline(always)]
    pub fn count_fits(&self, tile: &Oriented) -> u32 {
        (0..self.words()).map(|word| self.fits_word(tile, word).count_ones()).sum()
    }

    /// Whether a tile fits a slot.
    #[inline(always)]
    pub fn fits_slot(&self, tile: &Oriented, slot: u8) -> bool {
        let (word, bit) = slot_bit(slot);
        self.fits_word(tile, word) & bit != 0
    }

    /// For each side, the slots of a word whose neighbour there is filled: all but one terrain are ruled out.
    #[inline(always)]
    pub fn bound_sides(&self, word: usize) -> [u64; 4] {
        let planes = &self.planes[word];
        std::array::from_fn(|side| !(planes[3 * side] & planes[3 * side + 1]) & self.border[word])
    }

    /// The terrain that each side of a slot must show, where its neighbour is filled.
    pub fn required(&self, slot: u8) -> [Option<Terrain>; 4] {
        let (word, bit) = slot_bit(slot);
        std::array::from_fn(|side| {
            let may: Vec<Terrain> = [Terrain::Savanna, Terrain::Trail, Terrain::Bush]
                .into_iter()
                .filter(|&t| self.planes[word][3 * side + t as usize] & bit != 0)
                .collect();
            (may.len() == 1).then(|| may[0])
        })
    }

    /// Fills a cell that has a slot, or the first cells of the start tile, and gives the numbers of its neighbours N E S W.
    ///
    /// `place` is the cell's [`probe`](Self::probe). Neighbours that are not filled are [`NONE`]; the others get or keep a
    /// slot, constrained by the tile's sides.
    #[inline(always)]
    pub fn fill(&mut self, place: usize, cell: Cell, tile: &Oriented) -> [u8; 4] {
        let slot = self.table[place];
        if slot != NONE {
            let (word, bit) = slot_bit(slot - FIRST_SLOT);
            self.frontier_len -= (self.frontier[word] & bit != 0) as u8;
            self.border[word] &= !bit;
            self.frontier[word] &= !bit;
        }
        let number = self.len;
        self.table[place] = number;
        self.cells[usize::from(number)] = cell;
        self.len += 1;
        self.grow(cell);
        [
            self.bound::<0>(cell, tile),
            self.bound::<1>(cell, tile),
            self.bound::<2>(cell, tile),
            self.bound::<3>(cell, tile),
        ]
    }

    /// Looks across one side of a tile just placed: the neighbour's number where it is filled, else it is constrained.
    #[inline(always)]
    fn bound<const SIDE: usize>(&mut self, cell: Cell, tile: &Oriented) -> u8 {
        let across = cell.across(const { Side::from_index(SIDE) });
        let at = self.probe(across);
        let other = self.table[at];
        if other < FIRST_SLOT {
            return other;
        }
        let slot = if other != NONE {
            other - FIRST_SLOT
        } else if self.limit.contain(across) {
            self.open(across, at)
        } else {
            return NONE;
        };
        let (word, bit) = slot_bit(slot);
        let planes = &mut self.planes[word];
        for terrain in tile.barred[SIDE] {
            planes[const { (SIDE + 2) % 4 * 3 } + terrain as usize] &= !bit;
        }
        NONE
    }

    /// Gives a cell the lowest free slot.
    #[inline(always)]
    fn open(&mut self, cell: Cell, at: usize) -> u8 {
        let mut word = 0;
        while self.border[word] == u64::MAX {
            word += 1;
        }
        let slot = (word * 64) as u8 + self.border[word].trailing_ones() as u8;
        let bit = 1 << (slot & 63);
        self.words = self.words.max(word as u8 + 1);
        self.border[word] |= bit;
        self.frontier[word] |= bit;
        self.frontier_len += 1;
        for plane in &mut self.planes[word] {
            *plane |= bit;
        }
        self.cells[usize::from(FIRST_SLOT) + usize::from(slot)] = cell;
        self.table[at] = FIRST_SLOT + slot;
        slot
    }

    /// Takes a filled cell into the bounding box; on a shifting table this moves the limit (RULES 3.4).
    #[inline(always)]
    fn grow(&mut self, cell: Cell) {
        let Some([width, height]) = self.shifting else { return };
        if self.len > 1 && self.bounds.contain(cell) {
            return;
        }
        self.shift(cell, i16::from(width), i16::from(height));
    }

    #[cold]
    fn shift(&mut self, cell: Cell, width: i16, height: i16) {
        if self.len == 1 {
            self.bounds = Bounds { min: cell, max: cell };
        }
        let b = &mut self.bounds;
        b.min = Cell::new(b.min.x.min(cell.x), b.min.y.min(cell.y));
        b.max = Cell::new(b.max.x.max(cell.x), b.max.y.max(cell.y));
        let clamp = |n: i16| n.clamp(-120, 120) as i8;
        self.limit = Bounds {
            min: Cell::new(clamp(i16::from(b.max.x) - width + 1), clamp(i16::from(b.max.y) - height + 1)),
            max: Cell::new(clamp(i16::from(b.min.x) + width - 1), clamp(i16::from(b.min.y) + height - 1)),
        };
        for word in 0..self.words() {
            let mut rest = self.frontier[word];
            while rest != 0 {
                let slot = word as u32 * 64 + rest.trailing_zeros();
                if !self.limit.contain(self.slot_cell(slot)) {
                    self.frontier[word] &= !(1 << (slot & 63));
                    self.frontier_len -= 1;
                }
                rest &= rest - 1;
            }
        }
    }

    /// The filled cells around one, at most eight.
    pub fn count_around(&self, cell: Cell) -> u32 {
        cell.around().into_iter().map(|c| u32::from(self.is_filled(c))).sum()
    }

    /// The slots that a tile may fill, lowest first.
    pub fn open_slots(&self) -> impl Iterator<Item = usize> + '_ {
        bits::ones(&self.frontier)
    }
}
