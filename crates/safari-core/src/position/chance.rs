//! Chance events: one single tile each, with probabilities that can be listed.

use super::{Phase, Position};
use crate::animal::{Animal, AnimalCounts};
use crate::tiles::Kind;

/// What chance brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A land tile, in [`Phase::DrawTile`].
    Tile(Kind),
    /// An animal tile, in [`Phase::DrawAnimal`].
    Animal(Animal),
}

/// An outcome that the position does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImpossibleOutcome {
    /// Nothing of the kind is to be drawn now.
    #[error("the position waits for `{}`, not for this draw", .0.name())]
    WrongPhase(Phase),
    /// No such tile is left.
    #[error("no such tile is left to draw")]
    NoneLeft,
}

impl Position {
    /// The outcomes of the chance event and their weights; the weights sum to [`chance_total`](Self::chance_total).
    pub fn outcomes(&self) -> impl Iterator<Item = (Outcome, u32)> + '_ {
        let tiles = (self.phase() == Phase::DrawTile).then(|| {
            self.tiles.kinds().map(|kind| (Outcome::Tile(kind), self.stock.left_of(self.tiles, kind)))
        });
        let animals = (self.phase() == Phase::DrawAnimal).then(|| {
            let counts = self.animals_to_draw();
            Animal::ALL.into_iter().map(move |a| (Outcome::Animal(a), u32::from(counts.0[a.index()])))
        });
        tiles.into_iter().flatten().chain(animals.into_iter().flatten()).filter(|&(_, weight)| weight > 0)
    }

    /// The sum of the weights of the outcomes: tiles that could be drawn; 0 at a decision.
    #[inline(always)]
    pub fn chance_total(&self) -> u32 {
        match self.phase() {
            Phase::DrawTile => self.stock.land_left(),
            Phase::DrawAnimal => self.stock.animals_left(),
            _ => 0,
        }
    }

    /// The `n`-th of the equally likely tiles that could be drawn; `n` must be below [`chance_total`](Self::chance_total).
    #[inline(always)]
    pub fn nth_outcome(&self, n: u32) -> Outcome {
        if self.phase() == Phase::DrawTile {
            Outcome::Tile(self.stock.nth_land(self.tiles, n))
        } else {
            Outcome::Animal(self.stock.nth_animal(n))
        }
    }

    /// What the next animal draw is from: the bag, or the discard where the bag is empty (RULES 7.1).
    pub fn animals_to_draw(&self) -> AnimalCounts {
        if self.stock.bag_is_empty() { self.stock.discard() } else { self.stock.bag() }
    }

    /// Whether the next animal draw is preceded by a reshuffle (RULES 7.1).
    #[inline]
    pub fn reshuffles(&self) -> bool {
        self.phase() == Phase::DrawAnimal && self.stock.bag_is_empty()
    }

    /// Takes a chance outcome after checking that it is possible.
    ///
    /// # Errors
    /// Why it is not possible; the position is then unchanged.
    pub fn resolve(&mut self, outcome: Outcome) -> Result<(), ImpossibleOutcome> {
        let possible = match (self.phase(), outcome) {
            (Phase::DrawTile, Outcome::Tile(kind)) => {
                kind.index() < self.tiles.kinds().len() && self.stock.left_of(self.tiles, kind) > 0
            }
            (Phase::DrawAnimal, Outcome::Animal(animal)) => self.animals_to_draw().0[animal.index()] > 0,
            (phase, _) => return Err(ImpossibleOutcome::WrongPhase(phase)),
        };
        if !possible {
            return Err(ImpossibleOutcome::NoneLeft);
        }
        self.resolve_unchecked(outcome);
        Ok(())
    }

    /// Takes a chance outcome that is known to be possible.
    ///
    /// A land tile that fits nowhere leaves the game: the position then waits for another one, or is over (RULES 3.2).
    ///
    /// # Panics
    /// May panic or leave a wrong position if it is not possible. It is never unsound.
    #[inline]
    pub fn resolve_unchecked(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Tile(kind) => self.draw_tile(kind),
            Outcome::Animal(animal) => self.draw_animal(animal),
        }
    }

    #[inline]
    fn draw_tile(&mut self, kind: Kind) {
        self.stock.take_land(self.tiles, kind);
        self.turn.kind = kind.0;
        if self.count_fits() > 0 {
            self.turn.phase = Phase::Place;
        } else if self.stock.land_left() == 0 {
            self.finish();
        }
    }

    /// Counts where the drawn tile fits, by rotation.
    #[inline]
    pub(super) fn count_fits(&mut self) -> u32 {
        let kind = self.turn.kind;
        let mut total = 0;
        self.turn.fits = [0; 4];
        for rotation in 0..self.tiles.oriented(kind, 0).rotations & 7 {
            let fits = self.board.grid.count_fits(self.tiles.oriented(kind, rotation));
            self.turn.fits[usize::from(rotation & 3)] = fits as u8;
            total += fits;
        }
        total
    }

    #[inline]
    fn draw_animal(&mut self, animal: Animal) {
        self.stock.take_animal(animal);
        self.seats[usize::from(self.turn.decider)].take(animal);
        self.turn.draws >>= 3;
        self.advance();
    }
}
