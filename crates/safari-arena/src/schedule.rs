//! Who plays whom: the line-ups of each kind of schedule, and their seatings.

use safari_agents::did_you_mean;
use safari_stats::Design;
use serde::Deserialize;
use toml::Spanned;

use crate::rounds::{Rounds, Rule};
use crate::test_entry::{EloModel, TestEntry};

/// Most line-ups of a tournament: each deal is played by all of them before its rows are written.
pub(crate) const MAX_LINE_UPS: usize = 10_000;

/// In which seatings a line-up plays each deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seating {
    /// Rotated by every number of seats: as many games as players.
    #[default]
    Rotations,
    /// In every order, each once: up to players factorial games.
    Permutations,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    RoundRobin,
    Gauntlet,
    OneVsRest,
    Ladder,
    Sequential,
    Adaptive,
}

/// `schedule` in a config.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { kind = \"round-robin\" }")]
pub(crate) struct ScheduleEntry {
    kind: Spanned<Kind>,
    #[serde(default)]
    repeats: Option<Spanned<bool>>,
    #[serde(default)]
    candidates: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    pool: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    one: Option<Spanned<String>>,
    #[serde(default)]
    param: Option<Spanned<String>>,
    #[serde(default)]
    values: Option<Spanned<Vec<Spanned<toml::Value>>>>,
    #[serde(default)]
    round: Option<Spanned<u64>>,
    #[serde(default)]
    elo0: Option<Spanned<f64>>,
    #[serde(default)]
    elo1: Option<Spanned<f64>>,
    #[serde(default)]
    share0: Option<Spanned<f64>>,
    #[serde(default)]
    share1: Option<Spanned<f64>>,
    #[serde(default)]
    alpha: Option<Spanned<f64>>,
    #[serde(default)]
    beta: Option<Spanned<f64>>,
    #[serde(default)]
    model: Option<Spanned<EloModel>>,
}

/// Where in the text something is wrong, and what.
pub(crate) type Wrong = (std::ops::Range<usize>, String);

/// Parameter values of a ladder: the parameter, its values as texts, and where each stands.
pub(crate) type Steps = (String, Vec<(String, std::ops::Range<usize>)>);

