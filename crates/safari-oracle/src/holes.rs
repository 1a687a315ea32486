//! Watering holes: animal tiles on corners that are beside each other at one vertex.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::geometry::{Corner, Spot, beside};

/// 4.4: the corners of placed tiles that are open and free of an animal tile.
pub fn free_open_corners(board: &Board) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (cell, tile) in &board.tiles {
        for corner in Corner::ALL {
            if tile.is_open(corner) && !board.animals.contains_key(&(*cell, corner)) {
                spots.push((*cell, corner));
            }
        }
    }
    spots
}

/// The animal tiles that make one hole with a corner, without the corner itself: those that are beside it, those
/// beside them and so on. None at all means that a tile there would dig a new hole (4.4), else it extends (4.5).
pub fn hole_around(board: &Board, spot: Spot) -> BTreeSet<Spot> {
    let mut hole = BTreeSet::from([spot]);
    let mut todo = vec![spot];
    while let Some(spot) = todo.pop() {
        for next in beside(spot) {
            if board.animals.contains_key(&next) && hole.insert(next) {
                todo.push(next);
            }
        }
    }
    hole.remove(&spot);
    hole
}

/// Every hole on the board, each once: its animal tiles.
pub fn all_holes(board: &Board) -> Vec<BTreeSet<Spot>> {
    let mut holes: Vec<BTreeSet<Spot>> = Vec::new();
    for spot in board.animals.keys() {
        if !holes.iter().any(|hole| hole.contains(spot)) {
            let mut hole = hole_around(board, *spot);
            hole.insert(*spot);
            holes.push(hole);
        }
    }
    holes
}
