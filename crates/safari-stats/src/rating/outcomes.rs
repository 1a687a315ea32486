//! What games ended with, counted by deal.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use thiserror::Error;

/// The most seats that a game has.
pub const MAX_SEATS: usize = 5;

/// How many groups the deals fall into at most.
///
/// Enough for a variance with 199 degrees of freedom, whose quantiles are within 1 % of the normal ones.
pub const MAX_GROUPS: u64 = 200;

/// Why a game cannot be taken in.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OutcomeError {
    /// The number of seats is out of range.
    #[error("a game has 2 to {MAX_SEATS} seats, not {0}")]
    Seats(usize),
    /// There is not one rank for each seat.
    #[error("{ranks} ranks for {seats} seats")]
    Ranks {
        /// Seats given.
        seats: usize,
        /// Ranks given.
        ranks: usize,
    },
    /// No seat has rank 1, or some seat has rank 0.
    #[error("the best rank is 1, not {0}")]
    BestRank(u32),
    /// An agent's number is out of range.
    #[error("agent {agent} of {agents}: agents are numbered from 0")]
    Agent {
        /// The number given.
        agent: usize,
        /// How many agents there are.
        agents: usize,
    },
}

/// Who sat where in a game and how they ranked: all that ratings read of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameOutcome {
    players: u8,
    agents: [u16; MAX_SEATS],
    ranks: [u8; MAX_SEATS],
}

impl GameOutcome {
    /// An outcome from the agent and the rank of each seat: rank 1 is first, equal ranks are tied.
    ///
    /// Only the order of the ranks counts: 1, 1, 3 and 1, 1, 2 are the same. An agent may hold several seats.
    ///
    /// # Errors
    ///
    /// Not 2 to 5 seats, not as many ranks, a best rank other than 1, an agent from 65,536 on.
    pub fn new(seats: &[usize], ranks: &[u32]) -> Result<GameOutcome, OutcomeError> {
        if !(2..=MAX_SEATS).contains(&seats.len()) {
            return Err(OutcomeError::Seats(seats.len()));
        }
        if ranks.len() != seats.len() {
            return Err(OutcomeError::Ranks { seats: seats.len(), ranks: ranks.len() });
        }
        let mut distinct: ArrayVec<u32, MAX_SEATS> = ranks.iter().copied().collect();
        distinct.sort_unstable();
        let best = distinct[0];
        if best != 1 {
            return Err(OutcomeError::BestRank(best));
        }
        let mut outcome = GameOutcome {
            players: u8::try_from(seats.len()).expect("at most 5"),
            agents: [0; MAX_SEATS],
            ranks: [0; MAX_SEATS],
        };
        for (seat, (&agent, rank)) in seats.iter().zip(ranks).enumerate() {
            outcome.agents[seat] = u16::try_from(agent)
                .map_err(|_| OutcomeError::Agent { agent, agents: usize::from(u16::MAX) + 1 })?;
            let steps = distinct.windows(2).filter(|pair| pair[0] < pair[1] && pair[1] <= *rank).count();
            outcome.ranks[seat] = 1 + u8::try_from(steps).expect("at most 5");
        }
        Ok(outcome)
    }

    /// How many seats the game had, 2 to 5.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The agent on a seat.
    ///
    /// # Panics
    ///
    /// If the game had no such seat.
    pub fn agent(&self, seat: usize) -> usize {
        assert!(seat < self.players(), "seat {seat} of {}", self.players);
        usize::from(self.agents[seat])
    }

    /// The dense rank of a seat: 1 for the winners, 2 for the next group and so on.
    ///
    /// # Panics
    ///
    /// If the game had no such seat.
    pub fn rank(&self, seat: usize) -> usize {
        assert!(seat < self.players(), "seat {seat} of {}", self.players);
        usize::from(self.ranks[seat])
    }

    /// The seats with rank 1.
    pub fn winners(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.players()).filter(|&seat| self.ranks[seat] == 1)
    }

    pub(super) fn agents(&self) -> ArrayVec<usize, MAX_SEATS> {
        (0..self.players()).map(|seat| self.agent(seat)).collect()
    }
}

/// Outcomes of games, counted, in groups of deals.
///
/// Games of one deal share its luck, so errors are taken over deals. Deal *d* belongs to group *d* mod [`MAX_GROUPS`]:
/// up to 200 consecutive deals are groups of their own, and more are put together, which changes no estimate and leaves
/// the sums of groups independent and alike, as deals are. Number deals consecutively: numbers that differ only by
/// multiples of 200 make one group.
///
/// Memory grows with the number of distinct outcomes, not with that of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    agents: usize,
    groups: BTreeMap<u64, BTreeMap<GameOutcome, u64>>,
    games: u64,
}

