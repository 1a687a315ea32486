//! The config of a tournament: what was written, validated into what will be done.

use std::ops::Range;

use safari_agents::{Budget, Limit, Registry, Scope, did_you_mean};
use safari_core::{MAX_PLAYERS, Mixer, Table, Variant};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::agent_entry::{AgentEntry, entrants};
use crate::entrant::{Entrant, Player};
use crate::limit_entry::{BudgetEntry, Meter, OnFailure, limit};
use crate::rounds::Rounds;
use crate::schedule::{MAX_LINE_UPS, ScheduleEntry, Seating, Steps, Wrong, round_robin};

/// Most deals of a tournament, so that numbers of games stay exact everywhere.
pub const MAX_DEALS: u64 = 1_000_000_000;

/// What is wrong with a config, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ConfigError {
    /// Line of the file, counted from 1.
    pub line: usize,
    /// What is wrong and what would be right; it names the key.
    pub message: String,
}

impl ConfigError {
    /// What is wrong at a place in a text.
    pub fn at(text: &str, span: &Range<usize>, message: impl Into<String>) -> ConfigError {
        let before = text.as_bytes().iter().take(span.start);
        ConfigError { line: 1 + before.filter(|&&byte| byte == b'\n').count(), message: message.into() }
    }

    /// What the TOML reader found wrong with a text, with the key and the nearest name.
    pub fn of_toml(text: &str, error: &toml::de::Error) -> ConfigError {
        let span = error.span().unwrap_or(0..0);
        let found = text.get(span.clone()).unwrap_or_default();
        let message = plainly(error.message().trim(), found, &key_at(text, span.start));
        ConfigError::at(text, &span, message)
    }
}

/// Which games are kept as records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Records {
    /// None.
    #[default]
    None,
    /// Every hundredth game.
    Some,
    /// All games.
    All,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    players: Spanned<u64>,
    deals: Spanned<u64>,
    #[serde(default)]
    seed: Option<Spanned<u64>>,
    #[serde(default)]
    variant: VariantEntry,
    #[serde(default)]
    tiles: Option<String>,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    deals_file: Option<Spanned<String>>,
    #[serde(default)]
    records: Records,
    #[serde(default)]
    budget: Option<Spanned<BudgetEntry>>,
    #[serde(default)]
    on_failure: OnFailure,
    agent: Spanned<Vec<Spanned<AgentEntry>>>,
    #[serde(default)]
    line_ups: Option<Spanned<Vec<Spanned<Vec<String>>>>>,
    #[serde(default)]
    schedule: Option<ScheduleEntry>,
    #[serde(default)]
    seating: Seating,
}

/// `variant` in a config, as it was written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { table = \"table:9x9\" }")]
pub struct VariantEntry {
    table: Option<Spanned<String>>,
    final_majority: Option<Spanned<String>>,
    baobab_draw: Option<Spanned<String>>,
    bonus_animals: Option<Spanned<String>>,
}

/// A validated tournament.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// Seats of every game, 2 to 5.
    pub players: usize,
    /// Deals, each played by every line-up in all seat rotations.
    pub deals: u64,
    /// The root seed, below 2^63.
    pub seed: u64,
    /// The settings of the rules.
    pub variant: Variant,
    /// The tile file, relative to the config's folder.
    pub tiles: Option<String>,
    /// A file with the position that every game starts from.
    pub start: Option<String>,
    /// A file with the deals.
    pub deals_file: Option<String>,
    /// Which games are kept.
    pub records: Records,
    /// How much every agent may think.
    pub budget: Limit,
    /// By which clock, where that is a time.
    pub meter: Meter,
    /// What follows when an agent fails.
    pub on_failure: OnFailure,
    /// The agents.
    pub entrants: Vec<Entrant>,
    /// The line-ups, each as indices of the entrants by seat as they are first seated.
    pub line_ups: Vec<Vec<usize>>,
    /// In which seatings a line-up plays each deal.
    pub seating: Seating,
    /// The rounds it is played in, where what is played depends on results; `deals` is then the most that are.
    pub rounds: Option<Rounds>,
}

