//! The sequential test of two players against the numbers of Fishtest and fastchess.
//!
//! Both are GSPRTs over games (loss, draw, win) or pairs of games. Fishtest solves for the likeliest distributions to
//! about 1e-9; fastchess solves the same equations and stops at 1e-3 (θ, logistic) or 1e-4 (parts, normalised), and its
//! tests allow 1 % of the result, as the tests here of its numbers do.

use safari_stats::{Decision, Design, Hypotheses, Sprt};

#[derive(Clone, Copy, Debug)]
enum Scale {
    Logistic,
    Normalised,
}

use Scale::{Logistic, Normalised};

/// A test of the results from worst to best: three of single games, five of pairs.
fn sprt(scale: Scale, h0: f64, h1: f64, results: &[u64]) -> Sprt {
    let hypotheses = match scale {
        Logistic => Hypotheses::Elo { h0, h1 },
        Normalised => Hypotheses::NormalizedElo { h0, h1 },
    };
    with_hypotheses(hypotheses, results)
}

fn with_hypotheses(hypotheses: Hypotheses, results: &[u64]) -> Sprt {
    let last = (results.len() - 1) as f64;
    let values: Vec<f64> = (0..results.len()).map(|index| index as f64 / last).collect();
    let design = Design::new(hypotheses, 2, (results.len() / 2) as u32, 0.05, 0.05).expect("H0 is below H1");
    let mut sprt = Sprt::with_possible_values(design, &values);
    for (&value, &count) in values.iter().zip(results) {
        sprt.add_sets(value, count);
    }
    sprt
}

#[test]
fn log_likelihood_ratios_are_those_of_fishtest() {
    // Computed by Fishtest's `server/fishtest/stats/LLRcalc.py`; the first four of its results are the samples at the
    // end of its `stat_util.py`.
    let many = [10789, 19328, 33806, 19402, 10543];
    let drawish = [39, 2226, 31451, 2412, 40];
    let cases: [(&[u64], f64, f64, Scale, f64); 31] = [
        (&many, -3.0, 1.0, Logistic, 2.1310678117855075),
        (&drawish, 0.2, 0.9, Logistic, 2.162542580049078),
        (&drawish, 0.764, 3.439, Normalised, 2.1629408695845367),
        (&many, -3.0, 1.0, Normalised, 0.3008697854813657),
        (&many, 0.0, 5.0, Normalised, -26.838448639795093),
        (&many, -5.0, 0.0, Normalised, 12.039751536817539),
        (&many, 0.764, 3.439, Normalised, -12.701291983706488),
        (&many, 0.0, 20.0, Normalised, -340.2492043700217),
        (&drawish, 0.0, 5.0, Normalised, 2.847898594083),
        (&drawish, -5.0, 0.0, Normalised, 17.832223595824992),
        (&drawish, -3.0, 1.0, Normalised, 10.667041287007896),
        (&[1187, 7410, 13475, 7378, 1164], 0.0, 5.0, Normalised, -8.12581361915957),
        (&[1187, 7410, 13475, 7378, 1164], -5.0, 0.0, Normalised, 4.554450117505817),
        (&[0, 3, 10, 5, 2], 0.0, 5.0, Normalised, 0.14646048082087207),
        (&[0, 3, 10, 5, 2], -3.0, 1.0, Normalised, 0.1215767130479021),
        (&[50, 400, 1000, 450, 60], 0.0, 5.0, Normalised, 1.3501528635944866),
        (&[50, 400, 1000, 450, 60], -5.0, 0.0, Normalised, 2.1611931334828456),
        (&[5, 5, 5, 5, 5], 0.0, 5.0, Normalised, -0.005176938008656367),
        (&[100, 200, 400, 250, 150], 0.0, 20.0, Normalised, 7.004863094500454),
        (&[0, 10, 20, 50, 20], 0.0, 5.0, Logistic, 1.4286861064744187),
        (&[0, 10, 20, 50, 20], 0.0, 5.0, Normalised, 1.268896403977093),
        (&[3, 20, 45, 25, 7], 0.0, 10.0, Logistic, 0.6959726064980855),
        (&[0, 0, 50, 0, 0], 0.0, 5.0, Logistic, -0.7176058361124835),
        (&[0, 0, 50, 0, 0], 0.0, 5.0, Normalised, -0.01756124857176134),
        (&[2, 5, 80, 8, 5], 0.0, 5.0, Logistic, 0.5384862572588683),
        (&[0, 0, 40, 10, 0], 0.0, 5.0, Normalised, 0.31255435949946725),
        (&[461, 16726, 36723, 16920, 514], 0.0, 2.0, Logistic, -2.421220130461109),
        (&[82, 2646, 5623, 2507, 70], 0.0, 2.0, Normalised, -2.1897352412822704),
        // Single games: losses, draws, wins.
        (&[1300, 400, 1500], -1.0, 3.0, Logistic, 2.510409338650599),
        (&[1300, 400, 1500], -1.0, 3.0, Normalised, 2.3555279425663933),
        (&[65804, 56553, 65388], -3.0, 1.0, Logistic, 2.049042617996086),
    ];
    for (results, h0, h1, scale, published) in cases {
        let llr = sprt(scale, h0, h1, results).llr();
        assert!(
            (llr - published).abs() < 1e-7 * published.abs().max(1.0),
            "{results:?} {h0} {h1} {scale:?}: {llr}, Fishtest {published}"
        );
    }
}

