//! Colours of the plots: those of Okabe and Ito (2008), which the colour-blind can tell apart, and a scale that is
//! ordered by lightness, so that it can be read in print without colour.

/// Text and axes.
pub(super) const INK: &str = "#222222";
/// Labels of less weight.
pub(super) const FAINT: &str = "#555555";
/// Lines of the grid.
pub(super) const GRID: &str = "#dddddd";
/// Candidates.
pub(super) const DOT: &str = "#8a9bb0";
/// Estimates.
pub(super) const BLUE: &str = "#0072b2";
/// Around them.
pub(super) const BAND: &str = "#b9d7ea";
/// The winner, and what was accepted.
pub(super) const GREEN: &str = "#00795c";
/// What was rejected.
pub(super) const RED: &str = "#b84600";
/// What chance gives.
pub(super) const ORANGE: &str = "#e69f00";

/// From low to high, falling in lightness.
const SCALE: [(u8, u8, u8); 5] =
    [(253, 231, 140), (160, 205, 140), (66, 150, 140), (49, 93, 142), (48, 20, 80)];

/// How many steps the scale has.
pub(super) const STEPS: usize = 10;

/// The colour of a place from 0 (low) to 1 (high), in [`STEPS`] steps.
pub(super) fn step_of(place: f64) -> usize {
    ((place * STEPS as f64) as usize).min(STEPS - 1)
}

/// A step's colour.
pub(super) fn colour(step: usize) -> String {
    let place = step as f64 / (STEPS - 1) as f64 * (SCALE.len() - 1) as f64;
    let low = (place as usize).min(SCALE.len() - 2);
    let part = place - low as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
    let ((r0, g0, b0), (r1, g1, b1)) = (SCALE[low], SCALE[low + 1]);
    format!("#{:02x}{:02x}{:02x}", mix(r0, r1), mix(g0, g1), mix(b0, b1))
}
