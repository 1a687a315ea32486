//! Runs the scripts of `tests/worked`; their format is described in the README there.

use std::fs;
use std::path::Path;

use safari_oracle::{Game, Need, TileSet, Variant};

/// A script that is being run.
struct Script {
    tiles: TileSet,
    players: usize,
    variant: Variant,
    game: Option<Game>,
}

/// Runs a script to its end and returns the game as it then stands.
fn run(name: &str) -> Game {
    let path = folder().join(format!("{name}.txt"));
    let text = fs::read_to_string(&path).expect("the script exists");
    let mut script = Script {
        tiles: read_tiles(&folder().join("../../../../configs/tiles/safari.toml")),
        players: 0,
        variant: Variant::default(),
        game: None,
    };
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if let Some((verb, words)) = words.split_first()
            && let Err(error) = script.line(verb, words)
        {
            panic!("{name}.txt line {}: `{line}`: {error}", index + 1);
        }
    }
    script.game.expect("the script deals hands")
}

/// Runs a script and sees that rules that are counted were used so often.
fn run_firing(name: &str, fired: &[(&'static str, u64)]) {
    let game = run(name);
    for (rule, count) in fired {
        assert_eq!(game.fired()[rule], *count, "{rule} in {name}");
    }
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/worked"))
}

fn read_tiles(path: &Path) -> TileSet {
    let text = fs::read_to_string(path).expect("the tile file exists");
    TileSet::parse(&text).expect("the tile file is well formed")
}

impl Script {
    fn line(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        let Some(game) = &mut self.game else {
            return self.set_up(verb, words);
        };
        match (verb, words) {
            ("tile", [kind]) => game.draw_tile(kind).map(|_| ()),
            ("animal", [animal]) if animal.len() == 1 => game.draw_animal(char::from(animal.as_bytes()[0])),
            ("play", [token]) => game.play(token),
            _ => assertion(game, verb, words),
        }
    }

    fn set_up(&mut self, verb: &str, words: &[&str]) -> Result<(), String> {
        match (verb, words) {
            ("tiles", [file]) => self.tiles = read_tiles(&folder().join(file)),
            ("players", [number]) => self.players = to_number(number)?,
            ("variant", [table, majority, draw, bonus]) => {
                self.variant = Variant::parse(table, majority, draw, bonus)?;
            }
            ("hands", hands) => {
                same("players", hands.len(), self.players)?;
                let variant = self.variant.clone();
                self.game = Some(Game::new(&self.tiles, variant, hands)?);
            }
            _ => return Err("not a line of the set-up".to_string()),
        }
        Ok(())
    }
}

fn assertion(game: &Game, verb: &str, words: &[&str]) -> Result<(), String> {
    let joined = words.join(" ");
    match (verb, words) {
        ("phase" | "need", _) => {
            let need = match game.need() {
                Need::Tile => "need tile".to_string(),
                Need::Animal { seat, shuffle: false } => format!("need animal {seat}"),
                Need::Animal { seat, shuffle: true } => format!("need animal {seat} shuffle"),
                Need::Decision { seat, phase } => format!("phase {phase} {seat}"),
                Need::Over => "need over".to_string(),
            };
            same("the game", need, format!("{verb} {joined}"))
        }
        ("legal-has", [token]) => is_legal(game, token, true),
        ("legal-not", [token]) => is_legal(game, token, false),
        ("legal-count", [number]) => same("tokens", game.legal().len(), to_number(number)?),
        ("scores", _) => same("scores", list(&game.scores()), joined),
        ("points", [seat, source, points]) => {
            let seat: usize = to_number(seat)?;
            let sources = game.sources().get(seat).cloned().ok_or("no such seat")?;
            let scored = sources.get(source).copied().ok_or("no such source")?;
            same("points", scored as usize, to_number(points)?)
        }
        ("meeples", _) => same("meeples", list(&game.meeples()), joined),
        ("hands", _) => {
            let hands: Vec<String> = game.hands().iter().map(|hand| dotted(hand)).collect();
            same("hands", hands.join(" "), joined)
        }
        ("discard", [animals]) => same("discard", dotted(&game.discard()), animals.to_string()),
        ("bag-size", [number]) => same("bag", game.bag().len(), to_number(number)?),
        ("stack-size", [number]) => same("stack", game.stack().values().sum(), to_number(number)?),
        ("rangers", _) => {
            let cells: Vec<String> = game.rangers().iter().map(|(x, y)| format!("{x},{y}")).collect();
            same("rangers", dotted(&cells.join(" ")), joined)
        }
        ("turns", [number]) => same("turns", game.turn_done(), to_number(number)?),
        ("final-scores", _) => {
            same("need", game.need(), Need::Over)?;
            same("scores", list(&game.scores()), joined)
        }
        ("winners", _) => {
            same("need", game.need(), Need::Over)?;
            same("winners", list(&game.winners()), joined)
        }
        _ => Err("not a line of a script".to_string()),
    }
}

/// Whether a token is legal, asked of the list and, on a copy of the game, of the move itself.
fn is_legal(game: &Game, token: &str, wanted: bool) -> Result<(), String> {
    let before = format!("{game:?}");
    let mut copy = game.clone();
    let played = copy.play(token);
    let listed = game.legal().contains(&token.to_string());
    same("in the list", listed, wanted)?;
    same("can be played", played.is_ok(), wanted)?;
    if played.is_err() {
        same("the game after an error", format!("{copy:?}"), before)?;
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, wanted: T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: found {found:?}")) }
}

fn to_number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn list<T: ToString>(values: &[T]) -> String {
    let words: Vec<String> = values.iter().map(T::to_string).collect();
    words.join(" ")
}

fn dotted(text: &str) -> String {
    if text.is_empty() { "." } else { text }.to_string()
}

#[test]
fn example_9_01_another_player_closes_your_trail() {
    run("9_01");
}

#[test]
fn example_9_02_you_add_a_lion_to_your_trail() {
    run_firing("9_02", &[("5.5 bonus offered", 1), ("5.5 out of turn", 0)]);
}

#[test]
fn example_9_03_you_add_a_zebra_to_your_bush_with_birds() {
    run("9_03");
}

#[test]
fn example_9_04_two_players_tie_and_one_adds() {
    run_firing("9_04", &[("5.4 tie", 1), ("5.5 out of turn", 1)]);
}

#[test]
fn example_9_05_majority_in_a_joined_bush() {
    run_firing("9_05", &[("5.4 tie", 0)]);
}

#[test]
fn example_9_06_third_tile_of_a_hole() {
    run_firing("9_06", &[("4.6 third joins", 0)]);
}

#[test]
fn example_9_07_fourth_tile_of_another_players_hole() {
    run_firing("9_07", &[("5.2 two owners", 0)]);
}

#[test]
fn example_9_08_both_meeples_on_a_hole_are_yours() {
    run_firing("9_08", &[("5.2 one owner twice", 1), ("4.6 fourth after join", 1)]);
}

#[test]
fn example_9_09_same_animal_diagonally_across() {
    run_firing("9_09", &[("4.6 diagonal same animal", 1)]);
}

#[test]
fn example_9_10_a_ranger_is_displaced() {
    run_firing("9_10", &[("3.3 displaced", 2)]);
}

#[test]
fn example_9_11_baobab_completed_later() {
    run_firing("9_11", &[("9.15 baobab filled at once", 0)]);
}

#[test]
fn example_9_12_final_majority_most() {
    run_firing("9_12", &[("8.2 minority paid", 0)]);
}

#[test]
fn example_9_12_final_majority_all_present() {
    run_firing("9_12_all_present", &[("8.2 minority paid", 1)]);
}

#[test]
fn example_9_13_unfinished_trail_and_animal_tiles() {
    run("9_13");
}

#[test]
fn example_9_14_unfinished_bush_with_ape_and_bird() {
    run("9_14");
}

#[test]
fn example_9_15_baobab_already_surrounded() {
    run_firing("9_15", &[("9.15 baobab filled at once", 1)]);
}

#[test]
fn rule_3_2_last_tile_unplaceable_ends_the_game() {
    run_firing("x_3_2_last_tile_unplaceable", &[("3.2 unplaceable", 1)]);
}

#[test]
fn rule_3_2_unplaceable_tiles_are_drawn_again() {
    run_firing("x_3_2_draws_another", &[("3.2 unplaceable", 2)]);
}

#[test]
fn rule_3_4_ranger_left_outside_a_shifting_table() {
    run("x_3_4_shifting_ranger_outside");
}

#[test]
fn rule_4_1_joined_segments_are_one_choice() {
    run_firing("x_4_1_joined_segments", &[("4.1 joined segments", 1)]);
}

#[test]
fn rule_4_5_blocked_hole_is_extended() {
    run("x_4_5_blocked_hole");
}

#[test]
fn rule_4_6_third_tile_joins_two_holes() {
    let fired = [("4.6 third joins", 1), ("4.6 fourth after join", 1), ("5.2 two owners", 1)];
    run_firing("x_4_6_third_joins", &fired);
}

#[test]
fn rule_4_6_joined_holes_with_the_same_animal() {
    run_firing("x_4_6_same_animal", &[("4.6 diagonal same animal", 1), ("4.6 third joins", 1)]);
}

#[test]
fn rule_5_1_several_baobabs_in_order_of_placement() {
    run_firing("x_5_1_several_baobabs", &[("5.1 several baobabs", 1)]);
}

#[test]
fn rule_5_1_baobab_draw_before_scoring() {
    run("x_5_1_draw_before_scoring");
}

#[test]
fn rule_5_1_baobab_draw_after_scoring() {
    run("x_5_1_draw_after_scoring");
}

#[test]
fn rule_5_3_two_features_in_order_of_sides() {
    run_firing("x_5_3_two_features", &[("5.3 two features", 1), ("5.5 out of turn", 1)]);
}

#[test]
fn rule_5_5_distinct_player_not_asked() {
    run_firing("x_5_5_distinct_not_asked", &[("5.5 barred by distinct", 1)]);
}

#[test]
fn rule_5_5_distinct_fewer_animals() {
    run_firing("x_5_5_distinct_fewer", &[("5.5 barred by distinct", 1)]);
}

#[test]
fn rule_5_5_distinct_declined_bars_nobody() {
    run_firing("x_5_5_declined_bars_nobody", &[("5.5 barred by distinct", 0)]);
}

#[test]
fn rule_6_1_no_cell_on_a_full_table() {
    run_firing("x_6_1_no_cell", &[("6.1 no cell", 2), ("3.2 unplaceable", 2)]);
}

#[test]
fn rule_6_1_stack_empty() {
    run_firing("x_6_1_stack_empty", &[("6.1 stack empty", 1), ("6.1 no cell", 0)]);
}

#[test]
fn rule_7_1_reshuffle_between_the_two_tiles_of_a_draw() {
    let fired = [("7.1 reshuffle", 2), ("7.1 reshuffle inside a draw", 1), ("7.1 both empty", 1)];
    run_firing("x_7_1_reshuffle_inside_a_draw", &fired);
}

#[test]
fn rule_7_1_both_empty() {
    let fired = [("7.1 reshuffle", 1), ("7.1 reshuffle inside a draw", 0), ("7.1 both empty", 2)];
    run_firing("x_7_1_both_empty", &fired);
}

/// No script is forgotten above.
#[test]
fn every_script_has_a_test() {
    let source = include_str!("worked.rs");
    for entry in fs::read_dir(folder()).expect("the folder exists") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("an ASCII name");
        if path.extension().is_some_and(|extension| extension == "txt") {
            assert!(source.contains(&format!("(\"{name}\"")), "{name}");
        }
    }
}
