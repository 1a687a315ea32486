//! How often 95 % intervals of a win share hold the truth: ours, Student's t over sets, and Wilson's over games.
//!
//! `cargo run --release -p safari-stats --example coverage -- [--sims N]`; N simulations a cell, 10,000 by default. One
//! CSV row for each cell and method on stdout. A set has one game for each player; every game is won by the agent with
//! probability `share`. What its games have in common is `luck`:
//!
//! - `none`: nothing;
//! - `half`: each game takes the luck of the deal with probability 1/2, else luck of its own;
//! - `whole`: all games take the luck of the deal, so a set is won or lost as a whole;
//! - `opposed`: what helps in one seat hurts in the others, as evenly as can be: the luck of seat i is that of the deal
//!   turned by i / players.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::env;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use safari_stats::{Interval, Moments, share_interval};
use statrs::distribution::{ContinuousCDF, StudentsT};

#[derive(Clone, Copy)]
enum Luck {
    None,
    Half,
    Whole,
    Opposed,
}

impl Luck {
    const ALL: [(&str, Luck); 4] =
        [("none", Luck::None), ("half", Luck::Half), ("whole", Luck::Whole), ("opposed", Luck::Opposed)];

    /// The share of one set.
    fn set(self, players: u32, share: f64, rng: &mut Pcg64Mcg) -> f64 {
        let deal: f64 = rng.random();
        let won = |seat: u32, rng: &mut Pcg64Mcg| {
            let luck = match self {
                Luck::None => rng.random(),
                Luck::Half => {
                    if rng.random() {
                        deal
                    } else {
                        rng.random()
                    }
                }
                Luck::Whole => deal,
                Luck::Opposed => (deal + f64::from(seat) / f64::from(players)).fract(),
            };
            luck < share
        };
        let wins = (0..players).filter(|&seat| won(seat, rng)).count();
        wins as f64 / f64::from(players)
    }
}

/// Student's t over sets, with the width 0 that it has where all sets are equal.
fn student(sets: &Moments, quantile: f64) -> Interval {
    let mean = sets.mean();
    let half = quantile * (sets.variance() / sets.len() as f64).sqrt();
    Interval { lo: mean - half, mean, hi: mean + half }
}

/// Wilson's interval (1927) of so many independent games.
fn wilson(mean: f64, games: f64) -> Interval {
    const Z: f64 = 1.959_963_984_540_054;
    let z2 = Z * Z;
    let centre = (mean + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let half = Z / (1.0 + z2 / games) * (mean * (1.0 - mean) / games + z2 / (4.0 * games * games)).sqrt();
    Interval { lo: centre - half, mean, hi: centre + half }
}

fn main() {
    let mut arguments = env::args().skip(1);
    let mut sims = 10_000u64;
    while let Some(argument) = arguments.next() {
        assert_eq!(argument, "--sims", "the only argument is --sims N");
        sims = arguments.next().and_then(|n| n.parse().ok()).expect("--sims takes a whole number");
    }
    println!("players,share,luck,sets,method,coverage,mean_width");
    let mut cell = 0u64;
    for players in [2u32, 3, 5] {
        let mut shares = vec![0.5, 0.75, 0.9, 0.98];
        if players > 2 {
            shares.insert(0, 1.0 / f64::from(players));
        }
        for share in shares {
            for (name, luck) in Luck::ALL {
                for sets in [10u64, 20, 50, 200] {
                    let quantile = StudentsT::new(0.0, 1.0, (sets - 1) as f64)
                        .expect("degrees of freedom are positive")
                        .inverse_cdf(0.975);
                    let totals = (0..sims)
                        .into_par_iter()
                        .map(|sim| {
                            let mut rng = Pcg64Mcg::seed_from_u64((cell << 32) | sim);
                            let sample: Moments =
                                (0..sets).map(|_| luck.set(players, share, &mut rng)).collect();
                            let games = (sets * u64::from(players)) as f64;
                            let ours = share_interval(&sample);
                            [ours, student(&sample, quantile), wilson(ours.mean, games)]
                        })
                        // Counts, and widths in whole 2^-40: sums that do not depend on the order of the threads.
                        .map(|intervals| {
                            intervals.map(|interval| {
                                let held = interval.lo <= share + 1e-12 && share <= interval.hi + 1e-12;
                                (u64::from(held), ((interval.hi - interval.lo) * UNIT) as u64)
                            })
                        })
                        .reduce(
                            || [(0, 0); 3],
                            |a, b| std::array::from_fn(|i| (a[i].0 + b[i].0, a[i].1 + b[i].1)),
                        );
                    for (method, (held, width)) in ["safari", "student", "wilson"].into_iter().zip(totals) {
                        let n = sims as f64;
                        let (coverage, width) = (held as f64 / n, width as f64 / UNIT / n);
                        println!("{players},{share:.4},{name},{sets},{method},{coverage:.4},{width:.4}");
                    }
                    cell += 1;
                }
            }
        }
    }
}

const UNIT: f64 = (1u64 << 40) as f64;
