//! Games that an agent could not finish.

use safari_agents::{Agent, AgentError};
use safari_core::{Dealer, Position};

use crate::calling::{calling, catch};
use crate::game::{GameConfig, GameError, Played, Watch, play_to_end};

/// Who forfeited a game, why and where.
#[derive(Clone, Debug)]
pub struct Forfeit {
    /// The seat.
    pub seat: usize,
    /// What happened.
    pub error: AgentError,
    /// The position in which it happened; the last one where the agent failed after the end.
    pub position: Position,
    /// Decisions that the seat was asked for, the one that it failed in included.
    pub asked: u32,
}

/// A game played until its end, or until an agent failed.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game as far as it went.
    pub played: Played,
    /// Who forfeited it, if anyone.
    pub forfeit: Option<Box<Forfeit>>,
}

/// Plays a game; where an agent fails, also by a panic, the game is a forfeit.
///
/// `build` makes the agent of a seat. An agent may fail while it is made, asked, told, and let go; what fails outside of
/// agents is no forfeit and goes on as a panic.
///
/// # Errors
/// The watch stops it.
pub fn play_or_forfeit<W: Watch + ?Sized>(
    config: &GameConfig<'_>,
    build: &dyn Fn(usize) -> Box<dyn Agent>,
    watch: &mut W,
) -> Result<Finished, GameError> {
    let (mut played, dealer) = config.begin();
    let forfeit = play_begun(config, dealer, build, watch, &mut played)?;
    Ok(Finished { played, forfeit })
}

/// Plays a game that has begun, in its place: a position is copied no more often than need be.
pub(crate) fn play_begun<W: Watch + ?Sized>(
    config: &GameConfig<'_>,
    mut dealer: Dealer<'_>,
    build: &dyn Fn(usize) -> Box<dyn Agent>,
    watch: &mut W,
    played: &mut Played,
) -> Result<Option<Box<Forfeit>>, GameError> {
    let players = played.position.players();
    let mut agents: Vec<Box<dyn Agent>> = Vec::with_capacity(players);
    let unbuilt = (0..players).find_map(|seat| {
        let agent = catch(|| calling(seat, || build(seat)));
        agent.map(|agent| agents.push(agent)).err()
    });
    let failed = match unbuilt {
        None => play_to_end(config, &mut dealer, &mut agents, watch, played),
        failed => Ok(failed),
    };
    // Also where the game was stopped: one that panics when let go must not take the others with it.
    let last = drop_all(agents);
    Ok(failed?.or(last).map(|(seat, error)| {
        Box::new(Forfeit { seat, error, position: played.position, asked: played.decisions[seat] })
    }))
}

/// Lets every agent go; the first one that fails.
fn drop_all(agents: Vec<Box<dyn Agent>>) -> Option<(usize, AgentError)> {
    let mut failed = None;
    for (seat, agent) in agents.into_iter().enumerate() {
        let error = catch(|| calling(seat, || drop(agent))).err();
        failed = failed.or(error);
    }
    failed
}
