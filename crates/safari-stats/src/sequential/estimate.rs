//! What a sequential test says of the agent's strength, corrected for when it stopped.

use super::brownian::Brownian;
use super::cost::overshoot;
use super::elo::{elo_of_share, normalized_elo};
use super::sprt::{Decision, Sprt};
use crate::interval::{Interval, share_interval};
use crate::special::normal_cdf;

/// Strength after a sequential test, median-unbiased, with 95 % intervals.
///
/// `mean` of each interval is the estimate: the strength at which an outcome as good as the observed one is as likely
/// as not.
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
    /// `None` where nothing could have stopped it sooner.
    bounds: Option<(f64, f64)>,
    time: f64,
    place: f64,
}

impl Path {
    /// The probability of an outcome at most as good as this one, were the share the given one.
    fn outcome_cdf(&self, share: f64) -> f64 {
        // The likeliest variance with that mean, as far as the first order goes.
        let swollen = self.variance + (share - self.mean) * (share - self.mean);
        let distance = self.h1 - self.h0;
        let drift = (share - (self.h0 + self.h1) / 2.0) * distance / swollen;
        let variance = distance * distance / swollen;
        match self.bounds {
            Some((lower, upper)) => {
                Brownian { lower, upper, drift, variance }.outcome_cdf(self.time, self.place)
            }
            None => normal_cdf((self.mean - share) / libm::sqrt(swollen / self.time)),
        }
    }

