//! One evaluation: a candidate on one deal, in all seats, against opponents that are the same for every candidate.

use std::sync::atomic::AtomicBool;

use rand::RngExt;
use safari_agents::Factory;
use safari_arena::{
    Entrant, GameError, Origin, Pairing, Player, Shard, Stoppable, Tournament, TournamentConfig,
};
use safari_core::{Seed, TileSet};
use serde::{Deserialize, Serialize};

use super::config::{Objective, Opponent, TuningConfig};

/// What a candidate got on one deal: sums over its games, one in each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[i64; 4]", into = "[i64; 4]")]
pub struct Sums {
    /// Points.
    pub score: i64,
    /// Points ahead of the best other seat.
    pub margin: i64,
    /// Ranks, 1 for the first.
    pub rank: i64,
    /// Win shares in sixtieths.
    pub share: i64,
}

impl From<[i64; 4]> for Sums {
    fn from([score, margin, rank, share]: [i64; 4]) -> Sums {
        Sums { score, margin, rank, share }
    }
}

impl From<Sums> for [i64; 4] {
    fn from(sums: Sums) -> [i64; 4] {
        [sums.score, sums.margin, sums.rank, sums.share]
    }
}

impl Sums {
    /// The mean over the games of a deal, more is better.
    pub fn value(&self, objective: Objective, players: usize) -> f64 {
        let games = players as f64;
        match objective {
            Objective::Margin => self.margin as f64 / games,
            Objective::Score => self.score as f64 / games,
            Objective::Rank => -self.rank as f64 / games,
            Objective::WinShare => self.win_share(players),
        }
    }

    /// The mean win share.
    pub fn win_share(&self, players: usize) -> f64 {
        self.share as f64 / (60 * players) as f64
    }
}

/// Why an evaluation gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotPlayed {
    /// Somebody asked to stop.
    Stopped,
    /// An agent failed.
    Failed(String),
}

/// Plays a candidate on a deal in every seat.
///
/// Deal, opponents and the generators of all agents depend on the number of the deal alone (common random numbers).
pub(super) fn evaluate(
    config: &TuningConfig,
    tiles: &'static TileSet,
    candidate: &Factory,
    opponents: &[Opponent],
    deal: u64,
    stop: &AtomicBool,
) -> Result<Sums, NotPlayed> {
    let root = Seed(config.seed);
    let players = config.players;
    let entrant =
        |name: String, factory: &Factory| Entrant { name, player: Player::BuiltIn(factory.clone()) };
    let mut entrants = vec![entrant("candidate".into(), candidate)];
    for seat in 1..players {
        let draw: f64 = root.branch("opponent", &[deal, seat as u64]).rng().random();
        entrants.push(entrant(format!("opponent {seat}"), &drawn(opponents, draw).factory));
    }
    let games = TournamentConfig::of(config.variant, entrants);
    let tournament = Tournament::new(games, tiles, Origin::Seeded, Shard::WHOLE)
        .map_err(|error| NotPlayed::Failed(error.to_string()))?;
    let mut sums = Sums::default();
    for rotation in 0..players {
        let pairing = Pairing {
            deal,
            deal_seed: root.branch("deal", &[deal]),
            agent_seed: root.branch("agents", &[deal, rotation as u64]),
            ..tournament.plan().game(rotation as u64)
        };
        let outcome = tournament.play(&pairing, &mut Stoppable(stop)).map_err(|error| match error {
            GameError::Stopped => NotPlayed::Stopped,
            error => NotPlayed::Failed(error.to_string()),
        })?;
        if let Some(forfeit) = outcome.forfeit {
            let agent = &tournament.config().entrants[pairing.seats[forfeit.seat]].player;
            return Err(NotPlayed::Failed(format!("deal {deal}: `{agent}` failed: {}", forfeit.error)));
        }
        let own = &outcome.seats[rotation];
        let best = outcome.seats.iter().filter(|row| row.seat != own.seat).map(|row| row.score).max();
        sums.score += i64::from(own.score);
        sums.margin += i64::from(own.score) - i64::from(best.unwrap_or(0));
        sums.rank += i64::from(own.rank);
        sums.share += (own.win_share * 60.0).round() as i64;
    }
    Ok(sums)
}

/// The opponent of a number in [0, 1), by weight.
fn drawn(opponents: &[Opponent], draw: f64) -> &Opponent {
    let total: f64 = opponents.iter().map(|opponent| opponent.weight).sum();
    let mut left = draw * total;
    let found = opponents.iter().find(|opponent| {
        left -= opponent.weight;
        left < 0.0
    });
    // Rounding may leave nothing for the last one.
    found.or(opponents.last()).expect("there is an opponent")
}
