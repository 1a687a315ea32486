//! The board of a position as SVG.

use safari_core::{Animal, Cell, Phase, Placed, Position, Spot};

use crate::art;
use crate::bounds::Bounds;
use crate::caption;
use crate::geometry::{Point, TILE};
use crate::layout::Layout;
use crate::palette::{ALERT, EDGE, FAINT, PAPER, SEATS};
use crate::svg::{Font, Svg};
use crate::symbols;

/// Pixels to the unit.
const SCALE: f64 = 0.9;
/// Free border, where the coordinates stand.
const MARGIN: f64 = 34.0;
/// What the scoreboard needs.
const LEAST_WIDTH: f64 = 1060.0;
/// Height of a line of the scoreboard.
const LINE: f64 = 30.0;

/// Draws the board of a position with a scoreboard beneath.
///
/// The tiles lie as placed, the last one framed; meeples show their seat's colour and number, animal tiles are square
/// cards on their corners, empty spaces beside the landscape are faint. The coordinates along the edges are those of
/// the notation (RULES 10).
///
/// ```
/// # use safari_core::{AnimalCounts, Position, TileSet, Variant};
/// let hands = [AnimalCounts([1, 1, 0, 0, 0]), AnimalCounts([0, 0, 2, 0, 0])];
/// let start = Position::new(TileSet::safari(), Variant::default(), &hands).expect("the hands are in the bag");
/// assert!(safari_report::board_svg(&start).starts_with("<svg"));
/// ```
pub fn board_svg(position: &Position) -> String {
    let bounds = Bounds::of(position);
    let width = (f64::from(bounds.columns()) * TILE + 2.0 * MARGIN).max(LEAST_WIDTH);
    let left = (width - f64::from(bounds.columns()) * TILE) / 2.0;
    let page = Page { position, bounds, left };
    let mut svg = Svg::new();
    page.coordinates(&mut svg);
    page.landscape(&mut svg);
    page.pieces(&mut svg);
    let end = page.scoreboard(&mut svg, page.corner(page.bounds.last).y + TILE + MARGIN, width);
    svg.finish(width, end, SCALE, &format!("Carcassonne Safari: {}", caption::waits_for(position)))
}

struct Page<'a> {
    position: &'a Position,
    bounds: Bounds,
    /// Where the first column begins.
    left: f64,
}

