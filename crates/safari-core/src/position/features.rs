//! Features: maximal sets of joined segments of one kind.
//!
//! Each segment knows its feature at once (quick-find): a placement joins a handful of segments, while
//! legality, scoring and evaluation ask for features all the time. The segments of a feature form a ring,
//! so that joining relabels the smaller of two features and scoring visits just its own tiles.

use crate::animal::AnimalSet;
use crate::bits;
use crate::terrain::Terrain;
use crate::tiles::{MAX_SEGMENTS, Segment};

/// Everything about a feature in one word, so that joining two is an addition and an OR.
///
/// | bits | field | joined by |
/// |--|--|--|
/// | 0–7 | open ends of a trail, open sides of a bush | + |
/// | 8–22 | meeples of seats 0 to 4, three bits each | + |
/// | 24–31 | animals, different or not | + |
/// | 32–39 | birds | + |
/// | 40–47 | segments | + |
/// | 56–60 | set of animals | OR |
/// | 61 | bush, not trail | OR |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word(u64);

const OPEN: u64 = 0xFF;
const MEEPLES: u64 = 0x7FFF << 8;
const ANIMALS: u32 = 24;
const BIRDS: u32 = 32;
const SIZE: u32 = 40;
const SET: u32 = 56;
const BUSH: u32 = 61;
const SUMS: u64 = (1 << SET) - 1;

impl Word {
    /// What a segment brings.
    pub fn of_segment(segment: &Segment) -> Word {
        let mut word = segment.sides.len() as u64 | u64::from(segment.birds) << BIRDS | 1 << SIZE;
        if let Some(animal) = segment.animal {
            word |= 1 << ANIMALS | 1 << (SET as usize + animal.index());
        }
        if segment.terrain == Terrain::Bush {
            word |= 1 << BUSH;
        }
        Word(word)
    }

    #[inline(always)]
    fn join(self, other: Word) -> Word {
        let sums = (self.0 & SUMS) + (other.0 & SUMS);
        Word(sums | (self.0 | other.0) & !SUMS)
    }

    /// Open ends or sides.
    #[inline(always)]
    pub fn open(self) -> u32 {
        (self.0 & OPEN) as u32
    }

    /// Whether nothing is open (RULES 5.3).
    #[inline(always)]
    pub fn is_complete(self) -> bool {
        self.0 & OPEN == 0
    }

    /// Whether any meeple stands on it.
    #[inline(always)]
    pub fn is_staffed(self) -> bool {
        self.0 & MEEPLES != 0
    }

    /// Meeples of one seat.
    #[inline(always)]
    pub fn meeples(self, seat: usize) -> u32 {
        (self.0 >> (8 + 3 * seat)) as u32 & 7
    }

    /// Bit p: seat p has a meeple there.
    pub fn present(self) -> u8 {
        (0..5).filter(|&seat| self.meeples(seat) > 0).fold(0, |mask, seat| mask | 1 << seat)
    }

    /// Bit p: seat p has most meeples there, alone or tied (RULES 5.4).
    pub fn majority(self) -> u8 {
        let most = (0..5).map(|seat| self.meeples(seat)).max().unwrap_or(0);
        if most == 0 {
            return 0;
        }
        (0..5).filter(|&seat| self.meeples(seat) == most).fold(0, |mask, seat| mask | 1 << seat)
    }

    /// The different animals printed on it.
    #[inline(always)]
    pub fn animal_set(self) -> AnimalSet {
        AnimalSet::from_bits((self.0 >> SET) as u8)
    }

    /// Animals on it, different or not.
    #[inline(always)]
    pub fn animals(self) -> u32 {
        (self.0 >> ANIMALS) as u32 & 0xFF
    }

    /// Birds on it.
    #[inline(always)]
    pub fn birds(self) -> u32 {
        (self.0 >> BIRDS) as u32 & 0xFF
    }

    /// Segments in it.
    #[inline(always)]
    pub fn size(self) -> u32 {
        (self.0 >> SIZE) as u32 & 0xFF
    }

