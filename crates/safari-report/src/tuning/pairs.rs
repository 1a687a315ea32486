//! Two parameters together: where candidates lay and what they got.

use super::axis::{Axis, short};
use super::bins::number;
use super::html::Html;
use super::importance::Importance;
use super::ink::{FAINT, STEPS, colour, step_of};
use super::input::{Level, TriedCandidate, TunedDomain, TuningReport};
use super::marginal::{diameter, middle};
use super::plot::{Mark, Plot, Size, clipped};
use crate::geometry::Point;
use crate::svg::{Font, escape};

/// How many parameters are paired with each other.
const PAIRED: usize = 4;
/// In how many layers candidates are drawn.
const LAYERS: usize = 12;

pub(super) fn section(page: &mut Html, report: &TuningReport, importances: &[Option<Importance>]) {
    page.heading("Pairs");
    let mut ranked: Vec<usize> = (0..importances.len()).collect();
    let omega = |parameter: usize| importances[parameter].map_or(f64::NEG_INFINITY, |it| it.omega);
    ranked.sort_by(|&a, &b| omega(b).total_cmp(&omega(a)));
    ranked.truncate(PAIRED);
    if ranked.len() < 2 || report.candidates.iter().all(|candidate| candidate.search.is_empty()) {
        page.paragraph("There is no pair: one parameter, or nothing scored yet.");
        return;
    }
    let (lo, hi) = middle(report, 0.05);
    page.paragraph(&format!(
        "The {} most important parameters against each other. A dot is a candidate, coloured by its mean {} in the search: light \
         is {} {} or less, dark is {} or more; the larger, the more deals. Diamond: the base. Triangle: the winner. The mean of one \
         or two deals is mostly luck.",
        ranked.len(),
        report.objective.name,
        short(lo),
        report.objective.unit,
        short(hi)
    ));
    page.put(format_args!("<figure>{}</figure>", legend(report, lo, hi)));
    page.put(format_args!(r#"<div class="grid">"#));
    for (place, &y) in ranked.iter().enumerate() {
        for &x in &ranked[..place] {
            let title = format!("{} and {}", report.parameters[x].name, report.parameters[y].name);
            page.put(format_args!(
                "<figure><h3>{}</h3>\n{}</figure>",
                escape(&title),
                picture(report, x, y, (lo, hi))
            ));
        }
    }
    page.put(format_args!("</div>"));
}

fn legend(report: &TuningReport, lo: f64, hi: f64) -> String {
    let size = Size { width: 420.0, height: 58.0, left: 20.0, right: 20.0, top: 4.0, bottom: 40.0 };
    let (x, y) = (Axis::Linear { lo, hi: hi.max(lo + 1e-9) }, Axis::Words(Vec::new()));
    let name = format!("{}, {}", report.objective.name, report.objective.unit);
    let mut plot = Plot::new(size, x, y, &name, "");
    let (from, to) = plot.frame();
    let wide = (to.x - from.x) / STEPS as f64;
    for step in 0..STEPS {
        let left = from.x + wide * step as f64;
        let corners = [(left, from.y), (left + wide, from.y), (left + wide, to.y), (left, to.y)];
        plot.area(&corners.map(|(x, y)| Point::new(x, y)), &colour(step), "");
    }
    plot.finish("Colours of scores")
}

fn picture(report: &TuningReport, x: usize, y: usize, (lo, hi): (f64, f64)) -> String {
    let (across, up) = (&report.parameters[x], &report.parameters[y]);
    let bottom = if matches!(across.domain, TunedDomain::Words(_)) { 56.0 } else { 40.0 };
    let size = Size { width: 400.0, height: 280.0 + bottom, left: 64.0, right: 12.0, top: 8.0, bottom };
    let (x_axis, y_axis) = (Axis::of(&across.domain), Axis::of(&up.domain));
    let mut plot = Plot::new(size, x_axis, y_axis, &clipped(&across.name, 40), &clipped(&up.name, 30));
    let most = report.candidates.iter().map(|candidate| candidate.search.len()).max().unwrap_or(1);
    let colours: Vec<String> = (0..STEPS).map(colour).collect();
    let place = |setting: &[Option<Level>]| -> Option<(f64, f64)> {
        let level = |parameter: usize| setting.get(parameter).copied().flatten().map(number);
        Some((level(x)?, level(y)?))
    };
    // Words would hide all but one candidate.
    let scatter = |domain: &TunedDomain, turn: usize| match domain {
        TunedDomain::Words(_) => (turn % 13) as f64 * 2.5 - 15.0,
        TunedDomain::Number { .. } => 0.0,
    };
    let mut scored: Vec<(usize, &TriedCandidate)> =
        report.candidates.iter().enumerate().filter(|(_, candidate)| !candidate.search.is_empty()).collect();
    // Those of more deals lie above, and none above others for its colour: in layers, mixed where deals are equal.
    scored.sort_by_key(|(turn, candidate)| (candidate.search.len(), turn * 7_919 % 1_009));
    let mut empty = true;
    for layer in scored.chunks(scored.len().div_ceil(LAYERS).max(1)) {
        let (mut rims, mut dots) = (Vec::new(), Vec::new());
        for &(turn, candidate) in layer {
            let Some((a, b)) = place(&candidate.setting) else { continue };
            let moved = (scatter(&across.domain, turn * 5), scatter(&up.domain, turn * 3));
            let at = plot.at(a, b).moved(moved.0, moved.1);
            let part =
                if hi > lo { ((candidate.search.mean() - lo) / (hi - lo)).clamp(0.0, 1.0) } else { 0.5 };
            let wide = diameter(candidate.search.len(), most) + 2;
            rims.push((wide + 2, FAINT, at));
            dots.push((wide, &colours[step_of(part)][..], at));
        }
        empty &= dots.is_empty();
        plot.dots(rims, r#"stroke-opacity="0.6""#);
        plot.dots(dots, "");
    }
    if empty {
        let (from, to) = plot.frame();
        let middle = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        plot.note(middle, Font::new(12.0).middle(), "no candidate has both");
    }
    let winner = report.winner().map(|winner| (winner, Mark::Winner));
    for (setting, mark) in [(&report.base[..], Mark::Base)].into_iter().chain(winner) {
        if let Some((a, b)) = place(setting) {
            let at = plot.at(a, b);
            plot.mark(at, mark);
        }
    }
    plot.finish(&format!("Candidates by {} and {}", across.name, up.name))
}
