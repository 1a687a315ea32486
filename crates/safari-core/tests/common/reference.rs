//! The definition of a deal (`src/deal.rs`), taken literally.

use std::collections::BTreeSet;

use safari_core::{Animal, AnimalCounts, Deal, Kind};

/// Draws as the dealer must: a seat gets the first tile of its order that is still in the bag.
#[derive(Clone)]
pub struct Reference<'d> {
    deal: &'d Deal,
    bag: BTreeSet<u8>,
    epoch: u32,
    land: usize,
}

impl<'d> Reference<'d> {
    /// Before anything is drawn.
    pub fn new(deal: &'d Deal) -> Reference<'d> {
        Reference { deal, bag: (0..50).collect(), epoch: 0, land: 0 }
    }

    /// The animal tiles dealt to each seat.
    pub fn hands(&mut self, players: usize) -> Vec<AnimalCounts> {
        let hand = |seat| {
            let letters = [self.draw(seat), self.draw(seat)].map(|tile| animal_of(tile).letter());
            AnimalCounts::parse(&String::from_iter(letters)).unwrap()
        };
        (0..players).map(hand).collect()
    }

    /// The next land tile.
    pub fn land_tile(&mut self) -> Kind {
        self.land += 1;
        self.deal.land()[self.land - 1]
    }

    /// The next physical animal tile of a seat while the bag holds one.
    pub fn draw(&mut self, seat: usize) -> u8 {
        let order = self.deal.animal_order(seat, self.epoch);
        let tile = order.into_iter().find(|tile| self.bag.contains(tile)).unwrap();
        self.bag.remove(&tile);
        tile
    }

    /// The next animal of a seat; `discard` goes into the bag first where that is empty.
    pub fn animal(&mut self, seat: usize, discard: AnimalCounts) -> Animal {
        if self.bag.is_empty() {
            self.epoch += 1;
            self.bag = (0..50).filter(|tile| tile % 10 < discard.0[usize::from(tile / 10)]).collect();
        }
        animal_of(self.draw(seat))
    }
}

/// What a physical animal tile shows.
pub fn animal_of(tile: u8) -> Animal {
    Animal::from_index(usize::from(tile / 10))
}
