//! The core against the oracle: at every decision of random games, everything that is public is equal.
//!
//! 200 games by default. `scripts/differential.sh` plays 20,000 and more by the environment variables
//! `SAFARI_DIFF_GAMES`, `SAFARI_DIFF_SEED` and `SAFARI_DIFF_LOG` (a file for the counts of rare rules).

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic and say why")]

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use common::policies::Policy;
use common::variants;
use rand::RngExt;
use safari_core::{Animal, Deal, Outcome, Phase, Position, Seed, Source, TileSet, Variant};
use safari_oracle as oracle;

/// One game: its number and the root seed decide everything.
struct Case {
    seed: Seed,
    players: usize,
    variant: Variant,
    policy: Policy,
}

impl Case {
    fn new(root: u64, number: u64) -> Case {
        let variants = variants();
        let seed = Seed(root).branch("differential", &[number]);
        let n = number as usize;
        Case {
            seed,
            players: 2 + n % 4,
            policy: Policy::ALL[n / 4 % Policy::ALL.len()],
            variant: variants
                [seed.branch("variant", &[]).rng().random_range(0..variants.len() as u32) as usize],
        }
    }
}

fn oracle_game(position: &Position) -> oracle::Game {
    let tiles = oracle::TileSet::parse(safari_core::SAFARI_TOML).unwrap();
    let v = position.variant();
    let variant = oracle::Variant::parse(
        &v.table.to_string(),
        v.final_majority.name(),
        v.baobab_draw.name(),
        v.bonus_animals.name(),
    );
    let hands: Vec<String> = position.seats().map(|seat| position.hand(seat).to_string()).collect();
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    oracle::Game::new(&tiles, variant.unwrap(), &hands).unwrap()
}

/// What the oracle must wait for.
fn need(position: &Position) -> oracle::Need {
    let seat = position.seat();
    match position.phase() {
        Phase::DrawTile => oracle::Need::Tile,
        Phase::DrawAnimal => oracle::Need::Animal { seat, shuffle: position.reshuffles() },
        Phase::Over => oracle::Need::Over,
        phase => oracle::Need::Decision { seat, phase: phase.name() },
    }
}

/// Compares everything that is public; `tokens` are the core's, sorted.
fn compare(position: &Position, game: &oracle::Game, tokens: &[String]) {
    let context = || format!("{}\n{tokens:?}\n{:?}", position.to_text(), game.legal());
    assert_eq!(need(position), game.need(), "{}", context());
    if position.phase().is_decision() {
        assert!(tokens == game.legal(), "legal tokens differ\n{}", context());
    }
    for seat in position.seats() {
        assert_eq!(position.hand(seat).to_string(), game.hands()[seat], "hand\n{}", context());
        // Between single animal draws nobody decides; 5.1 and 5.2 of the turn are settled by the next decision.
        if position.phase() == Phase::DrawAnimal {
            continue;
        }
        assert_eq!(position.score(seat), game.scores()[seat], "score of seat {seat}\n{}", context());
        assert_eq!(position.meeples(seat) as usize, game.meeples()[seat], "meeples\n{}", context());
        for source in Source::ALL {
            assert_eq!(
                position.points(seat).of(source),
                game.sources()[seat][source.name()],
                "{source:?}\n{}",
                context()
            );
        }
    }
    assert_eq!(position.bag().to_string(), game.bag(), "bag\n{}", context());
    assert_eq!(position.discard().to_string(), game.discard(), "discard\n{}", context());
    let rangers: Vec<(i32, i32)> = position.rangers().map(|cell| (cell.x.into(), cell.y.into())).collect();
    assert_eq!(rangers, game.rangers(), "rangers\n{}", context());
    let tiles = position.tiles();
    let stack: BTreeMap<String, usize> = tiles
        .kinds()
        .filter(|&kind| position.left_of(kind) > 0)
        .map(|kind| (tiles.token(kind).to_owned(), position.left_of(kind) as usize))
        .collect();
    let theirs: BTreeMap<String, usize> = game.stack().into_iter().filter(|(_, left)| *left > 0).collect();
    assert_eq!(stack, theirs, "stack\n{}", context());
    if position.is_over() {
        assert_eq!(position.winners().collect::<Vec<_>>(), game.winners(), "winners\n{}", context());
    }
}

