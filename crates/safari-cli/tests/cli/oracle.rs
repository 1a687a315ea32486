//! `safari replay --legal --json` against an independent implementation of the rules, line by line.

use crate::common::{fine, variants};
use safari_oracle::{Game, Need, TileSet, Variant};
use serde_json::Value;

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn numbers<T: TryFrom<u64, Error: std::fmt::Debug>>(value: &Value) -> Vec<T> {
    value.as_array().unwrap().iter().map(|n| T::try_from(n.as_u64().unwrap()).unwrap()).collect()
}

/// Plays the lines on the oracle and compares all that they say; gives how many decisions there were.
fn check(lines: &str) -> usize {
    let tiles = TileSet::parse(include_str!("../../../../configs/tiles/safari.toml")).unwrap();
    let mut variant = Variant::default();
    let mut game: Option<Game> = None;
    let mut decisions = 0;
    let mut finished = false;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (i, line) in lines.iter().enumerate() {
        assert!(!finished, "a line follows the final one");
        match (line["event"].as_str().unwrap(), &mut game) {
            ("game", None) => {
                let key = |name: &str| line["variant"][name].as_str().unwrap();
                variant = Variant::parse(
                    key("table"),
                    key("final_majority"),
                    key("baobab_draw"),
                    key("bonus_animals"),
                )
                .unwrap();
            }
            ("deal", None) => {
                let hands = strings(&line["hands"]);
                assert_eq!(lines[0]["players"], hands.len());
                game = Some(Game::new(&tiles, variant.clone(), &hands).unwrap());
            }
            ("tile", Some(game)) => {
                for kind in strings(&line["removed"]) {
                    assert!(!game.draw_tile(kind).unwrap(), "{kind} was removed, but it fits");
                }
                match line["kind"].as_str() {
                    Some(kind) => assert!(game.draw_tile(kind).unwrap(), "{kind} fits nowhere"),
                    None => assert_eq!(game.need(), Need::Over),
                }
            }
            ("decision", Some(game)) => {
                decisions += 1;
                let Need::Decision { seat, phase } = game.need() else { panic!("{line}: {:?}", game.need()) };
                assert_eq!((&line["seat"], &line["phase"]), (&Value::from(seat), &Value::from(phase)));
                assert_eq!(strings(&line["legal"]), game.legal(), "{line}");
                game.play(line["token"].as_str().unwrap()).unwrap();
            }
            ("shuffle", Some(game)) => {
                assert!(matches!(game.need(), Need::Animal { shuffle: true, .. }));
                assert_eq!(lines[i + 1]["event"], "animal");
            }
            ("animal", Some(game)) => {
                let Need::Animal { seat, shuffle } = game.need() else { panic!("{line}: {:?}", game.need()) };
                assert_eq!(line["seat"], seat);
                assert_eq!(lines[i - 1]["event"] == "shuffle", shuffle);
                game.draw_animal(line["drawn"].as_str().unwrap().chars().next().unwrap()).unwrap();
            }
            ("turn", Some(game)) => {
                let in_game = |points: &std::collections::BTreeMap<&str, u32>| -> u32 {
                    points
                        .iter()
                        .filter(|(name, _)| !name.starts_with("final_"))
                        .map(|(_, points)| points)
                        .sum()
                };
                let scores: Vec<u32> = game.sources().iter().map(in_game).collect();
                assert_eq!(numbers::<u32>(&line["scores"]), scores);
                assert_eq!(numbers::<usize>(&line["meeples"]), game.meeples());
                assert_eq!(strings(&line["hands"]), game.hands());
                let turns = lines[..=i].iter().filter(|line| line["event"] == "turn").count();
                assert_eq!(game.turn_done(), turns);
            }
            ("final", Some(game)) => {
                assert_eq!(game.need(), Need::Over);
                assert_eq!(numbers::<u32>(&line["scores"]), game.scores());
                assert_eq!(numbers::<usize>(&line["winners"]), game.winners());
                for (seat, points) in game.sources().into_iter().enumerate() {
                    let told = line["by_source"][seat].as_object().unwrap();
                    assert_eq!(told.len(), points.len());
                    for (name, points) in points {
                        assert_eq!(told[name], points, "{name}");
                    }
                }
                finished = true;
            }
            (event, _) => panic!("`{event}` has no place here: {line}"),
        }
    }
    assert!(finished);
    decisions
}

#[test]
fn an_independent_implementation_agrees_with_every_line_of_recorded_games() {
    let dir = tempfile::tempdir().unwrap();
    let mut decisions = 0;
    for (i, flags) in variants().iter().enumerate().step_by(2) {
        let players = 2 + (i / 2 + i / 8) % 4;
        // One who knows what it does reaches rules that random play does not.
        let agents: Vec<&str> =
            ["greedy", "random-kind", "random"].into_iter().cycle().take(players).collect();
        let (agents, seed) = (agents.join(","), i.to_string());
        let mut args = vec!["play", "--agents", &agents, "--seed", &seed, "--record", "game.json"];
        args.extend(flags.iter().map(String::as_str));
        fine(dir.path(), args);
        decisions += check(&fine(dir.path(), ["replay", "game.json", "--legal", "--json"]));
    }
    assert!(decisions > 1_000, "{decisions}");
}

#[test]
fn it_agrees_with_the_golden_records_too() {
    for name in ["small.json", "crowded.json"] {
        let record = crate::common::data(name);
        check(&fine(std::path::Path::new("."), ["replay", record.to_str().unwrap(), "--legal", "--json"]));
    }
}
