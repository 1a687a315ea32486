//! The text form of a position: wrong texts are errors that name the line, and whatever is accepted is a position.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::sync::LazyLock;

use common::policies::Policy;
use common::walk::walk;
use common::{cases, variants};
use proptest::prelude::*;
use proptest::sample::Index;
use safari_core::{Phase, Position, Seed, Setup, TileSet};

/// Two turns by hand: a bush with a meeple of seat 0, a hole dug by seat 1, a baobab of seat 0 just surrounded by nothing.
fn base() -> String {
    let hash = format!("{:016x}", TileSet::safari().hash());
    let mut left = String::new();
    for kind in TileSet::safari().kinds() {
        let token = TileSet::safari().token(kind);
        let placed = ["26EZ", "21E", "3G"].contains(&token);
        let copies = TileSet::safari().drawing(kind).copies - u8::from(placed);
        if copies > 0 {
            left += &format!(" {token}*{copies}");
        }
    }
    format!(
        "safari-position 1\n\
         tileset {hash}\n\
         variant floor most before_scoring independent\n\
         placed 26EZ@0,-1/0 21E@0,-2/1 3G@0,1/1\n\
         meeples 0mN@0,-1\n\
         laid 1L@0,0NW\n\
         rangers -2,0 2,0\n\
         seat AE\n\
         seat G dig=3\n\
         left{left}\n\
         bag AAAAAAAAAEEEEEEEEEGGGGGGGGGLLLLLLLLLZZZZZZZZZZ\n\
         discard -\n\
         phase action\n"
    )
}

/// The lines of [`base`].
const TILESET: usize = 2;
const VARIANT: usize = 3;
const PLACED: usize = 4;
const MEEPLES: usize = 5;
const LAID: usize = 6;
const RANGERS: usize = 7;
const SEAT: usize = 8;
const LEFT: usize = 10;
const BAG: usize = 11;
const DISCARD: usize = 12;
const PHASE: usize = 13;

fn read(text: &str) -> Result<Position, String> {
    Position::from_text(TileSet::safari(), text).map_err(|error| error.to_string())
}

/// The base with one line replaced.
fn with(line: usize, replacement: &str) -> String {
    let base = base();
    let mut lines: Vec<&str> = base.lines().collect();
    lines[line - 1] = replacement;
    lines.join("\n") + "\n"
}

/// The base with several lines replaced.
fn with_all(replacements: &[(usize, &str)]) -> String {
    let base = base();
    let mut lines: Vec<&str> = base.lines().collect();
    for (line, replacement) in replacements {
        lines[line - 1] = replacement;
    }
    lines.join("\n") + "\n"
}

#[track_caller]
fn assert_line(line: usize, replacement: &str, message: &str) {
    assert_eq!(
        read(&with(line, replacement)).unwrap_err(),
        format!("line {line}: {message}"),
        "{replacement}"
    );
}

#[track_caller]
fn assert_error(text: &str, message: &str) {
    assert_eq!(read(text).unwrap_err(), message);
}

/// Reads a text, and asserts that it is a position: consistent, stable as text, and playable to the end.
fn accept(text: &str) -> Position {
    let position = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check(&position).unwrap();
    position
}

fn check(position: &Position) -> Result<(), TestCaseError> {
    let text = position.to_text();
    if let Err(invalid) = position.validate() {
        return Err(TestCaseError::fail(format!("{invalid}\n{text}")));
    }
    let again = Position::from_text(position.tiles(), &text)
        .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    prop_assert_eq!(again.to_text(), text.as_str());
    prop_assert_eq!(again.hash(), position.hash());
    prop_assert!(again.actions().eq(position.actions()));
    for action in position.actions() {
        prop_assert!(position.is_legal(action), "{}\n{}", position.token(action), text);
    }
    let mut next = *position;
    let mut rng = Seed(position.hash()).rng();
    let mut steps = 0;
    while !next.is_over() {
        if next.phase().is_chance() {
            let outcome = next.sample_outcome(&mut rng);
            next.resolve(outcome).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        } else {
            let action = next.sample_by_kind(&mut rng);
            next.play(action).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        }
        steps += 1;
        if steps % 40 == 1 {
            let valid = next.validate();
            prop_assert!(valid.is_ok(), "{:?} after {} steps from\n{}", valid, steps, text);
        }
    }
    prop_assert!(next.validate().is_ok());
    Ok(())
}

#[test]
fn the_base_is_a_position_and_its_lines_may_stand_in_any_order() {
    let position = accept(&base());
    assert_eq!((position.phase(), position.seat(), position.players()), (Phase::Action, 0, 2));
    assert_eq!(position.to_text(), base());
    let mut lines: Vec<String> = base().lines().map(str::to_owned).collect();
    // The order of seats is that of their lines; everything else may move.
    lines[1..].sort_by_key(|line| std::cmp::Reverse(line.len() * usize::from(!line.starts_with("seat"))));
    assert_eq!(read(&lines.join("\n")).unwrap().to_text(), base());
    let spaced = base().replace(' ', "   ").replace("\n", "  \r\n\n# a comment\n");
    assert_eq!(
        read(&spaced.replacen("safari-position   1", "safari-position 1", 1)).unwrap().to_text(),
        base()
    );
}

