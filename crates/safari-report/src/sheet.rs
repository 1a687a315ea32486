//! The sheet of all land tiles.

use safari_core::{Animal, Cell, Drawing, Kind, TileSet};

use crate::art;
use crate::doubts;
use crate::geometry::{Point, TILE};
use crate::layout::Layout;
use crate::legend;
use crate::palette::{ALERT, EDGE, FAINT, INK, PAPER};
use crate::svg::{Font, Svg};
use crate::symbols;

/// Pixels to the unit.
const SCALE: f64 = 1.1;
/// Width of the sheet.
const WIDTH: f64 = 1180.0;
/// Free border of the sheet.
const MARGIN: f64 = 24.0;
/// Between two tiles of a type, and around them.
const GAP: f64 = 8.0;
/// Height of a type's card: its head, the tile, the kind's token.
const CARD: f64 = 28.0 + TILE + 26.0;
/// Width of the start tile's card.
const START: f64 = 5.0 * TILE + 2.0 * GAP;
/// Between two rows of cards.
const ROW: f64 = CARD + 10.0;

/// Draws all land tiles and the start tile, each kind once at rotation 0 with the number of its copies.
///
/// The sheet is an SVG document made for comparing the tile file with the tiles of the box: the drawings are our own and
/// show only what the rules use. For the built-in tiles it also says which facts are uncertain.
///
/// ```
/// let sheet = safari_report::tile_sheet(safari_core::TileSet::safari());
/// assert!(sheet.contains("26EZ ×1"));
/// ```
pub fn tile_sheet(tiles: &TileSet) -> String {
    let mut svg = Svg::new();
    let mut y = head(&mut svg, tiles);
    y = legend::draw(&mut svg, Point::new(MARGIN, y), WIDTH - 2.0 * MARGIN) + 14.0;
    if doubts::concern(tiles) {
        y = notes(&mut svg, y);
    }
    let mut x = MARGIN;
    for group in types(tiles) {
        let width = group.len() as f64 * (TILE + GAP) + GAP;
        if x > MARGIN && x + width > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + ROW);
        }
        card(&mut svg, Point::new(x, y), tiles, &group);
        x += width + 10.0;
    }
    if x + START > WIDTH - MARGIN {
        (x, y) = (MARGIN, y + ROW);
    }
    start(&mut svg, Point::new(x, y), tiles);
    svg.finish(WIDTH, y + CARD + MARGIN, SCALE, "Carcassonne Safari: the land tiles")
}

/// The kinds of each type in the order of the file.
fn types(tiles: &TileSet) -> Vec<Vec<Kind>> {
    let mut types: Vec<Vec<Kind>> = Vec::new();
    for kind in tiles.kinds() {
        let id = tiles.drawing(kind).id;
        match types.last_mut() {
            Some(group) if tiles.drawing(group[0]).id == id => group.push(kind),
            _ => types.push(vec![kind]),
        }
    }
    types
}

/// Title and totals; gives back where it ends.
fn head(svg: &mut Svg, tiles: &TileSet) -> f64 {
    svg.text(Point::new(MARGIN, 48.0), Font::new(28.0).bold(), "Carcassonne Safari: the land tiles");
    let (land, types, kinds) = (tiles.land(), types(tiles).len(), tiles.kinds().len());
    let text = format!(
        "{land} tiles of {types} types in {kinds} kinds (a kind is a type with its animals), and the start tile of three spaces."
    );
    svg.text(Point::new(MARGIN, 72.0), Font::new(14.0), &text);
    let text =
        "Every kind is drawn once, north up (rotation 0), with its token and the number of its copies.";
    svg.text(Point::new(MARGIN, 91.0), Font::new(14.0).fill(FAINT), text);
    totals(svg, tiles);
    120.0
}

/// What all copies together show.
fn totals(svg: &mut Svg, tiles: &TileSet) {
    let land: Vec<&Drawing> = tiles.kinds().map(|kind| tiles.drawing(kind)).collect();
    let start: Vec<&Drawing> = tiles.start().iter().map(|&(kind, _)| tiles.drawing(kind)).collect();
    let rows = [("land tiles", &land), ("start tile", &start)];
    let (x, y) = (WIDTH - MARGIN - 385.0, 34.0);
    for (column, animal) in Animal::ALL.into_iter().enumerate() {
        symbols::badge(svg, Point::new(x + 110.0 + column as f64 * 36.0, y - 4.0), animal);
    }
    for (column, name) in ["birds", "baobabs"].into_iter().enumerate() {
        svg.text(Point::new(x + 296.0 + column as f64 * 56.0, y), Font::new(12.0).bold().middle(), name);
    }
    let mut sums = [0; 7];
    for (row, (name, drawings)) in rows.into_iter().enumerate() {
        let counts = count(drawings);
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
        totals_row(svg, Point::new(x, y + 20.0 + row as f64 * 17.0), name, counts, Font::new(12.0));
    }
    totals_row(svg, Point::new(x, y + 55.0), "together", sums, Font::new(12.0).bold());
}

fn totals_row(svg: &mut Svg, at: Point, name: &str, counts: [u32; 7], font: Font) {
    svg.text(at, font, name);
    for (column, count) in counts.into_iter().enumerate() {
        let x = if column < 5 { 110.0 + column as f64 * 36.0 } else { 296.0 + (column - 5) as f64 * 56.0 };
        svg.text(at.moved(x, 0.0), font.middle(), &count.to_string());
    }
}

