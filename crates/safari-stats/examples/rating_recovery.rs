//! How well ratings find planted strengths, seat effects and ties again, and how often their intervals cover them.
//!
//! Games are drawn from the very model, so that what is planted is what a fit aims at. With shared luck, the games of a
//! deal (all line-ups in all rotations of the seats) take one common draw with the probability `shared`, by the inverse
//! of the distribution function, and one of their own otherwise: they are then dependent, and each for itself still
//! follows the model.
//!
//! Prints CSV, one line for each setting and kind of quantity, and ends with exit code 1 if intervals of differences or
//! seats cover less than 93.5 % or more than 97.5 % of what was planted, in a setting with as many simulations as it
//! takes to tell.
//!
//! ```text
//! cargo run --release -p safari-stats --example rating_recovery -- [--sims N] [--quick]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;

use rand::RngExt;
use rayon::prelude::*;
use safari_core::{Rng, Seed};
use safari_stats::{ELO_PER_STRENGTH, Interval, Moments, OutcomeKind, Outcomes, RatingOptions, fit_ratings};

const STRENGTHS: [f64; 6] = [1.2, 0.6, 0.3, 0.0, -0.6, -1.5];

/// δ of ties of 2 to 5 seats.
const TIES: [f64; 4] = [0.15, 0.08, 0.05, 0.03];

#[derive(Clone, Copy)]
struct Setting {
    players: usize,
    deals: u64,
    shared: f64,
    kind: OutcomeKind,
}

/// The planted effects of the seats: the first is the best, the last the worst, by a quarter of a unit each way.
fn seat_effect(players: usize, seat: usize) -> f64 {
    0.25 - 0.5 * seat as f64 / (players - 1) as f64
}

/// All sets of so many agents.
fn line_ups(players: usize) -> Vec<Vec<usize>> {
    (0u32..1 << STRENGTHS.len())
        .filter(|set| set.count_ones() as usize == players)
        .map(|set| (0..STRENGTHS.len()).filter(|agent| set >> agent & 1 == 1).collect())
        .collect()
}

/// The winners among the seats present, as bits, at this point of the distribution function.
fn winners(worths: &[f64], present: u8, point: f64) -> u8 {
    let weight = |set: u8| {
        let size = set.count_ones() as usize;
        let sum: f64 =
            worths.iter().enumerate().filter(|&(seat, _)| set >> seat & 1 == 1).map(|(_, w)| w).sum();
        let tie = if size > 1 { TIES[size - 2] } else { 1.0 };
        tie * libm::exp(sum / size as f64)
    };
    let sets: Vec<u8> = (1..=present).filter(|set| set & !present == 0).collect();
    let mut left = point * sets.iter().map(|&set| weight(set)).sum::<f64>();
    for &set in &sets {
        left -= weight(set);
        if left < 0.0 {
            return set;
        }
    }
    present
}

/// A game: one point of the distribution function for each of the choices that its ranking consists of.
fn ranks(seats: &[usize], points: &[f64]) -> Vec<u32> {
    let players = seats.len();
    let worths: Vec<f64> = seats
        .iter()
        .enumerate()
        .map(|(seat, &agent)| STRENGTHS[agent] + seat_effect(players, seat))
        .collect();
    let mut present = (1u8 << players) - 1;
    let mut ranks = vec![0; players];
    for (rank, &point) in (1..).zip(points) {
        let first = winners(&worths, present, point);
        ranks.iter_mut().enumerate().filter(|&(seat, _)| first >> seat & 1 == 1).for_each(|(_, r)| *r = rank);
        present &= !first;
        if present == 0 {
            break;
        }
    }
    ranks
}

fn play(setting: Setting, rng: &mut Rng) -> Outcomes {
    let players = setting.players;
    let line_ups = line_ups(players);
    let mut outcomes = Outcomes::new(STRENGTHS.len());
    for deal in 0..setting.deals {
        let common: Vec<f64> = (0..players).map(|_| rng.random()).collect();
        for line_up in &line_ups {
            for rotation in 0..players {
                let seats: Vec<usize> =
                    (0..players).map(|seat| line_up[(seat + rotation) % players]).collect();
                let own: Vec<f64> = (0..players).map(|_| rng.random()).collect();
                let points = if rng.random_bool(setting.shared) { &common } else { &own };
                outcomes.add(deal, &seats, &ranks(&seats, points)).expect("the game is one");
            }
        }
    }
    outcomes
}

