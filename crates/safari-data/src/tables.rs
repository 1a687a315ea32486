//! The rows of the tables that follow from a run's rows: flat, one struct for each file (docs/formats.md).
//!
//! Every `_lo` and `_hi` is an end of a 95 % interval over deals; it is empty where the deals are too few to tell.

use serde::{Deserialize, Serialize};

/// A row of `standings.csv`: one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingRow {
    /// The agent's name in the config.
    pub agent: String,
    /// Seats played; more than games where an agent holds several seats of one game.
    pub games: u64,
    /// Deals that means and intervals are taken over.
    pub deals: u64,
    /// Mean win share over deals, 0 to 1.
    pub win_share: f64,
    /// Lower end of its interval.
    pub win_share_lo: f64,
    /// Upper end.
    pub win_share_hi: f64,
    /// Mean score over deals, in points.
    pub mean_score: f64,
    /// Lower end, by Student's t.
    pub mean_score_lo: Option<f64>,
    /// Upper end.
    pub mean_score_hi: Option<f64>,
    /// Lower end, by bootstrap over deals.
    pub mean_score_boot_lo: Option<f64>,
    /// Upper end.
    pub mean_score_boot_hi: Option<f64>,
    /// Mean margin over the best other seat, in points.
    pub mean_margin: f64,
    /// Lower end, by Student's t.
    pub mean_margin_lo: Option<f64>,
    /// Upper end.
    pub mean_margin_hi: Option<f64>,
    /// Lower end, by bootstrap over deals.
    pub mean_margin_boot_lo: Option<f64>,
    /// Upper end.
    pub mean_margin_boot_hi: Option<f64>,
    /// Mean rank, 1 for the first.
    pub mean_rank: f64,
    /// Lower end, by Student's t.
    pub mean_rank_lo: Option<f64>,
    /// Upper end.
    pub mean_rank_hi: Option<f64>,
    /// Lower end, by bootstrap over deals.
    pub mean_rank_boot_lo: Option<f64>,
    /// Upper end.
    pub mean_rank_boot_hi: Option<f64>,
    /// How many independent games one game was worth, for the win share.
    pub pairing_gain: Option<f64>,
    /// The smallest difference of win share that so many deals show in 8 of 10 runs.
    pub detectable: Option<f64>,
    /// Games it forfeited.
    pub forfeits: u64,
}

/// A row of `pairs.csv`: an agent against another one, in the games in which both sat. Each pair stands there twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairRow {
    /// The agent.
    pub agent: String,
    /// The other one.
    pub opponent: String,
    /// Games in which both sat.
    pub games: u64,
    /// Deals of these games.
    pub deals: u64,
    /// How often the agent was ranked better, a tie counting half.
    pub better: f64,
    /// Lower end.
    pub better_lo: f64,
    /// Upper end.
    pub better_hi: f64,
    /// Mean win share of the agent in these games, a seat: its payoff.
    pub win_share: f64,
    /// Lower end.
    pub win_share_lo: f64,
    /// Upper end.
    pub win_share_hi: f64,
    /// Mean difference of scores, in points.
    pub score_difference: f64,
    /// Lower end.
    pub score_difference_lo: Option<f64>,
    /// Upper end.
    pub score_difference_hi: Option<f64>,
    /// Difference of the ratings, in Elo; empty where there are none.
    pub elo_difference: Option<f64>,
    /// Its standard error.
    pub elo_error: Option<f64>,
    /// Likelihood that the agent's rating is the higher one.
    pub superiority: Option<f64>,
}

/// A row of `seat_effect.csv`: a seat, for one agent or for `all`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatEffectRow {
    /// The agent's name in the config, or `all`.
    pub agent: String,
    /// The seat, from 0.
    pub seat: u32,
    /// Games that the agent played there.
    pub games: u64,
    /// Deals of these games.
    pub deals: u64,
    /// Mean win share.
    pub win_share: f64,
    /// Lower end.
    pub win_share_lo: f64,
    /// Upper end.
    pub win_share_hi: f64,
    /// Mean score, in points.
    pub mean_score: f64,
    /// Lower end.
    pub mean_score_lo: Option<f64>,
    /// Upper end.
    pub mean_score_hi: Option<f64>,
    /// What the seat is worth in Elo against the mean of seats, by the rating model; only for `all`.
    pub elo: Option<f64>,
    /// Lower end.
    pub elo_lo: Option<f64>,
    /// Upper end.
    pub elo_hi: Option<f64>,
}

/// A row of `points.csv`: an agent's points from one source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointsRow {
    /// The agent's name in the config.
    pub agent: String,
    /// The source, a column of `seats.csv`.
    pub source: String,
    /// Mean points a game.
    pub mean: f64,
    /// Lower end.
    pub lo: Option<f64>,
    /// Upper end.
    pub hi: Option<f64>,
}

/// A row of `ratings.csv`: one agent's rating by maximum likelihood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingRow {
    /// The agent's name in the config.
    pub agent: String,
    /// Seats played.
    pub games: u64,
    /// Its rating, in Elo above the anchor.
    pub elo: f64,
    /// Standard error of the difference to the anchor; 0 for the anchor.
    pub elo_error: Option<f64>,
    /// Lower end.
    pub elo_lo: Option<f64>,
    /// Upper end.
    pub elo_hi: Option<f64>,
    /// The win share that the model expects of it against copies of the anchor in all other seats, over all seats.
    pub expected_share: f64,
    /// Likelihood that its rating is above the next one's; empty for the last.
    pub superiority: Option<f64>,
    /// Whether it is the anchor.
    pub anchor: bool,
    /// Whether it won or lost everything against the others, or never met them: how far it is from them is then for the prior to say.
    pub separated: bool,
}

/// All tables of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// One line for each agent.
    pub standings: Vec<StandingRow>,
    /// Each agent against each other one.
    pub pairs: Vec<PairRow>,
    /// Ratings, best first; empty where the games have none.
    pub ratings: Vec<RatingRow>,
    /// Seats, of all agents and of each.
    pub seat_effect: Vec<SeatEffectRow>,
    /// Points by agent and source.
    pub points: Vec<PointsRow>,
}
