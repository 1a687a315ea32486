//! Counts of decision sequences, committed in `data/perft.txt`, and counted again by the oracle where they are small.
//!
//! A count changes exactly when the rules, the deals or the tile set do. The line of a failing test shows the new one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::against_oracle::oracle_game;
use common::reference::Reference;
use safari_core::{AnimalCounts, Deal, Dealer, Phase, Position, SAFARI_TOML, Seed, TileSet, Variant, perft};
use safari_oracle as oracle;

/// One line of the file.
struct Case {
    line: &'static str,
    seed: u64,
    players: usize,
    variant: Variant,
    /// Decisions played before counting begins.
    after: u64,
    depth: u32,
    count: u64,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("data/perft.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(case).collect()
}

fn case(line: &'static str) -> Case {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [seed, players, table, majority, draw, bonus, after, depth, count] = words[..] else {
        panic!("`{line}` has {} words, not 9", words.len());
    };
    let variant = Variant {
        table: table.parse().unwrap(),
        final_majority: majority.parse().unwrap(),
        baobab_draw: draw.parse().unwrap(),
        bonus_animals: bonus.parse().unwrap(),
    };
    Case {
        line,
        seed: seed.parse().unwrap(),
        players: players.parse().unwrap(),
        variant,
        after: after.parse().unwrap(),
        depth: depth.parse().unwrap(),
        count: count.parse().unwrap(),
    }
}

impl Case {
    fn deal(&self) -> Deal {
        Deal::new(TileSet::safari(), Seed(self.seed))
    }

    /// Plays up to where counting begins, and calls `each` with the token of each decision.
    fn start<'d>(&self, deal: &'d Deal, mut each: impl FnMut(&str)) -> (Position, Dealer<'d>) {
        let (mut position, mut dealer) = deal.start(self.variant, self.players).unwrap();
        let mut rng = Seed(self.seed).branch("perft", &[]).rng();
        let mut played = 0;
        while played < self.after {
            assert!(!position.is_over(), "{}: the game is over after {played} decisions", self.line);
            if position.phase().is_chance() {
                let outcome = dealer.next(&position);
                position.resolve(outcome).unwrap();
            } else {
                let action = position.sample_by_kind(&mut rng);
                each(&position.token(action).to_string());
                position.play(action).unwrap();
                played += 1;
            }
        }
        (position, dealer)
    }
}

#[test]
fn the_counts_are_those_of_the_file() {
    let cases = cases();
    assert!(cases.len() >= 20);
    for case in &cases {
        let deal = case.deal();
        let (position, dealer) = case.start(&deal, |_| ());
        assert_eq!(perft(&position, &dealer, case.depth), case.count, "{}", case.line);
    }
}

/// What is defined in `perft`, by playing everything and counting the ends.
#[test]
fn perft_counts_what_playing_every_decision_counts() {
    fn slow(position: &Position, dealer: &Dealer<'_>, depth: u32) -> u64 {
        let (mut position, mut dealer) = (*position, dealer.clone());
        while position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
        }
        if depth == 0 || position.is_over() {
            return 1;
        }
        let mut sum = 0;
        for action in position.actions() {
            let mut next = position;
            next.play(action).unwrap();
            sum += slow(&next, &dealer, depth - 1);
        }
        sum
    }
    for case in cases() {
        let deal = case.deal();
        let (position, dealer) = case.start(&deal, |_| ());
        for depth in 0..=case.depth.min(3) {
            assert_eq!(
                perft(&position, &dealer, depth),
                slow(&position, &dealer, depth),
                "{} at depth {depth}",
                case.line
            );
        }
    }
}

/// Lets chance happen on the oracle's side, drawn by the definition of a deal and not by the core.
fn chance(game: &mut oracle::Game, reference: &mut Reference<'_>) {
    loop {
        match game.need() {
            oracle::Need::Tile => {
                let kind = reference.land_tile();
                game.draw_tile(TileSet::safari().token(kind)).unwrap();
            }
            oracle::Need::Animal { seat, .. } => {
                let discard = AnimalCounts::parse(&game.discard()).unwrap();
                game.draw_animal(reference.animal(seat, discard).letter()).unwrap();
            }
            _ => return,
        }
    }
}

fn oracle_perft(game: &oracle::Game, reference: &Reference<'_>, depth: u32) -> u64 {
    let (mut game, mut reference) = (game.clone(), reference.clone());
    chance(&mut game, &mut reference);
    if depth == 0 || game.need() == oracle::Need::Over {
        return 1;
    }
    let legal = game.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |token: &String| {
        let mut next = game.clone();
        next.play(token).unwrap();
        oracle_perft(&next, &reference, depth - 1)
    };
    legal.iter().map(after).sum()
}

#[test]
fn the_oracle_counts_the_same() {
    /// Positions that the oracle may visit per line of the file: it is slow.
    const VISITS: u64 = 1_000;
    let mut deepest = 0;
    for case in cases() {
        let deal = case.deal();
        let mut reference = Reference::new(&deal);
        let (start, _) = deal.start(case.variant, case.players).unwrap();
        let hands: Vec<AnimalCounts> = start.seats().map(|seat| start.hand(seat)).collect();
        assert_eq!(reference.hands(case.players), hands);
        let mut game = oracle_game(SAFARI_TOML, &start);
        let (position, dealer) = case.start(&deal, |token| {
            chance(&mut game, &mut reference);
            game.play(token).unwrap();
        });
        for depth in 1..=case.depth {
            if depth > 1 && perft(&position, &dealer, depth - 1) > VISITS {
                break;
            }
            let counted = oracle_perft(&game, &reference, depth);
            assert_eq!(perft(&position, &dealer, depth), counted, "{} at depth {depth}", case.line);
            deepest = deepest.max(depth);
        }
    }
    assert!(deepest >= 4, "{deepest}");
}

#[test]
fn the_file_covers_every_phase_of_decision_variant_and_number_of_players() {
    let cases = cases();
    for players in 2..=5 {
        assert!(cases.iter().any(|case| case.players == players));
    }
    for phase in [Phase::Place, Phase::Action, Phase::Bonus, Phase::Ranger] {
        let begins = |case: &Case| {
            let deal = case.deal();
            let (mut position, mut dealer) = case.start(&deal, |_| ());
            while position.phase().is_chance() {
                let outcome = dealer.next(&position);
                position.resolve(outcome).unwrap();
            }
            position.phase() == phase
        };
        assert!(cases.iter().any(begins), "{}", phase.name());
    }
    let differs = |what: fn(&Case) -> String| {
        let values: std::collections::BTreeSet<String> = cases.iter().map(what).collect();
        values.len() > 1
    };
    assert!(differs(|case| case.variant.table.to_string()));
    assert!(differs(|case| case.variant.final_majority.to_string()));
    assert!(differs(|case| case.variant.baobab_draw.to_string()));
    assert!(differs(|case| case.variant.bonus_animals.to_string()));
}
