//! Roots of monotone functions.

/// The root of a function that falls from positive to negative between `lo` and `hi`, by Newton's method kept inside a
/// bracket, to the last bit that the function can tell. `f` gives value and slope; it is not asked at the ends.
pub(crate) fn falling_root(
    mut lo: f64,
    mut hi: f64,
    start: f64,
    mut f: impl FnMut(f64) -> (f64, f64),
) -> f64 {
    let mut x = if lo < start && start < hi { start } else { lo + (hi - lo) / 2.0 };
    let mut width = hi - lo;
    // Where four steps of Newton leave more than a quarter of the bracket, it is halved instead.
    for step in 0..400 {
        let (value, slope) = f(x);
        if value > 0.0 {
            lo = x;
        } else if value < 0.0 {
            hi = x;
        } else {
            return x;
        }
        let newton = x - value / slope;
        let slow = step % 4 == 3 && hi - lo > width / 4.0;
        if step % 4 == 3 {
            width = hi - lo;
        }
        let next = if slow || !(lo < newton && newton < hi) { lo + (hi - lo) / 2.0 } else { newton };
        if (next - x).abs() <= f64::EPSILON * x.abs() || next <= lo || next >= hi {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_found_from_any_start() {
        for start in [-10.0, 0.1, 1.0, 2.9, 50.0] {
            let root = falling_root(0.0, 3.0, start, |x| (2.0 - x * x, -2.0 * x));
            assert!((root - core::f64::consts::SQRT_2).abs() < 1e-15, "{start}: {root}");
        }
    }

    #[test]
    fn a_root_beside_a_pole_is_found() {
        // 1e-9 / x - 1 / (1 - x): the root lies at about 1e-9.
        let root = falling_root(0.0, 1.0, 0.5, |x| {
            (1e-9 / x - 1.0 / (1.0 - x), -1e-9 / (x * x) - 1.0 / ((1.0 - x) * (1.0 - x)))
        });
        assert!((root / (1e-9 / (1.0 + 1e-9)) - 1.0).abs() < 1e-12, "{root}");
    }
}
