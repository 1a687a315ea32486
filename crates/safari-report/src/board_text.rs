//! The board of a position in characters.

use safari_core::{Cell, Phase, Placed, Position, Spot};

use crate::art;
use crate::bounds::Bounds;
use crate::canvas::Canvas;
use crate::caption;
use crate::text_style::{Ink, TextStyle};
use crate::text_tile::{self, COLUMNS, Pen, ROWS, STEP_X, STEP_Y, TextTile};

/// Columns for the coordinates on either side.
const AXIS: usize = 4;
/// Longest line of a list.
const LINE: usize = 96;

/// Draws the board of a position in characters, with what the players hold and what is left beneath.
///
/// A cell takes 12 columns and 6 rows with its frame; one line of x coordinates stands above and one below the landscape, and the y
/// coordinates on either side. Empty spaces beside the landscape show their coordinates as the notation spells them.
///
/// Lines draw trails and shades bushes; `A E G L Z` are printed animals, `v2` is two birds, `@1` a meeple of seat 1,
/// `[Z]` an animal tile on its corner. The last two lines are a key.
///
/// ```
/// # use safari_core::{AnimalCounts, Position, TileSet, Variant};
/// # use safari_report::{TextStyle, board_text};
/// let hands = [AnimalCounts([1, 1, 0, 0, 0]), AnimalCounts([0, 0, 2, 0, 0])];
/// let start = Position::new(TileSet::safari(), Variant::default(), &hands).expect("the hands are in the bag");
/// assert!(board_text(&start, TextStyle::PLAIN).contains("(ranger)"));
/// ```
pub fn board_text(position: &Position, style: TextStyle) -> String {
    let board = Board { position, style, bounds: Bounds::of(position) };
    let mut text = board.landscape().render(style);
    text += &board.table();
    if position.phase() == Phase::Place {
        text += "\n";
        text += &board.drawn();
    }
    text += "\n";
    text += &board.left();
    text += &board.key();
    text
}

struct Board<'a> {
    position: &'a Position,
    style: TextStyle,
    bounds: Bounds,
}