impl Page<'_> {
    /// The top left corner of a cell.
    fn corner(&self, cell: Cell) -> Point {
        let (column, row) = self.bounds.place(cell);
        Point::new(self.left + f64::from(column) * TILE, MARGIN + f64::from(row) * TILE)
    }

    fn coordinates(&self, svg: &mut Svg) {
        let font = Font::new(17.0).middle().fill(FAINT);
        let (first, last) = (self.corner(self.bounds.first), self.corner(self.bounds.last));
        for x in self.bounds.xs() {
            let middle = self.corner(Cell::new(x, self.bounds.first.y)).x + TILE / 2.0;
            for y in [first.y - 11.0, last.y + TILE + 24.0] {
                svg.text(Point::new(middle, y), font, &x.to_string());
            }
        }
        for y in self.bounds.ys() {
            let middle = self.corner(Cell::new(self.bounds.first.x, y)).y + TILE / 2.0 + 6.0;
            for x in [first.x - 18.0, last.x + TILE + 18.0] {
                svg.text(Point::new(x, middle), font, &y.to_string());
            }
        }
    }

    /// Empty spaces, tiles and frames.
    fn landscape(&self, svg: &mut Svg) {
        for cell in self.position.frontier() {
            symbols::empty_space(svg, self.corner(cell));
            let foot = self.corner(cell).moved(TILE / 2.0, TILE - 11.0);
            svg.text(foot, Font::new(12.0).middle().fill(FAINT), &cell.to_string());
        }
        for placed in self.position.placed() {
            let drawing = self.position.tiles().drawing(placed.kind);
            let at = placed.at;
            svg.open(
                "tile",
                self.corner(at),
                format_args!(
                    r#" data-at="{at}" data-kind="{}" data-rotation="{}""#,
                    drawing.token, placed.rotation
                ),
            );
            art::tile(svg, drawing, placed.rotation, &self.layout(placed));
            svg.close();
        }
        art::one_piece(svg, self.corner(Cell::new(-1, 0)));
        if let Some(last) = caption::last_tile(self.position) {
            let at = self.corner(last.at);
            svg.put(format_args!(
                r#"<rect class="last" transform="translate({at})" width="{TILE}" height="{TILE}" rx="3" fill="none" stroke="{ALERT}" stroke-width="4.5"/>"#
            ));
        }
    }

    /// How a tile is arranged, with its meeples.
    fn layout(&self, placed: Placed) -> Layout {
        let drawing = self.position.tiles().drawing(placed.kind);
        let here = self.position.meeples_on_board().into_iter().filter(|meeple| meeple.at == placed.at);
        let held: Vec<usize> = here
            .filter_map(|meeple| match meeple.spot {
                Spot::Feature(side) => art::segment_at(drawing, placed.rotation, side),
                Spot::Baobab => None,
            })
            .collect();
        Layout::new(drawing, placed.rotation, |segment| held.contains(&segment))
    }

    /// Animal tiles, meeples and rangers.
    fn pieces(&self, svg: &mut Svg) {
        let laid: Vec<_> = self.position.laid().collect();
        for tile in &laid {
            svg.open("water", self.corner(tile.at), format_args!(""));
            symbols::water(svg, tile.corner);
            svg.close();
        }
        for tile in &laid {
            let more = format!(r#" data-at="{}" data-corner="{}""#, tile.at, tile.corner.name());
            svg.open("hole", self.corner(tile.at), format_args!(""));
            symbols::laid(svg, tile.corner, tile.animal, tile.meeple, format_args!("{more}"));
            svg.close();
        }
        for meeple in self.position.meeples_on_board() {
            let Some(placed) = self.position.placed_at(meeple.at) else { continue };
            let (place, spot) = match meeple.spot {
                Spot::Feature(side) => {
                    let drawing = self.position.tiles().drawing(placed.kind);
                    let segment = art::segment_at(drawing, placed.rotation, side);
                    let place = segment.and_then(|segment| self.layout(placed).stands[segment].meeple);
                    (place, side.letter())
                }
                Spot::Baobab => (self.layout(placed).baobab.map(art::keeper), 'B'),
            };
            let Some(place) = place else { continue };
            let corner = self.corner(meeple.at);
            let more = format!(r#" data-at="{}" data-spot="{spot}""#, meeple.at);
            symbols::meeple(svg, place.moved(corner.x, corner.y), 1.12, meeple.seat, format_args!("{more}"));
        }
        for cell in self.position.rangers() {
            let middle = self.corner(cell).moved(TILE / 2.0, TILE / 2.0);
            symbols::ranger(svg, middle, format_args!(r#" data-at="{cell}""#));
        }
    }

    /// What the players hold and what is left; gives back where it ends.
    fn scoreboard(&self, svg: &mut Svg, y: f64, width: f64) -> f64 {
        let position = self.position;
        let rows = position.players() as f64;
        let height = (102.0 + (rows + 1.0) * LINE).max(188.0);
        let (at, inner) = (Point::new(MARGIN, y), width - 2.0 * MARGIN);
        svg.open("scoreboard", at, format_args!(""));
        svg.put(format_args!(
            r#"<rect width="{inner}" height="{height}" rx="8" fill="{PAPER}" stroke="{EDGE}" stroke-width="1"/>"#
        ));
        let mut sentence = caption::waits_for(position);
        if let Some(last) = caption::last_tile(position) {
            sentence += &format!(" · last tile {}", caption::placement(position.tiles(), last));
        }
        svg.text(Point::new(18.0, 34.0), Font::new(20.0).bold(), &sentence);
        let columns = [18.0, 120.0, 190.0, 292.0];
        for (x, name) in columns.into_iter().zip(["seat", "score", "meeples", "animal tiles"]) {
            svg.text(Point::new(x, 66.0), Font::new(15.0).fill(FAINT), name);
        }
        for seat in position.seats() {
            self.seat(svg, 66.0 + (seat as f64 + 1.0) * LINE, columns, seat);
        }
        let y = 66.0 + (rows + 1.0) * LINE + 14.0;
        let left = format!(
            "left: {} land tiles · in the bag: {} · discard: {}",
            position.land_left(),
            caption::counts(position.bag()),
            caption::counts(position.discard())
        );
        svg.text(Point::new(18.0, y), Font::new(16.0), &left);
        if position.phase() == Phase::Place {
            self.drawn(svg, Point::new(inner - 4.0 * 112.0 - 6.0, 52.0));
        }
        svg.close();
        at.y + height + MARGIN
    }

    fn seat(&self, svg: &mut Svg, y: f64, [first, score, meeples, animals]: [f64; 4], seat: usize) {
        let position = self.position;
        svg.open("seat", Point::new(0.0, y), format_args!(r#" data-seat="{seat}""#));
        symbols::meeple(svg, Point::new(first + 12.0, -6.0), 1.3, seat, format_args!(""));
        if position.turn_seat() == seat && !position.is_over() {
            svg.text(Point::new(first + 32.0, 0.0), Font::new(15.0).bold().fill(ALERT), "turn");
        } else if position.winners().any(|winner| winner == seat) {
            svg.text(Point::new(first + 32.0, 0.0), Font::new(15.0).bold().fill(ALERT), "wins");
        }
        svg.text(
            Point::new(score + 40.0, 0.0),
            Font::new(19.0).bold().end(),
            &position.score(seat).to_string(),
        );
        let count = position.meeples(seat);
        svg.text(Point::new(meeples, 0.0), Font::new(17.0), &count.to_string());
        for i in 0..count {
            let x = meeples + 17.0 + f64::from(i) * 12.0;
            svg.put(format_args!(
                r#"<rect x="{x}" y="-12" width="9" height="12" rx="3" fill="{}"/>"#,
                SEATS[seat].0
            ));
        }
        let hand = position.hand(seat);
        let mut x = animals + 11.0;
        for animal in Animal::ALL {
            let count = hand.0[animal.index()];
            if count > 0 {
                symbols::card(svg, Point::new(x, -6.0), animal, format_args!(""));
                svg.text(Point::new(x + 15.0, 0.0), Font::new(15.0), &format!("×{count}"));
                x += 52.0;
            }
        }
        svg.close();
    }

    /// The tile that is to be placed in all rotations that look different.
    fn drawn(&self, svg: &mut Svg, at: Point) {
        let Some(kind) = self.position.tile() else { return };
        let drawing = self.position.tiles().drawing(kind);
        for rotation in 0..drawing.rotations {
            let place = at.moved(f64::from(rotation) * 112.0, 0.0);
            svg.open("drawn", place, format_args!(r#" data-rotation="{rotation}""#));
            art::tile(svg, drawing, rotation, &Layout::new(drawing, rotation, |_| false));
            let text = format!("{}@x,y/{rotation}", drawing.token);
            svg.text(Point::new(TILE / 2.0, TILE + 19.0), Font::new(13.0).middle(), &text);
            svg.close();
        }
    }
}
