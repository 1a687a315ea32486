//! Single decisions in named positions.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::Measurement;
use criterion::{Criterion, Throughput};
use safari_benches::workloads::before_draw;
use safari_benches::{merge, middle_games, position};
use safari_core::{Action, Outcome, Phase, Position};

use crate::clock::ThreadTime;

/// The time of `work` on copies of a position, less that of making the copies, in one run.
fn without_copies(position: &Position, times: u64, mut work: impl FnMut(&mut Position, u64)) -> Duration {
    const SERIES: u64 = 256;
    let (mut with, mut copies) = (Duration::ZERO, Duration::ZERO);
    for series in 0..times.div_ceil(SERIES) {
        let steps = SERIES.min(times - series * SERIES);
        let begun = ThreadTime.start();
        for step in 0..steps {
            let mut next = *black_box(position);
            work(&mut next, series * SERIES + step);
            black_box(&next);
        }
        with += ThreadTime.end(begun);
        let begun = ThreadTime.start();
        for _ in 0..steps {
            let next = *black_box(position);
            black_box(&next);
        }
        copies += ThreadTime.end(begun);
    }
    // Never nothing, which criterion could not divide by.
    with.saturating_sub(copies).max(Duration::from_nanos(1))
}

/// A drawn tile: counting where it fits, which the draw does, and choosing one of the placements.
pub fn placement(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("placement");
    for (name, position) in middle_games() {
        let before = before_draw(&position);
        let outcomes: Vec<Outcome> = before.outcomes().map(|(outcome, _)| outcome).collect();
        group.bench_function(format!("count_and_choose/{name}"), |b| {
            b.iter_custom(|times| {
                without_copies(&before, times, |next, step| {
                    next.resolve_unchecked(outcomes[step as usize % outcomes.len()]);
                    let count = next.count();
                    if count > 0 {
                        black_box(next.nth(step as u32 % count));
                    }
                })
            });
        });
        let mut n = 0;
        group.bench_function(format!("choose/{name}"), |b| {
            b.iter(|| {
                let position = black_box(&position);
                n = (n + 1) % position.count();
                position.nth(n)
            });
        });
    }
    group.finish();
}

const NAMES: [&str; 5] =
    ["middle-2p-floor", "middle-5p-floor", "action-2p-floor", "action-5p-floor", "bonus-2p-floor"];

/// `is_legal` of all legal actions of a position; the throughput is that of actions.
pub fn legality(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("legality");
    for name in NAMES {
        let position = position(name);
        let actions: Vec<Action> = position.actions().collect();
        group.throughput(Throughput::Elements(actions.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| actions.iter().filter(|&&action| black_box(&position).is_legal(action)).count());
        });
    }
    group.finish();
}

/// One action of a position, all of them in turn, without the copy.
pub fn apply(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("apply");
    for name in NAMES {
        let position = position(name);
        let actions: Vec<Action> = position.actions().collect();
        group.bench_function(name, |b| {
            b.iter_custom(|times| {
                without_copies(&position, times, |next, step| {
                    next.play_unchecked(actions[step as usize % actions.len()]);
                })
            });
        });
    }
    group.finish();
}

/// A placement that joins large features, beside one on the same position that joins none.
pub fn feature(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("feature");
    let position = position("merge-2p-floor");
    let merging = merge(&position, 6).expect("a test has checked the position");
    let other = position.actions().find(|&action| action != merging && merge_is_small(&position, action));
    for (name, action) in [("merge", Some(merging)), ("no_merge", other)] {
        let Some(action) = action else { continue };
        group.bench_function(name, |b| {
            b.iter_custom(|times| without_copies(&position, times, |next, _| next.play_unchecked(action)));
        });
    }
    group.finish();
}

/// Whether a placement leaves features of at most two segments on its tile.
fn merge_is_small(position: &Position, action: Action) -> bool {
    let mut next = *position;
    next.play_unchecked(action);
    let at = next.last_cell();
    let sides = safari_core::Side::ALL.into_iter();
    sides.filter_map(|side| next.feature_at(at, side)).all(|feature| feature.segments <= 2)
}

/// The end of a game with final scoring, and a completed feature that is scored with a bonus animal.
pub fn scoring(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("scoring");
    for (name, fixture, phase) in
        [("final", "last-2p-floor", Phase::Over), ("bonus", "bonus-2p-floor", Phase::DrawTile)]
    {
        let position = position(fixture);
        let action = position
            .actions()
            .find(|&action| {
                let mut next = position;
                next.play_unchecked(action);
                next.phase() == phase
            })
            .unwrap_or_else(|| position.nth(0));
        group.bench_function(name, |b| {
            b.iter_custom(|times| without_copies(&position, times, |next, _| next.play_unchecked(action)));
        });
    }
    group.finish();
}
