//! The benchmarks. `cargo bench -- playout` runs those whose names have `playout` in them; the names begin with a
//! group: `playout`, `clone`, `placement`, `legality`, `apply`, `feature`, `scoring`, `hash`, `notation`, `mcts`,
//! `greedy`, `tournament`.

mod clock;
mod decisions;
mod games;
mod players;
mod texts;

use std::time::Duration;

use clock::ThreadTime;
use criterion::{Criterion, criterion_group, criterion_main};

/// So that all of them end within minutes.
fn config() -> Criterion<ThreadTime> {
    Criterion::default()
        .with_measurement(ThreadTime)
        .sample_size(20)
        .nresamples(2_000)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
}

criterion_group! {
    name = all;
    config = config();
    targets = games::playout, games::clone, decisions::placement, decisions::legality, decisions::apply,
        decisions::feature, decisions::scoring, texts::hash, texts::notation, players::mcts, players::greedy,
        players::tournament
}
criterion_main!(all);
