//! What agents are offered of a budget that is for more than a decision.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::sync::Mutex;
use std::time::Duration;

use safari_agents::{Agent, AgentError, Budget, Choice, Clock, Ctx, Limit, RandomKind, Scope};
use safari_arena::{GameConfig, NoWatch, Start, play};
use safari_core::{Deal, Phase, Position, Seed, TileSet, Variant};

/// A decision that was asked: the seat, the tiles left, the phase, what was offered and left.
type Asked = (usize, u32, Phase, Budget, Budget);

/// Takes a note of what it is offered, and plays at random.
struct Notes<'n> {
    asked: &'n Mutex<Vec<Asked>>,
    clock: &'n Ticks,
}

/// Moves on when told to.
struct Ticks(Mutex<Duration>);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }
}

impl Agent for Notes<'static> {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let asked = (
            position.seat(),
            position.land_left(),
            position.phase(),
            ctx.budget,
            ctx.left.unwrap_or(ctx.budget),
        );
        self.asked.lock().unwrap().push(asked);
        *self.clock.0.lock().unwrap() += Duration::from_millis(10);
        RandomKind.choose(position, ctx)
    }
}

/// All that is asked in a game of two.
fn asked(budget: Limit) -> Vec<Asked> {
    let notes: &'static Mutex<Vec<Asked>> = Box::leak(Box::default());
    let clock: &'static Ticks = Box::leak(Box::new(Ticks(Mutex::new(Duration::ZERO))));
    let mut agents: Vec<Box<dyn Agent>> =
        (0..2).map(|_| Box::new(Notes { asked: notes, clock }) as _).collect();
    let deal = Deal::new(TileSet::safari(), Seed(5));
    let (start, _) = deal.start(Variant::default(), 2).unwrap();
    let config = GameConfig { deal: &deal, start: Start::Fresh(&start), seed: Seed(6), budget, clock };
    play(&config, &mut agents, &mut NoWatch).unwrap();
    std::mem::take(&mut *notes.lock().unwrap())
}

fn iterations(budget: Budget) -> u32 {
    let Budget::Iterations(n) = budget else { panic!("{budget:?}") };
    n
}

#[test]
fn placing_and_acting_share_the_budget_of_a_turn_and_others_have_their_own() {
    let asked = asked(Limit { budget: Budget::Iterations(1000), per: Scope::Turn });
    let mut turns: std::collections::BTreeMap<(u32, usize), Vec<Asked>> = Default::default();
    asked.into_iter().for_each(|asked| turns.entry((asked.1, asked.0)).or_default().push(asked));
    assert!(turns.len() >= 70);
    let mut most = 0;
    for turn in turns.values() {
        let used: u32 = turn.iter().map(|asked| iterations(asked.3)).sum();
        assert!((500..=1000).contains(&used), "{turn:?}");
        assert_eq!(iterations(turn[0].4), 1000, "a turn begins with all of it: {turn:?}");
        let expected = if turn[0].2 == Phase::Place { 500 } else { 750 };
        assert_eq!(iterations(turn[0].3), expected, "{turn:?}");
        most = most.max(used);
    }
    assert!(most > 870);
}

#[test]
fn a_game_never_uses_more_than_its_budget_and_uses_most_of_it() {
    for total in [5_000, 100_000] {
        let asked = asked(Limit { budget: Budget::Iterations(total), per: Scope::Game });
        for seat in 0..2 {
            let own: Vec<&Asked> = asked.iter().filter(|asked| asked.0 == seat).collect();
            let used: u32 = own.iter().map(|asked| iterations(asked.3)).sum();
            assert!(used <= total && used > total / 2, "{used} of {total}");
            assert!(own.is_sorted_by(|a, b| iterations(a.4) >= iterations(b.4)));
        }
    }
}

#[test]
fn time_is_charged_as_it_is_measured() {
    let budget = Budget::Time(Duration::from_millis(100));
    let asked = asked(Limit { budget, per: Scope::Game });
    for seat in 0..2 {
        let left: Vec<Budget> = asked.iter().filter(|asked| asked.0 == seat).map(|asked| asked.4).collect();
        for (i, left) in left.iter().enumerate() {
            let expected = Duration::from_millis(100_u64.saturating_sub(10 * i as u64));
            assert_eq!(*left, Budget::Time(expected));
        }
    }
}

#[test]
fn a_budget_for_each_decision_is_offered_each_time() {
    let asked = asked(Budget::Iterations(7).into());
    assert!(asked.iter().all(|asked| (asked.3, asked.4) == (Budget::Iterations(7), Budget::Iterations(7))));
}
