//! Values of sets, counted exactly.

use std::collections::BTreeMap;

use crate::moments::Moments;

/// Values are counted as multiples of its inverse: 60 · lcm(1, …, 16).
///
/// A first place shared by up to five is a multiple of 1/60, so the mean over n results is one of 1 / (60 n), and exact
/// for n up to 16 and for 20, 24, 30, 60 and 120. Any other value is rounded by at most 2 · 10^-8.
const DENOMINATOR: f64 = 43_243_200.0;

/// The weight of a value that can occur and did not, as in Fishtest: without it no distribution with the mean of a
/// hypothesis might exist among those observed.
const ABSENT: f64 = 1e-3;

/// How often each value occurred.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcomes {
    counts: BTreeMap<i64, u64>,
    sets: u64,
}

/// A value and its part of the whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub value: f64,
    pub part: f64,
}

/// A distribution of values, none of them without weight.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub cells: Vec<Cell>,
    /// The sum of the weights before they were divided by it: the number of sets and a little for values that are
    /// absent.
    pub total: f64,
}

impl Outcomes {
    /// No sets yet, and the values that count as possible from the start; 0 and 1 always do.
    pub fn new(possible: &[f64]) -> Outcomes {
        let counts = possible.iter().chain(&[0.0, 1.0]).map(|&value| (key(value), 0)).collect();
        Outcomes { counts, sets: 0 }
    }

    pub fn add(&mut self, value: f64, sets: u64) {
        *self.counts.entry(key(value)).or_default() += sets;
        self.sets += sets;
    }

    pub fn sets(&self) -> u64 {
        self.sets
    }

    /// The value of all sets, where they are alike.
    pub fn only_value(&self) -> Option<f64> {
        let mut present = self.counts.iter().filter(|&(_, &count)| count > 0);
        let (&key, _) = present.next()?;
        present.next().is_none().then(|| key as f64 / DENOMINATOR)
    }

    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().map(|(&key, &count)| key as f64 * count as f64).sum();
        sum / DENOMINATOR / self.sets as f64
    }

    /// Mean and spread of the sets, as of any sample.
    pub fn moments(&self) -> Moments {
        let mean = self.mean();
        let distance = |key: i64| key as f64 / DENOMINATOR - mean;
        let squares =
            self.counts.iter().map(|(&key, &count)| count as f64 * distance(key) * distance(key)).sum();
        Moments::from_sums(self.sets, mean, squares)
    }

    pub fn cells(&self) -> Cells {
        let weight = |count: u64| if count == 0 { ABSENT } else { count as f64 };
        let total = self.counts.values().map(|&count| weight(count)).sum();
        let cell = |(&key, &count): (&i64, &u64)| Cell {
            value: key as f64 / DENOMINATOR,
            part: weight(count) / total,
        };
        Cells { cells: self.counts.iter().map(cell).collect(), total }
    }
}

impl Cells {
    /// Mean and variance, the latter of the whole rather than of a sample.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        mean_and_variance(self.cells.iter().copied())
    }
}

pub(super) fn mean_and_variance(cells: impl Iterator<Item = Cell> + Clone) -> (f64, f64) {
    let mean: f64 = cells.clone().map(|cell| cell.part * cell.value).sum();
    let variance = cells.map(|cell| cell.part * (cell.value - mean) * (cell.value - mean)).sum();
    (mean, variance)
}

fn key(value: f64) -> i64 {
    libm::round(value * DENOMINATOR) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_by_rounding_alone_are_the_same() {
        let mut outcomes = Outcomes::new(&[]);
        outcomes.add((1.0 / 3.0 + 1.0 + 0.5) / 3.0, 1);
        outcomes.add((0.5 + 1.0 / 3.0 + 1.0) / 3.0, 1);
        outcomes.add(11.0 / 18.0, 1);
        assert_eq!(outcomes.cells().cells.len(), 3);
        assert!((outcomes.mean() - 11.0 / 18.0).abs() < 1e-15);
    }

    #[test]
    fn every_value_of_up_to_sixteen_results_is_exact() {
        for results in (1..=16).chain([20, 24, 30, 60, 120]) {
            let step = DENOMINATOR / (60.0 * f64::from(results));
            assert_eq!(step.fract(), 0.0, "{results}");
        }
    }

    #[test]
    fn values_that_are_absent_have_a_little_weight() {
        let mut outcomes = Outcomes::new(&[0.5]);
        outcomes.add(1.0, 2);
        let cells = outcomes.cells();
        assert_eq!(cells.total, 2.002);
        assert_eq!(cells.cells.iter().map(|cell| cell.value).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
        assert!((cells.cells.iter().map(|cell| cell.part).sum::<f64>() - 1.0).abs() < 1e-15);
    }
}
