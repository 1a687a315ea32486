//! A game through the public path is the fused playout, token for token, and asks for no memory either.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use safari_agents::{Agent, Budget, Ctx, NoClock, Registry};
use safari_core::{
    Action, BaobabDraw, BonusAnimals, Deal, FinalMajority, Outcome, Position, Rng, Seed, Table, TileSet,
    Variant,
};

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

fn allocations(work: impl FnOnce()) -> u64 {
    let before = CALLS.get();
    work();
    CALLS.get() - before
}

/// What happens in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Chance(Outcome),
    Decision(Action),
}

/// Plays as anybody outside the core has to: agents behind the trait, checked decisions, forced ones not asked.
fn public(
    position: &mut Position,
    agents: &mut [&mut dyn Agent],
    rng: Rng,
    each: &mut dyn FnMut(&Position, Step),
) -> Rng {
    let mut ctx = Ctx { rng, ..Ctx::new(Seed(0), Budget::Own, &NoClock) };
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = position.sample_outcome(&mut ctx.rng);
            each(position, Step::Chance(outcome));
            position.resolve(outcome).unwrap();
        } else {
            let action = match position.count() {
                1 => position.nth(0),
                _ => agents[position.seat()].choose(position, &mut ctx).unwrap().action,
            };
            each(position, Step::Decision(action));
            position.play(action).unwrap();
        }
    }
    ctx.rng
}

/// The loop inside [`Position::playout`], which nobody can look into.
fn inside(position: &mut Position, rng: &mut Rng, each: &mut dyn FnMut(&Position, Step)) {
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = position.sample_outcome(rng);
            each(position, Step::Chance(outcome));
            position.resolve_unchecked(outcome);
        } else {
            let action = position.sample_by_kind(rng);
            each(position, Step::Decision(action));
            position.play_unchecked(action);
        }
    }
}

fn variants() -> Vec<Variant> {
    let tables = [
        Table::Floor,
        Table::Fixed { width: 9, height: 9 },
        Table::Shifting { width: 9, height: 8 },
        Table::Floor,
    ];
    let variant = |(i, table): (usize, Table)| Variant {
        table,
        final_majority: FinalMajority::ALL[i % 2],
        baobab_draw: BaobabDraw::ALL[i / 2 % 2],
        bonus_animals: BonusAnimals::ALL[i.div_ceil(2) % 2],
    };
    tables.into_iter().enumerate().map(variant).collect()
}

/// The start of the game of a number: all numbers of players, all tables.
fn start(game: u64) -> Position {
    let variants = variants();
    let variant = variants[(game / 4) as usize % variants.len()];
    let deal = Deal::new(TileSet::safari(), Seed(game).branch("deal", &[]));
    deal.start(variant, 2 + (game % 4) as usize).unwrap().0
}

/// A text of all that a position holds.
fn end_of(position: &Position) -> (u64, String) {
    (position.hash(), position.to_text())
}

#[test]
fn ten_thousand_games_through_the_public_path_are_the_fused_playouts() {
    let registry = Registry::standard();
    let mut boxes: Vec<Box<dyn Agent>> =
        (0..5).map(|_| registry.parse("random-kind").unwrap().build(5)).collect();
    let mut agents: Vec<&mut dyn Agent> =
        boxes.iter_mut().map(|agent| &mut **agent as &mut dyn Agent).collect();
    let (mut of_public, mut of_inside) = (Vec::new(), Vec::new());
    let mut decisions = 0;
    for game in 0..10_000 {
        let first = start(game);
        let rng = || Seed(game).branch("playout", &[]).rng();
        // Some games are compared by the text of their tokens, all by the steps that these are texts of.
        let spelt = game % 50 == 0;
        let (mut tokens, mut tokens_inside) = (Vec::new(), Vec::new());
        of_public.clear();
        of_inside.clear();

        let mut by_public = first;
        let after = public(&mut by_public, &mut agents, rng(), &mut |position, step| {
            of_public.push(step);
            if let (true, Step::Decision(action)) = (spelt, step) {
                tokens.push(position.token(action).to_string());
            }
        });
        let mut by_inside = first;
        let mut generator = rng();
        inside(&mut by_inside, &mut generator, &mut |position, step| {
            of_inside.push(step);
            if let (true, Step::Decision(action)) = (spelt, step) {
                tokens_inside.push(position.token(action).to_string());
            }
        });
        let mut fused = first;
        let mut fused_generator = rng();
        fused.playout(&mut fused_generator);

        assert_eq!(of_public, of_inside, "game {game}");
        assert_eq!(tokens, tokens_inside, "game {game}");
        assert!(!spelt || tokens.len() > 100, "game {game}");
        // That the fused playout took the same steps shows in where it got and how far its generator is.
        assert_eq!((&after, &generator), (&fused_generator, &fused_generator), "game {game}");
        assert_eq!(by_public.hash(), fused.hash(), "game {game}");
        if spelt {
            assert_eq!(end_of(&by_public), end_of(&fused), "game {game}");
        }
        decisions += of_public.iter().filter(|step| matches!(step, Step::Decision(_))).count();
    }
    assert!(decisions > 1_400_000, "{decisions}");
}

#[test]
fn a_game_of_random_agents_behind_the_trait_allocates_nothing() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
    let registry = Registry::standard();
    for name in ["random", "random-kind"] {
        let mut boxes: Vec<Box<dyn Agent>> = (0..5).map(|_| registry.parse(name).unwrap().build(5)).collect();
        let mut agents: Vec<&mut dyn Agent> =
            boxes.iter_mut().map(|agent| &mut **agent as &mut dyn Agent).collect();
        for game in 0..200 {
            let mut position = start(game);
            let rng = Seed(game).rng();
            let asked = allocations(|| {
                public(&mut position, &mut agents, rng, &mut |_, _| ());
            });
            assert_eq!(asked, 0, "{name}, game {game}");
        }
    }
}
