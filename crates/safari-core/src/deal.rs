//! Hidden orders: what chance will bring, apart from the public [`Position`].
//!
//! A deal is one permutation of the land stack and, for each seat and bag epoch (0 at the start, one more after each
//! reshuffle), one permutation of the physical animal tiles; a seat draws the first one of its permutation that is still
//! in the bag. So one seat's extra draw does not shift what the others get, deals stay paired between different
//! players, and each draw is uniform over the bag, as from one shuffled bag.

use rand::seq::SliceRandom;

use crate::animal::{Animal, AnimalCounts};
use crate::position::{Outcome, Phase, Position, SetupError};
use crate::seed::Seed;
use crate::tiles::{Kind, MAX_LAND, TileSet};
use crate::variant::Variant;

/// Animal tiles in the game: tile i shows animal i / 10.
const ANIMAL_TILES: usize = 50;

/// The hidden orders of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    tiles: &'static TileSet,
    land: Vec<Kind>,
    seed: Seed,
}

impl Deal {
    /// The deal of a seed: the same for any number of players.
    pub fn new(tiles: &'static TileSet, seed: Seed) -> Deal {
        Deal { tiles, land: shuffled(tiles, seed, |kind, _| kind), seed }
    }

    /// A deal with a given order of the land stack and the animal orders of a seed.
    ///
    /// # Errors
    /// The kind of which there are more or fewer than in the tile set.
    pub fn with_land(tiles: &'static TileSet, land: Vec<Kind>, seed: Seed) -> Result<Deal, Kind> {
        if let Some(&stranger) = land.iter().find(|kind| kind.index() >= tiles.kinds().len()) {
            return Err(stranger);
        }
        for kind in tiles.kinds() {
            if land.iter().filter(|&&k| k == kind).count() != usize::from(tiles.drawing(kind).copies) {
                return Err(kind);
            }
        }
        Ok(Deal { tiles, land, seed })
    }

    /// The deal of a seed for a position: the order of what is left in its stack.
    pub fn for_position(position: &Position, seed: Seed) -> Deal {
        let tiles = position.tiles();
        // Which copies are left is told by their numbers, not by the order: of several the first one would come too early.
        let copies = shuffled(tiles, seed, |kind, copy| (kind, copy)).into_iter();
        let left = copies.filter(|&(kind, copy)| copy < position.left_of(kind));
        Deal { tiles, land: left.map(|(kind, _)| kind).collect(), seed }
    }

    /// Deals on from a position that this deal was made [for](Self::for_position).
    ///
    /// Which of an animal's ten tiles are in the bag is all the same.
    pub fn resume(&self, position: &Position) -> Dealer<'_> {
        let mut dealer = Dealer::new(self);
        dealer.bag = tiles_of(position.bag());
        dealer
    }

    /// The order of the land stack, first drawn first.
    pub fn land(&self) -> &[Kind] {
        &self.land
    }

    /// The seed of the animal orders.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The order in which a seat draws the physical animal tiles (0 to 49, ten of each animal) in one bag epoch.
    pub fn animal_order(&self, seat: usize, epoch: u32) -> [u8; ANIMAL_TILES] {
        let mut order: [u8; ANIMAL_TILES] = std::array::from_fn(|i| i as u8);
        order.shuffle(&mut self.seed.branch("animals", &[seat as u64, u64::from(epoch)]).rng());
        order
    }

    /// Starts a game: each of 2 to 5 seats in turn draws its two animal tiles (RULES 1.3).
    ///
    /// # Errors
    /// Another number of players, or a table that is too small.
    pub fn start(&self, variant: Variant, players: usize) -> Result<(Position, Dealer<'_>), SetupError> {
        let mut dealer = Dealer::new(self);
        let hands = dealer.hands(players)?;
        Ok((Position::new(self.tiles, variant, &hands[..players])?, dealer))
    }

    /// Starts a game in place of another one: `start` is the start of some deal with the same tiles, and gets the hands
    /// of this one. Cheaper than [`start`](Self::start) where thousands of games begin.
    ///
    /// # Panics
    /// May panic or leave a wrong position where `start` is none. It is never unsound.
    pub fn restart(&self, start: &mut Position) -> Dealer<'_> {
        let mut dealer = Dealer::new(self);
        let players = start.players();
        let hands = dealer.hands(players).and_then(|hands| start.deal_hands(&hands[..players]));
        hands.expect("a position has a legal number of players, and two tiles for each are in the bag");
        dealer
    }
}

