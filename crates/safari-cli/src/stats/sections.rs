//! The tables as a person reads them.

use safari_data::{PairRow, PointsRow, RatingRow, Report, SeatEffectRow, StandingRow};
use safari_stats::{OnlineRating, Tables};

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
pub(super) fn all(tables: &Tables, report: &Report, style: Style) -> Vec<Section> {
    let standings = Section {
        title: "Standings".into(),
        table: standings::table(&report.standings, &[], style),
        notes: vec![format!("{} games; intervals are 95 %, over deals", tables.games())],
    };
    let mut sections = vec![standings, means(&report.standings)];
    sections.extend((!report.ratings.is_empty()).then(|| ratings(&report.ratings)));
    sections.extend(tables.weng_lin().map(|rows| weng_lin(&rows)));
    sections.extend([pairs(&report.pairs), seats(&report.seat_effect), points(&report.points)]);
    sections
}

/// Ratings by maximum likelihood.
fn ratings(rows: &[RatingRow]) -> Section {
    let mut table = Table::new([
        ("agent", Align::Left),
        ("games", Align::Right),
        ("Elo", Align::Right),
        ("95 % interval", Align::Left),
        ("expected share", Align::Right),
        ("above the next", Align::Right),
    ]);
    let mut notes = Vec::new();
    for row in rows {
        table.row(vec![
            row.agent.clone(),
            row.games.to_string(),
            if row.anchor { "0".into() } else { format!("{:+.0}", row.elo) },
            if row.anchor { "anchor".into() } else { elo(row.elo_lo, row.elo_hi) },
            format!("{:.3}", row.expected_share),
            row.superiority.map_or(String::new(), |likely| format!("{likely:.3}")),
        ]);
        if row.anchor {
            notes.push(format!(
                "Elo above {0}; expected share: against {0} in all other seats; above the next: likelihood of superiority",
                row.agent
            ));
        }
    }
    let separated: Vec<&str> =
        rows.iter().filter(|row| row.separated).map(|row| row.agent.as_str()).collect();
    if !separated.is_empty() {
        notes.push(format!(
            "won or lost everything against the others, or never met them, so that the prior alone says how far away it is: {}",
            separated.join(", ")
        ));
    }
    Section { title: "Ratings, by maximum likelihood (Davidson-Luce)".into(), table, notes }
}

/// An interval of Elo.
fn elo(lo: Option<f64>, hi: Option<f64>) -> String {
    match (lo, hi) {
        (Some(lo), Some(hi)) => format!("{lo:+.0} to {hi:+.0}"),
        _ => String::new(),
    }
}

/// Ratings game by game.
fn weng_lin(rows: &[(&str, OnlineRating)]) -> Section {
    let mut table = Table::new([("agent", Align::Left), ("mean", Align::Right), ("deviation", Align::Right)]);
    for (agent, rating) in rows {
        table.row(vec![agent.to_string(), format!("{:.2}", rating.mean), format!("{:.2}", rating.deviation)]);
    }
    let notes = vec!["they depend on the order of games; the deviation takes games for independent".into()];
    Section { title: "Ratings game by game (Weng-Lin)".into(), table, notes }
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

/// Each pair once, the agent that stands higher first.
fn pairs(rows: &[PairRow]) -> Section {
    let mut table = Table::new([
        ("agent", Align::Left),
        ("opponent", Align::Left),
        ("games", Align::Right),
        ("better", Align::Right),
        ("95 % interval", Align::Left),
        ("score", Align::Right),
        ("95 % interval", Align::Left),
        ("Elo", Align::Right),
        ("error", Align::Right),
        ("superior", Align::Right),
    ]);
    for (place, row) in rows.iter().enumerate() {
        if rows[..place].iter().any(|other| other.agent == row.opponent && other.opponent == row.agent) {
            continue;
        }
        table.row(vec![
            row.agent.clone(),
            row.opponent.clone(),
            row.games.to_string(),
            format!("{:.3}", row.better),
            standings::outwards(row.better_lo, row.better_hi),
            format!("{:+.1}", row.score_difference),
            between(row.score_difference_lo, row.score_difference_hi),
            row.elo_difference.map_or(String::new(), |elo| format!("{elo:+.0}")),
            row.elo_error.map_or(String::new(), |error| format!("{error:.0}")),
            row.superiority.map_or(String::new(), |likely| format!("{likely:.3}")),
        ]);
    }
    Section {
        title: "Pairs, in the games in which both sat".into(),
        table,
        notes: vec![
            "better: how often the agent was ranked above the opponent, a tie counting half; score: its lead; Elo: the \
             difference of ratings, its standard error and the likelihood of superiority"
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
        ("Elo", Align::Right),
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
            row.elo.map_or(String::new(), |elo| format!("{elo:+.0}")),
            elo(row.elo_lo, row.elo_hi),
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
