//! The picture of one tile in characters.

use safari_core::{Corner, Drawing, Segment, Side, Terrain};

use crate::art;
use crate::canvas::Canvas;
use crate::text_bush::TextBush;
use crate::text_style::{Glyphs, Ground, Ink};

/// Columns of a cell.
pub(crate) const COLUMNS: usize = 11;
/// Rows of a cell.
pub(crate) const ROWS: usize = 5;
/// Columns from a cell to the next one: a line of the frame lies between.
pub(crate) const STEP_X: usize = COLUMNS + 1;
/// Rows from a cell to the next one.
pub(crate) const STEP_Y: usize = ROWS + 1;
/// The column and the row where trails run.
const MIDDLE: (usize, usize) = (5, 2);

/// A tile to be drawn into a canvas.
pub(crate) struct TextTile<'a> {
    pub drawing: &'a Drawing,
    pub rotation: u8,
    /// The seat of the meeple on each segment.
    pub meeples: [Option<usize>; 4],
    /// The seat of the meeple on the baobab.
    pub keeper: Option<usize>,
    /// Whether it was placed last.
    pub last: bool,
}

/// A canvas seen from the top left corner of a cell.
pub(crate) struct Pen<'a> {
    pub canvas: &'a mut Canvas,
    pub glyphs: &'static Glyphs,
    pub x: usize,
    pub y: usize,
}

impl Pen<'_> {
    pub fn put(&mut self, (x, y): (usize, usize), letter: char, ink: Ink) {
        self.canvas.put(self.x + x, self.y + y, letter, ink);
    }

    pub fn write(&mut self, (x, y): (usize, usize), text: &str, ink: Ink) {
        self.canvas.write(self.x + x, self.y + y, text, ink);
    }

    pub fn ground(&mut self, (x, y): (usize, usize), ground: Ground) {
        self.canvas.lay(self.x + x, self.y + y, ground);
    }

    /// A meeple: `@` and its seat.
    pub fn meeple(&mut self, at: (usize, usize), seat: usize) {
        self.write(at, &format!("@{seat}"), Ink::Meeple(seat as u8));
    }

    fn is_free(&self, from: usize, to: usize, y: usize) -> bool {
        (from..=to).all(|x| self.canvas.is_blank(self.x + x, self.y + y))
    }
}

/// The sides that a segment touches once its tile is turned, in the order N E S W.
pub(crate) fn turned_sides(segment: &Segment, rotation: u8) -> Vec<Side> {
    let mut sides: Vec<Side> =
        segment.sides.iter().map(|side| Side::from_index(side.index() + usize::from(rotation))).collect();
    sides.sort();
    sides
}

/// The characters beside an open corner: its outermost one, where a card begins, and where its meeple stands.
fn corner_places(corner: Corner) -> [(usize, usize); 3] {
    match corner {
        Corner::NorthEast => [(10, 0), (8, 0), (9, 1)],
        Corner::SouthEast => [(10, 4), (8, 4), (9, 3)],
        Corner::SouthWest => [(0, 4), (0, 4), (0, 3)],
        Corner::NorthWest => [(0, 0), (0, 0), (0, 1)],
    }
}

/// Draws an animal tile on a corner, with the meeple of the player who dug there.
pub(crate) fn card(pen: &mut Pen<'_>, corner: Corner, animal: safari_core::Animal, digger: Option<usize>) {
    let [_, card, meeple] = corner_places(corner);
    pen.write(card, &format!("[{animal}]"), Ink::Card);
    if let Some(seat) = digger {
        pen.meeple(meeple, seat);
    }
}

