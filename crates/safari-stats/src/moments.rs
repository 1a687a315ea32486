//! Sums of a sample, taken in one by one.

/// Count, mean and spread of values, in constant memory (Welford 1962).
///
/// The result depends on the order of the values only by rounding; callers add them in the order of their ids.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Of so many values, with this mean and sum of squared distances from it.
    pub(crate) fn from_sums(n: u64, mean: f64, squares: f64) -> Moments {
        Moments { n, mean, squares }
    }

    /// Takes in a value.
    pub fn add(&mut self, value: f64) {
        self.n += 1;
        let before = value - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many values.
    pub fn len(&self) -> u64 {
        self.n
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The mean; 0 of no values.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of the sample with n - 1 in the denominator; 0 of fewer than two values.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.squares / (self.n - 1) as f64 }
    }

    /// The same with one more value.
    pub fn with(mut self, value: f64) -> Moments {
        self.add(value);
        self
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Moments {
        let mut moments = Moments::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}
