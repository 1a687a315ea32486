//! Tokens (RULES 10): every legal decision has exactly one spelling, and anything else is an error that says why.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use common::cases;
use common::walk::positions_in;
use proptest::prelude::*;
use safari_core::{AnimalCounts, Outcome, Phase, Position, TileSet, Variant};

/// A game that begins with these hands and goes on with these tiles (`=3G`), animals (`=A`) and tokens.
fn game(hands: [&str; 2], events: &[&str]) -> Position {
    let tiles = TileSet::safari();
    let hands = hands.map(|hand| AnimalCounts::parse(hand).unwrap());
    let mut position = Position::new(tiles, Variant::default(), &hands).unwrap();
    for event in events {
        match (event.strip_prefix('='), position.phase()) {
            (Some(kind), Phase::DrawTile) => {
                position.resolve(Outcome::Tile(tiles.kind(kind).unwrap())).unwrap();
            }
            (Some(letter), _) => {
                let animal = safari_core::Animal::from_letter(letter.chars().next().unwrap()).unwrap();
                position.resolve(Outcome::Animal(animal)).unwrap();
            }
            (None, _) => {
                let action = position.parse_token(event).unwrap();
                position.play(action).unwrap();
            }
        }
    }
    position
}

fn message(position: &Position, token: &str) -> String {
    match position.parse_token(token) {
        Ok(action) => panic!("`{token}` is accepted: {action:?}"),
        Err(error) => error.to_string(),
    }
}

/// Asserts what is said about each token.
fn assert_messages(position: &Position, table: &[(&str, &str)]) {
    for (token, wanted) in table {
        assert_eq!(message(position, token), *wanted);
    }
}

/// Asserts what is said of each token after the token itself, and what would be right.
fn assert_malformed(position: &Position, expected: &str, table: &[(&str, &str)]) {
    for (token, problem) in table {
        let quoted: String = if token.chars().count() > 40 {
            format!("{}…", token.chars().take(40).collect::<String>().escape_debug())
        } else {
            token.escape_debug().to_string()
        };
        assert_eq!(message(position, token), format!("`{quoted}`: {problem}; {expected}"));
    }
}

const PLACE: &str = "a placement is KIND@X,Y/TURNS, as in `26EZ@3,-1/1`";
const ACTION: &str = "an action is mN, mB, rX,Y>X,Y, dZ@X,YNE, xZ@X,YNE or -";
const BONUS: &str = "a bonus decision is `+` and an animal, as in `+L`, or `+-` for none";
const RANGER: &str = "a ranger goes back by >X,Y, as in `>4,1`";

/// Numbers that are no coordinates, and why.
const NUMBERS: [(&str, &str); 20] = [
    ("", "`` is no whole number in its shortest spelling"),
    ("-", "`-` is no whole number in its shortest spelling"),
    ("+1", "`+1` is no whole number in its shortest spelling"),
    ("-0", "`-0` is no whole number in its shortest spelling"),
    ("--1", "`--1` is no whole number in its shortest spelling"),
    ("00", "`00` is no whole number in its shortest spelling"),
    ("01", "`01` is no whole number in its shortest spelling"),
    ("-01", "`-01` is no whole number in its shortest spelling"),
    (" 1", "` 1` is no whole number in its shortest spelling"),
    ("1 ", "`1 ` is no whole number in its shortest spelling"),
    ("1.0", "`1.0` is no whole number in its shortest spelling"),
    ("1e0", "`1e0` is no whole number in its shortest spelling"),
    ("0x1", "`0x1` is no whole number in its shortest spelling"),
    ("1_0", "`1_0` is no whole number in its shortest spelling"),
    ("\u{661}", "`\u{661}` is no whole number in its shortest spelling"), // Arabic-Indic one
    ("\u{ff11}", "`\u{ff11}` is no whole number in its shortest spelling"), // fullwidth one
    ("\u{2212}1", "`\u{2212}1` is no whole number in its shortest spelling"), // minus sign
    ("128", "128 is farther than any tile can lie"),
    ("-129", "-129 is farther than any tile can lie"),
    ("1000000000000000000000000000000", "1000000000000000000000000000000 is farther than any tile can lie"),
];

