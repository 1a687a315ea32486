//! Landscapes that reach as far as the tiles last: straight lines, and shapes that border as many cells as can be.
//!
//! With tiles that always fit, so that the whole length is reached. What is extreme: coordinates up to 83, 170 cells that border
//! 84 filled ones, features of 84 segments.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::sets;
use safari_core::{
    Action, Cell, Deal, MAX_LAND, MAX_SEGMENTS, Move, Phase, Position, Seed, Side, TileSet, Variant,
};

fn tiles(toml: &str) -> &'static TileSet {
    TileSet::parse(toml).unwrap().leak()
}

/// Plays a game in which the n-th tile (from 0) goes to `cell(n)`, with actions by `act`, and validates each position.
fn play(
    tiles: &'static TileSet,
    variant: Variant,
    cell: impl Fn(i8) -> Cell,
    mut act: impl FnMut(&Position) -> Action,
    mut each: impl FnMut(&Position),
) -> Position {
    let deal = Deal::new(tiles, Seed(1));
    let (mut position, mut dealer) = deal.start(variant, 2).unwrap();
    let mut placed = 0;
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
        } else if position.phase() == Phase::Place {
            let wanted = cell(placed);
            let action = position
                .actions()
                .find(|action| matches!(action.unpack(), Move::Place { at, .. } if at == wanted))
                .unwrap_or_else(|| panic!("nothing fits on {wanted}\n{}", position.to_text()));
            position.play(action).unwrap();
            placed += 1;
        } else {
            let action = act(&position);
            position.play(action).unwrap();
        }
        position.validate().unwrap();
        each(&position);
    }
    assert_eq!(placed as usize, tiles.land());
    position
}

fn sampled() -> impl FnMut(&Position) -> Action {
    let mut rng = Seed(2).rng();
    move |position| position.sample(&mut rng)
}

fn decline(position: &Position) -> Action {
    if position.phase() == Phase::Action { Action::DECLINE } else { position.nth(0) }
}

/// Text and tokens hold what is extreme too.
fn text_and_tokens_round_trip(position: &Position) {
    let read = Position::from_text(position.tiles(), &position.to_text()).unwrap();
    assert_eq!(read.to_text(), position.to_text());
    assert_eq!(read.hash(), position.hash());
    assert!(read.actions().eq(position.actions()));
    for action in position.actions() {
        let token = position.token(action).to_string();
        assert_eq!(position.parse_token(&token), Ok(action), "{token}");
    }
}

fn cells(position: &Position) -> Vec<Cell> {
    position.placed().map(|placed| placed.at).collect()
}

#[test]
fn a_line_of_75_cells_to_the_east_is_a_game_like_any_other() {
    let end = play(
        tiles(&sets::straight_trail(72)),
        Variant::default(),
        |n| Cell::new(2 + n, 0),
        sampled(),
        text_and_tokens_round_trip,
    );
    assert_eq!(end.filled(), 75);
    assert_eq!(cells(&end).iter().map(|cell| cell.x).max(), Some(73));
    let trail = end.feature_at(Cell::new(73, 0), Side::West).unwrap();
    assert_eq!((trail.segments, trail.open, trail.animal_count), (75, 2, 72));
}

#[test]
fn a_line_of_84_cells_reaches_83_to_the_east_and_borders_170_cells() {
    let end = play(
        tiles(&sets::straight_trail(MAX_LAND)),
        Variant::default(),
        |n| Cell::new(2 + n, 0),
        sampled(),
        |position| assert_eq!(position.frontier().count(), 2 * position.filled() + 2),
    );
    assert_eq!(end.filled(), 84);
    assert_eq!(end.frontier().count(), 170);
    assert!(end.frontier().any(|cell| cell == Cell::new(83, 0)));
    assert_eq!(end.feature_at(Cell::new(0, 0), Side::East).unwrap().segments, 84);
}