#[test]
fn what_is_no_text_form_says_so() {
    for text in [
        "",
        "\n",
        "safari-position 2\n",
        " safari-position 1\n",
        "safari-position  1",
        "{}",
        "\u{feff}safari-position 1",
    ] {
        assert_error(text, "line 1: the first line must be `safari-position 1`");
    }
    assert_error("safari-position 1\n", "there is no line `tileset`");
    for (line, key) in [(TILESET, "tileset"), (VARIANT, "variant"), (BAG, "bag"), (PHASE, "phase")] {
        assert_error(&with(line, ""), &format!("there is no line `{key}`"));
    }
    assert_error(&with_all(&[(SEAT, ""), (SEAT + 1, "")]), "there is no line `seat`");
    for key in
        ["tileset", "variant", "placed", "meeples", "laid", "rangers", "left", "bag", "discard", "phase"]
    {
        let base = base();
        let twice = base.lines().find(|line| line.starts_with(key)).unwrap();
        assert_error(&format!("{base}{twice}\n"), &format!("line 14: `{key}` stands twice"));
    }
    for key in ["Phase", "seats", "\u{1f992}", "phase=action", "\0"] {
        assert_line(
            DISCARD,
            key,
            &format!(
                "`{}` is no key; the keys are tileset, variant, placed, meeples, laid, rangers, seat, left, bag, discard, phase",
                key.escape_debug()
            ),
        );
    }
}

#[test]
fn wrong_heads_name_what_is_wrong() {
    let hash = format!("{:016x}", TileSet::safari().hash());
    for other in ["0000000000000000", "", "x", &format!("{hash} {hash}"), &hash.to_uppercase()] {
        assert_line(
            TILESET,
            &format!("tileset {other}"),
            &format!("the position is of tile set {}, not of {hash}", safe(other)),
        );
    }
    let words = "`variant` takes table, final_majority, baobab_draw and bonus_animals";
    assert_line(VARIANT, "variant", words);
    assert_line(VARIANT, "variant floor most before_scoring", words);
    assert_line(VARIANT, "variant floor most before_scoring independent x", words);
    assert_line(
        VARIANT,
        "variant table:4x4 most before_scoring independent",
        "table is `table:4x4`, but it must be at least 5 cells wide: the start tile and its rangers take five",
    );
    assert_line(
        VARIANT,
        "variant floor least before_scoring independent",
        "final_majority is `least`, but it must be `most` or `all_present`",
    );
    assert_line(
        VARIANT,
        "variant floor most during independent",
        "baobab_draw is `during`, but it must be `before_scoring` or `after_scoring`",
    );
    assert_line(
        VARIANT,
        "variant floor most before_scoring both",
        "bonus_animals is `both`, but it must be `independent` or `distinct`",
    );
}

/// A word as a message quotes it.
fn safe(word: &str) -> String {
    if word.chars().count() > 40 {
        format!("{}…", word.chars().take(40).collect::<String>())
    } else {
        word.to_owned()
    }
}

