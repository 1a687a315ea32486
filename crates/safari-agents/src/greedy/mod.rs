//! Greedy: looks through its whole turn, every placement with every action, by an evaluation.

mod diggings;
mod turn;

pub use turn::{Scored, best_action, best_placement, scored_actions, scored_placements};

use safari_core::{Phase, Position};

use crate::agent::{Agent, AgentError, Choice, Ctx};
use crate::evaluation::{Linear, LinearParams};

/// Takes what is best at the end of its turn; among equals the first in the order of `nth`.
#[derive(Clone, Debug)]
pub struct Greedy {
    evaluation: Linear,
}

impl Greedy {
    /// Greedy by a linear evaluation.
    pub fn new(params: LinearParams) -> Greedy {
        Greedy { evaluation: Linear::new(params) }
    }
}

impl Agent for Greedy {
    fn choose(&mut self, position: &Position, _ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let horizon = self.evaluation.horizon(position);
        let best = match position.phase() {
            Phase::Place => best_placement(&horizon, position),
            _ => best_action(&horizon, position),
        };
        Ok(best.action.into())
    }
}