impl ScheduleEntry {
    fn name(&self) -> &'static str {
        match self.kind.get_ref() {
            Kind::RoundRobin => "round-robin",
            Kind::Gauntlet => "gauntlet",
            Kind::OneVsRest => "one-vs-rest",
            Kind::Ladder => "ladder",
            Kind::Sequential => "sequential",
            Kind::Adaptive => "adaptive",
        }
    }

    /// Refuses keys that the kind has no use for.
    pub fn check(&self) -> Result<(), Wrong> {
        use Kind::*;
        let given = [
            ("repeats", self.repeats.as_ref().map(Spanned::span), &[RoundRobin, Adaptive][..]),
            ("candidates", self.candidates.as_ref().map(Spanned::span), &[Gauntlet]),
            ("pool", self.pool.as_ref().map(Spanned::span), &[Gauntlet]),
            ("one", self.one.as_ref().map(Spanned::span), &[OneVsRest]),
            ("param", self.param.as_ref().map(Spanned::span), &[Ladder]),
            ("values", self.values.as_ref().map(Spanned::span), &[Ladder]),
            ("round", self.round.as_ref().map(Spanned::span), &[Sequential, Adaptive]),
            ("elo0", self.elo0.as_ref().map(Spanned::span), &[Sequential]),
            ("elo1", self.elo1.as_ref().map(Spanned::span), &[Sequential]),
            ("share0", self.share0.as_ref().map(Spanned::span), &[Sequential]),
            ("share1", self.share1.as_ref().map(Spanned::span), &[Sequential]),
            ("alpha", self.alpha.as_ref().map(Spanned::span), &[Sequential]),
            ("beta", self.beta.as_ref().map(Spanned::span), &[Sequential]),
            ("model", self.model.as_ref().map(Spanned::span), &[Sequential]),
        ];
        for (key, span, kinds) in given {
            if let Some(span) = span
                && !kinds.contains(self.kind.get_ref())
            {
                return Err((
                    span,
                    format!("schedule.{key}: the schedule `{}` has no such key", self.name()),
                ));
            }
        }
        Ok(())
    }

    /// Whether line-ups of its own are made: then `line_ups` cannot be given.
    pub fn makes_line_ups(&self) -> bool {
        !matches!(self.kind.get_ref(), Kind::Adaptive | Kind::RoundRobin)
    }

    /// Where it stands.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.kind.span()
    }

    /// The rounds it plays in, if it does, in games of so many players and sets of so many games.
    pub fn rounds(
        &self,
        agents: usize,
        players: usize,
        games_per_set: usize,
    ) -> Result<Option<Rounds>, Wrong> {
        let deals = match &self.round {
            Some(round) if *round.get_ref() == 0 => {
                return Err((round.span(), "schedule.round must be at least 1".into()));
            }
            Some(round) => *round.get_ref(),
            None => 10,
        };
        let rule = match self.kind.get_ref() {
            Kind::Sequential => {
                if agents != 2 {
                    let message = format!("schedule: `sequential` is a match of two agents, not of {agents}");
                    return Err((self.span(), message));
                }
                Rule::Sprt(self.test(players, games_per_set)?)
            }
            Kind::Adaptive => Rule::Open,
            _ => return Ok(None),
        };
        Ok(Some(Rounds { deals, rule }))
    }

    /// The test of a sequential schedule.
    fn test(&self, players: usize, games_per_set: usize) -> Result<Design, Wrong> {
        let value = |given: &Option<Spanned<f64>>| given.as_ref().map(|value| *value.get_ref());
        let entry = TestEntry {
            elo0: value(&self.elo0),
            elo1: value(&self.elo1),
            share0: value(&self.share0),
            share1: value(&self.share1),
            alpha: value(&self.alpha),
            beta: value(&self.beta),
            model: self.model.as_ref().map(|model| *model.get_ref()),
        };
        entry.design(players, games_per_set).map_err(|(key, message)| {
            let spans = [
                ("elo0", &self.elo0),
                ("elo1", &self.elo1),
                ("share0", &self.share0),
                ("share1", &self.share1),
                ("alpha", &self.alpha),
                ("beta", &self.beta),
            ];
            let span = spans.into_iter().find(|(name, _)| *name == key).and_then(|(_, value)| value.as_ref());
            let model = self.model.as_ref().filter(|_| key == "model").map(Spanned::span);
            (span.map(Spanned::span).or(model).unwrap_or_else(|| self.span()), format!("schedule.{message}"))
        })
    }

    /// The steps of a ladder.
    pub fn steps(&self) -> Result<Option<Steps>, Wrong> {
        if *self.kind.get_ref() != Kind::Ladder {
            return Ok(None);
        }
        let missing =
            || (self.span(), "schedule: `ladder` needs `values` of a parameter, at least two".into());
        let values = self.values.as_ref().ok_or_else(missing)?;
        let mut steps: Vec<(String, std::ops::Range<usize>)> = Vec::new();
        for value in values.get_ref() {
            let text = match value.get_ref() {
                toml::Value::String(word) => word.clone(),
                toml::Value::Integer(n) => n.to_string(),
                toml::Value::Float(x) => x.to_string(),
                toml::Value::Boolean(flag) => flag.to_string(),
                _ => {
                    return Err((value.span(), "schedule.values must hold numbers or words".into()));
                }
            };
            if text.contains(':') || text.contains('=') {
                return Err((value.span(), "schedule.values: a value holds no `:` and no `=`".into()));
            }
            if steps.iter().any(|(known, _)| *known == text) {
                return Err((value.span(), format!("schedule.values: {text} stands twice")));
            }
            steps.push((text, value.span()));
        }
        if steps.len() < 2 {
            return Err((values.span(), "schedule.values: a ladder has at least two steps".into()));
        }
        let param = self.param.as_ref().map_or("iterations", |param| param.get_ref());
        Ok(Some((param.to_owned(), steps)))
    }

    /// The line-ups, as indices of the agents by seat.
    pub fn line_ups(&self, names: &[&str], players: usize) -> Result<Vec<Vec<usize>>, Wrong> {
        let known = |name: &Spanned<String>, key: &str| {
            names.iter().position(|known| known == name.get_ref()).ok_or_else(|| {
                let nearest = did_you_mean(name.get_ref(), names.iter().copied());
                (
                    name.span(),
                    format!("schedule.{key}: there is no agent called `{}`{nearest}", name.get_ref()),
                )
            })
        };
        let list = |key: &'static str, list: &Option<Spanned<Vec<Spanned<String>>>>| {
            let Some(list) = list else {
                return Err((
                    self.span(),
                    format!("schedule: `{}` needs `{key}`, a list of agents", self.name()),
                ));
            };
            let mut agents = Vec::new();
            for name in list.get_ref() {
                let agent = known(name, key)?;
                if agents.contains(&agent) {
                    let message = format!("schedule.{key}: `{}` stands twice", name.get_ref());
                    return Err((name.span(), message));
                }
                agents.push(agent);
            }
            if agents.is_empty() {
                return Err((list.span(), format!("schedule.{key} is empty")));
            }
            Ok(agents)
        };
        let too_many = || {
            let message = format!(
                "{} agents make more than {MAX_LINE_UPS} line-ups of {players}; name those to be played in `line_ups`",
                names.len()
            );
            (self.span(), message)
        };
        let line_ups = match self.kind.get_ref() {
            Kind::Sequential => vec![[vec![0], vec![1; players - 1]].concat()],
            Kind::RoundRobin | Kind::Adaptive => {
                let repeats = self.repeats.as_ref().is_some_and(|repeats| *repeats.get_ref());
                if repeats {
                    let all = multisets(names.len(), players, MAX_LINE_UPS).ok_or_else(too_many)?;
                    all.into_iter().filter(|list| list.iter().any(|agent| *agent != list[0])).collect()
                } else {
                    round_robin(names.len(), players).map_err(|problem| (self.span(), problem.to_string()))?
                }
            }
            Kind::Gauntlet => {
                let candidates = list("candidates", &self.candidates)?;
                let pool = list("pool", &self.pool)?;
                if let Some(both) = candidates.iter().find(|agent| pool.contains(agent)) {
                    let message = format!(
                        "schedule: `{}` is a candidate and in the pool; give it another [[agent]] with another name",
                        names[*both]
                    );
                    return Err((self.span(), message));
                }
                let others = if pool.len() >= players - 1 {
                    subsets(pool.len(), players - 1, MAX_LINE_UPS)
                } else {
                    multisets(pool.len(), players - 1, MAX_LINE_UPS)
                };
                let others = others.ok_or_else(too_many)?;
                let line_up = |candidate: usize, others: &Vec<usize>| {
                    std::iter::once(candidate).chain(others.iter().map(|&i| pool[i])).collect()
                };
                candidates
                    .iter()
                    .flat_map(|&candidate| others.iter().map(move |others| line_up(candidate, others)))
                    .collect()
            }
            Kind::OneVsRest => {
                let one = self.one.as_ref().map_or(Ok(0), |one| known(one, "one"))?;
                let rest = (0..names.len()).filter(|&agent| agent != one);
                let against = |other| [vec![one], vec![other; players - 1]].concat();
                let line_ups: Vec<Vec<usize>> = rest.map(against).collect();
                if line_ups.is_empty() {
                    return Err((self.span(), "schedule: `one-vs-rest` needs at least two agents".into()));
                }
                line_ups
            }
            Kind::Ladder => {
                (1..names.len()).map(|step| [vec![step], vec![step - 1; players - 1]].concat()).collect()
            }
        };
        if line_ups.len() > MAX_LINE_UPS {
            return Err(too_many());
        }
        Ok(line_ups)
    }
}