impl TextTile<'_> {
    /// Draws everything but the animal tiles on its corners.
    pub fn draw(&self, pen: &mut Pen<'_>) {
        let ground = self.ground();
        for y in 0..ROWS {
            for x in 0..COLUMNS {
                pen.ground((x, y), ground);
            }
        }
        let terrain = self.terrain();
        let turned = |segment| turned_sides(segment, self.rotation);
        let segments = || self.drawing.segments.iter().zip(self.meeples);
        let bushes = || segments().filter(|(segment, _)| segment.terrain == Terrain::Bush);
        for (segment, _) in bushes() {
            TextBush::new(&turned(segment), &terrain).draw(pen);
        }
        for (segment, meeple) in segments().filter(|(segment, _)| segment.terrain == Terrain::Trail) {
            self.trail(pen, segment, &turned(segment), meeple);
        }
        for (segment, meeple) in bushes() {
            TextBush::new(&turned(segment), &terrain).draw_things(pen, segment, meeple);
        }
        if self.drawing.baobab {
            self.baobab(pen);
        }
        for corner in art::open_corners(self.drawing, self.rotation) {
            pen.put(corner_places(corner)[0], pen.glyphs.corner, Ink::Corner);
        }
    }

    /// Draws the frame, one character around the tile, which trails and bushes cross.
    pub fn frame(&self, pen: &mut Pen<'_>) {
        let [level, upright, crossing] = pen.glyphs.frame;
        let (ground, terrain) = (self.ground(), self.terrain());
        let canvas = &mut *pen.canvas;
        let (left, top) = (pen.x - 1, pen.y - 1);
        let mut spot = |x: usize, y: usize, letter, ink, ground| {
            canvas.put(left + x, top + y, letter, ink);
            canvas.lay(left + x, top + y, ground);
        };
        for (side, line) in [(Side::North, 0), (Side::South, STEP_Y)] {
            for x in 0..=STEP_X {
                match terrain[side.index()] {
                    _ if x == 0 || x == STEP_X => spot(x, line, crossing, Ink::Frame, ground),
                    Terrain::Trail if x == 1 + MIDDLE.0 => {
                        spot(x, line, pen.glyphs.upright, Ink::Trail, ground);
                    }
                    Terrain::Bush if (4..=8).contains(&x) => {
                        spot(x, line, pen.glyphs.bush, Ink::Bush, Ground::Bush);
                    }
                    _ => spot(x, line, level, Ink::Frame, ground),
                }
            }
        }
        for (side, line) in [(Side::West, 0), (Side::East, STEP_X)] {
            for y in 1..STEP_Y {
                match terrain[side.index()] {
                    Terrain::Trail if y == 1 + MIDDLE.1 => {
                        spot(line, y, pen.glyphs.level, Ink::Trail, ground);
                    }
                    Terrain::Bush if (2..=4).contains(&y) => {
                        spot(line, y, pen.glyphs.bush, Ink::Bush, Ground::Bush);
                    }
                    _ => spot(line, y, upright, Ink::Frame, ground),
                }
            }
        }
    }

    fn ground(&self) -> Ground {
        if self.last { Ground::Last } else { Ground::Savanna }
    }

    fn terrain(&self) -> [Terrain; 4] {
        std::array::from_fn(|side| self.drawing.sides[(side + 4 - usize::from(self.rotation & 3)) & 3])
    }

    fn trail(&self, pen: &mut Pen<'_>, segment: &Segment, sides: &[Side], meeple: Option<usize>) {
        let letter = match *sides {
            [side] => self.dead_end(pen, side),
            [a, b] if a.opposite() == b => {
                for side in [a, b] {
                    arm(pen, side, 0);
                }
                pen.put(MIDDLE, line(pen.glyphs, a), Ink::Trail);
                match (self.is_crossed(), a) {
                    (false, _) => MIDDLE,
                    (true, Side::North) => (5, 3),
                    (true, _) => (7, 2),
                }
            }
            [a, b] => self.bend(pen, a, b),
            _ => return,
        };
        if let Some(animal) = segment.animal {
            pen.put(letter, animal.letter(), Ink::Animal);
        }
        if let (Some(seat), Some(side)) = (meeple, sides.first()) {
            let beside = match side {
                Side::North => (6, 0),
                Side::East => (9, 2),
                Side::South => (6, 4),
                Side::West => (0, 2),
            };
            pen.meeple(beside, seat);
        }
    }

    /// Draws a trail that is closed inside the tile; gives back where its animal stands.
    fn dead_end(&self, pen: &mut Pen<'_>, side: Side) -> (usize, usize) {
        let glyphs = pen.glyphs;
        // From the north or south the middle is wanted, unless something else is there.
        let short = !self.middle_is_free(side);
        let (lines, letter, end) = match (side, short) {
            (Side::North, false) => (vec![(5, 0), (5, 1)], (5, 1), (5, 2)),
            (Side::North, true) => (vec![(5, 0)], (5, 0), (5, 1)),
            (Side::South, false) => (vec![(5, 4), (5, 3)], (5, 3), (5, 2)),
            (Side::South, true) => (vec![(5, 4)], (5, 4), (5, 3)),
            (Side::East, _) => (vec![(10, 2), (9, 2), (8, 2)], (8, 2), (7, 2)),
            (Side::West, _) => (vec![(0, 2), (1, 2), (2, 2)], (2, 2), (3, 2)),
        };
        for at in lines {
            pen.put(at, line(glyphs, side), Ink::Trail);
        }
        pen.put(end, glyphs.ends[side.index()], Ink::Trail);
        letter
    }

    /// Whether two segments run through the middle, each to the opposite side.
    fn is_crossed(&self) -> bool {
        let through = |segment: &&Segment| matches!(segment.sides[..], [a, b] if a.opposite() == b);
        self.drawing.segments.iter().filter(through).count() > 1
    }

    /// Whether nothing but a closed trail from `side` reaches the middle of the tile.
    fn middle_is_free(&self, side: Side) -> bool {
        self.drawing.segments.iter().all(|segment| match *turned_sides(segment, self.rotation) {
            [a] => a != side.opposite(),
            [a, b] => a.opposite() != b,
            _ => segment.terrain == Terrain::Bush && segment.sides.len() == 3,
        })
    }

    /// Draws a trail around a corner; gives back where its animal stands.
    fn bend(&self, pen: &mut Pen<'_>, a: Side, b: Side) -> (usize, usize) {
        let glyphs = pen.glyphs;
        let (upright, level) = if matches!(a, Side::North | Side::South) { (a, b) } else { (b, a) };
        let around = Corner::ALL.into_iter().position(|corner| {
            let [p, q] = corner.sides();
            (p, q) == (a, b) || (p, q) == (b, a)
        });
        let around = around.unwrap_or(0);
        let trails = self.drawing.segments.iter().filter(|s| s.terrain == Terrain::Trail).count();
        if trails == 1 {
            arm(pen, upright, 0);
            arm(pen, level, 0);
            pen.put(MIDDLE, glyphs.bends[around], Ink::Trail);
            return if level == Side::East { (7, 2) } else { (3, 2) };
        }
        // Another trail wants the middle: go around it by a step.
        let (row, edge) = if upright == Side::North { (1, 0) } else { (3, 4) };
        let (near, far) = if level == Side::East { (6, 7) } else { (4, 3) };
        arm(pen, level, 2);
        pen.put((5, edge), glyphs.upright, Ink::Trail);
        pen.put((5, row), glyphs.bends[around], Ink::Trail);
        pen.put((near, row), glyphs.level, Ink::Trail);
        pen.put((far, row), glyphs.bends[(around + 2) % 4], Ink::Trail);
        pen.put((far, 2), glyphs.bends[around], Ink::Trail);
        (near, row)
    }

    /// Draws the baobab on the free place nearest to the middle.
    fn baobab(&self, pen: &mut Pen<'_>) {
        let places = || [2, 1, 3].into_iter().flat_map(|y| (1..=7usize).map(move |x| (x, y)));
        let far = |&(x, y): &(usize, usize)| x.abs_diff(4) + 2 * y.abs_diff(2);
        let roomy = places().filter(|&(x, y)| pen.is_free(x - 1, x + 3, y)).min_by_key(far);
        let narrow = || places().filter(|&(x, y)| pen.is_free(x, x + 2, y)).min_by_key(far);
        let (x, y) = roomy.or_else(narrow).unwrap_or((4, 2));
        match self.keeper {
            Some(seat) => {
                pen.put((x, y), pen.glyphs.baobab, Ink::Baobab);
                pen.meeple((x + 1, y), seat);
            }
            None => pen.put((x + 1, y), pen.glyphs.baobab, Ink::Baobab),
        }
    }
}