#[test]
fn wrong_words_name_their_line_and_what_is_expected() {
    for word in ["26EZ", "26EZ@0,-1", "26EZ@0,-1/4", "26EZ@0,-1/01", "26EZ@0,-1/1/1", "@/"] {
        let wanted = match word {
            "@/" => "there is no kind ``".to_owned(),
            _ => format!("`{word}` is wrong; expected KIND@X,Y/TURNS, as in `26EZ@3,-1/1`"),
        };
        assert_line(PLACED, &format!("placed {word}"), &wanted);
    }
    assert_line(PLACED, "placed 26ZZ@0,-1/0", "there is no kind `26ZZ`");
    assert_line(PLACED, "placed start0@0,-1/0", "there is no kind `start0`");
    assert_line(PLACED, "placed 26EZ@0,+1/0", "`+1` is no whole number in its shortest spelling");
    assert_line(PLACED, "placed 26EZ@0/0", "`0` is no cell X,Y");
    for word in
        ["0", "mN@0,-1", "0mN", "5mN@0,-1", "0mX@0,-1", "0mNN@0,-1", "0m@0,-1", "0n@0,-1", "\u{1f992}mN@0,-1"]
    {
        assert_line(
            MEEPLES,
            &format!("meeples {word}"),
            &format!("`{word}` is wrong; expected SEATmSIDE@X,Y or SEATmB@X,Y, as in `0mN@3,-1`"),
        );
    }
    assert_line(MEEPLES, "meeples 0mN@00,-1", "`00` is no whole number in its shortest spelling");
    for word in
        ["1L", "5L@0,0NW", "01L@0,0NW", "1LL@0,0NW", "1B@0,0NW", "1@0,0NW", "1L@0,0nw", "1L@0,0\u{1f992}"]
    {
        assert_line(
            LAID,
            &format!("laid {word}"),
            &format!(
                "`{word}` is wrong; expected an animal, its corner, and first the digger's seat, as in `0Z@3,-1NE`"
            ),
        );
    }
    assert_line(LAID, "laid L@", "`` is no cell X,Y");
    assert_line(LAID, "laid L@0,0", "`0` is no cell X,Y");
    assert_line(LAID, "laid 1L@999,0NW", "999 is farther than any tile can lie");
    assert_line(RANGERS, "rangers 1", "`1` is no cell X,Y");
    assert_line(RANGERS, "rangers 1,-0", "`-0` is no whole number in its shortest spelling");
    assert_line(
        SEAT,
        "seat",
        "`seat` takes its animal tiles (`-` for none) and points by source, as in `seat AEL dig=3`",
    );
    for word in ["dig", "dig=", "dig=-1", "dig=x", "dig=70000"] {
        assert_line(
            SEAT,
            &format!("seat AE {word}"),
            &format!("`{word}` is wrong; expected SOURCE=POINTS, as in `dig=3`"),
        );
    }
    assert_line(
        SEAT,
        "seat AE dug=3",
        "`dug` is no source of points; they are dig, extend, hole, trail, bush, ranger, final_trail, final_bush, final_animals",
    );
    assert_line(SEAT, "seat AB", "`B` is no animal; the animals are A, E, G, L, Z, and `-` is none");
    assert_line(SEAT, "seat -A", "`-` is no animal; the animals are A, E, G, L, Z, and `-` is none");
    for word in ["3G", "3G*", "3G*x", "3G*-1", "3G*256"] {
        assert_line(
            LEFT,
            &format!("left {word}"),
            &format!("`{word}` is wrong; expected KIND*COUNT, as in `3G*2`"),
        );
    }
    assert_line(LEFT, "left 3Q*1", "there is no kind `3Q`");
    assert_line(LEFT, "left 3G*1 3G*1", "kind 3G stands twice");
    assert_line(BAG, "bag", "`bag` takes one word, `-` for none");
    assert_line(BAG, "bag A E", "`bag` takes one word, `-` for none");
    assert_line(DISCARD, "discard", "`discard` takes one word, `-` for none");
    assert_line(DISCARD, "discard a", "`a` is no animal; the animals are A, E, G, L, Z, and `-` is none");
    assert_line(PHASE, "phase", "`phase` takes the name of a phase");
    assert_line(
        PHASE,
        "phase acting",
        "`acting` is no phase; they are draw_tile, place, action, draw_animal, bonus, ranger, over",
    );
    for word in ["quick", "seat", "draw=1", "3G", "=", "added"] {
        assert_line(
            PHASE,
            &format!("phase action {word}"),
            &format!(
                "`{word}` is wrong; expected the kind drawn, displaced, seat=, draws=, later= or added="
            ),
        );
    }
    for word in ["seat=5", "seat=", "seat=00", "seat=-1"] {
        let value = &word[5..];
        assert_line(
            PHASE,
            &format!("phase bonus {word}"),
            &format!("`{value}` is wrong; expected a seat, 0 to 4"),
        );
    }
    assert_line(PHASE, "phase draw_animal draws=0,,1", "`` is wrong; expected a seat, 0 to 4");
    assert_line(PHASE, "phase draw_animal later=0,9", "`9` is wrong; expected a seat, 0 to 4");
    for word in ["added=0", "added=L", "added=0LL", "added=0x", "added=5L", "added="] {
        assert_line(
            PHASE,
            &format!("phase bonus {word}"),
            &format!("`{word}` is wrong; expected added=SEAT and an animal, as in `added=0L`"),
        );
    }
    assert_line(PHASE, "phase place 3Q", "there is no kind `3Q`");
}

#[test]
fn numbers_are_in_their_shortest_spelling_as_in_tokens() {
    for points in ["+3", "03", "00", "-0"] {
        assert_line(
            SEAT + 1,
            &format!("seat G dig={points}"),
            &format!("`dig={points}` is wrong; expected SOURCE=POINTS, as in `dig=3`"),
        );
    }
    for count in ["+1", "01"] {
        assert_line(
            LEFT,
            &format!("left 3G*{count}"),
            &format!("`3G*{count}` is wrong; expected KIND*COUNT, as in `3G*2`"),
        );
    }
}

