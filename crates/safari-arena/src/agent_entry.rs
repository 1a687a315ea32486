//! `[[agent]]` of a tournament's config: what was written, validated into who plays.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use safari_agents::{Factory, Registry};
use safari_protocol::BotCommand;
use serde::Deserialize;
use toml::Spanned;

use crate::config::{ConfigError, error};
use crate::entrant::{Entrant, Player};

/// What kind of player an entry is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// One of the registry.
    #[default]
    BuiltIn,
    /// An outside bot.
    Process,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { agent = \"greedy\" }")]
pub(crate) struct AgentEntry {
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    agent: Option<Spanned<String>>,
    #[serde(default)]
    name: Option<Spanned<String>>,
    #[serde(default)]
    params: BTreeMap<String, Spanned<toml::Value>>,
    #[serde(default)]
    command: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    deterministic: Option<Spanned<bool>>,
    #[serde(default)]
    start_seconds: Option<Spanned<f64>>,
    #[serde(default)]
    decision_seconds: Option<Spanned<f64>>,
}

/// The agents of a config.
pub(crate) fn entrants(
    text: &str,
    list: &Spanned<Vec<Spanned<AgentEntry>>>,
    registry: &Registry,
) -> Result<Vec<Entrant>, ConfigError> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for entry in list.get_ref() {
        let player = match entry.get_ref().kind {
            Kind::BuiltIn => Player::BuiltIn(built_in(text, entry, registry)?),
            Kind::Process => Player::Process(Arc::new(process(text, entry)?)),
        };
        let AgentEntry { agent, name, .. } = entry.get_ref();
        let shown = name.as_ref().map_or_else(|| player.to_string(), |name| name.get_ref().clone());
        let span = name.as_ref().or(agent.as_ref()).map_or_else(|| entry.span(), Spanned::span);
        if shown.is_empty() || shown.chars().any(char::is_control) {
            return Err(error(text, &span, "name must not be empty or hold control characters".into()));
        }
        if shown == "all" {
            let message = "no agent can be called `all`, as the row of all agents in timing.csv is; give it another `name`";
            return Err(error(text, &span, message.into()));
        }
        if entrants.iter().any(|known| known.name == shown) {
            return Err(error(
                text,
                &span,
                format!("two agents are called `{shown}`; give one another `name`"),
            ));
        }
        entrants.push(Entrant { name: shown, player });
    }
    if entrants.is_empty() {
        return Err(error(text, &list.span(), "there is no [[agent]]".into()));
    }
    Ok(entrants)
}

fn built_in(text: &str, entry: &Spanned<AgentEntry>, registry: &Registry) -> Result<Factory, ConfigError> {
    let AgentEntry { agent, params, command, deterministic, start_seconds, decision_seconds, .. } =
        entry.get_ref();
    let spans = [
        ("command", command.as_ref().map(Spanned::span)),
        ("deterministic", deterministic.as_ref().map(Spanned::span)),
        ("start_seconds", start_seconds.as_ref().map(Spanned::span)),
        ("decision_seconds", decision_seconds.as_ref().map(Spanned::span)),
    ];
    for (key, span) in spans {
        if let Some(span) = span {
            let message = format!("agent.{key}: only an outside bot has it; add `kind = \"process\"`");
            return Err(error(text, &span, message));
        }
    }
    let Some(agent) = agent else {
        return Err(error(text, &entry.span(), "agent: missing key `agent`".into()));
    };
    let spec = agent.get_ref();
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut parts = spec.split(':');
    let kind = parts.next().unwrap_or_default();
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| {
            error(text, &agent.span(), format!("agent `{spec}`: `{part}` is not key=value"))
        })?;
        pairs.push((key.to_owned(), value.to_owned()));
    }
    for (key, value) in params {
        let shown = match value.get_ref() {
            toml::Value::String(word) => word.clone(),
            toml::Value::Integer(n) => n.to_string(),
            toml::Value::Float(x) => x.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => {
                let message = format!("params.{key} must be a number, a word, true or false");
                return Err(error(text, &value.span(), message));
            }
        };
        // Each by itself first, so that the error names its line.
        registry
            .with(kind, [(key.as_str(), shown.as_str())])
            .map_err(|e| error(text, &value.span(), e.to_string()))?;
        pairs.push((key.clone(), shown));
    }
    registry
        .with(kind, pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())))
        .map_err(|e| error(text, &agent.span(), e.to_string()))
}

fn process(text: &str, entry: &Spanned<AgentEntry>) -> Result<BotCommand, ConfigError> {
    let AgentEntry { agent, name, params, command, deterministic, start_seconds, decision_seconds, .. } =
        entry.get_ref();
    let first_param = params.values().next().map(Spanned::span);
    for (key, span) in [("agent", agent.as_ref().map(Spanned::span)), ("params", first_param)] {
        if let Some(span) = span {
            let message = format!("agent.{key}: an outside bot has none; its words stand in `command`");
            return Err(error(text, &span, message));
        }
    }
    for (key, missing) in [("name", name.is_none()), ("command", command.is_none())] {
        if missing {
            let message = format!("agent: missing key `{key}`, which an outside bot needs");
            return Err(error(text, &entry.span(), message));
        }
    }
    let words = command.as_ref().map(|words| words.get_ref().clone()).unwrap_or_default();
    let no_program = words.first().is_none_or(String::is_empty);
    if let (Some(command), true) = (command, no_program || words.iter().any(|word| word.contains('\0'))) {
        let message =
            "agent.command must be a list of words, the program first, such as [\"python3\", \"bot.py\"]";
        return Err(error(text, &command.span(), message.into()));
    }
    let time = |key: &str, seconds: &Option<Spanned<f64>>| -> Result<Option<Duration>, ConfigError> {
        let Some(entry) = seconds else { return Ok(None) };
        if !(1e-3..=86_400.0).contains(entry.get_ref()) {
            return Err(error(text, &entry.span(), format!("agent.{key} must be from 0.001 to 86400")));
        }
        Ok(Some(Duration::from_secs_f64(*entry.get_ref())))
    };
    Ok(BotCommand {
        start: time("start_seconds", start_seconds)?.unwrap_or(BotCommand::START),
        decision: time("decision_seconds", decision_seconds)?,
        deterministic: deterministic.as_ref().is_some_and(|entry| *entry.get_ref()),
        ..BotCommand::new(words)
    })
}