    /// The share nearest to the observed mean at which this outcome has so much probability below it, else the end of
    /// [0, 1] on that side.
    ///
    /// Far from the observed mean the variance swells and the probability turns back, so the share is looked for
    /// outwards, in steps of half a standard error.
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
        for _ in 0..40 {
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
    /// The strength that the sets so far show, whether the test has stopped or not, judged after every `round` sets;
    /// `None` of no sets.
    ///
    /// Outcomes are ordered by stopping: the sooner H0 was accepted the worse, the sooner H1 the better, and a test
    /// that still runs is between (Siegmund 1985, section 3.4). With `round` 1 this is Fishtest's estimate, for any
    /// number of players. At the first judgement nothing was selected yet, so the plain mean stands; later the bounds
    /// of longer rounds are moved out by their overshoot beyond that of a single set. It is an approximation for many
    /// sets of small weight each, and `results/truth/sequential.csv` shows how far it holds. Where all sets have the same
    /// value, the interval of the share is at least that of [`share_interval`], and the spread that of one more set of the
    /// opposite result. After an early stop the approximation may give no end on the side away from the bound: then it is that
    /// of [`share_interval`], too.
    pub fn estimate(&self, round: u32) -> Option<Estimate> {
        if self.sets() == 0 {
            return None;
        }
        let cells = self.outcomes.cells();
        let (mean, variance) = cells.mean_and_variance();
        let deviation = libm::sqrt(variance);
        let (h0, h1) = self.design.shares(deviation);
        let llr = cells.total * (h1 - h0) * (2.0 * mean - h0 - h1) / (2.0 * variance);
        let path = if self.sets() <= u64::from(round) {
            Path { h0, h1, mean, variance, bounds: None, time: cells.total, place: llr }
        } else {
            let beyond = overshoot((h1 - h0) / deviation, round.saturating_sub(1));
            let (lower, upper) = self.bounds();
            let (lower, upper) = (lower - beyond, upper + beyond);
            // A path is taken to have met its bound on the straight line to where it stopped.
            let met = match self.decision() {
                _ if llr > upper => Some(upper),
                _ if llr < lower => Some(lower),
                Some(Decision::AcceptH1) if round > 1 && llr > upper / 2.0 => Some(upper),
                Some(Decision::AcceptH0) if round > 1 && llr < lower / 2.0 => Some(lower),
                _ => None,
            };
            let (time, place) = met.map_or((cells.total, llr), |bound| (cells.total * bound / llr, bound));
            Path { h0, h1, mean, variance, bounds: Some((lower, upper)), time, place }
        };

        let share = Interval {
            lo: path.share_with_cdf(0.975),
            mean: path.share_with_cdf(0.5),
            hi: path.share_with_cdf(0.025),
        };
        // Where the approximation gives no end, and where sets are all alike and show no spread to go by, the end is at least
        // that of as many deals whose number was fixed.
        let sets = self.outcomes.moments();
        let fixed = share_interval(&sets);
        let alike = self.outcomes.only_value();
        let share = Interval {
            lo: if share.lo <= 0.0 { fixed.lo.min(share.mean) } else { share.lo },
            mean: share.mean,
            hi: if share.hi >= 1.0 { fixed.hi.max(share.mean) } else { share.hi },
        };
        let (share, deviation) = match alike {
            None => (share, deviation),
            Some(value) => {
                let opposite = if value > 0.5 { 0.0 } else { 1.0 };
                let widened = Interval { lo: share.lo.min(fixed.lo), hi: share.hi.max(fixed.hi), ..share };
                (widened, libm::sqrt(sets.with(opposite).variance()))
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequential::{Design, Hypotheses};

    #[test]
    fn sets_that_are_all_won_leave_the_interval_of_as_many_deals() {
        let sprt = stopped(2, &[(1.0, 17)]);
        let estimate = sprt.estimate(1).unwrap();
        let fixed = share_interval(&(0..17).map(|_| 1.0).collect());
        assert!(estimate.share.lo <= fixed.lo && estimate.share.lo < 0.85, "{estimate:?}");
        assert!(estimate.normalized_elo.lo < estimate.normalized_elo.mean - 50.0, "{estimate:?}");
    }

    fn stopped(players: u32, values: &[(f64, u64)]) -> Sprt {
        let h1 = 1.0 / f64::from(players) + 0.05;
        let hypotheses = Hypotheses::Share { h0: h1 - 0.05, h1 };
        let mut sprt = Sprt::new(Design::new(hypotheses, players, players, 0.05, 0.05).unwrap());
        values.iter().for_each(|&(value, sets)| sprt.add_sets(value, sets));
        sprt
    }

    #[test]
    fn stopping_for_h1_pulls_the_estimate_down_and_for_h0_up() {
        let better = stopped(2, &[(0.0, 20), (0.5, 60), (1.0, 45)]);
        assert_eq!(better.decision(), Some(Decision::AcceptH1));
        let estimate = better.estimate(1).unwrap();
        assert!(estimate.share.mean < better.mean(), "{estimate:?}");
        let worse = stopped(2, &[(0.0, 40), (0.5, 60), (1.0, 30)]);
        assert_eq!(worse.decision(), Some(Decision::AcceptH0));
        let estimate = worse.estimate(1).unwrap();
        assert!(estimate.share.mean > worse.mean(), "{estimate:?}");
    }

    #[test]
    fn an_outcome_at_the_first_judgement_is_that_of_a_plain_sample() {
        let sprt = stopped(3, &[(0.0, 20), (1.0 / 3.0, 40), (2.0 / 3.0, 30), (1.0, 12)]);
        let estimate = sprt.estimate(200).unwrap();
        assert!((estimate.share.mean - sprt.mean()).abs() < 1e-4, "{estimate:?} {}", sprt.mean());
        // With the variance at each end of the interval; near enough to the plain one.
        let deviation = libm::sqrt(sprt.outcomes.cells().mean_and_variance().1 / 102.0);
        assert!((estimate.share.hi - estimate.share.mean - 1.96 * deviation).abs() < 2e-3, "{estimate:?}");
    }

    #[test]
    fn superiority_and_p_value_follow_from_where_the_interval_lies() {
        let sprt = stopped(2, &[(0.0, 20), (0.5, 60), (1.0, 45)]);
        let estimate = sprt.estimate(1).unwrap();
        assert_eq!(estimate.superiority > 0.975, estimate.share.lo > 0.5, "{estimate:?}");
        // H0 is an equal share here.
        assert!((estimate.superiority + estimate.p_value - 1.0).abs() < 1e-12, "{estimate:?}");
        assert!(estimate.elo.lo < estimate.elo.mean && estimate.elo.mean < estimate.elo.hi);
        assert_eq!(estimate.elo.mean > 0.0, estimate.normalized_elo.mean > 0.0);
    }

    #[test]
    fn estimates_of_a_few_sets_that_are_all_alike_stay_within_shares() {
        for players in 2..=5 {
            for value in [0.0, 0.2, 0.5, 1.0] {
                for sets in [1, 2, 30] {
                    let share = stopped(players, &[(value, sets)]).estimate(1).unwrap().share;
                    assert!(
                        0.0 <= share.lo
                            && share.lo <= share.mean
                            && share.mean <= share.hi
                            && share.hi <= 1.0,
                        "{players} {value} {sets}: {share:?}"
                    );
                }
            }
        }
    }
}
