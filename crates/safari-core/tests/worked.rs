//! The worked examples 9.1 to 9.15 and rulings that random play rarely reaches, on the core.
//!
//! The scripts are the oracle's (`crates/safari-oracle/tests/worked`, whose README describes their format).

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::PathBuf;

use safari_core::{Animal, AnimalCounts, Outcome, Phase, Position, Source, TileSet, Variant};

struct Script {
    tiles: &'static TileSet,
    players: usize,
    variant: Variant,
    position: Option<Position>,
    turns: usize,
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../safari-oracle/tests/worked"))
}

/// Runs a script to its end.
fn run(name: &str) {
    let text = fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap();
    let mut script = Script {
        tiles: TileSet::safari(),
        players: 0,
        variant: Variant::default(),
        position: None,
        turns: 0,
    };
    for (i, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap().split_whitespace().collect();
        if let [verb, words @ ..] = &words[..] {
            script
                .line(verb, words)
                .unwrap_or_else(|error| panic!("{name}.txt line {}: `{line}`: {error}", i + 1));
        }
    }
    assert!(script.position.is_some());
}

impl Script {
    fn line(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        let Some(position) = &mut self.position else { return self.set_up(verb, words) };
        match (verb, words) {
            ("tile", [token]) => {
                let kind = self.tiles.kind(token).ok_or("no such kind")?;
                position.resolve(Outcome::Tile(kind)).map_err(|e| e.to_string())?;
            }
            ("animal", [letter]) => {
                let animal = letter.chars().next().and_then(Animal::from_letter).ok_or("no such animal")?;
                position.resolve(Outcome::Animal(animal)).map_err(|e| e.to_string())?;
                self.turns += position.is_between_turns() as usize;
            }
            ("play", [token]) => {
                let action = position.parse_token(token).map_err(|e| e.to_string())?;
                position.play(action).map_err(|e| e.to_string())?;
                self.turns += position.is_between_turns() as usize;
            }
            _ => return self.assertion(verb, words),
        }
        position.validate().map_err(|e| e.to_string())?;
        let read = Position::from_text(self.tiles, &position.to_text()).map_err(|e| e.to_string())?;
        same(read.hash(), position.hash())
    }

    fn set_up(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("tiles", [file]) => {
                let text = fs::read_to_string(folder().join(file)).map_err(|e| e.to_string())?;
                self.tiles = TileSet::parse(&text).map_err(|e| e.to_string())?.leak();
            }
            ("players", [n]) => self.players = n.parse().map_err(|_| "no number")?,
            ("variant", [table, majority, draw, bonus]) => {
                let text = |e: safari_core::VariantError| e.to_string();
                self.variant = Variant {
                    table: table.parse().map_err(text)?,
                    final_majority: majority.parse().map_err(text)?,
                    baobab_draw: draw.parse().map_err(text)?,
                    bonus_animals: bonus.parse().map_err(text)?,
                };
            }
            ("hands", hands) => {
                same(hands.len(), self.players)?;
                let hands: Vec<AnimalCounts> =
                    hands.iter().map(|hand| AnimalCounts::parse(hand).unwrap()).collect();
                self.position =
                    Some(Position::new(self.tiles, self.variant, &hands).map_err(|e| e.to_string())?);
            }
            _ => return Err("not a line of the set-up".into()),
        }
        Ok(())
    }

    fn assertion(&self, verb: &str, words: &[&str]) -> Result<(), String> {
        let position = self.position.as_ref().ok_or("no game yet")?;
        let joined = words.join(" ");
        match (verb, words) {
            ("phase" | "need", _) => {
                let seat = position.seat();
                let found = match position.phase() {
                    Phase::DrawTile => "need tile".to_owned(),
                    Phase::DrawAnimal if position.reshuffles() => format!("need animal {seat} shuffle"),
                    Phase::DrawAnimal => format!("need animal {seat}"),
                    Phase::Over => "need over".to_owned(),
                    phase => format!("phase {} {seat}", phase.name()),
                };
                same(found, format!("{verb} {joined}"))
            }
            ("legal-has", [token]) => position.parse_token(token).map(|_| ()).map_err(|e| e.to_string()),
            ("legal-not", [token]) => match position.parse_token(token) {
                Ok(_) => Err("it is legal".into()),
                Err(_) => same(position.actions().any(|a| position.token(a).to_string() == *token), false),
            },
            ("legal-count", [n]) => same(position.count().to_string(), n.to_string()),
            ("scores", _) => same(list(position.seats().map(|s| position.score(s))), joined),
            ("points", [seat, source, points]) => {
                let seat: usize = seat.parse().map_err(|_| "no seat")?;
                let source = Source::from_name(source).ok_or("no source")?;
                same(position.points(seat).of(source).to_string(), points.to_string())
            }
            ("meeples", _) => same(list(position.seats().map(|s| position.meeples(s))), joined),
            ("hands", _) => {
                same(list(position.seats().map(|s| dotted(position.hand(s).to_string()))), joined)
            }
            ("discard", [animals]) => same(dotted(position.discard().to_string()), animals.to_string()),
            ("bag-size", [n]) => same(position.bag().total().to_string(), n.to_string()),
            ("stack-size", [n]) => same(position.land_left().to_string(), n.to_string()),
            ("rangers", _) => same(dotted(list(position.rangers())), joined),
            ("turns", [n]) => same(self.turns.to_string(), n.to_string()),
            ("final-scores", _) => {
                same(position.is_over(), true)?;
                same(list(position.seats().map(|s| position.score(s))), joined)
            }
            ("winners", _) => {
                same(position.is_over(), true)?;
                same(list(position.winners()), joined)
            }
            _ => Err("not a line of a script".into()),
        }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, wanted: T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("found {found:?}, wanted {wanted:?}")) }
}

