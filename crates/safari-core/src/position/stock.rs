//! What is left to draw: land tiles, the bag and the discard (RULES 7).
//!
//! Counts as bits: of each kind, as many of its lowest bits are set as tiles are left. A uniform draw is then the n-th
//! set bit, and the state holds no history.

use crate::animal::{Animal, AnimalCounts};
use crate::bits;
use crate::tiles::{Kind, TileMask, TileSet};

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Stock {
    land: [u64; 2],
    /// Ten bits for each animal.
    bag: u64,
    discard: AnimalCounts,
    land_left: u8,
}

const COPIES: u32 = Animal::COPIES;

fn thermometer(counts: AnimalCounts) -> u64 {
    Animal::ALL
        .into_iter()
        .fold(0, |bits, animal| bits | ((1u64 << counts.0[animal.index()]) - 1) << (COPIES * animal as u32))
}

impl Stock {
    /// All tiles.
    pub fn new(tiles: &TileSet) -> Stock {
        let mut stock = Stock {
            land: [0; 2],
            bag: thermometer(AnimalCounts([COPIES as u8; 5])),
            discard: AnimalCounts::default(),
            land_left: 0,
        };
        for kind in tiles.kinds() {
            stock.set_land(tiles, kind, tiles.drawing(kind).copies);
        }
        stock
    }

    fn land(&self) -> u128 {
        u128::from(self.land[1]) << 64 | u128::from(self.land[0])
    }

    /// Sets how many tiles of a kind are left.
    pub fn set_land(&mut self, tiles: &TileSet, kind: Kind, left: u8) {
        let (first, copies) = tiles.tiles_of(kind.0);
        let mask = ((1u128 << copies) - 1) << first;
        let land = self.land() & !mask | ((1u128 << left) - 1) << first;
        self.land = [land as u64, (land >> 64) as u64];
        self.land_left = land.count_ones() as u8;
    }

    /// Land tiles left.
    #[inline(always)]
    pub fn land_left(&self) -> u32 {
        u32::from(self.land_left)
    }

    /// Tiles left of a kind.
    #[inline(always)]
    pub fn left_of(&self, tiles: &TileSet, kind: Kind) -> u32 {
        self.count_land(&tiles.mask_of(kind.0))
    }

    /// How many land tiles left are in a mask.
    #[inline(always)]
    pub fn count_land(&self, mask: &TileMask) -> u32 {
        (self.land[0] & mask.0[0]).count_ones() + (self.land[1] & mask.0[1]).count_ones()
    }

    /// The kind of the `n`-th land tile left, sorted by kind.
    #[inline(always)]
    pub fn nth_land(&self, tiles: &TileSet, n: u32) -> Kind {
        Kind(tiles.kind_of(bits::select_in(&self.land, n)))
    }

    /// Takes a tile of a kind that is left: its highest bit.
    #[inline(always)]
    pub fn take_land(&mut self, tiles: &TileSet, kind: Kind) {
        let TileMask(mask) = tiles.mask_of(kind.0);
        let high = self.land[1] & mask[1];
        let (word, bits) = if high != 0 { (1, high) } else { (0, self.land[0] & mask[0]) };
        self.land[word] ^= 1 << (63 - bits.leading_zeros());
        self.land_left -= 1;
    }

    /// Counts in the bag.
    pub fn bag(&self) -> AnimalCounts {
        AnimalCounts(std::array::from_fn(|i| (self.bag >> (COPIES as usize * i) & 0x3FF).count_ones() as u8))
    }

    /// Counts in the discard.
    pub fn discard(&self) -> AnimalCounts {
        self.discard
    }

    pub fn set_animals(&mut self, bag: AnimalCounts, discard: AnimalCounts) {
        self.bag = thermometer(bag);
        self.discard = discard;
    }

    #[inline(always)]
    pub fn bag_is_empty(&self) -> bool {
        self.bag == 0
    }

    /// Whether neither bag nor discard holds a tile (RULES 7.1).
    #[inline(always)]
    pub fn is_dry(&self) -> bool {
        self.bag == 0 && self.discard.0 == [0; 5]
    }

    /// What the next draw is from: the bag, or the discard where the bag is empty (RULES 7.1).
    #[inline(always)]
    fn drawn_from(&self) -> u64 {
        if self.bag == 0 { thermometer(self.discard) } else { self.bag }
    }

    /// How many tiles the next draw is from.
    #[inline(always)]
    pub fn animals_left(&self) -> u32 {
        self.drawn_from().count_ones()
    }

    /// The `n`-th tile of what the next draw is from, sorted by animal.
    #[inline(always)]
    pub fn nth_animal(&self, n: u32) -> Animal {
        Animal::from_index(bits::select(self.drawn_from(), n) as usize / COPIES as usize % 5)
    }

    /// Takes a tile that is left from the bag, after shuffling the discard into it where it is empty (RULES 7.1).
    #[inline(always)]
    pub fn take_animal(&mut self, animal: Animal) {
        if self.bag == 0 {
            self.bag = thermometer(self.discard);
            self.discard = AnimalCounts::default();
        }
        let shift = COPIES * animal as u32;
        let left = (self.bag >> shift & 0x3FF).count_ones();
        self.bag &= !(1 << (shift + left - 1));
    }

    /// Puts a used tile on the discard.
    #[inline(always)]
    pub fn discard_animal(&mut self, animal: Animal) {
        self.discard.0[animal.index()] += 1;
    }
}
