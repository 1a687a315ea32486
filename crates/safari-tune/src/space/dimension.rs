//! One dimension of a search space: what it may be, and its map to and from the unit interval.

use std::ops::RangeInclusive;

use safari_agents::params::{Domain, Param, Value};

/// How a real dimension is spread over the unit interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal ratios; the range lies above 0.
    Log,
}

/// What a dimension may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Int(RangeInclusive<i64>),
    /// A real number, rounded as [`Dimension::at`] says.
    Real(RangeInclusive<f64>, Scale),
    /// One of several words without an order.
    Category(Vec<&'static str>),
    /// `true` or `false`.
    Flag,
}

/// When a dimension has a meaning at all: while another one has one of some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Name of the other dimension, a category or a flag.
    pub on: String,
    /// Its values with which the dimension is active.
    pub values: Vec<Value>,
}

/// A named dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// The key of the parameter.
    pub name: String,
    /// What it may be.
    pub kind: Kind,
    /// When it is active; always where there is none.
    pub condition: Option<Condition>,
}

impl Dimension {
    /// A dimension that is always active.
    pub fn new(name: impl Into<String>, kind: Kind) -> Dimension {
        Dimension { name: name.into(), kind, condition: None }
    }

    /// The same, active only while the dimension `on` has one of these values.
    pub fn when(mut self, on: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Dimension {
        self.condition = Some(Condition { on: on.into(), values: values.into_iter().collect() });
        self
    }

    /// The declared parameter of an agent over its whole domain; reals on a linear scale.
    pub fn of(param: &Param) -> Dimension {
        let kind = match &param.domain {
            Domain::Int(range) => Kind::Int(range.clone()),
            Domain::Real(range) => Kind::Real(range.clone(), Scale::Linear),
            Domain::Word(words) => Kind::Category(words.to_vec()),
            Domain::Flag => Kind::Flag,
        };
        Dimension::new(param.name, kind)
    }

    /// The value at `u` in [0, 1]; what lies outside is pulled to the nearer end.
    ///
    /// Every whole number, word and flag has an interval of equal length. Reals are rounded to what a person would
    /// write: on a linear scale to a power of ten that is between 1/10,000 and 1/1,000 of the range's width, on a
    /// logarithmic one to four significant digits. The ends stay as they are.
    pub fn at(&self, u: f64) -> Value {
        self.at_dithered(u, 0.5)
    }

    /// As [`at`](Self::at), but a whole number between two others becomes the upper one where `dither` in [0, 1) and
    /// its fraction sum to 1 or more: for a uniform `dither`, the expectation is the number itself (stochastic
    /// rounding).
    pub fn at_dithered(&self, u: f64, dither: f64) -> Value {
        let u = u.clamp(0.0, 1.0);
        match &self.kind {
            Kind::Int(range) => {
                let count = int_count(range) as f64;
                let offset = (u * count - 0.5 + dither).floor().clamp(0.0, count - 1.0);
                Value::Int(range.start() + offset as i64)
            }
            Kind::Real(range, _) if u == 0.0 => Value::Real(*range.start()),
            Kind::Real(range, _) if u == 1.0 => Value::Real(*range.end()),
            Kind::Real(range, Scale::Linear) => {
                let (lo, hi) = (*range.start(), *range.end());
                let digits = (3.0 - libm::floor(libm::log10(hi - lo))).max(0.0) as usize;
                Value::Real(read(format!("{:.digits$}", lo + u * (hi - lo))).clamp(lo, hi))
            }
            Kind::Real(range, Scale::Log) => {
                let (lo, hi) = (*range.start(), *range.end());
                let x = libm::exp(libm::log(lo) + u * (libm::log(hi) - libm::log(lo)));
                Value::Real(read(format!("{x:.3e}")).clamp(lo, hi))
            }
            Kind::Category(words) => {
                Value::Word(words[((u * words.len() as f64) as usize).min(words.len() - 1)])
            }
            Kind::Flag => Value::Flag(u >= 0.5),
        }
    }

    /// Where in [0, 1] a value lies: the middle of its interval for whole numbers, words and flags. One half for a
    /// value that the dimension cannot have.
    pub fn unit(&self, value: &Value) -> f64 {
        match (&self.kind, value) {
            (Kind::Int(range), Value::Int(n)) => {
                ((n.saturating_sub(*range.start())) as f64 + 0.5) / int_count(range) as f64
            }
            (Kind::Real(range, Scale::Linear), Value::Real(x)) => {
                (x - range.start()) / (range.end() - range.start())
            }
            (Kind::Real(range, Scale::Log), Value::Real(x)) => {
                let lo = libm::log(*range.start());
                (libm::log(*x) - lo) / (libm::log(*range.end()) - lo)
            }
            (Kind::Category(words), Value::Word(word)) => words
                .iter()
                .position(|other| other == word)
                .map_or(0.5, |index| (index as f64 + 0.5) / words.len() as f64),
            (Kind::Flag, Value::Flag(flag)) => 0.25 + 0.5 * f64::from(u8::from(*flag)),
            _ => 0.5,
        }
    }

    /// How many values there are; none for reals.
    pub fn size(&self) -> Option<u128> {
        match &self.kind {
            Kind::Int(range) => Some(u128::from(int_count(range))),
            Kind::Real(..) => None,
            Kind::Category(words) => Some(words.len() as u128),
            Kind::Flag => Some(2),
        }
    }

    /// Evenly spread values, both ends among them: at most `most` of a number (the middle one where that is 1), all of
    /// a category or flag, in order and each once.
    pub fn levels(&self, most: u32) -> Vec<Value> {
        let along = |count: u32| match count {
            0 | 1 => vec![0.5],
            count => (0..count).map(|i| f64::from(i) / f64::from(count - 1)).collect(),
        };
        let units = match &self.kind {
            Kind::Category(words) => {
                (0..words.len()).map(|i| (i as f64 + 0.5) / words.len() as f64).collect()
            }
            Kind::Flag => vec![0.25, 0.75],
            Kind::Int(range) => along(u32::try_from(int_count(range)).unwrap_or(u32::MAX).min(most)),
            Kind::Real(..) => along(most),
        };
        let mut values: Vec<Value> = units.into_iter().map(|u| self.at(u)).collect();
        values.dedup();
        values
    }

    /// The values one step away: the whole numbers beside it, every other word, the other flag; of reals those a
    /// `reach` (a share of the unit interval) below and above, within the range.
    pub fn neighbours(&self, value: &Value, reach: f64) -> Vec<Value> {
        let candidates = match (&self.kind, value) {
            (Kind::Int(range), Value::Int(n)) => [n.saturating_sub(1), n.saturating_add(1)]
                .into_iter()
                .filter(|n| range.contains(n))
                .map(Value::Int)
                .collect(),
            (Kind::Real(..), Value::Real(_)) => {
                let u = self.unit(value);
                vec![self.at(u - reach), self.at(u + reach)]
            }
            (Kind::Category(words), _) => words.iter().map(|word| Value::Word(word)).collect(),
            (Kind::Flag, _) => vec![Value::Flag(false), Value::Flag(true)],
            _ => Vec::new(),
        };
        candidates.into_iter().filter(|candidate| candidate != value).collect()
    }

    /// Why a value is none of this dimension's, if so.
    pub(super) fn refuse(&self, value: &Value) -> Option<String> {
        let fits = match (&self.kind, value) {
            (Kind::Int(range), Value::Int(n)) => range.contains(n),
            (Kind::Real(range, _), Value::Real(x)) => range.contains(x),
            (Kind::Category(words), Value::Word(word)) => words.contains(word),
            (Kind::Flag, Value::Flag(_)) => true,
            _ => false,
        };
        (!fits).then(|| format!("{value} is not {}", self.text()))
    }

    /// Reads a value.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let value = match &self.kind {
            Kind::Int(_) => text.parse().ok().map(Value::Int),
            Kind::Real(..) => text.parse().ok().map(Value::Real),
            Kind::Category(words) => words.iter().find(|word| **word == text).map(|word| Value::Word(word)),
            Kind::Flag => text.parse().ok().map(Value::Flag),
        };
        let value = value.ok_or_else(|| format!("`{text}` is not {}", self.text()))?;
        self.refuse(&value).map_or(Ok(value), Err)
    }

    /// What it may be, in words.
    pub fn text(&self) -> String {
        match &self.kind {
            Kind::Int(range) => format!("a whole number from {} to {}", range.start(), range.end()),
            Kind::Real(range, _) => format!("a number from {} to {}", range.start(), range.end()),
            Kind::Category(words) => format!("one of {}", words.join(", ")),
            Kind::Flag => "true or false".to_owned(),
        }
    }
}