fn placing() -> Position {
    game(["AE", "GL"], &["=26EZ"])
}

#[test]
fn malformed_placements_say_what_is_wrong() {
    let position = placing();
    assert_malformed(
        &position,
        PLACE,
        &[
            ("", "there is no `@`"),
            ("26EZ", "there is no `@`"),
            ("-", "there is no `@`"),
            ("26EZ@", "there is no `/` before the quarter turns"),
            ("26EZ@1,-1", "there is no `/` before the quarter turns"),
            ("26EZ@/1", "`` is no cell X,Y"),
            ("26EZ@1/1", "`1` is no cell X,Y"),
            ("26EZ@1;-1/1", "`1;-1` is no cell X,Y"),
            ("26EZ@1,-1,0/1", "`-1,0` is no whole number in its shortest spelling"),
            ("26EZ@1, -1/1", "` -1` is no whole number in its shortest spelling"),
            ("26EZ@1,-1/", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/4", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/00", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/01", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/+1", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/-0", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/1 ", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/1/1", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/\u{661}", "the quarter turns must be 0, 1, 2 or 3"),
            ("26EZ@1,-1/1\0", "the quarter turns must be 0, 1, 2 or 3"),
        ],
    );
    for (number, problem) in NUMBERS {
        assert_malformed(
            &position,
            PLACE,
            &[
                (format!("26EZ@{number},-1/1").as_str(), problem),
                (format!("26EZ@1,{number}/1").as_str(), problem),
            ],
        );
    }
}

#[test]
fn placements_of_another_kind_than_the_one_drawn_name_it() {
    let position = placing();
    for kind in ["3G", "26EE", "26", "26ZE", "26ez", "026EZ", " 26EZ", "26EZ ", "\u{ff12}6EZ", "start0", ""] {
        assert_eq!(
            message(&position, &format!("{kind}@1,-1/1")),
            format!("`{kind}@1,-1/1`: the tile drawn is 26EZ")
        );
    }
}

#[test]
fn placements_that_are_not_legal_say_why() {
    // 26 is bbst: bush in the north and east, a trail in the west.
    assert_messages(
        &placing(),
        &[
            ("26EZ@0,0/0", "`26EZ@0,0/0`: 0,0 already holds a tile (rule 3.1)"),
            ("26EZ@5,5/0", "`26EZ@5,5/0`: 5,5 shares no side with a placed tile (rules 3.1, 4.3, 6.1)"),
            (
                "26EZ@127,-128/0",
                "`26EZ@127,-128/0`: 127,-128 shares no side with a placed tile (rules 3.1, 4.3, 6.1)",
            ),
            ("26EZ@0,-1/3", "`26EZ@0,-1/3`: side S differs from the tile beside it (rule 3.1)"),
            ("26EZ@1,-1/0", "`26EZ@1,-1/0`: side S differs from the tile beside it (rule 3.1)"),
        ],
    );
    assert_eq!(
        message(&game(["AE", "GL"], &["=1"]), "1@0,-1/3"),
        "`1@0,-1/3`: the tile looks the same turned by 0, which is its spelling (rule 10)"
    );
    assert_eq!(
        message(&game(["AE", "GL"], &["=5L"]), "5L@0,1/3"),
        "`5L@0,1/3`: the tile looks the same turned by 1, which is its spelling (rule 10)"
    );
    let tiles = TileSet::safari();
    let variant = Variant { table: "table:5x1".parse().unwrap(), ..Variant::default() };
    let hands = ["AE", "GL"].map(|hand| AnimalCounts::parse(hand).unwrap());
    let mut position = Position::new(tiles, variant, &hands).unwrap();
    position.resolve(Outcome::Tile(tiles.kind("3G").unwrap())).unwrap();
    assert_eq!(message(&position, "3G@0,-1/0"), "`3G@0,-1/0`: 0,-1 lies beyond the table (rule 3.4)");
}

