//! What each player has: animal tiles, meeples, points.

use crate::animal::{Animal, AnimalCounts, AnimalSet};
use crate::score::{Points, Source};

/// Most players.
pub const MAX_PLAYERS: usize = 5;
/// Meeples of a player (RULES 1.1).
pub const MEEPLES: u8 = 6;

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Seat {
    pub points: Points,
    /// Face-up animal tiles.
    hand: AnimalCounts,
    /// The animals of the hand.
    set: AnimalSet,
    /// Meeples in supply.
    pub meeples: u8,
}

impl Seat {
    pub fn new() -> Seat {
        Seat {
            points: Points::default(),
            hand: AnimalCounts::default(),
            set: AnimalSet::EMPTY,
            meeples: MEEPLES,
        }
    }

    #[inline(always)]
    pub fn hand(&self) -> AnimalCounts {
        self.hand
    }

    /// The different animals in the hand.
    #[inline(always)]
    pub fn animals(&self) -> AnimalSet {
        self.set
    }

    #[inline(always)]
    pub fn take(&mut self, animal: Animal) {
        self.hand.0[animal.index()] += 1;
        self.set = self.set.with(animal);
    }

    #[inline(always)]
    pub fn spend(&mut self, animal: Animal) {
        let left = &mut self.hand.0[animal.index()];
        *left -= 1;
        if *left == 0 {
            self.set = self.set.minus(AnimalSet::EMPTY.with(animal));
        }
    }

    #[inline(always)]
    pub fn score(&mut self, source: Source, points: u32) {
        self.points.add(source, points);
    }
}
