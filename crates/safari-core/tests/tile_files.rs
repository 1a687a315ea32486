//! Tile files: every mistake is told with its line and tile, and the game can be played with other tiles.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::policies::Policy;
use common::{against_oracle, sets, variants};
use safari_core::{Animal, Deal, SAFARI_TOML, Seed, TileSet, TileSetError, Variant};

/// The line, counted from 1, of the `n`-th place (from 1) where `part` stands in `text`.
fn line_of(text: &str, part: &str, n: usize) -> usize {
    let (at, _) = text.match_indices(part).nth(n - 1).unwrap_or_else(|| panic!("{part} stands too rarely"));
    1 + text[..at].matches('\n').count()
}

/// The built-in file with the first `from` replaced.
fn edited(from: &str, to: &str) -> String {
    let text = SAFARI_TOML.replacen(from, to, 1);
    assert_ne!(text, SAFARI_TOML, "{from} does not stand in the file");
    text
}

#[track_caller]
fn error(text: &str) -> TileSetError {
    match TileSet::parse(text) {
        Ok(set) => panic!("accepted: {set:?} from\n{text}"),
        Err(error) => error,
    }
}

/// The type with this number, to its end.
fn entry(id: u32) -> &'static str {
    let start = SAFARI_TOML.find(&format!("[[tile]]\nid = {id}\n")).unwrap();
    let rest = &SAFARI_TOML[start..];
    &rest[..rest.find("\n\n").unwrap()]
}

/// The space of the start tile with this x, to its end.
fn space(x: i32) -> &'static str {
    let start = SAFARI_TOML.find(&format!("[[start]]\nat = [{x}, 0]\n")).unwrap();
    let rest = &SAFARI_TOML[start..];
    &rest[..rest.find("\n\n").unwrap_or(rest.trim_end().len())]
}

/// Edits one type or space, and asserts what is said: the line is that of `shown` in the edited entry.
#[track_caller]
fn assert_error(entry: &str, from: &str, to: &str, shown: &str, tile: &str, message: &str) {
    let changed = entry.replacen(from, to, 1);
    assert_ne!(entry, changed, "{from} does not stand in the entry");
    let text = edited(entry, &changed);
    let line = line_of(&text, &changed, 1) + line_of(&changed, shown, 1) - 1;
    let tile = (!tile.is_empty()).then(|| tile.to_owned());
    assert_eq!(error(&text), TileSetError { line, tile, message: message.to_owned() });
}

#[test]
fn an_error_is_shown_with_its_line_and_tile() {
    let text = edited("id = 7", "id = 6");
    let line = line_of(&text, "id = 6", 2);
    assert_eq!(
        error(&text).to_string(),
        format!("line {line}, tile 6: this id stands twice; give the copies to one tile")
    );
    assert_eq!(error("tile = 3").to_string(), "line 1: invalid type: integer `3`, expected a sequence");
}

#[test]
fn a_wrong_id_is_an_error() {
    for wrong in ["0", "1000", "9223372036854775807"] {
        let shown = format!("id = {wrong}");
        assert_error(
            entry(3),
            "id = 3",
            &shown,
            &shown,
            &format!("tile {wrong}"),
            "the id must be from 1 to 999",
        );
    }
    assert_error(
        entry(31),
        "id = 31",
        "id = 30",
        "id = 30",
        "tile 30",
        "this id stands twice; give the copies to one tile",
    );
    TileSet::parse(&edited("id = 33", "id = 999")).unwrap();
}

#[test]
fn wrong_sides_are_an_error() {
    for (wrong, message) in [
        ("sss", "sides are `sss`, but they must be four letters, for N E S W"),
        ("sssts", "sides are `sssts`, but they must be four letters, for N E S W"),
        ("", "sides are ``, but they must be four letters, for N E S W"),
        ("ßßß", "sides are `ßßß`, but they must be four letters, for N E S W"),
        ("sssx", "`x` is no kind of side; use s (savanna), t (trail) or b (bush)"),
        ("Ssst", "`S` is no kind of side; use s (savanna), t (trail) or b (bush)"),
        ("sss ", "` ` is no kind of side; use s (savanna), t (trail) or b (bush)"),
        ("ssb\u{df}", "`ß` is no kind of side; use s (savanna), t (trail) or b (bush)"),
    ] {
        assert_error(entry(2), "ssst", wrong, "sides =", "tile 2", message);
    }
}

