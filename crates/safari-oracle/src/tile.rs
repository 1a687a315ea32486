//! One land tile: its sides, its trail and bush segments, and its rotations.

use crate::geometry::{Corner, Side};

/// The kinds of animal, in the order used for sorted lists.
pub const ANIMALS: [char; 5] = ['A', 'E', 'G', 'L', 'Z'];

/// What a side of a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Land {
    /// Savanna.
    Savanna,
    /// An animal trail.
    Trail,
    /// Bush.
    Bush,
}

/// The kind of a segment or feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SegmentKind {
    /// An animal trail.
    Trail,
    /// A bush.
    Bush,
}

/// A piece of trail or bush printed on one tile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// Trail or bush.
    pub kind: SegmentKind,
    /// The sides that it touches, in the order N E S W. A trail that touches one side is closed inside the tile at its
    /// other end.
    pub sides: Vec<Side>,
    /// The animal printed on it.
    pub animal: Option<char>,
    /// The birds printed above it.
    pub birds: u32,
}

/// A land tile in some rotation.
#[derive(Clone, Debug)]
pub struct Tile {
    /// What its sides show, in the order N E S W.
    pub sides: [Land; 4],
    /// Its segments, trails first.
    pub segments: Vec<Segment>,
    /// Whether it has a baobab.
    pub baobab: bool,
}

impl Tile {
    /// What one side shows.
    pub fn side(&self, side: Side) -> Land {
        self.sides[side as usize]
    }

    /// The segment, by its number, that touches a side.
    pub fn segment_at(&self, side: Side) -> Option<usize> {
        self.segments.iter().position(|segment| segment.sides.contains(&side))
    }

    /// 4.4: a corner is open when neither side that meets there is bush.
    pub fn is_open(&self, corner: Corner) -> bool {
        let (vertical, horizontal) = corner.sides();
        self.side(vertical) != Land::Bush && self.side(horizontal) != Land::Bush
    }

    /// The tile after so many quarter turns clockwise.
    pub fn rotated(&self, quarter_turns: usize) -> Tile {
        let mut tile = self.clone();
        for side in Side::ALL {
            tile.sides[side.turned(quarter_turns) as usize] = self.side(side);
        }
        for segment in &mut tile.segments {
            for side in &mut segment.sides {
                *side = side.turned(quarter_turns);
            }
            segment.sides.sort();
        }
        tile
    }

    /// §10: the different drawings that rotation gives, each with the lowest number of quarter turns that gives it.
    pub fn rotations(&self) -> Vec<(usize, Tile)> {
        let mut different: Vec<(usize, Tile)> = Vec::new();
        for quarter_turns in 0..4 {
            let tile = self.rotated(quarter_turns);
            if !different.iter().any(|(_, other)| other.same_drawing(&tile)) {
                different.push((quarter_turns, tile));
            }
        }
        different
    }

    /// §10: equal sides and equal segments with their sides, animals and birds.
    fn same_drawing(&self, other: &Tile) -> bool {
        let sorted = |tile: &Tile| {
            let mut segments = tile.segments.clone();
            segments.sort();
            segments
        };
        self.sides == other.sides && sorted(self) == sorted(other)
    }
}
