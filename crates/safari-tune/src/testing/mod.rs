//! Functions with a known optimum under noise like that of games, on which optimisers are tried.

mod functions;
mod noise;

pub use functions::Function;
pub use noise::Noise;

use crate::optimiser::{Batch, Optimiser};

/// A batch and its scores, a row for each candidate.
pub type Told = (Batch, Vec<Vec<f64>>);

/// The scores of a batch: what the points are worth, and their luck on its deals.
pub fn scores(batch: &Batch, function: &Function, noise: &Noise) -> Vec<Vec<f64>> {
    let row = |point| {
        let value = function.value(point);
        noise.of(point, batch.deals.clone()).map(|luck| value + luck).collect()
    };
    batch.candidates.iter().map(|candidate| row(&candidate.point)).collect()
}

/// Runs an optimiser on a function under noise until it asks for no more; all that it was told, in order.
///
/// # Panics
/// If the optimiser asks for what it then does not take.
pub fn run(optimiser: &mut dyn Optimiser, function: &Function, noise: &Noise) -> Vec<Told> {
    let mut told = Vec::new();
    while let Some(batch) = optimiser.ask() {
        let scores = scores(&batch, function, noise);
        optimiser.tell(&batch, &scores).expect("the batch is the one that was asked for");
        told.push((batch, scores));
    }
    told
}
