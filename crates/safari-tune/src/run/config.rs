//! The config of a tuning run: what was written, validated into what will be done.

use std::sync::Arc;

use safari_agents::params::{Given, Value};
use safari_agents::{Factory, Registry, did_you_mean};
use safari_arena::ConfigError;
use safari_core::{MAX_PLAYERS, Mixer, Seed, Variant};
use safari_stats::{Design, Hypotheses};
use serde::Deserialize;
use toml::Spanned;

use super::entries::{AcceptanceEntry, DimensionEntry, File, OpponentEntry};
use crate::driver::Setup;
use crate::registry::{Optimisers, Recipe};
use crate::space::{Dimension, Point, Space, SpaceError};

/// What the search looks for, as the mean over an agent's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The lead over the best other seat, in points: less noise than the win share, and nearly the same order.
    #[default]
    Margin,
    /// Points.
    Score,
    /// The rank, turned so that more is better.
    Rank,
    /// The share of the win.
    WinShare,
}

/// How much the search may play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many games.
    Games(u64),
    /// About so many seconds; how many games that is, is measured when a run begins and kept in its journal.
    Seconds(f64),
}

/// Who sits in the other seats.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// Makes it.
    pub factory: Factory,
    /// How often it is drawn, relative to the others.
    pub weight: f64,
}

/// A sequential test of the winner against the base on common deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The gain of win share by H0.
    pub gain0: f64,
    /// By H1.
    pub gain1: f64,
    /// The test of (1 + gain) / 2.
    pub design: Design,
}

/// A validated tuning run.
#[derive(Clone, Debug)]
pub struct TuningConfig {
    /// Seats of every game, 2 to 5.
    pub players: usize,
    /// The root seed, below 2^63.
    pub seed: u64,
    /// The settings of the rules.
    pub variant: Variant,
    /// The tile file, relative to the config's folder.
    pub tiles: Option<String>,
    /// The agent with its present setting.
    pub base: Factory,
    /// The base within the space.
    pub base_point: Point,
    /// What may be changed.
    pub space: Arc<Space>,
    /// What the search looks for.
    pub objective: Objective,
    /// How it searches.
    pub optimiser: Recipe,
    /// How much it may play.
    pub budget: Budget,
    /// Opponents in the search and in the first test.
    pub pool: Vec<Opponent>,
    /// Opponents in the second test, which the search has never met; may be empty.
    pub held_out: Vec<Opponent>,
    /// The test against the pool.
    pub test: Test,
    /// The test against the held-out opponents.
    pub held_out_test: Test,
    /// Most deals of each test.
    pub test_deals: u64,
    /// Deals between two looks.
    pub round: u64,
    registry: Registry,
}

/// Most games of a search.
const MAX_GAMES: u64 = 1_000_000_000;

impl TuningConfig {
    /// Reads a config.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and key.
    pub fn parse(text: &str, registry: &Registry) -> Result<TuningConfig, ConfigError> {
        let file: File = toml::from_str(text).map_err(|error| ConfigError::of_toml(text, &error))?;
        let at = |span: std::ops::Range<usize>, message: String| ConfigError::at(text, &span, message);
        let players = *file.players.get_ref();
        if !(2..=MAX_PLAYERS as u64).contains(&players) {
            return Err(at(file.players.span(), format!("players is {players}, but it must be from 2 to 5")));
        }
        let players = players as usize;
        let seed = file.seed.as_ref().map_or(1, |seed| *seed.get_ref());
        if let (Some(entry), 0x8000_0000_0000_0000..) = (&file.seed, seed) {
            return Err(at(
                entry.span(),
                format!("seed is {seed}, but it must be from 0 to 9223372036854775807"),
            ));
        }
        let agent = |spec: &Spanned<String>, key: &str| {
            registry.parse(spec.get_ref()).map_err(|error| at(spec.span(), format!("{key}: {error}")))
        };
        let base = agent(&file.agent, "agent")?;
        let (space, base_point) = space(text, &file, registry, &base, players)?;
        let optimiser = match &file.optimiser {
            None => Optimisers::standard().parse("racing").map_err(|error| (0..0, error)),
            Some(spec) => Optimisers::standard().parse(spec.get_ref()).map_err(|error| (spec.span(), error)),
        };
        let optimiser = optimiser.map_err(|(span, error)| at(span, error.to_string()))?;
        let budget = budget(text, &file)?;
        let opponents = |list: &[Spanned<OpponentEntry>], key: &str| {
            let opponent = |entry: &Spanned<OpponentEntry>| {
                let OpponentEntry { agent: spec, weight } = entry.get_ref();
                let factory = agent(spec, key)?;
                let given = weight.as_ref().map_or(1.0, |weight| *weight.get_ref());
                if !(given > 0.0 && given <= 1e6) {
                    let span = weight.as_ref().map_or(entry.span(), Spanned::span);
                    return Err(at(
                        span,
                        format!("{key}.weight is {given}, but it must be above 0, to 1000000"),
                    ));
                }
                Ok(Opponent { factory, weight: given })
            };
            list.iter().map(opponent).collect::<Result<Vec<Opponent>, ConfigError>>()
        };
        let mut pool = opponents(&file.pool, "pool")?;
        if pool.is_empty() {
            pool.push(Opponent { factory: base.clone(), weight: 1.0 });
        }
        let held_out = opponents(&file.held_out, "held_out")?;
        for (entry, opponent) in file.held_out.iter().zip(&held_out) {
            if pool.iter().any(|known| known.factory.to_string() == opponent.factory.to_string()) {
                let message =
                    format!("held_out: `{}` is in the pool, so the search has met it", opponent.factory);
                return Err(at(entry.get_ref().agent.span(), message));
            }
        }
        let tests = tests(text, &file.acceptance, players)?;
        let config = TuningConfig {
            players,
            seed,
            variant: file.variant.variant(text)?,
            tiles: file.tiles,
            base,
            base_point,
            space: Arc::new(space),
            objective: file.objective,
            optimiser,
            budget,
            pool,
            held_out,
            test: tests.0,
            held_out_test: tests.1,
            test_deals: counted(text, "acceptance.deals", &file.acceptance.deals, 5_000)?,
            round: counted(text, "acceptance.round", &file.acceptance.round, 20)?,
            registry: registry.clone(),
        };
        // Whether the optimiser takes such a space and budget is told now, and not after hours.
        if let Budget::Games(games) = config.budget {
            config.optimiser.build(&config.setup(games / players as u64)).map_err(|error| {
                let span = file.optimiser.as_ref().map_or(file.budget.span(), Spanned::span);
                at(span, format!("{error} (an evaluation is {players} games: one deal in all seats)"))
            })?;
        }
        Ok(config)
    }

