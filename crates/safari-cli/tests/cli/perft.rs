//! Committed counts of decision sequences, and the same counts by the independent implementation.

use crate::common::{data, fine};
use safari_core::{Deal, Dealer, Outcome, Phase, Position, Seed, TileSet, Variant};
use safari_oracle as oracle;
use std::path::Path;

/// A line of `perft.txt`.
struct Case {
    players: usize,
    seed: u64,
    variant: [String; 4],
    counts: Vec<u64>,
}

impl Case {
    fn all() -> Vec<Case> {
        let text = std::fs::read_to_string(data("perft.txt")).unwrap();
        let read = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Case {
                players: words[0].parse().unwrap(),
                seed: words[1].parse().unwrap(),
                variant: std::array::from_fn(|i| words[2 + i].to_owned()),
                counts: words[6..].iter().map(|count| count.parse().unwrap()).collect(),
            }
        };
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
    }

    fn flags(&self) -> Vec<String> {
        let [table, majority, draw, bonus] = &self.variant;
        let flags = [
            ("--players", self.players.to_string()),
            ("--seed", self.seed.to_string()),
            ("--table", table.clone()),
            ("--final-majority", majority.clone()),
            ("--baobab-draw", draw.clone()),
            ("--bonus-animals", bonus.clone()),
        ];
        flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect()
    }

    fn start<'d>(&self, deal: &'d Deal) -> (Position, Dealer<'d>) {
        let [table, majority, draw, bonus] = &self.variant;
        let variant = Variant {
            table: table.parse().unwrap(),
            final_majority: majority.parse().unwrap(),
            baobab_draw: draw.parse().unwrap(),
            bonus_animals: bonus.parse().unwrap(),
        };
        deal.start(variant, self.players).unwrap()
    }
}

#[test]
fn the_counts_are_the_committed_ones() {
    let cases = Case::all();
    assert!(cases.len() >= 20);
    for case in &cases {
        let mut args = vec!["perft".to_owned(), "--depth".into(), case.counts.len().to_string()];
        args.extend(case.flags());
        let table = fine(Path::new("."), &args);
        let counts: Vec<u64> = table
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
            .collect();
        assert_eq!(counts, case.counts, "{args:?}");
    }
}

#[test]
fn divided_counts_sum_to_the_committed_ones() {
    for case in Case::all().iter().step_by(5) {
        let depth = case.counts.len().min(3);
        let mut args = vec!["perft".to_owned(), "--divide".into(), "--depth".into(), depth.to_string()];
        args.extend(case.flags());
        let table = fine(Path::new("."), &args);
        let mut rows: Vec<u64> = table
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().last().unwrap().parse().unwrap())
            .collect();
        let total = rows.pop().unwrap();
        assert_eq!(rows.iter().sum::<u64>(), total);
        assert_eq!(total, case.counts[depth - 1]);
        assert_eq!(rows.len() as u64, case.counts[0]);
    }
}

/// Chance is asked of the deal by the core's position; what is legal and how it goes on, of the oracle.
fn slow(game: &oracle::Game, position: &Position, dealer: &Dealer<'_>, depth: u32) -> u64 {
    let (mut game, mut position, mut dealer) = (game.clone(), *position, dealer.clone());
    loop {
        match game.need() {
            oracle::Need::Over => return 1,
            oracle::Need::Decision { .. } => break,
            oracle::Need::Tile | oracle::Need::Animal { .. } => {
                let outcome = dealer.next(&position);
                position.resolve(outcome).unwrap();
                match outcome {
                    Outcome::Tile(kind) => {
                        let fits = game.draw_tile(position.tiles().token(kind)).unwrap();
                        assert_eq!(fits, position.phase() == Phase::Place);
                    }
                    Outcome::Animal(animal) => game.draw_animal(animal.letter()).unwrap(),
                }
            }
        }
    }
    let legal = game.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |token: &String| {
        let (mut next, mut twin) = (game.clone(), position);
        next.play(token).unwrap();
        twin.play(twin.parse_token(token).unwrap()).unwrap();
        slow(&next, &twin, &dealer, depth - 1)
    };
    legal.iter().map(after).sum()
}

#[test]
fn an_independent_implementation_counts_the_same() {
    for case in Case::all() {
        let deal = Deal::new(TileSet::safari(), Seed(case.seed).branch("deal", &[0]));
        let (position, dealer) = case.start(&deal);
        let tiles = oracle::TileSet::parse(safari_core::SAFARI_TOML).unwrap();
        let [table, majority, draw, bonus] = case.variant.each_ref().map(String::as_str);
        let variant = oracle::Variant::parse(table, majority, draw, bonus).unwrap();
        let hands: Vec<String> = position.seats().map(|seat| position.hand(seat).to_string()).collect();
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        let game = oracle::Game::new(&tiles, variant, &hands).unwrap();
        for (depth, &count) in (1..).zip(&case.counts) {
            if count > 2_500 {
                break;
            }
            assert_eq!(slow(&game, &position, &dealer, depth), count, "depth {depth}, {:?}", case.flags());
        }
    }
}

#[test]
fn from_a_positions_text_chance_branches_into_every_outcome() {
    let dir = tempfile::tempdir().unwrap();
    let tiles = TileSet::safari();
    let deal = Deal::new(tiles, Seed(1));
    let (start, _) = deal.start(Variant::default(), 2).unwrap();
    std::fs::write(dir.path().join("start.txt"), start.to_text()).unwrap();
    let table = fine(dir.path(), ["perft", "--depth", "1", "--position", "start.txt", "--divide"]);
    // By hand: each kind, placed wherever it fits on the start tile.
    let mut total = 0;
    for kind in tiles.kinds() {
        let mut drawn = start;
        drawn.resolve(Outcome::Tile(kind)).unwrap();
        let row =
            table.lines().find(|line| line.starts_with(&format!("tile {} ", tiles.token(kind)))).unwrap();
        assert_eq!(row.split_whitespace().last().unwrap(), drawn.count().to_string());
        total += drawn.count();
    }
    assert_eq!(table.lines().last().unwrap().split_whitespace().last().unwrap(), total.to_string());
    let plain = fine(dir.path(), ["perft", "--depth", "1", "--position", "start.txt"]);
    assert!(plain.ends_with(&format!(" {total}\n")), "{plain}");
}

#[test]
fn depth_zero_is_one_sequence_of_nothing() {
    assert_eq!(fine(Path::new("."), ["perft", "--depth", "0"]), "depth  sequences\n    0          1\n");
}
