//! The hot path has no heap: counting, choosing, playing, cloning and whole playouts allocate nothing.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use common::walk::positions_in;
use safari_core::{AnimalCounts, Deal, Phase, Position, Seed, TileSet, Variant};

thread_local! {
    /// Calls that asked for memory in this thread. Constant and without a destructor, so reading it allocates nothing.
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on to the system's allocator as it came; counting touches no memory but a thread's
// own counter.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps the promises that `System` asks for, as they are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread asks for memory while it does something.
fn allocations<T>(work: impl FnOnce() -> T) -> u64 {
    let before = CALLS.get();
    black_box(work());
    CALLS.get() - before
}

fn positions() -> Vec<Position> {
    let positions: Vec<Position> =
        Phase::ALL.into_iter().flat_map(|phase| positions_in(phase, 12, 2, |_| true)).collect();
    for phase in Phase::ALL {
        assert!(positions.iter().any(|position| position.phase() == phase), "{}", phase.name());
    }
    positions
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| ()), 0);
    assert_eq!(allocations(|| Box::new(3)), 1);
    assert_eq!(allocations(|| vec![0u8; 100]), 1);
    assert!(allocations(|| positions()[0].to_text()) > 10);
}

#[test]
fn counting_choosing_and_sampling_allocate_nothing() {
    for position in positions() {
        let mut rng = Seed(1).rng();
        let asked = allocations(|| {
            let count = black_box(&position).count();
            black_box(position.kind_counts());
            for n in 0..count {
                let action = position.nth(n);
                black_box(position.is_legal(action));
                black_box(action.unpack());
            }
            for action in position.actions() {
                black_box(action);
            }
            if count > 0 {
                for _ in 0..20 {
                    black_box(position.sample(&mut rng));
                    black_box(position.sample_by_kind(&mut rng));
                }
            }
        });
        assert_eq!(asked, 0, "{}", position.to_text());
    }
}

#[test]
#[allow(clippy::clone_on_copy, reason = "cloning is what is counted")]
fn cloning_playing_and_hashing_allocate_nothing() {
    for position in positions() {
        let asked = allocations(|| {
            for action in position.actions() {
                let mut next = black_box(&position).clone();
                next.play(action).unwrap();
                let mut next = position;
                next.play_unchecked(action);
                black_box(next.hash());
            }
        });
        assert_eq!(asked, 0, "{}", position.to_text());
    }
}

#[test]
fn chance_allocates_nothing() {
    for position in positions().into_iter().filter(|position| position.phase().is_chance()) {
        let mut rng = Seed(2).rng();
        let asked = allocations(|| {
            black_box(position.chance_total());
            for (outcome, _) in position.outcomes() {
                let mut next = position;
                next.resolve(outcome).unwrap();
            }
            let mut next = position;
            next.resolve_unchecked(position.sample_outcome(&mut rng));
        });
        assert_eq!(asked, 0, "{}", position.to_text());
    }
}

#[test]
fn playouts_allocate_nothing() {
    for position in positions() {
        let mut rng = Seed(3).rng();
        let asked = allocations(|| {
            for _ in 0..20 {
                let mut next = position;
                next.playout(&mut rng);
                black_box(next.winners().count());
            }
        });
        assert_eq!(asked, 0, "{}", position.to_text());
    }
}

#[test]
fn a_whole_game_allocates_nothing_once_its_deal_is_there() {
    let tiles = TileSet::safari();
    for players in 2..=5 {
        let deal = Deal::new(tiles, Seed(4));
        let mut rng = Seed(5).rng();
        let asked = allocations(|| {
            let (mut position, mut dealer) = deal.start(Variant::default(), players).unwrap();
            while !position.is_over() {
                if position.phase().is_chance() {
                    let outcome = dealer.next(&position);
                    position.resolve_unchecked(outcome);
                } else {
                    position.play_unchecked(position.sample(&mut rng));
                }
            }
        });
        assert_eq!(asked, 0);
    }
    let hands = [AnimalCounts([1, 1, 0, 0, 0]), AnimalCounts([0, 0, 1, 1, 0])];
    assert_eq!(allocations(|| Position::new(tiles, Variant::default(), &hands).is_ok()), 0);
}
