//! What was played of each candidate, and the table of it.

use std::collections::BTreeMap;
use std::io;

use safari_stats::{Interval, Moments, mean_interval, share_interval};

use super::config::Objective;
use super::play::Sums;
use crate::optimiser::Candidate;
use crate::space::{Point, Space};

/// All candidates so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    candidates: BTreeMap<u32, Row>,
}

#[derive(Clone, Debug)]
struct Row {
    point: Point,
    /// In the order in which they were played.
    search: Vec<Sums>,
    selection: Vec<Sums>,
}

impl Played {
    /// Takes in the sums of a candidate, a deal each.
    pub fn add(&mut self, candidate: &Candidate, sums: impl Iterator<Item = Sums>, selection: bool) {
        let new = || Row { point: candidate.point.clone(), search: Vec::new(), selection: Vec::new() };
        let row = self.candidates.entry(candidate.id).or_insert_with(new);
        if selection { row.selection.extend(sums) } else { row.search.extend(sums) }
    }

    /// `trials.csv`: a row for each candidate, by number.
    pub fn csv(&self, space: &Space, objective: Objective, players: usize) -> io::Result<Vec<u8>> {
        let names: Vec<&str> = space.dimensions().iter().map(|dimension| dimension.name.as_str()).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut head = vec!["candidate", "deals", "objective", "objective_lo", "objective_hi", "win_share"];
        head.extend([
            "win_share_lo",
            "win_share_hi",
            "mean_score",
            "mean_margin",
            "mean_rank",
            "selection_deals",
        ]);
        head.extend(["selection", "selection_lo", "selection_hi"]);
        // A parameter may be called as one of ours.
        let own: Vec<String> = names.iter().map(|name| format!("param:{name}")).collect();
        head.extend(own.iter().map(String::as_str));
        writer.write_record(&head).map_err(io::Error::other)?;
        for (id, row) in &self.candidates {
            let mean = |of: &dyn Fn(&Sums) -> f64, rows: &[Sums]| rows.iter().map(of).collect::<Moments>();
            let value = |sums: &Sums| sums.value(objective, players);
            let games = players as f64;
            let mut cells = vec![id.to_string(), row.search.len().to_string()];
            cells.extend(three(&mean(&value, &row.search), mean_interval));
            cells.extend(three(&mean(&|sums| sums.win_share(players), &row.search), share_interval));
            for of in [Objective::Score, Objective::Margin] {
                cells.push(number(&mean(&|sums| sums.value(of, players), &row.search)));
            }
            cells.push(number(&mean(&|sums| sums.rank as f64 / games, &row.search)));
            cells.push(row.selection.len().to_string());
            cells.extend(three(&mean(&value, &row.selection), mean_interval));
            cells.extend(
                names.iter().map(|name| row.point.get(name).map_or(String::new(), |value| value.to_string())),
            );
            writer.write_record(&cells).map_err(io::Error::other)?;
        }
        writer.into_inner().map_err(|error| error.into_error())
    }
}

/// A mean and its interval; empty of no deals.
fn three(moments: &Moments, interval: fn(&Moments) -> Interval) -> [String; 3] {
    if moments.is_empty() {
        return Default::default();
    }
    let interval = interval(moments);
    let end = |end: f64| if end.is_finite() { format!("{end:.4}") } else { String::new() };
    [format!("{:.4}", interval.mean), end(interval.lo), end(interval.hi)]
}

fn number(moments: &Moments) -> String {
    if moments.is_empty() { String::new() } else { format!("{:.4}", moments.mean()) }
}
