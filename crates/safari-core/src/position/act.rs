//! Applying decisions (RULES 4, 5.2, 6).

use super::corners::Laid;
use super::legal::IllegalAction;
use super::turn::push_draws;
use super::{Phase, Position, hash};
use crate::action::{Action, Move};
use crate::animal::Animal;
use crate::cell::{Cell, Corner};
use crate::score::{self, Source};

impl Position {
    /// Takes a decision after checking that it is legal.
    ///
    /// # Errors
    /// Why it is not legal; the position is then unchanged.
    #[inline(always)]
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        let legal = match action.unpack() {
            Move::Place { rotation, at } => {
                self.turn.phase == Phase::Place && self.place_checked(rotation, at)
            }
            parts => {
                let legal = self.allows(parts);
                if legal {
                    self.make(parts);
                }
                legal
            }
        };
        if legal { Ok(()) } else { Err(self.why_illegal(action)) }
    }

    /// Takes a decision that is known to be legal.
    ///
    /// # Panics
    /// May panic or leave a wrong position if it is not. It is never unsound.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{:?}", self.why_illegal(action));
        self.make(action.unpack());
    }

    /// Takes a decision that is taken apart.
    #[inline(always)]
    fn make(&mut self, action: Move) {
        let seat = usize::from(self.turn.seat);
        match action {
            Move::Place { rotation, at } => return self.place(rotation, at),
            Move::Bonus { animal } => return self.add_bonus(animal),
            Move::Replace { to } => {
                self.board.put_ranger(to);
                return self.end_turn();
            }
            Move::Meeple { side, .. } => {
                let segment = self.board.segment_at(self.tiles, self.board.grid.len() - 1, side);
                self.board.staff(segment, seat);
                self.seats[seat].meeples -= 1;
            }
            Move::Baobab { at } => {
                let filled = self.board.grid.count_around(at);
                self.board.baobabs.lay(at, seat, filled);
                self.seats[seat].meeples -= 1;
                push_draws(&mut self.turn.draws, seat);
            }
            Move::Ranger { rank, to } => {
                self.board.lift_ranger(rank);
                self.board.put_ranger(to);
            }
            Move::Dig { animal, corner, at } => {
                self.lay(animal, corner, at, Some(seat));
                self.seats[seat].meeples -= 1;
                self.seats[seat].score(Source::Dig, score::hole_points(1));
            }
            Move::Extend { animal, corner, at } => self.extend(animal, corner, at),
            Move::Decline => {}
        }
        self.after_action();
    }

    /// Lays an animal tile from the hand of the turn's seat.
    #[inline]
    fn lay(&mut self, animal: Animal, corner: Corner, at: Cell, digger: Option<usize>) {
        let number = self.board.grid.number(at);
        self.board.corners.lay(number, corner as u8, Laid::new(animal, digger));
        self.board.refresh(self.tiles, number, corner);
        self.board.hash ^= hash::laid(at, corner as u8, animal, digger);
        self.seats[usize::from(self.turn.seat)].spend(animal);
    }

    /// RULES 4.5, 4.6 and 5.2. That a completed hole scores here and not after 5.1 makes no difference: neither
    /// draws nor meeples on baobabs depend on it, and nobody decides between.
    #[inline]
    fn extend(&mut self, animal: Animal, corner: Corner, at: Cell) {
        self.lay(animal, corner, at, None);
        let vertex = self.board.vertex(self.board.grid.number(at), corner);
        let tiles = self.board.corners.hole(&vertex, 0).count_ones();
        self.seats[usize::from(self.turn.seat)].score(Source::Extend, score::hole_points(tiles));
        if tiles < 4 {
            return;
        }
        let mut owners = 0u8;
        for (number, corner) in vertex.into_iter().flatten() {
            let here = self.board.corners.laid(number, corner);
            if let (Some(seat), Some(animal)) = (here.meeple(), here.animal()) {
                let cell = self.board.grid.cell(number);
                self.board.corners.lay(number, corner, here.without_meeple());
                self.board.hash ^=
                    hash::laid(cell, corner, animal, Some(seat)) ^ hash::laid(cell, corner, animal, None);
                self.seats[seat].meeples += 1;
                owners |= 1 << seat;
            }
        }
        for seat in self.seats() {
            if owners >> seat & 1 != 0 {
                self.seats[seat].score(Source::Hole, score::HOLE_COMPLETE); // once, even with two meeples
            }
        }
    }

    /// Whether the position is between two turns or over.
    pub fn is_between_turns(&self) -> bool {
        matches!(self.turn.phase, Phase::DrawTile | Phase::Over)
    }
}
