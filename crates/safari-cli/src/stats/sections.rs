//! The tables as a person reads them.

use safari_data::{PointsRow, SeatEffectRow, StandingRow};
use safari_stats::Tables;

use crate::console::Style;
use crate::table::{Align, Table};
use crate::tournament::standings;

/// A table under a title, with what is to be said of it.
pub(super) struct Section {
    pub title: String,
    pub table: Table,
    pub notes: Vec<String>,
}

/// All of them, in the order in which they are read.
pub(super) fn all(tables: &Tables, style: Style) -> Vec<Section> {
    let rows = tables.standings();
    let standings = Section {
        title: "Standings".into(),
        table: standings::table(&rows, &[], style),
        notes: vec![format!("{} games; intervals are 95 %, over deals", tables.games())],
    };
    vec![standings, means(&rows), pairs(tables), seats(&tables.seat_effect()), points(&tables.points())]
}

/// An interval of points.
fn between(lo: Option<f64>, hi: Option<f64>) -> String {
    match (lo, hi) {
        (Some(lo), Some(hi)) => format!("{lo:.1} to {hi:.1}"),
        _ => String::new(),
    }
}

/// Means with both kinds of intervals, and what pairing was worth.
fn means(rows: &[StandingRow]) -> Section {
    let mut table = Table::new([
        ("agent", Align::Left),
        ("margin", Align::Right),
        ("by t", Align::Left),
        ("by bootstrap", Align::Left),
        ("rank", Align::Right),
        ("by t", Align::Left),
        ("by bootstrap", Align::Left),
        ("pairing gain", Align::Right),
        ("detectable", Align::Right),
    ]);
    let ranks = |lo: Option<f64>, hi: Option<f64>| match (lo, hi) {
        (Some(lo), Some(hi)) => format!("{lo:.2} to {hi:.2}"),
        _ => String::new(),
    };
    for row in rows {
        table.row(vec![
            row.agent.clone(),
            format!("{:+.1}", row.mean_margin),
            between(row.mean_margin_lo, row.mean_margin_hi),
            between(row.mean_margin_boot_lo, row.mean_margin_boot_hi),
            format!("{:.2}", row.mean_rank),
            ranks(row.mean_rank_lo, row.mean_rank_hi),
            ranks(row.mean_rank_boot_lo, row.mean_rank_boot_hi),
            row.pairing_gain.map_or(String::new(), |gain| format!("{gain:.2}")),
            row.detectable.map_or(String::new(), |least| format!("{least:.3}")),
        ]);
    }
    Section {
        title: "Margins and ranks, and what the deals tell".into(),
        table,
        notes: vec![
            "pairing gain: how many independent games a game was worth, for the win share; detectable: the smallest \
             difference of win share that so many deals show in 8 of 10 runs"
                .into(),
        ],
    }
}

/// Each agent against each other one.
fn pairs(tables: &Tables) -> Section {
    let mut table = Table::new([
        ("agent", Align::Left),
        ("opponent", Align::Left),
        ("games", Align::Right),
        ("better", Align::Right),
        ("95 % interval", Align::Left),
        ("win share", Align::Right),
        ("95 % interval", Align::Left),
        ("score", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    for row in tables.pairs() {
        table.row(vec![
            row.agent,
            row.opponent,
            row.games.to_string(),
            format!("{:.3}", row.better),
            standings::outwards(row.better_lo, row.better_hi),
            format!("{:.3}", row.win_share),
            standings::outwards(row.win_share_lo, row.win_share_hi),
            format!("{:+.1}", row.score_difference),
            between(row.score_difference_lo, row.score_difference_hi),
        ]);
    }
    Section {
        title: "Pairs, in the games in which both sat".into(),
        table,
        notes: vec![
            "better: how often the agent was ranked above the opponent, a tie counting half; score: its lead"
                .into(),
        ],
    }
}

/// Who gains by which seat.
fn seats(rows: &[SeatEffectRow]) -> Section {
    let mut table = Table::new([
        ("agent", Align::Left),
        ("seat", Align::Right),
        ("games", Align::Right),
        ("win share", Align::Right),
        ("95 % interval", Align::Left),
        ("score", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    for row in rows {
        table.row(vec![
            row.agent.clone(),
            row.seat.to_string(),
            row.games.to_string(),
            format!("{:.3}", row.win_share),
            standings::outwards(row.win_share_lo, row.win_share_hi),
            format!("{:.1}", row.mean_score),
            between(row.mean_score_lo, row.mean_score_hi),
        ]);
    }
    Section { title: "Seats".into(), table, notes: Vec::new() }
}

/// Where points come from: a row for each source, a column for each agent.
fn points(rows: &[PointsRow]) -> Section {
    let mut agents: Vec<&str> = Vec::new();
    let mut sources: Vec<&str> = Vec::new();
    for row in rows {
        if !agents.contains(&&*row.agent) {
            agents.push(&row.agent);
        }
        if !sources.contains(&&*row.source) {
            sources.push(&row.source);
        }
    }
    let columns = agents.iter().map(|agent| (agent.to_string(), Align::Right));
    let mut table = Table::new([("source".to_string(), Align::Left)].into_iter().chain(columns));
    for source in sources {
        let cell = |agent: &&str| {
            let row = rows.iter().find(|row| row.agent == *agent && row.source == source);
            row.map_or(String::new(), |row| match (row.lo, row.hi) {
                (Some(lo), Some(hi)) => format!("{:.1} ({lo:.1} to {hi:.1})", row.mean),
                _ => format!("{:.1}", row.mean),
            })
        };
        let mut line = vec![source.to_string()];
        line.extend(agents.iter().map(cell));
        table.row(line);
    }
    Section { title: "Points a game, by source".into(), table, notes: Vec::new() }
}
