//! `seat_effect.csv`: what a seat is worth.

use safari_data::{SeatEffectRow, SeatRow};

use super::Tables;
use super::rounding::{ends, lower, round, upper};
use crate::clusters::Clusters;
use crate::interval::{mean_interval, share_interval};

/// Who sat in one seat: win share and score.
#[derive(Clone, Debug, Default)]
pub(super) struct Seat {
    games: u64,
    sums: Clusters<2>,
}

impl Seat {
    pub fn add(&mut self, deal: u64, row: &SeatRow) {
        self.games += 1;
        self.sums.add(deal, &[row.win_share, f64::from(row.score)]);
    }

    fn row(&self, agent: &str, seat: u32) -> SeatEffectRow {
        let [share, score] = self.sums.moments();
        let (share, score) = (share_interval(&share), mean_interval(&score));
        let (mean_score_lo, mean_score_hi) = ends(score);
        SeatEffectRow {
            agent: agent.to_owned(),
            seat,
            games: self.games,
            deals: self.sums.len(),
            win_share: round(share.mean),
            win_share_lo: lower(share),
            win_share_hi: upper(share),
            mean_score: round(score.mean),
            mean_score_lo,
            mean_score_hi,
            elo: None,
            elo_lo: None,
            elo_hi: None,
        }
    }
}

impl Tables {
    /// The rows of `seat_effect.csv`: first all agents together, then each as in the standings, seats in order.
    pub(super) fn seat_effect(&self) -> Vec<SeatEffectRow> {
        let lines = |name: &str, seats: &[Seat]| -> Vec<SeatEffectRow> {
            let played = (0..).zip(seats).filter(|(_, seat)| seat.games > 0);
            played.map(|(place, seat)| seat.row(name, place)).collect()
        };
        let mut rows = lines("all", &self.seats);
        for agent in self.ranked() {
            rows.extend(lines(&agent.name, &agent.seats));
        }
        rows
    }
}
