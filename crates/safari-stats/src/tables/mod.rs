//! The tables of a run, from its rows alone: taken in game by game, in constant memory.

mod pairs;
mod points;
mod ratings;
mod rounding;
mod seats;
mod standings;

use arrayvec::ArrayVec;
use safari_data::{GameRow, Report, SeatRow};

use crate::rating::{MAX_SEATS, OnlineRating, Outcomes, Payoff, WengLin, payoff_table};
use pairs::Pair;
pub use ratings::RatingChoice;
use seats::Seat;
use standings::Standing;

/// The sums that the tables of a run are made of.
///
/// Agents stand in the order in which the rows name them. The same rows in the same order give the same bytes, whether they
/// come from games or from files.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    agents: Vec<Agent>,
    /// By agents, see [`pair_place`].
    pairs: Vec<Pair>,
    /// By seat, whoever sat there.
    seats: Vec<Seat>,
    outcomes: Outcomes,
    /// Kept on demand, for it takes as long as all the rest.
    weng_lin: Option<WengLin>,
    games: u64,
}

#[derive(Clone, Debug, Default)]
struct Agent {
    name: String,
    standing: Standing,
    points: points::Sources,
    /// By seat.
    seats: Vec<Seat>,
}

impl Tables {
    /// No games yet, with ratings by Weng and Lin beside the others.
    pub fn with_weng_lin() -> Tables {
        Tables { weng_lin: Some(WengLin::new(0)), ..Tables::default() }
    }

    /// Takes in a game, the next one in the order of numbers, with its seats in order.
    ///
    /// # Panics
    /// If there are more than 5 seats.
    pub fn add(&mut self, game: &GameRow, seats: &[SeatRow]) {
        self.games += 1;
        let ids: ArrayVec<usize, MAX_SEATS> = seats.iter().map(|row| self.id(&row.agent)).collect();
        for (place, (row, &id)) in seats.iter().zip(&ids).enumerate() {
            let agent = &mut self.agents[id];
            let others = seats.iter().enumerate().filter(|(other, _)| *other != place);
            let best = others.map(|(_, other)| other.score).max().unwrap_or(0);
            agent.standing.add_seat(game, row, best);
            agent.points.add(game.deal, &row.points().map(f64::from));
            at(&mut agent.seats, place).add(game.deal, row);
            at(&mut self.seats, place).add(game.deal, row);
            if !ids[..place].contains(&id) {
                let own = seats.iter().zip(&ids).filter(|(_, other)| **other == id);
                agent.standing.add_game(&own.map(|(row, _)| row.win_share).collect());
            }
        }
        // Rows of a game always are an outcome: 2 to 5 seats, of agents that are known by now, one of them first.
        let ranks = ratings::ranks(seats);
        self.outcomes.add(game.deal, &ids, &ranks).ok();
        if let Some(ratings) = &mut self.weng_lin {
            ratings.add(&ids, &ranks).ok();
        }
        for (place, &a) in ids.iter().enumerate() {
            for (other, &b) in ids.iter().enumerate().skip(place + 1) {
                if a != b {
                    let (first, second) = if a < b { (place, other) } else { (other, place) };
                    let pair = at(&mut self.pairs, pair_place(a, b));
                    pair.add(game, &seats[first], &seats[second]);
                }
            }
        }
    }

    /// All tables.
    pub fn report(&self, choice: &RatingChoice) -> Report {
        let mut report = Report {
            standings: self.standings(),
            pairs: self.pairs(),
            ratings: Vec::new(),
            seat_effect: self.seat_effect(),
            points: self.points(),
        };
        if let Some((fit, anchor)) = self.fit(choice) {
            report.ratings = self.ratings(&fit, anchor);
            self.rate_pairs(&fit, &mut report.pairs);
            self.rate_seats(&fit, &mut report.seat_effect);
        }
        report
    }

    /// The ratings by Weng and Lin, where they are kept: agents by rating, best first.
    pub fn weng_lin(&self) -> Option<Vec<(&str, OnlineRating)>> {
        let ratings = self.weng_lin.as_ref()?;
        let rated = self.names().enumerate().map(|(agent, name)| (name, ratings.rating(agent)));
        let mut rows: Vec<(&str, OnlineRating)> = rated.collect();
        rows.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean).then(a.0.cmp(b.0)));
        Some(rows)
    }

    /// A payoff table of agents in the order of [`names`](Self::names); none where two never met.
    pub fn payoff(&self, payoff: Payoff) -> Vec<Vec<Option<f64>>> {
        payoff_table(&self.outcomes, payoff)
    }

    /// How many games were taken in.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The agents' names, in the order in which the rows name them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(|agent| agent.name.as_str())
    }

    fn id(&mut self, name: &str) -> usize {
        self.agents.iter().position(|agent| agent.name == name).unwrap_or_else(|| {
            self.outcomes.add_agent();
            if let Some(ratings) = &mut self.weng_lin {
                ratings.add_agent();
            }
            self.agents.push(Agent { name: name.to_owned(), ..Agent::default() });
            self.agents.len() - 1
        })
    }
}

/// Where the pair of two agents stands, in either order: at `b (b - 1) / 2 + a` for `a < b`.
fn pair_place(a: usize, b: usize) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    high * (high - 1) / 2 + low
}

/// An entry of a list that grows as needed.
fn at<T: Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if place >= list.len() {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}
