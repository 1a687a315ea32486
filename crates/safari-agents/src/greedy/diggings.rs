//! The best corner to dig: the same for every animal, and changed by a placement only around its tile.

use safari_core::{Cell, Corner, Position, VertexView};

use crate::evaluation::Horizon;

/// A corner in the order of `nth`, and how good a hole it makes.
#[derive(Clone, Copy, Debug)]
struct Digging {
    at: Cell,
    corner: Corner,
    order: u32,
    unfilled: u32,
    blocked: bool,
}

/// The corners of a position where a hole may be dug: of each quality the first few, in the order of `nth`.
///
/// A placement touches four vertices, each with at most three corners of older tiles; so of equals thirteen suffice.
#[derive(Clone, Debug)]
pub(super) struct Diggings {
    classes: [Vec<Digging>; 5],
}

const KEPT: usize = 13;

impl Diggings {
    pub fn new(position: &Position) -> Diggings {
        let mut classes: [Vec<Digging>; 5] = Default::default();
        for (at, corner) in position.diggable() {
            let vertex = position.vertex(at, corner);
            let order = position.corner_order(at, corner);
            let digging =
                Digging { at, corner, order, unfilled: vertex.unfilled(), blocked: vertex.blocked() };
            let class = &mut classes[if digging.blocked { 4 } else { digging.unfilled.min(3) as usize }];
            if class.len() < KEPT {
                class.push(digging);
            }
        }
        Diggings { classes }
    }

    /// The corner that makes the best hole, the first of equals, and what the hole is worth.
    ///
    /// `around` are the vertices of the cell filled since, if any: corners there are looked at anew. There must be a
    /// corner.
    pub fn best(
        &self,
        horizon: &Horizon,
        position: &Position,
        around: Option<&[VertexView; 4]>,
    ) -> (Cell, Corner, i64) {
        let placed = around.map(|_| position.last_cell());
        let mut best: Option<(i64, u32, Cell, Corner)> = None;
        let mut keep = |worth: i64, order: u32, at: Cell, corner: Corner| {
            if best.is_none_or(|(known, first, _, _)| worth > known || (worth == known && order < first)) {
                best = Some((worth, order, at, corner));
            }
        };
        for digging in self.classes.iter().filter_map(|class| {
            class.iter().find(|digging| placed.is_none_or(|cell| !touches(digging.at, digging.corner, cell)))
        }) {
            let worth = horizon.hole(1, digging.unfilled, digging.blocked);
            keep(worth, digging.order, digging.at, digging.corner);
        }
        for vertex in around.into_iter().flatten() {
            let worth = horizon.hole(1, vertex.unfilled(), vertex.blocked());
            for (at, corner, order) in position.diggable_at(vertex) {
                keep(worth, order, at, corner);
            }
        }
        let (worth, _, at, corner) = best.expect("there is a corner to dig");
        (at, corner, worth)
    }
}

/// Whether a corner lies at one of the four vertices of a cell.
fn touches(at: Cell, corner: Corner, cell: Cell) -> bool {
    let x = i16::from(at.x) + i16::from(matches!(corner, Corner::NorthEast | Corner::SouthEast));
    let y = i16::from(at.y) + i16::from(matches!(corner, Corner::SouthEast | Corner::SouthWest));
    (0..=1).contains(&(x - i16::from(cell.x))) && (0..=1).contains(&(y - i16::from(cell.y)))
}
