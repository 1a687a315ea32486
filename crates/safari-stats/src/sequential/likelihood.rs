//! The generalised log likelihood ratio: the likeliest distribution under each hypothesis, nothing assumed of its form.

use super::outcomes::{Cell, Cells, mean_and_variance};
use crate::root::falling_root;

/// How close the constrained distribution must come to itself in one step, and how many steps it has.
const TOLERANCE: f64 = 1e-13;
const STEPS: usize = 200;

impl Cells {
    /// ln of the likelihood of the values under the likeliest distribution with mean `h1`, less that with mean `h0`.
    ///
    /// The likeliest distribution with mean s has parts p / (1 + θ (value - s)), with θ such that it is one (Van den
    /// Bergh, *A practical introduction to the GSPRT*, proposition 1.1; Owen 1988, empirical likelihood).
    pub fn llr_of_mean(&self, h0: f64, h1: f64) -> f64 {
        let excess = |mean: f64| self.cells.iter().map(|cell| cell.value - mean).collect::<Vec<_>>();
        let (excess0, excess1) = (excess(h0), excess(h1));
        let (tilt0, tilt1) = (self.tilt(&excess0), self.tilt(&excess1));
        self.ratio(tilt0, &excess0, tilt1, &excess1)
    }

    /// The same for the distance of the mean from `reference` in standard deviations (Van den Bergh, *Normalized Elo
    /// practical*, section 4.1).
    pub fn llr_of_t(&self, reference: f64, h0: f64, h1: f64) -> f64 {
        let (tilt0, excess0) = self.likeliest_with_t(reference, h0);
        let (tilt1, excess1) = self.likeliest_with_t(reference, h1);
        self.ratio(tilt0, &excess0, tilt1, &excess1)
    }

    fn ratio(&self, tilt0: f64, excess0: &[f64], tilt1: f64, excess1: &[f64]) -> f64 {
        let terms = self.cells.iter().zip(excess0.iter().zip(excess1));
        let mean: f64 = terms
            .map(|(cell, (e0, e1))| cell.part * (libm::log1p(tilt0 * e0) - libm::log1p(tilt1 * e1)))
            .sum();
        self.total * mean
    }

    /// θ with Σ part · excess / (1 + θ excess) = 0. Excess has both signs.
    fn tilt(&self, excess: &[f64]) -> f64 {
        let (least, most) =
            excess.iter().fold((0.0f64, 0.0f64), |(least, most), &e| (least.min(e), most.max(e)));
        falling_root(-1.0 / most, -1.0 / least, 0.0, |tilt| {
            let mut value = 0.0;
            let mut slope = 0.0;
            for (cell, &excess) in self.cells.iter().zip(excess) {
                let ratio = excess / (1.0 + tilt * excess);
                value += cell.part * ratio;
                slope -= cell.part * ratio * ratio;
            }
            (value, slope)
        })
    }

    /// θ and the excesses of the likeliest distribution whose mean is `t` of its own standard deviations above
    /// `reference`.
    ///
    /// The constraint is made linear at the last distribution. As σ (1 + s²/σ²) / 2 is at least s, each solution of
    /// that lies at `t` or beyond it, and from there the next one exists; so the first distribution has to lie there,
    /// too.
    fn likeliest_with_t(&self, reference: f64, t: f64) -> (f64, Vec<f64>) {
        let mut parts = self.beyond_t(reference, t);
        let mut excess = vec![0.0; parts.len()];
        let mut tilt = 0.0;
        for _ in 0..STEPS {
            let cells = self.cells.iter().zip(&parts).map(|(cell, &part)| Cell { value: cell.value, part });
            let (mean, variance) = mean_and_variance(cells);
            let deviation = libm::sqrt(variance);
            for (excess, cell) in excess.iter_mut().zip(&self.cells) {
                let z = (cell.value - mean) / deviation;
                *excess = cell.value - reference - t * deviation * (1.0 + z * z) / 2.0;
            }
            tilt = self.tilt(&excess);
            let mut moved = 0.0f64;
            for ((part, cell), excess) in parts.iter_mut().zip(&self.cells).zip(&excess) {
                let next = cell.part / (1.0 + tilt * excess);
                moved = moved.max((next - *part).abs());
                *part = next;
            }
            if moved < TOLERANCE {
                break;
            }
        }
        (tilt, excess)
    }