/// Why agents make no round robin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoRoundRobin {
    #[error("one agent alone has nobody to play; add an [[agent]] or name `line_ups`")]
    Alone,
    #[error(
        "{0} agents make more than {MAX_LINE_UPS} line-ups of {1}; name those to be played in `line_ups`"
    )]
    TooMany(usize, usize),
}

/// All sets of as many agents as seats; where there are fewer agents, all ways to fill the seats so that each sits somewhere.
pub(crate) fn round_robin(agents: usize, players: usize) -> Result<Vec<Vec<usize>>, NoRoundRobin> {
    if agents == 1 {
        return Err(NoRoundRobin::Alone);
    }
    if agents >= players {
        return subsets(agents, players, MAX_LINE_UPS).ok_or(NoRoundRobin::TooMany(agents, players));
    }
    let mut all = multisets(agents, players, usize::MAX).unwrap_or_default();
    all.retain(|list| (0..agents).all(|agent| list.contains(&agent)));
    Ok(all)
}

/// All sets of `k` of `n` agents, in order; none where there are more than `most`.
fn subsets(n: usize, k: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    lists(n, k, 1, most)
}

/// All multisets of `k` of `n` agents, in order; none where there are more than `most`.
fn multisets(n: usize, k: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    lists(n, k, 0, most)
}

/// All lists of `k` of `n` in which each is at least `step` above the one before.
fn lists(n: usize, k: usize, step: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![Vec::new()];
    for place in 0..k {
        let longer = |list: &Vec<usize>| {
            let list: Vec<usize> = list.clone();
            let first = list.last().map_or(0, |last| last + step);
            // What must come after needs room.
            let end = n.saturating_sub((k - 1 - place) * step);
            (first..end).map(move |next| [list.clone(), vec![next]].concat())
        };
        all = all.iter().flat_map(longer).take(most.saturating_add(1)).collect();
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_all_that_there_are() {
        assert_eq!(subsets(4, 2, 99).unwrap().len(), 6);
        assert_eq!(subsets(5, 5, 99).unwrap(), [[0, 1, 2, 3, 4]]);
        assert_eq!(multisets(3, 2, 99).unwrap().len(), 6);
        assert_eq!(subsets(30, 5, 10_000), None);
        assert_eq!(round_robin(2, 3).unwrap(), [[0, 0, 1], [0, 1, 1]]);
    }
}
