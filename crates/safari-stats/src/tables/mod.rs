//! The tables of a run, from its rows alone: taken in game by game, in constant memory.

mod pairs;
mod points;
mod rounding;
mod seats;
mod standings;

use safari_data::{GameRow, SeatRow};

use crate::moments::Moments;
use pairs::Pair;
use points::points;
use seats::Seat;
use standings::Standing;

/// The sums that the tables of a run are made of.
///
/// Agents stand in the order in which the rows name them. The same rows in the same order give the same bytes, whether they
/// come from games or from files.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    agents: Vec<Agent>,
    /// By agents `a < b`, at `b (b - 1) / 2 + a`.
    pairs: Vec<Pair>,
    /// By seat, whoever sat there.
    seats: Vec<Seat>,
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
    /// Takes in a game, the next one in the order of numbers, with its seats in order.
    pub fn add(&mut self, game: &GameRow, seats: &[SeatRow]) {
        self.games += 1;
        let ids: Vec<usize> = seats.iter().map(|row| self.id(&row.agent)).collect();
        for (place, (row, &id)) in seats.iter().zip(&ids).enumerate() {
            let agent = &mut self.agents[id];
            let others = seats.iter().enumerate().filter(|(other, _)| *other != place);
            let best = others.map(|(_, other)| other.score).max().unwrap_or(0);
            agent.standing.add_seat(game, row, best);
            agent.points.add(game.deal, &points(row));
            at(&mut agent.seats, place).add(game.deal, row);
            at(&mut self.seats, place).add(game.deal, row);
            if !ids[..place].contains(&id) {
                let own = seats.iter().zip(&ids).filter(|(_, other)| **other == id);
                agent.standing.add_game(&own.map(|(row, _)| row.win_share).collect());
            }
        }
        for (place, &a) in ids.iter().enumerate() {
            for (other, &b) in ids.iter().enumerate().skip(place + 1) {
                if a != b {
                    let (low, high, first, second) =
                        if a < b { (a, b, place, other) } else { (b, a, other, place) };
                    let pair = at(&mut self.pairs, high * (high - 1) / 2 + low);
                    pair.add(game, &seats[first], &seats[second]);
                }
            }
        }
    }

    /// How many games were taken in.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The agents' names, in the order in which the rows name them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(|agent| agent.name.as_str())
    }

    /// The mean win share of an agent, deal by deal.
    pub fn win_share(&self, name: &str) -> Moments {
        self.agent(name).map_or_else(Moments::default, |agent| agent.standing.win_share())
    }

    fn agent(&self, name: &str) -> Option<&Agent> {
        self.agents.iter().find(|agent| agent.name == name)
    }

    fn id(&mut self, name: &str) -> usize {
        self.agents.iter().position(|agent| agent.name == name).unwrap_or_else(|| {
            self.agents.push(Agent { name: name.to_owned(), ..Agent::default() });
            self.agents.len() - 1
        })
    }
}

/// An entry of a list that grows as needed.
fn at<T: Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if place >= list.len() {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}
