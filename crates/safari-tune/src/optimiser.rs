//! What every optimiser is: it asks for scores of candidates on deals, and is told them.

use std::ops::Range;

use safari_stats::Interval;

use crate::space::Point;

/// A point under trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its number within the run, 0 for the base point. A point keeps its number when it is asked for again.
    pub id: u32,
    /// The setting.
    pub point: Point,
}

/// A question: the score of every candidate on every deal.
///
/// All candidates of a batch are scored on the same deals, so that they share their luck (common random numbers).
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Number of the batch, from 0.
    pub number: u64,
    /// Who is scored, each once.
    pub candidates: Vec<Candidate>,
    /// On which deals: of the optimiser's own, counted from 0. Each batch takes the next ones, so that no deal is
    /// scored for two purposes.
    pub deals: Range<u64>,
}

impl Batch {
    /// How many evaluations (one candidate on one deal) it asks for.
    pub fn evaluations(&self) -> u64 {
        self.candidates.len() as u64 * (self.deals.end - self.deals.start)
    }
}

/// A candidate at the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub candidate: Candidate,
    /// Its mean score with the 95 % interval of Student's t over deals: those of the playoff once that is played,
    /// before that all that the candidate was scored on, which flatters whoever leads.
    pub interval: Interval,
    /// How many deals these are.
    pub deals: u64,
}

/// Why scores were not taken in. The optimiser is as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TellError {
    /// They answer another batch than the one asked for.
    #[error("batch {told} was told, but {} is asked for", asked.map_or("none".to_owned(), |n| format!("batch {n}")))]
    Other {
        /// Number of the batch told.
        told: u64,
        /// Number of the one asked for, if any.
        asked: Option<u64>,
    },
    /// There is not one row for each candidate with one score for each deal.
    #[error(
        "batch {batch}: {rows} rows of scores for {candidates} candidates, or not one score for each of {deals} deals"
    )]
    Shape {
        /// Number of the batch.
        batch: u64,
        /// Rows told.
        rows: usize,
        /// Candidates of the batch.
        candidates: usize,
        /// Deals of the batch.
        deals: u64,
    },
    /// A score is infinite or no number.
    #[error("candidate {candidate} has the score {score} on deal {deal}")]
    NotFinite {
        /// Number of the candidate.
        candidate: u32,
        /// The deal.
        deal: u64,
        /// The score.
        score: String,
    },
}

/// A search for the point with the highest mean score, within a budget of evaluations.
///
/// Deterministic: what is asked next is a function of space, base point, budget, seed, parameters and the scores told
/// so far, and of nothing else. Whoever keeps the scores of all batches can tell them again to a fresh optimiser, and
/// it goes on as the first one would have.
pub trait Optimiser: Send {
    /// Its name in the registry.
    fn name(&self) -> &'static str;

    /// The next batch; none when the budget is used up. The same one until it is told.
    fn ask(&mut self) -> Option<Batch>;

    /// Takes in the scores of the batch that is asked for: a row for each candidate, a score for each deal, higher is
    /// better, in any unit.
    ///
    /// # Errors
    /// They are not the scores of that batch. Nothing has changed then.
    fn tell(&mut self, batch: &Batch, scores: &[Vec<f64>]) -> Result<(), TellError>;

    /// The best `n` candidates, best first: those of the playoff once that is played, before that by what the optimiser
    /// thinks now. Candidates without a score are left out.
    ///
    /// The first one was chosen for its score, so its mean is too high on average. Whether it is better than the base
    /// point is for a test on fresh deals to say.
    fn finalists(&self, n: usize) -> Vec<Standing>;

    /// Evaluations told so far.
    fn used(&self) -> u64;

    /// Evaluations in all; what is asked for never exceeds it.
    fn budget(&self) -> u64;
}