    /// Whether it is a bush.
    #[inline(always)]
    pub fn is_bush(self) -> bool {
        self.0 >> BUSH & 1 != 0
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Features {
    words: [Word; MAX_SEGMENTS],
    /// Segments with a meeple of each seat.
    seats: [[u64; 2]; 5],
    /// Features with a meeple.
    staffed: [u64; 2],
    /// The feature of each segment: the number of one of its segments.
    of: [u8; MAX_SEGMENTS],
    /// The next segment in the ring of its feature.
    next: [u8; MAX_SEGMENTS],
    /// The filled cell of each segment.
    cell: [u8; MAX_SEGMENTS],
    len: u8,
}

/// Keeps an index inside the arrays without a check.
#[inline(always)]
fn at(segment: u8) -> usize {
    usize::from(segment) & (MAX_SEGMENTS - 1)
}

impl Features {
    pub const fn new() -> Features {
        Features {
            words: [Word(0); MAX_SEGMENTS],
            seats: [[0; 2]; 5],
            staffed: [0; 2],
            of: [0; MAX_SEGMENTS],
            next: [0; MAX_SEGMENTS],
            cell: [0; MAX_SEGMENTS],
            len: 0,
        }
    }

    /// Segments so far.
    #[inline(always)]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Adds a segment as a feature of its own.
    #[inline(always)]
    pub fn add(&mut self, word: Word, cell: u8) {
        let i = at(self.len);
        self.words[i] = word;
        self.of[i] = self.len;
        self.next[i] = self.len;
        self.cell[i] = cell;
        self.len += 1;
    }

    /// Joins two segments across a shared side, which closes an end of each.
    #[inline(always)]
    pub fn join(&mut self, a: u8, b: u8) {
        let (mut to, mut from) = (self.of[at(a)], self.of[at(b)]);
        if to != from {
            let (word_to, word_from) = (self.words[at(to)], self.words[at(from)]);
            let joined = word_to.join(word_from);
            if word_to.size() < word_from.size() {
                std::mem::swap(&mut to, &mut from);
            }
            let mut segment = from;
            loop {
                self.of[at(segment)] = to;
                segment = self.next[at(segment)];
                if segment == from {
                    break;
                }
            }
            self.next.swap(at(to), at(from));
            self.words[at(to)] = joined;
            let staffed = self.staffed[at(from) / 64] >> (from & 63) & 1;
            self.staffed[at(from) / 64] &= !(1 << (from & 63));
            self.staffed[at(to) / 64] |= staffed << (to & 63);
        }
        self.words[at(to)].0 -= 2;
    }

    /// The feature of a segment.
    #[inline(always)]
    pub fn of(&self, segment: u8) -> u8 {
        self.of[at(segment)]
    }

    /// All about a feature.
    #[inline(always)]
    pub fn word(&self, feature: u8) -> Word {
        self.words[at(feature)]
    }

    /// The filled cell of a segment.
    #[inline(always)]
    pub fn cell_of(&self, segment: u8) -> u8 {
        self.cell[at(segment)]
    }

    /// The segments of a feature.
    pub fn segments(&self, feature: u8) -> impl Iterator<Item = u8> + '_ {
        let mut at_segment = Some(feature);
        std::iter::from_fn(move || {
            let segment = at_segment?;
            let next = self.next[at(segment)];
            at_segment = (next != feature).then_some(next);
            Some(segment)
        })
    }

    /// The features with a meeple, by their numbers.
    pub fn staffed(&self) -> impl Iterator<Item = u8> + '_ {
        bits::ones(&self.staffed).map(|feature| feature as u8)
    }

    /// The seat whose meeple stands on a segment.
    pub fn meeple(&self, segment: u8) -> Option<usize> {
        (0..5).find(|&seat| self.seats[seat][at(segment) / 64] >> (segment & 63) & 1 != 0)
    }

    /// Puts a meeple on a segment.
    pub fn staff(&mut self, segment: u8, seat: usize) {
        let feature = self.of(segment);
        self.words[at(feature)].0 += 1 << (8 + 3 * seat);
        self.seats[seat][at(segment) / 64] |= 1 << (segment & 63);
        self.staffed[at(feature) / 64] |= 1 << (feature & 63);
    }

    /// Takes all meeples off a feature (RULES 5.6) and calls `each` with the segment, cell and seat of every one.
    pub fn dismiss(&mut self, feature: u8, mut each: impl FnMut(u8, u8, usize)) {
        let mut segment = feature;
        loop {
            let (word, bit) = (at(segment) / 64, 1u64 << (segment & 63));
            for seat in 0..5 {
                if self.seats[seat][word] & bit != 0 {
                    self.seats[seat][word] &= !bit;
                    each(segment, self.cell[at(segment)], seat);
                }
            }
            segment = self.next[at(segment)];
            if segment == feature {
                break;
            }
        }
        self.words[at(feature)].0 &= !MEEPLES;
        self.staffed[at(feature) / 64] &= !(1 << (feature & 63));
    }
}
