//! The board in characters shows everything at its place.
#![allow(clippy::unwrap_used)] // A failing helper is a failing test.

mod common;

use safari_core::{Cell, Corner, Position, Spot};
use safari_report::{TextStyle, board_text};

const STYLES: [TextStyle; 4] = [
    TextStyle::PLAIN,
    TextStyle::RICH,
    TextStyle { colour: true, unicode: false },
    TextStyle { colour: false, unicode: true },
];

/// The columns and rows of a cell's inside.
const CELL: (usize, usize) = (11, 5);

struct Board {
    lines: Vec<Vec<char>>,
    first: Cell,
    last: Cell,
}

impl Board {
    fn new(position: &Position, style: TextStyle) -> Board {
        let cells = || position.placed().map(|p| p.at).chain(position.rangers()).chain(position.frontier());
        let first = Cell::new(cells().map(|c| c.x).min().unwrap(), cells().map(|c| c.y).min().unwrap());
        let last = Cell::new(cells().map(|c| c.x).max().unwrap(), cells().map(|c| c.y).max().unwrap());
        let lines = board_text(position, style).lines().map(|line| line.chars().collect()).collect();
        Board { lines, first, last }
    }

    /// The lines of the landscape with its coordinates.
    fn height(&self) -> usize {
        (self.last.y - self.first.y + 1) as usize * (CELL.1 + 1) + 1 + 2
    }

    /// The inside of a cell.
    fn cell(&self, cell: Cell) -> Vec<String> {
        let x = 5 + (cell.x - self.first.x) as usize * (CELL.0 + 1);
        let y = 2 + (cell.y - self.first.y) as usize * (CELL.1 + 1);
        let letter = |x: usize, y: usize| self.lines[y].get(x).copied().unwrap_or(' ');
        (y..y + CELL.1).map(|y| (x..x + CELL.0).map(|x| letter(x, y)).collect()).collect()
    }
}

fn check(position: &Position) {
    let board = Board::new(position, TextStyle::PLAIN);
    let sentence: String = board.lines[board.height()].iter().collect();
    let over = position.is_over();
    assert!(sentence.starts_with(if over { "the game is over" } else { "seat " }), "{sentence}");
    for cell in position.rangers() {
        assert!(board.cell(cell).concat().contains("(ranger)"));
    }
    for cell in position.frontier() {
        assert!(board.cell(cell).concat().contains(&cell.to_string()));
    }
    let on_board = position.meeples_on_board();
    let laid: Vec<_> = position.laid().collect();
    for placed in position.placed() {
        let (cell, drawing) = (board.cell(placed.at), position.tiles().drawing(placed.kind));
        let text = cell.concat();
        let here = on_board.iter().filter(|m| m.at == placed.at).map(|m| m.seat);
        let diggers = laid.iter().filter(|l| l.at == placed.at).filter_map(|l| l.meeple);
        let mut seats: Vec<usize> = here.chain(diggers).collect();
        let mut drawn: Vec<usize> = text.split('@').skip(1).map(|rest| rest[..1].parse().unwrap()).collect();
        seats.sort();
        drawn.sort();
        assert_eq!(seats, drawn, "{cell:#?}");
        let animals = drawing.segments.iter().filter(|s| s.animal.is_some()).count();
        let cards = laid.iter().filter(|l| l.at == placed.at).count();
        assert_eq!(text.chars().filter(|&c| "AEGLZ".contains(c)).count(), animals + cards, "{cell:#?}");
        assert_eq!(text.contains('Y'), drawing.baobab);
    }
    for laid in &laid {
        let cell = board.cell(laid.at);
        let (row, meeple) = match laid.corner {
            Corner::NorthEast | Corner::NorthWest => (0, 1),
            _ => (4, 3),
        };
        let east = matches!(laid.corner, Corner::NorthEast | Corner::SouthEast);
        let card = format!("[{}]", laid.animal);
        assert_eq!(&cell[row][if east { 8..11 } else { 0..3 }], card);
        if let Some(seat) = laid.meeple {
            assert_eq!(&cell[meeple][if east { 9..11 } else { 0..2 }], format!("@{seat}"));
        }
    }
    for meeple in on_board.iter().filter(|m| m.spot == Spot::Baobab) {
        assert!(board.cell(meeple.at).iter().any(|row| row.contains(&format!("Y@{}", meeple.seat))));
    }
}

#[test]
fn everything_stands_at_its_place() {
    common::positions(17).iter().for_each(check);
}

#[test]
fn the_coordinates_stand_beside_their_cells() {
    let position = common::positions(50)[3];
    let board = Board::new(&position, TextStyle::PLAIN);
    for y in [0, board.height() - 1] {
        let line: String = board.lines[y].iter().collect();
        let found: Vec<i8> = line.split_whitespace().map(|x| x.parse().unwrap()).collect();
        assert_eq!(found, (board.first.x..=board.last.x).collect::<Vec<_>>());
    }
    for (row, y) in (board.first.y..=board.last.y).enumerate() {
        let line: String = board.lines[2 + row * 6 + 2].iter().collect();
        assert_eq!(line.split_whitespace().next(), Some(&*y.to_string()));
        assert_eq!(line.split_whitespace().last(), Some(&*y.to_string()));
    }
}

#[test]
fn without_colour_no_control_codes_and_no_blanks_at_line_ends() {
    for position in common::positions(29) {
        for style in STYLES {
            let text = board_text(&position, style);
            assert!(text.ends_with('\n'));
            assert_eq!(text.contains('\x1b'), style.colour);
            assert!(style.unicode || text.is_ascii());
            assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\x1b'));
            if !style.colour {
                assert!(text.lines().all(|line| line.trim_end() == line));
            }
        }
    }
}

#[test]
fn colour_changes_no_character() {
    for position in common::positions(29) {
        for unicode in [false, true] {
            let [plain, colour] =
                [false, true].map(|colour| board_text(&position, TextStyle { colour, unicode }));
            let stripped: String = colour
                .split('\x1b')
                .enumerate()
                .map(|(i, part)| if i == 0 { part } else { part.split_once('m').unwrap().1 })
                .collect();
            for (line, same) in plain.lines().zip(stripped.lines()) {
                assert_eq!(line, same.trim_end());
            }
            assert!(
                colour
                    .lines()
                    .all(|line| !line.contains('\x1b') || line.ends_with("\x1b[0m") || ends_plain(line))
            );
        }
    }
}

/// Whether the last control code of a line is the one back to the terminal's own colours.
fn ends_plain(line: &str) -> bool {
    line.rsplit('\x1b').next().is_some_and(|last| last.starts_with("[0m"))
}

#[test]
fn the_table_says_what_the_players_hold_and_what_is_left() {
    for position in common::positions(61) {
        let text = board_text(&position, TextStyle::PLAIN);
        for seat in position.seats() {
            let start = format!(" @{seat}   {:>5}  {:>7}  ", position.score(seat), position.meeples(seat));
            let line = text.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("{text}"));
            assert!(line.contains(&position.hand(seat).to_string()));
        }
        assert!(text.contains(&format!("stack, {} left:", position.land_left())));
        assert!(text.contains(&format!("bag, {} left:", position.bag().total())));
        for kind in position.tiles().kinds().filter(|&kind| position.left_of(kind) > 0) {
            assert!(text.contains(position.tiles().token(kind)));
        }
    }
}
