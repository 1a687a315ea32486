//! The board as SVG shows everything at its place.
#![allow(clippy::unwrap_used)] // A failing helper is a failing test.

mod common;

use roxmltree::{Document, Node};
use safari_core::{Cell, Position, Side, Spot};
use safari_report::board_svg;

fn class<'a>(board: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    board
        .descendants()
        .filter(|n| n.attribute("class") == Some(class) && n.has_attribute("data-at"))
        .collect()
}

/// Where a node stands in the units of the view box.
fn place(node: &Node<'_, '_>) -> (f64, f64) {
    node.ancestors().filter_map(|n| n.attribute("transform")).fold((0.0, 0.0), |(x, y), text| {
        let inner = text.strip_prefix("translate(").unwrap().split(')').next().unwrap();
        let (dx, dy) = inner.split_once(',').unwrap();
        (x + dx.parse::<f64>().unwrap(), y + dy.parse::<f64>().unwrap())
    })
}

/// A board whose positions are measured from the top left corner of cell (0, 0) in cells.
struct Board<'a> {
    document: &'a Document<'a>,
    origin: (f64, f64),
}

impl<'a> Board<'a> {
    fn new(document: &'a Document<'a>) -> Board<'a> {
        let tiles = class(document, "tile");
        let start = tiles.iter().find(|n| n.attribute("data-at") == Some("0,0")).unwrap();
        Board { document, origin: place(start) }
    }

    /// The cell in which a node stands and where in it, from 0 to 1.
    fn cell(&self, node: &Node<'_, '_>) -> (Cell, f64, f64) {
        let (x, y) = place(node);
        let (x, y) = ((x - self.origin.0) / 100.0, (y - self.origin.1) / 100.0);
        (Cell::new(x.floor() as i8, y.floor() as i8), x - x.floor(), y - y.floor())
    }
}

fn text<'a>(node: &Node<'a, 'a>, name: &str) -> &'a str {
    node.attribute(name).unwrap()
}

fn check(position: &Position) {
    let svg = board_svg(position);
    let document = Document::parse(&svg).unwrap();
    let board = Board::new(&document);
    let tiles = class(board.document, "tile");
    assert_eq!(tiles.len(), position.filled());
    for (node, placed) in tiles.iter().zip(position.placed()) {
        assert_eq!(board.cell(node), (placed.at, 0.0, 0.0));
        assert_eq!(text(node, "data-kind"), position.tiles().token(placed.kind));
        assert_eq!(text(node, "data-rotation"), placed.rotation.to_string());
    }
    let rangers = class(board.document, "ranger");
    let cells: Vec<Cell> = rangers.iter().map(|node| board.cell(node).0).collect();
    assert_eq!(cells, position.rangers().collect::<Vec<_>>());

    let (digging, meeples): (Vec<_>, Vec<_>) =
        class(board.document, "meeple").into_iter().partition(|node| node.has_attribute("data-corner"));
    let standing = position.meeples_on_board();
    for (node, meeple) in meeples.iter().zip(&standing) {
        let (cell, x, y) = board.cell(node);
        assert_eq!(cell, meeple.at);
        assert_eq!(text(node, "data-seat"), meeple.seat.to_string());
        match meeple.spot {
            Spot::Baobab => assert_eq!(text(node, "data-spot"), "B"),
            Spot::Feature(side) => {
                assert_eq!(text(node, "data-spot"), side.letter().to_string());
                on_its_segment(position, cell, side, x, y);
            }
        }
    }
    let laid: Vec<_> = position.laid().collect();
    let cards = class(board.document, "card");
    assert_eq!(cards.len(), laid.len());
    for (node, laid) in cards.iter().zip(&laid) {
        let (cell, x, y) = board.cell(node);
        assert_eq!((cell, text(node, "data-animal")), (laid.at, &*laid.animal.to_string()));
        let name = format!("{}{}", if y < 0.5 { 'N' } else { 'S' }, if x > 0.5 { 'E' } else { 'W' });
        assert_eq!(name, laid.corner.name());
        assert!((x - 0.5).abs() > 0.3 && (y - 0.5).abs() > 0.3);
    }
    assert_eq!(meeples.len(), standing.len());
    let dug: Vec<_> = laid.iter().filter(|laid| laid.meeple.is_some()).collect();
    assert_eq!(digging.len(), dug.len());
    for (node, dug) in digging.iter().zip(dug) {
        assert_eq!(board.cell(node).0, dug.at);
        assert_eq!(text(node, "data-corner"), dug.corner.name());
        assert_eq!(dug.meeple.unwrap().to_string(), text(node, "data-seat"));
    }
}

/// A meeple on a segment with one side stands nearer to it than to the others.
fn on_its_segment(position: &Position, cell: Cell, side: Side, x: f64, y: f64) {
    let placed = position.placed_at(cell).unwrap();
    let drawing = position.tiles().drawing(placed.kind);
    let printed = Side::from_index(side.index() + 4 - usize::from(placed.rotation));
    let segment = drawing.segments.iter().find(|s| s.sides.contains(&printed)).unwrap();
    let far = [y, 1.0 - x, 1.0 - y, x];
    if segment.sides.len() == 1 {
        assert!(far.iter().all(|&other| far[side.index()] <= other), "{cell} {side:?} {x} {y}");
    }
}

#[test]
fn everything_stands_at_its_place() {
    let positions = common::positions(23);
    assert!(positions.iter().any(|p| p.laid().count() > 4));
    assert!(positions.iter().any(|p| p.meeples_on_board().iter().any(|m| m.spot == Spot::Baobab)));
    positions.iter().for_each(check);
}

#[test]
fn the_scoreboard_says_what_the_players_hold() {
    for position in common::positions(61) {
        let svg = board_svg(&position);
        let document = Document::parse(&svg).unwrap();
        let seats: Vec<_> = document.descendants().filter(|n| n.attribute("class") == Some("seat")).collect();
        assert_eq!(seats.len(), position.players());
        for (seat, node) in seats.iter().enumerate() {
            let texts: Vec<&str> = node
                .descendants()
                .filter(|n| n.tag_name().name() == "text")
                .filter_map(|n| n.text())
                .collect();
            assert!(texts.contains(&&*position.score(seat).to_string()), "{texts:?}");
            assert!(texts.contains(&&*position.meeples(seat).to_string()), "{texts:?}");
            let cards = node.descendants().filter(|n| n.attribute("class") == Some("card")).count() as u32;
            assert_eq!(cards, position.hand(seat).set().len());
        }
        assert!(svg.contains(&format!("{} land tiles", position.land_left())));
    }
}

#[test]
fn the_last_tile_is_framed_and_the_start_is_not() {
    assert!(!board_svg(&common::start(2)).contains(r#"class="last""#));
    let position = common::positions(40)[1];
    assert!(position.filled() > 3 && board_svg(&position).contains(r#"class="last""#));
}