    /// A distribution over all values whose mean is `t` of its standard deviations from `reference` or farther: that of
    /// equal parts, from which Fishtest starts, or one that leans towards the end on that side.
    fn beyond_t(&self, reference: f64, t: f64) -> Vec<f64> {
        let equal = 1.0 / self.cells.len() as f64;
        let end = if t > 0.0 { self.cells.len() - 1 } else { 0 };
        let mut rest = 1.0;
        loop {
            let mut parts = vec![equal * rest; self.cells.len()];
            parts[end] += 1.0 - rest;
            let cells = self.cells.iter().zip(&parts).map(|(cell, &part)| Cell { value: cell.value, part });
            let (mean, variance) = mean_and_variance(cells);
            // The end of the range is beyond the reference, so a rest that is small enough is found.
            if (mean - reference) * t.signum() >= t.abs() * libm::sqrt(variance) || t == 0.0 {
                return parts;
            }
            rest /= 2.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequential::outcomes::Outcomes;

    fn cells() -> Cells {
        let mut outcomes = Outcomes::new(&[]);
        for (value, sets) in [(0.0, 30), (1.0 / 6.0, 11), (0.25, 20), (0.5, 9), (0.75, 4), (1.0, 2)] {
            outcomes.add(value, sets);
        }
        outcomes.cells()
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_that_it_should() {
        let cells = cells();
        for mean in [0.05, 0.2, 0.25, 0.6, 0.95] {
            let excess: Vec<f64> = cells.cells.iter().map(|cell| cell.value - mean).collect();
            let tilt = cells.tilt(&excess);
            let parts = cells.cells.iter().zip(&excess).map(|(cell, e)| cell.part / (1.0 + tilt * e));
            let (sum, first) = parts
                .zip(&cells.cells)
                .fold((0.0, 0.0), |(sum, first), (part, cell)| (sum + part, first + part * cell.value));
            assert!((sum - 1.0).abs() < 1e-12 && (first - mean).abs() < 1e-12, "{mean}: {sum} {first}");
        }
    }

    #[test]
    fn the_likeliest_distribution_has_the_distance_in_deviations_that_it_should() {
        let cells = cells();
        for (reference, t) in
            [(0.25, 0.0), (0.25, 0.1), (0.2, -0.15), (0.5, -0.6), (0.25, 0.5), (0.2, 4.0), (0.3, -3.0)]
        {
            let (tilt, excess) = cells.likeliest_with_t(reference, t);
            let parts = cells
                .cells
                .iter()
                .zip(&excess)
                .map(|(cell, e)| Cell { value: cell.value, part: cell.part / (1.0 + tilt * e) });
            let (mean, variance) = mean_and_variance(parts);
            assert!(((mean - reference) / variance.sqrt() - t).abs() < 1e-10, "{reference} {t}: {mean}");
        }
    }

    #[test]
    fn no_other_distribution_with_that_mean_is_likelier() {
        // Moving a little along any direction that keeps sum and mean lowers the likelihood.
        let cells = cells();
        let mean = 0.3;
        let excess: Vec<f64> = cells.cells.iter().map(|cell| cell.value - mean).collect();
        let tilt = cells.tilt(&excess);
        let best: Vec<f64> =
            cells.cells.iter().zip(&excess).map(|(cell, e)| cell.part / (1.0 + tilt * e)).collect();
        let likelihood = |parts: &[f64]| -> f64 {
            cells.cells.iter().zip(parts).map(|(cell, part)| cell.part * part.ln()).sum()
        };
        let values: Vec<f64> = cells.cells.iter().map(|cell| cell.value).collect();
        for third in 2..values.len() {
            for sign in [-1e-3, 1e-3] {
                // d0 + d1 + d = 0 and v0 d0 + v1 d1 + v d = 0.
                let d1 = -sign * (values[third] - values[0]) / (values[1] - values[0]);
                let mut moved = best.clone();
                moved[third] += sign;
                moved[1] += d1;
                moved[0] -= sign + d1;
                if moved.iter().all(|&part| part > 0.0) {
                    assert!(likelihood(&moved) < likelihood(&best), "{third} {sign}");
                }
            }
        }
    }
}
