//! Axes: from values to places, and the ticks beside them.

use super::input::TunedDomain;

/// An axis from `lo` to `hi`.
#[derive(Clone, Debug)]
pub(super) enum Axis {
    Linear { lo: f64, hi: f64 },
    Log { lo: f64, hi: f64 },
    Words(Vec<String>),
}

impl Axis {
    /// A linear axis around values, a little wider than they; some axis where there are none or all are equal.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Axis {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (lo, hi) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
        match () {
            () if lo > hi => Axis::Linear { lo: 0.0, hi: 1.0 },
            () if hi - lo <= 1e-12 * hi.abs().max(lo.abs()).max(1e-12) => {
                let margin = 0.1 * lo.abs().max(0.1);
                Axis::Linear { lo: lo - margin, hi: hi + margin }
            }
            () => Axis::Linear { lo: lo - 0.05 * (hi - lo), hi: hi + 0.05 * (hi - lo) },
        }
    }

    /// The axis of a parameter.
    pub fn of(domain: &TunedDomain) -> Axis {
        match domain {
            TunedDomain::Number { lo, hi, log: true } if *lo > 0.0 => Axis::Log { lo: *lo, hi: *hi },
            TunedDomain::Number { lo, hi, .. } if lo < hi => Axis::Linear { lo: *lo, hi: *hi },
            TunedDomain::Number { lo, .. } => Axis::around([*lo]),
            TunedDomain::Words(words) => Axis::Words(words.clone()),
        }
    }

    /// Where a value lies, from 0 to 1; a word is in the middle of its interval.
    pub fn unit(&self, value: f64) -> f64 {
        match self {
            Axis::Linear { lo, hi } => (value - lo) / (hi - lo),
            Axis::Log { lo, hi } => libm::log(value / lo) / libm::log(hi / lo),
            Axis::Words(words) => (value + 0.5) / words.len().max(1) as f64,
        }
    }

    /// Values and their labels, about `most` of numbers and all of words.
    pub fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        match self {
            Axis::Words(words) => {
                (0..).zip(words).map(|(place, word)| (f64::from(place), word.clone())).collect()
            }
            Axis::Linear { lo, hi } => {
                let raw = (hi - lo) / most.max(1) as f64;
                let decade = libm::exp10(libm::floor(libm::log10(raw)));
                let step =
                    [1.0, 2.0, 5.0, 10.0].map(|part| part * decade).into_iter().find(|step| *step >= raw);
                let step = step.unwrap_or(10.0 * decade);
                let digits = (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize;
                let (first, last) = (libm::ceil(lo / step - 1e-9), libm::floor(hi / step + 1e-9));
                let count = (last - first).max(0.0) as usize;
                let value = |i: usize| (first + i as f64) * step + 0.0;
                (0..=count).map(|i| (value(i), format!("{:.digits$}", value(i)))).collect()
            }
            Axis::Log { lo, hi } => {
                let decades = libm::floor(libm::log10(*lo)) as i32..=libm::ceil(libm::log10(*hi)) as i32;
                let all = |parts: &[i32]| -> Vec<(f64, String)> {
                    let value =
                        |decade: i32, part: i32| format!("{part}e{decade}").parse::<f64>().unwrap_or(*lo);
                    decades
                        .clone()
                        .flat_map(|decade| parts.iter().map(move |&part| value(decade, part)))
                        .filter(|value| (lo * 0.999..=hi * 1.001).contains(value))
                        .map(|value| (value, value.to_string()))
                        .collect()
                };
                let fine = all(&[1, 2, 5]);
                let coarse = all(&[1]);
                if fine.len() <= most + 2 || coarse.len() < 2 { fine } else { coarse }
            }
        }
    }
}

/// A number with about three digits that say something.
pub(super) fn short(value: f64) -> String {
    let digits = match value.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    if text.trim_start_matches('-').chars().all(|digit| matches!(digit, '0' | '.')) {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}

/// A whole number in groups of three digits.
pub(super) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_lie_on_their_axis() {
        let labels = |axis: &Axis| axis.ticks(5).into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(&Axis::Linear { lo: -1.0, hi: 1.0 }), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(labels(&Axis::Log { lo: 0.05, hi: 2.0 }), ["0.05", "0.1", "0.2", "0.5", "1", "2"]);
        assert_eq!(labels(&Axis::Words(vec!["a".into(), "b".into()])), ["a", "b"]);
        for axis in
            [Axis::around([]), Axis::around([3.0]), Axis::around([0.0]), Axis::around([1e9, 1e9 + 1.0])]
        {
            let ticks = axis.ticks(5);
            assert!(!ticks.is_empty() && ticks.len() < 20, "{axis:?}");
            assert!(ticks.iter().all(|(value, _)| (-0.01..=1.01).contains(&axis.unit(*value))), "{axis:?}");
        }
    }

    #[test]
    fn numbers_are_short_and_no_zero_is_negative() {
        assert_eq!(
            [123.4, 12.34, 1.234, 0.0123, -0.0001].map(short),
            ["123", "12.3", "1.23", "0.012", "0.000"]
        );
        assert_eq!(
            [0, 999, 1_000, 1_099_511_627_776].map(grouped),
            ["0", "999", "1,000", "1,099,511,627,776"]
        );
    }
}