#[test]
fn what_is_said_twice_in_a_line_is_an_error() {
    assert_line(SEAT + 1, "seat G dig=3 dig=4", "`dig` stands twice");
    for (line, word) in [
        ("phase bonus seat=0 seat=1", "seat"),
        ("phase draw_animal draws=0 draws=1", "draws"),
        ("phase draw_animal draws=0 later=1 later=1", "later"),
        ("phase action displaced displaced", "displaced"),
    ] {
        assert_line(PHASE, line, &format!("`{word}` stands twice"));
    }
}

#[test]
fn texts_that_can_be_read_but_are_no_position_say_why() {
    assert_error(&with(SEAT, ""), "1 players, but a game has 2 to 5 (rule 1.1)");
    let six = ["seat -"; 4].join("\n");
    assert_error(&format!("{}{six}\n", base()), "6 players, but a game has 2 to 5 (rule 1.1)");
    for (line, text, animal, found) in [
        (SEAT, "seat AEE", 'E', 11),
        (SEAT, "seat E", 'A', 9),
        (DISCARD, "discard Z", 'Z', 11),
        (LAID, "", 'L', 9),
        (BAG, "bag -", 'A', 1),
    ] {
        assert_error(
            &with(line, text),
            &format!(
                "there are {found} {animal} tiles in hands, bag, discard and on the board, but there must be 10 (rule 1.1)"
            ),
        );
    }
    assert_error(
        &with(LEFT, "left 3G*2"),
        "3 tiles 3G are on the board, in the stack or just drawn, but there are only 2",
    );
    assert_error(
        &with(PLACED, "placed 26EZ@0,-1/0 26EZ@0,-2/1 3G@0,1/1"),
        "3 tiles 26EZ are on the board, in the stack or just drawn, but there are only 1"
            .replace("3 tiles", "2 tiles")
            .as_str(),
    );
    for wrong in ["26EZ@0,-1/1", "26EZ@0,0/0", "26EZ@0,-3/0", "26EZ@127,127/0"] {
        assert_error(
            &with_all(&[(PLACED, &format!("placed {wrong}")), (LEFT, "left 1*2")]),
            &format!("tile {wrong} does not fit there (rules 3.1, 3.4)"),
        );
    }
    assert_error(
        &with_all(&[(PLACED, "placed 1@0,-1/1"), (LEFT, "left 3G*1")]),
        "tile 1@0,-1/1 does not fit there (rules 3.1, 3.4)",
    );
    for (meeple, at, why) in [
        ("0mS@0,-1", "0,-1", "that side is savanna (rule 4.1)"),
        ("0mE@0,-1", "0,-1", "a lower side is the segment's first one"),
        ("0mB@0,-1", "0,-1", "the tile has no baobab (rule 4.2)"),
        ("0mN@0,5", "0,5", "no tile lies there"),
    ] {
        assert_error(
            &with(MEEPLES, &format!("meeples {meeple}")),
            &format!("the meeple of seat 0 on {at} is wrong: {why}"),
        );
    }
    assert_error(
        &with(MEEPLES, "meeples 2mN@0,-1"),
        "the meeple of seat 2 on 0,-1 is wrong: there is no such seat",
    );
    assert_error(
        &with(MEEPLES, "meeples 0mN@0,-1 1mN@0,-1"),
        "the meeple of seat 1 on 0,-1 is wrong: two meeples stand on one segment (rule 4.1)",
    );
    assert_error(
        &with(MEEPLES, "meeples 0mB@0,-2 1mB@0,-2"),
        "the meeple of seat 1 on 0,-2 is wrong: two meeples lie on one baobab (rule 4.2)",
    );
    assert_error(
        &with(MEEPLES, &format!("meeples{}", " 0mN@0,-1".repeat(7))).replace("two meeples stand", ""),
        "the meeple of seat 0 on 0,-1 is wrong: two meeples stand on one segment (rule 4.1)",
    );
    for (laid, what, why) in [
        ("1L@0,-1NE", "L tile on 0,-1NE", "the corner touches bush (rule 4.4)"),
        ("1L@0,9NE", "L tile on 0,9NE", "no tile lies there"),
    ] {
        assert_error(&with(LAID, &format!("laid {laid}")), &format!("the {what} is wrong: {why}"));
    }
    assert_error(
        &with_all(&[(LAID, "laid 1L@0,0NW G@0,0NW"), (SEAT + 1, "seat -")]),
        "the G tile on 0,0NW is wrong: another one lies on that corner",
    );
    assert_error(
        &with(LAID, "laid L@0,0NW"),
        "the L tile on 0,0NW is wrong: its hole has a wrong number of meeples (rules 4.4, 4.6, 5.2)",
    );
    assert_error(
        &with_all(&[(LAID, "laid 1L@0,0NW 1G@-1,0NE"), (SEAT + 1, "seat -")]),
        "the L tile on 0,0NW is wrong: its hole has a wrong number of meeples (rules 4.4, 4.6, 5.2)",
    );
    assert_error(
        &with_all(&[
            (LAID, "laid 1L@0,0NW L@-1,0NE"),
            (BAG, "bag AAAAAAAAAEEEEEEEEEGGGGGGGGGLLLLLLLLZZZZZZZZZZ"),
        ]),
        "the L tile on 0,0NW is wrong: its hole shows the animal twice (rule 4.5)",
    );
    assert_error(&with(LAID, "laid 4L@0,0NW"), "the meeple of seat 4 on 0,0 is wrong: there is no such seat");
    for ranger in ["0,0", "9,9", "-2,0"] {
        let line = if ranger == "-2,0" { "rangers -2,0 -2,0".into() } else { format!("rangers {ranger}") };
        assert_error(
            &with(RANGERS, &line),
            &format!(
                "no ranger can stand on {ranger}: it must be an empty cell beside a placed tile, without another ranger (rule 4.3)"
            ),
        );
    }
    assert_error(
        &with(RANGERS, "rangers -2,0 2,0 0,2"),
        "no ranger can stand on 0,2: it must be an empty cell beside a placed tile, without another ranger (rule 4.3)",
    );
}