#[test]
fn log_likelihood_ratios_are_those_of_fastchess() {
    // `app/tests/sprt_test.cpp` of fastchess since it solves for the likeliest distribution, results from worst to
    // best.
    let cases: [(&[u64], f64, f64, Scale, f64); 10] = [
        (&[36027, 68692, 36433], 0.0, 2.0, Normalised, 0.92),
        (&[10650, 20431, 10871], -1.75, 0.25, Normalised, 2.30),
        (&[0, 0, 4250], 0.0, 10.0, Normalised, 120.56),
        (&[21184, 40708, 21404], 0.5, 2.5, Logistic, -1.57),
        (&[57030, 106593, 57433], 0.0, 2.0, Logistic, -2.59),
        (&[365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalised, 2.25),
        (&[127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalised, 3.01),
        (&[0, 0, 0, 0, 5550], 0.0, 5.0, Normalised, 111.82),
        (&[223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
        (&[871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
    ];
    for (results, h0, h1, scale, published) in cases {
        let llr = sprt(scale, h0, h1, results).llr();
        assert!((llr / published - 1.0).abs() < 0.01, "{results:?} {scale:?}: {llr}, fastchess {published}");
    }
}

#[test]
fn the_bayesian_model_of_fastchess_is_a_test_of_shares() {
    // BayesElo needs a model of draws, which more than two players have not; with the draws that were observed it gives
    // a share for each hypothesis. Numbers of `app/tests/sprt_test.cpp`: wins, losses, draws, h0, h1, ratio.
    let cases = [(68965u64, 68526u64, 128429u64, 0.0, 2.0, -1.26), (21629, 21484, 41111, 0.5, 2.5, -1.13)];
    for (wins, losses, draws, elo0, elo1, published) in cases {
        let games = (wins + losses + draws) as f64;
        let (win, loss) = (wins as f64 / games, losses as f64 / games);
        let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
        let logistic = |x: f64| 1.0 / (1.0 + 10f64.powf(-x / 400.0));
        let share = |elo: f64| 0.5 + (logistic(elo - draw_elo) - logistic(-elo - draw_elo)) / 2.0;
        let hypotheses = Hypotheses::Share { h0: share(elo0), h1: share(elo1) };
        let llr = with_hypotheses(hypotheses, &[losses, draws, wins]).llr();
        assert!((llr / published - 1.0).abs() < 0.01, "{llr}, fastchess {published}");
    }
}

#[test]
fn estimates_after_the_stop_are_those_of_fishtest() {
    // `server/tests/test_stats_sprt.py` of Fishtest: Elo, and the ends of its interval of 95 %.
    let cases: [(&[u64], [f64; 3]); 2] = [
        (&[1, 60, 500, 1200, 600], [188.3595, 170.7252, 214.8484]),
        (&[1, 20, 300, 900, 779], [245.4729, 223.6370, 289.7981]),
    ];
    for (results, [elo, lo, hi]) in cases {
        let test = sprt(Normalised, 0.0, 2.0, results);
        let estimate = test.estimate(1).unwrap().elo;
        for (ours, published) in [(estimate.mean, elo), (estimate.lo, lo), (estimate.hi, hi)] {
            assert!((ours - published).abs() < 6e-4, "{results:?}: {ours}, Fishtest {published}");
        }
        assert_eq!(test.decision(), Some(Decision::AcceptH1));
    }
}