    /// What an optimiser needs to know, for so many evaluations.
    pub fn setup(&self, evaluations: u64) -> Setup {
        Setup {
            space: Arc::clone(&self.space),
            base: self.base_point.clone(),
            budget: evaluations,
            seed: Seed(self.seed).branch("tuning", &[]),
        }
    }

    /// The agent with a setting of the space.
    ///
    /// # Panics
    /// If the point is none of the space's.
    pub fn candidate(&self, point: &Point) -> Factory {
        let mut values: Given = self.base.given().clone();
        // A parameter that has no meaning at this point has its default.
        values.retain(|name, _| !self.space.dimensions().iter().any(|dimension| dimension.name == *name));
        values.extend(point.iter().map(|(name, value)| (name.to_owned(), value.clone())));
        let texts: Vec<(String, String)> =
            values.into_iter().map(|(name, value)| (name, value.to_string())).collect();
        let texts = texts.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        self.registry.with(self.base.name(), texts).expect("the space holds declared parameters")
    }

    /// A hash of all that decides the results; `files` are the texts of files that the config names.
    pub fn hash(&self, files: &[String]) -> u64 {
        let mut mixer = Mixer::new("tuning");
        mixer.word(self.players as u64);
        mixer.word(self.seed);
        mixer.text(&format!("{:?}", self.variant));
        mixer.text(&self.base.to_string());
        mixer.text(&format!("{:?} {}", self.space.dimensions(), self.base_point));
        mixer.text(&format!("{:?} {} {:?}", self.objective, self.optimiser, self.budget));
        for opponents in [&self.pool, &self.held_out] {
            mixer.word(opponents.len() as u64);
            opponents.iter().for_each(|it| mixer.text(&format!("{} {:?}", it.factory, it.weight)));
        }
        mixer.text(&format!("{:?} {:?} {} {}", self.test, self.held_out_test, self.test_deals, self.round));
        files.iter().for_each(|file| mixer.text(file));
        mixer.finish()
    }
}

