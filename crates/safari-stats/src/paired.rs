//! Comparing two samples that were taken on the same deals.

use crate::moments::Moments;
use crate::special::student_cdf;

/// The differences `a - b` of two samples that were taken on the same deals, in their order.
///
/// # Panics
/// If the samples have different lengths.
pub fn differences(a: &[f64], b: &[f64]) -> Moments {
    assert_eq!(a.len(), b.len(), "paired samples have one value each for every deal");
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The p-value of Student's one-sided test that a mean of at most 0 would come out as far above 0 as this one, 0 to 1.
///
/// 1 of fewer than two values, which show nothing. Where the values do not vary it is 0 for a mean above 0, else 1.
pub fn one_sided_p_value(sample: &Moments) -> f64 {
    if sample.len() < 2 {
        return 1.0;
    }
    let n = sample.len() as f64;
    if sample.variance() == 0.0 {
        return if sample.mean() > 0.0 { 0.0 } else { 1.0 };
    }
    student_cdf(-sample.mean() / libm::sqrt(sample.variance() / n), n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairing_takes_the_shared_luck_away() {
        let luck = [3.0, -7.0, 11.0, 0.5];
        let a: Vec<f64> = luck.iter().zip([1.0, 2.0, 1.0, 2.0]).map(|(luck, own)| luck + own).collect();
        let paired = differences(&a, &luck);
        assert!((paired.mean() - 1.5).abs() < 1e-12);
        assert!((paired.variance() - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_p_values_are_those_of_student() {
        // t = 1.5 * sqrt(12) with 3 degrees of freedom, whose distribution function has a closed form: with
        // x = t / sqrt(3), 1/2 + (x / (1 + x^2) + arctan x) / pi.
        let sample: Moments = [1.0, 2.0, 1.0, 2.0].into_iter().collect();
        assert!(
            (one_sided_p_value(&sample) - 0.006_923_416_494).abs() < 1e-11,
            "{}",
            one_sided_p_value(&sample)
        );
        let opposite: Moments = [-1.0, -2.0, -1.0, -2.0].into_iter().collect();
        assert!((one_sided_p_value(&sample) + one_sided_p_value(&opposite) - 1.0).abs() < 1e-12);
        let p = |values: &[f64]| one_sided_p_value(&values.iter().copied().collect());
        assert_eq!(p(&[1.0, -1.0]), 0.5);
        assert_eq!((p(&[2.0]), p(&[1.0, 1.0]), p(&[0.0, 0.0]), p(&[-1.0, -1.0])), (1.0, 0.0, 1.0, 1.0));
    }
}
