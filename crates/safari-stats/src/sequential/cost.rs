//! What a sequential test costs and how it ends, told before it runs.

use super::brownian::Brownian;
use super::design::Design;

/// The mean overshoot of a random walk of normal steps beyond a distant bound, in standard deviations of a step:
/// -ζ(1/2) / √(2π) (Siegmund 1985, chapter 10).
const OVERSHOOT: f64 = 0.582_597_157_939_010_7;

/// How far beyond its bounds a test ends on average that is judged after every `round` sets, each of which has a log
/// likelihood ratio of standard deviation `deviation`.
pub(super) fn overshoot(deviation: f64, round: u32) -> f64 {
    OVERSHOOT * deviation * libm::sqrt(f64::from(round))
}

impl Design {
    /// The mean number of sets until the test stops, were the agent's share `share` and the standard deviation of sets
    /// `sd_set` (above 0), judging after every `round` sets: the *average sample number*.
    ///
    /// Wald's approximation by a Brownian motion, its bounds moved out by the mean overshoot of a walk that is judged
    /// in rounds (Siegmund 1985, chapter 10).
    pub fn expected_sets(&self, share: f64, sd_set: f64, round: u32) -> f64 {
        self.motion(share, sd_set, round).mean_time().max(f64::from(round))
    }

    /// The probability that the test accepts H1, were the agent's share `share`: one less the *operating
    /// characteristic*. Approximation and arguments as of [`expected_sets`](Design::expected_sets).
    pub fn probability_of_h1(&self, share: f64, sd_set: f64, round: u32) -> f64 {
        self.motion(share, sd_set, round).upper_first()
    }

    fn motion(&self, share: f64, sd_set: f64, round: u32) -> Brownian {
        let (h0, h1) = self.shares(sd_set);
        let (lower, upper) = self.bounds();
        let distance = (h1 - h0) / sd_set;
        let beyond = overshoot(distance, round);
        Brownian {
            lower: lower - beyond,
            upper: upper + beyond,
            drift: (share - (h0 + h1) / 2.0) / sd_set * distance,
            variance: distance * distance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequential::Hypotheses;

    fn design(players: u32) -> Design {
        Design::new(Hypotheses::Share { h0: 0.25, h1: 0.27 }, players, 4, 0.05, 0.05).unwrap()
    }

    #[test]
    fn a_test_in_tiny_steps_errs_and_lasts_as_wald_says() {
        let design = design(4);
        // Distance 0.02 of a deviation of 200 steps: overshoot is next to nothing.
        let (sd, ln19) = (4.0, 19f64.ln());
        assert!((design.probability_of_h1(0.25, sd, 1) - 0.05).abs() < 5e-4);
        assert!((design.probability_of_h1(0.27, sd, 1) - 0.95).abs() < 5e-4);
        assert!((design.probability_of_h1(0.26, sd, 1) - 0.5).abs() < 1e-9);
        let rate = (0.02 / sd) * (0.02 / sd);
        assert!((design.expected_sets(0.25, sd, 1) / (0.9 * ln19 * 2.0 / rate) - 1.0).abs() < 5e-3);
        assert!((design.expected_sets(0.26, sd, 1) / (ln19 * ln19 / rate) - 1.0).abs() < 5e-3);
    }

    #[test]
    fn judging_in_rounds_errs_less_and_takes_longer() {
        let design = design(4);
        assert!(design.probability_of_h1(0.25, 0.2, 100) < design.probability_of_h1(0.25, 0.2, 1));
        assert!(design.expected_sets(0.25, 0.2, 100) > design.expected_sets(0.25, 0.2, 1));
        assert_eq!(design.expected_sets(0.9, 0.2, 100), 100.0);
    }
}