#[test]
fn more_than_six_meeples_of_a_seat_are_an_error() {
    // Seven baobabs in a ring, each with a meeple of seat 0.
    let tiles = TileSet::parse(&common::sets::savanna(20)).unwrap().leak();
    let hash = tiles.hash();
    let text = |meeples: usize| {
        let placed: String = (0..7).map(|i| format!(" 1@{},0/0", 2 + i)).collect();
        let on: String = (0..meeples).map(|i| format!(" 0mB@{},0", 2 + i)).collect();
        format!(
            "safari-position 1\ntileset {hash:016x}\nvariant floor most before_scoring independent\nplaced{placed}\nmeeples{on}\n\
             seat -\nseat -\nleft 1*13\nbag AAAAAAAAAAEEEEEEEEEEGGGGGGGGGGLLLLLLLLLLZZZZZZZZZZ\ndiscard -\nphase draw_tile\n"
        )
    };
    let read = |text: String| Position::from_text(tiles, &text).map_err(|error| error.to_string());
    assert_eq!(read(text(6)).unwrap().meeples(0), 0);
    assert_eq!(read(text(7)).unwrap_err(), "seat 0 has more than 6 meeples on the board (rule 1.1)");
}

#[test]
fn turns_that_contradict_the_rest_say_why() {
    let empty = [
        (PLACED, ""),
        (MEEPLES, ""),
        (LAID, "laid"),
        (BAG, "bag AAAAAAAAAEEEEEEEEEGGGGGGGGGLLLLLLLLLLZZZZZZZZZZ"),
        (LEFT, "left 1*2"),
    ];
    let mut first = empty.to_vec();
    first.push((PHASE, "phase action"));
    assert_error(&with_all(&first), "phase action is wrong: no tile was placed yet");
    for (phase, name, why) in [
        (
            "phase draw_tile displaced",
            "draw_tile",
            "no tile was placed in this turn that could displace a ranger",
        ),
        ("phase action displaced", "action", "a ranger is displaced, but both are on the board"),
        ("phase draw_animal", "draw_animal", "animal draws are due in draw_animal, and only there"),
        ("phase action draws=0", "action", "animal draws are due in draw_animal, and only there"),
        ("phase action later=0", "action", "animal draws are due later, but nothing is being scored"),
        (
            "phase draw_animal draws=2",
            "draw_animal",
            "more than 20 animal draws are due, or to a seat that does not exist",
        ),
        (
            "phase draw_animal draws=0 later=3",
            "draw_animal",
            "more than 20 animal draws are due, or to a seat that does not exist",
        ),
        (
            "phase draw_animal draws=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
            "draw_animal",
            "more than 20 animal draws are due, or to a seat that does not exist",
        ),
        ("phase place", "place", "a tile waits to be placed in phase place, and only there"),
        ("phase over", "over", "the stack is not empty (rule 8.1)"),
        ("phase bonus seat=0", "bonus", "no feature is being scored"),
        ("phase ranger", "ranger", "no ranger was displaced"),
        (
            "phase action seat=1",
            "action",
            "only in phase bonus a seat decides out of turn or has added an animal",
        ),
        (
            "phase action added=1L",
            "action",
            "only in phase bonus a seat decides out of turn or has added an animal",
        ),
    ] {
        assert_error(&with(PHASE, phase), &format!("phase {name} is wrong: {why}"));
    }
    assert_error(
        &with_all(&[(PHASE, "phase draw_tile"), (LEFT, "")]),
        "phase draw_tile is wrong: the stack is empty, so the game is over (rule 8.1)",
    );
    assert_error(
        &with_all(&[(PHASE, "phase ranger displaced"), (RANGERS, "rangers 2,0"), (LEFT, "")]),
        "phase ranger is wrong: the stack is empty, so it is not put back (rule 6.1)",
    );
    assert_error(
        &with_all(&[
            (VARIANT, "variant table:5x1 most before_scoring independent"),
            (PLACED, "placed 1@-2,0/0 3G@2,0/0"),
            (MEEPLES, ""),
            (LAID, "laid 1L@0,0NW"),
            (RANGERS, ""),
            (LEFT, "left 1*1"),
            (PHASE, "phase ranger displaced"),
        ]),
        "phase ranger is wrong: there is no cell for the ranger (rule 6.1)",
    );
    assert_error(
        &with_all(&[
            (VARIANT, "variant table:5x1 most before_scoring independent"),
            (PLACED, "placed 1@-2,0/0 3G@2,0/0"),
            (MEEPLES, ""),
            (RANGERS, ""),
            (LEFT, "left 20A*1"),
            (PHASE, "phase place 1"),
        ]),
        "phase place is wrong: the drawn tile fits nowhere (rule 3.2)",
    );
    // 3G joins the start tile's trail and completes it.
    assert_error(
        &with_all(&[(MEEPLES, "meeples 0mN@0,1"), (PHASE, "phase draw_tile")]),
        "phase draw_tile is wrong: a completed feature still holds a meeple (rule 5.6)",
    );
    assert_error(
        &with_all(&[
            (PLACED, "placed 3G@0,1/1 26EZ@0,-1/0 21E@0,-2/1"),
            (MEEPLES, "meeples 0mN@0,1"),
            (PHASE, "phase action"),
        ]),
        "phase action is wrong: a completed feature still holds a meeple (rule 5.6)",
    );
    for (phase, why) in [
        ("phase bonus", "the seat that decides is missing"),
        ("phase bonus seat=3", "the seat that decides is missing"),
        ("phase bonus seat=1", "the seat that decides may not add any animal (rule 5.5)"),
        (
            "phase bonus seat=0 added=1L",
            "a seat has added an animal that does not score the feature (rule 5.5)",
        ),
        ("phase bonus seat=0 added=0L", "a seat has added an animal before it was asked, or two (rule 5.5)"),
    ] {
        assert_error(
            &with_all(&[(MEEPLES, "meeples 0mN@0,1"), (PHASE, phase)]),
            &format!("phase bonus is wrong: {why}"),
        );
    }
    accept(&with_all(&[(MEEPLES, "meeples 0mN@0,1"), (PHASE, "phase bonus seat=0")]));
    accept(&with_all(&[(RANGERS, "rangers 2,0"), (PHASE, "phase ranger displaced")]));
    accept(&with_all(&[(PHASE, "phase draw_animal draws=0,1,1")]));
    accept(&with_all(&[(PHASE, "phase draw_tile")]));
}

