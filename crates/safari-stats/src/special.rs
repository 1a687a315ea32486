//! Distribution functions and quantiles, by `libm` alone, so that every machine gives the same bits.

use crate::root::falling_root;

/// The distribution function of the standard normal.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * core::f64::consts::FRAC_1_SQRT_2)
}

/// The quantile of the standard normal for a probability in (0, 1); infinite at 0 and 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    // In the lower half, where erfc keeps its relative precision.
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    const ROOT_TAU: f64 = 2.506_628_274_631_000_5;
    falling_root(-39.0, 0.1, -libm::sqrt(-2.0 * libm::log(2.0 * p)), |z| {
        (p - normal_cdf(z), -libm::exp(-z * z / 2.0) / ROOT_TAU)
    })
}

/// ln of the beta function times x^a (1 - x)^b: what the continued fraction of the incomplete beta is multiplied by.
fn ln_beta_factor(x: f64, a: f64, b: f64) -> f64 {
    libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x)
}

/// The regularised incomplete beta function I_x(a, b) for x in [0, 1]: the distribution function of Beta(a, b), by the
/// continued fraction of Abramowitz and Stegun (1964), 26.5.8, evaluated by Lentz's method.
pub(crate) fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    libm::exp(ln_beta_factor(x, a, b)) * fraction / a
}

/// The quantile of Beta(a, b), a and b positive, for a probability in [0, 1].
pub(crate) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    if p <= 0.0 {
        return 0.0;
    }
    if p >= 1.0 {
        return 1.0;
    }
    falling_root(0.0, 1.0, a / (a + b), |x| {
        (p - incomplete_beta(x, a, b), -libm::exp(ln_beta_factor(x, a, b)) / (x * (1.0 - x)))
    })
}

/// The t of Student's distribution that is exceeded on either side with probability `two_sided`, of any positive number
/// of degrees of freedom.
pub(crate) fn student_quantile(two_sided: f64, degrees: f64) -> f64 {
    if degrees > 1e4 {
        // Abramowitz and Stegun (1964), 26.7.5; what is left out is below 1e-11.
        let z = normal_quantile(1.0 - two_sided / 2.0);
        let z2 = z * z;
        let first = z * (z2 + 1.0) / 4.0;
        let second = z * (5.0 * z2 * z2 + 16.0 * z2 + 3.0) / 96.0;
        return z + (first + second / degrees) / degrees;
    }
    let y = beta_quantile(1.0 - two_sided, 0.5, degrees / 2.0);
    libm::sqrt(degrees * y / (1.0 - y))
}

/// The distribution function of Student's t with a positive number of degrees of freedom.
pub(crate) fn student_cdf(t: f64, degrees: f64) -> f64 {
    let tail = 0.5 * incomplete_beta(degrees / (degrees + t * t), degrees / 2.0, 0.5);
    if t > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

    #[test]
    fn the_normal_agrees_with_statrs_and_with_its_own_inverse() {
        let normal = Normal::standard();
        for p in [1e-12, 1e-4, 0.025, 0.3, 0.5, 0.7, 0.975, 0.9999] {
            let z = normal_quantile(p);
            assert!((normal_cdf(z) / p - 1.0).abs() < 1e-13, "{p}: {z}");
            assert!((z - normal.inverse_cdf(p)).abs() < 1e-8, "{p}: {z}");
        }
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
    }

    #[test]
    fn the_incomplete_beta_and_its_quantile_agree_with_statrs_and_with_each_other() {
        for (a, b) in [(0.25, 0.75), (0.5, 0.5), (1.0, 3.0), (9.75, 0.25), (30.0, 4.5), (400.0, 700.0)] {
            let beta = Beta::new(a, b).unwrap();
            for x in [1e-6, 0.01, 0.2, 0.36, 0.5, 0.9, 0.999] {
                let ours = incomplete_beta(x, a, b);
                assert!((ours - beta.cdf(x)).abs() < 1e-11, "{a} {b} {x}: {ours} {}", beta.cdf(x));
            }
            for p in [0.001, 0.025, 0.5, 0.975] {
                let x = beta_quantile(p, a, b);
                assert!((incomplete_beta(x, a, b) - p).abs() < 1e-10, "{a} {b} {p}: {x}");
            }
        }
    }

    #[test]
    fn the_distribution_of_student_agrees_with_statrs_and_with_its_quantiles() {
        for degrees in [1.0, 2.0, 9.0, 50.0, 199.0] {
            let other = StudentsT::new(0.0, 1.0, degrees).unwrap();
            for t in [-30.0, -4.0, -1.3, 0.0, 0.2, 1.0, 2.5, 9.0] {
                let (ours, theirs) = (student_cdf(t, degrees), other.cdf(t));
                assert!((ours - theirs).abs() < 1e-11, "{degrees} {t}: {ours} {theirs}");
            }
            assert!(
                (student_cdf(student_quantile(0.05, degrees), degrees) - 0.975).abs() < 1e-12,
                "{degrees}"
            );
        }
    }

    #[test]
    fn quantiles_of_student_are_those_of_the_tables() {
        // Abramowitz and Stegun (1964), table 26.10.
        for (degrees, t) in [(1.0, 12.706), (2.0, 4.303), (9.0, 2.262), (19.0, 2.093), (120.0, 1.980)] {
            assert!((student_quantile(0.05, degrees) - t).abs() < 6e-4, "{degrees}");
        }
        for degrees in [1.0, 3.0, 50.0, 1e4, 1.01e4] {
            let exact = StudentsT::new(0.0, 1.0, degrees).unwrap().inverse_cdf(0.975);
            assert!((student_quantile(0.05, degrees) / exact - 1.0).abs() < 1e-8, "{degrees}");
        }
        assert!((student_quantile(0.05, 1e9) - normal_quantile(0.975)).abs() < 1e-7);
    }
}
