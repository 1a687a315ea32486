//! How often sequential tests err, how long they take, and what estimates after the stop are worth.
//!
//! `cargo run --release -p safari-stats --example sequential_errors -- [--sims N]`; N simulations a cell, 10,000 by
//! default. One CSV row for each cell on stdout. A test with α = β = 0.05 of H0, an equal share, against an H1 above it
//! in logistic or normalised Elo is run until it stops, judged after every `round` sets, at a truth of H0, H1 or
//! midway. Deals have one game for each player; `results` says what the values of sets look like:
//!
//! - `independent`: games on their own;
//! - `draws`: two in five games are shared by all;
//! - `opposed`: heavy pairing, in three of four sets what helps in one seat hurts in the others;
//! - `repeated`: half the games of a set repeat the luck of the deal.
//!
//! Columns: `accept_h1` is how often H1 was accepted, `predicted_h1` and `predicted_sets` what the design tells before
//! the run, `mean_sets` and `sets_95` mean and 95th percentile of the length. `naive_bias` and `bias` are mean errors
//! of the plain mean and of the corrected estimate, in shares; `naive_below` and `below` how often each is below the
//! truth, 0.5 where it is median-unbiased; `naive_coverage` and `coverage` how often the truth is held by the interval
//! of a share that knows of no stopping, and by the corrected one.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::env;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use safari_stats::{Decision, Design, Hypotheses, Interval, Moments, Sprt, share_interval};

#[derive(Clone, Copy, PartialEq)]
enum Results {
    Independent,
    Draws,
    Opposed,
    Repeated,
}

impl Results {
    const ALL: [(&str, Results); 4] = [
        ("independent", Results::Independent),
        ("draws", Results::Draws),
        ("opposed", Results::Opposed),
        ("repeated", Results::Repeated),
    ];

    /// The value of one set.
    fn set(self, players: u32, share: f64, rng: &mut Pcg64Mcg) -> f64 {
        let equal = 1.0 / f64::from(players);
        let deal: f64 = rng.random();
        let opposed = self == Results::Opposed && rng.random_bool(0.75);
        let mut sum = 0.0;
        for seat in 0..players {
            let own: f64 = rng.random();
            sum += match self {
                Results::Draws if rng.random_bool(DRAWS) => equal,
                Results::Draws => won(own < (share - DRAWS * equal) / (1.0 - DRAWS)),
                Results::Opposed if opposed => won((deal + f64::from(seat) * equal).fract() < share),
                Results::Repeated if rng.random() => won(deal < share),
                _ => won(own < share),
            };
        }
        sum / f64::from(players)
    }

    /// The standard deviation of a set, by many of them.
    fn deviation(self, players: u32, share: f64) -> f64 {
        let mut rng = Pcg64Mcg::seed_from_u64(u64::from(players));
        let sets: Moments = (0..1 << 16).map(|_| self.set(players, share, &mut rng)).collect();
        sets.variance().sqrt()
    }
}

const DRAWS: f64 = 0.4;

fn won(won: bool) -> f64 {
    f64::from(u8::from(won))
}

/// How one simulated test ended.
struct End {
    accepted_h1: bool,
    sets: u64,
    naive: f64,
    naive_held: bool,
    estimate: f64,
    held: bool,
}

fn run(design: Design, results: Results, truth: f64, round: u32, rng: &mut Pcg64Mcg) -> End {
    let mut sprt = Sprt::new(design);
    let mut sets = Moments::default();
    let decision = loop {
        for _ in 0..round {
            let value = results.set(design.players(), truth, rng);
            sprt.add(value);
            sets.add(value);
        }
        if let Some(decision) = sprt.decision() {
            break decision;
        }
    };
    let estimate = sprt.estimate(round).expect("there are sets").share;
    let holds = |interval: Interval| interval.lo <= truth && truth <= interval.hi;
    End {
        accepted_h1: decision == Decision::AcceptH1,
        sets: sprt.sets(),
        naive: sprt.mean(),
        naive_held: holds(share_interval(&sets)),
        estimate: estimate.mean,
        held: holds(estimate),
    }
}

/// Scale and size of H1, and how many sets a round has.
const TESTS: [(&str, f64, u32); 5] = [
    ("logistic", 50.0, 1),
    ("logistic", 50.0, 10),
    ("logistic", 50.0, 100),
    ("logistic", 20.0, 10),
    ("normalised", 50.0, 10),
];

fn main() {
    let mut arguments = env::args().skip(1);
    let mut sims = 10_000u64;
    while let Some(argument) = arguments.next() {
        assert_eq!(argument, "--sims", "the only argument is --sims N");
        sims = arguments.next().and_then(|n| n.parse().ok()).expect("--sims takes a whole number");
    }
    println!(
        "players,results,scale,h1,round,truth,accept_h1,predicted_h1,mean_sets,sets_95,predicted_sets,naive_bias,bias,\
         naive_below,below,naive_coverage,coverage"
    );
    let mut cell = 0u64;
    for players in 2..=5 {
        for (name, results) in Results::ALL {
            for (scale, h1, round) in TESTS {
                let hypotheses = match scale {
                    "logistic" => Hypotheses::Elo { h0: 0.0, h1 },
                    _ => Hypotheses::NormalizedElo { h0: 0.0, h1 },
                };
                let design = Design::new(hypotheses, players, players, 0.05, 0.05).expect("H0 is below H1");
                // Under a normalised H1 the deviation depends on the share, and the share on the deviation.
                let (equal, h1_share) = (0..5).fold((0.0, 1.0 / f64::from(players)), |(_, share), _| {
                    design.shares(results.deviation(players, share))
                });
                for (truth_name, truth) in
                    [("h0", equal), ("midway", (equal + h1_share) / 2.0), ("h1", h1_share)]
                {
                    let mut ends: Vec<End> = (0..sims)
                        .into_par_iter()
                        .map(|sim| {
                            let mut rng = Pcg64Mcg::seed_from_u64((cell << 32) | sim);
                            run(design, results, truth, round, &mut rng)
                        })
                        .collect();
                    let n = sims as f64;
                    let part =
                        |what: &dyn Fn(&End) -> bool| ends.iter().filter(|end| what(end)).count() as f64 / n;
                    let mean = |what: &dyn Fn(&End) -> f64| ends.iter().map(what).sum::<f64>() / n;
                    let deviation = results.deviation(players, truth);
                    let accept_h1 = part(&|end| end.accepted_h1);
                    let predicted_h1 = design.probability_of_h1(truth, deviation, round);
                    let mean_sets = mean(&|end| end.sets as f64);
                    let predicted_sets = design.expected_sets(truth, deviation, round);
                    let (naive_bias, bias) =
                        (mean(&|end| end.naive - truth), mean(&|end| end.estimate - truth));
                    let (naive_below, below) = (
                        part(&|end| end.naive < truth) + part(&|end| end.naive == truth) / 2.0,
                        part(&|end| end.estimate < truth),
                    );
                    let (naive_coverage, coverage) = (part(&|end| end.naive_held), part(&|end| end.held));
                    ends.sort_by_key(|end| end.sets);
                    let sets_95 = ends[(ends.len() - 1) * 95 / 100].sets;
                    println!(
                        "{players},{name},{scale},{h1},{round},{truth_name},{accept_h1:.4},{predicted_h1:.4},\
                         {mean_sets:.1},{sets_95},{predicted_sets:.1},{naive_bias:.4},{bias:.4},{naive_below:.4},\
                         {below:.4},{naive_coverage:.4},{coverage:.4}"
                    );
                    cell += 1;
                }
            }
        }
    }
}
