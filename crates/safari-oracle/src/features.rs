//! Trails and bushes: the maximal sets of joined segments, found by flood fill.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Board;
use crate::geometry::{Cell, Side};
use crate::tile::SegmentKind;

/// A whole trail or bush.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Trail or bush.
    pub kind: SegmentKind,
    /// Its segments: the cell and the number of the segment on its tile.
    pub segments: BTreeSet<(Cell, usize)>,
    /// 5.3: no end or side of it looks at an empty cell.
    pub complete: bool,
    /// Every animal printed on it.
    pub animals: Vec<char>,
    /// All birds printed on it.
    pub birds: u32,
    /// How many meeples each player has on it; only players who have one.
    pub meeples: BTreeMap<usize, usize>,
}

impl Feature {
    /// How many different animals are printed on it.
    pub fn different_animals(&self) -> usize {
        self.animals.iter().collect::<BTreeSet<_>>().len()
    }

    /// 5.4: the players with most meeples on it.
    pub fn majority(&self) -> Vec<usize> {
        let most = self.meeples.values().max();
        self.meeples.iter().filter(|(_, count)| Some(*count) == most).map(|(seat, _)| *seat).collect()
    }
}

/// The feature that a segment belongs to.
pub fn feature_of(board: &Board, cell: Cell, segment: usize) -> Feature {
    let mut feature = Feature {
        kind: board.tiles[&cell].segments[segment].kind,
        segments: BTreeSet::from([(cell, segment)]),
        complete: true,
        animals: Vec::new(),
        birds: 0,
        meeples: BTreeMap::new(),
    };
    let mut todo = vec![(cell, segment)];
    while let Some((cell, number)) = todo.pop() {
        let segment = &board.tiles[&cell].segments[number];
        feature.animals.extend(segment.animal);
        feature.birds += segment.birds;
        if let Some(owner) = board.segment_meeples.get(&(cell, number)) {
            *feature.meeples.entry(*owner).or_default() += 1;
        }
        for side in &segment.sides {
            let next = side.across(cell);
            let Some(tile) = board.tiles.get(&next) else {
                feature.complete = false;
                continue;
            };
            let joined = tile
                .segment_at(side.opposite())
                .expect("3.1: a trail side meets a trail side and a bush side a bush side");
            if feature.segments.insert((next, joined)) {
                todo.push((next, joined));
            }
        }
    }
    feature
}

/// The features that touch a tile, each once, by its first side there in the order N E S W (4.1, 5.3).
pub fn features_of_tile(board: &Board, cell: Cell) -> Vec<(Side, Feature)> {
    let tile = &board.tiles[&cell];
    let mut features: Vec<(Side, Feature)> = Vec::new();
    for side in Side::ALL {
        let Some(segment) = tile.segment_at(side) else {
            continue;
        };
        let known = |(_, feature): &(Side, Feature)| feature.segments.contains(&(cell, segment));
        if !features.iter().any(known) {
            features.push((side, feature_of(board, cell, segment)));
        }
    }
    features
}

/// Every feature on the board, each once.
pub fn all_features(board: &Board) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut seen = BTreeSet::new();
    for (cell, tile) in &board.tiles {
        for segment in 0..tile.segments.len() {
            if !seen.contains(&(*cell, segment)) {
                let feature = feature_of(board, *cell, segment);
                seen.extend(feature.segments.iter().copied());
                features.push(feature);
            }
        }
    }
    features
}
