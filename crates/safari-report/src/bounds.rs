//! Which part of the grid a picture shows.

use std::ops::RangeInclusive;

use safari_core::{Cell, Position};

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The north-western cell.
    pub first: Cell,
    /// The south-eastern cell.
    pub last: Cell,
}

impl Bounds {
    /// All tiles, rangers and empty spaces beside the landscape.
    pub fn of(position: &Position) -> Bounds {
        let start = Bounds { first: Cell::new(-1, 0), last: Cell::new(1, 0) };
        let placed = position.placed().map(|placed| placed.at);
        placed.chain(position.rangers()).chain(position.frontier()).fold(start, |bounds, cell| Bounds {
            first: Cell::new(bounds.first.x.min(cell.x), bounds.first.y.min(cell.y)),
            last: Cell::new(bounds.last.x.max(cell.x), bounds.last.y.max(cell.y)),
        })
    }

    pub fn xs(&self) -> RangeInclusive<i8> {
        self.first.x..=self.last.x
    }

    pub fn ys(&self) -> RangeInclusive<i8> {
        self.first.y..=self.last.y
    }

    pub fn columns(&self) -> i16 {
        i16::from(self.last.x) - i16::from(self.first.x) + 1
    }

    pub fn rows(&self) -> i16 {
        i16::from(self.last.y) - i16::from(self.first.y) + 1
    }

    /// Column and row of a cell, from 0.
    pub fn place(&self, cell: Cell) -> (i16, i16) {
        (i16::from(cell.x) - i16::from(self.first.x), i16::from(cell.y) - i16::from(self.first.y))
    }
}
