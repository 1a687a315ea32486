//! `standings.csv`: one line for each agent, with intervals over deals.

use safari_data::{GameRow, SeatRow, StandingRow};

use super::rounding::{ends, lower, round, upper};
use super::{Agent, Tables};
use crate::bootstrap::DealGroups;
use crate::clusters::Clusters;
use crate::interval::{Interval, mean_interval, share_interval};
use crate::moments::Moments;
use crate::pairing::{pairing_gain, smallest_detectable};

/// Draws of a bootstrap, and the seed of its generator: the same for every agent and run.
const RESAMPLES: u32 = 2_000;
const SEED: u64 = 1;

/// Groups of deals for three measures.
#[derive(Clone, Debug)]
struct Bootstrap(DealGroups);

impl Default for Bootstrap {
    fn default() -> Bootstrap {
        Bootstrap(DealGroups::new(3))
    }
}

impl Bootstrap {
    fn add(&mut self, (deal, means): (u64, [f64; 4])) {
        for (measure, mean) in means[1..].iter().enumerate() {
            self.0.add(deal, measure, *mean, 1);
        }
    }
}

/// The sums of an agent.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    seats: u64,
    games: u64,
    forfeits: u64,
    /// Win share, score, margin, rank.
    sums: Clusters<4>,
    /// Score, margin and rank of deals, to draw from.
    groups: Bootstrap,
    /// Win shares of single games, as if each were independent.
    single: Moments,
}

impl Standing {
    /// Takes in a seat of a game, in which the best other one had so many points.
    pub fn add_seat(&mut self, game: &GameRow, row: &SeatRow, best: u32) {
        self.seats += 1;
        self.forfeits += u64::from(game.forfeit == Some(row.seat));
        let score = f64::from(row.score);
        let values = [row.win_share, score, score - f64::from(best), f64::from(row.rank)];
        if let Some(ended) = self.sums.add(game.deal, &values) {
            self.groups.add(ended);
        }
    }

    /// Takes in a game with the win shares of all seats of the agent.
    pub fn add_game(&mut self, shares: &Moments) {
        self.games += 1;
        self.single.add(shares.mean());
    }

    /// Seats played.
    pub fn seats(&self) -> u64 {
        self.seats
    }

    /// Win shares by deal.
    pub fn win_share(&self) -> Moments {
        let [share, ..] = self.sums.moments();
        share
    }

    /// The ends of score, margin and rank by bootstrap.
    fn bootstrap(&self) -> [(Option<f64>, Option<f64>); 3] {
        let mut groups = self.groups.clone();
        if let Some(ended) = self.sums.clone().end() {
            groups.add(ended);
        }
        let intervals = groups.0.bootstrap_means(RESAMPLES, SEED);
        std::array::from_fn(|measure| intervals[measure].map_or((None, None), ends))
    }

    fn row(&self, agent: &str, players: usize) -> StandingRow {
        let [share, score, margin, rank] = self.sums.moments();
        let deals = self.sums.len();
        let shares = share_interval(&share);
        let [score, margin, rank] = [score, margin, rank].map(|moments| mean_interval(&moments));
        let (mean_score_lo, mean_score_hi) = ends(score);
        let (mean_margin_lo, mean_margin_hi) = ends(margin);
        // There is no rank beyond the first and the last.
        let (first, last) = (1.0, players as f64);
        let rank = Interval { lo: rank.lo.max(first), hi: rank.hi.min(last), ..rank };
        let (mean_rank_lo, mean_rank_hi) = if deals > 1 { ends(rank) } else { (None, None) };
        let [score_boot, margin_boot, rank_boot] = self.bootstrap();
        let games_per_deal = u32::try_from(self.games / deals.max(1)).unwrap_or(u32::MAX).max(1);
        let detectable = smallest_detectable(share.mean(), share.variance().sqrt(), deals, 0.8, 0.05)
            .filter(|_| share.variance() > 0.0);
        StandingRow {
            agent: agent.to_owned(),
            games: self.seats,
            deals,
            win_share: round(shares.mean),
            win_share_lo: lower(shares),
            win_share_hi: upper(shares),
            mean_score: round(score.mean),
            mean_score_lo,
            mean_score_hi,
            mean_score_boot_lo: score_boot.0,
            mean_score_boot_hi: score_boot.1,
            mean_margin: round(margin.mean),
            mean_margin_lo,
            mean_margin_hi,
            mean_margin_boot_lo: margin_boot.0,
            mean_margin_boot_hi: margin_boot.1,
            mean_rank: round(rank.mean),
            mean_rank_lo,
            mean_rank_hi,
            mean_rank_boot_lo: rank_boot.0,
            mean_rank_boot_hi: rank_boot.1,
            pairing_gain: pairing_gain(&self.single, &share, games_per_deal).map(round),
            detectable: detectable.map(round),
            forfeits: self.forfeits,
        }
    }
}

impl Tables {
    /// The rows of `standings.csv`: best win share first, then by name.
    pub fn standings(&self) -> Vec<StandingRow> {
        self.ranked().map(|agent| agent.standing.row(&agent.name, self.seats.len())).collect()
    }

    /// The agents' names in the order of the standings.
    pub fn ranking(&self) -> Vec<&str> {
        self.ranked().map(|agent| agent.name.as_str()).collect()
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
