//! Hashes and texts.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use safari_benches::position;
use safari_core::{Action, Position, TileSet};

use crate::clock::ThreadTime;

/// The hash of a position, of which the board's part is kept, and all of it from scratch.
pub fn hash(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("hash");
    let position = position("middle-2p-floor");
    group.bench_function("incremental", |b| b.iter(|| black_box(&position).hash()));
    group.bench_function("from_scratch", |b| b.iter(|| black_box(&position).hash_from_scratch()));
    group.finish();
}

/// Tokens of all actions of a position, written and read, and the text of a position.
pub fn notation(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("notation");
    for name in ["middle-2p-floor", "action-2p-floor"] {
        let position = position(name);
        let actions: Vec<Action> = position.actions().collect();
        let tokens: Vec<String> = actions.iter().map(|&action| position.token(action).to_string()).collect();
        group.throughput(Throughput::Elements(actions.len() as u64));
        group.bench_function(format!("token/{name}"), |b| {
            b.iter(|| actions.iter().map(|&action| position.token(action).to_string().len()).sum::<usize>());
        });
        group.bench_function(format!("parse/{name}"), |b| {
            b.iter(|| tokens.iter().filter(|token| position.parse_token(token).is_ok()).count());
        });
    }
    group.throughput(Throughput::Elements(1));
    let position = position("middle-2p-floor");
    let text = position.to_text();
    group.bench_function("position_to_text", |b| b.iter(|| black_box(&position).to_text()));
    group.bench_function("position_from_text", |b| {
        b.iter(|| Position::from_text(TileSet::safari(), black_box(&text)).is_ok());
    });
    group.finish();
}
