//! The log likelihood ratio of each test on its way between the bounds.

use super::axis::{Axis, short};
use super::html::Html;
use super::ink::{BLUE, FAINT, GREEN, RED};
use super::input::{TestCourse, TuningReport};
use super::plot::{Plot, Size};
use crate::geometry::Point;
use crate::svg::{Font, escape};

/// Most points of a path: more than a screen has pixels.
const MOST: usize = 1_500;

pub(super) fn section(page: &mut Html, report: &TuningReport) {
    page.heading("The tests");
    if report.tests.is_empty() {
        page.paragraph(match report.winner() {
            None if report.outcome.is_some() => "The base did best in the selection, so nothing was tested.",
            _ => "No test has begun.",
        });
        return;
    }
    page.paragraph(
        "A sequential test plays winner and base on common deals that nothing was chosen on, and stops where the log likelihood \
         ratio (LLR) of H1 to H0 leaves its bounds.",
    );
    for test in &report.tests {
        page.put(format_args!("<h3>Against {}</h3>", escape(&test.opponents)));
        let caption = format!(
            "LLR after each deal. H0: gain {} percentage points of win share, H1: gain {}. Bounds {} and {}; {} deals, {}.",
            short(100.0 * test.gain0),
            short(100.0 * test.gain1),
            short(test.lower),
            short(test.upper),
            test.llr.len(),
            match test.accepted {
                Some(true) => "H1 accepted",
                Some(false) => "H0 accepted",
                None => "not decided",
            }
        );
        page.figure(&picture(test), &caption);
    }
}

fn picture(test: &TestCourse) -> String {
    let size = Size { width: 760.0, height: 260.0, left: 56.0, right: 20.0, top: 12.0, bottom: 42.0 };
    let y = Axis::around(test.llr.iter().copied().chain([test.lower, test.upper]));
    let x = Axis::Linear { lo: 0.0, hi: test.llr.len().max(1) as f64 };
    let mut plot = Plot::new(size, x, y, "deals", "LLR");
    let (from, _) = plot.frame();
    for (bound, colour, name, down) in
        [(test.upper, GREEN, "H1 accepted", 14.0), (test.lower, RED, "H0 accepted", -6.0)]
    {
        plot.level(bound, colour, r#"stroke-width="1.5" stroke-dasharray="6 4""#);
        let at = Point::new(from.x + 8.0, plot.y(bound) + down);
        plot.note(at, Font::new(11.0).fill(colour), name);
    }
    plot.level(0.0, FAINT, r#"stroke-width="1""#);
    let step = test.llr.len().div_ceil(MOST).max(1);
    let last = test.llr.len().saturating_sub(1);
    let path = (0..test.llr.len()).filter(|place| place % step == 0 || *place == last);
    let path = path.map(|place| plot.at((place + 1) as f64, test.llr[place]));
    let points: Vec<Point> = std::iter::once(plot.at(0.0, 0.0)).chain(path).collect();
    plot.line(&points, BLUE, r#"stroke-width="1.8""#);
    plot.finish("Log likelihood ratio by deals")
}