/// How many whole numbers a validated range has.
fn int_count(range: &RangeInclusive<i64>) -> u64 {
    range.end().abs_diff(*range.start()) + 1
}

/// A decimal text as the nearest number; never a negative zero, which would have a text of its own.
fn read(decimal: String) -> f64 {
    decimal.parse::<f64>().expect("formatted just now") + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(lo: f64, hi: f64, scale: Scale) -> Dimension {
        Dimension::new("x", Kind::Real(lo..=hi, scale))
    }

    #[test]
    fn whole_numbers_have_intervals_of_equal_length() {
        let dimension = Dimension::new("n", Kind::Int(-1..=2));
        let values: Vec<Value> = [0.0, 0.24, 0.26, 0.5, 0.74, 0.76, 1.0, 7.0].map(|u| dimension.at(u)).into();
        assert_eq!(values, [-1, -1, 0, 1, 1, 2, 2, 2].map(Value::Int));
        for n in -1..=2 {
            assert_eq!(dimension.at(dimension.unit(&Value::Int(n))), Value::Int(n));
        }
    }

    #[test]
    fn stochastic_rounding_keeps_the_expectation() {
        let dimension = Dimension::new("n", Kind::Int(0..=9));
        // 0.33 * 10 - 0.5 = 2.8: in 8 of 10 cases 3, else 2.
        let sum: i64 = (0..1000)
            .map(|i| match dimension.at_dithered(0.33, f64::from(i) / 1000.0) {
                Value::Int(n) => n,
                other => panic!("{other}"),
            })
            .sum();
        assert!((2790..=2810).contains(&sum), "{sum}");
    }

    #[test]
    fn a_log_scale_has_equal_ratios() {
        let dimension = real(0.01, 100.0, Scale::Log);
        let values: Vec<Value> = [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| dimension.at(u)).into();
        assert_eq!(values, [0.01, 0.1, 1.0, 10.0, 100.0].map(Value::Real));
        assert!((dimension.unit(&Value::Real(10.0)) - 0.75).abs() < 1e-12);
        assert_eq!(dimension.at(0.3), Value::Real(0.1585));
    }

    #[test]
    fn reals_are_rounded_to_what_a_person_would_write() {
        assert_eq!(real(0.0, 20.0, Scale::Linear).at(1.0 / 3.0), Value::Real(6.67));
        assert_eq!(real(0.0, 1.0, Scale::Linear).at(1.0 / 3.0), Value::Real(0.333));
        assert_eq!(real(0.0, 1e6, Scale::Linear).at(1.0 / 3.0), Value::Real(333_333.0));
        assert_eq!(real(-1.0, 1.0, Scale::Linear).at(0.499_999_9).to_string(), "0");
        assert_eq!(real(0.123_456, 0.9, Scale::Linear).at(-3.0), Value::Real(0.123_456));
    }

    #[test]
    fn levels_hold_both_ends_and_no_value_twice() {
        assert_eq!(Dimension::new("n", Kind::Int(0..=10)).levels(3), [0, 5, 10].map(Value::Int));
        assert_eq!(Dimension::new("n", Kind::Int(1..=2)).levels(9), [1, 2].map(Value::Int));
        assert_eq!(real(0.0, 1.0, Scale::Linear).levels(1), [Value::Real(0.5)]);
        assert_eq!(real(1.0, 100.0, Scale::Log).levels(3), [1.0, 10.0, 100.0].map(Value::Real));
        assert_eq!(Dimension::new("f", Kind::Flag).levels(1).len(), 2);
    }

    #[test]
    fn neighbours_stay_in_the_range() {
        let int = Dimension::new("n", Kind::Int(0..=3));
        assert_eq!(int.neighbours(&Value::Int(0), 0.1), [Value::Int(1)]);
        assert_eq!(int.neighbours(&Value::Int(2), 0.1), [1, 3].map(Value::Int));
        let x = real(0.0, 10.0, Scale::Linear);
        assert_eq!(x.neighbours(&Value::Real(5.0), 0.1), [4.0, 6.0].map(Value::Real));
        assert_eq!(x.neighbours(&Value::Real(10.0), 0.1), [Value::Real(9.0)]);
        let word = Dimension::new("w", Kind::Category(vec!["a", "b", "c"]));
        assert_eq!(word.neighbours(&Value::Word("b"), 0.1), ["a", "c"].map(Value::Word));
    }
}
