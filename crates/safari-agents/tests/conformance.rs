//! What every registered agent must do, whoever wrote it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use safari_agents::{Agent, Budget, Ctx, Event, Factory, GameInfo, NoClock, Registry, WallClock};
use safari_core::{
    BaobabDraw, BonusAnimals, Deal, FinalMajority, Outcome, Phase, Position, Seed, Setup, Table, TileSet,
    Variant,
};

/// Every agent with a small setting, so that the suite takes seconds.
fn agents() -> Vec<Factory> {
    let registry = Registry::standard();
    registry
        .kinds()
        .map(|kind| {
            let searches = kind.params.iter().any(|param| param.name == "iterations");
            let spec = if searches { format!("{}:iterations=6", kind.name) } else { kind.name.to_owned() };
            registry.parse(&spec).unwrap()
        })
        .collect()
}

fn variants() -> Vec<Variant> {
    let tables = [
        Table::Floor,
        Table::Fixed { width: 5, height: 1 },
        Table::Fixed { width: 9, height: 9 },
        Table::Shifting { width: 8, height: 7 },
    ];
    let variant = |(i, table): (usize, Table)| Variant {
        table,
        final_majority: FinalMajority::ALL[i % 2],
        baobab_draw: BaobabDraw::ALL[i / 2 % 2],
        bonus_animals: BonusAnimals::ALL[i.div_ceil(2) % 2],
    };
    tables.into_iter().enumerate().map(variant).collect()
}

fn ctx(seed: u64, budget: Budget) -> Ctx<'static> {
    Ctx::new(Seed(seed).branch("conformance", &[]), budget, &NoClock)
}

fn info(position: &Position, seat: usize) -> GameInfo<'_> {
    let hands = position.seats().map(|seat| position.hand(seat)).collect();
    GameInfo { tiles: position.tiles(), variant: position.variant(), hands, seat, position }
}

/// Plays a game of one agent in all seats and calls `each` at every decision that is asked.
fn walk(
    factory: &Factory,
    seed: u64,
    variant: Variant,
    players: usize,
    mut each: impl FnMut(&Position, u64, safari_core::Action),
) -> Position {
    let deal = Deal::new(TileSet::safari(), Seed(seed));
    let (mut position, mut dealer) = deal.start(variant, players).unwrap();
    let mut agents: Vec<Box<dyn Agent>> = (0..players).map(|_| factory.build(players)).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.start(&info(&position, seat)).unwrap();
    }
    let mut number = 0;
    while !position.is_over() {
        let seat = position.seat();
        let event = if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            position.resolve(outcome).unwrap();
            match outcome {
                Outcome::Tile(kind) => Event::Tile(kind),
                Outcome::Animal(animal) => Event::Animal { seat, animal },
            }
        } else {
            let action = if position.is_forced() {
                position.nth(0)
            } else {
                number += 1;
                let before = position.to_text();
                let choice = agents[seat].choose(&position, &mut ctx(number, Budget::Own)).unwrap();
                assert_eq!(position.to_text(), before, "{factory} changed the position");
                each(&position, number, choice.action);
                choice.action
            };
            if let Err(reason) = position.play(action) {
                panic!("{factory}: {reason}\n{}", position.to_text());
            }
            Event::Decision { seat, action }
        };
        for agent in &mut agents {
            agent.observe(&event, &position).unwrap();
        }
    }
    agents.iter_mut().for_each(|agent| agent.end(&position));
    position
}

