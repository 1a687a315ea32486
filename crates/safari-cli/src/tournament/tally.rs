//! Who leads so far: games and win shares of agents, added up in any order.

use safari_data::SeatRow;

/// Sums of the games seen.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Name, seats and win shares of each agent.
    agents: Vec<(String, u64, f64)>,
}

impl Tally {
    /// No games of these agents; equals are ranked in this order.
    pub fn new<'n>(names: impl Iterator<Item = &'n str>) -> Tally {
        Tally { agents: names.map(|name| (name.to_owned(), 0, 0.0)).collect() }
    }

    /// Takes in the seats of a game; agents not known before come by name.
    pub fn add<'r>(&mut self, seats: impl IntoIterator<Item = &'r SeatRow>) {
        for row in seats {
            let place = self.agents.iter().position(|(name, _, _)| *name == row.agent).unwrap_or_else(|| {
                let place = self.agents.partition_point(|(name, _, _)| *name < row.agent);
                self.agents.insert(place, (row.agent.clone(), 0, 0.0));
                place
            });
            self.agents[place].1 += 1;
            self.agents[place].2 += row.win_share;
        }
    }

    /// Name, games and win share of the agents that have played, best first.
    pub fn ranked(&self) -> impl Iterator<Item = (&str, u64, f64)> {
        let played = self.agents.iter().filter(|(_, seats, _)| *seats > 0);
        let mut agents: Vec<(&str, u64, f64)> =
            played.map(|(name, seats, share)| (name.as_str(), *seats, share / *seats as f64)).collect();
        agents.sort_by(|a, b| b.2.total_cmp(&a.2));
        agents.into_iter()
    }

    /// The best three in words, such as `mcts 0.72, greedy 0.60`.
    pub fn leaders(&self) -> String {
        let leaders: Vec<String> =
            self.ranked().take(3).map(|(name, _, share)| format!("{name} {share:.2}")).collect();
        leaders.join(", ")
    }
}
