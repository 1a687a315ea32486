//! What importance says of candidates that an optimiser drew, and not chance.
// A failing helper is a failing test; the counts are for docs/tuning.md.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::RngExt;
use safari_agents::params::Value;
use safari_core::{Rng, Seed};
use safari_report::{Level, TriedCandidate, TunedDomain, TunedParameter, TuningReport, tuning_page};
use safari_stats::Moments;
use safari_tune::{Dimension, Kind, Optimisers, Point, Scale, Setup, Space};

const SEARCHES: u64 = 100;

fn values(point: &Point) -> Vec<f64> {
    point.iter().map(|(_, value)| if let Value::Real(x) = value { *x } else { f64::NAN }).collect()
}

/// 20 points of noise a deal; the last two parameters have no effect.
fn score(x: &[f64], rng: &mut Rng) -> f64 {
    let noise = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
    20.0 * noise - 100.0 * (x[0] - 0.7) * (x[0] - 0.7) - 60.0 * (x[1] - 0.4) * (x[1] - 0.4)
}

/// A search of 1,000 evaluations in four parameters.
fn search(optimiser: &str, seed: u64) -> TuningReport {
    let reals = (0..4).map(|i| Dimension::new(format!("p{i}"), Kind::Real(0.0..=1.0, Scale::Linear)));
    let space = Space::new(reals.collect()).unwrap();
    let base = space.parse("p0=0.2:p1=0.8:p2=0.5:p3=0.5").unwrap();
    let setup = Setup { space: Arc::new(space), base, budget: 1_000, seed: Seed(seed) };
    let mut optimiser = Optimisers::standard().parse(optimiser).unwrap().build(&setup).unwrap();
    let mut rng = Seed(seed).branch("noise", &[]).rng();
    let mut tried = BTreeMap::<u32, TriedCandidate>::new();
    while let Some(batch) = optimiser.ask() {
        let mut column = |point: &Point| -> Vec<f64> {
            batch.deals.clone().map(|_| score(&values(point), &mut rng)).collect()
        };
        let scores: Vec<Vec<f64>> = batch.candidates.iter().map(|it| column(&it.point)).collect();
        optimiser.tell(&batch, &scores).unwrap();
        let last = optimiser.ask().is_none();
        for (candidate, scores) in batch.candidates.iter().zip(scores) {
            let fresh = || TriedCandidate {
                id: candidate.id,
                batch: batch.number,
                setting: values(&candidate.point).into_iter().map(|x| Some(Level::Number(x))).collect(),
                search: Moments::default(),
                selection: Moments::default(),
            };
            let known = tried.entry(candidate.id).or_insert_with(fresh);
            let moments = if last { &mut known.selection } else { &mut known.search };
            scores.into_iter().for_each(|score| moments.add(score));
        }
    }
    let domain = TunedDomain::Number { lo: 0.0, hi: 1.0, log: false };
    let parameter = |i| TunedParameter { name: format!("p{i}"), domain: domain.clone() };
    TuningReport {
        parameters: (0..4).map(parameter).collect(),
        base: vec![Some(Level::Number(0.5)); 4],
        candidates: tried.into_values().collect(),
        ..TuningReport::default()
    }
}

/// How many of the searches tell each parameter from noise.
fn told(optimiser: &str) -> [u64; 4] {
    let mut told = [0; 4];
    for seed in 0..SEARCHES {
        let page = tuning_page(&search(optimiser, seed)).replace('\n', "");
        for (i, count) in told.iter_mut().enumerate() {
            *count += u64::from(page.contains(&format!("<td>p{i}</td><td>told from noise")));
        }
    }
    println!("{optimiser}: of {SEARCHES} searches, told from noise: {told:?}");
    told
}

#[test]
fn what_an_optimiser_draws_seldom_makes_a_parameter_without_effect_seem_to_matter() {
    for optimiser in ["random", "racing", "spsa"] {
        let [strong, weak, none, neither] = told(optimiser);
        assert!(strong >= 95 && weak >= 50, "{optimiser}: {strong}, {weak}");
        assert!(none <= 10 && neither <= 10, "{optimiser}: {none}, {neither}");
    }
}
