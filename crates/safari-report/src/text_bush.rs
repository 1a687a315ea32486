//! Bushes in characters.

use safari_core::{Animal, Segment, Side, Terrain};

use crate::text_style::{Ground, Ink};
use crate::text_tile::{COLUMNS, Pen, ROWS};

/// Which characters of a cell a bush covers.
type Area = [[bool; COLUMNS]; ROWS];

/// Where up to three things stand: one, two or three of them.
type Slots = [&'static [(usize, usize)]; 3];

/// A bush before it is mirrored.
struct Shape {
    area: Area,
    slots: Slots,
}

/// A bush on a turned tile.
pub(crate) struct TextBush {
    shape: Shape,
    /// Whether the shape is mirrored from east to west, and from north to south.
    flip: (bool, bool),
}

impl TextBush {
    /// A bush that touches `sides` of a tile whose sides are `terrain`.
    pub fn new(sides: &[Side], terrain: &[Terrain; 4]) -> TextBush {
        let touches = |side: Side| sides.contains(&side);
        let flip = match *sides {
            [side] => (side == Side::West, side == Side::South),
            [_, _] => {
                (touches(Side::West) && !touches(Side::East), touches(Side::South) && !touches(Side::North))
            }
            [_, _, _] => (!touches(Side::East), !touches(Side::South)),
            _ => (false, false),
        };
        // Another bush at a side of the shape, before it is mirrored.
        let other = |side: Side| {
            let side = match side {
                Side::East | Side::West if flip.0 => side.opposite(),
                Side::North | Side::South if flip.1 => side.opposite(),
                side => side,
            };
            terrain[side.index()] == Terrain::Bush && !touches(side)
        };
        let bare = |side: Side| terrain[side.index()] == Terrain::Savanna;
        let mut shape = match *sides {
            [Side::North | Side::South] => level_edge(other(Side::West), other(Side::East)),
            [_] => upright_edge(other(Side::North), other(Side::South)),
            [a, b] if a.opposite() != b => angle(),
            [Side::East, _] => level_band(bare(Side::North) && bare(Side::South)),
            [_, _] => upright_band(bare(Side::East) && bare(Side::West)),
            [_, _, _] if touches(Side::North) && touches(Side::South) => level_bay(),
            [_, _, _] => upright_bay(),
            _ => full(),
        };
        if sides.len() > 1 {
            for side in Side::ALL.into_iter().filter(|&side| other(side)) {
                shape.keep_clear(side);
            }
        }
        TextBush { shape, flip }
    }

    /// Draws what it covers.
    pub fn draw(&self, pen: &mut Pen<'_>) {
        for y in 0..ROWS {
            for x in (0..COLUMNS).filter(|&x| self.shape.area[y][x]) {
                let at = self.mirrored(x, y, 1);
                pen.put(at, pen.glyphs.bush, Ink::Bush);
                pen.ground(at, Ground::Bush);
            }
        }
    }

    /// Draws what stands on it.
    pub fn draw_things(&self, pen: &mut Pen<'_>, segment: &Segment, meeple: Option<usize>) {
        let birds = Some(segment.birds).filter(|&birds| birds > 0);
        let things = [segment.animal.map(Thing::Animal), meeple.map(Thing::Meeple), birds.map(Thing::Birds)];
        let things: Vec<Thing> = things.into_iter().flatten().collect();
        let slots = things.len().checked_sub(1).map_or(&[][..], |last| self.shape.slots[last]);
        for (thing, &(x, y)) in things.into_iter().zip(slots) {
            match thing {
                Thing::Animal(animal) => pen.put(self.mirrored(x, y, 1), animal.letter(), Ink::Animal),
                Thing::Meeple(seat) => pen.meeple(self.mirrored(x, y, 2), seat),
                Thing::Birds(count) => pen.write(self.mirrored(x, y, 2), &format!("v{count}"), Ink::Birds),
            }
        }
    }

    /// Where something of a width begins once the shape is mirrored.
    fn mirrored(&self, x: usize, y: usize, width: usize) -> (usize, usize) {
        (if self.flip.0 { COLUMNS - x - width } else { x }, if self.flip.1 { ROWS - 1 - y } else { y })
    }
}

impl Shape {
    /// Takes the corners at a side away, where a bush that is not joined lies.
    fn keep_clear(&mut self, side: Side) {
        let (west, east, bottom) = (0, COLUMNS - 1, ROWS - 1);
        let places = match side {
            Side::North => [(west, 0), (east - 1, 0), (east, 0)],
            Side::South => [(west, bottom), (east - 1, bottom), (east, bottom)],
            Side::West => [(west, 0), (west + 1, 0), (west + 2, 0)],
            Side::East => [(east - 2, 0), (east - 1, 0), (east, 0)],
        };
        for (x, y) in places {
            self.area[y][x] = false;
        }
    }
}

/// What stands on a bush.
enum Thing {
    Animal(Animal),
    Meeple(usize),
    Birds(u8),
}

/// The area of these rows: first and last column, or none.
fn rows(rows: [Option<(usize, usize)>; ROWS]) -> Area {
    let mut area = [[false; COLUMNS]; ROWS];
    for (line, range) in area.iter_mut().zip(rows) {
        if let Some((first, last)) = range {
            line[first..=last].fill(true);
        }
    }
    area
}

/// Along the north.
fn level_edge(west: bool, east: bool) -> Shape {
    let (first, last) = (if west { 3 } else { 1 }, if east { 7 } else { 9 });
    let tight: Slots = [&[(5, 0)], &[(3, 0), (6, 0)], &[(3, 0), (4, 0), (6, 0)]];
    let wide: Slots = [&[(5, 0)], &[(3, 0), (6, 0)], &[(2, 0), (4, 0), (7, 0)]];
    let area = rows([Some((first, last)), None, None, None, None]);
    Shape { area, slots: if west || east { tight } else { wide } }
}

/// Along the east.
fn upright_edge(north: bool, south: bool) -> Shape {
    let (top, bottom) = (if north { None } else { Some((9, 10)) }, if south { None } else { Some((9, 10)) });
    let beside = |other: bool| Some((if other { 9 } else { 8 }, 10));
    let area = rows([top, beside(north), Some((8, 10)), beside(south), bottom]);
    Shape { area, slots: [&[(9, 2)], &[(9, 1), (9, 3)], &[(9, 1), (9, 2), (9, 3)]] }
}

/// Along north and east.
fn angle() -> Shape {
    let area = rows([Some((1, 10)), Some((5, 10)), Some((7, 10)), Some((8, 10)), Some((9, 10))]);
    Shape { area, slots: [&[(8, 1)], &[(4, 0), (9, 2)], &[(3, 0), (7, 1), (9, 3)]] }
}

/// From west to east.
fn level_band(thick: bool) -> Shape {
    let mut area = rows([None, None, Some((0, 10)), None, None]);
    for (y, row) in area.iter_mut().enumerate() {
        let inside = (1..ROWS - 1).contains(&y);
        let wide = if inside { 3 } else { 2 };
        row[..wide].fill(true);
        row[COLUMNS - wide..].fill(true);
        if inside && thick {
            row.fill(true);
        }
    }
    Shape { area, slots: [&[(5, 2)], &[(3, 2), (6, 2)], &[(2, 2), (4, 2), (7, 2)]] }
}

/// From north to south.
fn upright_band(thick: bool) -> Shape {
    let middle = Some(if thick { (2, 8) } else { (4, 6) });
    let area = rows([Some((1, 9)), middle, middle, middle, Some((1, 9))]);
    Shape { area, slots: [&[(5, 2)], &[(5, 1), (5, 3)], &[(5, 1), (5, 2), (5, 3)]] }
}

/// Along north, east and south.
fn level_bay() -> Shape {
    let area = rows([Some((1, 10)), Some((5, 10)), Some((7, 10)), Some((5, 10)), Some((1, 10))]);
    Shape { area, slots: [&[(8, 2)], &[(8, 1), (8, 3)], &[(8, 1), (8, 2), (8, 3)]] }
}

/// Along east, south and west.
fn upright_bay() -> Shape {
    let mut area = rows([None, None, None, Some((0, 10)), Some((0, 10))]);
    for (y, row) in area.iter_mut().enumerate().take(3) {
        row[..=y].fill(true);
        row[COLUMNS - 1 - y..].fill(true);
    }
    Shape { area, slots: [&[(5, 3)], &[(3, 3), (6, 3)], &[(2, 3), (4, 3), (7, 3)]] }
}

/// All over the tile.
fn full() -> Shape {
    let area = [[true; COLUMNS]; ROWS];
    Shape { area, slots: [&[(5, 1)], &[(3, 1), (6, 1)], &[(2, 1), (4, 1), (7, 1)]] }
}
