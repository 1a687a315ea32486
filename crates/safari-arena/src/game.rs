//! One game: agents decide, a deal brings chance.

use safari_agents::{Agent, AgentError, Choice, Clock, Ctx, Event, GameInfo, Limit, Scope};
use safari_core::{Action, Deal, Dealer, Outcome, Phase, Position, Seed, Stem};

use crate::budget::Pots;
use crate::calling::{calling, catch};

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

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The last position.
    pub position: Position,
    /// By seat: decisions in which it had a choice and was asked.
    pub decisions: [u32; safari_core::MAX_PLAYERS],
    /// Decisions with a single legal answer.
    pub forced: u32,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// At the start of a game with the settings and players of this one, whose hands are dealt anew by the deal.
    Fresh(&'a Position),
    /// At this position, which the deal was made [for](Deal::for_position).
    At(&'a Position),
}

/// What a game is played with.
pub struct GameConfig<'a> {
    /// The hidden orders.
    pub deal: &'a Deal,
    /// Where it begins.
    pub start: Start<'a>,
    /// The seed of the agents' generators.
    pub seed: Seed,
    /// How much each agent may think; forced decisions are free.
    pub budget: Limit,
    /// Measures thinking time.
    pub clock: &'a dyn Clock,
}

impl<'a> GameConfig<'a> {
    /// The game before anybody has done anything, and what deals from there.
    #[inline(always)]
    pub(crate) fn begin(&self) -> (Played, Dealer<'a>) {
        let (Start::Fresh(position) | Start::At(position)) = self.start;
        let mut played = Played { position: *position, decisions: [0; safari_core::MAX_PLAYERS], forced: 0 };
        let dealer = match self.start {
            Start::Fresh(_) => self.deal.restart(&mut played.position),
            Start::At(start) => self.deal.resume(start),
        };
        (played, dealer)
    }
}

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
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
        /// The game until then; the decision that it failed in is counted.
        played: Box<Played>,
    },
}

/// Why a game stopped early.
enum Halt {
    /// Whoever watched it gave it up.
    Stopped,
    /// The agent of a seat failed.
    Agent(usize, AgentError),
}

/// The generator of one decision of one seat, counted from 0.
pub fn decision_rng(seed: Seed, seat: usize, decision: u64) -> safari_core::Rng {
    decision_stem(seed, seat).branch(decision).rng()
}

/// What the generators of all decisions of a seat have in common.
fn decision_stem(seed: Seed, seat: usize) -> Stem {
    seed.stem("decision", &[seat as u64])
}

/// Plays a game to its end.
///
/// Forced decisions are not asked. Each decision has a generator of its own, from the seed, the seat and how many
/// decisions the seat was asked before, so that one can be repeated alone.
///
/// # Errors
/// An agent fails or panics, or the watch stops it.
///
/// # Panics
/// If there are more or fewer agents than seats.
pub fn play<W: Watch + ?Sized>(
    config: &GameConfig<'_>,
    agents: &mut [Box<dyn Agent>],
    watch: &mut W,
) -> Result<Played, GameError> {
    let (mut played, mut dealer) = config.begin();
    assert_eq!(agents.len(), played.position.players(), "each seat has an agent");
    match play_to_end(config, &mut dealer, agents, watch, &mut played)? {
        None => Ok(played),
        Some((seat, error)) => Err(GameError::Agent { seat, error, played: Box::new(played) }),
    }
}

/// Plays a game that has begun to its end, of which agents are told; who failed first, if anyone, also by a panic.
pub(crate) fn play_to_end<W: Watch + ?Sized>(
    config: &GameConfig<'_>,
    dealer: &mut Dealer<'_>,
    agents: &mut [Box<dyn Agent>],
    watch: &mut W,
    played: &mut Played,
) -> Result<Option<(usize, AgentError)>, GameError> {
    match catch(|| play_on(config, dealer, agents, watch, played)) {
        Ok(Ok(())) => Ok(end(agents, &played.position)),
        Ok(Err(Halt::Stopped)) => Err(GameError::Stopped),
        Ok(Err(Halt::Agent(seat, error))) | Err((seat, error)) => Ok(Some((seat, error))),
    }
}

