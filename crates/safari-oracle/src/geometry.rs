//! Cells of the grid, the sides and corners of a cell, and what lies across them.

/// A space of the grid: x to the east, y to the south.
pub type Cell = (i32, i32);

/// A corner of a cell: the place of one animal tile.
pub type Spot = (Cell, Corner);

/// A side of a cell, in the order N E S W.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// North, y - 1.
    N,
    /// East, x + 1.
    E,
    /// South, y + 1.
    S,
    /// West, x - 1.
    W,
}

impl Side {
    /// All sides in their order.
    pub const ALL: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

    /// The side that a letter names.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Side::N => 'N',
            Side::E => 'E',
            Side::S => 'S',
            Side::W => 'W',
        }
    }

    /// Where this side of a tile lies after so many quarter turns clockwise.
    pub fn turned(self, quarter_turns: usize) -> Side {
        Side::ALL[(self as usize + quarter_turns) % 4]
    }

    /// The side seen from the other cell.
    pub fn opposite(self) -> Side {
        self.turned(2)
    }

    /// The cell on the other side of this side.
    pub fn across(self, (x, y): Cell) -> Cell {
        match self {
            Side::N => (x, y - 1),
            Side::E => (x + 1, y),
            Side::S => (x, y + 1),
            Side::W => (x - 1, y),
        }
    }
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Corner {
    /// North-east.
    NE,
    /// South-east.
    SE,
    /// South-west.
    SW,
    /// North-west.
    NW,
}

impl Corner {
    /// All corners, clockwise.
    pub const ALL: [Corner; 4] = [Corner::NE, Corner::SE, Corner::SW, Corner::NW];

    /// Its name in tokens.
    pub fn name(self) -> &'static str {
        match self {
            Corner::NE => "NE",
            Corner::SE => "SE",
            Corner::SW => "SW",
            Corner::NW => "NW",
        }
    }

    /// The two sides that meet here: north or south, then east or west.
    pub fn sides(self) -> (Side, Side) {
        match self {
            Corner::NE => (Side::N, Side::E),
            Corner::SE => (Side::S, Side::E),
            Corner::SW => (Side::S, Side::W),
            Corner::NW => (Side::N, Side::W),
        }
    }

    /// The corner where two sides meet.
    fn between(vertical: Side, horizontal: Side) -> Corner {
        Corner::ALL
            .into_iter()
            .find(|corner| corner.sides() == (vertical, horizontal))
            .expect("called with one of N S and one of E W only")
    }
}

/// The two corners beside a corner at the same vertex, across the two sides that meet there (4.4).
pub fn beside((cell, corner): Spot) -> [Spot; 2] {
    let (vertical, horizontal) = corner.sides();
    [
        (vertical.across(cell), Corner::between(vertical.opposite(), horizontal)),
        (horizontal.across(cell), Corner::between(vertical, horizontal.opposite())),
    ]
}

/// The corner diagonally across the vertex (4.6).
pub fn diagonal((cell, corner): Spot) -> Spot {
    let (vertical, horizontal) = corner.sides();
    (horizontal.across(vertical.across(cell)), Corner::between(vertical.opposite(), horizontal.opposite()))
}

/// The eight cells around a cell.
pub fn around((x, y): Cell) -> [Cell; 8] {
    [
        (x - 1, y - 1),
        (x, y - 1),
        (x + 1, y - 1),
        (x - 1, y),
        (x + 1, y),
        (x - 1, y + 1),
        (x, y + 1),
        (x + 1, y + 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_at_one_vertex() {
        let spot = ((0, 0), Corner::NE);
        assert_eq!(beside(spot), [((0, -1), Corner::SE), ((1, 0), Corner::NW)]);
        assert_eq!(diagonal(spot), ((1, -1), Corner::SW));
        for corner in Corner::ALL {
            let spot = ((3, -7), corner);
            assert_eq!(diagonal(diagonal(spot)), spot);
            for other in beside(spot) {
                assert!(beside(other).contains(&spot));
                assert!(beside(other).contains(&diagonal(spot)));
            }
        }
    }

    #[test]
    fn quarter_turns_are_clockwise() {
        assert_eq!(Side::N.turned(1), Side::E);
        assert_eq!(Side::W.turned(1), Side::N);
        assert_eq!(Side::E.turned(3), Side::N);
        assert_eq!(Side::S.across((0, 0)), (0, 1));
    }
}
