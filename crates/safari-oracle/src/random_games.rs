//! Random games to the end, with what must hold after every event.

use std::collections::BTreeMap;

use crate::game::{Game, Need, SOURCES};
use crate::geometry::{Side, around};
use crate::holes::all_holes;
use crate::notation::{Token, parse};
use crate::tile::ANIMALS;
use crate::tile_set::TileSet;
use crate::variant::Variant;

const SAFARI: &str = include_str!("../../../configs/tiles/safari.toml");

/// The xorshift64 generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

fn variants() -> Vec<Variant> {
    let mut variants = Vec::new();
    for table in ["floor", "table:12x8", "table:6x4", "shifting:9x9", "shifting:5x2"] {
        for majority in ["most", "all_present"] {
            for draw in ["before_scoring", "after_scoring"] {
                for bonus in ["independent", "distinct"] {
                    let variant = Variant::parse(table, majority, draw, bonus);
                    variants.push(variant.expect("spelled as in the rules"));
                }
            }
        }
    }
    variants
}

fn deal(players: usize, random: &mut Random) -> Vec<String> {
    (0..players).map(|_| [random.pick(&ANIMALS), random.pick(&ANIMALS)].iter().collect()).collect()
}

/// How the players of a random game decide.
#[derive(Clone, Copy)]
enum Policy {
    /// Uniform over the kinds of decision, then over the tokens (§11).
    Uniform,
    /// As close together as possible, and no action that leaves meeples and animal tiles idle: for the rules about
    /// full tables, baobabs and empty bags.
    Compact,
}

impl Policy {
    fn choose(self, game: &Game, random: &mut Random) -> String {
        let mut kinds: BTreeMap<char, Vec<String>> = BTreeMap::new();
        for token in game.legal() {
            let first = token.chars().next().expect("no token is empty");
            kinds.entry(first).or_default().push(token);
        }
        if let (Policy::Compact, Need::Decision { phase, .. }) = (self, game.need()) {
            if phase == "place" {
                let filled = |token: &String| filled_around(game, token);
                let most = game.legal().iter().map(filled).max();
                let legal = game.legal().into_iter();
                let best: Vec<String> = legal.filter(|token| Some(filled(token)) == most).collect();
                return random.pick(&best);
            }
            if phase == "action" && kinds.len() > 2 {
                kinds.remove(&'r');
                kinds.remove(&'-');
                if random.below(2) == 0 && game.legal().contains(&"mB".to_string()) {
                    return "mB".to_string();
                }
            }
        }
        let kinds: Vec<Vec<String>> = kinds.into_values().collect();
        let kind = random.pick(&kinds);
        random.pick(&kind)
    }
}

/// How many of the cells around a placement are filled.
fn filled_around(game: &Game, token: &str) -> usize {
    match parse(token) {
        Ok(Token::Place { cell, .. }) => {
            around(cell).into_iter().filter(|next| game.board.is_filled(*next)).count()
        }
        other => panic!("{other:?} is not a placement"),
    }
}

/// One random game; `check` is called after every event.
fn play_one(
    set: &TileSet,
    variant: Variant,
    players: usize,
    policy: Policy,
    random: &mut Random,
    check: fn(&Game),
) -> Game {
    let hands = deal(players, random);
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    let mut game = Game::new(set, variant, &hands).expect("two animals a hand");
    loop {
        check(&game);
        match game.need() {
            Need::Over => return game,
            Need::Tile => {
                let stack: Vec<String> =
                    game.stack().into_iter().flat_map(|(kind, count)| vec![kind; count]).collect();
                game.draw_tile(&random.pick(&stack)).expect("in the stack");
            }
            Need::Animal { shuffle, .. } => {
                let pile = if shuffle { game.discard() } else { game.bag() };
                let pile: Vec<char> = pile.chars().collect();
                game.draw_animal(random.pick(&pile)).expect("in the pile");
            }
            Need::Decision { .. } => {
                let token = policy.choose(&game, random);
                game.play(&token).expect("legal");
            }
        }
    }
}

/// What must hold at every moment of every game.
fn check_all(game: &Game) {
    check_meeples(game);
    check_animals(game);
    check_holes(game);
    check_tiles(game);
    check_tokens(game);
    for (score, sources) in game.scores().iter().zip(game.sources()) {
        assert_eq!(*score, sources.values().sum::<u32>());
        assert_eq!(sources.len(), SOURCES.len());
    }
    assert_eq!(game.fired().len(), 22);
}