#[test]
fn the_tile_just_placed_is_empty_before_the_action() {
    let why = "phase action is wrong: the tile just placed holds a meeple or an animal tile already";
    assert_error(&with(MEEPLES, "meeples 1mN@0,1"), why);
    assert_error(&with(LAID, "laid 1L@0,1NE"), why);
    // On a baobab there would otherwise be two meeples after the action (found by the mutations below).
    let tile = "placed 26EZ@0,-1/0 3G@0,1/1 21E@0,-2/1";
    assert_error(&with_all(&[(PLACED, tile), (MEEPLES, "meeples 1mB@0,-2")]), why);
    accept(&with_all(&[(PLACED, tile), (MEEPLES, "meeples 1mB@0,-2"), (PHASE, "phase draw_tile")]));
}

#[test]
fn points_leave_room_for_those_of_the_rest_of_the_game() {
    accept(&with(
        SEAT,
        "seat AE dig=9999 extend=9999 hole=9999 trail=9999 bush=9999 ranger=9999 final_animals=9999",
    ));
    for points in [10_000, 65_535] {
        assert_error(
            &with(SEAT, &format!("seat AE ranger={points}")),
            &format!("seat 0 has {points} points from ranger, but at most 9999 are possible"),
        );
    }
}

/// A block of `rows` of three baobab tiles each to the south of the start tile, with meeples on the tiles named.
fn block(rows: i32, meeples: &str, bag: &str, phase: &str) -> Result<Position, String> {
    let tiles = TileSet::parse(&common::sets::savanna(40)).unwrap().leak();
    let placed: String = (1..=rows).flat_map(|y| [0, -1, 1].map(|x| format!(" 1@{x},{y}/0"))).collect();
    let left = 40 - 3 * rows;
    Position::from_text(
        tiles,
        &format!(
            "safari-position 1\ntileset {:016x}\nvariant floor most after_scoring independent\nplaced{placed}\nmeeples{meeples}\n\
             seat -\nseat -\nleft 1*{left}\nbag {bag}\ndiscard -\nphase {phase}\n",
            tiles.hash()
        ),
    )
    .map_err(|error| error.to_string())
}

const BAG_OF_50: &str = "AAAAAAAAAAEEEEEEEEEEGGGGGGGGGGLLLLLLLLLLZZZZZZZZZZ";

