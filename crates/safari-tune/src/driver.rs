//! What all optimisers share: asking and telling in step, the budget, and the playoff at the end.

use std::sync::Arc;

use safari_core::Seed;
use safari_stats::mean_interval;

use crate::optimiser::{Batch, Candidate, Optimiser, Standing, TellError};
use crate::space::{Point, Space};
use crate::trials::{BASE, Trials};

/// What a run is about.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where to search.
    pub space: Arc<Space>,
    /// The agent's present setting, which takes part as candidate 0.
    pub base: Point,
    /// Evaluations in all: one candidate on one deal is one.
    pub budget: u64,
    /// The seed of everything that is drawn.
    pub seed: Seed,
}

/// How a search ends: the best few and the base point on fresh deals, with what is left of the budget.
///
/// A search tries many candidates on few deals each, and the best of them was lucky as well as good (the winner's
/// curse). The playoff gives them deals on which nobody was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Playoff {
    /// Share of the budget that is kept for it.
    pub share: f64,
    /// How many take part beside the base point.
    pub few: usize,
}

/// Candidates to score on so many of the next deals.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub candidates: Vec<u32>,
    pub deals: u64,
}

/// What makes one optimiser another than the next.
pub(crate) trait Strategy: Send {
    /// What to score next with at most `left` evaluations, knowing the scores of the plan before; none to end the
    /// search.
    fn next(&mut self, trials: &mut Trials, left: u64) -> Option<Plan>;

    /// Candidates, best first. Those without a score can stand there, too, once the search has ended.
    fn ranking(&self, trials: &Trials) -> Vec<u32>;
}

/// An optimiser out of a strategy.
pub(crate) struct Driver<S> {
    name: &'static str,
    strategy: S,
    trials: Trials,
    budget: u64,
    playoff: Playoff,
    stage: Stage,
    pending: Option<(Plan, Batch)>,
    batches: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum Stage {
    Search,
    /// Who takes part, and the first of its deals.
    Playoff(Vec<u32>, u64),
    Over,
}

impl<S: Strategy> Driver<S> {
    pub(crate) fn new(name: &'static str, setup: &Setup, playoff: Playoff, strategy: S) -> Driver<S> {
        Driver {
            name,
            strategy,
            trials: Trials::new(setup.base.clone()),
            budget: setup.budget,
            playoff,
            stage: Stage::Search,
            pending: None,
            batches: 0,
        }
    }

    fn plan(&mut self) -> Option<Plan> {
        let left = self.budget - self.trials.used();
        if self.stage == Stage::Search {
            let search = left.saturating_sub(self.playoff.evaluations(self.budget));
            if let Some(plan) = self.strategy.next(&mut self.trials, search) {
                let asked = plan.candidates.len() as u64 * plan.deals;
                assert!(0 < asked && asked <= search, "{} asks for {asked} of {search}", self.name);
                return Some(plan);
            }
            let mut few = Vec::new();
            for id in self.strategy.ranking(&self.trials) {
                if id != BASE && !few.contains(&id) && few.len() < self.playoff.few {
                    few.push(id);
                }
            }
            few.push(BASE);
            let deals = left / few.len() as u64;
            if deals > 0 {
                self.stage = Stage::Playoff(few.clone(), self.trials.next_deal());
                return Some(Plan { candidates: few, deals });
            }
            self.stage = Stage::Over;
        }
        None
    }
}

impl Playoff {
    /// Evaluations kept for the playoff of a budget.
    pub(crate) fn evaluations(&self, budget: u64) -> u64 {
        (self.share * budget as f64) as u64
    }

    /// Evaluations left to the search.
    pub(crate) fn search(&self, budget: u64) -> u64 {
        budget - self.evaluations(budget)
    }
}

impl<S: Strategy> Optimiser for Driver<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn ask(&mut self) -> Option<Batch> {
        if self.pending.is_none() {
            let plan = self.plan()?;
            let candidate = |&id: &u32| Candidate { id, point: self.trials.point(id).clone() };
            let first = self.trials.next_deal();
            let batch = Batch {
                number: self.batches,
                candidates: plan.candidates.iter().map(candidate).collect(),
                deals: first..first + plan.deals,
            };
            self.pending = Some((plan, batch));
        }
        self.pending.as_ref().map(|(_, batch)| batch.clone())
    }

    fn tell(&mut self, batch: &Batch, scores: &[Vec<f64>]) -> Result<(), TellError> {
        let asked = self.ask();
        if asked.as_ref() != Some(batch) {
            return Err(TellError::Other { told: batch.number, asked: asked.map(|batch| batch.number) });
        }
        let deals = batch.deals.end - batch.deals.start;
        if scores.len() != batch.candidates.len() || scores.iter().any(|row| row.len() as u64 != deals) {
            let (rows, candidates) = (scores.len(), batch.candidates.len());
            return Err(TellError::Shape { batch: batch.number, rows, candidates, deals });
        }
        for (candidate, row) in batch.candidates.iter().zip(scores) {
            if let Some((deal, score)) = batch.deals.clone().zip(row).find(|(_, score)| !score.is_finite()) {
                let score = score.to_string();
                return Err(TellError::NotFinite { candidate: candidate.id, deal, score });
            }
        }
        if let Some((plan, _)) = self.pending.take() {
            self.trials.record(&plan.candidates, plan.deals, scores);
            self.batches += 1;
        }
        Ok(())
    }

    fn finalists(&self, n: usize) -> Vec<Standing> {
        let (ranking, first) = match &self.stage {
            Stage::Playoff(few, first) if self.pending.is_none() => {
                (self.trials.by_mean(few, *first), *first)
            }
            _ => (self.strategy.ranking(&self.trials), 0),
        };
        let standing = |id: u32| {
            let moments = self.trials.moments(id, first);
            let candidate = Candidate { id, point: self.trials.point(id).clone() };
            Standing { candidate, interval: mean_interval(&moments), deals: moments.len() }
        };
        ranking.into_iter().map(standing).filter(|standing| standing.deals > 0).take(n).collect()
    }

    fn used(&self) -> u64 {
        self.trials.used()
    }

    fn budget(&self) -> u64 {
        self.budget
    }
}
