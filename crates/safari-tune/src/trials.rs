//! What is known: every point that was tried, and its score on every deal.

use std::collections::BTreeMap;

use safari_stats::{Moments, differences};

use crate::space::Point;

/// Every candidate by number, 0 for the base point, with its scores by deal.
#[derive(Clone, Debug)]
pub(crate) struct Trials {
    points: Vec<Point>,
    ids: BTreeMap<String, u32>,
    /// Deals and scores of each candidate, by ascending deal.
    scores: Vec<Vec<(u64, f64)>>,
    used: u64,
    next_deal: u64,
}

/// The number of the base point.
pub(crate) const BASE: u32 = 0;

impl Trials {
    /// The base point alone, without scores.
    pub(crate) fn new(base: Point) -> Trials {
        let mut trials =
            Trials { points: Vec::new(), ids: BTreeMap::new(), scores: Vec::new(), used: 0, next_deal: 0 };
        trials.enter(base);
        trials
    }

    /// The number of a point: that of its first mention, or the next one.
    pub(crate) fn enter(&mut self, point: Point) -> u32 {
        let next = self.points.len() as u32;
        let id = *self.ids.entry(point.to_string()).or_insert(next);
        if id == next {
            self.points.push(point);
            self.scores.push(Vec::new());
        }
        id
    }

    pub(crate) fn point(&self, id: u32) -> &Point {
        &self.points[id as usize]
    }

    /// Evaluations so far.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// The first deal that nobody has played.
    pub(crate) fn next_deal(&self) -> u64 {
        self.next_deal
    }

    /// Takes in the scores of candidates, one row each, on the deals from [`next_deal`](Self::next_deal) on.
    pub(crate) fn record(&mut self, candidates: &[u32], deals: u64, scores: &[Vec<f64>]) {
        for (&id, row) in candidates.iter().zip(scores) {
            self.scores[id as usize].extend((self.next_deal..).zip(row.iter().copied()));
            self.used += row.len() as u64;
        }
        self.next_deal += deals;
    }

    /// The scores of a candidate on deals from `first` on, in their order.
    pub(crate) fn scores(&self, id: u32, first: u64) -> impl Iterator<Item = f64> {
        let scores = &self.scores[id as usize];
        scores[scores.partition_point(|&(deal, _)| deal < first)..].iter().map(|&(_, score)| score)
    }

    /// Count, mean and spread of those.
    pub(crate) fn moments(&self, id: u32, first: u64) -> Moments {
        self.scores(id, first).collect()
    }

    /// The differences `a - b` on the deals from `first` on, all of which both have played.
    pub(crate) fn differences(&self, a: u32, b: u32, first: u64) -> Moments {
        let row = |id| self.scores(id, first).collect::<Vec<f64>>();
        differences(&row(a), &row(b))
    }

    /// Candidates by falling mean on the deals from `first` on; where equal, by number.
    pub(crate) fn by_mean(&self, candidates: &[u32], first: u64) -> Vec<u32> {
        let mut ranked: Vec<(f64, u32)> =
            candidates.iter().map(|&id| (self.moments(id, first).mean(), id)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, id)| id).collect()
    }
}