#[test]
fn surrounded_baobabs_with_meeples_lie_beside_the_tile_just_placed() {
    // The last tile is at 1,6: the baobab at 0,5 may have been completed by it, those further up not.
    let position = block(6, " 0mB@0,5", BAG_OF_50, "action").unwrap();
    check(&position).unwrap();
    let why = "phase action is wrong: a surrounded baobab still holds a meeple (rule 5.1)";
    assert_eq!(block(6, " 0mB@0,3", BAG_OF_50, "action").unwrap_err(), why);
    assert_eq!(block(6, " 0mB@0,1 0mB@0,2 0mB@0,5", BAG_OF_50, "action").unwrap_err(), why);
    let why = "phase draw_tile is wrong: a surrounded baobab still holds a meeple (rule 5.1)";
    assert_eq!(block(6, " 0mB@0,5", BAG_OF_50, "draw_tile").unwrap_err(), why);
    let position = block(6, " 0mB@0,5", BAG_OF_50, "draw_animal draws=0,0").unwrap();
    check(&position).unwrap();
}

#[test]
fn no_more_animal_draws_are_due_than_a_turn_can_bring() {
    // With surrounded baobabs to come, only the two of a meeple just laid (rule 4.2) can be due.
    let many = ["1"; 20].join(",");
    let why = "phase draw_animal is wrong: more animal draws are due than a turn can bring (rules 4.2, 5.1)";
    for phase in [
        format!("draw_animal draws={many}"),
        "draw_animal draws=0 later=0,0".to_owned(),
        "draw_animal draws=0,0,0".to_owned(),
    ] {
        assert_eq!(block(6, " 0mB@0,5", BAG_OF_50, &phase).unwrap_err(), why, "{phase}");
    }
    let why =
        "phase draw_animal is wrong: more than 20 animal draws are due, or to a seat that does not exist";
    assert_eq!(block(6, "", BAG_OF_50, &format!("draw_animal draws={many} later=0")).unwrap_err(), why);
    check(&block(6, "", BAG_OF_50, &format!("draw_animal draws={many}")).unwrap()).unwrap();
    check(&block(6, "", BAG_OF_50, "draw_animal draws=0 later=0,1,1").unwrap()).unwrap();
}

#[test]
fn a_setup_with_lists_of_wrong_length_is_an_error_and_no_panic() {
    let position = accept(&base());
    let mut setup = Setup::of(&position);
    setup.left.clear();
    assert!(setup.build().is_ok(), "what is not named is not left");
    let mut setup = Setup::of(&position);
    setup.points.pop();
    assert!(setup.build().is_err());
    let mut setup = Setup::of(&position);
    setup.placed[0].kind = TileSet::safari().start()[0].0;
    setup.meeples.clear();
    assert!(setup.build().is_err(), "a space of the start tile is no land tile");
    let mut setup = Setup::of(&position);
    setup.placed[0].rotation = 200;
    assert!(setup.build().is_err());
}

/// Texts of positions of every phase, from games of all policies and variants.
fn texts() -> &'static [String] {
    static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut texts = Vec::new();
        for (i, variant) in variants().into_iter().enumerate().step_by(3) {
            let seed = Seed(20).branch("texts", &[i as u64]);
            let mut game: Vec<Position> = Vec::new();
            walk(TileSet::safari(), seed, variant, 2 + i % 4, Policy::ALL[i % 5], |p| game.push(*p));
            let last = game.len() - 1;
            let mut here = vec![game[0], game[last]];
            for phase in Phase::ALL {
                let of_phase: Vec<&Position> = game.iter().filter(|p| p.phase() == phase).collect();
                here.extend(of_phase.iter().step_by(of_phase.len().div_ceil(3).max(1)).copied());
            }
            texts.extend(here.iter().map(Position::to_text));
        }
        texts
    });
    &TEXTS
}