#[test]
fn lines_of_84_cells_reach_as_far_in_every_direction() {
    for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
        let from = if dx == 0 { 1 } else { 2 };
        let end = play(
            tiles(&sets::savanna(MAX_LAND)),
            Variant::default(),
            |n| Cell::new(dx * (from + n), dy * (from + n)),
            sampled(),
            |position| {
                if position.filled() >= 82 {
                    text_and_tokens_round_trip(position);
                }
            },
        );
        assert_eq!(end.filled(), 84);
        let far = from + 80;
        assert!(cells(&end).contains(&Cell::new(dx * far, dy * far)));
        assert!(end.frontier().any(|cell| cell == Cell::new(dx * (far + 1), dy * (far + 1))));
        // A column on the middle of the start tile leaves it as two arms of one cell.
        assert_eq!(end.frontier().count(), if dx == 0 { 168 } else { 170 });
    }
}

#[test]
fn a_line_to_the_north_completes_a_trail_with_every_tile_or_has_75_cells() {
    // 60 tiles of two segments are as many as the limit of 128 allows.
    let set = tiles(&sets::column_of_short_trails(60));
    let end = play(
        set,
        Variant::default(),
        |n| Cell::new(0, -1 - n),
        |position| match position.phase() {
            Phase::Action if position.meeples(position.seat()) > 0 => {
                Action::meeple(Side::South, position.last_cell())
            }
            Phase::Action => Action::DECLINE,
            _ => position.nth(position.count() - 1),
        },
        |position| assert!((0..2).all(|seat| position.meeples(seat) >= 5)),
    );
    assert_eq!(end.filled(), 63);
    assert_eq!(cells(&end).iter().map(|cell| cell.y).min(), Some(-60));
    let segments: usize = end.placed().map(|placed| set.drawing(placed.kind).segments.len()).sum();
    assert_eq!(segments, 121);
    assert!(segments + 7 == MAX_SEGMENTS);

    let end = play(
        tiles(&sets::savanna(72)),
        Variant::default(),
        |n| Cell::new(0, -1 - n),
        sampled(),
        text_and_tokens_round_trip,
    );
    assert_eq!((end.filled(), cells(&end).iter().map(|cell| cell.y).min()), (75, Some(-72)));
}

#[test]
fn lines_in_both_directions_from_the_start_tile_keep_the_rangers_right() {
    // The ends alternate, so that both rangers are displaced and come back far out.
    let far = |position: &Position| {
        if position.phase() == Phase::Ranger {
            let ends = position.actions().max_by_key(|action| match action.unpack() {
                Move::Replace { to } => to.x.unsigned_abs(),
                _ => 0,
            });
            return ends.unwrap();
        }
        Action::DECLINE
    };
    let end = play(
        tiles(&sets::savanna(MAX_LAND)),
        Variant::default(),
        |n| Cell::new(if n % 2 == 0 { 2 + n / 2 } else { -2 - n / 2 }, 0),
        far,
        |position| assert!(position.rangers().count() <= 2),
    );
    let xs = || cells(&end).into_iter().map(|cell| cell.x);
    assert_eq!((xs().min(), xs().max()), (Some(-41), Some(42)));
}

#[test]
fn a_staircase_borders_fewer_cells_than_a_line() {
    // Steps of one east, one south: each bordering cell inside touches two filled ones.
    let end = play(
        tiles(&sets::savanna(MAX_LAND)),
        Variant::default(),
        |n| Cell::new(1 + n.div_euclid(2) + n % 2, 1 + n.div_euclid(2)),
        sampled(),
        |position| assert!(position.frontier().count() <= 2 * position.filled() + 2),
    );
    assert_eq!(end.filled(), 84);
    assert_eq!(end.frontier().count(), 89);
}