impl TournamentConfig {
    /// Reads a config.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn parse(text: &str, registry: &Registry) -> Result<TournamentConfig, ConfigError> {
        let at = |span: Range<usize>, message: String| error(text, &span, message);
        let file: File = toml::from_str(text).map_err(|e| ConfigError::of_toml(text, &e))?;
        let players = *file.players.get_ref();
        if !(2..=MAX_PLAYERS as u64).contains(&players) {
            return Err(at(file.players.span(), format!("players is {players}, but it must be from 2 to 5")));
        }
        let players = players as usize;
        let deals = *file.deals.get_ref();
        if !(1..=MAX_DEALS).contains(&deals) {
            return Err(at(
                file.deals.span(),
                format!("deals is {deals}, but it must be from 1 to {MAX_DEALS}"),
            ));
        }
        let seed = file.seed.as_ref().map_or(1, |seed| *seed.get_ref());
        if let (Some(entry), 0x8000_0000_0000_0000..) = (&file.seed, seed) {
            let message =
                format!("seed is {seed}, but it must be from 0 to 9223372036854775807 (below 2^63)");
            return Err(at(entry.span(), message));
        }
        if let (Some(_), Some(deals)) = (&file.start, &file.deals_file) {
            return Err(at(deals.span(), "deals_file: it cannot go together with `start`".into()));
        }
        let mut entrants = entrants(text, &file.agent, registry)?;
        let wrong = |(span, message): Wrong| error(text, &span, message);
        if let Some(schedule) = &file.schedule {
            schedule.check().map_err(wrong)?;
            if let Some(steps) = schedule.steps().map_err(wrong)? {
                entrants = ladder(text, &file, &entrants, &steps, registry)?;
            }
        }
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let line_ups = line_ups(text, &file, &names, players)?;
        let games_per_set = file.seating.of(&line_ups[0]).len();
        let rounds =
            file.schedule.as_ref().map(|schedule| schedule.rounds(entrants.len(), players, games_per_set));
        let rounds = rounds.transpose().map_err(wrong)?.flatten();
        if let (Some(lists), Some(_)) = (&file.line_ups, &rounds)
            && line_ups.iter().any(|line_up| line_up.iter().all(|agent| *agent == line_up[0]))
        {
            let message =
                "line_ups: a schedule in rounds compares agents, so each line-up needs two different ones";
            return Err(at(lists.span(), message.into()));
        }
        let (budget, meter) = limit(text, file.budget.as_ref())?;
        let outside = entrants.iter().find(|entrant| matches!(entrant.player, Player::Process(_)));
        if let (Some(entry), Some(outside), Budget::Time(_), Meter::Processor) =
            (&file.budget, outside, budget.budget, meter)
        {
            let message = format!(
                "budget: the processor time of the outside bot `{}` cannot be measured; give `wall_seconds`",
                outside.name
            );
            return Err(at(entry.span(), message));
        }
        Ok(TournamentConfig {
            players,
            deals,
            seed,
            variant: file.variant.variant(text)?,
            tiles: file.tiles,
            start: file.start,
            deals_file: file.deals_file.map(Spanned::into_inner),
            records: file.records,
            budget,
            meter,
            on_failure: file.on_failure,
            line_ups,
            entrants,
            seating: file.seating,
            rounds,
        })
    }

    /// Games of these agents in this order of seats, without limits of thinking; one deal, root seed 1.
    ///
    /// # Panics
    /// If there are not 2 to 5 agents.
    pub fn of(variant: Variant, entrants: Vec<Entrant>) -> TournamentConfig {
        let players = entrants.len();
        assert!((2..=MAX_PLAYERS).contains(&players), "a game has 2 to 5 players, not {players}");
        TournamentConfig {
            players,
            deals: 1,
            seed: 1,
            variant,
            tiles: None,
            start: None,
            deals_file: None,
            records: Records::None,
            budget: Limit::default(),
            meter: Meter::default(),
            on_failure: OnFailure::Abort,
            line_ups: vec![(0..players).collect()],
            entrants,
            seating: Seating::default(),
            rounds: None,
        }
    }

    /// A hash of all that decides the results of a deal: runs of equal hashes differ in their number of deals at most.
    ///
    /// `files` are the texts of files that the config names.
    pub fn hash(&self, files: &[String]) -> u64 {
        let mut mixer = Mixer::new("tournament");
        mixer.word(self.players as u64);
        mixer.word(self.seed);
        mixer.text(&format!("{:?}", self.variant));
        mixer.text(&format!("{:?}", self.budget.budget));
        // What a config of an earlier version could not say is left out where it is as it was then.
        if (self.budget.per, self.meter) != (Scope::Decision, Meter::Processor) {
            mixer.text(&format!("{:?} {:?}", self.budget.per, self.meter));
        }
        if self.on_failure != OnFailure::Forfeit {
            mixer.text(&format!("{:?}", self.on_failure));
        }
        for entrant in &self.entrants {
            mixer.text(&entrant.name);
            mixer.text(&entrant.player.to_string());
        }
        for line_up in &self.line_ups {
            mixer.text(&format!("{line_up:?}"));
        }
        if self.seating != Seating::default() {
            mixer.text(&format!("{:?}", self.seating));
        }
        if let Some(rounds) = &self.rounds {
            mixer.text(&format!("{rounds:?}"));
        }
        files.iter().for_each(|file| mixer.text(file));
        mixer.finish()
    }

    /// Whether the same config gives the same bytes: it does unless agents think by time, or are outside bots that are
    /// not said to be deterministic.
    pub fn is_reproducible(&self) -> bool {
        !self.is_timed() && self.entrants.iter().all(|entrant| entrant.player.is_deterministic())
    }

    /// Whether agents think by time, so that more threads than cores would take it from them.
    pub fn is_timed(&self) -> bool {
        matches!(self.budget.budget, Budget::Time(_))
    }
}

