//! Placing the drawn tile (RULES 3).

use super::{Phase, Position};
use crate::cell::Cell;
use crate::position::features::Word;
use crate::position::grid::{FIRST_SLOT, NONE};

impl Position {
    /// Places the drawn tile where it fits and goes on to the action.
    #[inline(always)]
    pub(super) fn place(&mut self, rotation: u8, cell: Cell) {
        self.place_at(self.board.grid.probe(cell), rotation, cell);
    }

    /// The same after checking that it fits; the cell is looked up once for both.
    #[inline(always)]
    pub(super) fn place_checked(&mut self, rotation: u8, cell: Cell) -> bool {
        let place = self.board.grid.probe(cell);
        let fits = self.fits_at(place, rotation);
        if fits {
            self.place_at(place, rotation, cell);
        }
        fits
    }

    /// Whether the drawn tile fits at a place of the grid's table (RULES 3.1, 3.4, 10).
    #[inline(always)]
    pub(super) fn fits_at(&self, place: usize, rotation: u8) -> bool {
        let tile = self.tiles.oriented(self.turn.kind, rotation);
        let number = self.board.grid.number_at(place);
        rotation < tile.rotations
            && (FIRST_SLOT..NONE).contains(&number)
            && self.board.grid.fits_slot(tile, number - FIRST_SLOT)
    }

    #[inline(always)]
    fn place_at(&mut self, place: usize, rotation: u8, cell: Cell) {
        let slot = self.board.grid.number_at(place).wrapping_sub(FIRST_SLOT);
        self.turn.displaced = self.board.displace(slot); // RULES 3.3
        self.board.put_at(place, self.tiles, self.turn.kind, rotation, cell);
        self.turn.sides = self.open_sides();
        self.turn.phase = Phase::Action;
    }

    /// The sides as they stand in [`Phase::Action`]: the first sides of features without a meeple (RULES 4.1), and in the
    /// high half those of complete features.
    #[inline(always)]
    pub(super) fn open_sides(&self) -> u8 {
        self.feature_sides(|word| u8::from(!word.is_staffed()) | u8::from(word.is_complete()) << 4)
    }

    /// Joins what is known of the features on the tile just placed, each once and at its first side.
    ///
    /// `what` gives a bit in each half; the result holds it shifted by the side.
    #[inline(always)]
    pub(super) fn feature_sides(&self, what: impl Fn(Word) -> u8) -> u8 {
        let number = self.board.grid.len() - 1;
        let tile = self.board.tile(self.tiles, number);
        let base = self.board.base(number);
        let mut sides = 0;
        let mut features = [0u8; 4];
        for i in 0..usize::from(tile.segments).min(4) {
            let feature = self.board.features.of(base + i as u8);
            features[i] = feature;
            let what = what(self.board.features.word(feature));
            let mut side = tile.first_side[i];
            for (&known, &first) in features.iter().zip(&tile.first_side).take(i) {
                if known == feature {
                    // Joined elsewhere: one choice, spelt by the lowest of its sides.
                    sides &= !(0b1_0001 << first);
                    side = side.min(first);
                }
            }
            sides |= what << side;
        }
        sides
    }
}
