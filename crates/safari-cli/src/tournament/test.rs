//! A sequential test in words: what it asks, what it costs, what it found.

use safari_data::TestText;
use safari_stats::{Decision, Design, Hypotheses, Interval, Sprt};

use super::standings::outwards;
use crate::console::Style;

/// The hypotheses and the errors.
pub(super) fn asks(design: &Design) -> String {
    let (unit, h0, h1) = match design.hypotheses() {
        Hypotheses::Share { h0, h1 } => ("win share", h0, h1),
        Hypotheses::Elo { h0, h1 } => ("logistic Elo", h0, h1),
        Hypotheses::NormalizedElo { h0, h1 } => ("normalised Elo", h0, h1),
    };
    let (alpha, beta) = design.errors();
    format!("{unit} {h0} (H0) or {h1} (H1), errors {alpha} and {beta}")
}

/// About how many sets it takes, where the results of sets vary like those of independent games of equals.
pub(super) fn cost(design: &Design, round: u64) -> String {
    let players = f64::from(design.players());
    let sd_game = (1.0 / players * (1.0 - 1.0 / players)).sqrt();
    let sd_set = sd_game / f64::from(design.games_per_set()).sqrt();
    let (h0, h1) = design.shares(sd_set);
    let round = u32::try_from(round).unwrap_or(u32::MAX);
    let sets = |share: f64| design.expected_sets(share, sd_set, round).ceil();
    format!(
        "about {} sets if H0 is true, {} if H1 is, {} half way between, where results vary as those of independent games",
        sets(h0),
        sets(h1),
        sets((h0 + h1) / 2.0)
    )
}

/// What it found, for the end of a run.
pub(super) fn told(sprt: &Sprt, style: Style) -> String {
    let (lower, upper) = sprt.bounds();
    let outcome = match sprt.decision() {
        Some(Decision::AcceptH0) => "H0 is accepted",
        Some(Decision::AcceptH1) => "H1 is accepted",
        None => "undecided",
    };
    let mut text = format!(
        "{}: {}\n  after {} sets the log likelihood ratio is {:.2}; H0 is accepted at {lower:.2}, H1 at {upper:.2}\n",
        style.bold(&format!("sequential test: {outcome}")),
        asks(sprt.design()),
        sprt.sets(),
        sprt.llr(),
    );
    if let Some(estimate) = sprt.estimate(1) {
        let elo = |interval: Interval| match interval.mean.is_finite() {
            true => format!("{:+.0} ({:+.0} to {:+.0})", interval.mean, interval.lo, interval.hi),
            false => format!("{:+.0} to {:+.0}", interval.lo, interval.hi),
        };
        text += &format!(
            "  corrected for when it stopped: win share {:.3} ({}), Elo {}, normalised Elo {}, better with likelihood {:.3}\n",
            estimate.share.mean,
            outwards(estimate.share.lo, estimate.share.hi),
            elo(estimate.elo),
            elo(estimate.normalized_elo),
            estimate.superiority,
        );
    }
    text
}

/// The same for the manifest.
pub(super) fn text(sprt: &Sprt) -> TestText {
    let round = |value: f64| Some((value * 1e4).round() / 1e4).filter(|value| value.is_finite());
    let three = |interval: Interval| [round(interval.mean), round(interval.lo), round(interval.hi)];
    let estimate = sprt.estimate(1);
    let (lower, upper) = sprt.bounds();
    let accepted = sprt.decision().map(|decision| match decision {
        Decision::AcceptH0 => "H0".into(),
        Decision::AcceptH1 => "H1".into(),
    });
    TestText {
        sets: sprt.sets(),
        llr: round(sprt.llr()).unwrap_or_default(),
        lower: round(lower).unwrap_or_default(),
        upper: round(upper).unwrap_or_default(),
        accepted,
        win_share: estimate.map(|estimate| three(estimate.share)),
        elo: estimate.map(|estimate| three(estimate.elo)),
        normalized_elo: estimate.map(|estimate| three(estimate.normalized_elo)),
        superiority: estimate.and_then(|estimate| round(estimate.superiority)),
    }
}
