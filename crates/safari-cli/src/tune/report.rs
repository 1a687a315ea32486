//! `safari tune report`: a tuning run as one page, from its manifest and its journal.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::Path;

use safari_agents::Registry;
use safari_agents::params::Value;
use safari_report::{
    BatchScores, DealUse, LeaderPoint, Level, Measure, TestCourse, TriedCandidate, TunedDomain,
    TunedParameter, TuningOutcome, TuningReport, TuningVerdict, tuning_page,
};
use safari_stats::{Decision, Interval, Moments, Sprt};
use safari_tune::{
    Entry, JOURNAL, JournalError, Kind, Objective, Point, Scale, Space, Sums, Trial, TuningConfig, Verdict,
    read_journal,
};

use super::manifest::{self, MANIFEST};
use crate::args::TuneReportArgs;
use crate::console::Console;
use crate::files::{self, Target};
use crate::problem::Problem;

/// The page, where no other file is named.
const PAGE: &str = "report.html";

pub(crate) fn run(args: &TuneReportArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let dir = &args.dir;
    if !dir.is_dir() {
        return Err(Problem::Input(format!("there is no directory `{}`", dir.display())));
    }
    let path = args.output.clone().unwrap_or_else(|| dir.join(PAGE));
    let config = config(dir, registry)?;
    let journal = dir.join(JOURNAL);
    let entries = read_journal(&journal).map_err(|error| match error {
        JournalError::Io(error) if error.kind() == ErrorKind::NotFound => Problem::Input(format!(
            "there is no `{JOURNAL}` in `{}`: it is no directory of a tuning run",
            dir.display()
        )),
        JournalError::Io(error) => Problem::reading(&journal, &error),
        error => Problem::in_file(&files::name(&journal), error),
    })?;
    let report = Reading::new(&config).read(&entries).map_err(|error| {
        Problem::in_file(&files::name(&journal), format!("it is of another run than `{MANIFEST}`: {error}"))
    })?;
    Target::check(&path)?.write(tuning_page(&report).as_bytes())?;
    writeln!(console, "wrote {}", files::name(&path))?;
    Ok(())
}

/// The config that a run's manifest keeps.
fn config(dir: &Path, registry: &Registry) -> Result<TuningConfig, Problem> {
    let Some(known) = manifest::read(dir)? else {
        return Err(Problem::Input(format!(
            "there is no `{MANIFEST}` in `{}`: it is no directory of a tuning run",
            dir.display()
        )));
    };
    TuningConfig::parse(&known.config, registry).map_err(|error| {
        Problem::in_file(&files::name(&dir.join(MANIFEST)), format!("the config in it: {error}"))
    })
}

/// A batch of the search or the selection.
struct Played<'e> {
    candidates: &'e [Trial],
    deals: [u64; 2],
    sums: Vec<Sums>,
}

/// A journal being turned into a report.
struct Reading<'c> {
    config: &'c TuningConfig,
}

