//! Which games there are: a pure function of the config.
//!
//! Games are numbered deal by deal, within a deal line-up by line-up, within that rotation by rotation. So more deals
//! extend a run, and set i of every line-up uses deal i.

use safari_core::{Mixer, Seed};

use crate::config::TournamentConfig;

/// One game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the game.
    pub game: u64,
    /// Number of the set.
    pub set: u64,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the line-up.
    pub line_up: usize,
    /// By how many seats the line-up is rotated.
    pub rotation: usize,
    /// By seat: the index of its entrant.
    pub seats: Vec<usize>,
    /// The seed of the deal, shared by all games of the deal.
    pub deal_seed: Seed,
    /// The seed of the agents' generators.
    pub agent_seed: Seed,
}

/// The games of a config.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: Seed,
    players: u64,
    deals: u64,
    line_ups: Vec<Vec<usize>>,
    /// By line-up: a hash of its agents' names, so that a line-up's games do not depend on the others.
    names: Vec<u64>,
}

impl Plan {
    /// The games of a config.
    pub fn new(config: &TournamentConfig) -> Plan {
        let name = |line_up: &Vec<usize>| {
            let mut mixer = Mixer::new("line-up");
            line_up.iter().for_each(|&i| mixer.text(&config.entrants[i].name));
            mixer.finish()
        };
        Plan {
            seed: Seed(config.seed),
            players: config.players as u64,
            deals: config.deals,
            names: config.line_ups.iter().map(name).collect(),
            line_ups: config.line_ups.clone(),
        }
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.deals * self.games_per_deal()
    }

    /// How many games one deal is played in.
    pub fn games_per_deal(&self) -> u64 {
        self.players * self.line_ups.len() as u64
    }

    /// The game of a number.
    ///
    /// # Panics
    /// If `game` is not below [`games`](Self::games).
    pub fn game(&self, game: u64) -> Pairing {
        assert!(game < self.games(), "there is no game {game}");
        let set = game / self.players;
        let rotation = (game % self.players) as usize;
        let deal = set / self.line_ups.len() as u64;
        let line_up = (set % self.line_ups.len() as u64) as usize;
        let agents = &self.line_ups[line_up];
        let players = agents.len();
        Pairing {
            game,
            set,
            deal,
            line_up,
            rotation,
            seats: (0..players).map(|seat| agents[(seat + players - rotation) % players]).collect(),
            deal_seed: self.seed.branch("deal", &[deal]),
            agent_seed: self.seed.branch("agents", &[deal, rotation as u64, self.names[line_up]]),
        }
    }
}
