//! The parameters by importance, beside what chance gives.

use super::axis::{Axis, short};
use super::html::Html;
use super::importance::{Importance, PERMUTATIONS};
use super::ink::{BLUE, DOT, INK, ORANGE};
use super::input::TuningReport;
use super::plot::{Plot, Size, clipped};
use super::spread::Spread;
use crate::geometry::Point;
use crate::svg::Font;

pub(super) fn section(page: &mut Html, report: &TuningReport, importances: &[Option<Importance>]) {
    page.heading("Importance");
    let mut ranked: Vec<(usize, Importance)> =
        importances.iter().enumerate().filter_map(|(parameter, it)| Some((parameter, (*it)?))).collect();
    ranked.sort_by(|a, b| b.1.omega.total_cmp(&a.1.omega));
    if ranked.is_empty() {
        page.paragraph("Too few candidates were scored to say which parameter matters.");
        return;
    }
    page.figure(&picture(report, &ranked), &caption(report));
    let rows: Vec<(bool, Vec<String>)> = ranked
        .iter()
        .map(|(parameter, it)| {
            let told = if it.told() { "told from noise" } else { "not told from noise" };
            let name = report.parameters[*parameter].name.clone();
            let real = it.of_real.map_or("–".into(), percent);
            (false, vec![name, told.into(), percent(it.omega), percent(it.chance), real])
        })
        .collect();
    let head = ["parameter", "", "explained", "by chance (95 %)", "of what is not luck"];
    page.table(&head, 2, &rows);
    let missing: Vec<&str> = (0..importances.len())
        .filter(|&parameter| importances[parameter].is_none())
        .map(|parameter| &report.parameters[parameter].name[..])
        .collect();
    if !missing.is_empty() {
        page.paragraph(&format!("Too few candidates to say anything: {}.", missing.join(", ")));
    }
    page.paragraph(&luck(report));
    let among = ranked.len();
    page.paragraph(&format!(
        "Read it with care. It holds within the ranges that were searched and for the candidates that the optimiser drew: a wider \
         range makes a parameter more important, and what was drawn around a good setting varies less. It sees what each parameter \
         does alone, not what two do only together. \"Not told from noise\" does not mean without effect. And of 20 parameters \
         without any effect one or two are expected to pass ({among} {} here).",
        if among == 1 { "was looked at" } else { "were looked at" }
    ));
}

fn caption(report: &TuningReport) -> String {
    let spread = Spread::of(&report.candidates);
    let compared = if spread.sides {
        "Candidates came up in pairs, and a number is compared by the sides of each pair, upper against lower: so it is the slope \
         along the way that counts, and a summit that the search stood on from the start counts for nothing."
    } else if spread.within {
        "Candidates are compared within the batch that they came up in, so that what drifts in the course of the search counts for \
         nothing."
    } else {
        "Candidates came up one by one and are compared as one lot, so that what drifts in the course of the search counts as an \
         effect."
    };
    format!(
        "Bars: the share of the variance between candidates' means that the bins of a parameter explain, less what as many bins \
         explain by chance (omega squared), in percent. Orange line: what 95 % of {PERMUTATIONS} permutations of the scores do not \
         exceed; a bar that does not pass it is grey, and is not told from noise. {compared}"
    )
}

/// How much of the differences is luck of the deals, in words.
fn luck(report: &TuningReport) -> String {
    let spread = Spread::of(&report.candidates);
    let unit = &report.objective.unit;
    let Some(noise) = spread.noise else {
        return "No candidate was scored on two deals, so luck cannot be told from skill.".into();
    };
    let apart = match spread.between {
        between if between > 0.0 => {
            let deviation = short(libm::sqrt(between));
            format!("the candidates themselves differ by {deviation} (standard deviation, luck taken off)")
        }
        _ => "the candidates themselves differ by too little to be seen in that".to_owned(),
    };
    format!(
        "A deal varies around its candidate's mean by {} {unit} (standard deviation), so that a candidate's mean in the search \
         varies by {} by luck alone; {apart}. \"Of what is \
         not luck\" is the share of the variance that is left without the luck of the deals; – where too little is left.",
        short(libm::sqrt(noise)),
        short(libm::sqrt(spread.luck)),
    )
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share + 0.0).replace("-0.0", "0.0")
}

fn picture(report: &TuningReport, ranked: &[(usize, Importance)]) -> String {
    let height = 60.0 + 24.0 * ranked.len() as f64;
    let size = Size { width: 760.0, height, left: 170.0, right: 24.0, top: 8.0, bottom: 42.0 };
    let values = ranked.iter().flat_map(|(_, it)| [it.omega, it.chance]);
    let most = values.fold(0.02, f64::max);
    let x = Axis::Linear { lo: 0.0, hi: 105.0 * most };
    let name = "share of the variance between candidates, %";
    let mut plot = Plot::new(size, x, Axis::Words(Vec::new()), name, "");
    let (from, _) = plot.frame();
    for (row, (parameter, it)) in ranked.iter().enumerate() {
        let y = from.y + 17.0 + 24.0 * row as f64;
        let end = plot.x(100.0 * it.omega.max(0.0));
        let corners = [(from.x, y - 7.0), (end, y - 7.0), (end, y + 7.0), (from.x, y + 7.0)];
        plot.area(&corners.map(|(x, y)| Point::new(x, y)), if it.told() { BLUE } else { DOT }, "");
        let chance = plot.x(100.0 * it.chance.max(0.0));
        plot.rule(Point::new(chance, y - 10.0), Point::new(chance, y + 10.0), ORANGE, r#"stroke-width="3""#);
        let font = Font::new(12.0).fill(INK).end();
        plot.note(Point::new(from.x - 8.0, y + 4.0), font, &clipped(&report.parameters[*parameter].name, 22));
    }
    plot.finish("Importance of the parameters beside chance")
}
