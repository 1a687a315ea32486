//! The TOML of a tuning run, as it is written.

use std::ops::RangeInclusive;

use safari_agents::did_you_mean;
use safari_agents::params::{Domain, Param, Value};
use safari_arena::{ConfigError, VariantEntry};
use serde::Deserialize;
use toml::Spanned;

use super::config::Objective;
use crate::space::{Dimension, Kind, Scale};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub agent: Spanned<String>,
    pub players: Spanned<u64>,
    #[serde(default)]
    pub seed: Option<Spanned<u64>>,
    #[serde(default)]
    pub objective: Objective,
    #[serde(default)]
    pub optimiser: Option<Spanned<String>>,
    pub budget: Spanned<BudgetEntry>,
    #[serde(default)]
    pub variant: VariantEntry,
    #[serde(default)]
    pub tiles: Option<String>,
    pub space: Spanned<Vec<Spanned<DimensionEntry>>>,
    #[serde(default)]
    pub pool: Vec<Spanned<OpponentEntry>>,
    #[serde(default)]
    pub held_out: Vec<Spanned<OpponentEntry>>,
    #[serde(default)]
    pub acceptance: AcceptanceEntry,
}

/// How much is played in the search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { games = 20000 }")]
pub(super) struct BudgetEntry {
    #[serde(default)]
    pub games: Option<Spanned<u64>>,
    #[serde(default)]
    pub seconds: Option<Spanned<f64>>,
}

/// An opponent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { agent = \"greedy\" }")]
pub(super) struct OpponentEntry {
    pub agent: Spanned<String>,
    #[serde(default)]
    pub weight: Option<Spanned<f64>>,
}

/// What makes a setting better than the base.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { gain1 = 0.02 }")]
pub(super) struct AcceptanceEntry {
    #[serde(default)]
    pub gain0: Option<Spanned<f64>>,
    #[serde(default)]
    pub gain1: Option<Spanned<f64>>,
    #[serde(default)]
    pub held_out_gain0: Option<Spanned<f64>>,
    #[serde(default)]
    pub held_out_gain1: Option<Spanned<f64>>,
    #[serde(default)]
    pub alpha: Option<Spanned<f64>>,
    #[serde(default)]
    pub beta: Option<Spanned<f64>>,
    #[serde(default)]
    pub deals: Option<Spanned<u64>>,
    #[serde(default)]
    pub round: Option<Spanned<u64>>,
}

/// A parameter to be tuned.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { param = \"meeple\" }")]
pub(super) struct DimensionEntry {
    pub param: Spanned<String>,
    #[serde(default)]
    min: Option<Spanned<f64>>,
    #[serde(default)]
    max: Option<Spanned<f64>>,
    #[serde(default)]
    scale: Option<Spanned<ScaleEntry>>,
    #[serde(default)]
    values: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    pub when: Option<Spanned<WhenEntry>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScaleEntry {
    Linear,
    Log,
}

/// When a parameter means anything.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { param = \"policy\", values = [\"ucb1\"] }")]
pub(super) struct WhenEntry {
    pub param: Spanned<String>,
    pub values: Vec<Spanned<toml::Value>>,
}

impl DimensionEntry {
    /// The dimension of a declared parameter, within what the entry says.
    pub fn dimension(&self, text: &str, param: &Param) -> Result<Dimension, ConfigError> {
        let key = |name: &str| format!("space.{name} (`{}`)", param.name);
        let given = [
            ("min", self.min.as_ref().map(Spanned::span)),
            ("max", self.max.as_ref().map(Spanned::span)),
            ("scale", self.scale.as_ref().map(Spanned::span)),
            ("values", self.values.as_ref().map(Spanned::span)),
        ];
        let unfit: &[&str] = match param.domain {
            Domain::Int(_) => &["scale", "values"],
            Domain::Real(_) => &["values"],
            Domain::Word(_) => &["min", "max", "scale"],
            Domain::Flag => &["min", "max", "scale", "values"],
        };
        for (name, span) in given {
            if let (Some(span), true) = (span, unfit.contains(&name)) {
                let message =
                    format!("{}: the parameter is {}, which has no `{name}`", key(name), param.domain);
                return Err(ConfigError::at(text, &span, message));
            }
        }
        let within = |declared: RangeInclusive<f64>| -> Result<(f64, f64), ConfigError> {
            let end = |name: &str, entry: &Option<Spanned<f64>>, other: f64| match entry {
                None => Ok(other),
                Some(value) if declared.contains(value.get_ref()) => Ok(*value.get_ref()),
                Some(value) => {
                    let message = format!(
                        "{} is {}, but the parameter is {}",
                        key(name),
                        value.get_ref(),
                        param.domain
                    );
                    Err(ConfigError::at(text, &value.span(), message))
                }
            };
            Ok((end("min", &self.min, *declared.start())?, end("max", &self.max, *declared.end())?))
        };
        let kind = match &param.domain {
            Domain::Int(range) => {
                let (min, max) = within(*range.start() as f64..=*range.end() as f64)?;
                for (name, value, entry) in [("min", min, &self.min), ("max", max, &self.max)] {
                    if let (Some(entry), false) = (entry, value.fract() == 0.0) {
                        let message = format!("{} must be a whole number", key(name));
                        return Err(ConfigError::at(text, &entry.span(), message));
                    }
                }
                Kind::Int(min as i64..=max as i64)
            }
            Domain::Real(range) => {
                let (min, max) = within(range.clone())?;
                let log = self.scale.as_ref().is_some_and(|scale| *scale.get_ref() == ScaleEntry::Log);
                Kind::Real(min..=max, if log { Scale::Log } else { Scale::Linear })
            }
            Domain::Word(words) => Kind::Category(self.words(text, param, words)?),
            Domain::Flag => Kind::Flag,
        };
        Ok(Dimension::new(param.name, kind))
    }

    /// Some of a parameter's words, or all.
    fn words(
        &self,
        text: &str,
        param: &Param,
        words: &[&'static str],
    ) -> Result<Vec<&'static str>, ConfigError> {
        let Some(values) = &self.values else { return Ok(words.to_vec()) };
        let known = |value: &Spanned<String>| {
            words.iter().copied().find(|word| word == value.get_ref()).ok_or_else(|| {
                let hint = did_you_mean(value.get_ref(), words.iter().copied());
                let message = format!(
                    "space.values (`{}`): `{}` is not {}{hint}",
                    param.name,
                    value.get_ref(),
                    param.domain
                );
                ConfigError::at(text, &value.span(), message)
            })
        };
        values.get_ref().iter().map(known).collect()
    }
}

impl WhenEntry {
    /// The values of the parameter that is looked at.
    pub fn values(&self, text: &str, param: &Param) -> Result<Vec<Value>, ConfigError> {
        let read = |value: &Spanned<toml::Value>| {
            let shown = match value.get_ref() {
                toml::Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            param.domain.parse(&shown).map_err(|wrong| {
                ConfigError::at(text, &value.span(), format!("space.when (`{}`): {wrong}", param.name))
            })
        };
        self.values.iter().map(read).collect()
    }
}
