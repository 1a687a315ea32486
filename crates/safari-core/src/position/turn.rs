//! The flow of a turn: what is still to come in it, and what follows what (RULES 2, 5, 6).

use super::{Phase, Position};
use crate::animal::{Animal, AnimalSet};
use crate::cell::Side;
use crate::score::{self, Source};
use crate::variant::{BaobabDraw, BonusAnimals};

/// Animal tiles to draw, three bits each: the seat + 1, next one lowest. At most 2 + 2 × 9 are due in a turn.
type Draws = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Turn {
    /// Due now.
    pub draws: Draws,
    /// Due after scoring (RULES 5.1, `after_scoring`).
    pub later: Draws,
    pub phase: Phase,
    /// Whose turn it is.
    pub seat: u8,
    /// Who decides or draws.
    pub decider: u8,
    /// The tile drawn.
    pub kind: u8,
    /// Whether the tile displaced a ranger that is not back yet.
    pub displaced: bool,
    /// First sides of features on the tile just placed, bit s for side s. After the action those that are still to be
    /// scored (RULES 5.3). In [`Phase::Action`] those where a meeple may go (RULES 4.1), and in the high half those of
    /// complete features.
    pub sides: u8,
    /// Seats after the turn's seat that need not be asked any more about the feature being scored.
    pub asked: u8,
    /// What each seat added to the feature being scored: 0 for nothing, else the animal + 1.
    pub added: [u8; 5],
    /// In [`Phase::Place`]: in how many cells the tile fits in each rotation.
    pub fits: [u8; 4],
}

impl Turn {
    pub fn new() -> Turn {
        Turn {
            draws: 0,
            later: 0,
            phase: Phase::DrawTile,
            seat: 0,
            decider: 0,
            kind: 0,
            displaced: false,
            sides: 0,
            asked: 0,
            added: [0; 5],
            fits: [0; 4],
        }
    }
}

/// Adds two draws of a seat to the end of a queue (RULES 4.2, 5.1).
pub(super) fn push_draws(draws: &mut Draws, seat: usize) {
    let used = 64 - draws.leading_zeros();
    *draws |= ((seat as u64 + 1) * 0b1001) << (used.div_ceil(3) * 3);
}

impl Position {
    /// After the action: what the turn completed, then the rest of the turn (RULES 5).
    #[inline]
    pub(super) fn after_action(&mut self) {
        self.turn.sides = if self.turn.sides >> 4 == 0 { 0 } else { self.completed_sides() };
        self.advance();
    }

    /// RULES 5.1: the meeples return, their owners are due two animal tiles each.
    #[cold]
    fn complete_baobabs(&mut self) {
        let Position { board, seats, turn, variant, .. } = self;
        let queue = match variant.baobab_draw {
            BaobabDraw::BeforeScoring => &mut turn.draws,
            BaobabDraw::AfterScoring => &mut turn.later,
        };
        board.baobabs.take_complete(|owner| {
            seats[owner].meeples += 1;
            push_draws(queue, owner);
        });
    }

    /// The first sides of the features on the tile just placed that are complete and hold a meeple (RULES 5.3).
    #[inline]
    pub(super) fn completed_sides(&self) -> u8 {
        self.feature_sides(|word| u8::from(word.is_complete() && word.is_staffed()))
    }

    /// Goes on to the next decision or chance event.
    #[inline]
    pub(super) fn advance(&mut self) {
        loop {
            if self.turn.draws != 0 {
                if self.stock.is_dry() {
                    self.turn.draws = 0; // RULES 7.1: nothing is drawn.
                } else {
                    self.turn.decider = (self.turn.draws & 7) as u8 - 1;
                    self.turn.phase = Phase::DrawAnimal;
                    return;
                }
            }
            if self.board.baobabs.any_complete() {
                self.complete_baobabs();
            } else if self.turn.sides != 0 {
                if self.ask_for_bonus() {
                    return;
                }
                self.score_feature();
            } else if self.turn.later != 0 {
                self.turn.draws = std::mem::take(&mut self.turn.later);
            } else {
                break;
            }
        }
        self.turn.decider = self.turn.seat;
        if self.turn.displaced {
            self.seats[usize::from(self.turn.seat)].score(Source::Ranger, score::RANGER); // RULES 5.7
            if self.stock.land_left() > 0 && self.board.ranger_targets().1 > 0 {
                self.turn.phase = Phase::Ranger;
                return;
            }
        }
        self.end_turn();
    }

