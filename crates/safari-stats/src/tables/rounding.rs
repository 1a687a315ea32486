//! Four digits are more than any tournament can tell, and hide how a machine rounds.

use crate::interval::Interval;

const DIGITS: f64 = 10_000.0;

/// The nearest number of four digits.
pub(super) fn round(value: f64) -> f64 {
    (value * DIGITS).round() / DIGITS + 0.0
}

/// The ends of an interval go outwards, so that it keeps a width.
pub(super) fn lower(interval: Interval) -> f64 {
    (interval.lo * DIGITS + 1e-6).floor() / DIGITS + 0.0
}

/// The upper end.
pub(super) fn upper(interval: Interval) -> f64 {
    (interval.hi * DIGITS - 1e-6).ceil() / DIGITS + 0.0
}

/// The ends of an interval that may be infinite.
pub(super) fn ends(interval: Interval) -> (Option<f64>, Option<f64>) {
    (Some(lower(interval)).filter(|end| end.is_finite()), Some(upper(interval)).filter(|end| end.is_finite()))
}

/// The nearest hundredth, enough for Elo.
pub(super) fn hundredths(value: f64) -> f64 {
    let rounded = (value * 100.0).round() / 100.0;
    // No -0.0, which would be another text.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// The ends of an interval of Elo that may be infinite, outwards.
pub(super) fn hundredth_ends(interval: Interval) -> (Option<f64>, Option<f64>) {
    let (lo, hi) =
        ((interval.lo * 100.0 + 1e-4).floor() / 100.0, (interval.hi * 100.0 - 1e-4).ceil() / 100.0);
    (Some(lo + 0.0).filter(|end| end.is_finite()), Some(hi + 0.0).filter(|end| end.is_finite()))
}
