//! A decision in four bytes.

use crate::animal::Animal;
use crate::cell::{Cell, Corner, Side};

/// A decision, in coordinates: it means the same in every position.
///
/// It never holds a slot or an index into the legal choices, so it can key statistics over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct Action {
    tag: Tag,
    /// Rotation, side, rank of a ranger, or animal × 4 + corner.
    detail: u8,
    at: Cell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Tag {
    Place,
    Meeple,
    Baobab,
    Ranger,
    Dig,
    Extend,
    Decline,
    Bonus,
    Replace,
}

/// An [`Action`] taken apart, for matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place the drawn tile (RULES 3.1), turned clockwise by 0 to 3 quarter turns.
    Place {
        /// Quarter turns clockwise, 0 to 3.
        rotation: u8,
        /// The cell to fill.
        at: Cell,
    },
    /// Put a meeple on a trail or bush of the tile just placed (RULES 4.1).
    Meeple {
        /// The feature's first side on the tile, in the order N E S W.
        side: Side,
        /// The tile just placed.
        at: Cell,
    },
    /// Put a meeple on the baobab of the tile just placed (RULES 4.2).
    Baobab {
        /// The tile just placed.
        at: Cell,
    },
    /// Move a ranger (RULES 4.3).
    Ranger {
        /// Which one: its place among the rangers on the board sorted by x, then y.
        rank: u8,
        /// Where it goes.
        to: Cell,
    },
    /// Dig a watering hole (RULES 4.4).
    Dig {
        /// The animal tile laid.
        animal: Animal,
        /// The corner it is laid on.
        corner: Corner,
        /// The corner's cell.
        at: Cell,
    },
    /// Extend a watering hole (RULES 4.5, 4.6).
    Extend {
        /// The animal tile laid.
        animal: Animal,
        /// The corner it is laid on.
        corner: Corner,
        /// The corner's cell.
        at: Cell,
    },
    /// Take no action (RULES 4.8).
    Decline,
    /// Add an animal tile to a feature that is being scored, or none (RULES 5.5).
    Bonus {
        /// What is added.
        animal: Option<Animal>,
    },
    /// Put a displaced ranger back (RULES 6.1).
    Replace {
        /// Where it goes.
        to: Cell,
    },
}

const NOWHERE: Cell = Cell::new(0, 0);
const NO_ANIMAL: u8 = 7;

impl Action {
    /// [`Move::Decline`], also what an array of actions may be filled with.
    pub const DECLINE: Action = Action { tag: Tag::Decline, detail: 0, at: NOWHERE };

    /// [`Move::Place`]; only the low two bits of `rotation` count.
    #[inline(always)]
    pub const fn place(rotation: u8, at: Cell) -> Action {
        Action { tag: Tag::Place, detail: rotation & 3, at }
    }

    /// [`Move::Meeple`]
    #[inline(always)]
    pub const fn meeple(side: Side, at: Cell) -> Action {
        Action { tag: Tag::Meeple, detail: side as u8, at }
    }

    /// [`Move::Baobab`]
    #[inline(always)]
    pub const fn baobab(at: Cell) -> Action {
        Action { tag: Tag::Baobab, detail: 0, at }
    }

    /// [`Move::Ranger`]; only the lowest bit of `rank` counts.
    #[inline(always)]
    pub const fn ranger(rank: u8, to: Cell) -> Action {
        Action { tag: Tag::Ranger, detail: rank & 1, at: to }
    }

    /// [`Move::Dig`]
    #[inline(always)]
    pub const fn dig(animal: Animal, corner: Corner, at: Cell) -> Action {
        Action { tag: Tag::Dig, detail: (animal as u8) << 2 | corner as u8, at }
    }

    /// [`Move::Extend`]
    #[inline(always)]
    pub const fn extend(animal: Animal, corner: Corner, at: Cell) -> Action {
        Action { tag: Tag::Extend, detail: (animal as u8) << 2 | corner as u8, at }
    }

    /// [`Move::Bonus`]
    #[inline(always)]
    pub const fn bonus(animal: Option<Animal>) -> Action {
        let detail = match animal {
            Some(animal) => animal as u8,
            None => NO_ANIMAL,
        };
        Action { tag: Tag::Bonus, detail, at: NOWHERE }
    }

    /// [`Move::Replace`]
    #[inline(always)]
    pub const fn replace(to: Cell) -> Action {
        Action { tag: Tag::Replace, detail: 0, at: to }
    }

    /// Takes the action apart.
    #[inline(always)]
    pub const fn unpack(self) -> Move {
        let at = self.at;
        match self.tag {
            Tag::Place => Move::Place { rotation: self.detail & 3, at },
            Tag::Meeple => Move::Meeple { side: Side::from_index(self.detail as usize), at },
            Tag::Baobab => Move::Baobab { at },
            Tag::Ranger => Move::Ranger { rank: self.detail & 1, to: at },
            Tag::Dig => {
                Move::Dig { animal: self.animal(), corner: Corner::from_index(self.detail as usize), at }
            }
            Tag::Extend => {
                Move::Extend { animal: self.animal(), corner: Corner::from_index(self.detail as usize), at }
            }
            Tag::Decline => Move::Decline,
            Tag::Bonus if self.detail == NO_ANIMAL => Move::Bonus { animal: None },
            Tag::Bonus => Move::Bonus { animal: Some(Animal::ALL[(self.detail % 5) as usize]) },
            Tag::Replace => Move::Replace { to: at },
        }
    }

    /// The action as a number, to key tables by.
    #[inline(always)]
    pub const fn key(self) -> u32 {
        u32::from_le_bytes([self.tag as u8, self.detail, self.at.x as u8, self.at.y as u8])
    }

    #[inline(always)]
    const fn animal(self) -> Animal {
        Animal::ALL[((self.detail >> 2) % 5) as usize]
    }
}

impl From<Move> for Action {
    fn from(parts: Move) -> Action {
        match parts {
            Move::Place { rotation, at } => Action::place(rotation, at),
            Move::Meeple { side, at } => Action::meeple(side, at),
            Move::Baobab { at } => Action::baobab(at),
            Move::Ranger { rank, to } => Action::ranger(rank, to),
            Move::Dig { animal, corner, at } => Action::dig(animal, corner, at),
            Move::Extend { animal, corner, at } => Action::extend(animal, corner, at),
            Move::Decline => Action::DECLINE,
            Move::Bonus { animal } => Action::bonus(animal),
            Move::Replace { to } => Action::replace(to),
        }
    }
}