#[test]
fn a_spiral_and_a_comb_keep_within_the_slots_as_cells_come_and_go() {
    // A square spiral fills what borders it at each step.
    let spiral = |n: i8| {
        let mut cells = vec![];
        let (mut x, mut y) = (-1i8, 0i8);
        let mut side = 1;
        let steps: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let mut direction = 0;
        while cells.len() < 90 {
            let length = if direction % 2 == 1 { side + 2 } else { side };
            for _ in 0..length {
                x += steps[direction % 4].0;
                y += steps[direction % 4].1;
                cells.push(Cell::new(x, y));
            }
            direction += 1;
            if direction % 2 == 0 {
                side += 1;
            }
        }
        cells[n as usize]
    };
    let mut seen = std::collections::BTreeSet::from([Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0)]);
    for n in 0..MAX_LAND as i8 {
        assert!(seen.insert(spiral(n)), "{n}: {}", spiral(n));
    }
    let end = play(tiles(&sets::savanna(MAX_LAND)), Variant::default(), spiral, sampled(), |_| {});
    assert!(end.frontier().count() < 45);
    // A comb: a spine to the east with teeth of two to the south on every other cell.
    let comb = |n: i8| {
        let (tooth, step) = (n.div_euclid(4), n.rem_euclid(4));
        match step {
            0 => Cell::new(2 + 2 * tooth, 0),
            1 => Cell::new(3 + 2 * tooth, 0),
            2 => Cell::new(3 + 2 * tooth, 1),
            _ => Cell::new(3 + 2 * tooth, 2),
        }
    };
    let end = play(tiles(&sets::savanna(MAX_LAND)), Variant::default(), comb, sampled(), |position| {
        assert!(position.frontier().count() <= 2 * position.filled() + 2)
    });
    assert!(end.frontier().count() > 100);
}

#[test]
fn no_landscape_borders_more_than_twice_its_cells_and_two() {
    // n cells in one piece have at most 2n + 2 free sides (each joins by one at least), each towards one bordering cell. So 84 cells
    // border at most 170, and no random way to grow comes near the 171 slots there are.
    let set = tiles(&sets::savanna(MAX_LAND));
    let mut most = 0;
    for seed in 0..40 {
        let deal = Deal::new(set, Seed(seed));
        let (mut position, mut dealer) = deal.start(Variant::default(), 2 + seed as usize % 4).unwrap();
        let mut rng = Seed(seed).rng();
        while !position.is_over() {
            if position.phase().is_chance() {
                let outcome = dealer.next(&position);
                position.resolve(outcome).unwrap();
                continue;
            }
            let action = if position.phase() == Phase::Place && seed % 2 == 0 {
                // Where the tile has fewest neighbours, and so opens most.
                let lonely = |at: Cell| {
                    Side::ALL.into_iter().filter(|&s| position.placed_at(at.across(s)).is_some()).count()
                };
                let shift = seed as u32 * 7;
                (0..position.count())
                    .map(|n| position.nth((n + shift) % position.count()))
                    .min_by_key(|action| match action.unpack() {
                        Move::Place { at, .. } => lonely(at),
                        _ => 9,
                    })
                    .unwrap()
            } else {
                position.sample(&mut rng)
            };
            position.play(action).unwrap();
            let bordering = position.frontier().count();
            assert!(bordering <= 2 * position.filled() + 2);
            most = most.max(bordering);
        }
        position.validate().unwrap();
    }
    assert!(most > 80, "{most}");
}

#[test]
fn all_corners_of_84_cells_can_be_dug() {
    let set = tiles(&sets::savanna(MAX_LAND));
    let mut most = 0;
    play(
        set,
        Variant::default(),
        |n| Cell::new(2 + n, 0),
        decline,
        |position| {
            if position.phase() == Phase::Action {
                let animals = position.hand(position.seat()).set().len();
                assert_eq!(position.kind_counts()[3], animals * 4 * position.filled() as u32);
                most = most.max(position.kind_counts()[3]);
            }
        },
    );
    assert!(most >= 336);
}

#[test]
fn a_table_of_one_row_can_be_84_cells_long() {
    for table in ["table:169x1", "table:65535x1", "shifting:84x1", "shifting:65535x65535"] {
        let variant = Variant { table: table.parse().unwrap(), ..Variant::default() };
        let end = play(
            tiles(&sets::straight_trail(MAX_LAND)),
            variant,
            |n| Cell::new(2 + n, 0),
            decline,
            text_and_tokens_round_trip,
        );
        assert_eq!(end.filled(), 84, "{table}");
        let bordering = end.frontier().count();
        let wanted = match table {
            "table:169x1" => 2,
            "table:65535x1" => 2,
            "shifting:84x1" => 0,
            _ => 170,
        };
        assert_eq!(bordering, wanted, "{table}");
    }
}
