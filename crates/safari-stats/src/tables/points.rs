//! `points.csv`: where an agent's points come from.

use safari_data::{PointsRow, SeatRow};

use super::Tables;
use super::rounding::{ends, round};
use crate::clusters::Clusters;
use crate::interval::mean_interval;

pub(super) type Sources = Clusters<9>;

impl Tables {
    /// The rows of `points.csv`: agents as in the standings, sources as in `seats.csv`.
    pub(super) fn points(&self) -> Vec<PointsRow> {
        let mut rows = Vec::new();
        for agent in self.ranked() {
            for (source, moments) in SeatRow::SOURCES.iter().zip(agent.points.moments()) {
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
