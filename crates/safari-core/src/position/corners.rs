//! Corners: where animal tiles lie, and where one may be laid (RULES 4.4 to 4.6).
//!
//! Corner c of the filled cell number i is bit 4 × i + c. Whether a corner can be dug or extended changes only when a
//! tile is placed beside an animal tile or an animal tile is laid, so both are kept and never searched for.

use crate::animal::{Animal, AnimalSet};
use crate::tiles::MAX_CELLS;

/// Words of 64 corners.
pub(crate) const WORDS: usize = MAX_CELLS.div_ceil(16);

/// An animal tile on a corner, or none, in a byte: animal + 1 in bits 0 to 2, the digger's seat + 1 in bits 4 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Laid(u8);

impl Laid {
    #[inline(always)]
    pub fn new(animal: Animal, digger: Option<usize>) -> Laid {
        Laid((animal as u8 + 1) | digger.map_or(0, |seat| (seat as u8 + 1) << 4))
    }

    #[inline(always)]
    pub fn animal(self) -> Option<Animal> {
        (self.0 != 0).then(|| Animal::from_index(usize::from(self.0 & 7) - 1))
    }

    /// The seat whose meeple stands there.
    #[inline(always)]
    pub fn meeple(self) -> Option<usize> {
        (self.0 >> 4).checked_sub(1).map(usize::from)
    }

    #[inline(always)]
    pub fn is_free(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn without_meeple(self) -> Laid {
        Laid(self.0 & 7)
    }

    fn set(self) -> AnimalSet {
        self.animal().map_or(AnimalSet::EMPTY, |animal| AnimalSet::EMPTY.with(animal))
    }
}

/// The four corners at a vertex in a ring, each the number of a filled cell and its corner, where there is one.
///
/// Neighbours in the ring lie beside each other; the second next lies diagonally across.
pub(crate) type Vertex = [Option<(u8, u8)>; 4];

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Corners {
    /// Open, free and beside no animal tile: a hole may be dug (RULES 4.4).
    dig: [u64; WORDS],
    /// For each animal: open, free, beside an animal tile, and that animal not yet in the hole (RULES 4.5, 4.6).
    extend: [[u64; WORDS]; 5],
    laid: [[Laid; 4]; MAX_CELLS],
    dig_len: u16,
    extend_len: [u8; 5],
}

impl Corners {
    pub const fn new() -> Corners {
        Corners {
            dig: [0; WORDS],
            extend: [[0; WORDS]; 5],
            laid: [[Laid(0); 4]; MAX_CELLS],
            dig_len: 0,
            extend_len: [0; 5],
        }
    }

    /// Corners where a hole may be dug, and how many.
    #[inline(always)]
    pub fn dig(&self) -> (&[u64; WORDS], u32) {
        (&self.dig, u32::from(self.dig_len))
    }

    /// Corners where one animal may extend a hole, and how many.
    #[inline(always)]
    pub fn extend(&self, animal: Animal) -> (&[u64; WORDS], u32) {
        (&self.extend[animal.index()], u32::from(self.extend_len[animal.index()]))
    }

    /// What lies on a corner.
    #[inline(always)]
    pub fn laid(&self, cell: u8, corner: u8) -> Laid {
        self.laid[usize::from(cell)][usize::from(corner & 3)]
    }

    /// Whether anything lies on the corners of a cell.
    #[inline(always)]
    pub fn any_laid(&self, cell: u8) -> bool {
        let [a, b, c, d] = self.laid[usize::from(cell)];
        u32::from_le_bytes([a.0, b.0, c.0, d.0]) != 0
    }

    /// Whether a meeple stands on a corner of a cell.
    #[inline(always)]
    pub fn any_meeple(&self, cell: u8) -> bool {
        let [a, b, c, d] = self.laid[usize::from(cell)];
        u32::from_le_bytes([a.0, b.0, c.0, d.0]) & 0x7070_7070 != 0
    }

    /// Takes in a tile just placed; corners at vertices with animal tiles are to be refreshed after.
    #[inline(always)]
    pub fn add(&mut self, cell: u8, open_corners: u8) {
        let at = usize::from(cell) * 4;
        self.dig[at / 64] |= u64::from(open_corners) << (at & 63);
        self.dig_len += open_corners.count_ones() as u16;
    }

    /// Lays or changes an animal tile; its vertex is to be refreshed after.
    #[inline(always)]
    pub fn lay(&mut self, cell: u8, corner: u8, laid: Laid) {
        self.laid[usize::from(cell)][usize::from(corner & 3)] = laid;
    }

    /// The animal tiles joined at a vertex with corner `i` of its ring, whether or not one lies there: a bit for each corner.
    #[inline(always)]
    fn joined(laid: &[Laid; 4], i: usize) -> u8 {
        let has = |k: usize| !laid[k & 3].is_free();
        let (next, last) = (has(i + 1), has(i + 3));
        let across = has(i + 2) && (next || last);
        (has(i) as u8) << i
            | (next as u8) << ((i + 1) & 3)
            | (last as u8) << ((i + 3) & 3)
            | (across as u8) << ((i + 2) & 3)
    }

    /// What lies on the four corners of a vertex.
    pub fn around(&self, vertex: &Vertex) -> [Laid; 4] {
        vertex.map(|corner| corner.map_or(Laid(0), |(cell, corner)| self.laid(cell, corner)))
    }

    /// The hole that corner `i` of a vertex belongs to or would join: a bit for each corner of the ring.
    pub fn hole(&self, vertex: &Vertex, i: usize) -> u8 {
        Corners::joined(&self.around(vertex), i)
    }

    /// Works out anew which corners of a vertex can be dug or extended, from which are open (bit i for corner i of the ring).
    ///
    /// Animal tiles are never taken away, and [`add`](Self::add) has made open corners diggable; so corners lose the dig for
    /// good once a tile lies on or beside them, and a corner without one beside it needs no work.
    pub fn refresh(&mut self, vertex: &Vertex, open: u8) {
        let laid = self.around(vertex);
        let present = laid.map(|laid| !laid.is_free());
        let shown = laid.iter().fold(AnimalSet::EMPTY, |set, laid| set.union(laid.set())).bits();
        for (i, corner) in vertex.iter().enumerate() {
            let Some((cell, corner)) = *corner else { continue };
            let beside = present[(i + 1) & 3] || present[(i + 3) & 3];
            if open >> i & 1 == 0 || !(present[i] || beside) {
                continue;
            }
            let at = usize::from(cell) * 4 + usize::from(corner);
            let (word, bit) = (at / 64, 1u64 << (at & 63));
            self.dig_len -= u16::from(self.dig[word] & bit != 0);
            self.dig[word] &= !bit;
            // With a tile beside, all tiles at the vertex are one hole that this corner would join.
            let may = if present[i] { 0 } else { !shown & 31 };
            for (a, plane) in self.extend.iter_mut().enumerate() {
                let (had, has) = (plane[word] & bit != 0, may >> a & 1 != 0);
                self.extend_len[a] = self.extend_len[a] + u8::from(has) - u8::from(had);
                plane[word] = plane[word] & !bit | if has { bit } else { 0 };
            }
        }
    }
}