/// Draws from a [`Deal`] as a game goes on.
#[derive(Clone, Debug)]
pub struct Dealer<'d> {
    deal: &'d Deal,
    /// Land tiles drawn so far.
    drawn: usize,
    /// Physical animal tiles in the bag, bit i for tile i.
    bag: u64,
    epoch: u32,
    /// By seat: the order of this epoch and how much of it is used, once the seat has drawn.
    orders: [Option<([u8; ANIMAL_TILES], usize)>; crate::MAX_PLAYERS],
}

impl<'d> Dealer<'d> {
    fn new(deal: &'d Deal) -> Dealer<'d> {
        debug_assert!(deal.land.len() <= MAX_LAND);
        Dealer { deal, drawn: 0, bag: (1 << ANIMAL_TILES) - 1, epoch: 0, orders: [None; crate::MAX_PLAYERS] }
    }

    /// What chance brings in a position of the game that this dealer has followed from its start.
    ///
    /// # Panics
    /// If the position waits for a decision or is over.
    #[inline]
    pub fn next(&mut self, position: &Position) -> Outcome {
        match position.phase() {
            Phase::DrawTile => {
                self.drawn += 1;
                Outcome::Tile(self.deal.land[self.drawn - 1])
            }
            Phase::DrawAnimal => {
                if position.reshuffles() {
                    self.reshuffle(position.discard());
                }
                Outcome::Animal(self.draw_animal(position.seat()))
            }
            phase => unreachable!("chance was asked in phase {}", phase.name()),
        }
    }

    /// A new epoch. Which of an animal's ten tiles go back is all the same: the orders are drawn anew.
    fn reshuffle(&mut self, discard: AnimalCounts) {
        self.epoch += 1;
        self.orders = [None; crate::MAX_PLAYERS];
        self.bag = tiles_of(discard);
    }

    /// Each seat in turn draws its two animal tiles (RULES 1.3).
    fn hands(&mut self, players: usize) -> Result<[AnimalCounts; crate::MAX_PLAYERS], SetupError> {
        let mut hands = [AnimalCounts::default(); crate::MAX_PLAYERS];
        let drawing = hands.get_mut(..players).ok_or(SetupError::Players { found: players })?;
        for (seat, hand) in drawing.iter_mut().enumerate() {
            for _ in 0..2 {
                hand.0[self.draw_animal(seat).index()] += 1;
            }
        }
        Ok(hands)
    }

    fn draw_animal(&mut self, seat: usize) -> Animal {
        let (order, used) =
            self.orders[seat].get_or_insert_with(|| (self.deal.animal_order(seat, self.epoch), 0));
        while self.bag >> order[*used] & 1 == 0 {
            *used += 1;
        }
        let tile = order[*used];
        self.bag &= !(1 << tile);
        Animal::from_index(usize::from(tile) / Animal::COPIES as usize)
    }
}

/// All land tiles, by what is made of their kind and number of the copy, shuffled by a seed.
fn shuffled<T>(tiles: &TileSet, seed: Seed, tile: impl Fn(Kind, u32) -> T) -> Vec<T> {
    let mut land = Vec::with_capacity(MAX_LAND);
    for kind in tiles.kinds() {
        for copy in 0..u32::from(tiles.drawing(kind).copies) {
            land.push(tile(kind, copy));
        }
    }
    land.shuffle(&mut seed.branch("land", &[]).rng());
    land
}

/// So many of each animal's ten tiles, as a set.
fn tiles_of(counts: AnimalCounts) -> u64 {
    Animal::ALL.into_iter().fold(0, |bag, animal| {
        bag | ((1u64 << counts.0[animal.index()]) - 1) << (animal.index() * Animal::COPIES as usize)
    })
}
