//! Brownian motion between two barriers, which is what a log likelihood ratio looks like over many sets.

use core::f64::consts::PI;

use crate::special::normal_cdf;

/// Motion from 0 with a drift and a variance for each unit of time, until it meets `lower` < 0 or `upper` > 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brownian {
    pub lower: f64,
    pub upper: f64,
    pub drift: f64,
    pub variance: f64,
}

impl Brownian {
    /// The probability to meet the upper barrier first.
    pub fn upper_first(&self) -> f64 {
        let exponent = 2.0 * self.drift / self.variance;
        let width = self.upper - self.lower;
        // Written so that no exponential overflows.
        if (exponent * width).abs() < 1e-9 {
            -self.lower / width
        } else if exponent > 0.0 {
            libm::expm1(exponent * self.lower) / libm::expm1(-exponent * width)
        } else {
            libm::exp(exponent * self.upper) * libm::expm1(-exponent * self.lower)
                / libm::expm1(exponent * width)
        }
    }

    /// The mean time until a barrier is met.
    pub fn mean_time(&self) -> f64 {
        let width = self.upper - self.lower;
        if (self.drift / self.variance * width).abs() < 1e-6 {
            return -self.lower * self.upper / self.variance;
        }
        (self.lower + width * self.upper_first()) / self.drift
    }

    /// The probability of an outcome that is at most as good as to be at `place` at `time`, the outcomes ordered by
    /// stopping (Siegmund 1985, section 3.4): the earlier at the lower barrier the worse, the earlier at the upper one
    /// the better.
    ///
    /// That is to have met the lower barrier by then, or to be between the barriers at or below `place`. A series of
    /// eigenfunctions, and where it converges slowly or its terms are huge one reflection at each barrier.
    pub fn outcome_cdf(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let gamma = self.drift / self.variance;
        let early = self.variance * time / (width * width) < 1e-2;
        let cdf = if early || (gamma * width).abs() > 15.0 {
            self.outcome_by_reflection(time, place)
        } else {
            self.outcome_by_series(time, place)
        };
        cdf.clamp(0.0, 1.0)
    }

    fn outcome_by_series(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let gamma = self.drift / self.variance;
        let (from, to) = (-self.lower, place - self.lower);
        let decay = |n: f64| self.variance / 2.0 * (n * PI / width) * (n * PI / width);
        let factor = libm::exp(gamma * (to - from) - self.drift * gamma / 2.0 * time);
        let mut sum = 0.0;
        for n in 1..10_000 {
            let n = f64::from(n);
            let angle = n * PI / width;
            // The integral of exp(gamma u) sin(angle u) up to `to`, times 2 / width exp(-gamma to).
            let below = 2.0 / width * (gamma * libm::sin(angle * to) - angle * libm::cos(angle * to))
                / (gamma * gamma + angle * angle);
            let alive = libm::exp(-decay(n) * time);
            sum += alive * below * libm::sin(angle * from);
            if factor * alive * below.abs().max(1.0 / n) < 1e-14 {
                break;
            }
        }
        1.0 - self.upper_first() + factor * sum
    }

    fn outcome_by_reflection(&self, time: f64, place: f64) -> f64 {
        let deviation = libm::sqrt(self.variance * time);
        let moved = self.drift * time;
        let exponent = 2.0 * self.drift / self.variance;
        normal_cdf((place - moved) / deviation)
            + scaled_cdf(exponent * self.lower, (moved - place + 2.0 * self.lower) / deviation)
            - scaled_cdf(exponent * self.upper, (place - moved - 2.0 * self.upper) / deviation)
    }
}

/// exp(exponent) Φ(z), which is finite where each factor may not be.
fn scaled_cdf(exponent: f64, z: f64) -> f64 {
    if z > -10.0 {
        return libm::exp(exponent) * normal_cdf(z);
    }
    let inverse = 1.0 / (z * z);
    let series = 1.0 - inverse * (1.0 - 3.0 * inverse * (1.0 - 5.0 * inverse * (1.0 - 7.0 * inverse)));
    libm::exp(exponent - z * z / 2.0) / (-z * libm::sqrt(2.0 * PI)) * series
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(drift: f64) -> Brownian {
        Brownian { lower: -2.9, upper: 2.9, drift, variance: 2.0 }
    }

    #[test]
    fn at_the_drift_of_a_hypothesis_walds_errors_come_out() {
        // A log likelihood ratio has drift ± variance / 2.
        let bound = libm::log(19.0);
        for (drift, expected) in [(-1.0, 0.05), (1.0, 0.95), (0.0, 0.5)] {
            let motion = Brownian { lower: -bound, upper: bound, drift, variance: 2.0 };
            assert!((motion.upper_first() - expected).abs() < 1e-12, "{drift}: {}", motion.upper_first());
        }
        assert!((motion(0.0).mean_time() - 2.9 * 2.9 / 2.0).abs() < 1e-12);
        assert!((motion(1e-5).mean_time() - 2.9 * 2.9 / 2.0).abs() < 1e-6);
        assert!((motion(1e3).mean_time() - 2.9e-3).abs() < 1e-12);
        assert_eq!((motion(1e4).upper_first(), motion(-1e4).upper_first()), (1.0, 0.0));
    }

    #[test]
    fn the_series_and_the_reflections_agree_where_both_hold() {
        for drift in [-1.0, -0.2, 0.0, 0.5, 1.0] {
            for place in [-2.9, -1.0, 0.0, 2.0, 2.9] {
                for time in [0.2, 0.5, 1.0] {
                    let series = motion(drift).outcome_by_series(time, place);
                    let reflection = motion(drift).outcome_by_reflection(time, place);
                    assert!(
                        (series - reflection).abs() < 1e-5,
                        "{drift} {place} {time}: {series} {reflection}"
                    );
                }
            }
        }
    }

    #[test]
    fn late_outcomes_leave_the_probabilities_of_the_barriers() {
        for drift in [-0.7, 0.0, 0.3] {
            let lower = 1.0 - motion(drift).upper_first();
            for place in [-2.9, 0.0, 2.9] {
                assert!((motion(drift).outcome_cdf(1e3, place) - lower).abs() < 1e-12, "{drift} {place}");
            }
        }
    }

    #[test]
    fn a_scaled_normal_is_continuous_where_its_form_changes() {
        let (near, far) = (scaled_cdf(40.0, -9.999_999_999), scaled_cdf(40.0, -10.000_000_001));
        assert!((near / far - 1.0).abs() < 1e-6, "{near} {far}");
        assert!(scaled_cdf(2_000.0, -64.0).is_finite());
    }
}