/// The space, and the base within it.
fn space(
    text: &str,
    file: &File,
    registry: &Registry,
    base: &Factory,
    players: usize,
) -> Result<(Space, Point), ConfigError> {
    let at = |span: std::ops::Range<usize>, message: String| ConfigError::at(text, &span, message);
    let kind = registry.kind(base.name()).map_err(|error| at(file.agent.span(), error.to_string()))?;
    let declared = |name: &Spanned<String>, key: &str| {
        kind.params.iter().find(|param| param.name == name.get_ref()).ok_or_else(|| {
            let hint = did_you_mean(name.get_ref(), kind.params.iter().map(|param| param.name));
            at(name.span(), format!("{key}: `{}` has no parameter `{}`{hint}", base.name(), name.get_ref()))
        })
    };
    let mut dimensions: Vec<Dimension> = Vec::new();
    for entry in file.space.get_ref() {
        let DimensionEntry { param, when, .. } = entry.get_ref();
        let mut dimension = entry.get_ref().dimension(text, declared(param, "space.param")?)?;
        if let Some(when) = when {
            let on = declared(&when.get_ref().param, "space.when.param")?;
            dimension = dimension.when(on.name, when.get_ref().values(text, on)?);
        }
        dimensions.push(dimension);
    }
    // The place of an error is that of the dimension it names.
    let place = |error: &SpaceError| {
        let message = error.to_string();
        let entries = file.space.get_ref().iter();
        let named =
            entries.rev().find(|entry| message.contains(&format!("`{}`", entry.get_ref().param.get_ref())));
        named.map_or(file.space.span(), |entry| entry.get_ref().param.span())
    };
    let space = Space::new(dimensions).map_err(|error| at(place(&error), format!("space: {error}")))?;
    let present = |name: &str| -> Option<Value> {
        let default =
            || kind.params.iter().find(|param| param.name == name).map(|param| &param.defaults[players - 2]);
        base.given().get(name).or_else(default).cloned()
    };
    let point = space.pick(present).map_err(|error| {
        at(place(&error), format!("space: the present setting of `{base}` lies outside: {error}"))
    })?;
    Ok((space, point))
}

fn budget(text: &str, file: &File) -> Result<Budget, ConfigError> {
    let entry = file.budget.get_ref();
    match (&entry.games, &entry.seconds) {
        (Some(games), None) if (1..=MAX_GAMES).contains(games.get_ref()) => {
            Ok(Budget::Games(*games.get_ref()))
        }
        (None, Some(seconds)) if (1.0..=1e7).contains(seconds.get_ref()) => {
            Ok(Budget::Seconds(*seconds.get_ref()))
        }
        (Some(games), None) => {
            let message =
                format!("budget.games is {}, but it must be from 1 to {MAX_GAMES}", games.get_ref());
            Err(ConfigError::at(text, &games.span(), message))
        }
        (None, Some(seconds)) => {
            let message =
                format!("budget.seconds is {}, but it must be from 1 to 10000000", seconds.get_ref());
            Err(ConfigError::at(text, &seconds.span(), message))
        }
        _ => Err(ConfigError::at(text, &file.budget.span(), "budget: give either `games` or `seconds`")),
    }
}

fn counted(text: &str, key: &str, entry: &Option<Spanned<u64>>, default: u64) -> Result<u64, ConfigError> {
    match entry {
        None => Ok(default),
        Some(value) if (1..=MAX_GAMES).contains(value.get_ref()) => Ok(*value.get_ref()),
        Some(value) => {
            let message = format!("{key} is {}, but it must be from 1 to {MAX_GAMES}", value.get_ref());
            Err(ConfigError::at(text, &value.span(), message))
        }
    }
}

/// The tests against the pool and against the held-out opponents.
fn tests(text: &str, entry: &AcceptanceEntry, players: usize) -> Result<(Test, Test), ConfigError> {
    let number =
        |value: &Option<Spanned<f64>>, default: f64| value.as_ref().map_or(default, |value| *value.get_ref());
    let (alpha, beta) = (number(&entry.alpha, 0.05), number(&entry.beta, 0.05));
    let gain0 = number(&entry.gain0, 0.0);
    let gain1 = number(&entry.gain1, 0.02);
    for (key, value) in [("alpha", &entry.alpha), ("beta", &entry.beta)] {
        if let Some(value) = value
            && !(*value.get_ref() > 0.0 && *value.get_ref() < 0.5)
        {
            let message =
                format!("acceptance.{key} is {}, but it must lie between 0 and 0.5", value.get_ref());
            return Err(ConfigError::at(text, &value.span(), message));
        }
    }
    let test = |name: &str, gain0: f64, gain1: f64, entries: [&Option<Spanned<f64>>; 2]| {
        // The gain is a difference of shares, from -1 to 1; (1 + gain) / 2 is a share.
        let hypotheses = Hypotheses::Share { h0: (1.0 + gain0) / 2.0, h1: (1.0 + gain1) / 2.0 };
        let design = Design::new(hypotheses, 2, players as u32, alpha, beta).map_err(|_| {
            let span = entries.into_iter().flatten().next().map_or(0..0, Spanned::span);
            let message = format!(
                "acceptance: {name}gain0 ({gain0}) must be below {name}gain1 ({gain1}), both between -1 and 1"
            );
            ConfigError::at(text, &span, message)
        })?;
        Ok(Test { gain0, gain1, design })
    };
    // By default the held-out opponents are asked whether it is no worse there.
    let (held0, held1) = (number(&entry.held_out_gain0, -gain1.abs()), number(&entry.held_out_gain1, 0.0));
    Ok((
        test("", gain0, gain1, [&entry.gain1, &entry.gain0])?,
        test("held_out_", held0, held1, [&entry.held_out_gain1, &entry.held_out_gain0])?,
    ))
}