#[test]
fn answers_are_legal_in_every_phase_for_all_players_and_variants() {
    for factory in agents() {
        let mut phases = std::collections::HashSet::new();
        for (i, variant) in variants().into_iter().enumerate() {
            for players in 2..=5 {
                if variant.table == Table::Floor || (i + players) % 2 == 0 {
                    walk(&factory, (i * 4 + players) as u64, variant, players, |position, _, _| {
                        phases.insert(position.phase());
                    });
                }
            }
        }
        // Weak players are rarely asked for bonus animals, so everyone is also asked along greedy's games.
        let greedy = Registry::standard().parse("greedy").unwrap();
        for players in 2..=5 {
            walk(&greedy, players as u64, Variant::default(), players, |position, number, _| {
                if position.phase() == Phase::Bonus || number % 7 == 0 {
                    phases.insert(position.phase());
                    let mut agent = factory.build(players);
                    agent.start(&info(position, position.seat())).unwrap();
                    let answer = agent.choose(position, &mut ctx(number, Budget::Own)).unwrap().action;
                    assert!(position.is_legal(answer), "{factory}\n{}", position.to_text());
                }
            });
        }
        for phase in [Phase::Place, Phase::Action, Phase::Bonus, Phase::Ranger] {
            assert!(phases.contains(&phase), "{factory} was never asked in {}", phase.name());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for factory in agents() {
        let game = |seed| walk(&factory, seed, Variant::default(), 3, |_, _, _| {}).to_text();
        assert_eq!(game(5), game(5), "{factory}");
        assert_ne!(game(5), game(6), "{factory}");
    }
}

#[test]
fn a_fresh_agent_repeats_any_decision_alone_and_from_the_text_of_its_position() {
    for factory in agents() {
        walk(&factory, 9, Variant::default(), 2, |position, number, action| {
            if number % 5 != 0 {
                return;
            }
            let read = Position::from_text(position.tiles(), &position.to_text()).unwrap();
            let mut fresh = factory.build(2);
            fresh.start(&info(position, position.seat())).unwrap();
            let again = fresh.choose(&read, &mut ctx(number, Budget::Own)).unwrap().action;
            assert_eq!(again, action, "{factory}\n{}", position.to_text());
        });
    }
}

/// Positions hold no hidden order, so this can only fail by state outside the position.
#[test]
fn equal_positions_with_different_hidden_orders_get_the_same_answer() {
    for factory in agents() {
        let played = |seed: u64| {
            // The same public start: hands and the first tile are set, the rest of the deal differs.
            let deal = Deal::new(TileSet::safari(), Seed(seed));
            let mut position = Setup::of(&deal.start(Variant::default(), 2).unwrap().0);
            position.hands = ["AE", "GL"].map(|h| safari_core::AnimalCounts::parse(h).unwrap()).to_vec();
            position.bag = safari_core::AnimalCounts([9, 9, 9, 9, 10]);
            let mut position = position.build().unwrap();
            position.resolve(Outcome::Tile(position.tiles().kind("26EZ").unwrap())).unwrap();
            let mut agent = factory.build(2);
            agent.start(&info(&position, 0)).unwrap();
            agent.choose(&position, &mut ctx(3, Budget::Own)).unwrap().action
        };
        assert_eq!(played(1), played(2), "{factory}");
    }
}

#[test]
fn budgets_are_honoured() {
    let registry = Registry::standard();
    for kind in registry.kinds() {
        let mut agent = registry.parse(kind.name).unwrap().build(2);
        let deal = Deal::new(TileSet::safari(), Seed(4));
        let (mut position, mut dealer) = deal.start(Variant::default(), 2).unwrap();
        let outcome = dealer.next(&position);
        position.resolve(outcome).unwrap();
        agent.start(&info(&position, 0)).unwrap();
        let searched = agent
            .choose(&position, &mut ctx(1, Budget::Iterations(3)))
            .unwrap()
            .stats
            .map_or(0, |stats| stats.iterations);
        assert!(searched <= 3, "{}: {searched} iterations", kind.name);
        let clock = WallClock::start();
        let allowed = Duration::from_millis(50);
        let mut timed = Ctx { clock: &clock, ..ctx(1, Budget::Time(allowed)) };
        let began = std::time::Instant::now();
        agent.choose(&position, &mut timed).unwrap();
        // Tests run on busy machines; what matters is that it ends.
        assert!(began.elapsed() < allowed * 40, "{}: {:?}", kind.name, began.elapsed());
    }
}

#[test]
fn parameters_have_defaults_in_their_range_and_a_line_of_documentation() {
    for kind in Registry::standard().kinds() {
        assert!(!kind.doc.is_empty() && !kind.doc.contains('\n'), "{}", kind.name);
        for param in &kind.params {
            assert!(!param.doc.is_empty(), "{}.{}", kind.name, param.name);
            for value in &param.defaults {
                assert_eq!(
                    param.domain.parse(&value.to_string()).as_ref(),
                    Ok(value),
                    "{}.{}",
                    kind.name,
                    param.name
                );
            }
        }
    }
}

#[test]
fn specs_are_read_and_written_and_errors_name_the_nearest() {
    let registry = Registry::standard();
    assert_eq!(registry.parse("mcts:c=0.7:iterations=500").unwrap().to_string(), "mcts:c=0.7:iterations=500");
    for (spec, part) in [
        ("greddy", "did you mean `greedy`?"),
        ("mcts:iteration=5", "did you mean `iterations`?"),
        ("mcts:iterations=0", "a whole number from 1 to"),
        ("mcts:iterations", "`iterations` is not key=value"),
        ("mcts:c=1:c=2", "parameter `c` stands twice"),
        ("random:c=1", "it has none"),
    ] {
        let message = registry.parse(spec).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
}
