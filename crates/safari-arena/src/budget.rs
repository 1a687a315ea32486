//! What is left of a budget that is for more than one decision, and how it is shared out.

use std::time::Duration;

use safari_agents::{Budget, Ctx, Limit, Scope};
use safari_core::{MAX_PLAYERS, Phase, Position};

/// What each seat has left.
pub(crate) struct Pots {
    limit: Limit,
    /// By seat.
    pots: [Pot; MAX_PLAYERS],
    /// When the seat was asked that is thinking now.
    asked: Duration,
}

/// What one seat has left, in iterations or nanoseconds.
#[derive(Clone, Copy, Default)]
struct Pot {
    /// For the game.
    game: u64,
    /// For the turn of which `left` is; a part of the game's where the budget is for the game.
    turn: u64,
    /// The land tiles left in that turn, which tell it from others; none before the first.
    of: Option<u32>,
}

impl Pots {
    pub fn new(limit: Limit) -> Pots {
        let game = amount(limit.budget);
        Pots { limit, pots: [Pot { game, ..Pot::default() }; MAX_PLAYERS], asked: Duration::ZERO }
    }

    /// What a seat is offered for the decision that a position waits for.
    ///
    /// A turn has half of its budget for the placement, and each later decision three quarters of what is then left, so
    /// that a bonus animal finds some, too. A game's budget is shared equally among the turns that the seat still has.
    #[cold]
    pub fn offer(&mut self, seat: usize, position: &Position, ctx: &mut Ctx<'_>) {
        let pot = &mut self.pots[seat];
        let tiles = position.land_left();
        if pot.of != Some(tiles) {
            pot.of = Some(tiles);
            pot.turn = match self.limit.per {
                Scope::Game => pot.game / (1 + u64::from(tiles) / position.players() as u64),
                _ => amount(self.limit.budget),
            };
        }
        let part = if position.phase() == Phase::Place { pot.turn / 2 } else { pot.turn - pot.turn / 4 };
        let left = if self.limit.per == Scope::Game { pot.game } else { pot.turn };
        ctx.budget = self.budget(part);
        ctx.left = Some(self.budget(left));
        self.asked = ctx.clock.now();
    }

    /// Takes from a seat's pot what the decision cost: iterations as they were offered, time as it is measured.
    #[cold]
    pub fn charge(&mut self, seat: usize, ctx: &Ctx<'_>) {
        let cost = match ctx.budget {
            Budget::Time(_) => amount(Budget::Time(ctx.clock.now().saturating_sub(self.asked))),
            offered => amount(offered),
        };
        let pot = &mut self.pots[seat];
        pot.game = pot.game.saturating_sub(cost);
        pot.turn = pot.turn.saturating_sub(cost);
    }

    /// So much of what the limit counts; at least one iteration.
    fn budget(&self, amount: u64) -> Budget {
        match self.limit.budget {
            Budget::Own => Budget::Own,
            Budget::Iterations(_) => Budget::Iterations(u32::try_from(amount).unwrap_or(u32::MAX).max(1)),
            Budget::Time(_) => Budget::Time(Duration::from_nanos(amount)),
        }
    }
}

fn amount(budget: Budget) -> u64 {
    match budget {
        Budget::Own => 0,
        Budget::Iterations(n) => u64::from(n),
        Budget::Time(time) => u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    use safari_agents::Clock;
    use safari_core::{Deal, Seed, TileSet, Variant};

    /// A clock that is set by hand, in nanoseconds.
    struct Hand(Cell<u64>);

    impl Clock for Hand {
        fn now(&self) -> Duration {
            Duration::from_nanos(self.0.get())
        }
    }

    /// A position of a game of two that waits for a placement.
    fn placing() -> Position {
        let deal = Deal::new(TileSet::safari(), Seed(1));
        let (mut position, mut dealer) = deal.start(Variant::default(), 2).expect("a game begins");
        while position.phase() != Phase::Place {
            let outcome = dealer.next(&position);
            position.resolve_unchecked(outcome);
        }
        position
    }

    /// What a seat is offered, and what is left for it; its decision then takes so many nanoseconds.
    fn ask(pots: &mut Pots, seat: usize, position: &Position, takes: u64) -> (u64, u64) {
        let clock = Hand(Cell::new(7));
        let mut ctx = Ctx::new(Seed(1), Budget::Own, &clock);
        pots.offer(seat, position, &mut ctx);
        clock.0.set(7 + takes);
        pots.charge(seat, &ctx);
        (amount(ctx.budget), ctx.left.map_or(0, amount))
    }

    #[test]
    fn a_turn_is_shared_between_placing_and_what_follows() {
        let mut position = placing();
        let mut pots = Pots::new(Limit { budget: Budget::Iterations(100), per: Scope::Turn });
        for expected in [(50, 100), (38, 50), (9, 12)] {
            assert_eq!(ask(&mut pots, 0, &position, 5), expected);
            if position.phase() == Phase::Place {
                position.play_unchecked(position.nth(0));
            }
        }
        assert_eq!(position.phase(), Phase::Action);
        assert_eq!(ask(&mut pots, 1, &position, 5), (75, 100), "another seat has its own");
    }

    #[test]
    fn a_game_is_shared_among_the_turns_that_are_left_and_unused_time_stays() {
        let position = placing();
        let turns = 1 + u64::from(position.land_left()) / 2;
        let budget = Budget::Time(Duration::from_nanos(turns * 1000));
        let mut pots = Pots::new(Limit { budget, per: Scope::Game });
        assert_eq!(ask(&mut pots, 0, &position, 100), (500, turns * 1000));
        assert_eq!(ask(&mut pots, 0, &position, 1_000_000), (450, turns * 1000 - 100));
        assert_eq!(ask(&mut pots, 0, &position, 0), (0, 0), "what is used up is used up");
    }

    #[test]
    fn at_least_one_iteration_is_offered() {
        let position = placing();
        let mut pots = Pots::new(Limit { budget: Budget::Iterations(1), per: Scope::Game });
        assert_eq!(ask(&mut pots, 1, &position, 0), (1, 1));
    }
}