#[test]
fn a_side_of_trail_or_bush_that_no_segment_touches_is_an_error() {
    assert_error(
        entry(8),
        r#"["NE", "S"]"#,
        r#"["NE"]"#,
        "sides =",
        "tile 8",
        "side S is trail, but nothing in `trails` touches it",
    );
    assert_error(
        entry(24),
        r#"{ sides = "E", birds = 0 }, "#,
        "",
        "sides =",
        "tile 24",
        "side E is bush, but nothing in `bushes` touches it",
    );
    assert_error(
        space(1),
        r#"["E"]"#,
        "[]",
        "sides =",
        "the start tile",
        "side E is trail, but nothing in `trails` touches it",
    );
}

#[test]
fn a_segment_that_touches_what_it_cannot_is_an_error() {
    for (wrong, message) in [
        ("EX", "`X` in trail `EX` is no side; use N, E, S or W"),
        ("e", "`e` in trail `e` is no side; use N, E, S or W"),
        ("EN", "trail `EN` touches side N, which `sides` calls `s`, not `t`"),
        ("EE", "side E is touched twice"),
        ("EWE", "side E is touched twice"),
        ("", "a trail must touch at least one side"),
    ] {
        assert_error(entry(4), "\"EW\"", &format!("\"{wrong}\""), "trails =", "tile 4", message);
    }
    for (wrong, message) in [
        ("NO", "`O` in bush `NO` is no side; use N, E, S or W"),
        ("NS", "bush `NS` touches side S, which `sides` calls `s`, not `b`"),
        ("NEW", "bush `NEW` touches side W, which `sides` calls `t`, not `b`"),
        ("NEN", "side N is touched twice"),
        ("", "a bush must touch at least one side"),
    ] {
        assert_error(entry(26), "\"NE\"", &format!("\"{wrong}\""), "bushes =", "tile 26", message);
    }
    assert_error(
        entry(8),
        r#"["NE", "S"]"#,
        r#"["NE", "SE"]"#,
        "trails =",
        "tile 8",
        "side E is touched twice",
    );
    assert_error(
        entry(11),
        r#"["NS", "W"]"#,
        r#"["NSW"]"#,
        "trails =",
        "tile 11",
        "trail `NSW` touches 3 sides, but a trail touches one or two",
    );
}