/// Seat 0 holds A and E, and has placed a tile with a joined bush in the north and east, a trail in the west.
fn acting() -> Position {
    game(["AE", "GL"], &["=26EZ", "26EZ@0,-1/0"])
}

#[test]
fn malformed_actions_say_what_is_wrong() {
    let position = game(["AE", "GL"], &["=21E", "21E@0,-1/0"]);
    assert_malformed(
        &position,
        ACTION,
        &[
            ("", "it is empty"),
            (" ", "it begins with ` `"),
            ("q", "it begins with `q`"),
            ("M", "it begins with `M`"),
            ("D", "it begins with `D`"),
            ("+A", "it begins with `+`"),
            (">4,1", "it begins with `>`"),
            ("26EZ@3,-1/1", "it begins with `2`"),
            ("\u{2013}", "it begins with `\u{2013}`"), // en dash
            ("\0", "it begins with `\\0`"),
            ("\n", "it begins with `\\n`"),
            ("--", "it begins with `-`"),
            ("- ", "it begins with `-`"),
            ("m", "`` is no side"),
            ("me", "`e` is no side"),
            ("mb", "`b` is no side"),
            ("mX", "`X` is no side"),
            ("mEE", "`EE` is no side"),
            ("mE ", "`E ` is no side"),
            ("mB ", "`B ` is no side"),
            ("m\0", "`\\0` is no side"),
            ("r", "there is no `>` between two cells"),
            ("r-2,0", "there is no `>` between two cells"),
            ("r>", "`` is no cell X,Y"),
            ("r-2,0>", "`` is no cell X,Y"),
            ("r-2>0,-2", "`-2` is no cell X,Y"),
            ("r0,0>1,1", "no ranger stands on 0,0"),
            ("r-2,0>0,-2>0,-2", "`-2>0,-2` is no whole number in its shortest spelling"),
            ("d", "there is no `@`"),
            ("dA", "there is no `@`"),
            ("d@0,-1NE", "`` is no animal; the animals are A, E, G, L, Z"),
            ("da@0,-1NE", "`a` is no animal; the animals are A, E, G, L, Z"),
            ("dAA@0,-1NE", "`AA` is no animal; the animals are A, E, G, L, Z"),
            ("d-@0,-1NE", "`-` is no animal; the animals are A, E, G, L, Z"),
            ("dA@", "`` is no corner; they are NE, SE, SW, NW"),
            ("dA@N", "`N` is no corner; they are NE, SE, SW, NW"),
            ("dA@NE", "`` is no cell X,Y"),
            ("dA@0,-1", "`-1` is no corner; they are NE, SE, SW, NW"),
            ("dA@0,-1ne", "`ne` is no corner; they are NE, SE, SW, NW"),
            ("dA@0,-1EN", "`EN` is no corner; they are NE, SE, SW, NW"),
            ("dA@0,-1N", "`1N` is no corner; they are NE, SE, SW, NW"),
            ("dA@0,-1NE ", "`E ` is no corner; they are NE, SE, SW, NW"),
            ("dA@0,-1 NE", "`-1 ` is no whole number in its shortest spelling"),
            ("dA@0,-1\u{fc}", "`\u{fc}` is no corner; they are NE, SE, SW, NW"),
            ("dA@0,-1\u{1f992}", "the corner is missing"),
            ("x", "there is no `@`"),
            ("xA@0,-1@0,-1NE", "`-1@0,-1` is no whole number in its shortest spelling"),
        ],
    );
    for (number, problem) in NUMBERS {
        for token in [
            format!("r{number},0>0,-2"),
            format!("r-2,{number}>0,-2"),
            format!("r-2,0>{number},-2"),
            format!("r-2,0>0,{number}"),
            format!("dA@{number},-1NE"),
            format!("dA@0,{number}NE"),
            format!("xA@0,{number}NE"),
        ] {
            assert_malformed(&position, ACTION, &[(&token, problem)]);
        }
    }
}