impl Board<'_> {
    fn landscape(&self) -> Canvas {
        let columns = self.bounds.columns() as usize * STEP_X + 1;
        let rows = self.bounds.rows() as usize * STEP_Y + 1;
        let mut canvas = Canvas::new(columns + 2 * AXIS, rows + 2);
        self.axes(&mut canvas, rows);
        for cell in self.position.frontier() {
            let text = cell.to_string();
            self.pen(&mut canvas, cell).write((centred(&text, COLUMNS), 2), &text, Ink::Faint);
        }
        for cell in self.position.rangers() {
            self.pen(&mut canvas, cell).write((1, 3), "(ranger)", Ink::Ranger);
        }
        let last = caption::last_tile(self.position);
        for placed in self.position.placed() {
            let tile = self.tile(placed, last == Some(placed));
            tile.frame(&mut self.pen(&mut canvas, placed.at));
            tile.draw(&mut self.pen(&mut canvas, placed.at));
        }
        for laid in self.position.laid() {
            text_tile::card(&mut self.pen(&mut canvas, laid.at), laid.corner, laid.animal, laid.meeple);
        }
        canvas
    }

    fn axes(&self, canvas: &mut Canvas, rows: usize) {
        for (column, x) in self.bounds.xs().enumerate() {
            let text = x.to_string();
            let left = AXIS + 1 + column * STEP_X + centred(&text, COLUMNS);
            canvas.write(left, 0, &text, Ink::Faint);
            canvas.write(left, rows + 1, &text, Ink::Faint);
        }
        let right = AXIS + 1 + self.bounds.columns() as usize * STEP_X;
        for (row, y) in self.bounds.ys().enumerate() {
            let line = 2 + row * STEP_Y + ROWS / 2;
            canvas.write(0, line, &format!("{y:>3}"), Ink::Faint);
            canvas.write(right + 1, line, &y.to_string(), Ink::Faint);
        }
    }

    fn pen<'c>(&self, canvas: &'c mut Canvas, cell: Cell) -> Pen<'c> {
        let (column, row) = self.bounds.place(cell);
        let (x, y) = (AXIS + 1 + column as usize * STEP_X, 2 + row as usize * STEP_Y);
        Pen { canvas, glyphs: self.style.glyphs(), x, y }
    }

    fn tile(&self, placed: Placed, last: bool) -> TextTile<'_> {
        let Placed { kind, rotation, at } = placed;
        let drawing = self.position.tiles().drawing(kind);
        let mut tile = TextTile { drawing, rotation, meeples: [None; 4], keeper: None, last };
        for meeple in self.position.meeples_on_board().into_iter().filter(|meeple| meeple.at == at) {
            match meeple.spot {
                Spot::Baobab => tile.keeper = Some(meeple.seat),
                Spot::Feature(side) => {
                    if let Some(segment) = art::segment_at(drawing, rotation, side) {
                        tile.meeples[segment] = Some(meeple.seat);
                    }
                }
            }
        }
        tile
    }

    /// What the position waits for and what the players hold.
    fn table(&self) -> String {
        let position = self.position;
        let mut lines = vec![(caption::waits_for(position), Ink::Strong)];
        if let Some(last) = caption::last_tile(position) {
            lines.push((format!("last tile {}", caption::placement(position.tiles(), last)), Ink::Plain));
        }
        lines.push((String::new(), Ink::Plain));
        lines.push(("seat  score  meeples  animal tiles".to_owned(), Ink::Faint));
        let first = lines.len();
        for seat in position.seats() {
            let mut hand = position.hand(seat).to_string();
            if hand.is_empty() {
                hand.push('-');
            }
            let turn = !position.is_over() && position.turn_seat() == seat;
            let turn = if turn { "  (turn)" } else { "" };
            let (score, meeples) = (position.score(seat), position.meeples(seat));
            lines.push((format!("      {score:>5}  {meeples:>7}  {hand}{turn}"), Ink::Plain));
        }
        let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
        let mut canvas = Canvas::new(width, lines.len());
        for (y, (line, ink)) in lines.iter().enumerate() {
            canvas.write(0, y, line, *ink);
        }
        for seat in position.seats() {
            canvas.write(1, first + seat, &format!("@{seat}"), Ink::Meeple(seat as u8));
        }
        canvas.render(self.style)
    }

    /// The tile that is to be placed in all rotations that look different.
    fn drawn(&self) -> String {
        let Some(kind) = self.position.tile() else { return String::new() };
        let drawing = self.position.tiles().drawing(kind);
        let step = STEP_X + 4;
        let mut canvas = Canvas::new(usize::from(drawing.rotations) * step, STEP_Y + 2);
        for rotation in 0..drawing.rotations {
            let x = 2 + usize::from(rotation) * step;
            let text = format!("/{rotation}");
            canvas.write(x + centred(&text, COLUMNS), 0, &text, Ink::Strong);
            let mut pen = Pen { canvas: &mut canvas, glyphs: self.style.glyphs(), x, y: 2 };
            let tile = TextTile { drawing, rotation, meeples: [None; 4], keeper: None, last: false };
            tile.frame(&mut pen);
            tile.draw(&mut pen);
        }
        canvas.render(self.style)
    }

    /// What is left in the stack and in the bag.
    fn left(&self) -> String {
        let position = self.position;
        let mut text = String::new();
        let mut line = format!("stack, {} left:", position.land_left());
        for (i, kind) in caption::stack(position).iter().enumerate() {
            if i > 0 {
                line.push(',');
            }
            if line.len() + kind.len() >= LINE {
                text += &line;
                text.push('\n');
                line = " ".to_owned();
            }
            line.push(' ');
            line += kind;
        }
        text += &line;
        text.push('\n');
        let (bag, discard) = (caption::counts(position.bag()), caption::counts(position.discard()));
        text += &format!("bag, {} left: {bag}; discard: {discard}\n", position.bag().total());
        text
    }

    fn key(&self) -> String {
        let glyphs = self.style.glyphs();
        let (baobab, end, bush, corner) = (glyphs.baobab, glyphs.ends[3], glyphs.bush, glyphs.corner);
        let level = glyphs.level;
        format!(
            "key: A E G L Z animals, {level}{level}{end} closed trail, {bush} bush, v1 bird, {baobab} baobab,\n\
             {corner} open corner, [Z] animal tile, @0 meeple of seat 0\n"
        )
    }
}

/// Where a text begins that is centred in a width.
fn centred(text: &str, width: usize) -> usize {
    (width + 1).saturating_sub(text.len()) / 2
}
