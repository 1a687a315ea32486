//! Standings as a table, as Markdown, as JSON.

use safari_data::{StandingRow, TimingRow};

use crate::args::Format;
use crate::console::Style;
use crate::table::{Align, Table};

const COLUMNS: [(&str, Align); 10] = [
    ("", Align::Right),
    ("agent", Align::Left),
    ("games", Align::Right),
    ("win share", Align::Right),
    ("95 % interval", Align::Left),
    ("score", Align::Right),
    ("95 % interval", Align::Left),
    ("margin", Align::Right),
    ("rank", Align::Right),
    ("s/decision", Align::Right),
];

fn cells(place: usize, row: &StandingRow, timing: &[TimingRow]) -> Vec<String> {
    let time = timing.iter().find(|time| time.agent == row.agent);
    let score = match (row.mean_score_lo, row.mean_score_hi) {
        (Some(lo), Some(hi)) => format!("{lo:.1} to {hi:.1}"),
        _ => String::new(),
    };
    vec![
        place.to_string(),
        row.agent.clone(),
        row.games.to_string(),
        format!("{:.3}", row.win_share),
        format!("{:.3} to {:.3}", row.win_share_lo, row.win_share_hi),
        format!("{:.1}", row.mean_score),
        score,
        format!("{:+.1}", row.mean_margin),
        format!("{:.2}", row.mean_rank),
        time.map_or(String::new(), |time| seconds(time.seconds_per_decision)),
    ]
}

/// Two digits that matter.
fn seconds(s: f64) -> String {
    if s >= 0.01 { format!("{s:.3}") } else { format!("{s:.7}") }
}

/// The standings with a time column.
pub(super) fn render(rows: &[StandingRow], timing: &[TimingRow], format: Format, style: Style) -> String {
    let lines = || (1..).zip(rows).map(|(place, row)| cells(place, row, timing));
    match format {
        Format::Table => {
            let mut table = Table::new(COLUMNS);
            lines().for_each(|line| table.row(line));
            table.render(style)
        }
        Format::Markdown => {
            let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            let head = line(COLUMNS.iter().map(|(name, _)| name.to_string()).collect());
            let rule = COLUMNS.iter().map(|(_, align)| if *align == Align::Left { "--" } else { "--:" });
            let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
            head + &rule + &lines().map(line).collect::<String>()
        }
        Format::Json => serde_json::to_string_pretty(rows).unwrap_or_default() + "\n",
    }
}
