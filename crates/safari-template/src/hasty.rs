//! An agent that takes the most points it can get at once.

use safari_agents::params::Domain;
use safari_agents::{Agent, AgentError, AgentKind, Choice, Ctx, params};
use safari_core::Position;

params! {
    /// Parameters of `hasty`.
    pub struct HastyParams {
        /// what a meeple in supply is worth, in points
        meeple: f64 = 1.0, Domain::Real(0.0..=10.0);
    }
}

/// Plays every decision on a copy of the position and keeps the first best one.
pub struct Hasty {
    params: HastyParams,
}

impl Hasty {
    /// What a position is worth to a seat, in points.
    fn value(&self, position: &Position, seat: usize) -> f64 {
        f64::from(position.score(seat)) + self.params.meeple * f64::from(position.meeples(seat))
    }
}

impl Agent for Hasty {
    fn choose(&mut self, position: &Position, _ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let seat = position.seat();
        let mut best = (position.nth(0), f64::NEG_INFINITY);
        for action in position.actions() {
            let mut next = *position;
            next.play_unchecked(action);
            let value = self.value(&next, seat);
            if value > best.1 {
                best = (action, value);
            }
        }
        Ok(best.0.into())
    }
}

/// What the registry knows of it.
pub fn kind() -> AgentKind {
    AgentKind {
        name: "hasty",
        doc: "takes the most points it can get at once",
        params: HastyParams::params(),
        build: |given, players| Box::new(Hasty { params: HastyParams::resolve(given, players) }),
    }
}