/// 1.1: everybody has 6 meeples, in supply or on the board.
fn check_meeples(game: &Game) {
    let mut meeples = game.meeples();
    let board = &game.board;
    let on_board = board.segment_meeples.values().chain(board.baobab_meeples.values());
    for owner in on_board.chain(board.hole_meeples.values()) {
        meeples[*owner] += 1;
    }
    assert!(meeples.iter().all(|count| *count == 6), "{meeples:?}");
}

/// 1.1: there are 10 of each animal, in the hands, the bag, the discard and on the board.
fn check_animals(game: &Game) {
    for animal in ANIMALS {
        let hands = game.hands().concat();
        let piles = [hands, game.bag(), game.discard()].concat();
        let off_board = piles.chars().filter(|other| *other == animal).count();
        let on_board = game.board.animals.values().filter(|other| **other == animal).count();
        assert_eq!(off_board + on_board, 10, "{animal}");
    }
}

/// 4.4 to 4.6, 5.2: what a hole may look like.
fn check_holes(game: &Game) {
    let between_turns = game.need() == Need::Tile;
    for hole in all_holes(&game.board) {
        let mut animals: Vec<char> = hole.iter().map(|spot| game.board.animals[spot]).collect();
        animals.sort();
        animals.dedup();
        assert!(animals.len() + 1 >= hole.len() && hole.len() <= 4, "{hole:?}");
        let meeples = hole.iter().filter(|spot| game.board.hole_meeples.contains_key(spot)).count();
        if hole.len() < 4 {
            assert!(meeples == 1 || meeples == 2);
        } else if between_turns {
            assert_eq!(meeples, 0);
        }
        for ((x, y), corner) in hole {
            assert!(game.board.tiles[&(x, y)].is_open(corner));
        }
    }
}

/// 3.1: all sides match.
fn check_tiles(game: &Game) {
    for (cell, tile) in &game.board.tiles {
        assert!(game.board.fits(*cell, tile));
    }
    let stack: usize = game.stack().values().sum();
    let drawn = usize::from(matches!(game.need(), Need::Decision { phase: "place", .. }));
    let gone = usize::try_from(game.fired()["3.2 unplaceable"]).expect("a small number");
    assert_eq!(stack + drawn + gone + game.board.tiles.len(), 72 + 3);
    for cell in game.rangers() {
        assert!(!game.board.is_filled(cell));
        assert!(Side::ALL.iter().any(|side| game.board.is_filled(side.across(cell))));
    }
}

/// §10: sorted, no duplicates, one spelling.
fn check_tokens(game: &Game) {
    let legal = game.legal();
    assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "{legal:?}");
    for token in &legal {
        assert_eq!(parse(token).map(|read| read.to_string()), Ok(token.clone()));
    }
    assert_eq!(legal.is_empty(), !matches!(game.need(), Need::Decision { .. }));
}

#[test]
fn random_games_keep_all_material() {
    let set = TileSet::parse(SAFARI).expect("the file of the box");
    let mut random = Random(0x5AFA_2111);
    for variant in variants() {
        for players in 2..=5 {
            for policy in [Policy::Uniform, Policy::Compact] {
                let game = play_one(&set, variant.clone(), players, policy, &mut random, check_all);
                let best = game.scores().into_iter().max();
                for seat in 0..players {
                    let wins = Some(game.scores()[seat]) == best;
                    assert_eq!(game.winners().contains(&seat), wins);
                }
                assert!(game.stack().is_empty());
                assert!(game.turn_done() <= 72);
            }
        }
    }
}

/// Not a test: see how long `cargo test --release -p safari-oracle -- --ignored time_of_games` takes.
#[test]
#[ignore = "a measurement: 1,000 two-player games"]
fn time_of_games() {
    let set = TileSet::parse(SAFARI).expect("the file of the box");
    let mut random = Random(7);
    for _ in 0..1000 {
        let variant = Variant::default();
        play_one(&set, variant, 2, Policy::Uniform, &mut random, |_| ());
    }
}

/// Not a test either: shows how often random games reach each rare rule.
#[test]
#[ignore = "a measurement: fails with the counts"]
fn rare_rules_reached() {
    let set = TileSet::parse(SAFARI).expect("the file of the box");
    let mut random = Random(99);
    let mut total: BTreeMap<&'static str, u64> = BTreeMap::new();
    for _ in 0..10 {
        for variant in variants() {
            for players in 2..=5 {
                for policy in [Policy::Uniform, Policy::Compact] {
                    let variant = variant.clone();
                    let game = play_one(&set, variant, players, policy, &mut random, |_| ());
                    for (name, count) in game.fired() {
                        *total.entry(name).or_default() += count;
                    }
                }
            }
        }
    }
    panic!("{total:#?}");
}
