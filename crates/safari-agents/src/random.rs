//! The baselines that do not think.

use safari_core::Position;

use crate::agent::{Agent, AgentError, Choice, Ctx};

/// Uniform over legal actions. Most actions move a ranger (RULES 11), so this is a weak baseline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        Ok(position.sample(&mut ctx.rng).into())
    }
}

/// Uniform over the kinds of action that have a legal choice, then within the kind; uniform in the other phases.
///
/// The kinds are: meeple on a trail or bush, meeple on the baobab, ranger, dig, extend, decline.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomKind;

impl Agent for RandomKind {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        Ok(position.sample_by_kind(&mut ctx.rng).into())
    }
}