#[test]
fn actions_that_are_not_legal_say_why() {
    assert_messages(
        &acting(),
        &[
            ("mE", "`mE`: the feature's first side on the tile is N, which is its spelling (rule 10)"),
            ("mS", "`mS`: no trail or bush touches side S of the tile (rule 4.1)"),
            ("mB", "`mB`: the tile has no baobab (rule 4.2)"),
            ("r-2,0>-2,0", "`r-2,0>-2,0`: -2,0 holds a ranger (rules 4.3, 6.1)"),
            ("r-2,0>2,0", "`r-2,0>2,0`: 2,0 holds a ranger (rules 4.3, 6.1)"),
            ("r-2,0>0,0", "`r-2,0>0,0`: 0,0 already holds a tile (rule 3.1)"),
            ("r-2,0>9,9", "`r-2,0>9,9`: 9,9 shares no side with a placed tile (rules 3.1, 4.3, 6.1)"),
            ("dG@0,0NE", "`dG@0,0NE`: the supply holds no G (rules 4.4, 4.5, 5.5)"),
            ("dA@5,5NE", "`dA@5,5NE`: 5,5 holds no tile (rules 4.4, 4.5)"),
            ("dA@0,-1NE", "`dA@0,-1NE`: the corner touches bush (rule 4.4)"),
            (
                "xA@0,0NE",
                "`xA@0,0NE`: no animal tile lies beside the corner, so there is nothing to extend (rule 4.5)",
            ),
        ],
    );
    // Seat 0 has dug; seat 1 holds an ape and a lion.
    let dug = game(["AA", "AL"], &["=26EZ", "26EZ@0,-1/0", "dA@0,0NW", "=21E", "21E@0,-2/1"]);
    assert_messages(
        &dug,
        &[
            ("dL@0,0NW", "`dL@0,0NW`: the corner holds an animal tile (rules 4.4, 4.5)"),
            ("xL@0,0NW", "`xL@0,0NW`: the corner holds an animal tile (rules 4.4, 4.5)"),
            (
                "dL@-1,0NE",
                "`dL@-1,0NE`: an animal tile lies beside the corner, so this would extend a hole, not dig one (rule 4.4)",
            ),
            ("xA@-1,0NE", "`xA@-1,0NE`: the hole shows A already (rules 4.5, 4.6)"),
            ("xG@-1,0NE", "`xG@-1,0NE`: the supply holds no G (rules 4.4, 4.5, 5.5)"),
        ],
    );
    assert!(dug.parse_token("xL@-1,0NE").is_ok());
    let staffed = game(["AA", "AL"], &["=26EZ", "26EZ@0,-1/0", "mN", "=21E", "21E@0,-2/1"]);
    assert_messages(&staffed, &[("mS", "`mS`: the feature holds a meeple (rule 4.1)")]);
    let displaced = game(["AE", "GL"], &["=1", "1@-2,0/0"]);
    assert_messages(
        &displaced,
        &[("r2,0>0,-1", "`r2,0>0,-1`: no ranger may move in a turn whose tile displaced one (rule 4.3)")],
    );
}