fn line(glyphs: &Glyphs, side: Side) -> char {
    if matches!(side, Side::North | Side::South) { glyphs.upright } else { glyphs.level }
}

/// Draws a trail from a side towards the middle and stops `short` of it.
fn arm(pen: &mut Pen<'_>, side: Side, short: usize) {
    let letter = line(pen.glyphs, side);
    let places: Vec<(usize, usize)> = match side {
        Side::North => (0..2 - short.min(1)).map(|y| (5, y)).collect(),
        Side::South => (3 + short.min(1)..ROWS).map(|y| (5, y)).collect(),
        Side::East => (6 + short..COLUMNS).map(|x| (x, 2)).collect(),
        Side::West => (0..5 - short).map(|x| (x, 2)).collect(),
    };
    for at in places {
        pen.put(at, letter, Ink::Trail);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_style::TextStyle;
    use safari_core::TileSet;

    /// A tile with its frame; `seat` has a meeple on everything.
    fn picture(drawing: &Drawing, rotation: u8, seat: Option<usize>, style: TextStyle) -> String {
        let mut canvas = Canvas::new(STEP_X + 1, STEP_Y + 1);
        let mut pen = Pen { canvas: &mut canvas, glyphs: style.glyphs(), x: 1, y: 1 };
        let tile = TextTile { drawing, rotation, meeples: [seat; 4], keeper: seat, last: false };
        tile.frame(&mut pen);
        tile.draw(&mut pen);
        canvas.render(style)
    }

    fn drawing(token: &str) -> &'static Drawing {
        let tiles = TileSet::safari();
        tiles.drawing(tiles.kind(token).unwrap())
    }

    #[test]
    fn nothing_hides_anything_in_any_rotation() {
        for tiles in [TileSet::safari(), crate::layout::odd_tiles().leak()] {
            nothing_hides_anything(tiles);
        }
    }

    fn nothing_hides_anything(tiles: &TileSet) {
        for kind in tiles.kinds() {
            let drawing = tiles.drawing(kind);
            let animals = drawing.segments.iter().filter(|s| s.animal.is_some()).count();
            let birds: Vec<String> =
                drawing.segments.iter().filter(|s| s.birds > 0).map(|s| format!("v{}", s.birds)).collect();
            let dead_ends =
                drawing.segments.iter().filter(|s| s.terrain == Terrain::Trail && s.sides.len() == 1).count();
            for rotation in 0..4 {
                for seat in [None, Some(3)] {
                    let text = picture(drawing, rotation, seat, TextStyle::PLAIN);
                    let count = |what: &str| text.matches(what).count();
                    let places = drawing.segments.len() + usize::from(drawing.baobab);
                    assert_eq!(count("@3"), if seat.is_some() { places } else { 0 }, "{text}");
                    assert_eq!(text.chars().filter(|&c| "AEGLZ".contains(c)).count(), animals, "{text}");
                    assert_eq!(count("Y"), usize::from(drawing.baobab), "{text}");
                    assert_eq!(count("x"), dead_ends, "{text}");
                    assert_eq!(count("o"), art::open_corners(drawing, rotation).count(), "{text}");
                    assert_eq!(count("v"), birds.len(), "{text}");
                    assert!(birds.iter().all(|birds| text.contains(birds.as_str())), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_trail_that_ends_before_a_bush() {
        let lines = [
            "┼┄┄┄▒▒▒▒▒┄┄┄┼",
            "┊ ▒▒▒Z▒▒▒▒▒▒┊",
            "┊     ▒▒▒▒▒▒▒",
            "━━━E┫   ▒▒v2▒",
            "┊        ▒▒▒▒",
            "┊·        ▒▒┊",
            "┼┄┄┄┄┄┄┄┄┄┄┄┼\n",
        ];
        let style = TextStyle { colour: false, unicode: true };
        assert_eq!(picture(drawing("26EZ"), 0, None, style), lines.join("\n"));
    }

    #[test]
    fn a_bend_beside_a_closed_trail_with_meeples() {
        let lines = [
            "......|......",
            ":o    |@0  o:",
            ":     A     :",
            "----+ x     :",
            ":   +A+     :",
            ":o    |@0  o:",
            "......|......\n",
        ];
        assert_eq!(picture(drawing("8AA"), 2, Some(0), TextStyle::PLAIN), lines.join("\n"));
    }
}
