//! What was decided, and the winning setting next to the base.

use safari_stats::Interval;

use super::axis::{Axis, short};
use super::html::Html;
use super::ink::{BLUE, FAINT, INK};
use super::input::{TestCourse, TuningReport, TuningVerdict};
use super::plot::{Plot, Size};
use crate::geometry::Point;
use crate::svg::{Font, escape};

pub(super) fn section(page: &mut Html, report: &TuningReport) {
    let (class, word) = match report.outcome.as_ref().map(|outcome| outcome.verdict) {
        Some(TuningVerdict::Accepted) => ("accepted", "Accepted"),
        Some(TuningVerdict::Rejected) => ("rejected", "Rejected"),
        Some(TuningVerdict::Undecided) => ("undecided", "Undecided"),
        None => ("open", "Not finished"),
    };
    page.put(format_args!(r#"<div class="verdict {class}"><strong>{word}</strong>"#));
    match &report.outcome {
        Some(outcome) => {
            let meaning = match outcome.verdict {
                TuningVerdict::Accepted => "The winner is adopted: every test accepts its H1.",
                TuningVerdict::Rejected if outcome.candidate == 0 => "The base stays.",
                TuningVerdict::Rejected => "The base stays: a test accepts its H0.",
                TuningVerdict::Undecided => "The base stays: the deals ended before a test could decide.",
            };
            page.paragraph(meaning);
            if report.tests.is_empty() {
                page.paragraph(&sentence(&outcome.text));
            }
        }
        None => page
            .paragraph("The run has not ended. This page tells what was played so far; nothing is decided."),
    }
    for test in &report.tests {
        page.paragraph(&told(test));
    }
    page.put(format_args!("</div>"));
    if report.tests.iter().any(|test| test.gain.is_some()) {
        page.figure(
            &gains(&report.tests),
            "Gain of the winner over the base on common deals: estimate and 95 % interval, corrected for when the test \
             stopped, in percentage points of win share (a win is 100, a shared one its share). The marks below each \
             interval are the gains that H0 and H1 stand for.",
        );
    }
    if let Some(winner) = report.winner() {
        page.put(format_args!("<h3>The winner next to the base</h3>"));
        let rows: Vec<(bool, Vec<String>)> = (0..report.parameters.len())
            .map(|parameter| {
                let value = |setting: &[_]| report.text(parameter, setting.get(parameter).copied().flatten());
                let (base, new) = (value(&report.base), value(winner));
                let changed = base != new;
                let mark = if changed { "changed" } else { "" };
                (changed, vec![report.parameters[parameter].name.clone(), mark.into(), base, new])
            })
            .collect();
        page.table(&["parameter", "", "base", "winner"], 2, &rows);
    }
}

/// A test in words, with what it excludes.
fn told(test: &TestCourse) -> String {
    let name = &test.opponents;
    let Some(gain) = test.gain else { return format!("Against {name}: no estimate of the gain yet.") };
    let outcome = match test.accepted {
        Some(true) => format!("H1 (gain {}) is accepted", points(test.gain1)),
        Some(false) => format!("H0 (gain {}) is accepted", points(test.gain0)),
        None => "not decided".to_owned(),
    };
    let Interval { lo, mean, hi } = gain;
    // A gain cannot leave [-1, 1], so that an end there excludes nothing.
    let excluded = match (lo > -1.0 + 1e-9, hi < 1.0 - 1e-9) {
        (true, true) => format!("gains below {} and above {} are excluded", points(lo), points(hi)),
        (true, false) => format!("gains below {} are excluded, and no greater ones", points(lo)),
        (false, true) => format!("gains above {} are excluded, and no smaller ones", points(hi)),
        (false, false) => "no gain is excluded".to_owned(),
    };
    format!(
        "Against {name}: {outcome} after {} deals. Gain of win share {} percentage points (95 % interval {} to {}): {excluded}.",
        test.llr.len(),
        points(mean),
        points(lo),
        points(hi)
    )
}

/// A difference of shares in percentage points.
fn points(gain: f64) -> String {
    let text = short(100.0 * gain);
    if gain > 0.0 { format!("+{text}") } else { text }
}

fn gains(tests: &[TestCourse]) -> String {
    let shown: Vec<(&TestCourse, Interval)> =
        tests.iter().filter_map(|test| Some((test, test.gain?))).collect();
    let values = shown.iter().flat_map(|(test, gain)| [gain.lo, gain.hi, test.gain0, test.gain1]);
    let x = Axis::around(values.chain([0.0]).map(|gain| 100.0 * gain));
    let height = 70.0 + 52.0 * shown.len() as f64;
    let size = Size { width: 760.0, height, left: 215.0, right: 20.0, top: 10.0, bottom: 42.0 };
    let y = Axis::Words(Vec::new());
    let mut plot = Plot::new(size, x, y, "gain of win share, percentage points", "");
    let (from, to) = plot.frame();
    let zero = plot.x(0.0);
    plot.rule(Point::new(zero, from.y), Point::new(zero, to.y), INK, r#"stroke-width="1.5""#);
    let small = Font::new(10.0).fill(FAINT).middle();
    for (row, (test, gain)) in shown.iter().enumerate() {
        let y = from.y + 24.0 + 52.0 * row as f64;
        let x = |plot: &Plot, gain: f64| plot.x(100.0 * gain);
        let ends = (x(&plot, gain.lo), x(&plot, gain.hi));
        plot.rule(Point::new(ends.0, y), Point::new(ends.1, y), BLUE, r#"stroke-width="3""#);
        for end in [ends.0, ends.1] {
            plot.rule(Point::new(end, y - 6.0), Point::new(end, y + 6.0), BLUE, r#"stroke-width="2""#);
        }
        let mean = Point::new(x(&plot, gain.mean), y);
        plot.dots([(10, BLUE, mean)], "");
        plot.note(
            Point::new(from.x - 8.0, y + 4.0),
            Font::new(12.0).end(),
            &format!("against {}", test.opponents),
        );
        for (hypothesis, name) in [(test.gain0, "H0"), (test.gain1, "H1")] {
            let at = Point::new(x(&plot, hypothesis), y + 14.0);
            let corners = [(-9.0, 6.5), (9.0, 6.5), (9.0, 19.0), (-9.0, 19.0)];
            plot.area(&corners.map(|(dx, dy)| at.moved(dx, dy)), "#ffffff", "");
            plot.rule(at, at.moved(0.0, 6.0), FAINT, r#"stroke-width="2""#);
            plot.note(at.moved(0.0, 17.0), small, name);
        }
    }
    plot.finish("Gain of the winner over the base, with intervals")
}

/// A text as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let rest = letters.as_str();
    let stop = if rest.ends_with('.') || words.is_empty() { "" } else { "." };
    format!("{first}{rest}{stop}")
}

/// What the run was.
pub(super) fn facts(page: &mut Html, report: &TuningReport) {
    page.put(format_args!("<h1>{}</h1>\n<dl class=\"facts\">", escape(&report.title)));
    for (name, value) in &report.facts {
        page.put(format_args!("<dt>{}</dt><dd>{}</dd>", escape(name), escape(value)));
    }
    page.put(format_args!("</dl>"));
}
