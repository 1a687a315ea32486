//! What a page about a tuning run is made of: plain data, from whatever played it.

use safari_stats::{Interval, Moments};

/// A tuning run as far as it went.
#[derive(Clone, Debug, Default)]
pub struct TuningReport {
    /// The title of the page.
    pub title: String,
    /// What the run was, as names and values.
    pub facts: Vec<(String, String)>,
    /// What the search looked for.
    pub objective: Measure,
    /// What could be changed.
    pub parameters: Vec<TunedParameter>,
    /// The agent's setting before, by parameter; nothing where a parameter means nothing.
    pub base: Vec<Option<Level>>,
    /// Every candidate that was tried, the base with number 0 among them if it was.
    pub candidates: Vec<TriedCandidate>,
    /// What each batch of the search scored, whoever was played.
    pub batches: Vec<BatchScores>,
    /// Who led after each batch.
    pub leaders: Vec<LeaderPoint>,
    /// Evaluations (one candidate on one deal) that the search was given.
    pub budget: u64,
    /// The tests of the winner, in the order in which they were made.
    pub tests: Vec<TestCourse>,
    /// How the run ended; nothing while it has not.
    pub outcome: Option<TuningOutcome>,
    /// Which deals were used for what.
    pub deals: Vec<DealUse>,
}

/// What scores measure; more is better.
#[derive(Clone, Debug, Default)]
pub struct Measure {
    /// Such as `margin`.
    pub name: String,
    /// Such as `points per game`.
    pub unit: String,
}

/// A parameter within the range that was searched.
#[derive(Clone, Debug)]
pub struct TunedParameter {
    /// Its key.
    pub name: String,
    /// What it could be.
    pub domain: TunedDomain,
}

/// What a parameter could be.
#[derive(Clone, Debug)]
pub enum TunedDomain {
    /// A number from `lo` to `hi`, which lies above it.
    Number {
        /// The least.
        lo: f64,
        /// The greatest.
        hi: f64,
        /// Whether equal steps are equal ratios; `lo` lies above 0 then.
        log: bool,
    },
    /// One of some words without an order.
    Words(Vec<String>),
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// A number.
    Number(f64),
    /// A word, by its place.
    Word(usize),
}

/// A candidate and what it got.
#[derive(Clone, Debug)]
pub struct TriedCandidate {
    /// Its number; 0 is the base.
    pub id: u32,
    /// The batch in which it came up.
    pub batch: u64,
    /// Its setting, by parameter.
    pub setting: Vec<Option<Level>>,
    /// Its scores in the search, one for each deal.
    pub search: Moments,
    /// Its scores in the selection, on deals that the search did not use.
    pub selection: Moments,
}

/// What a batch scored.
#[derive(Clone, Copy, Debug)]
pub struct BatchScores {
    /// Evaluations when it ended.
    pub evaluations: u64,
    /// All scores of its candidates.
    pub scores: Moments,
}

/// Who led after a batch.
#[derive(Clone, Debug)]
pub struct LeaderPoint {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Its number.
    pub candidate: u32,
    /// Its mean score and the 95 % interval; infinite ends where it is not known.
    pub score: Interval,
    /// Whether this is over the fresh deals of the selection.
    pub fresh: bool,
}

/// A sequential test of the winner against the base.
#[derive(Clone, Debug)]
pub struct TestCourse {
    /// Against whom both played, such as `the pool`.
    pub opponents: String,
    /// The gain of win share by H0, from -1 to 1.
    pub gain0: f64,
    /// By H1.
    pub gain1: f64,
    /// The log likelihood ratio of H1 to H0 after each deal that was judged.
    pub llr: Vec<f64>,
    /// Where H0 is accepted.
    pub lower: f64,
    /// Where H1 is accepted.
    pub upper: f64,
    /// Whether H1 (true) or H0 (false) was accepted; nothing where the deals ended before.
    pub accepted: Option<bool>,
    /// The gain of win share with its 95 % interval, corrected for when the test stopped.
    pub gain: Option<Interval>,
}

/// What a run decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningVerdict {
    /// The winner is better than the base.
    Accepted,
    /// It is not.
    Rejected,
    /// The deals were not enough to tell.
    Undecided,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct TuningOutcome {
    /// What it decided.
    pub verdict: TuningVerdict,
    /// The number of the winner; 0 is the base.
    pub candidate: u32,
    /// The winner's setting, by parameter.
    pub setting: Vec<Option<Level>>,
    /// In words.
    pub text: String,
}

/// Deals that were used for one purpose.
#[derive(Clone, Debug)]
pub struct DealUse {
    /// The purpose.
    pub purpose: String,
    /// The first deal.
    pub first: u64,
    /// How many.
    pub deals: u64,
    /// Games that were played on them.
    pub games: u64,
}

impl TuningReport {
    /// The value of a parameter as it is written in a spec.
    pub(super) fn text(&self, parameter: usize, level: Option<Level>) -> String {
        match (level, self.parameters.get(parameter).map(|parameter| &parameter.domain)) {
            (Some(Level::Number(value)), _) => value.to_string(),
            (Some(Level::Word(place)), Some(TunedDomain::Words(words))) => {
                words.get(place).cloned().unwrap_or_default()
            }
            _ => "not active".to_owned(),
        }
    }

    /// The base's scores: those of the search, of the selection where there are none.
    pub(super) fn base_scores(&self) -> Option<Moments> {
        let base = self.candidates.iter().find(|candidate| candidate.id == 0)?;
        [base.search, base.selection].into_iter().find(|scores| !scores.is_empty())
    }

    /// The winner's setting, if there is a winner other than the base.
    pub(super) fn winner(&self) -> Option<&[Option<Level>]> {
        let outcome = self.outcome.as_ref()?;
        (outcome.candidate != 0).then_some(&outcome.setting[..])
    }
}
