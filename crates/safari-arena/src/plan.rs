//! Which games there are: a pure function of the config, and in later rounds of the rows of earlier ones.
//!
//! Games are numbered round by round, within a round deal by deal, within a deal line-up by line-up, within that seating by
//! seating. So more deals extend a run, set i of every line-up uses deal i, and a shard is arithmetic.

use safari_core::{Mixer, Seed};

use crate::config::TournamentConfig;
use crate::schedule::Seating;
use crate::shard::Shard;

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
    /// Number of the seating of the line-up: by how many seats it is rotated, or which permutation it is.
    pub rotation: usize,
    /// By seat: the index of its entrant.
    pub seats: Vec<usize>,
    /// The seed of the deal, shared by all games of the deal.
    pub deal_seed: Seed,
    /// The seed of the agents' generators.
    pub agent_seed: Seed,
}

/// One set: a deal in all seatings of a line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its number.
    pub set: u64,
    /// Its first game.
    pub first_game: u64,
    /// How many games it has.
    pub games: u64,
    /// The number of its deal.
    pub deal: u64,
    /// Whether it is the last one of its deal.
    pub ends_deal: bool,
}

/// Who sits together, and in which seatings.
#[derive(Clone, Debug)]
struct LineUp {
    /// By seating, then by seat: the index of the entrant.
    seatings: Vec<Vec<usize>>,
    /// A hash of the agents' names, so that a line-up's games do not depend on the others.
    names: u64,
}

/// Deals that are played by the same line-ups.
#[derive(Clone, Debug)]
struct Round {
    first_deal: u64,
    deals: u64,
    first_set: u64,
    first_game: u64,
    line_ups: Vec<usize>,
    /// Games of a deal before those of each line-up; one more than line-ups.
    before: Vec<u64>,
}

impl Round {
    fn games_per_deal(&self) -> u64 {
        self.before[self.line_ups.len()]
    }

    fn sets_per_deal(&self) -> u64 {
        self.line_ups.len() as u64
    }

    /// The set of a deal by the line-up at a place.
    fn set(&self, deal: u64, place: usize) -> Set {
        let before = deal - self.first_deal;
        Set {
            set: self.first_set + before * self.sets_per_deal() + place as u64,
            first_game: self.first_game + before * self.games_per_deal() + self.before[place],
            games: self.before[place + 1] - self.before[place],
            deal,
            ends_deal: place + 1 == self.line_ups.len(),
        }
    }

    fn end_set(&self) -> u64 {
        self.first_set + self.deals * self.sets_per_deal()
    }

    fn end_game(&self) -> u64 {
        self.first_game + self.deals * self.games_per_deal()
    }
}

/// The games of a config, as far as its rounds are known.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: Seed,
    line_ups: Vec<LineUp>,
    rounds: Vec<Round>,
    shard: Shard,
}

impl Plan {
    /// The games of a config without rounds: all of its deals by all line-ups.
    pub fn new(config: &TournamentConfig, shard: Shard) -> Plan {
        let line_up = |agents: &Vec<usize>| {
            let mut mixer = Mixer::new("line-up");
            agents.iter().for_each(|&i| mixer.text(&config.entrants[i].name));
            LineUp { seatings: config.seating.of(agents), names: mixer.finish() }
        };
        let mut plan = Plan {
            seed: Seed(config.seed),
            line_ups: config.line_ups.iter().map(line_up).collect(),
            rounds: Vec::new(),
            shard,
        };
        if config.rounds.is_none() {
            plan.add_round(config.deals, (0..config.line_ups.len()).collect());
        }
        plan
    }

    /// Adds a round of so many deals, played by these line-ups.
    ///
    /// # Panics
    /// If there are no line-ups.
    pub fn add_round(&mut self, deals: u64, line_ups: Vec<usize>) {
        assert!(!line_ups.is_empty(), "a round has line-ups");
        let mut before = vec![0];
        let mut games = 0;
        for &line_up in &line_ups {
            games += self.line_ups[line_up].seatings.len() as u64;
            before.push(games);
        }
        let last = self.rounds.last();
        self.rounds.push(Round {
            first_deal: last.map_or(0, |round| round.first_deal + round.deals),
            deals,
            first_set: last.map_or(0, Round::end_set),
            first_game: last.map_or(0, Round::end_game),
            line_ups,
            before,
        });
    }

    /// Forgets all rounds.
    pub fn clear_rounds(&mut self) {
        self.rounds.clear();
    }

    /// The rounds that are known: how many deals each has, and the line-ups that play them.
    pub fn round_list(&self) -> impl Iterator<Item = (u64, &[usize])> {
        self.rounds.iter().map(|round| (round.deals, &round.line_ups[..]))
    }

