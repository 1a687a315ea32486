//! Whole games: through the public path as any agent plays them, and fused in the core.

use safari_agents::{Agent, Budget, Ctx, NoClock, Registry};
use safari_core::{Deal, Phase, Position, Rng, Seed, TileSet, Variant};

/// The tables that benchmarks play on, as they are spelt.
pub const VARIANTS: [&str; 3] = ["floor", "table:9x9", "shifting:9x8"];

/// The standard rules on a table.
pub fn variant(table: &str) -> Variant {
    Variant { table: table.parse().expect("the benchmarks spell tables well"), ..Variant::default() }
}

/// The start of a game, always with the same hands.
pub fn start(players: usize, table: &str) -> Position {
    let deal = Deal::new(TileSet::safari(), Seed(1));
    deal.start(variant(table), players).expect("the benchmarks' settings are legal").0
}

/// The first decision of a game of two: a drawn tile beside the start tile.
pub fn opening() -> Position {
    let mut position = start(2, "floor");
    let mut rng = Seed(1).branch("opening", &[]).rng();
    while position.phase() != Phase::Place {
        let outcome = position.sample_outcome(&mut rng);
        position.resolve_unchecked(outcome);
    }
    position
}

/// What an agent may use for a decision.
pub fn decision(rng: Rng) -> Ctx<'static> {
    Ctx { rng, ..Ctx::new(Seed(0), Budget::Own, &NoClock) }
}

/// The agents of a game by seat, behind the trait.
pub type Table = Vec<Box<dyn Agent>>;

/// Plays to the end as anybody outside the core has to: agents behind the trait choose, `play` checks what they say,
/// and forced decisions are not asked. Gives the number of decisions, forced ones included.
///
/// Chance takes the generator of the agents, so that [`play_fused`] plays the same game.
///
/// # Panics
/// If an agent fails.
#[inline(never)]
pub fn play_out(position: &mut Position, table: &mut Table, ctx: &mut Ctx<'_>) -> u32 {
    let mut decisions = 0;
    while !position.is_over() {
        if position.phase().is_chance() {
            let outcome = position.sample_outcome(&mut ctx.rng);
            position.resolve_unchecked(outcome);
            continue;
        }
        let action = if position.is_forced() {
            position.nth(0)
        } else {
            table[position.seat()].choose(position, ctx).expect("the agents of the benchmarks answer").action
        };
        position.play(action).expect("the agents of the benchmarks obey the rules");
        decisions += 1;
    }
    decisions
}

/// Plays the same game by [`Position::playout`].
#[inline(never)]
pub fn play_fused(position: &mut Position, rng: &mut Rng) {
    position.playout(rng);
}

/// Agents of one kind in all seats.
pub fn table(agent: &str, players: usize) -> Table {
    let factory = Registry::standard().parse(agent).expect("the benchmarks name agents that there are");
    (0..players).map(|_| factory.build(players)).collect()
}
