//! Standings: one line for each agent, with intervals over deals.

use safari_data::{GameRow, SeatRow, StandingRow};
use safari_stats::{Moments, mean_interval, share_interval};

/// Sums that grow game by game, in the order of their numbers, in constant memory.
#[derive(Clone, Debug)]
pub struct Standings {
    agents: Vec<Agent>,
    /// The deal that is being added up.
    deal: Option<u64>,
}

#[derive(Clone, Debug, Default)]
struct Agent {
    name: String,
    seats: u64,
    forfeits: u64,
    /// One mean per deal.
    share: Moments,
    score: Moments,
    margin: Moments,
    rank: Moments,
    /// Sums of the deal that is being added up.
    open: Sums,
}

#[derive(Clone, Debug, Default)]
struct Sums {
    seats: u32,
    share: f64,
    score: f64,
    margin: f64,
    rank: f64,
}

impl Agent {
    fn close(&mut self) {
        let sums = std::mem::take(&mut self.open);
        if sums.seats > 0 {
            let n = f64::from(sums.seats);
            self.share.add(sums.share / n);
            self.score.add(sums.score / n);
            self.margin.add(sums.margin / n);
            self.rank.add(sums.rank / n);
        }
    }
}

impl Standings {
    /// No games yet.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Standings {
        let agent = |name: &str| Agent { name: name.to_owned(), ..Agent::default() };
        Standings { agents: names.into_iter().map(agent).collect(), deal: None }
    }

    /// Takes in a game, the next one in the order of numbers.
    pub fn add(&mut self, game: &GameRow, seats: &[SeatRow]) {
        if self.deal != Some(game.deal) {
            self.agents.iter_mut().for_each(Agent::close);
            self.deal = Some(game.deal);
        }
        for row in seats {
            let others = seats.iter().filter(|other| other.seat != row.seat).map(|other| other.score);
            let best = others.max().unwrap_or(0);
            let Some(agent) = self.agents.iter_mut().find(|agent| agent.name == row.agent) else { continue };
            agent.seats += 1;
            agent.forfeits += u64::from(game.forfeit == Some(row.seat));
            agent.open.seats += 1;
            agent.open.share += row.win_share;
            agent.open.score += f64::from(row.score);
            agent.open.margin += f64::from(row.score) - f64::from(best);
            agent.open.rank += f64::from(row.rank);
        }
    }

    /// The lines, best win share first; agents without a game are left out.
    pub fn rows(&self) -> Vec<StandingRow> {
        let mut closed = self.agents.clone();
        closed.iter_mut().for_each(Agent::close);
        let mut rows: Vec<StandingRow> = closed.iter().filter(|agent| agent.seats > 0).map(row).collect();
        rows.sort_by(|a, b| b.win_share.total_cmp(&a.win_share).then(a.agent.cmp(&b.agent)));
        rows
    }
}

/// Four digits are more than any tournament can tell, and hide how a machine rounds.
fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// The ends of an interval go outwards, so that it keeps a width.
fn down(value: f64) -> f64 {
    (value * 10_000.0 + 1e-6).floor() / 10_000.0
}

fn up(value: f64) -> f64 {
    (value * 10_000.0 - 1e-6).ceil() / 10_000.0
}

fn row(agent: &Agent) -> StandingRow {
    let share = share_interval(&agent.share);
    let score = mean_interval(&agent.score);
    StandingRow {
        agent: agent.name.clone(),
        games: agent.seats,
        win_share: round(share.mean),
        win_share_lo: down(share.lo),
        win_share_hi: up(share.hi),
        mean_score: round(score.mean),
        mean_score_lo: Some(down(score.lo)).filter(|x| x.is_finite()),
        mean_score_hi: Some(up(score.hi)).filter(|x| x.is_finite()),
        mean_margin: round(agent.margin.mean()),
        mean_rank: round(agent.rank.mean()),
        deals: agent.share.len(),
        forfeits: agent.forfeits,
    }
}
