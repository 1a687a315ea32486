//! `points.csv`: where an agent's points come from.

use safari_data::{PointsRow, SeatRow};

use super::Tables;
use super::rounding::{ends, round};
use crate::clusters::Clusters;
use crate::interval::mean_interval;

/// The sources, as columns of `seats.csv`.
const SOURCES: [&str; 9] =
    ["dig", "extend", "hole", "trail", "bush", "ranger", "final_trail", "final_bush", "final_animals"];

pub(super) type Sources = Clusters<9>;

/// The points of a seat by source.
pub(super) fn points(row: &SeatRow) -> [f64; 9] {
    [
        row.dig,
        row.extend,
        row.hole,
        row.trail,
        row.bush,
        row.ranger,
        row.final_trail,
        row.final_bush,
        row.final_animals,
    ]
    .map(f64::from)
}

impl Tables {
    /// The rows of `points.csv`: agents as in the standings, sources as in `seats.csv`.
    pub(super) fn points(&self) -> Vec<PointsRow> {
        let mut rows = Vec::new();
        for agent in self.ranked() {
            for (source, moments) in SOURCES.iter().zip(agent.points.moments()) {
                let interval = mean_interval(&moments);
                let (lo, hi) = ends(interval);
                rows.push(PointsRow {
                    agent: agent.name.clone(),
                    source: (*source).into(),
                    mean: round(interval.mean),
                    lo,
                    hi,
                });
            }
        }
        rows
    }
}