#[test]
fn actions_that_need_a_meeple_say_so_where_none_is_left() {
    let spent = positions_in(Phase::Action, 40, 30, |position| position.meeples(position.seat()) == 0);
    let (mut baobabs, mut digs, mut features) = (0, 0, 0);
    for position in spent {
        let said = |token: &str| position.parse_token(token).err().map(|error| error.to_string());
        let none = |token: &str| format!("`{token}`: no meeple is left in the supply (rules 4.1, 4.2, 4.4)");
        baobabs += u32::from(said("mB") == Some(none("mB")));
        for side in ["mN", "mE", "mS", "mW"] {
            features += u32::from(said(side) == Some(none(side)));
        }
        for placed in position.placed() {
            for animal in position.hand(position.seat()).set().iter() {
                let token = format!("d{animal}@{}NE", placed.at);
                digs += u32::from(said(&token) == Some(none(&token)));
            }
        }
        assert_eq!(
            position.actions().filter(|a| position.token(*a).to_string().starts_with(['m', 'd'])).count(),
            0
        );
    }
    assert!(baobabs > 0 && digs > 0 && features > 0, "{baobabs} {digs} {features}");
}

#[test]
fn every_bad_bonus_says_why() {
    // The trail is complete at once with two giraffes; seat 0 holds A and E.
    let position = game(["AG", "GL"], &["=3G", "3G@0,1/1", "mN"]);
    assert_eq!((position.phase(), position.seat()), (Phase::Bonus, 0));
    assert_malformed(
        &position,
        BONUS,
        &[
            ("", "it does not begin with `+`"),
            ("A", "it does not begin with `+`"),
            ("-", "it does not begin with `+`"),
            (" +A", "it does not begin with `+`"),
            ("\u{ff0b}A", "it does not begin with `+`"),
            ("+", "what follows `+` is neither an animal (A, E, G, L, Z) nor `-`"),
            ("+a", "what follows `+` is neither an animal (A, E, G, L, Z) nor `-`"),
            ("+AA", "what follows `+` is neither an animal (A, E, G, L, Z) nor `-`"),
            ("+A ", "what follows `+` is neither an animal (A, E, G, L, Z) nor `-`"),
            ("+--", "what follows `+` is neither an animal (A, E, G, L, Z) nor `-`"),
            ("+\0", "what follows `+` is neither an animal (A, E, G, L, Z) nor `-`"),
        ],
    );
    assert_messages(
        &position,
        &[
            ("+G", "`+G`: G is on the feature already (rule 5.5)"),
            ("+L", "`+L`: the supply holds no L (rules 4.4, 4.5, 5.5)"),
        ],
    );
}

#[test]
fn every_bad_way_back_of_a_ranger_says_why() {
    let position = game(["AE", "GL"], &["=1", "1@-2,0/0", "-"]);
    assert_eq!(position.phase(), Phase::Ranger);
    assert_malformed(
        &position,
        RANGER,
        &[
            ("", "it does not begin with `>`"),
            ("4,1", "it does not begin with `>`"),
            ("r2,0>4,1", "it does not begin with `>`"),
            (" >4,1", "it does not begin with `>`"),
            (">", "`` is no cell X,Y"),
            (">4", "`4` is no cell X,Y"),
            (">>0,-1", "`>0` is no whole number in its shortest spelling"),
            (">0,-1\0", "`-1\\0` is no whole number in its shortest spelling"),
            (">0,-1\n", "`-1\\n` is no whole number in its shortest spelling"),
        ],
    );
    for (number, problem) in NUMBERS {
        assert_malformed(
            &position,
            RANGER,
            &[(&format!(">{number},-1"), problem), (&format!(">0,{number}"), problem)],
        );
    }
    let tiles = TileSet::safari();
    let variant = Variant { table: "table:7x1".parse().unwrap(), ..Variant::default() };
    let hands = ["AE", "GL"].map(|hand| AnimalCounts::parse(hand).unwrap());
    let mut narrow = Position::new(tiles, variant, &hands).unwrap();
    narrow.resolve(Outcome::Tile(tiles.kind("1").unwrap())).unwrap();
    narrow.play(narrow.parse_token("1@-2,0/0").unwrap()).unwrap();
    narrow.play(narrow.parse_token("-").unwrap()).unwrap();
    assert_messages(&narrow, &[(">0,-1", "`>0,-1`: 0,-1 lies beyond the table (rule 3.4)")]);
    assert_messages(
        &position,
        &[
            (">0,0", "`>0,0`: 0,0 already holds a tile (rule 3.1)"),
            (">2,0", "`>2,0`: 2,0 holds a ranger (rules 4.3, 6.1)"),
            (">7,7", "`>7,7`: 7,7 shares no side with a placed tile (rules 3.1, 4.3, 6.1)"),
        ],
    );
}