/// Plays a game on both sides and gives how often rare rules fired, and the number of decisions.
fn play(case: &Case) -> (BTreeMap<&'static str, u64>, u64) {
    let deal = Deal::new(TileSet::safari(), case.seed);
    let (mut position, mut dealer) = deal.start(case.variant, case.players).unwrap();
    let mut game = oracle_game(&position);
    let mut rng = case.seed.branch("policy", &[]).rng();
    let mut decisions = 0;
    loop {
        let mut tokens: Vec<String> =
            position.actions().map(|action| position.token(action).to_string()).collect();
        tokens.sort();
        compare(&position, &game, &tokens);
        if position.is_over() {
            return (game.fired().clone(), decisions);
        }
        if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            match outcome {
                Outcome::Tile(kind) => {
                    let token = position.tiles().token(kind);
                    position.resolve(outcome).unwrap();
                    let fits = game.draw_tile(token).unwrap();
                    assert_eq!(
                        fits,
                        position.phase() == Phase::Place,
                        "{token} fits\n{}",
                        position.to_text()
                    );
                }
                Outcome::Animal(animal) => {
                    position.resolve(outcome).unwrap();
                    game.draw_animal(Animal::letter(animal)).unwrap();
                }
            }
        } else {
            decisions += 1;
            let action = case.policy.choose(&position, &mut rng);
            let token = position.token(action).to_string();
            game.play(&token).unwrap_or_else(|error| {
                panic!("the oracle refuses {token}: {error}\n{}", position.to_text())
            });
            assert_eq!(position.parse_token(&token), Ok(action));
            position.play(action).unwrap();
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("the variable is a number"))
}

#[test]
fn the_core_agrees_with_the_oracle_at_every_decision_of_random_games() {
    let games = number("SAFARI_DIFF_GAMES", 200);
    let root = number("SAFARI_DIFF_SEED", 1);
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<(BTreeMap<&str, u64>, u64)> = std::thread::scope(|scope| {
        let work = || {
            let (mut fired, mut decisions) = (BTreeMap::new(), 0);
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= games {
                    return (fired, decisions);
                }
                let case = Case::new(root, n);
                let outcome = std::panic::catch_unwind(|| play(&case));
                let (counts, made) = outcome.unwrap_or_else(|panic| {
                    eprintln!(
                        "game {n} of root seed {root}: {:?}, {} players, {:?}",
                        case.variant, case.players, case.policy
                    );
                    std::panic::resume_unwind(panic)
                });
                decisions += made;
                for (rule, count) in counts {
                    *fired.entry(rule).or_insert(0) += count;
                }
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    let mut fired: BTreeMap<&str, u64> = BTreeMap::new();
    let mut decisions = 0;
    for (counts, made) in parts {
        decisions += made;
        for (rule, count) in counts {
            *fired.entry(rule).or_insert(0) += count;
        }
    }
    assert!(decisions > games * 10, "{decisions} decisions in {games} games");
    if let Ok(path) = std::env::var("SAFARI_DIFF_LOG") {
        let mut log = format!(
            "games {games}, root seed {root}, decisions {decisions}, differences 0\n\
             game n: seed = hash(root, \"differential\", n), players 2 + n % 4, policy n / 4 % {} of {:?}, variant one of {} by hash\n\
             how often rare rules fired:\n",
            Policy::ALL.len(),
            Policy::ALL,
            variants().len()
        );
        for (rule, count) in &fired {
            writeln!(log, "{count:>9}  {rule}").unwrap();
        }
        std::fs::write(path, log).unwrap();
    }
}
