//! `budget` and `on_failure` of a tournament's config.

use std::time::Duration;

use safari_agents::{Budget, Limit, Scope};
use serde::Deserialize;
use toml::Spanned;

use crate::config::{ConfigError, error};

/// By which clock agents think, where their budget is a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meter {
    /// The processor time of the thread, which a busy machine does not shorten.
    #[default]
    Processor,
    /// The clock on the wall, for outside bots and people.
    Wall,
}

/// What follows when an agent fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// It loses the game.
    #[default]
    Forfeit,
    /// A random move is played for it, and the game goes on.
    RandomMove,
    /// The run ends.
    Abort,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Per {
    #[default]
    Decision,
    Turn,
    Game,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { iterations = 100 } or { seconds = 0.5 }")]
pub(crate) struct BudgetEntry {
    iterations: Option<u32>,
    seconds: Option<f64>,
    wall_seconds: Option<f64>,
    #[serde(default)]
    per: Per,
}

/// What agents may think, and by which clock.
pub(crate) fn limit(text: &str, entry: Option<&Spanned<BudgetEntry>>) -> Result<(Limit, Meter), ConfigError> {
    let Some(entry) = entry else { return Ok((Limit::default(), Meter::Processor)) };
    let wrong = |message: String| Err(error(text, &entry.span(), message));
    let BudgetEntry { iterations, seconds, wall_seconds, per } = entry.get_ref();
    let per = match per {
        Per::Decision => Scope::Decision,
        Per::Turn => Scope::Turn,
        Per::Game => Scope::Game,
    };
    let (budget, meter) = match (iterations, seconds, wall_seconds) {
        (Some(0), None, None) => return wrong("budget: iterations must be at least 1".into()),
        (Some(n), None, None) => (Budget::Iterations(*n), Meter::Processor),
        (None, Some(s), None) | (None, None, Some(s)) => {
            let (key, meter) = match seconds {
                Some(_) => ("seconds", Meter::Processor),
                None => ("wall_seconds", Meter::Wall),
            };
            if !(1e-6..=86_400.0).contains(s) {
                return wrong(format!("budget: {key} must be from 0.000001 to 86400"));
            }
            (Budget::Time(Duration::from_secs_f64(*s)), meter)
        }
        _ => return wrong("budget: give one of `iterations`, `seconds`, `wall_seconds`".into()),
    };
    Ok((Limit { budget, per }, meter))
}