    /// The next player's turn, or the end (RULES 8.1).
    #[inline]
    pub(super) fn end_turn(&mut self) {
        let next = self.turn.seat + 1;
        let seat = if next == self.players { 0 } else { next };
        self.turn = Turn { seat, decider: seat, ..Turn::new() };
        if self.stock.land_left() == 0 {
            self.finish();
        }
    }

    /// The feature being scored, by its first side on the tile just placed.
    #[inline]
    pub(super) fn scored_feature(&self) -> u8 {
        let number = self.board.grid.len() - 1;
        let side = Side::from_index(self.turn.sides.trailing_zeros() as usize);
        self.board.features.of(self.board.segment_at(self.tiles, number, side))
    }

    /// The animals that a seat may add to the feature being scored (RULES 5.5).
    pub(super) fn addable(&self, seat: usize) -> AnimalSet {
        let mut barred = self.board.features.word(self.scored_feature()).animal_set();
        if self.variant.bonus_animals == BonusAnimals::Distinct {
            for added in self.turn.added {
                if let Some(animal) = unpack_added(added) {
                    barred = barred.with(animal);
                }
            }
        }
        self.seats[seat].animals().minus(barred)
    }

    /// Finds the next scoring player who may add an animal (RULES 5.5), in seat order from the turn's seat.
    fn ask_for_bonus(&mut self) -> bool {
        let scoring = self.board.features.word(self.scored_feature()).majority();
        while self.turn.asked < self.players {
            let seat = (self.turn.seat + self.turn.asked) % self.players;
            if scoring >> seat & 1 != 0 && !self.addable(usize::from(seat)).is_empty() {
                self.turn.decider = seat;
                self.turn.phase = Phase::Bonus;
                return true;
            }
            self.turn.asked += 1;
        }
        false
    }

    /// Takes a bonus decision (RULES 5.5).
    pub(super) fn add_bonus(&mut self, animal: Option<Animal>) {
        if let Some(animal) = animal {
            let seat = usize::from(self.turn.decider);
            self.seats[seat].spend(animal);
            self.stock.discard_animal(animal);
            self.turn.added[seat] = animal as u8 + 1;
        }
        self.turn.asked += 1;
        self.advance();
    }

    /// Scores a completed feature and returns its meeples (RULES 5.4, 5.6).
    fn score_feature(&mut self) {
        let feature = self.scored_feature();
        let word = self.board.features.word(feature);
        let scoring = word.majority();
        let (source, birds) = if word.is_bush() { (Source::Bush, word.birds()) } else { (Source::Trail, 0) };
        for seat in self.seats() {
            if scoring >> seat & 1 != 0 {
                let added = unpack_added(self.turn.added[seat]);
                let animals = added.map_or(word.animal_set(), |animal| word.animal_set().with(animal));
                self.seats[seat].score(source, score::animal_points(animals) + birds);
            }
        }
        let Position { board, seats, .. } = self;
        board.dismiss(feature, |seat| seats[seat].meeples += 1);
        self.turn.sides &= self.turn.sides - 1;
        self.turn.asked = 0;
        self.turn.added = [0; 5];
    }
}

pub(super) fn unpack_added(added: u8) -> Option<Animal> {
    added.checked_sub(1).map(|index| Animal::from_index(usize::from(index)))
}
