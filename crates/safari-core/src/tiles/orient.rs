//! A kind of tile in one rotation, as the engine reads it.

use super::Drawing;
use crate::cell::Corner;
use crate::position::features::Word;
use crate::terrain::Terrain;

/// Marks a side of savanna in [`Oriented::segment_of`].
pub(crate) const NO_SEGMENT: u8 = 255;

/// A kind turned clockwise by 0 to 3 quarter turns.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Oriented {
    /// What each segment brings to its feature.
    pub words: [Word; 4],
    /// The terrain of the sides N E S W.
    pub sides: [Terrain; 4],
    /// For each side, the two terrains that it rules out for the side across.
    pub barred: [[Terrain; 2]; 4],
    /// For each segment, its first side in the order N E S W.
    pub first_side: [u8; 4],
    /// For each side, the segment that touches it, or [`NO_SEGMENT`].
    pub segment_of: [u8; 4],
    /// How many segments, 0 to 4.
    pub segments: u8,
    /// Rotations of this kind that look different: 1, 2 or 4.
    pub rotations: u8,
    /// Bit i: neither side at corner i is bush (RULES 4.4).
    pub open_corners: u8,
    /// Whether a baobab stands on it.
    pub baobab: bool,
}

impl Oriented {
    pub(super) fn new(drawing: &Drawing, turns: usize) -> Oriented {
        let mut words = [Word::default(); 4];
        let mut segment_of = [NO_SEGMENT; 4];
        for (i, segment) in drawing.segments.iter().enumerate() {
            words[i] = Word::of_segment(segment);
            for side in &segment.sides {
                segment_of[(side.index() + turns) & 3] = i as u8;
            }
        }
        let sides: [Terrain; 4] = std::array::from_fn(|side| drawing.sides[(side + 4 - turns) & 3]);
        let open_corners = Corner::ALL
            .into_iter()
            .filter(|corner| corner.sides().iter().all(|side| sides[side.index()] != Terrain::Bush))
            .fold(0, |mask, corner| mask | 1 << corner.index());
        Oriented {
            words,
            sides,
            barred: sides.map(|terrain| match terrain {
                Terrain::Savanna => [Terrain::Trail, Terrain::Bush],
                Terrain::Trail => [Terrain::Savanna, Terrain::Bush],
                Terrain::Bush => [Terrain::Savanna, Terrain::Trail],
            }),
            first_side: std::array::from_fn(|i| {
                segment_of.iter().position(|&segment| segment == i as u8).unwrap_or(0) as u8
            }),
            segment_of,
            segments: drawing.segments.len() as u8,
            rotations: drawing.rotations,
            open_corners,
            baobab: drawing.baobab,
        }
    }
}
