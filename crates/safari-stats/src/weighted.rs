//! Means of values that are known unequally well.

use crate::interval::Interval;
use crate::special::student_quantile;

/// The 95 % interval of a mean of independent values by (weight, value), the weights proportional to what is known of
/// each (the inverse of its variance).
///
/// The variance is estimated from the spread of the values around their mean, so that only the ratios of the weights
/// matter (Hartung and Knapp 2001, *Statistics in Medicine* 20). Values of weight 0 or less count for nothing; the
/// interval is infinite of fewer than two others, and the mean of none is 0.
pub fn weighted_mean_interval(values: &[(f64, f64)]) -> Interval {
    let known = || values.iter().filter(|(weight, _)| *weight > 0.0);
    let (count, total) = known().fold((0u64, 0.0), |(count, total), (weight, _)| (count + 1, total + weight));
    let mean =
        if count == 0 { 0.0 } else { known().map(|(weight, value)| weight * value).sum::<f64>() / total };
    if count < 2 {
        return Interval { lo: f64::NEG_INFINITY, mean, hi: f64::INFINITY };
    }
    let squares: f64 = known().map(|(weight, value)| weight * (value - mean) * (value - mean)).sum();
    let degrees = (count - 1) as f64;
    let half = student_quantile(0.05, degrees) * libm::sqrt(squares / (degrees * total));
    Interval { lo: mean - half, mean, hi: mean + half }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, mean_interval};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn equal_weights_give_the_interval_of_a_plain_mean() {
        let values = [3.0, 8.0, -2.0, 5.5];
        let plain = mean_interval(&values.into_iter().collect::<Moments>());
        let weighted = weighted_mean_interval(&values.map(|value| (0.7, value)));
        assert!((plain.mean - weighted.mean).abs() < 1e-12 && (plain.lo - weighted.lo).abs() < 1e-12);
    }

    #[test]
    fn intervals_of_values_that_are_known_unequally_well_cover_their_truth() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let (mut covered, runs) = (0, 4_000);
        for _ in 0..runs {
            let values: Vec<(f64, f64)> = (0..12)
                .map(|i| {
                    let deviation = 1.0 + f64::from(i % 4);
                    // Twelve uniform numbers sum to a nearly normal one of variance 1.
                    let normal = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
                    (1.0 / (deviation * deviation), 2.0 + deviation * normal)
                })
                .collect();
            let interval = weighted_mean_interval(&values);
            covered += u32::from(interval.lo <= 2.0 && 2.0 <= interval.hi);
        }
        let coverage = f64::from(covered) / f64::from(runs);
        assert!((0.94..0.96).contains(&coverage), "{coverage}");
    }

    #[test]
    fn one_value_or_none_says_nothing_of_the_spread() {
        assert_eq!(weighted_mean_interval(&[]).mean, 0.0);
        let one = weighted_mean_interval(&[(0.0, 9.0), (2.0, 4.0)]);
        assert_eq!((one.mean, one.hi), (4.0, f64::INFINITY));
    }
}
