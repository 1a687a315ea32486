//! Agents that think, and a tournament.

use criterion::{BatchSize, Criterion, Throughput};
use safari_agents::{Agent, Budget, Registry};
use safari_arena::{Origin, RunFiles, Shard, Tournament};
use safari_benches::workloads::{manifest, play_tournament, tournament_config};
use safari_benches::{decision, opening, position};
use safari_core::{Seed, TileSet};

use crate::clock::ThreadTime;

fn agent(spec: &str) -> Box<dyn Agent> {
    Registry::standard().parse(spec).expect("the agent is registered").build(2)
}

/// One decision to a fixed number of iterations; the throughput is that of iterations.
pub fn mcts(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("mcts");
    group.sample_size(10);
    for (spec, iterations) in [("mcts-plain", 200), ("mcts", 20)] {
        for (place, position) in [("opening", opening()), ("middle", position("middle-2p-floor"))] {
            let mut agent = agent(&format!("{spec}:iterations=1000000"));
            let mut ctx = decision(Seed(1).rng());
            ctx.budget = Budget::Iterations(iterations);
            group.throughput(Throughput::Elements(u64::from(iterations)));
            group.bench_function(format!("{spec}/{place}"), |b| {
                b.iter(|| agent.choose(&position, &mut ctx).is_ok());
            });
        }
    }
    group.finish();
}

/// A whole turn of greedy: every placement with every action, then the action.
pub fn greedy(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("greedy");
    group.throughput(Throughput::Elements(1));
    let start = opening();
    for (name, position) in [
        ("opening", start),
        ("middle", position("middle-2p-floor")),
        ("middle_5p", position("middle-5p-floor")),
        ("late", position("late-2p-floor")),
    ] {
        let factory = Registry::standard().parse("greedy-v1").expect("the agent is registered");
        let mut agent = factory.build(position.players());
        let mut ctx = decision(Seed(1).rng());
        group.bench_function(format!("turn/{name}"), |b| {
            b.iter(|| {
                let mut next = position;
                while next.phase().is_decision() && next.turn_seat() == position.turn_seat() {
                    let choice = agent.choose(&next, &mut ctx).expect("greedy answers");
                    next.play_unchecked(choice.action);
                }
                next.filled()
            });
        });
    }
    group.finish();
}

/// A tournament of two `random-kind` on one thread with all rows written; the throughput is that of games.
pub fn tournament(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("tournament");
    const GAMES: u64 = 200;
    group.sample_size(10);
    group.throughput(Throughput::Elements(GAMES));
    let tournament =
        Tournament::new(tournament_config(GAMES), TileSet::safari(), Origin::Seeded, Shard::WHOLE)
            .expect("the table has room");
    group.bench_function("random-kind", |b| {
        b.iter_batched_ref(
            || {
                let dir = tempfile::tempdir().expect("there is a folder for temporary files");
                let files =
                    RunFiles::open(dir.path(), &manifest(), None, (tournament.plan(), u64::MAX), "safari");
                (files.expect("files can be written"), dir)
            },
            |(files, _)| play_tournament(&tournament, GAMES, files),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}