/// An error at a place in the text.
pub(crate) fn error(text: &str, span: &Range<usize>, message: String) -> ConfigError {
    ConfigError::at(text, span, message)
}

/// A message of the TOML reader for those who know TOML but not Rust, with the key and the nearest name.
fn plainly(message: &str, found: &str, key: &str) -> String {
    let choices = match key.rsplit('.').next() {
        Some("on_failure") => "expected one of `forfeit`, `random-move`, `abort`",
        Some("per") => "expected one of `decision`, `turn`, `game`",
        Some("kind") => "expected one of `built-in`, `process`",
        Some("seating") => "expected one of `rotations`, `permutations`",
        _ => "expected one of `none`, `some`, `all`",
    };
    let words = [
        ("expected u64", "expected a whole number from 0"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected f64", "expected a number"),
        ("expected a sequence", "expected a list"),
        ("expected a boolean", "expected true or false"),
        ("wanted string or table", choices),
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
    ];
    let mut plain = message.to_owned();
    for (from, to) in words {
        plain = plain.replace(from, to);
    }
    if message == "duplicate key" {
        plain = format!("the key `{found}` stands twice");
    }
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        let mut quoted = message.split('`').skip(1).step_by(2);
        plain += &did_you_mean(quoted.next().unwrap_or_default(), quoted);
    }
    if key.is_empty() { plain } else { format!("{key}: {plain}") }
}

/// The key whose value covers a place in the text, such as `agent.params`; empty where there is none.
fn key_at(text: &str, at: usize) -> String {
    /// The innermost key; the span of a table under a `[heading]` is that of the heading alone.
    fn within(value: &DeValue<'_>, at: usize) -> Option<Vec<String>> {
        let at_or_in = |value: &Spanned<DeValue<'_>>| {
            let here = value.span().contains(&at).then(Vec::new);
            within(value.get_ref(), at).or(here)
        };
        match value {
            DeValue::Table(table) => table.iter().find_map(|(key, value)| {
                let Some(mut path) = at_or_in(value) else {
                    // A key that has no place in its table: the table's.
                    return key.span().contains(&at).then(Vec::new);
                };
                path.insert(0, key.get_ref().to_string());
                Some(path)
            }),
            DeValue::Array(list) => list.iter().find_map(at_or_in),
            _ => None,
        }
    }
    let root = DeTable::parse(text).ok().map(|root| DeValue::Table(root.into_inner()));
    root.and_then(|root| within(&root, at)).unwrap_or_default().join(".")
}

