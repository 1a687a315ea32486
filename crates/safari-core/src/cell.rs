//! Cells of the grid, their sides and corners.

use std::fmt;

/// A space of the grid: x to the east, y to the south (RULES, Words).
///
/// Filled and bordering cells of a game stay within -86 to 86, so a byte holds a coordinate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct Cell {
    /// Columns to the east of the middle of the start tile.
    pub x: i8,
    /// Rows to the south of the start tile.
    pub y: i8,
}

impl Cell {
    /// The cell at (x, y).
    #[inline]
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { x, y }
    }

    /// The cell across `side`.
    #[inline]
    pub const fn across(self, side: Side) -> Cell {
        let (dx, dy) = side.delta();
        Cell { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The eight cells around this one.
    #[inline]
    pub fn around(self) -> [Cell; 8] {
        const STEPS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        STEPS.map(|(dx, dy)| Cell::new(self.x.wrapping_add(dx), self.y.wrapping_add(dy)))
    }
}

/// `x,y`, as in the notation (RULES 10).
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A side of a cell, numbered 0 to 3 in the order N E S W.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// y - 1
    North = 0,
    /// x + 1
    East = 1,
    /// y + 1
    South = 2,
    /// x - 1
    West = 3,
}

impl Side {
    /// N E S W.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The side with this index modulo 4.
    #[inline]
    pub const fn from_index(index: usize) -> Side {
        Side::ALL[index & 3]
    }

    /// 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side that the neighbour across shares.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::from_index(self as usize + 2)
    }

    /// `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        b"NESW"[self as usize] as char
    }

    /// The side with this letter.
    pub const fn from_letter(letter: char) -> Option<Side> {
        Some(match letter {
            'N' => Side::North,
            'E' => Side::East,
            'S' => Side::South,
            'W' => Side::West,
            _ => return None,
        })
    }

    const fn delta(self) -> (i8, i8) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize]
    }
}

/// A corner of a cell, numbered 0 to 3 clockwise from the north-east.
///
/// Corner i lies between sides i and i + 1 (modulo 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Corner {
    /// Between N and E.
    NorthEast = 0,
    /// Between E and S.
    SouthEast = 1,
    /// Between S and W.
    SouthWest = 2,
    /// Between W and N.
    NorthWest = 3,
}

impl Corner {
    /// NE SE SW NW.
    pub const ALL: [Corner; 4] = [Corner::NorthEast, Corner::SouthEast, Corner::SouthWest, Corner::NorthWest];

    /// The corner with this index modulo 4.
    #[inline]
    pub const fn from_index(index: usize) -> Corner {
        Corner::ALL[index & 3]
    }

    /// 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two sides that meet in this corner.
    #[inline]
    pub const fn sides(self) -> [Side; 2] {
        [Side::from_index(self as usize), Side::from_index(self as usize + 1)]
    }

    /// `NE`, `SE`, `SW` or `NW`.
    pub const fn name(self) -> &'static str {
        ["NE", "SE", "SW", "NW"][self as usize]
    }

    /// The corner with this name.
    pub fn from_name(name: &str) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.name() == name)
    }
}
