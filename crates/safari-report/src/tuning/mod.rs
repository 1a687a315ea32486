//! A tuning run as one page: what was decided, how the search went, which parameters mattered.

mod axis;
mod bins;
mod convergence;
mod cost;
mod course;
mod html;
mod importance;
mod ink;
mod input;
mod marginal;
mod pairs;
mod plot;
mod ranking;
mod spread;
#[cfg(test)]
mod tests;
mod verdict;

use bins::Bins;
use html::Html;

pub use input::{
    BatchScores, DealUse, LeaderPoint, Level, Measure, TestCourse, TriedCandidate, TunedDomain,
    TunedParameter, TuningOutcome, TuningReport, TuningVerdict,
};

/// A tuning run as a page of HTML that needs nothing else: pictures are in it as SVG, and there is no script.
///
/// The page is well-formed XML, too. The same report gives the same bytes.
///
/// # Panics
/// If a setting has not one entry for each parameter.
pub fn tuning_page(report: &TuningReport) -> String {
    let bins: Vec<Bins> = report
        .parameters
        .iter()
        .enumerate()
        .map(|(parameter, it)| Bins::new(&report.candidates, parameter, &it.domain))
        .collect();
    let importances = importance::importances(report, &bins);
    let mut page = Html::new();
    verdict::facts(&mut page, report);
    verdict::section(&mut page, report);
    convergence::section(&mut page, report);
    ranking::section(&mut page, report, &importances);
    marginal::section(&mut page, report, &bins);
    pairs::section(&mut page, report, &importances);
    course::section(&mut page, report);
    cost::section(&mut page, report);
    page.finish(&report.title)
}