impl VariantEntry {
    /// The variant that is meant; `text` is the config that the entry is of.
    ///
    /// # Errors
    /// The first word that is none of its setting's.
    pub fn variant(&self, text: &str) -> Result<Variant, ConfigError> {
        fn read<T: std::str::FromStr<Err = safari_core::VariantError> + Default>(
            text: &str,
            entry: &Option<Spanned<String>>,
        ) -> Result<T, ConfigError> {
            entry.as_ref().map_or_else(
                || Ok(T::default()),
                |value| {
                    value.get_ref().parse().map_err(|e: T::Err| error(text, &value.span(), e.to_string()))
                },
            )
        }
        Ok(Variant {
            table: read::<Table>(text, &self.table)?,
            final_majority: read(text, &self.final_majority)?,
            baobab_draw: read(text, &self.baobab_draw)?,
            bonus_animals: read(text, &self.bonus_animals)?,
        })
    }
}

/// The steps of a ladder, in place of the one agent that climbs it.
fn ladder(
    text: &str,
    file: &File,
    entrants: &[Entrant],
    (param, steps): &Steps,
    registry: &Registry,
) -> Result<Vec<Entrant>, ConfigError> {
    let [base] = entrants else {
        let message = format!("schedule: `ladder` is of one [[agent]], not of {}", entrants.len());
        return Err(error(text, &file.agent.span(), message));
    };
    if let Player::Process(_) = base.player {
        let message = "schedule: an outside bot cannot climb a `ladder`, for it has no parameters";
        return Err(error(text, &file.agent.span(), message.into()));
    }
    let step = |(value, span): &(String, Range<usize>)| {
        let spec = format!("{}:{param}={value}", base.player);
        let factory =
            registry.parse(&spec).map_err(|e| error(text, span, format!("schedule.values: {e}")))?;
        Ok(Entrant { name: format!("{}@{value}", base.name), player: Player::BuiltIn(factory) })
    };
    let entrants: Vec<Entrant> = steps.iter().map(step).collect::<Result<_, _>>()?;
    for (i, (value, span)) in steps.iter().enumerate() {
        if entrants[..i].iter().any(|other| other.player.to_string() == entrants[i].player.to_string()) {
            return Err(error(
                text,
                span,
                format!("schedule.values: {value} is a step that stands there already"),
            ));
        }
    }
    Ok(entrants)
}

fn line_ups(
    text: &str,
    file: &File,
    entrants: &[&str],
    players: usize,
) -> Result<Vec<Vec<usize>>, ConfigError> {
    let Some(lists) = &file.line_ups else {
        return match &file.schedule {
            Some(schedule) => {
                schedule.line_ups(entrants, players).map_err(|(span, message)| error(text, &span, message))
            }
            None => round_robin(entrants.len(), players)
                .map_err(|problem| error(text, &file.agent.span(), problem.to_string())),
        };
    };
    if let Some(schedule) = &file.schedule
        && schedule.makes_line_ups()
    {
        let message = "line_ups: this schedule makes its own; leave one of the two out";
        return Err(error(text, &lists.span(), message.into()));
    }
    let mut line_ups = Vec::new();
    for list in lists.get_ref() {
        let names = list.get_ref();
        if names.len() != players {
            let message = format!(
                "line_ups: this one has {} seat{}, but players is {players}",
                names.len(),
                if names.len() == 1 { "" } else { "s" }
            );
            return Err(error(text, &list.span(), message));
        }
        let mut line_up = Vec::new();
        for name in names {
            let index = entrants.iter().position(|known| known == name).ok_or_else(|| {
                let known = entrants.iter().copied();
                error(
                    text,
                    &list.span(),
                    format!("line_ups: there is no agent called `{name}`{}", did_you_mean(name, known)),
                )
            })?;
            line_up.push(index);
        }
        if line_ups.contains(&line_up) {
            let message = "line_ups: this one stands there already, and would play the same games again";
            return Err(error(text, &list.span(), message.into()));
        }
        line_ups.push(line_up);
    }
    if line_ups.is_empty() {
        return Err(error(
            text,
            &lists.span(),
            "line_ups is empty; name line-ups, or leave the key out".into(),
        ));
    }
    if line_ups.len() > MAX_LINE_UPS {
        let message =
            format!("there are {} line_ups, but at most {MAX_LINE_UPS} are possible", line_ups.len());
        return Err(error(text, &lists.span(), message));
    }
    Ok(line_ups)
}