impl Outcomes {
    /// No games yet, of agents numbered from 0 to `agents` - 1.
    pub fn new(agents: usize) -> Outcomes {
        Outcomes { agents, groups: BTreeMap::new(), games: 0 }
    }

    /// One agent more, without games so far.
    pub fn add_agent(&mut self) {
        self.agents += 1;
    }

    /// Takes in a game of a deal: the agent and the rank of each seat, rank 1 first, equal ranks tied.
    ///
    /// # Errors
    ///
    /// Those of [`GameOutcome::new`], and an agent out of range. The game is then left out.
    pub fn add(&mut self, deal: u64, seats: &[usize], ranks: &[u32]) -> Result<(), OutcomeError> {
        self.add_outcome(deal, GameOutcome::new(seats, ranks)?, 1)
    }

    /// Takes in equal games of a deal.
    ///
    /// # Errors
    ///
    /// An agent out of range. The games are then left out.
    pub fn add_outcome(&mut self, deal: u64, outcome: GameOutcome, games: u64) -> Result<(), OutcomeError> {
        if let Some(agent) = outcome.agents().into_iter().find(|&agent| agent >= self.agents) {
            return Err(OutcomeError::Agent { agent, agents: self.agents });
        }
        if games > 0 {
            *self.groups.entry(deal % MAX_GROUPS).or_default().entry(outcome).or_default() += games;
            self.games += games;
        }
        Ok(())
    }

    /// How many agents there are, with games or without.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// How many games were taken in.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The groups of deals that have games, each with its distinct outcomes and how often they occurred.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &BTreeMap<GameOutcome, u64>> {
        self.groups.values()
    }

    /// All games without their deals.
    pub(super) fn total(&self) -> BTreeMap<GameOutcome, u64> {
        let mut total = BTreeMap::new();
        for (&outcome, &games) in self.groups().flatten() {
            *total.entry(outcome).or_default() += games;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_order_of_ranks_counts() {
        let outcome = GameOutcome::new(&[4, 2, 4, 9], &[3, 1, 1, 4]).unwrap();
        assert_eq!(outcome, GameOutcome::new(&[4, 2, 4, 9], &[2, 1, 1, 3]).unwrap());
        assert_eq!((0..4).map(|seat| outcome.rank(seat)).collect::<Vec<_>>(), [2, 1, 1, 3]);
        assert_eq!(outcome.winners().collect::<Vec<_>>(), [1, 2]);
        assert_eq!((outcome.players(), outcome.agent(3)), (4, 9));
    }

    #[test]
    fn what_is_no_game_is_refused_and_left_out() {
        let mut outcomes = Outcomes::new(3);
        assert_eq!(outcomes.add(0, &[0], &[1]), Err(OutcomeError::Seats(1)));
        assert_eq!(outcomes.add(0, &[0; 6], &[1; 6]), Err(OutcomeError::Seats(6)));
        assert_eq!(outcomes.add(0, &[0, 1], &[1]), Err(OutcomeError::Ranks { seats: 2, ranks: 1 }));
        assert_eq!(outcomes.add(0, &[0, 1], &[2, 3]), Err(OutcomeError::BestRank(2)));
        assert_eq!(outcomes.add(0, &[0, 1], &[0, 1]), Err(OutcomeError::BestRank(0)));
        assert_eq!(outcomes.add(0, &[0, 3], &[1, 2]), Err(OutcomeError::Agent { agent: 3, agents: 3 }));
        assert_eq!(outcomes, Outcomes::new(3));
    }

    #[test]
    fn equal_games_are_counted_and_deals_fall_into_two_hundred_groups() {
        let mut outcomes = Outcomes::new(2);
        for deal in 0..1_000 {
            outcomes.add(deal, &[0, 1], &[1, 2]).unwrap();
            outcomes.add(deal, &[1, 0], &[2, 1]).unwrap();
        }
        assert_eq!((outcomes.games(), outcomes.groups().len()), (2_000, 200));
        assert!(outcomes.groups().all(|group| group.values().eq(&[5, 5])));
        assert_eq!(outcomes.total().into_values().collect::<Vec<_>>(), [1_000, 1_000]);
    }
}