#[test]
fn the_line_is_that_of_the_segment_in_a_list_over_several_lines() {
    let list = "trails = [\n  \"NE\",\n  # the last one\n  \"SN\",\n]";
    assert_error(entry(8), r#"trails = ["NE", "S"]"#, list, "\"SN\"", "tile 8", "side N is touched twice");
    let list = "copies = [\"G\",\n\"G\", \"Q\",\n\"Z\"]";
    assert_error(
        entry(30),
        r#"copies = ["G", "G", "L", "Z"]"#,
        list,
        "\"Q\"",
        "tile 30",
        "`Q` is no animal; use A, E, G, L, Z or `-` for none",
    );
}

#[test]
fn too_many_birds_are_an_error() {
    for wrong in ["10", "9223372036854775807"] {
        assert_error(
            entry(26),
            "birds = 2",
            &format!("birds = {wrong}"),
            "bushes =",
            "tile 26",
            &format!("{wrong} birds, but a bush has 0 to 9"),
        );
    }
    TileSet::parse(&edited("birds = 2", "birds = 9")).unwrap();
}

#[test]
fn wrong_animals_are_an_error() {
    for (wrong, message) in [
        ("B-", "`B` is no animal; use A, E, G, L, Z or `-` for none"),
        ("z-", "`z` is no animal; use A, E, G, L, Z or `-` for none"),
        ("Z ", "` ` is no animal; use A, E, G, L, Z or `-` for none"),
        (
            "Z",
            "`Z` names 1 animals, but the tile has 2 segments; give one letter or `-` for each, trails first",
        ),
        (
            "Z--",
            "`Z--` names 3 animals, but the tile has 2 segments; give one letter or `-` for each, trails first",
        ),
        (
            "",
            "`` names 0 animals, but the tile has 2 segments; give one letter or `-` for each, trails first",
        ),
    ] {
        assert_error(entry(12), "\"Z-\"", &format!("\"{wrong}\""), "copies =", "tile 12", message);
    }
    assert_error(
        entry(1),
        r#"["", ""]"#,
        r#"["", "A"]"#,
        "copies =",
        "tile 1",
        "`A` names 1 animals, but the tile has 0 segments; give one letter or `-` for each, trails first",
    );
    assert_error(
        entry(1),
        r#"["", ""]"#,
        "[]",
        "copies =",
        "tile 1",
        "there is no copy; list one string for each copy",
    );
    assert_error(
        space(1),
        "\"A-\"",
        "\"AX\"",
        "animals =",
        "the start tile",
        "`X` is no animal; use A, E, G, L, Z or `-` for none",
    );
    assert_error(
        space(1),
        "\"A-\"",
        "\"A\"",
        "animals =",
        "the start tile",
        "`A` names 1 animals, but the tile has 2 segments; give one letter or `-` for each, trails first",
    );
}

#[test]
fn a_wrong_start_tile_is_an_error() {
    for (x, wrong, expected) in [
        (-1, "[0, 0]", "[-1, 0]"),
        (0, "[0, 1]", "[0, 0]"),
        (0, "[0]", "[0, 0]"),
        (0, "[0, 0, 0]", "[0, 0]"),
        (0, "[9223372036854775807, -9223372036854775808]", "[0, 0]"),
        (1, "[2, 0]", "[1, 0]"),
    ] {
        assert_error(
            space(x),
            &format!("at = [{x}, 0]"),
            &format!("at = {wrong}"),
            "at =",
            "the start tile",
            &format!(
                "this space must lie at {expected}: the three spaces stand from west to east at [-1, 0], [0, 0] and [1, 0] (RULES 1.2)"
            ),
        );
    }
    for (x, sides) in [(0, "sstb"), (1, "btst")] {
        let changed = space(x).replace(if x == 0 { "ssts" } else { "btss" }, sides);
        let text = edited(space(x), &changed);
        assert_eq!(
            error(&text),
            TileSetError {
                line: line_of(&text, &format!("sides = \"{sides}\""), 1),
                tile: Some("the start tile".into()),
                message: "its west side differs from the east side of the space before it".into(),
            }
        );
    }
    for (count, text) in
        [(2, edited(space(1), "")), (4, format!("{SAFARI_TOML}\n{}\n", space(1).replace("[1, 0]", "[2, 0]")))]
    {
        let line = line_of(&text, "[[start]]", 1);
        assert_eq!(
            error(&text),
            TileSetError {
                line,
                tile: Some("the start tile".into()),
                message: format!("it has {count} spaces, but it must have 3 (RULES 1.2)"),
            }
        );
    }
    let text = format!("start = []\n{}", &SAFARI_TOML[..SAFARI_TOML.find("[[start]]").unwrap()]);
    let wrong = error(&text);
    assert_eq!((wrong.line, wrong.message.as_str()), (1, "it has 0 spaces, but it must have 3 (RULES 1.2)"));
}

/// A file without the built-in types.
fn file(types: &str) -> String {
    types.to_owned() + sets::SAVANNA_START
}

fn plain(id: u32, copies: usize) -> String {
    sets::tile(id, "ssss", &[], &[], false, &vec![String::new(); copies])
}

#[test]
fn more_than_81_land_tiles_are_an_error_and_81_are_not() {
    let set = TileSet::parse(&file(&(plain(1, 80) + &plain(2, 1)))).unwrap();
    assert_eq!(set.land(), 81);
    let text = file(&(plain(1, 80) + &plain(2, 2) + &plain(3, 1)));
    assert_eq!(
        error(&text),
        TileSetError {
            line: line_of(&text, "[[tile]]", 2),
            tile: Some("tile 2".into()),
            message: "with it there are 82 land tiles, but at most 81 are allowed".into(),
        }
    );
    let text = file(&plain(4, 82));
    assert_eq!(
        error(&text),
        TileSetError {
            line: line_of(&text, "copies", 1),
            tile: Some("tile 4".into()),
            message: "more than 81 copies".into(),
        }
    );
    let text = edited(r#"["", ""]"#, &format!("[{}]", ["\"\""; 11].join(", ")));
    TileSet::parse(&text).unwrap();
    let text = edited(r#"["", ""]"#, &format!("[{}]", ["\"\""; 12].join(", ")));
    assert_eq!(error(&text).message, "with it there are 82 land tiles, but at most 81 are allowed");
}

#[test]
fn no_land_tile_is_an_error() {
    let text = format!("tile = []\n{}", sets::SAVANNA_START);
    assert_eq!(
        error(&text),
        TileSetError {
            line: 1,
            tile: None,
            message: "there is no land tile, but at least one [[tile]] with a copy is needed".into(),
        }
    );
}

#[test]
fn more_than_96_kinds_are_an_error() {
    let animals = "AEGLZ-";
    let copies: Vec<String> =
        animals.chars().flat_map(|a| animals.chars().map(move |b| format!("{a}{b}"))).collect();
    let copies: Vec<String> =
        copies.iter().flat_map(|c| animals.chars().map(move |d| format!("{c}{d}"))).take(97).collect();
    let text = file(&sets::tile(9, "ttts", &["N", "E", "S"], &[], false, &copies));
    assert_eq!(
        error(&text),
        TileSetError {
            line: line_of(&text, "[[tile]]", 1),
            tile: Some("tile 9".into()),
            message: "with it there are 97 kinds, but at most 96 are allowed".into(),
        }
    );
}

#[test]
fn more_than_128_segments_are_an_error_and_128_are_not() {
    let four =
        |n: usize| sets::tile(1, "tttt", &["N", "E", "S", "W"], &[], false, &vec!["----".to_owned(); n]);
    TileSet::parse(&file(&four(32))).unwrap();
    let one = sets::tile(2, "ssst", &["W"], &[], false, &["A".to_owned()]);
    assert_eq!(
        error(&file(&(four(32) + &one))),
        TileSetError {
            line: 1,
            tile: None,
            message: "all tiles together have 129 segments, but at most 128 are allowed".into(),
        }
    );
    // Those of the start tile count too.
    let start = &SAFARI_TOML[SAFARI_TOML.find("[[start]]").unwrap()..];
    TileSet::parse(&format!("{}{start}", four(31))).unwrap();
    assert_eq!(
        error(&format!("{}{start}", four(32))).message,
        "all tiles together have 132 segments, but at most 128 are allowed"
    );
}

#[test]
fn more_than_255_birds_are_an_error_and_255_are_not() {
    let birds = |id: u32, birds: u32, n: usize| {
        sets::tile(id, "ssbs", &[], &[&format!("S:{birds}")], false, &vec!["-".to_owned(); n])
    };
    TileSet::parse(&file(&(birds(1, 9, 28) + &birds(2, 3, 1)))).unwrap();
    assert_eq!(
        error(&file(&(birds(1, 9, 28) + &birds(2, 4, 1)))),
        TileSetError {
            line: 1,
            tile: None,
            message: "all tiles together have 256 birds, but at most 255 are allowed".into(),
        }
    );
}

#[test]
fn missing_keys_are_named() {
    for key in ["id", "sides", "trails", "bushes", "baobab", "copies"] {
        let entry = entry(12);
        let line = entry.lines().find(|line| line.starts_with(key)).unwrap();
        let changed = entry.replace(&format!("{line}\n"), "").replace(&format!("\n{line}"), "");
        let text = edited(entry, &changed);
        let wrong = error(&text);
        assert_eq!(wrong.message, format!("missing field `{key}`"));
        assert_eq!((wrong.line, wrong.tile), (line_of(&text, &changed, 1), None), "{key}");
    }
    for key in ["at", "sides", "trails", "bushes", "animals"] {
        let entry = space(0);
        let line = entry.lines().find(|line| line.starts_with(key)).unwrap();
        let changed = entry.replace(&format!("{line}\n"), "").replace(&format!("\n{line}"), "");
        let text = edited(entry, &changed);
        let wrong = error(&text);
        assert_eq!(wrong.message, format!("missing field `{key}`"));
        assert_eq!((wrong.line, wrong.tile), (line_of(&text, &changed, 1), None), "{key}");
    }
    for (from, key) in [("sides = \"E\", ", "sides"), (", birds = 1", "birds")] {
        assert_error(entry(12), from, "", "bushes =", "", &format!("missing field `{key}`"));
    }
    assert_eq!(error("").message, "missing field `tile`");
    let start = SAFARI_TOML.find("[[start]]").unwrap();
    assert_eq!(error(&SAFARI_TOML[..start]).message, "missing field `start`");
    assert_eq!(error(&SAFARI_TOML[start..]).message, "missing field `tile`");
}

#[test]
fn unknown_keys_are_named_with_those_that_are_known() {
    assert_error(
        entry(12),
        "baobab =",
        "boabab =",
        "boabab",
        "",
        "unknown field `boabab`, expected one of `id`, `sides`, `trails`, `bushes`, `baobab`, `copies`",
    );
    assert_error(
        entry(12),
        "birds = 1",
        "bird = 1",
        "bird = 1",
        "",
        "unknown field `bird`, expected `sides` or `birds`",
    );
    assert_error(
        space(0),
        "animals =",
        "copies =",
        "copies",
        "",
        "unknown field `copies`, expected one of `at`, `sides`, `trails`, `bushes`, `animals`",
    );
    let wrong = error(&format!("{SAFARI_TOML}\n[[begin]]\n"));
    assert_eq!(wrong.message, "unknown field `begin`, expected `tile` or `start`");
}

#[test]
fn values_of_a_wrong_type_are_named() {
    let cases = [
        ("id = 12", "id = \"12\"", "invalid type: string \"12\", expected u64"),
        ("id = 12", "id = 12.0", "invalid type: floating point `12.0`, expected u64"),
        ("id = 12", "id = -12", "invalid value: integer `-12`, expected u64"),
        ("\"tbts\"", "4", "invalid type: integer `4`, expected a string"),
        ("trails = [\"NS\"]", "trails = \"NS\"", "invalid type: string \"NS\", expected a sequence"),
        ("trails = [\"NS\"]", "trails = [1]", "invalid type: integer `1`, expected a string"),
        (
            "bushes = [{ sides = \"E\", birds = 1 }]",
            "bushes = [\"E\"]",
            "invalid type: string \"E\", expected struct BushEntry",
        ),
        ("birds = 1", "birds = -1", "invalid value: integer `-1`, expected u64"),
        ("birds = 1", "birds = true", "invalid type: boolean `true`, expected u64"),
        ("baobab = true", "baobab = 1", "invalid type: integer `1`, expected a boolean"),
        ("copies = [\"Z-\"]", "copies = \"Z-\"", "invalid type: string \"Z-\", expected a sequence"),
        ("copies = [\"Z-\"]", "copies = [[\"Z-\"]]", "invalid type: sequence, expected a string"),
    ];
    for (from, to, message) in cases {
        assert_error(entry(12), from, to, to, "", message);
    }
    let cases = [
        ("at = [0, 0]", "at = [0.0, 0]", "invalid type: floating point `0.0`, expected i64"),
        ("at = [0, 0]", "at = 0", "invalid type: integer `0`, expected a sequence"),
    ];
    for (from, to, message) in cases {
        assert_error(space(0), from, to, to, "", message);
    }
}

#[test]
fn broken_toml_is_shown_with_its_line() {
    for (from, to, message) in [
        ("sides = \"tbts\"", "sides = \"tbts", "invalid basic string, expected `\"`"),
        ("id = 12", "id 12", "key with no value, expected `=`"),
        ("id = 12", "id = 12\nid = 13", "duplicate key"),
        (
            "id = 12",
            "id = 99999999999999999999",
            "invalid type: integer `99999999999999999999` as i128, expected u64",
        ),
        ("bushes = [{", "bushes = [", "unexpected `=` in array, expected value, `]`"),
    ] {
        let changed = entry(12).replacen(from, to, 1);
        assert_ne!(changed, entry(12));
        let text = edited(entry(12), &changed);
        let wrong = error(&text);
        assert_eq!(wrong.tile, None);
        let first = line_of(&text, &changed, 1);
        let lines = changed.lines().count();
        assert!((first..first + lines + 1).contains(&wrong.line), "{to}: {wrong}");
        assert_eq!(wrong.message, message, "{to}");
    }
}

#[test]
fn nothing_that_is_cut_off_or_garbled_panics() {
    for end in 0..SAFARI_TOML.len() {
        if SAFARI_TOML.is_char_boundary(end) && end % 7 == 0 {
            let _ = TileSet::parse(&SAFARI_TOML[..end]);
        }
    }
    for text in
        ["\0", "[[tile]]", "[[start]]", "tile = [[[[[[[[", "\u{feff}", "= = =", "[[tile]]\nid = 1e400"]
    {
        let _ = error(text).to_string();
    }
    let deep = format!("tile = {}", "[".repeat(100_000));
    assert_eq!(error(&deep).line, 1);
}

#[test]
fn the_built_in_set_is_that_of_the_box() {
    let set = TileSet::parse(SAFARI_TOML).unwrap();
    assert_eq!(&set, TileSet::safari());
    assert_eq!(set.land(), 72);
    assert_eq!(set.kinds().len(), 63);
    let mut animals = [0; 5];
    let start = set.start().map(|(kind, _)| kind);
    for kind in set.kinds().chain(start) {
        let drawing = set.drawing(kind);
        for animal in drawing.segments.iter().filter_map(|segment| segment.animal) {
            animals[animal.index()] += u32::from(drawing.copies);
        }
    }
    assert_eq!(animals, [20; 5], "20 of each animal with the start tile");
    let types: std::collections::BTreeSet<u16> = set.kinds().map(|kind| set.drawing(kind).id).collect();
    assert_eq!(types.into_iter().collect::<Vec<_>>(), (1..=33).collect::<Vec<_>>());
    for kind in set.kinds() {
        let drawing = set.drawing(kind);
        let wanted = match drawing.id {
            1 => 1,
            4 | 5 | 30 => 2,
            _ => 4,
        };
        assert_eq!(drawing.rotations, wanted, "{}", drawing.token);
        assert_eq!(set.kind(&drawing.token), Some(kind));
    }
    assert_eq!(set.kind("1A"), None);
    assert_eq!(set.kind("start0"), None);
}

#[test]
fn rotations_that_look_the_same_are_found_in_tiles_of_several_segments() {
    let set = TileSet::parse(&sets::symmetric()).unwrap();
    let rotations = |token: &str| set.drawing(set.kind(token).unwrap()).rotations;
    for (token, wanted) in [
        ("1AAAA", 1),
        ("1AEAE", 2),
        ("1AAAE", 4),
        ("2AA", 2),
        ("2AL", 4),
        ("2--", 2),
        ("3LL", 1),
        ("3LZ", 2),
        ("3--", 1),
        ("4GGGG", 1),
        ("4GAGA", 2),
        ("5GGGG", 2),
        ("5EGEG", 2),
        ("6ZZ", 2),
        ("6ZA", 4),
        ("7L", 1),
        ("8AEE", 2),
        ("8AEL", 4),
        ("9ZZ-", 2),
        ("9Z--", 4),
        ("10G", 2),
        ("11GG", 2),
        ("11G-", 4),
        ("12EE", 2),
        ("12EL", 4),
        ("13", 1),
    ] {
        assert_eq!(rotations(token), wanted, "{token}");
    }
}

#[test]
fn sets_that_play_differently_have_different_hashes() {
    let hash = |text: &str| TileSet::parse(text).unwrap().hash();
    let own = hash(SAFARI_TOML);
    let mut seen = std::collections::BTreeMap::from([(own, "the built-in set".to_owned())]);
    let edits = [
        (entry(1), "[\"\", \"\"]", "[\"\"]"),
        (entry(2), "baobab = true", "baobab = false"),
        (entry(2), "[\"E\"]", "[\"A\"]"),
        (entry(5), "id = 5", "id = 55"),
        (entry(6), "\"A\", \"A\", \"E\"", "\"E\", \"A\", \"A\""),
        (entry(8), "[\"NE\", \"S\"]", "[\"NS\", \"E\"]"),
        (entry(8), "[\"NE\", \"S\"]", "[\"N\", \"ES\"]"),
        (entry(12), "birds = 1", "birds = 0"),
        (entry(29), "\"NE\"", "\"N\", birds = 0 }, { sides = \"E\""),
        (space(-1), "birds = 0", "birds = 1"),
        (space(-1), "animals = \"E\"", "animals = \"A\""),
        (space(0), "animals = \"G\"", "animals = \"-\""),
        (space(1), "animals = \"A-\"", "animals = \"-A\""),
        (space(1), "\"btss\"", "\"ttss\""),
    ];
    for (entry, from, to) in edits {
        let mut changed = entry.replacen(from, to, 1);
        assert_ne!(changed, entry, "{from}");
        if to.starts_with("\"N\", birds") {
            changed = changed.replace("[\"E\"]", "[\"E-\"]");
        }
        if to == "\"ttss\"" {
            changed = changed.replace("trails = [\"E\"]", "trails = [\"E\", \"N\"]");
            changed = changed.replace("bushes = [{ sides = \"N\", birds = 1 }]", "bushes = []");
        }
        let what = format!("{from} to {to}");
        if let Some(other) = seen.insert(hash(&edited(entry, &changed)), what.clone()) {
            panic!("{what} has the hash of {other}");
        }
    }
    // What only looks different has the same hash.
    assert_eq!(hash(&edited("trails = [\"EW\"]", "trails = [\"WE\"]")), own);
    assert_eq!(hash(&format!("# a comment\n{SAFARI_TOML}")), own);
}

/// Games on the core and the oracle with one tile file, by all policies and numbers of players.
fn differential(name: &str, toml: &str, games: u64) {
    let tiles = TileSet::parse(toml).unwrap_or_else(|error| panic!("{name}: {error}\n{toml}")).leak();
    let variants = variants();
    for game in 0..games {
        let seed = Seed(10).branch(name, &[game]);
        let policy = Policy::ALL[game as usize % Policy::ALL.len()];
        let variant = variants[(seed.0 % variants.len() as u64) as usize];
        against_oracle::play(toml, tiles, seed, variant, 2 + game as usize / 5 % 4, policy);
    }
}

#[test]
fn a_set_of_one_tile_is_played_as_the_oracle_plays_it() {
    for (name, toml) in [
        ("one of savanna", sets::savanna(1)),
        ("one with trails", sets::column_of_short_trails(1)),
        ("one that fits nowhere", file(&sets::tile(1, "bbbb", &[], &["NESW:9"], false, &["L".to_owned()]))),
    ] {
        differential(name, &toml, 20);
    }
}

#[test]
fn sets_of_81_tiles_are_played_as_the_oracle_plays_them() {
    differential("81 of savanna", &sets::savanna(81), 8);
    differential("81 with trails", &sets::straight_trail(81), 8);
}

#[test]
fn a_set_of_symmetric_tiles_with_many_segments_is_played_as_the_oracle_plays_it() {
    differential("symmetric", &sets::symmetric(), 30);
}

#[test]
fn sets_drawn_at_random_are_played_as_the_oracle_plays_them() {
    for set in 0..24 {
        let seed = Seed(11).branch("random set", &[set]);
        differential(&format!("random {set}"), &sets::random(seed, 48), 2);
    }
}

#[test]
fn a_deal_of_another_set_holds_its_tiles() {
    let tiles = TileSet::parse(&sets::symmetric()).unwrap().leak();
    let deal = Deal::new(tiles, Seed(1));
    assert_eq!(deal.land().len(), tiles.land());
    let (position, _) = deal.start(Variant::default(), 2).unwrap();
    assert_eq!(position.land_left() as usize, tiles.land());
    assert_eq!(position.bag().total(), 46);
    assert!(Animal::ALL.into_iter().all(|animal| position.bag().0[animal.index()] <= 10));
}
