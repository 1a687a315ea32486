//! `standings.csv`: one line for each agent, with intervals over deals.

use safari_data::{GameRow, SeatRow, StandingRow};

use super::rounding::{ends, lower, round, upper};
use super::{Agent, Tables};
use crate::clusters::Clusters;
use crate::interval::{mean_interval, share_interval};
use crate::moments::Moments;

/// The sums of an agent.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    seats: u64,
    games: u64,
    forfeits: u64,
    /// Win share, score, margin, rank.
    sums: Clusters<4>,
    /// Win shares of single games, as if each were independent.
    single: Moments,
}

impl Standing {
    /// Takes in a seat of a game, in which the best other one had so many points.
    pub fn add_seat(&mut self, game: &GameRow, row: &SeatRow, best: u32) {
        self.seats += 1;
        self.forfeits += u64::from(game.forfeit == Some(row.seat));
        let score = f64::from(row.score);
        self.sums.add(game.deal, &[row.win_share, score, score - f64::from(best), f64::from(row.rank)]);
    }

    /// Takes in a game with the win shares of all seats of the agent.
    pub fn add_game(&mut self, shares: &Moments) {
        self.games += 1;
        self.single.add(shares.mean());
    }

    /// Win shares by deal.
    pub fn win_share(&self) -> Moments {
        let [share, ..] = self.sums.moments();
        share
    }

    fn row(&self, agent: &str) -> StandingRow {
        let [share, score, margin, rank] = self.sums.moments();
        let shares = share_interval(&share);
        let [score, margin, rank] = [score, margin, rank].map(|moments| mean_interval(&moments));
        let (mean_score_lo, mean_score_hi) = ends(score);
        let (mean_margin_lo, mean_margin_hi) = ends(margin);
        let (mean_rank_lo, mean_rank_hi) = ends(rank);
        StandingRow {
            agent: agent.to_owned(),
            games: self.seats,
            deals: self.sums.len(),
            win_share: round(shares.mean),
            win_share_lo: lower(shares),
            win_share_hi: upper(shares),
            mean_score: round(score.mean),
            mean_score_lo,
            mean_score_hi,
            mean_score_boot_lo: None,
            mean_score_boot_hi: None,
            mean_margin: round(margin.mean),
            mean_margin_lo,
            mean_margin_hi,
            mean_margin_boot_lo: None,
            mean_margin_boot_hi: None,
            mean_rank: round(rank.mean),
            mean_rank_lo,
            mean_rank_hi,
            mean_rank_boot_lo: None,
            mean_rank_boot_hi: None,
            pairing_gain: None,
            detectable: None,
            forfeits: self.forfeits,
        }
    }
}

impl Tables {
    /// The rows of `standings.csv`: best win share first, then by name.
    pub fn standings(&self) -> Vec<StandingRow> {
        self.ranked().map(|agent| agent.standing.row(&agent.name)).collect()
    }

    /// The agents in the order of the standings.
    pub(super) fn ranked(&self) -> impl Iterator<Item = &Agent> {
        self.ranks().into_iter().map(|place| &self.agents[place])
    }

    /// The same as places.
    pub(super) fn ranks(&self) -> Vec<usize> {
        let shares: Vec<f64> =
            self.agents.iter().map(|agent| round(agent.standing.win_share().mean())).collect();
        let mut order: Vec<usize> = (0..shares.len()).collect();
        let name = |place: usize| &self.agents[place].name;
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then_with(|| name(a).cmp(name(b))));
        order
    }
}