#[test]
fn no_token_is_a_decision_where_none_is_due() {
    let start = game(["AE", "GL"], &[]);
    let drawing = game(["AE", "GL"], &["=1", "1@0,-1/0", "mB"]);
    let mut over = start;
    over.playout(&mut safari_core::Seed(1).rng());
    for (position, phase) in [(start, "draw_tile"), (drawing, "draw_animal"), (over, "over")] {
        for token in ["", "-", "mB", "+-", ">0,1", "1@0,-1/0"] {
            assert_eq!(
                message(&position, token),
                format!("`{token}`: the position waits for `{phase}`; no decision is due")
            );
        }
    }
}

#[test]
fn a_huge_token_is_an_error_of_one_line() {
    for position in positions() {
        for part in ["9", "-", "@", ",", ">", "A", "/", "1,", "\u{1f992}", "\0", "\u{1e}", " ", "mN"] {
            let huge = part.repeat(1_000_000 / part.len());
            for token in [
                huge.clone(),
                format!("-{huge}"),
                format!("m{huge}"),
                format!("r{huge}>1,1"),
                format!("r-2,0>{huge},1"),
                format!("dA@1,{huge}NE"),
                format!("dA@1,1{huge}"),
                format!("d{huge}@1,1NE"),
                format!("+{huge}"),
                format!(">{huge}"),
                format!(">1,{huge}"),
                format!("{}@{huge}", drawn(&position)),
                format!("{}@1,{huge}/0", drawn(&position)),
                format!("{}@1,1/{huge}", drawn(&position)),
            ] {
                let error = message(&position, &token);
                assert!(error.chars().count() < 400, "{} characters", error.chars().count());
                assert!(!error.contains('\0'));
            }
        }
    }
}

fn drawn(position: &Position) -> &str {
    position.tile().map_or("1", |kind| position.tiles().token(kind))
}

/// Positions of every phase, in games of all policies.
fn positions() -> Vec<Position> {
    static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
        Phase::ALL
            .into_iter()
            .flat_map(|phase| {
                let found = positions_in(phase, 20, 1, |position| {
                    !position.phase().is_decision() || position.count() > 1
                });
                assert!(found.len() >= 5, "{}", phase.name());
                found.into_iter().take(8)
            })
            .collect()
    });
    POSITIONS.clone()
}

/// The one property: a text is read if and only if it is the spelling of a legal decision, and as that decision.
fn check(position: &Position, text: &str) -> Result<(), TestCaseError> {
    let spelled = position.actions().find(|&action| position.token(action).to_string() == text);
    match position.parse_token(text) {
        Ok(action) => {
            prop_assert_eq!(Some(action), spelled, "{} in\n{}", text, position.to_text());
            prop_assert!(position.is_legal(action));
        }
        Err(error) => {
            prop_assert_eq!(None, spelled, "{} in\n{}", text, position.to_text());
            prop_assert!(error.to_string().chars().count() < 400);
        }
    }
    Ok(())
}

/// A legal token of the position, or of any other one.
fn legal_token() -> impl Strategy<Value = (usize, String)> {
    (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u32>()).prop_map(|(at, of, nth)| {
        let positions = positions();
        let decisions: Vec<usize> = (0..positions.len()).filter(|&i| positions[i].count() > 0).collect();
        let other = positions[decisions[of.index(decisions.len())]];
        let token = other.token(other.nth(nth % other.count())).to_string();
        (at.index(positions.len()), token)
    })
}