/// What a fit said about a quantity whose truth is known.
struct Answer {
    truth: f64,
    interval: Interval,
}

/// The differences of all pairs, the effects of all seats and ln δ of the tie of two, the first two in Elo.
fn answers(setting: Setting, rng: &mut Rng) -> [Vec<Answer>; 3] {
    let options = RatingOptions { kind: setting.kind, ..RatingOptions::default() };
    let ratings = fit_ratings(&play(setting, rng), &options).expect("with a prior there is a fit");
    let differences = (0..STRENGTHS.len()).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| Answer {
        truth: ELO_PER_STRENGTH * (STRENGTHS[a] - STRENGTHS[b]),
        interval: ratings.difference(a, b),
    });
    let seats = (0..setting.players).map(|seat| Answer {
        truth: ELO_PER_STRENGTH * seat_effect(setting.players, seat),
        interval: ratings.seat_effect(setting.players, seat).expect("games of this size were played"),
    });
    let ties = ratings.tie_prevalence(2).map(|tie| {
        let ln = Interval { lo: libm::log(tie.lo), mean: libm::log(tie.mean), hi: libm::log(tie.hi) };
        Answer { truth: libm::log(TIES[0]), interval: ln }
    });
    [differences.collect(), seats.collect(), ties.into_iter().collect()]
}

/// Prints the lines of a setting; whether all intervals that have a target cover as they should.
fn report(setting: Setting, sims: u64) -> bool {
    let Setting { players, deals, shared, kind } = setting;
    let seed = Seed(1).branch("rating recovery", &[players as u64, deals, (shared * 100.0) as u64]);
    let runs: Vec<[Vec<Answer>; 3]> = (0..sims)
        .into_par_iter()
        .map(|sim| answers(setting, &mut seed.branch("sim", &[sim]).rng()))
        .collect();
    let mut good = true;
    for (index, name) in ["difference", "seat", "ln tie"].into_iter().enumerate() {
        // Quantities of one run depend on each other: one mean for each run.
        let of_runs = |value: &dyn Fn(&Answer) -> f64| -> Moments {
            runs.iter()
                .map(|run| &run[index])
                .filter(|answers| !answers.is_empty())
                .map(|answers| answers.iter().map(value).collect::<Moments>().mean())
                .collect()
        };
        let covered = of_runs(&|a| f64::from(u8::from(a.interval.lo <= a.truth && a.truth <= a.interval.hi)));
        // Away from zero is positive.
        let bias = of_runs(&|a| (a.interval.mean - a.truth) * a.truth.signum());
        let squares = of_runs(&|a| (a.interval.mean - a.truth).powi(2));
        let halves = of_runs(&|a| a.interval.hi - a.interval.mean);
        let error = (covered.variance() / covered.len() as f64).sqrt();
        println!(
            "{players},{kind:?},{deals},{shared},{name},{sims},{:.4},{error:.4},{:.3},{:.3},{:.3}",
            covered.mean(),
            bias.mean(),
            squares.mean().sqrt(),
            halves.mean()
        );
        let (low, high) = (covered.mean() + 2.0 * error, covered.mean() - 2.0 * error);
        good &= name == "ln tie" || (low >= 0.935 && high <= 0.975);
    }
    good
}

fn main() -> ExitCode {
    let (mut sims, mut quick) = (None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => quick = true,
            "--sims" => match arguments.next().and_then(|number| number.parse::<u64>().ok()) {
                Some(number) if number > 1 => sims = Some(number),
                _ => {
                    eprintln!("--sims needs a number from 2 on");
                    return ExitCode::from(2);
                }
            },
            other => {
                eprintln!("{other}: only --sims N and --quick are known");
                return ExitCode::from(2);
            }
        }
    }
    let sims = sims.unwrap_or(if quick { 200 } else { 500 });
    println!("players,kind,deals,shared,quantity,sims,coverage,coverage_error,bias,rmse,mean_half_width");
    let mut good = true;
    for players in 2..=5 {
        let deals: &[u64] = if quick { &[50] } else { &[25, 50, 250] };
        for &deals in deals {
            for shared in [0.0, 0.5] {
                for kind in [OutcomeKind::Winners, OutcomeKind::Ranking] {
                    // Of two seats both kinds are the same.
                    if players > 2 || kind == OutcomeKind::Winners {
                        good &= report(Setting { players, deals, shared, kind }, sims);
                    }
                }
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
