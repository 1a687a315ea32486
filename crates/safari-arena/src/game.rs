//! One game: agents decide, a deal brings chance.

use safari_agents::{Agent, AgentError, Budget, Choice, Clock, Ctx, Event, GameInfo};
use safari_core::{Action, Deal, Outcome, Phase, Position, Seed, SetupError, Variant};

/// Sees a game go by.
pub trait Watch {
    /// Chance brought an outcome.
    fn chance(&mut self, before: &Position, outcome: Outcome, after: &Position) {
        let _ = (before, outcome, after);
    }

    /// A decision is taken; where `choice` is none, it was forced and nobody was asked.
    fn decision(&mut self, before: &Position, action: Action, choice: Option<&Choice>, after: &Position) {
        let _ = (before, action, choice, after);
    }

    /// A turn is over; where it was the last one, final scoring is done.
    fn turn(&mut self, position: &Position) {
        let _ = position;
    }

    /// Whether to give the game up; asked before every decision.
    fn stop(&self) -> bool {
        false
    }
}

/// Watches nothing.
pub struct NoWatch;

impl Watch for NoWatch {}

/// What a game is played with.
pub struct GameConfig<'a> {
    /// The hidden orders.
    pub deal: &'a Deal,
    /// The settings of the rules.
    pub variant: Variant,
    /// The seed of the agents' generators.
    pub seed: Seed,
    /// How much each agent may think about a decision.
    pub budget: Budget,
    /// Measures thinking time.
    pub clock: &'a dyn Clock,
}

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// It could not begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Whoever watched it gave it up.
    #[error("the game was given up")]
    Stopped,
    /// An agent failed.
    #[error("seat {seat}: {error}")]
    Agent {
        /// Whose agent.
        seat: usize,
        /// What happened.
        error: AgentError,
        /// Where it happened.
        position: Box<Position>,
    },
}

/// The generator of one decision of one seat.
pub fn decision_rng(seed: Seed, seat: usize, decision: u64) -> safari_core::Rng {
    seed.branch("decision", &[seat as u64, decision]).rng()
}

/// Plays a game to its end.
///
/// Forced decisions are not asked. Each decision has a generator of its own, from the seed, the seat and how many
/// decisions the seat was asked before, so that one can be repeated alone.
///
/// # Errors
/// The game cannot begin, an agent fails, or the watcher stops it.
pub fn play(
    config: &GameConfig<'_>,
    agents: &mut [Box<dyn Agent>],
    watch: &mut dyn Watch,
) -> Result<Position, GameError> {
    let (mut position, mut dealer) = config.deal.start(config.variant, agents.len())?;
    let hands: Vec<_> = position.seats().map(|seat| position.hand(seat)).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        let info = GameInfo { tiles: position.tiles(), variant: config.variant, hands: hands.clone(), seat };
        agent.start(&info).map_err(|error| GameError::Agent { seat, error, position: Box::new(position) })?;
    }
    let observers = agents.iter().any(|agent| agent.observes());
    let mut asked = [0u64; safari_core::MAX_PLAYERS];
    while !position.is_over() {
        let before = position;
        let event = if position.phase().is_chance() {
            let outcome = dealer.next(&position);
            let shuffled = position.reshuffles();
            position.resolve_unchecked(outcome);
            watch.chance(&before, outcome, &position);
            if shuffled && observers {
                observe(agents, &Event::Shuffle, &before)?;
            }
            match outcome {
                Outcome::Tile(kind) => Event::Tile(kind),
                Outcome::Animal(animal) => Event::Animal { seat: before.seat(), animal },
            }
        } else {
            if watch.stop() {
                return Err(GameError::Stopped);
            }
            let seat = position.seat();
            let choice = if position.count() == 1 {
                None
            } else {
                let rng = decision_rng(config.seed, seat, asked[seat]);
                asked[seat] += 1;
                let mut ctx = Ctx { rng, budget: config.budget, clock: config.clock };
                let failed = |error| GameError::Agent { seat, error, position: Box::new(before) };
                Some(agents[seat].choose(&position, &mut ctx).map_err(failed)?)
            };
            let action = choice.map_or_else(|| position.nth(0), |choice| choice.action);
            if let Err(reason) = position.play(action) {
                let error = AgentError::Illegal(format!("{}: {reason}", before.token(action)));
                return Err(GameError::Agent { seat, error, position: Box::new(before) });
            }
            watch.decision(&before, action, choice.as_ref(), &position);
            Event::Decision { seat, action }
        };
        if position.is_between_turns() && before.phase() != Phase::DrawTile {
            watch.turn(&position);
        }
        if observers {
            observe(agents, &event, &position)?;
        }
    }
    for agent in agents.iter_mut() {
        agent.end(&position);
    }
    Ok(position)
}

fn observe(agents: &mut [Box<dyn Agent>], event: &Event, position: &Position) -> Result<(), GameError> {
    for (seat, agent) in agents.iter_mut().enumerate() {
        if agent.observes() {
            agent.observe(event, position).map_err(|error| GameError::Agent {
                seat,
                error,
                position: Box::new(*position),
            })?;
        }
    }
    Ok(())
}
