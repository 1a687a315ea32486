//! What a sequential test says of the agent's strength, corrected for when it stopped.

use super::brownian::Brownian;
use super::elo::{elo_of_share, normalized_elo};
use super::sprt::Sprt;
use crate::interval::Interval;

/// Strength after a sequential test, median-unbiased, with 95 % intervals.
///
/// `mean` of each interval is the estimate: the strength at which an outcome as good as the observed one is as likely as not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of wins, in [0, 1].
    pub share: Interval,
    /// Logistic Elo above equal opponents; infinite where the share is 0 or 1.
    pub elo: Interval,
    /// Normalised Elo, with the standard deviation that was observed.
    pub normalized_elo: Interval,
    /// Likelihood of superiority: the probability of a worse outcome, were the agent as strong as its opponents.
    pub superiority: f64,
    /// The probability of an outcome as good or better under H0.
    pub p_value: f64,
}

/// The log likelihood ratio as a Brownian motion (Van den Bergh, *GSPRT approximation*), stopped where it met a bound.
struct Path {
    h0: f64,
    h1: f64,
    mean: f64,
    variance: f64,
    bounds: (f64, f64),
    time: f64,
    place: f64,
}

impl Path {
    /// The probability of an outcome at most as good as this one, were the share the given one.
    fn outcome_cdf(&self, share: f64) -> f64 {
        // The likeliest variance with that mean, as far as the first order goes.
        let variance = self.variance + (share - self.mean) * (share - self.mean);
        let distance = self.h1 - self.h0;
        let motion = Brownian {
            lower: self.bounds.0,
            upper: self.bounds.1,
            drift: (share - (self.h0 + self.h1) / 2.0) * distance / variance,
            variance: distance * distance / variance,
        };
        motion.outcome_cdf(self.time, self.place)
    }

    /// The share nearest to the observed mean at which this outcome has so much probability below it, else the end of [0, 1]
    /// on that side.
    ///
    /// Far from the observed mean the variance swells and the probability turns back, so the share is looked for outwards, in
    /// steps of half a standard error.
    fn share_with_cdf(&self, target: f64) -> f64 {
        let above = |share: f64| self.outcome_cdf(share) > target;
        let begin = self.mean.clamp(0.0, 1.0);
        let upwards = above(begin);
        let step = libm::sqrt(self.variance / self.time) / 2.0;
        let (mut near, mut far) = (begin, begin);
        while above(far) == upwards {
            if far <= 0.0 && !upwards || far >= 1.0 && upwards {
                return far;
            }
            near = far;
            far = if upwards { (far + step).min(1.0) } else { (far - step).max(0.0) };
        }
        for _ in 0..60 {
            let middle = near + (far - near) / 2.0;
            if above(middle) == upwards {
                near = middle;
            } else {
                far = middle;
            }
        }
        near + (far - near) / 2.0
    }
}

impl Sprt {
    /// The strength that the sets so far show, whether the test has stopped or not; `None` of no sets.
    ///
    /// Outcomes are ordered by stopping: the sooner H0 was accepted the worse, the sooner H1 the better, and a test that still
    /// runs is between (Siegmund 1985, section 3.4). Fishtest's estimate, for any number of players. It is an approximation
    /// for many sets of small weight each; `results/truth/sequential.csv` shows how far it holds.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.sets() == 0 {
            return None;
        }
        let cells = self.outcomes.cells();
        let (mean, variance) = cells.mean_and_variance();
        let deviation = libm::sqrt(variance);
        let (h0, h1) = self.design.shares(deviation);
        let (lower, upper) = self.bounds();
        let llr = cells.total * (h1 - h0) * (2.0 * mean - h0 - h1) / (2.0 * variance);
        // A path that went past its bound in the last step is taken to have met it on the way.
        let (time, place) = if llr > upper {
            (cells.total * upper / llr, upper)
        } else if llr < lower {
            (cells.total * lower / llr, lower)
        } else {
            (cells.total, llr)
        };
        let path = Path { h0, h1, mean, variance, bounds: (lower, upper), time, place };

        let share = Interval {
            lo: path.share_with_cdf(0.975),
            mean: path.share_with_cdf(0.5),
            hi: path.share_with_cdf(0.025),
        };
        let players = self.design.players();
        let sd_game = self.design.sd_game(deviation);
        Some(Estimate {
            share,
            elo: share.map(|share| elo_of_share(share, players)),
            normalized_elo: share.map(|share| normalized_elo(share, players, sd_game)),
            superiority: path.outcome_cdf(self.design.equal_share()),
            p_value: 1.0 - path.outcome_cdf(h0),
        })
    }
}

impl Interval {
    fn map(self, rising: impl Fn(f64) -> f64) -> Interval {
        Interval { lo: rising(self.lo), mean: rising(self.mean), hi: rising(self.hi) }
    }
}
