//! `pairs.csv`: each agent against each other one, in the games in which both sat.

use safari_data::{GameRow, PairRow, SeatRow};

use super::rounding::{ends, lower, round, upper};
use super::{Tables, pair_place};
use crate::clusters::Clusters;
use crate::interval::{Interval, mean_interval, share_interval};

/// Two agents: whether the first was better, win shares of both, the difference of their scores.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair {
    games: u64,
    last: Option<u64>,
    sums: Clusters<4>,
}

impl Pair {
    /// Takes in two seats of a game; there may be more of these agents.
    pub fn add(&mut self, game: &GameRow, first: &SeatRow, second: &SeatRow) {
        self.games += u64::from(self.last != Some(game.game));
        self.last = Some(game.game);
        let better = match first.rank.cmp(&second.rank) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        let difference = f64::from(first.score) - f64::from(second.score);
        self.sums.add(game.deal, &[better, first.win_share, second.win_share, difference]);
    }

    fn row(&self, names: [&str; 2], turned: bool) -> PairRow {
        let [better, first, second, difference] = self.sums.moments();
        let (better, difference) = (share_interval(&better), mean_interval(&difference));
        let (names, better, share, difference) = match turned {
            false => (names, better, first, difference),
            true => ([names[1], names[0]], mirrored(better, 1.0), second, mirrored(difference, 0.0)),
        };
        let share = share_interval(&share);
        let (score_difference_lo, score_difference_hi) = ends(difference);
        PairRow {
            agent: names[0].to_owned(),
            opponent: names[1].to_owned(),
            games: self.games,
            deals: self.sums.len(),
            better: round(better.mean),
            better_lo: lower(better),
            better_hi: upper(better),
            win_share: round(share.mean),
            win_share_lo: lower(share),
            win_share_hi: upper(share),
            score_difference: round(difference.mean),
            score_difference_lo,
            score_difference_hi,
            elo_difference: None,
            elo_error: None,
            superiority: None,
        }
    }
}

/// An interval seen from the other side, where both sides sum to so much.
fn mirrored(interval: Interval, sum: f64) -> Interval {
    Interval { lo: sum - interval.hi, mean: sum - interval.mean, hi: sum - interval.lo }
}

impl Tables {
    /// How often one agent was ranked better than another one, a tie counting half; none where they never met.
    pub fn better(&self, agent: &str, opponent: &str) -> Option<Interval> {
        let place = |name: &str| self.agents.iter().position(|agent| agent.name == name);
        let (a, b) = (place(agent)?, place(opponent)?);
        if a == b {
            return None;
        }
        let pair = self.pairs.get(pair_place(a, b)).filter(|pair| pair.games > 0)?;
        let [better, ..] = pair.sums.moments();
        let better = share_interval(&better);
        Some(if a < b { better } else { mirrored(better, 1.0) })
    }

    /// The rows of `pairs.csv`: agents and their opponents as in the standings, those that met.
    pub(super) fn pairs(&self) -> Vec<PairRow> {
        let order = self.ranks();
        let mut rows = Vec::new();
        for &a in &order {
            for &b in order.iter().filter(|&&b| b != a) {
                let (low, high) = (a.min(b), a.max(b));
                let pair = self.pairs.get(pair_place(a, b)).filter(|pair| pair.games > 0);
                let names = [&self.agents[low].name, &self.agents[high].name].map(String::as_str);
                rows.extend(pair.map(|pair| pair.row(names, a > b)));
            }
        }
        rows
    }
}
