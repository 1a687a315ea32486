//! Random games, and copies of positions.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use safari_benches::{VARIANTS, decision, play_fused, play_out, position, start, table};
use safari_core::{Position, Seed};

use crate::clock::ThreadTime;

/// Whole random games by `random-kind`: through the public path by players and table, and fused in the core.
pub fn playout(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    let cases = VARIANTS.iter().flat_map(|&name| (2..=5).map(move |players| (name, players)));
    for (name, players) in cases.filter(|&(name, players)| name == "floor" || players == 2 || players == 5) {
        let first = start(players, name);
        let mut agents = table("random-kind", players);
        let mut ctx = decision(Seed(1).rng());
        group.bench_function(format!("{name}/{players}p"), |b| {
            b.iter(|| {
                let mut position = first;
                play_out(&mut position, &mut agents, &mut ctx)
            });
        });
    }
    let first = start(2, "floor");
    let mut rng = Seed(1).rng();
    group.bench_function("fused/2p", |b| {
        b.iter(|| {
            let mut position = first;
            play_fused(&mut position, &mut rng);
            position.score(0)
        });
    });
    group.finish();
}

/// A clone of a position beside a memcpy of as many bytes.
#[allow(clippy::clone_on_copy, reason = "cloning is what is measured")]
pub fn clone(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("clone");
    group.throughput(Throughput::Bytes(size_of::<Position>() as u64));
    let from = position("middle-2p-floor");
    group.bench_function("position", |b| {
        b.iter(|| {
            black_box(&black_box(&from).clone());
        });
    });
    let from = [1u8; size_of::<Position>()];
    let mut to = from;
    group.bench_function("memcpy", |b| b.iter(|| black_box(&mut to).copy_from_slice(black_box(&from))));
    group.finish();
}
