//! Which deals were used, and what they cost.

use super::axis::grouped;
use super::html::Html;
use super::input::TuningReport;

pub(super) fn section(page: &mut Html, report: &TuningReport) {
    page.heading("Deals and cost");
    page.paragraph(
        "Each purpose has deals of its own, and none is one of a tournament: what was chosen on some deals is tested on others. \
         A game is one agent in one seat on one deal.",
    );
    let games: u64 = report.deals.iter().map(|it| it.games).sum();
    let mut rows: Vec<(bool, Vec<String>)> = report
        .deals
        .iter()
        .map(|it| {
            let last = it.first + it.deals.max(1) - 1;
            let ends =
                if it.deals == 0 { ["–".into(), "–".into()] } else { [it.first, last].map(grouped) };
            let [first, last] = ends;
            (false, vec![it.purpose.clone(), first, last, grouped(it.deals), grouped(it.games)])
        })
        .collect();
    let deals: u64 = report.deals.iter().map(|it| it.deals).sum();
    rows.push((false, vec!["in all".into(), String::new(), String::new(), grouped(deals), grouped(games)]));
    page.table(&["purpose", "first deal", "last deal", "deals", "games"], 1, &rows);
}