/// The five animals, birds and baobabs on all copies.
fn count(drawings: &[&Drawing]) -> [u32; 7] {
    let mut counts = [0; 7];
    for drawing in drawings {
        let copies = u32::from(drawing.copies);
        for segment in &drawing.segments {
            if let Some(animal) = segment.animal {
                counts[animal.index()] += copies;
            }
            counts[5] += copies * u32::from(segment.birds);
        }
        counts[6] += copies * u32::from(drawing.baobab);
    }
    counts
}

/// The uncertain facts; gives back where they end.
fn notes(svg: &mut Svg, y: f64) -> f64 {
    let height = doubts::NOTES.len() as f64 * 18.0 + 14.0;
    svg.put(format_args!(
        r##"<rect x="{MARGIN}" y="{y}" width="{}" height="{height}" rx="6" fill="#fdeef3" stroke="{ALERT}" stroke-width="1"/>"##,
        WIDTH - 2.0 * MARGIN
    ));
    for (line, text) in doubts::NOTES.into_iter().enumerate() {
        svg.text(Point::new(MARGIN + 12.0, y + 20.0 + line as f64 * 18.0), Font::new(12.5), text);
    }
    y + height + 16.0
}

/// One type with its kinds.
fn card(svg: &mut Svg, at: Point, tiles: &TileSet, group: &[Kind]) {
    let first = tiles.drawing(group[0]);
    let width = group.len() as f64 * (TILE + GAP) + GAP;
    svg.open("type", at, format_args!(r#" data-type="{}""#, first.id));
    svg.put(format_args!(
        r#"<rect width="{width}" height="{CARD}" rx="6" fill="{PAPER}" stroke="{EDGE}" stroke-width=".8"/>"#
    ));
    svg.text(Point::new(GAP, 20.0), Font::new(16.0).bold(), &first.id.to_string());
    let copies: u32 = group.iter().map(|&kind| u32::from(tiles.drawing(kind).copies)).sum();
    let text = if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") };
    svg.text(Point::new(GAP + 26.0, 20.0), Font::new(12.0).fill(FAINT), &text);
    if let Some(mark) = doubts::mark(first.id).filter(|_| doubts::concern(tiles)) {
        // On a narrow card only the question mark has room.
        let mark = if group.len() == 1 { "?" } else { mark };
        svg.text(Point::new(width - GAP, 20.0), Font::new(13.0).bold().fill(ALERT).end(), mark);
    }
    for (i, &kind) in group.iter().enumerate() {
        let drawing = tiles.drawing(kind);
        let place = Point::new(GAP + i as f64 * (TILE + GAP), 28.0);
        svg.open("tile", place, format_args!(r#" data-kind="{}""#, drawing.token));
        art::tile(svg, drawing, 0, &Layout::new(drawing, 0, |_| false));
        svg.close();
        let text = format!("{} ×{}", drawing.token, drawing.copies);
        svg.text(place.moved(TILE / 2.0, TILE + 18.0), Font::new(14.0).bold().middle(), &text);
    }
    svg.close();
}

/// The start tile in one piece, with the cells where the rangers begin.
fn start(svg: &mut Svg, at: Point, tiles: &TileSet) {
    svg.open("start", at, format_args!(""));
    let width = START;
    svg.put(format_args!(
        r#"<rect width="{width}" height="{CARD}" rx="6" fill="{PAPER}" stroke="{EDGE}" stroke-width=".8"/>"#
    ));
    svg.text(Point::new(GAP, 20.0), Font::new(16.0).bold(), "Start tile");
    let text = "one piece, three spaces; a ranger begins beside each end";
    svg.text(Point::new(GAP + 96.0, 20.0), Font::new(12.0).fill(FAINT), text);
    if doubts::concern(tiles) {
        svg.text(Point::new(width - GAP, 20.0), Font::new(13.0).bold().fill(ALERT).end(), "?");
    }
    let place =
        |cell: Cell| Point::new(GAP + (f64::from(cell.x) + 2.0) * TILE, 28.0 + f64::from(cell.y) * TILE);
    for (kind, cell) in tiles.start() {
        let drawing = tiles.drawing(kind);
        svg.open("tile", place(cell), format_args!(r#" data-kind="{}""#, drawing.token));
        art::tile(svg, drawing, 0, &Layout::new(drawing, 0, |_| false));
        svg.close();
        caption(svg, place(cell), cell);
    }
    art::one_piece(svg, place(Cell::new(-1, 0)));
    for cell in TileSet::ranger_cells() {
        symbols::empty_space(svg, place(cell));
        let middle = place(cell).moved(TILE / 2.0, TILE / 2.0);
        symbols::ranger(svg, middle, format_args!(r#" data-at="{cell}""#));
        caption(svg, place(cell), cell);
    }
    svg.close();
}

fn caption(svg: &mut Svg, tile: Point, cell: Cell) {
    let font = Font::new(13.0).middle().fill(INK);
    svg.text(tile.moved(TILE / 2.0, TILE + 18.0), font, &format!("({}, {})", cell.x, cell.y));
}