fn list<T: ToString>(values: impl Iterator<Item = T>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn dotted(text: String) -> String {
    if text.is_empty() { ".".into() } else { text }
}

macro_rules! scripts {
    ($($test:ident: $($script:literal),+;)+) => {
        $(#[test]
        fn $test() {
            $(run($script);)+
        })+

        #[test]
        fn no_script_is_forgotten() {
            let named = [$($($script),+),+];
            for entry in fs::read_dir(folder()).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|extension| extension == "txt") {
                    let name = path.file_stem().unwrap().to_str().unwrap();
                    assert!(named.contains(&name), "{name}");
                }
            }
        }
    };
}

scripts! {
    example_9_01_another_player_closes_your_trail: "9_01";
    example_9_02_you_add_a_lion_to_your_trail: "9_02";
    example_9_03_you_add_a_zebra_to_your_bush_with_birds: "9_03";
    example_9_04_two_players_tie_and_one_adds: "9_04";
    example_9_05_majority_in_a_joined_bush: "9_05";
    example_9_06_third_tile_of_a_hole: "9_06";
    example_9_07_fourth_tile_of_another_players_hole: "9_07";
    example_9_08_both_meeples_on_a_hole_are_yours: "9_08";
    example_9_09_same_animal_diagonally_across: "9_09";
    example_9_10_a_ranger_is_displaced: "9_10";
    example_9_11_baobab_completed_later: "9_11";
    example_9_12_final_majority_most: "9_12";
    example_9_12_final_majority_all_present: "9_12_all_present";
    example_9_13_unfinished_trail_and_animal_tiles: "9_13";
    example_9_14_unfinished_bush_with_ape_and_bird: "9_14";
    example_9_15_baobab_already_surrounded: "9_15";
    rule_3_2_last_tile_unplaceable_ends_the_game: "x_3_2_last_tile_unplaceable";
    rule_3_2_unplaceable_tiles_are_drawn_again: "x_3_2_draws_another";
    rule_3_4_ranger_left_outside_a_shifting_table: "x_3_4_shifting_ranger_outside";
    rule_4_1_joined_segments_are_one_choice: "x_4_1_joined_segments";
    rule_4_5_blocked_hole_is_extended: "x_4_5_blocked_hole";
    rule_4_6_third_tile_joins_two_holes: "x_4_6_third_joins";
    rule_4_6_joined_holes_with_the_same_animal: "x_4_6_same_animal";
    rule_5_1_several_baobabs_in_order_of_placement: "x_5_1_several_baobabs";
    rule_5_1_baobab_draw_before_scoring: "x_5_1_draw_before_scoring";
    rule_5_1_baobab_draw_after_scoring: "x_5_1_draw_after_scoring";
    rule_5_3_two_features_in_order_of_sides: "x_5_3_two_features";
    rule_5_5_distinct_player_not_asked: "x_5_5_distinct_not_asked";
    rule_5_5_distinct_fewer_animals: "x_5_5_distinct_fewer";
    rule_5_5_distinct_declined_bars_nobody: "x_5_5_declined_bars_nobody";
    rule_6_1_no_cell_on_a_full_table: "x_6_1_no_cell";
    rule_6_1_stack_empty: "x_6_1_stack_empty";
    rule_7_1_reshuffle_between_the_two_tiles_of_a_draw: "x_7_1_reshuffle_inside_a_draw";
    rule_7_1_both_empty: "x_7_1_both_empty";
}
