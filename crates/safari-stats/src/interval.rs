//! 95 % intervals of shares and means.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::moments::Moments;

/// An interval of confidence around an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// The estimate.
    pub mean: f64,
    /// Upper end.
    pub hi: f64,
}

/// Student's quantile for a two-sided interval of 95 %.
fn quantile(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

/// The 95 % interval of a win share from one mean share per deal, each in [0, 1].
///
/// Wilson's interval (1927) with an effective size: how many independent games would vary as much as the deals did. The
/// variance is that of the sample with one deal of the opposite result added, so the interval has a width even where one
/// side won every game, and it stays within [0, 1]. Of no deals it is [0, 1] around one half.
pub fn share_interval(deals: &Moments) -> Interval {
    if deals.is_empty() {
        return Interval { lo: 0.0, mean: 0.5, hi: 1.0 };
    }
    let mean = deals.mean().clamp(0.0, 1.0);
    let opposite = if mean > 0.5 { 0.0 } else { 1.0 };
    let floored = deals.with(opposite);
    let p = floored.mean();
    let n = deals.len() as f64;
    let size = n * p * (1.0 - p) / floored.variance();
    let z = quantile(n);
    let z2 = z * z;
    let centre = (mean + z2 / (2.0 * size)) / (1.0 + z2 / size);
    let half = z / (1.0 + z2 / size) * (mean * (1.0 - mean) / size + z2 / (4.0 * size * size)).sqrt();
    Interval { lo: (centre - half).clamp(0.0, mean), mean, hi: (centre + half).clamp(mean, 1.0) }
}

/// The 95 % interval of a mean of points from one mean per deal, by Student's t; infinite of fewer than two deals.
pub fn mean_interval(deals: &Moments) -> Interval {
    let mean = deals.mean();
    if deals.len() < 2 {
        return Interval { lo: f64::NEG_INFINITY, mean, hi: f64::INFINITY };
    }
    let half = quantile((deals.len() - 1) as f64) * (deals.variance() / deals.len() as f64).sqrt();
    Interval { lo: mean - half, mean, hi: mean + half }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn one_side_winning_everything_leaves_a_width() {
        for n in [1, 2, 10, 100] {
            for share in [0.0, 1.0] {
                let interval = share_interval(&(0..n).map(|_| share).collect());
                assert!(
                    interval.hi - interval.lo > 0.01 && interval.lo >= 0.0 && interval.hi <= 1.0,
                    "{interval:?}"
                );
            }
        }
    }

    #[test]
    fn intervals_of_simulated_matches_cover_their_truth() {
        let mut rng = Pcg64Mcg::new(1);
        for truth in [0.5, 0.75, 0.9, 0.98] {
            for deals in [10, 20, 50, 200] {
                let mut covered = 0;
                let runs = 4_000;
                for _ in 0..runs {
                    // A set of two games that share half of their luck.
                    let sample = (0..deals).map(|_| {
                        let shared: f64 = rng.random();
                        let game = |rng: &mut Pcg64Mcg| {
                            let luck = if rng.random() { shared } else { rng.random() };
                            f64::from(u8::from(luck < truth))
                        };
                        (game(&mut rng) + game(&mut rng)) / 2.0
                    });
                    let interval = share_interval(&sample.collect::<Vec<_>>().into_iter().collect());
                    covered += u32::from(interval.lo <= truth && truth <= interval.hi);
                }
                let coverage = f64::from(covered) / f64::from(runs);
                assert!(coverage > 0.935, "share {truth}, {deals} deals: {coverage}");
            }
        }
    }
}
