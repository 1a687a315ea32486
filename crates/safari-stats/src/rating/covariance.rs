//! The covariance of fitted parameters over groups of deals.

use std::collections::BTreeMap;

use super::choice::{ChoiceSet, FEATURES, choices};
use super::layout::Layout;
use super::matrix::{Cholesky, Matrix};
use super::options::OutcomeKind;
use super::outcomes::Outcomes;

/// The least part of the variance of independent games that is left in any direction.
const LEAST_PART: f64 = 0.25;

/// A maximum of the penalised likelihood, and what is known there.
pub(super) struct Maximum<'a> {
    pub layout: &'a Layout,
    pub parameters: &'a [f64],
    /// H: the negative second derivative.
    pub curvature: &'a Matrix,
    /// H made definite.
    pub cholesky: &'a Cholesky,
    /// Agents that won or lost everything.
    pub separated: &'a [usize],
}

/// The covariance of the parameters, as documented at [`fit_ratings`](super::fit_ratings), relative to the sums that
/// the likelihood does not see.
pub(super) fn covariance(outcomes: &Outcomes, kind: OutcomeKind, maximum: &Maximum<'_>) -> Matrix {
    // In the basis in which H is the identity, that of independent games is too, and a floor is one of eigenvalues.
    let mut whitened = Matrix::zero(maximum.layout.len());
    let groups = outcomes.groups().len() as f64;
    let correction = if groups > 1.0 { groups / (groups - 1.0) } else { 1.0 };
    for mut score in scores(outcomes, kind, maximum) {
        maximum.cholesky.whiten(&mut score);
        whitened.add_square(&score, correction);
    }
    let (values, vectors) = whitened.eigen();
    let mut covariance = Matrix::zero(values.len());
    for (i, value) in values.into_iter().enumerate() {
        let mut vector = vectors.row(i).to_vec();
        maximum.cholesky.colour(&mut vector);
        covariance.add_square(&vector, value.max(LEAST_PART));
    }
    add_separated(&mut covariance, maximum);
    for range in maximum.layout.free_sums() {
        centre_rows(&mut covariance, range.clone());
        covariance = covariance.transposed();
        centre_rows(&mut covariance, range);
    }
    covariance.symmetric()
}

/// Adds what the model says of agents that won or lost everything, given all others: the inverse of their part of H.
fn add_separated(covariance: &mut Matrix, maximum: &Maximum<'_>) {
    let agents = maximum.separated;
    let mut part = Matrix::zero(agents.len());
    for (row, &a) in agents.iter().enumerate() {
        for (column, &b) in agents.iter().enumerate() {
            part[(row, column)] = maximum.curvature[(a, b)];
        }
    }
    let cholesky =
        part.cholesky().expect("H has the prior on its diagonal, without which no agent is separated");
    for (row, &a) in agents.iter().enumerate() {
        let mut inverse = vec![0.0; agents.len()];
        inverse[row] = 1.0;
        cholesky.solve(&mut inverse);
        for (&b, cell) in agents.iter().zip(inverse) {
            covariance[(a, b)] += cell;
        }
    }
}

/// The derivative of the log likelihood of each group of deals.
fn scores(outcomes: &Outcomes, kind: OutcomeKind, maximum: &Maximum<'_>) -> Vec<Vec<f64>> {
    let layout = maximum.layout;
    let mut means: BTreeMap<ChoiceSet, [f64; FEATURES]> = BTreeMap::new();
    let mut scores = Vec::with_capacity(outcomes.groups().len());
    for group in outcomes.groups() {
        let mut score = vec![0.0; layout.len()];
        for (set, counts) in choices(group, kind) {
            let (times, chosen) = (counts.total() as f64, counts.features());
            let mean = *means
                .entry(set.clone())
                .or_insert_with(|| set.distribution(layout, maximum.parameters).mean());
            for feature in 0..FEATURES {
                for place in set.places(layout, feature) {
                    score[place] += chosen[feature] - times * mean[feature];
                }
            }
        }
        scores.push(score);
    }
    scores
}

/// Takes from each of these rows the mean of all of them.
fn centre_rows(matrix: &mut Matrix, range: std::ops::Range<usize>) {
    let mut mean = vec![0.0; matrix.row(range.start).len()];
    for row in range.clone() {
        mean.iter_mut().zip(matrix.row(row)).for_each(|(sum, cell)| *sum += cell / range.len() as f64);
    }
    for row in range {
        let cells: Vec<f64> = matrix.row(row).iter().zip(&mean).map(|(cell, mean)| cell - mean).collect();
        matrix.set_row(row, &cells);
    }
}
