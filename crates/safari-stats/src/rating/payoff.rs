//! Payoff tables of agents against agents, for methods that look at games between agents as a game.

use super::outcomes::{GameOutcome, Outcomes};

/// What a cell of a payoff table is the mean of, over the games in which both agents had a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payoff {
    /// The win share of the row's agent: 1/m for one of m winners. Its baseline is 1/k for k seats.
    Share,
    /// 1 where the row's agent is ranked before the column's, 1/2 where they are tied: mirrored cells sum to 1, so that
    /// this is a game of constant sum for any number of players, as Nash averaging needs it.
    Before,
}

/// Units of a payoff: 60 is divided by 1 to 5 and by 2 without rest, so that sums are exact.
const UNITS: u64 = 60;

/// The mean payoff of the row's agent in games with the column's agent, in [0, 1]; none where they never met.
///
/// Pairs of seats count: an agent that holds several of them meets the others once with each, and itself as well. No
/// model is fitted, and every game counts the same. Written as CSV, such a table goes into α-rank (Omidshafiei et al.
/// 2019) by `scripts/payoff_alpharank.py`.
pub fn payoff_table(outcomes: &Outcomes, payoff: Payoff) -> Vec<Vec<Option<f64>>> {
    let agents = outcomes.agents();
    let mut units = vec![vec![(0u64, 0u64); agents]; agents];
    for (game, &times) in outcomes.groups().flatten() {
        for row in 0..game.players() {
            for column in (0..game.players()).filter(|&column| column != row) {
                let (sum, meetings) = &mut units[game.agent(row)][game.agent(column)];
                *sum += times * units_of(game, row, column, payoff);
                *meetings += times;
            }
        }
    }
    let mean = |(sum, meetings): (u64, u64)| (meetings > 0).then(|| sum as f64 / (UNITS * meetings) as f64);
    units.into_iter().map(|row| row.into_iter().map(mean).collect()).collect()
}

fn units_of(game: &GameOutcome, row: usize, column: usize, payoff: Payoff) -> u64 {
    match payoff {
        Payoff::Share if game.rank(row) == 1 => UNITS / game.winners().count() as u64,
        Payoff::Share => 0,
        Payoff::Before => match game.rank(row).cmp(&game.rank(column)) {
            std::cmp::Ordering::Less => UNITS,
            std::cmp::Ordering::Equal => UNITS / 2,
            std::cmp::Ordering::Greater => 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_orders_are_means_over_games_in_which_both_sat() {
        let mut outcomes = Outcomes::new(4);
        outcomes.add(0, &[0, 1, 2], &[1, 1, 3]).unwrap();
        outcomes.add(0, &[1, 2, 0], &[3, 1, 2]).unwrap();
        outcomes.add(1, &[1, 0], &[1, 2]).unwrap();
        let shares = payoff_table(&outcomes, Payoff::Share);
        assert_eq!(shares[0], [None, Some((0.5 + 0.0 + 0.0) / 3.0), Some(0.25), None]);
        assert_eq!(shares[2], [Some(0.5), Some(0.5), None, None]);
        assert_eq!(shares[3], [None; 4]);
        let before = payoff_table(&outcomes, Payoff::Before);
        assert_eq!(before[0], [None, Some((0.5 + 1.0 + 0.0) / 3.0), Some(0.5), None]);
        for (row, column) in (0..4).flat_map(|row| (0..row).map(move |column| (row, column))) {
            let sum = before[row][column].zip(before[column][row]).map(|(a, b)| a + b);
            assert!(sum.is_none_or(|sum| sum == 1.0), "{row} {column}");
        }
    }

    #[test]
    fn an_agent_on_two_seats_meets_itself() {
        let mut outcomes = Outcomes::new(2);
        outcomes.add(0, &[0, 0, 1], &[1, 2, 3]).unwrap();
        assert_eq!(payoff_table(&outcomes, Payoff::Before), [[Some(0.5), Some(1.0)], [Some(0.0), None]]);
        assert_eq!(payoff_table(&outcomes, Payoff::Share), [[Some(0.5), Some(0.5)], [Some(0.0), None]]);
    }
}
