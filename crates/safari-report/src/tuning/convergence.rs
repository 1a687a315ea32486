//! Who led when, and by how much.

use safari_stats::{Interval, mean_interval, weighted_mean_interval};

use super::axis::{Axis, short};
use super::html::Html;
use super::ink::{BAND, BLUE, DOT, FAINT, GREEN, INK};
use super::input::{LeaderPoint, TuningReport};
use super::plot::{Plot, Size};
use crate::geometry::Point;
use crate::svg::Font;

pub(super) fn section(page: &mut Html, report: &TuningReport) {
    page.heading("Convergence");
    if report.leaders.is_empty() && report.batches.is_empty() {
        page.paragraph("No batch has ended yet.");
        return;
    }
    page.figure(
        &picture(report),
        "Best so far against the evaluations that were used (one candidate on one deal, in all seats). Blue: the mean of \
         whoever leads on the deals that it was searched on, which flatters a leader because it is chosen by them; light \
         blue: the 95 % interval, where two deals or more give one. Optimisers that move a point name no leader on the way, \
         and have no blue line. Grey: the mean of all that was played in a stretch of the search, with its 95 % interval. \
         Green: the leader on the fresh deals of the selection. Black, dashed: the base.",
    );
    let mut told = String::new();
    if let Some(base) = report.base_scores() {
        let interval = mean_interval(&base);
        told += &format!(
            "The base has {} {} over {} deals{}. ",
            short(interval.mean),
            report.objective.unit,
            base.len(),
            ends(interval.lo, interval.hi)
        );
    }
    if let Some(last) = report.leaders.last() {
        let whose =
            if last.candidate == 0 { "the base".into() } else { format!("candidate {}", last.candidate) };
        told += &format!(
            "After {} of {} evaluations {whose} leads with {} {}{}{}.",
            last.evaluations,
            report.budget,
            short(last.score.mean),
            report.objective.unit,
            ends(last.score.lo, last.score.hi),
            if last.fresh { " on the fresh deals of the selection" } else { "" }
        );
    }
    page.paragraph(told.trim_end());
}

fn ends(lo: f64, hi: f64) -> String {
    let known = lo.is_finite() && hi.is_finite();
    if known { format!(" (95 % interval {} to {})", short(lo), short(hi)) } else { String::new() }
}

