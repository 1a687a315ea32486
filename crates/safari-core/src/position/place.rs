//! Placing the drawn tile (RULES 3).

use super::{Phase, Position};
use crate::cell::Cell;
use crate::position::grid::FIRST_SLOT;
use crate::tiles::NO_SEGMENT;

impl Position {
    /// Places the drawn tile where it fits and goes on to the action.
    #[inline]
    pub(super) fn place(&mut self, rotation: u8, cell: Cell) {
        let slot = self.board.grid.number(cell).wrapping_sub(FIRST_SLOT);
        self.turn.displaced = self.board.displace(slot); // RULES 3.3
        self.board.put(self.tiles, self.turn.kind, rotation, cell);
        self.turn.sides = self.free_sides();
        self.turn.phase = Phase::Action;
    }

    /// The first sides of the features on the tile just placed that hold no meeple (RULES 4.1).
    #[inline]
    pub(super) fn free_sides(&self) -> u8 {
        let number = self.board.grid.len() - 1;
        let tile = self.board.tile(self.tiles, number);
        let base = self.board.base(number);
        let mut sides = 0;
        let mut seen = [NO_SEGMENT; 4];
        for side in 0..4 {
            let segment = tile.segment_of[side];
            if segment == NO_SEGMENT {
                continue;
            }
            let feature = self.board.features.of(base + segment);
            if !self.board.features.word(feature).is_staffed() && !seen[..side].contains(&feature) {
                sides |= 1 << side;
            }
            seen[side] = feature;
        }
        sides
    }
}