    /// How many rounds are known.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// How many deals are planned so far, those of other shards included.
    pub fn deals(&self) -> u64 {
        self.rounds.last().map_or(0, |round| round.first_deal + round.deals)
    }

    /// How many games of this shard are known.
    pub fn games(&self) -> u64 {
        self.rounds.iter().map(|round| self.own_deals(round) * round.games_per_deal()).sum()
    }

    /// How many sets of this shard are known.
    pub fn sets(&self) -> u64 {
        self.rounds.iter().map(|round| self.own_deals(round) * round.sets_per_deal()).sum()
    }

    /// The part of the games that this plan is for.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    fn own_deals(&self, round: &Round) -> u64 {
        self.shard.count(round.first_deal + round.deals) - self.shard.count(round.first_deal)
    }

    /// The `n`-th game of this shard, in the order of their numbers.
    ///
    /// # Panics
    /// If `n` is not below [`games`](Self::games).
    pub fn nth_game(&self, mut n: u64) -> u64 {
        for round in &self.rounds {
            let (own, per_deal) = (self.own_deals(round), round.games_per_deal());
            if n < own * per_deal {
                let deal = self.shard.nth(self.shard.count(round.first_deal) + n / per_deal);
                return round.first_game + (deal - round.first_deal) * per_deal + n % per_deal;
            }
            n -= own * per_deal;
        }
        panic!("there are not so many games")
    }

    /// The `n`-th set of this shard, in the order of their numbers.
    ///
    /// # Panics
    /// If `n` is not below [`sets`](Self::sets).
    pub fn nth_set(&self, mut n: u64) -> Set {
        for round in &self.rounds {
            let (own, per_deal) = (self.own_deals(round), round.sets_per_deal());
            if n < own * per_deal {
                let deal = self.shard.nth(self.shard.count(round.first_deal) + n / per_deal);
                return round.set(deal, (n % per_deal) as usize);
            }
            n -= own * per_deal;
        }
        panic!("there are not so many sets")
    }

    /// The set of a number, where this shard has it.
    pub fn set(&self, number: u64) -> Option<Set> {
        let round = self.rounds.iter().find(|round| number < round.end_set())?;
        let of_round = number - round.first_set;
        let deal = round.first_deal + of_round / round.sets_per_deal();
        let place = (of_round % round.sets_per_deal()) as usize;
        self.shard.has(deal).then(|| round.set(deal, place))
    }

    /// Whether there is a game of a number in this shard.
    pub fn has_game(&self, game: u64) -> bool {
        self.round_of(game).is_some_and(|round| {
            let deal = round.first_deal + (game - round.first_game) / round.games_per_deal();
            self.shard.has(deal)
        })
    }

    fn round_of(&self, game: u64) -> Option<&Round> {
        self.rounds.iter().find(|round| game < round.end_game())
    }

    /// The game of a number, also one of another shard.
    ///
    /// # Panics
    /// If no round so far has it.
    pub fn game(&self, game: u64) -> Pairing {
        let round = self.round_of(game).unwrap_or_else(|| panic!("there is no game {game}"));
        let of_round = game - round.first_game;
        let (deal, of_deal) = (of_round / round.games_per_deal(), of_round % round.games_per_deal());
        let place = round.before.partition_point(|&before| before <= of_deal) - 1;
        let rotation = (of_deal - round.before[place]) as usize;
        let line_up = round.line_ups[place];
        let LineUp { seatings, names } = &self.line_ups[line_up];
        let set = round.first_set + deal * round.sets_per_deal() + place as u64;
        let deal = round.first_deal + deal;
        Pairing {
            game,
            set,
            deal,
            line_up,
            rotation,
            seats: seatings[rotation].clone(),
            deal_seed: self.seed.branch("deal", &[deal]),
            agent_seed: self.seed.branch("agents", &[deal, rotation as u64, *names]),
        }
    }
}

impl Seating {
    /// All seatings of a line-up, each by seat; the line-up as it is written comes first.
    pub(crate) fn of(self, agents: &[usize]) -> Vec<Vec<usize>> {
        let players = agents.len();
        match self {
            Seating::Rotations => (0..players)
                .map(|by| (0..players).map(|seat| agents[(seat + players - by) % players]).collect())
                .collect(),
            Seating::Permutations => permutations(agents),
        }
    }
}

/// The different orders of a list, each once, the list itself first.
fn permutations(list: &[usize]) -> Vec<Vec<usize>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let mut all: Vec<Vec<usize>> = Vec::new();
    for (i, &first) in list.iter().enumerate() {
        if list[..i].contains(&first) {
            continue;
        }
        let rest: Vec<usize> = [&list[..i], &list[i + 1..]].concat();
        all.extend(permutations(&rest).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    all
}
