//! Each parameter alone: the candidates by its value, and the mean of those that share it.

use safari_stats::weighted_mean_interval;

use super::axis::Axis;
use super::bins::{Bins, number};
use super::html::Html;
use super::ink::{BAND, BLUE, DOT, INK};
use super::input::{TunedDomain, TuningReport};
use super::plot::{Mark, Plot, Size, clipped};
use super::spread::Spread;
use crate::geometry::Point;
use crate::svg::escape;

pub(super) fn section(page: &mut Html, report: &TuningReport, bins: &[Bins]) {
    page.heading("Each parameter alone");
    let spread = Spread::of(&report.candidates);
    if spread.candidates == 0 {
        page.paragraph("No candidate was scored yet.");
        return;
    }
    let y = scores_axis(report);
    page.paragraph(&format!(
        "A grey dot is a candidate: its mean {} in the search, {}; the larger, the more deals. Dots beyond the frame lie on its \
         edge. Blue: the mean of the candidates in a bin (of a word: of all that have it) with its 95 % interval, candidates \
         weighted by what their deals tell. Diamond: the value of the base. Triangle: that of the winner. The other parameters \
         differ between candidates, too, and an optimiser draws where it hopes to find: this is what the candidates got, and not \
         what a change of this parameter alone would give.",
        report.objective.name, report.objective.unit
    ));
    page.put(format_args!(r#"<div class="grid">"#));
    for (parameter, bins) in bins.iter().enumerate() {
        let name = &report.parameters[parameter].name;
        page.put(format_args!(
            "<figure><h3>{}</h3>\n{}</figure>",
            escape(name),
            picture(report, parameter, bins, &spread, y.clone())
        ));
    }
    page.put(format_args!("</div>"));
}

/// The axis of candidates' means: the middle nine tenths, so that a few that were unlucky do not flatten the rest.
fn scores_axis(report: &TuningReport) -> Axis {
    let (lo, hi) = middle(report, 0.03);
    Axis::around([lo, hi].into_iter().chain(report.base_scores().map(|base| base.mean())))
}

/// The means that so large a part of the candidates lies below and above.
pub(super) fn middle(report: &TuningReport, part: f64) -> (f64, f64) {
    let scored = report.candidates.iter().filter(|candidate| !candidate.search.is_empty());
    let mut means: Vec<f64> = scored.map(|candidate| candidate.search.mean()).collect();
    means.sort_by(f64::total_cmp);
    let last = means.len().saturating_sub(1);
    let skipped = (part * means.len() as f64) as usize;
    match (means.get(skipped), means.get(last - skipped.min(last))) {
        (Some(&lo), Some(&hi)) => (lo, hi),
        _ => (0.0, 0.0),
    }
}

fn picture(report: &TuningReport, parameter: usize, bins: &Bins, spread: &Spread, y: Axis) -> String {
    let domain = &report.parameters[parameter].domain;
    let words = matches!(domain, TunedDomain::Words(_));
    let bottom = if words { 56.0 } else { 40.0 };
    let size = Size { width: 400.0, height: 220.0 + bottom, left: 56.0, right: 12.0, top: 8.0, bottom };
    let kind = match domain {
        TunedDomain::Number { log: true, .. } => ", logarithmic",
        _ => "",
    };
    let x_name = format!("{}{kind}", clipped(&report.parameters[parameter].name, 30));
    let mut plot = Plot::new(size, Axis::of(domain), y, &x_name, &clipped(&report.objective.unit, 26));
    let most = report.candidates.iter().map(|candidate| candidate.search.len()).max().unwrap_or(1);
    let mut shown = Vec::new();
    for (place, (candidate, bin)) in report.candidates.iter().zip(&bins.of).enumerate() {
        let Some(level) = bin.and_then(|_| candidate.setting[parameter]) else { continue };
        let mut at = plot.at(number(level), candidate.search.mean());
        if words {
            // Those of a word lie side by side, in an order that has no meaning.
            at = at.moved(((place * 7) % 19) as f64 * 1.6 - 14.4, 0.0);
        }
        shown.push((diameter(candidate.search.len(), most), DOT, at));
    }
    plot.dots(shown, r#"stroke-opacity="0.55""#);
    if let Some(base) = report.base_scores() {
        plot.level(base.mean(), INK, r#"stroke-width="1" stroke-dasharray="5 4""#);
    }
    for (bin, &(lo, hi)) in bins.ends.iter().enumerate() {
        let members = report.candidates.iter().zip(&bins.of).filter(|(_, of)| **of == Some(bin));
        let values: Vec<(f64, f64)> = members
            .map(|(candidate, _)| (spread.weight(candidate.search.len()), candidate.search.mean()))
            .collect();
        if values.is_empty() {
            continue;
        }
        let interval = weighted_mean_interval(&values);
        let half = if words { 18.0 } else { ((plot.x(hi) - plot.x(lo)) / 2.0).max(3.0) };
        let middle = (plot.x(lo) + plot.x(hi)) / 2.0;
        let (left, right) = (middle - half, middle + half);
        if interval.lo.is_finite() {
            let (up, down) = (plot.y(interval.hi), plot.y(interval.lo));
            let corners = [(left, up), (right, up), (right, down), (left, down)];
            plot.area(&corners.map(|(x, y)| Point::new(x, y)), BAND, r#"opacity="0.6""#);
        }
        let mean = plot.y(interval.mean);
        plot.rule(Point::new(left, mean), Point::new(right, mean), BLUE, r#"stroke-width="2.5""#);
    }
    marks(report, &mut plot, |setting| {
        let level = setting.get(parameter).copied().flatten()?;
        Some(number(level))
    });
    plot.finish(&format!("Candidates' means by {}", report.parameters[parameter].name))
}

/// Base and winner at the foot of the frame, one above the other where they are the same.
fn marks(
    report: &TuningReport,
    plot: &mut Plot,
    value: impl Fn(&[Option<super::input::Level>]) -> Option<f64>,
) {
    let (_, to) = plot.frame();
    let winner = report.winner().map(|winner| (winner, Mark::Winner));
    for (setting, mark) in [(&report.base[..], Mark::Base)].into_iter().chain(winner) {
        if let Some(value) = value(setting) {
            let at = Point::new(plot.x(value), to.y - if mark == Mark::Base { 0.0 } else { 13.0 });
            plot.mark(at, mark);
        }
    }
}

/// The diameter of a dot in pixels: its area grows with the deals.
pub(super) fn diameter(deals: u64, most: u64) -> u32 {
    let part = deals as f64 / most.max(1) as f64;
    3 + (7.0 * libm::sqrt(part)) as u32
}
