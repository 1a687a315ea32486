//! Pearson's χ² test, to tell whether counts come from a distribution.
//!
//! Seeds are fixed, so a test gives the same answer every time. α is 10⁻⁶: among some hundred fits none fails by the
//! choice of a seed, and a wrong distribution is found at sample sizes that take milliseconds (the negative controls
//! in `sampling.rs`).

/// The probability with which a right distribution may be rejected.
pub const ALPHA: f64 = 1e-6;

/// Cells of lower expectation are pooled, as the χ² distribution describes only sums of many.
const LEAST_EXPECTED: f64 = 8.0;

/// The probability of counts that lie as far from the weights as these or farther, under the weights.
///
/// # Panics
/// If there is nothing to compare: fewer than two cells are left after pooling.
pub fn p_value(observed: &[u64], weights: &[f64]) -> f64 {
    assert_eq!(observed.len(), weights.len());
    let total: u64 = observed.iter().sum();
    let sum: f64 = weights.iter().sum();
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut pool = (0.0, 0.0);
    for (&count, &weight) in observed.iter().zip(weights) {
        let expected = total as f64 * weight / sum;
        if expected == 0.0 && count > 0 {
            return 0.0; // what is impossible has happened
        }
        if expected < LEAST_EXPECTED {
            pool = (pool.0 + count as f64, pool.1 + expected);
        } else {
            cells.push((count as f64, expected));
        }
    }
    if pool.1 >= LEAST_EXPECTED {
        cells.push(pool);
    }
    assert!(cells.len() > 1, "nothing to compare: {observed:?}");
    let statistic = cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    upper_tail(statistic, cells.len() as u32 - 1)
}

/// Fails unless the counts may come from the weights.
#[track_caller]
pub fn assert_fits(what: &str, observed: &[u64], weights: &[f64]) {
    let p = p_value(observed, weights);
    assert!(p >= ALPHA, "{what}: p = {p:e}\nobserved {observed:?}\nweights {weights:?}");
}

/// The probability that a χ² variable of `df` degrees of freedom exceeds `statistic`: Q(df/2, statistic/2), the
/// regularised incomplete gamma function by its series or its continued fraction (Numerical Recipes, section 6.2).
pub fn upper_tail(statistic: f64, df: u32) -> f64 {
    let (a, x) = (f64::from(df) / 2.0, statistic / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - log_gamma_of_half(df)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return 1.0 - sum * scale;
    }
    // Lentz's method.
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..100_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    scale * h
}

/// ln Γ(df/2), by the recurrence from Γ(1/2) = √π or Γ(1) = 1.
fn log_gamma_of_half(df: u32) -> f64 {
    let (mut at, mut log) = if df % 2 == 1 { (0.5, std::f64::consts::PI.sqrt().ln()) } else { (1.0, 0.0) };
    while at + 0.5 < f64::from(df) / 2.0 + 0.25 {
        log += f64::ln(at);
        at += 1.0;
    }
    log
}

/// n over k.
pub fn choose(n: u32, k: u32) -> f64 {
    if k > n { 0.0 } else { (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product() }
}
