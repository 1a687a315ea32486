//! Ratings against other programs and against a likelihood written apart, all of it from
//! `scripts/reference_ratings.py`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use safari_stats::{
    ELO_PER_STRENGTH, Interval, OutcomeKind, Outcomes, Prior, RatingOptions, Ratings, fit_ratings,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    source: String,
    agents: usize,
    kind: String,
    prior: [f64; 3],
    seats: bool,
    games: Vec<(u64, Vec<usize>, Vec<u32>)>,
    expected: Expected,
}

#[derive(Deserialize)]
struct Expected {
    strengths: Vec<f64>,
    #[serde(default)]
    covariance: Vec<Vec<f64>>,
    #[serde(default)]
    seats: Vec<Seats>,
    #[serde(default)]
    ties: Vec<Tie>,
    #[serde(default)]
    other_variances: Vec<f64>,
    log_likelihood: Option<f64>,
    least_eigenvalue: Option<f64>,
}

#[derive(Deserialize)]
struct Seats {
    players: usize,
    effects: Vec<f64>,
}

#[derive(Deserialize)]
struct Tie {
    size: usize,
    ln: f64,
}

/// The committed cases with their names, those of the full model or the others.
fn cases(full: bool) -> Vec<(String, Case)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ratings");
    let mut cases: Vec<(String, Case)> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap())
        })
        .filter(|(_, case): &(String, Case)| (case.source == "scipy") == full)
        .collect();
    cases.sort_by(|(a, _), (b, _)| a.cmp(b));
    cases
}

fn fit(case: &Case) -> Ratings {
    let mut outcomes = Outcomes::new(case.agents);
    for (deal, seats, ranks) in &case.games {
        outcomes.add(*deal, seats, ranks).unwrap();
    }
    let kind = match case.kind.as_str() {
        "winners" => OutcomeKind::Winners,
        "ranking" => OutcomeKind::Ranking,
        other => panic!("{other}"),
    };
    let [strength, seat, tie] = case.prior;
    let prior = Prior { strength, seat, tie };
    fit_ratings(&outcomes, &RatingOptions { kind, prior, seats: case.seats, ..RatingOptions::default() })
        .unwrap()
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found} instead of {expected}");
}

/// The variance of θ, σ or ln δ from its interval, whose half width is Student's quantile times the error.
fn variance(ratings: &Ratings, lo: f64, hi: f64) -> f64 {
    let rating = ratings.rating(0);
    let quantile = (rating.hi - rating.lo) / 2.0 / ratings.standard_error(0);
    ((hi - lo) / 2.0 / quantile).powi(2)
}

#[test]
fn strengths_are_those_of_choix_and_evalica() {
    let cases = cases(false);
    let names: Vec<&str> = cases.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["choix-pairs", "choix-rankings", "choix-top1", "evalica-pairs"]);
    for (name, case) in cases {
        let ratings = fit(&case);
        // What their own stopping rules leave: choix ends where the likelihood changes by rounding alone.
        let tolerance = if case.source == "choix" { 1e-7 } else { 1e-9 };
        for (agent, &strength) in case.expected.strengths.iter().enumerate() {
            near(
                ratings.rating(agent).mean / ELO_PER_STRENGTH,
                strength,
                tolerance,
                &format!("{name} agent {agent}"),
            );
        }
    }
}

#[test]
fn the_full_model_is_that_of_a_likelihood_written_apart() {
    let cases = cases(true);
    assert_eq!(cases.len(), 10);
    for (name, case) in cases {
        let (ratings, expected) = (fit(&case), &case.expected);
        near(ratings.log_likelihood(), expected.log_likelihood.unwrap(), 1e-9, &name);
        assert!(expected.least_eigenvalue.unwrap() > 0.25, "{name}: the floor of variances would act");
        for (agent, &strength) in expected.strengths.iter().enumerate() {
            near(
                ratings.rating(agent).mean / ELO_PER_STRENGTH,
                strength,
                1e-10,
                &format!("{name} agent {agent}"),
            );
            for (other, &covariance) in expected.covariance[agent].iter().enumerate() {
                let found = ratings.covariance(agent, other) / ELO_PER_STRENGTH.powi(2);
                near(found, covariance, 1e-9, &format!("{name} agents {agent} and {other}"));
            }
        }
        let mut variances = expected.other_variances.iter();
        for Seats { players, effects } in &expected.seats {
            for (seat, &effect) in effects.iter().enumerate() {
                let what = format!("{name} seat {seat} of {players}");
                let Interval { lo, mean, hi } = ratings.seat_effect(*players, seat).unwrap();
                near(mean / ELO_PER_STRENGTH, effect, 1e-10, &what);
                let found = variance(&ratings, lo / ELO_PER_STRENGTH, hi / ELO_PER_STRENGTH);
                near(found, *variances.next().unwrap(), 1e-9, &what);
            }
        }
        for Tie { size, ln } in &expected.ties {
            let what = format!("{name} ties of {size}");
            let Interval { lo, mean, hi } = ratings.tie_prevalence(*size).unwrap();
            near(mean.ln(), *ln, 1e-9, &what);
            let exact = *variances.next().unwrap();
            // Rare ties have large variances: relative to them.
            near(variance(&ratings, lo.ln(), hi.ln()) / exact, 1.0, 1e-8, &what);
        }
        assert!(variances.next().is_none(), "{name}");
    }
}