fn picture(report: &TuningReport) -> String {
    let base = report.base_scores();
    let size = Size { width: 1000.0, height: 340.0, left: 64.0, right: 20.0, top: 12.0, bottom: 42.0 };
    let ended =
        report.leaders.iter().map(|it| it.evaluations).chain(report.batches.iter().map(|it| it.evaluations));
    let used = ended.max().unwrap_or(0).max(1);
    let stretches = stretches(report);
    let x = Axis::Linear { lo: 0.0, hi: used.max(report.budget) as f64 * 1.02 };
    let y = Axis::around(
        heights(&report.leaders)
            .into_iter()
            .chain(base.map(|base| base.mean()))
            .chain(stretches.iter().flat_map(|(_, it)| [it.lo, it.hi])),
    );
    let name = format!("{}, {}", report.objective.name, report.objective.unit);
    let mut plot = Plot::new(size, x, y, "evaluations", &name);
    let search: Vec<&LeaderPoint> = report.leaders.iter().filter(|leader| !leader.fresh).collect();
    for (evaluations, it) in &stretches {
        let x = plot.x(*evaluations);
        plot.rule(Point::new(x, plot.y(it.lo)), Point::new(x, plot.y(it.hi)), DOT, r#"stroke-width="2""#);
        let mean = Point::new(x, plot.y(it.mean));
        plot.dots([(7, DOT, mean)], "");
    }
    // The band is cut where there is no interval.
    for run in search.chunk_by(|a, b| a.score.lo.is_finite() == b.score.lo.is_finite()) {
        if !run[0].score.lo.is_finite() {
            continue;
        }
        let edge = |of: &dyn Fn(&LeaderPoint) -> f64| -> Vec<Point> {
            run.iter().map(|leader| plot.at(leader.evaluations as f64, of(leader))).collect()
        };
        let mut around = edge(&|leader| leader.score.hi);
        let below = edge(&|leader| leader.score.lo);
        around.extend(below.into_iter().rev());
        match around[..] {
            // One batch alone has no width.
            [hi, lo] => plot.rule(hi, lo, BAND, r#"stroke-width="4""#),
            _ => plot.area(&around, BAND, r#"opacity="0.7""#),
        }
    }
    if let Some(base) = base {
        plot.level(base.mean(), INK, r#"stroke-width="1.5" stroke-dasharray="6 4""#);
        let (from, _) = plot.frame();
        let at = Point::new(from.x + 6.0, plot.y(base.mean()) + 13.0);
        plot.note(at, Font::new(11.0), "base");
    }
    let line: Vec<Point> =
        search.iter().map(|leader| plot.at(leader.evaluations as f64, leader.score.mean)).collect();
    plot.line(&line, BLUE, r#"stroke-width="1.8""#);
    if line.len() < 60 {
        plot.dots(line.iter().map(|&at| (6, BLUE, at)), "");
    }
    for leader in report.leaders.iter().filter(|leader| leader.fresh) {
        let at = plot.at(leader.evaluations as f64, leader.score.mean);
        if leader.score.lo.is_finite() {
            let (lo, hi) = (plot.y(leader.score.lo), plot.y(leader.score.hi));
            plot.rule(Point::new(at.x, lo), Point::new(at.x, hi), GREEN, r#"stroke-width="2.5""#);
        }
        plot.dots([(10, GREEN, at)], "");
        plot.note(at.moved(-9.0, -8.0), Font::new(11.0).fill(GREEN).end(), "selection");
    }
    if report.outcome.is_none() {
        let (from, to) = plot.frame();
        let end = plot.x(used as f64);
        plot.rule(Point::new(end, from.y), Point::new(end, to.y), FAINT, r#"stroke-dasharray="2 3""#);
    }
    plot.finish("Best mean score so far against evaluations")
}

/// What the axis has to reach: the means, and the ends of intervals that are not much wider than most.
fn heights(leaders: &[LeaderPoint]) -> Vec<f64> {
    let width = |leader: &LeaderPoint| leader.score.hi - leader.score.lo;
    let mut widths: Vec<f64> = leaders.iter().map(width).filter(|width| width.is_finite()).collect();
    widths.sort_by(f64::total_cmp);
    let most = widths.get(widths.len() / 2).map_or(0.0, |median| 2.5 * median);
    let ends = leaders.iter().filter(|leader| width(leader) <= most);
    let ends = ends.flat_map(|leader| [leader.score.lo, leader.score.hi]);
    let settled = leaders.len() / 10;
    leaders[settled.min(leaders.len())..].iter().map(|leader| leader.score.mean).chain(ends).collect()
}

/// Stretches of the search that the mean of what was played is shown of.
const STRETCHES: u64 = 24;
/// Batches that a stretch must have for an interval.
const LEAST: usize = 4;

/// The mean of all scores in each stretch of the search, by the evaluations in its middle; batches are independent.
fn stretches(report: &TuningReport) -> Vec<(f64, Interval)> {
    let total = report.batches.last().map_or(1, |batch| batch.evaluations).max(1);
    let stretch = |evaluations: u64| (evaluations.saturating_sub(1) * STRETCHES / total).min(STRETCHES - 1);
    let runs = report.batches.chunk_by(|a, b| stretch(a.evaluations) == stretch(b.evaluations));
    runs.filter(|run| run.len() >= LEAST)
        .map(|run| {
            let values: Vec<(f64, f64)> =
                run.iter().map(|batch| (batch.scores.len() as f64, batch.scores.mean())).collect();
            let middle = (run[0].evaluations + run[run.len() - 1].evaluations) as f64 / 2.0;
            (middle, weighted_mean_interval(&values))
        })
        .collect()
}
