//! One game: agents decide, a deal brings chance.

use safari_agents::{Agent, AgentError, Budget, Choice, Clock, Ctx, Event, GameInfo};
use safari_core::{Action, Deal, Dealer, Outcome, Phase, Position, Seed, SetupError, Variant};

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

    /// Whether anything but [`stop`](Self::stop) is to be called: it costs a copy of the position each time.
    fn watches(&self) -> bool {
        true
    }
}

/// Watches nothing.
pub struct NoWatch;

impl Watch for NoWatch {
    fn watches(&self) -> bool {
        false
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The last position.
    pub position: Position,
    /// By seat: decisions in which it had a choice.
    pub decisions: [u32; safari_core::MAX_PLAYERS],
    /// Decisions with a single legal answer.
    pub forced: u32,
}

/// What a game is played with.
pub struct GameConfig<'a> {
    /// The hidden orders.
    pub deal: &'a Deal,
    /// The settings of the rules.
    pub variant: Variant,
    /// Where the game begins, if not at its start; the deal is then one for this position.
    pub start: Option<&'a Position>,
    /// The seed of the agents' generators.
    pub seed: Seed,
    /// How much each agent may think about a decision.
    pub budget: Budget,
    /// Measures thinking time.
    pub clock: &'a dyn Clock,
}

impl<'a> GameConfig<'a> {
    /// The first position and what deals from there.
    pub(crate) fn begin(&self, players: usize) -> Result<(Position, Dealer<'a>), SetupError> {
        match self.start {
            Some(start) => Ok((*start, self.deal.resume(start))),
            None => self.deal.start(self.variant, players),
        }
    }
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
        /// By seat: decisions that it was asked for, this one included.
        decisions: [u32; safari_core::MAX_PLAYERS],
        /// Decisions with a single legal answer so far.
        forced: u32,
    },
}

/// The generator of one decision of one seat, counted from 0.
pub fn decision_rng(seed: Seed, seat: usize, decision: u64) -> safari_core::Rng {
    seed.branch("decision", &[seat as u64, decision]).rng()
}

/// Plays a game to its end.
///
/// Forced decisions are not asked. Each decision has a generator of its own, from the seed, the seat and how many
/// decisions the seat was asked before, so that one can be repeated alone.
///
/// # Errors
/// The game cannot begin, an agent fails, or the watch stops it.
pub fn play(
    config: &GameConfig<'_>,
    agents: &mut [Box<dyn Agent>],
    watch: &mut dyn Watch,
) -> Result<Played, GameError> {
    let (mut position, mut dealer) = config.begin(agents.len())?;
    let mut decisions = [0; safari_core::MAX_PLAYERS];
    let mut forced = 0;
    let failed = |(seat, error), position: &Position, decisions, forced| GameError::Agent {
        seat,
        error,
        position: Box::new(*position),
        decisions,
        forced,
    };
    let hands: Vec<_> = position.seats().map(|seat| position.hand(seat)).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        let info =
            GameInfo { tiles: position.tiles(), variant: position.variant(), hands: hands.clone(), seat };
        agent.start(&info).map_err(|error| failed((seat, error), &position, decisions, forced))?;
    }
    let observers = agents.iter().any(|agent| agent.observes());
    let watches = watch.watches();
    while !position.is_over() {
        let before = watches.then_some(position);
        let was_drawing = position.phase() == Phase::DrawTile;
        let event = if position.phase().is_chance() {
            let seat = position.seat();
            let outcome = dealer.next(&position);
            if observers && position.reshuffles() {
                observe(agents, &Event::Shuffle, &position)
                    .map_err(|failure| failed(failure, &position, decisions, forced))?;
            }
            position.resolve_unchecked(outcome);
            if let Some(before) = &before {
                watch.chance(before, outcome, &position);
            }
            match outcome {
                Outcome::Tile(kind) => Event::Tile(kind),
                Outcome::Animal(animal) => Event::Animal { seat, animal },
            }
        } else {
            if watch.stop() {
                return Err(GameError::Stopped);
            }
            let seat = position.seat();
            let choice = if position.count() == 1 {
                forced += 1;
                None
            } else {
                let rng = decision_rng(config.seed, seat, u64::from(decisions[seat]));
                decisions[seat] += 1;
                let mut ctx = Ctx { rng, budget: config.budget, clock: config.clock };
                Some(
                    agents[seat]
                        .choose(&position, &mut ctx)
                        .map_err(|error| failed((seat, error), &position, decisions, forced))?,
                )
            };
            let action = choice.map_or_else(|| position.nth(0), |choice| choice.action);
            if let Err(reason) = position.play(action) {
                let error = AgentError::Illegal(format!("{}: {reason}", position.token(action)));
                return Err(failed((seat, error), &position, decisions, forced));
            }
            if let Some(before) = &before {
                watch.decision(before, action, choice.as_ref(), &position);
            }
            Event::Decision { seat, action }
        };
        if watches && position.is_between_turns() && !was_drawing {
            watch.turn(&position);
        }
        if observers {
            observe(agents, &event, &position)
                .map_err(|failure| failed(failure, &position, decisions, forced))?;
        }
    }
    for agent in agents.iter_mut() {
        agent.end(&position);
    }
    Ok(Played { position, decisions, forced })
}

/// Tells every agent that wants to know; the first one that fails is the error.
fn observe(
    agents: &mut [Box<dyn Agent>],
    event: &Event,
    position: &Position,
) -> Result<(), (usize, AgentError)> {
    for (seat, agent) in agents.iter_mut().enumerate() {
        if agent.observes() {
            agent.observe(event, position).map_err(|error| (seat, error))?;
        }
    }
    Ok(())
}
