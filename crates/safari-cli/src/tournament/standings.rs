//! Standings as a table, as Markdown, as JSON.

use safari_data::{StandingRow, TimingRow};

use crate::args::Format;
use crate::console::Style;
use crate::table::{Align, Table};

fn columns(rows: &[StandingRow], timing: &[TimingRow]) -> Vec<(&'static str, Align)> {
    let mut columns = vec![
        ("#", Align::Right),
        ("agent", Align::Left),
        ("games", Align::Right),
        ("win share", Align::Right),
        ("95 % interval", Align::Left),
        ("score", Align::Right),
        ("95 % interval", Align::Left),
        ("margin", Align::Right),
        ("rank", Align::Right),
    ];
    if !timing.is_empty() {
        columns.push(("time/decision", Align::Right));
    }
    if forfeits(rows) {
        columns.push(("forfeits", Align::Right));
    }
    columns
}

/// Whether the column of forfeits is shown.
fn forfeits(rows: &[StandingRow]) -> bool {
    rows.iter().any(|row| row.forfeits > 0)
}

fn cells(place: usize, row: &StandingRow, timing: &[TimingRow], forfeits: bool, style: Style) -> Vec<String> {
    let time = timing.iter().find(|time| time.agent == row.agent && time.timed_decisions > 0);
    let score = match (row.mean_score_lo, row.mean_score_hi) {
        (Some(lo), Some(hi)) => format!("{lo:.1} to {hi:.1}"),
        _ => String::new(),
    };
    let mut cells = vec![
        place.to_string(),
        row.agent.clone(),
        row.games.to_string(),
        format!("{:.3}", row.win_share),
        outwards(row.win_share_lo, row.win_share_hi),
        format!("{:.1}", row.mean_score),
        score,
        format!("{:+.1}", row.mean_margin),
        format!("{:.2}", row.mean_rank),
    ];
    if !timing.is_empty() {
        cells.push(time.map_or(String::new(), |time| duration(time.seconds_per_decision, style)));
    }
    if forfeits {
        cells.push(row.forfeits.to_string());
    }
    cells
}

/// An interval of shares with three digits that hides nothing of its width.
pub(crate) fn outwards(lo: f64, hi: f64) -> String {
    let (lo, hi) = ((lo * 1e3 + 1e-6).floor() / 1e3, (hi * 1e3 - 1e-6).ceil() / 1e3);
    format!("{lo:.3} to {hi:.3}")
}

/// Two digits at least, in the unit that fits.
fn duration(seconds: f64, style: Style) -> String {
    let (value, unit) = match seconds {
        s if s >= 0.9995 => (s, "s"),
        s if s >= 0.000_999_5 => (s * 1e3, "ms"),
        s => (s * 1e6, if style.unicode { "µs" } else { "us" }),
    };
    if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// The standings; with a column of times where there are any.
pub(crate) fn table(rows: &[StandingRow], timing: &[TimingRow], style: Style) -> Table {
    let mut table = Table::new(columns(rows, timing));
    let forfeits = forfeits(rows);
    for (place, row) in (1..).zip(rows) {
        table.row(cells(place, row, timing, forfeits, style));
    }
    table
}

/// The standings in a format.
pub(super) fn render(rows: &[StandingRow], timing: &[TimingRow], format: Format, style: Style) -> String {
    match format {
        Format::Table if rows.is_empty() => "No deal was finished.\n".into(),
        Format::Table => table(rows, timing, style).render(style),
        Format::Markdown => table(rows, timing, style).markdown(),
        Format::Json => serde_json::to_string_pretty(rows).unwrap_or_default() + "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_side_that_wins_every_game_is_shown_with_a_width() {
        assert_eq!(outwards(0.9998, 1.0), "0.999 to 1.000");
        assert_eq!(outwards(0.0, 0.0002), "0.000 to 0.001");
        assert_eq!(outwards(0.814, 0.823), "0.814 to 0.823");
    }

    #[test]
    fn durations_have_two_digits_and_a_unit() {
        let style = Style { colour: false, unicode: true };
        let shown = [0.0, 84e-9, 9.96e-6, 0.000_999_6, 0.0123, 0.9996, 75.0].map(|s| duration(s, style));
        assert_eq!(shown, ["0.0 µs", "0.1 µs", "10 µs", "1.0 ms", "12 ms", "1.0 s", "75 s"]);
        assert_eq!(duration(1e-5, Style { unicode: false, ..style }), "10 us");
    }
}