impl<'c> Reading<'c> {
    fn new(config: &'c TuningConfig) -> Reading<'c> {
        Reading { config }
    }

    /// What a page shows of a journal, as far as it goes.
    fn read(&self, entries: &[Entry]) -> Result<TuningReport, String> {
        let config = self.config;
        let mut batches: BTreeMap<u64, Played<'_>> = BTreeMap::new();
        let mut tests: Vec<(&str, Vec<[Sums; 2]>)> = Vec::new();
        let (mut leaders, mut budget, mut verdict) = (Vec::new(), 0, None);
        for entry in entries {
            match entry {
                Entry::Begin { evaluations, .. } => budget = *evaluations,
                Entry::Batch { number, candidates, deals } => {
                    batches.insert(*number, Played { candidates, deals: *deals, sums: Vec::new() });
                }
                Entry::Scores { batch, sums, .. } => {
                    let batch =
                        batches.get_mut(batch).ok_or("it has scores of a batch that was not asked for")?;
                    batch.sums.extend(sums);
                }
                Entry::Leader { batch, evaluations, candidate, mean, lo, hi, .. } => {
                    let (lo, hi) = (lo.unwrap_or(f64::NEG_INFINITY), hi.unwrap_or(f64::INFINITY));
                    let score = Interval { lo, mean: *mean, hi };
                    leaders.push((
                        *batch,
                        LeaderPoint { evaluations: *evaluations, candidate: *candidate, score, fresh: false },
                    ));
                }
                Entry::Test { opponents, sets, .. } => match tests.last_mut() {
                    Some((name, known)) if *name == opponents.as_str() => known.extend(sets),
                    _ => tests.push((opponents, sets.clone())),
                },
                Entry::Verdict(found) => verdict = Some(found),
            }
        }
        // The last batch is the selection; of a run that was stopped before its end, nobody knows which will be the
        // last.
        let ended = verdict.is_some() || !tests.is_empty();
        let selection = batches.keys().last().copied().filter(|_| ended);
        let candidates = self.candidates(&batches, selection)?;
        let leaders = leaders
            .into_iter()
            .map(|(batch, leader)| LeaderPoint { fresh: Some(batch) == selection, ..leader })
            .collect();
        let mut evaluations = 0;
        let mut scored = Vec::new();
        for (&number, batch) in &batches {
            evaluations += batch.sums.len() as u64;
            if Some(number) != selection && !batch.sums.is_empty() {
                let scores = batch.sums.iter().map(|sums| self.value(sums)).collect();
                scored.push(BatchScores { evaluations, scores });
            }
        }
        Ok(TuningReport {
            title: format!("Tuning of {} for {} players", config.base, config.players),
            facts: self.facts(evaluations, budget),
            objective: measure(config.objective),
            parameters: parameters(&config.space),
            base: levels(&config.space, &config.base_point),
            candidates,
            batches: scored,
            leaders,
            budget,
            tests: tests.iter().map(|(name, sets)| self.course(name, sets)).collect(),
            outcome: verdict.map(|verdict| self.outcome(verdict)).transpose()?,
            deals: self.deals(&batches, selection, &tests),
        })
    }

    fn value(&self, sums: &Sums) -> f64 {
        sums.value(self.config.objective, self.config.players)
    }

    fn point(&self, setting: &str) -> Result<Point, String> {
        self.config.space.parse(setting).map_err(|error| format!("the setting `{setting}`: {error}"))
    }

    fn candidates(
        &self,
        batches: &BTreeMap<u64, Played<'_>>,
        selection: Option<u64>,
    ) -> Result<Vec<TriedCandidate>, String> {
        let mut tried: BTreeMap<u32, TriedCandidate> = BTreeMap::new();
        for (&number, batch) in batches {
            for (place, trial) in batch.candidates.iter().enumerate() {
                // Deal by deal, within a deal candidate by candidate.
                let own = batch.sums.iter().skip(place).step_by(batch.candidates.len());
                let known = match tried.entry(trial.id) {
                    std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
                    std::collections::btree_map::Entry::Vacant(fresh) => fresh.insert(TriedCandidate {
                        id: trial.id,
                        batch: number,
                        setting: levels(&self.config.space, &self.point(&trial.setting)?),
                        search: Moments::default(),
                        selection: Moments::default(),
                    }),
                };
                let moments =
                    if Some(number) == selection { &mut known.selection } else { &mut known.search };
                own.for_each(|sums| moments.add(self.value(sums)));
            }
        }
        Ok(tried.into_values().collect())
    }

    /// A test deal by deal, as the run judged it.
    fn course(&self, name: &str, sets: &[[Sums; 2]]) -> TestCourse {
        let held_out = name == "held_out";
        let test = if held_out { self.config.held_out_test } else { self.config.test };
        let mut sprt = Sprt::new(test.design);
        let mut llr = Vec::new();
        for [winner, base] in sets {
            if sprt.decision().is_some() {
                break;
            }
            let gain = winner.win_share(self.config.players) - base.win_share(self.config.players);
            sprt.add(((1.0 + gain) / 2.0).clamp(0.0, 1.0));
            llr.push(sprt.llr());
        }
        let (lower, upper) = sprt.bounds();
        let gain = |share: Interval| {
            let of = |share: f64| 2.0 * share - 1.0;
            Interval { lo: of(share.lo), mean: of(share.mean), hi: of(share.hi) }
        };
        TestCourse {
            opponents: if held_out { "the held-out opponents" } else { "the pool" }.into(),
            gain0: test.gain0,
            gain1: test.gain1,
            llr,
            lower,
            upper,
            accepted: sprt.decision().map(|decision| decision == Decision::AcceptH1),
            gain: sprt.estimate(1).map(|estimate| gain(estimate.share)),
        }
    }

    fn outcome(&self, verdict: &Verdict) -> Result<TuningOutcome, String> {
        Ok(TuningOutcome {
            verdict: match verdict.verdict.as_str() {
                "accepted" => TuningVerdict::Accepted,
                "rejected" => TuningVerdict::Rejected,
                "undecided" => TuningVerdict::Undecided,
                other => return Err(format!("its verdict is `{other}`")),
            },
            candidate: verdict.candidate,
            setting: levels(&self.config.space, &self.point(&verdict.setting)?),
            text: verdict.text.clone(),
        })
    }

    fn facts(&self, evaluations: u64, budget: u64) -> Vec<(String, String)> {
        let config = self.config;
        let list = |opponents: &[safari_tune::Opponent]| {
            let named = |it: &safari_tune::Opponent| match it.weight {
                1.0 => it.factory.to_string(),
                weight => format!("{} (weight {weight})", it.factory),
            };
            opponents.iter().map(named).collect::<Vec<_>>().join(", ")
        };
        let Measure { name, unit } = measure(config.objective);
        let mut facts = vec![
            ("optimiser", config.optimiser.to_string()),
            ("searched on", format!("{name}, {unit}")),
            ("accepted on", "win share, against the base on the same deals".to_owned()),
            ("pool", list(&config.pool)),
        ];
        if !config.held_out.is_empty() {
            facts.push(("held out", list(&config.held_out)));
        }
        facts.extend([
            ("seed", config.seed.to_string()),
            (
                "evaluations",
                format!(
                    "{evaluations} of {budget}, each one candidate on one deal in all {} seats",
                    config.players
                ),
            ),
        ]);
        facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn deals(
        &self,
        batches: &BTreeMap<u64, Played<'_>>,
        selection: Option<u64>,
        tests: &[(&str, Vec<[Sums; 2]>)],
    ) -> Vec<DealUse> {
        let players = self.config.players as u64;
        let of = |purpose: &str, chosen: &dyn Fn(u64) -> bool| {
            let own = || batches.iter().filter(|(number, _)| chosen(**number)).map(|(_, batch)| batch);
            let first = own().map(|batch| batch.deals[0]).min()?;
            let last = own().map(|batch| batch.deals[1]).max()?;
            let games = own().map(|batch| batch.sums.len() as u64 * players).sum();
            let first = safari_tune::SEARCH_DEALS + first;
            Some(DealUse {
                purpose: purpose.into(),
                first,
                deals: safari_tune::SEARCH_DEALS + last - first,
                games,
            })
        };
        let search = of("search", &|number| Some(number) != selection);
        let fresh = of("selection", &|number| Some(number) == selection);
        let tested = tests.iter().map(|(name, sets)| {
            let (purpose, first) = match *name {
                "held_out" => ("test against the held-out opponents", safari_tune::HELD_OUT_DEALS),
                _ => ("test against the pool", safari_tune::POOL_DEALS),
            };
            let deals = sets.len() as u64;
            DealUse { purpose: purpose.into(), first, deals, games: 2 * deals * players }
        });
        search.into_iter().chain(fresh).chain(tested).collect()
    }
}

fn measure(objective: Objective) -> Measure {
    let (name, unit) = match objective {
        Objective::Margin => ("margin", "points per game"),
        Objective::Score => ("score", "points per game"),
        Objective::Rank => ("rank (turned, so that more is better)", "ranks per game"),
        Objective::WinShare => ("win share", "wins per game"),
    };
    Measure { name: name.into(), unit: unit.into() }
}

fn parameters(space: &Space) -> Vec<TunedParameter> {
    let domain = |kind: &Kind| match kind {
        Kind::Int(range) => {
            TunedDomain::Number { lo: *range.start() as f64, hi: *range.end() as f64, log: false }
        }
        Kind::Real(range, scale) => {
            TunedDomain::Number { lo: *range.start(), hi: *range.end(), log: *scale == Scale::Log }
        }
        Kind::Category(words) => TunedDomain::Words(words.iter().map(|word| (*word).to_owned()).collect()),
        Kind::Flag => TunedDomain::Words(vec!["false".into(), "true".into()]),
    };
    let dimensions = space.dimensions().iter();
    dimensions.map(|it| TunedParameter { name: it.name.clone(), domain: domain(&it.kind) }).collect()
}

/// The values of a point by dimension.
fn levels(space: &Space, point: &Point) -> Vec<Option<Level>> {
    let level = |dimension: &safari_tune::Dimension| {
        let value = point.get(&dimension.name)?;
        Some(match (value, &dimension.kind) {
            (Value::Int(n), _) => Level::Number(*n as f64),
            (Value::Real(x), _) => Level::Number(*x),
            (Value::Flag(flag), _) => Level::Word(usize::from(*flag)),
            (Value::Word(word), Kind::Category(words)) => {
                Level::Word(words.iter().position(|known| known == word)?)
            }
            (Value::Word(_), _) => return None,
        })
    };
    space.dimensions().iter().map(level).collect()
}