/// Text made of the letters of the notation.
const GRAMMAR: &str = "[-+@,/>0-9NESWABGLZmrdxb ]{0,14}";

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn any_text_is_read_only_as_what_it_spells(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        let bytes = String::from_utf8_lossy(&bytes).into_owned();
        for position in positions().iter().step_by(3) {
            check(position, &text)?;
            check(position, &bytes)?;
        }
    }

    #[test]
    fn any_text_in_the_letters_of_the_notation_is_read_only_as_what_it_spells(text in GRAMMAR) {
        for position in positions().iter().step_by(2) {
            check(position, &text)?;
        }
    }

    #[test]
    fn tokens_of_the_right_shape_are_read_only_as_what_they_spell(
        token in "(m[NESWB]|r-?[0-3],-?[0-3]>-?[0-9],-?[0-9]|[dx][AEGLZ]@-?[0-4],-?[0-4](NE|SE|SW|NW)|-|\\+[-AEGLZ]|>-?[0-9],-?[0-9])",
        place in "@-?[0-5],-?[0-5]/[0-3]",
    ) {
        for position in positions() {
            check(&position, &token)?;
            check(&position, &format!("{}{place}", drawn(&position)))?;
        }
    }

    #[test]
    fn a_legal_token_with_one_letter_changed_is_read_only_as_what_it_spells(
        (at, token) in legal_token(),
        place in any::<prop::sample::Index>(),
        letter in prop::char::any(),
        other in "[-+@,/>0-9NESWABGLZmrdx]",
    ) {
        let position = positions()[at];
        check(&position, &token)?;
        let letters: Vec<char> = token.chars().collect();
        let i = place.index(letters.len());
        let with = |replacement: &str, skip: usize| -> String {
            letters[..i].iter().collect::<String>() + replacement + &letters[i + skip..].iter().collect::<String>()
        };
        check(&position, &with("", 1))?;
        for replacement in [letter.to_string(), other] {
            check(&position, &with(&replacement, 1))?;
            check(&position, &with(&replacement, 0))?;
        }
        check(&position, &format!("{token}{letter}"))?;
        check(&position, &token.to_lowercase())?;
        check(&position, &token.to_uppercase())?;
        check(&position, &token.repeat(2))?;
    }
}

#[test]
fn every_legal_decision_has_one_spelling_and_no_other_text_in_its_shape_is_read() {
    // All texts of the shape of each kind of token near the board, not only random ones.
    let mut read = 0;
    for position in positions() {
        let legal: BTreeSet<String> = position.actions().map(|a| position.token(a).to_string()).collect();
        assert_eq!(legal.len() as u32, position.count());
        let mut accepted = BTreeSet::new();
        let mut offer = |token: String| {
            if position.parse_token(&token).is_ok() {
                assert!(accepted.insert(token));
            }
        };
        let cells: Vec<String> = position
            .placed()
            .flat_map(|placed| placed.at.around().into_iter().chain([placed.at]))
            .flat_map(|cell| cell.around())
            .map(|cell| cell.to_string())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        offer("-".into());
        for letter in "NESWB".chars() {
            offer(format!("m{letter}"));
        }
        for animal in "AEGLZ-".chars() {
            offer(format!("+{animal}"));
        }
        let rangers: Vec<String> = position.rangers().map(|cell| cell.to_string()).collect();
        for cell in &cells {
            offer(format!(">{cell}"));
            for turns in 0..4 {
                offer(format!("{}@{cell}/{turns}", drawn(&position)));
            }
            for from in &rangers {
                offer(format!("r{from}>{cell}"));
            }
            for animal in "AEGLZ".chars() {
                for corner in ["NE", "SE", "SW", "NW"] {
                    offer(format!("d{animal}@{cell}{corner}"));
                    offer(format!("x{animal}@{cell}{corner}"));
                }
            }
        }
        assert_eq!(accepted, legal, "{}", position.to_text());
        read += accepted.len();
    }
    assert!(read > 1_000, "{read}");
}
