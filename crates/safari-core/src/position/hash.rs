//! Hashing: board keys are combined by XOR, so they can be added and taken off; the rest is small and hashed on demand.

use super::{Phase, Position};
use crate::animal::Animal;
use crate::cell::Cell;
use crate::seed::{Mixer, mix};

#[inline(always)]
fn key(tag: u64, cell: Cell, detail: u64) -> u64 {
    let place = u64::from(cell.x as u8) | u64::from(cell.y as u8) << 8;
    mix((place | tag << 16 | detail << 24).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[inline(always)]
pub(super) fn tile(kind: u8, rotation: u8, cell: Cell) -> u64 {
    key(1, cell, u64::from(kind) << 2 | u64::from(rotation))
}

#[inline(always)]
pub(super) fn meeple(cell: Cell, segment: u8, seat: usize) -> u64 {
    key(2, cell, u64::from(segment) << 3 | seat as u64)
}

#[inline(always)]
pub(super) fn laid(cell: Cell, corner: u8, animal: Animal, digger: Option<usize>) -> u64 {
    let digger = digger.map_or(7, |seat| seat as u64);
    key(3, cell, u64::from(corner) << 8 | (animal as u64) << 4 | digger)
}

impl Position {
    /// A hash of all that matters for the rest of the game, and of the points by source.
    ///
    /// Positions that differ only in the order in which tiles were placed have the same hash, save where that order
    /// matters to RULES 5.1 (baobabs with meeples). Tiles removed as unplaceable are not known to it, as the counts of
    /// what is left are. The part for the board is kept up to date incrementally.
    pub fn hash(&self) -> u64 {
        self.hash_with(self.board.hash)
    }

    /// The same, with the board's part worked out from scratch.
    pub fn hash_from_scratch(&self) -> u64 {
        let mut board = 0;
        for number in 0..self.board.grid.len() {
            let (kind, rotation) = self.board.placed(number);
            let cell = self.board.grid.cell(number);
            board ^= tile(kind, rotation, cell);
            for corner in 0..4 {
                let here = self.board.corners.laid(number, corner);
                if let Some(animal) = here.animal() {
                    board ^= laid(cell, corner, animal, here.meeple());
                }
            }
        }
        for segment in 0..self.board.features.len() {
            if let Some(seat) = self.board.features.meeple(segment) {
                let number = self.board.features.cell_of(segment);
                board ^= meeple(self.board.grid.cell(number), segment - self.board.base(number), seat);
            }
        }
        self.hash_with(board)
    }

    fn hash_with(&self, board: u64) -> u64 {
        let mut mixer = Mixer::new("position");
        let mut word = |word: u64| mixer.word(word);
        word(board);
        word(self.tiles.hash());
        word(u64::from(self.players) | (self.variant_code() << 8));
        for cell in self.board.rangers() {
            word(u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8) | 1 << 16);
        }
        for (cell, owner, _) in self.board.baobabs.iter() {
            word(u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8) | (owner as u64) << 16 | 2 << 24);
        }
        for seat in self.seats() {
            let hand = self.hand(seat).0;
            word(u64::from_le_bytes([
                hand[0],
                hand[1],
                hand[2],
                hand[3],
                hand[4],
                self.meeples(seat) as u8,
                0,
                0,
            ]));
            let points = self.points(seat).0;
            for part in points.chunks(4) {
                word(part.iter().fold(0, |sum, &p| sum << 16 | u64::from(p)));
            }
        }
        for kind in self.tiles.kinds() {
            let left = self.stock.left_of(self.tiles, kind);
            if left > 0 {
                word(u64::from(kind.0) << 8 | u64::from(left) | 3 << 16);
            }
        }
        let (bag, discard) = (self.stock.bag().0, self.stock.discard().0);
        word(bag.iter().chain(&discard).fold(0, |sum, &n| sum << 6 | u64::from(n)));
        let turn = &self.turn;
        word(
            u64::from(turn.phase as u8)
                | u64::from(turn.seat) << 8
                | u64::from(turn.decider) << 16
                | u64::from(turn.displaced) << 24
                | u64::from(turn.sides) << 32
                | if matches!(turn.phase, Phase::DrawTile | Phase::Over) {
                    0
                } else {
                    u64::from(turn.kind) << 40
                },
        );
        word(turn.draws);
        word(turn.later);
        word(turn.added.iter().fold(u64::from(turn.asked), |sum, &a| sum << 4 | u64::from(a)));
        if matches!(turn.phase, Phase::Action | Phase::Bonus | Phase::DrawAnimal) {
            let cell = self.last_cell();
            word(u64::from(cell.x as u8) << 8 | u64::from(cell.y as u8) | 4 << 16);
        }
        mixer.finish()
    }
}