/// One way to spoil a text.
#[derive(Clone, Debug)]
enum Edit {
    DropLine(Index),
    DoubleLine(Index),
    SwapLines(Index, Index),
    DropWord(Index, Index),
    DoubleWord(Index, Index),
    SwapWords(Index, Index, Index),
    MoveWord(Index, Index, Index),
    Number(Index, u32),
    Letter(Index, char),
    LineOfAnother(Index, Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let i = any::<Index>;
    prop_oneof![
        i().prop_map(Edit::DropLine),
        i().prop_map(Edit::DoubleLine),
        (i(), i()).prop_map(|(a, b)| Edit::SwapLines(a, b)),
        (i(), i()).prop_map(|(a, b)| Edit::DropWord(a, b)),
        (i(), i()).prop_map(|(a, b)| Edit::DoubleWord(a, b)),
        (i(), i(), i()).prop_map(|(a, b, c)| Edit::SwapWords(a, b, c)),
        (i(), i(), i()).prop_map(|(a, b, c)| Edit::MoveWord(a, b, c)),
        (i(), prop_oneof![0..5u32, 0..300u32, any::<u32>()]).prop_map(|(a, b)| Edit::Number(a, b)),
        (
            i(),
            prop_oneof![
                proptest::char::any(),
                "[-AEGLZNSWmB0-9@,=*/ ]".prop_map(|s| s.chars().next().unwrap())
            ]
        )
            .prop_map(|(a, b)| Edit::Letter(a, b)),
        (i(), i()).prop_map(|(a, b)| Edit::LineOfAnother(a, b)),
    ]
}

impl Edit {
    fn apply(&self, text: &str) -> String {
        let mut lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        if lines.is_empty() {
            return text.to_owned();
        }
        let n = lines.len();
        match self {
            Edit::DropLine(at) => {
                lines.remove(at.index(n));
            }
            Edit::DoubleLine(at) => {
                let line = lines[at.index(n)].clone();
                lines.push(line);
            }
            Edit::SwapLines(a, b) => lines.swap(a.index(n), b.index(n)),
            Edit::DropWord(at, word) => {
                let line = &mut lines[at.index(n)];
                line.remove(word.index(line.len()));
            }
            Edit::DoubleWord(at, word) => {
                let line = &mut lines[at.index(n)];
                let word = line[word.index(line.len())].clone();
                line.push(word);
            }
            Edit::SwapWords(at, a, b) => {
                let line = &mut lines[at.index(n)];
                let len = line.len();
                line.swap(a.index(len), b.index(len));
            }
            Edit::MoveWord(from, to, word) => {
                let line = &mut lines[from.index(n)];
                let word = line.remove(word.index(line.len()));
                lines[to.index(n)].push(word);
            }
            Edit::Number(at, value) => return replace_number(text, at, *value),
            Edit::Letter(at, letter) => {
                let mut letters: Vec<char> = text.chars().collect();
                let i = at.index(letters.len());
                letters[i] = *letter;
                return letters.into_iter().collect();
            }
            Edit::LineOfAnother(other, line) => {
                let other = &texts()[other.index(texts().len())];
                let other: Vec<&str> = other.lines().collect();
                let line = other[line.index(other.len())];
                let key = line.split(' ').next().unwrap();
                let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
                match lines.iter_mut().find(|line| line[0] == key) {
                    Some(own) => *own = line,
                    None => lines.push(line),
                }
            }
        }
        let lines: Vec<String> = lines.into_iter().map(|words| words.join(" ")).collect();
        lines.join("\n") + "\n"
    }
}

/// Replaces one of the numbers in a text.
fn replace_number(text: &str, at: &Index, value: u32) -> String {
    let bytes = text.as_bytes();
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|&i| bytes[i].is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_digit()))
        .collect();
    if starts.is_empty() {
        return text.to_owned();
    }
    let start = starts[at.index(starts.len())];
    let end = start + bytes[start..].iter().take_while(|b| b.is_ascii_digit()).count();
    format!("{}{value}{}", &text[..start], &text[end..])
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn whatever_is_accepted_of_a_spoilt_text_is_a_position(
        text in any::<Index>(),
        edits in prop::collection::vec(edit(), 1..5),
    ) {
        let mut text = texts()[text.index(texts().len())].clone();
        for edit in edits {
            text = edit.apply(&text);
            if let Ok(position) = read(&text) {
                check(&position)?;
            }
        }
    }

    #[test]
    fn changed_phases_are_refused_or_play_on(
        text in any::<Index>(),
        phase in "(draw_tile|place|action|draw_animal|bonus|ranger|over)( displaced)?( seat=[0-4])?( draws=[0-4](,[0-4]){0,20})?( later=[0-4](,[0-4]){0,20})?( added=[0-4][AEGLZ])?",
        kind in "(| 26EZ| 1| 3G)",
    ) {
        let text = &texts()[text.index(texts().len())];
        let own = text.lines().find(|line| line.starts_with("phase")).unwrap();
        if let Ok(position) = read(&text.replace(own, &format!("phase {phase}{kind}"))) {
            check(&position)?;
        }
    }

    #[test]
    fn any_text_is_refused_without_panic(text in any::<String>(), words in "[a-z0-9 =@,*/A-Z-]{0,60}") {
        prop_assert!(read(&text).is_err());
        let headed = format!("safari-position 1\n{text}\n{words}");
        prop_assert!(read(&headed).is_err());
        for line in TILESET..=PHASE {
            if let Ok(position) = read(&with(line, &words)) {
                check(&position)?;
            }
        }
    }
}

#[test]
fn the_texts_of_games_are_positions() {
    for phase in Phase::ALL {
        assert!(
            texts().iter().filter(|text| text.contains(&format!("\nphase {}", phase.name()))).count() > 3
        );
    }
    texts().iter().for_each(|text| {
        accept(text);
    });
}