/// Plays a game that has begun, and leaves in `played` how far it came, also where an agent panics.
///
/// Agents are told of the start and of what happens, not of the end.
fn play_on<W: Watch + ?Sized>(
    config: &GameConfig<'_>,
    dealer: &mut Dealer<'_>,
    agents: &mut [Box<dyn Agent>],
    watch: &mut W,
    played: &mut Played,
) -> Result<(), Halt> {
    let Played { position, decisions, forced } = played;
    start(agents, position)?;
    let observers = any_observes(agents);
    let watches = watch.watches();
    let stems: [Stem; safari_core::MAX_PLAYERS] =
        std::array::from_fn(|seat| decision_stem(config.seed, seat));
    let mut pots = (config.budget.per != Scope::Decision).then(|| Pots::new(config.budget));
    while !position.is_over() {
        let before = watches.then_some(*position);
        let was_drawing = position.phase() == Phase::DrawTile;
        let event = if position.phase().is_chance() {
            let seat = position.seat();
            let outcome = dealer.next(position);
            if observers && position.reshuffles() {
                observe(agents, &Event::Shuffle, position)?;
            }
            position.resolve_unchecked(outcome);
            if let Some(before) = &before {
                watch.chance(before, outcome, position);
            }
            match outcome {
                Outcome::Tile(kind) => Event::Tile(kind),
                Outcome::Animal(animal) => Event::Animal { seat, animal },
            }
        } else {
            if watch.stop() {
                return Err(Halt::Stopped);
            }
            let seat = position.seat();
            let choice = if position.is_forced() {
                *forced += 1;
                None
            } else {
                let seed = stems[seat].branch(u64::from(decisions[seat]));
                decisions[seat] += 1;
                let mut ctx = Ctx::new(seed, config.budget.budget, config.clock);
                if let Some(pots) = &mut pots {
                    pots.offer(seat, position, &mut ctx);
                }
                let choice = calling(seat, || agents[seat].choose(position, &mut ctx));
                if let Some(pots) = &mut pots {
                    pots.charge(seat, &ctx);
                }
                Some(choice.map_err(|error| Halt::Agent(seat, error))?)
            };
            let action = choice.as_ref().map_or_else(|| position.nth(0), |choice| choice.action);
            if let Err(reason) = position.play(action) {
                let error = AgentError::Illegal(format!("{}: {reason}", position.token(action)));
                return Err(Halt::Agent(seat, error));
            }
            if let Some(before) = &before {
                watch.decision(before, action, choice.as_ref(), position);
            }
            Event::Decision { seat, action }
        };
        if watches && position.is_between_turns() && !was_drawing {
            watch.turn(position);
        }
        if observers {
            observe(agents, &event, position)?;
        }
    }
    Ok(())
}

fn start(agents: &mut [Box<dyn Agent>], position: &Position) -> Result<(), Halt> {
    let hands: Vec<_> = position.seats().map(|seat| position.hand(seat)).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        let (tiles, variant, hands) = (position.tiles(), position.variant(), hands.clone());
        let info = GameInfo { tiles, variant, hands, seat, position };
        calling(seat, || agent.start(&info)).map_err(|error| Halt::Agent(seat, error))?;
    }
    Ok(())
}

fn any_observes(agents: &[Box<dyn Agent>]) -> bool {
    agents.iter().enumerate().any(|(seat, agent)| calling(seat, || agent.observes()))
}

/// Tells every agent that the game is over; the first one that fails.
fn end(agents: &mut [Box<dyn Agent>], position: &Position) -> Option<(usize, AgentError)> {
    let mut failed = None;
    for (seat, agent) in agents.iter_mut().enumerate() {
        let error = catch(|| calling(seat, || agent.end(position))).err();
        failed = failed.or(error);
    }
    failed
}

/// Tells every agent that wants to know; the first one that fails is the error.
fn observe(agents: &mut [Box<dyn Agent>], event: &Event, position: &Position) -> Result<(), Halt> {
    for (seat, agent) in agents.iter_mut().enumerate() {
        if calling(seat, || agent.observes()) {
            calling(seat, || agent.observe(event, position)).map_err(|error| Halt::Agent(seat, error))?;
        }
    }
    Ok(())
}
