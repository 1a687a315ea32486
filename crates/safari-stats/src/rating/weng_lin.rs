//! Weng–Lin ratings, game by game: a second opinion.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::outcomes::{GameOutcome, OutcomeError};

/// A skill that is believed to be normally distributed, on the scale of Weng and Lin: everybody begins with 25 ± 25/3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnlineRating {
    /// Mean of the skill.
    pub mean: f64,
    /// Standard deviation of the skill. It shrinks with games as if they were independent: no interval to report.
    pub deviation: f64,
}

/// Ratings by the Bradley–Terry full-pair updates of Weng and Lin (2011, JMLR 12), game by game.
///
/// They depend on the order of the games, as all ratings that forget games do: add them by number. Between agents that
/// do not change, [`fit_ratings`](super::fit_ratings) is better in everything but speed; this is what other systems
/// show, and where the two rank agents differently, there are too few games. Seats and the luck of deals have no part
/// in it.
///
/// The arithmetic is that of the crate `skillratings`, which takes the exponential function of the platform; what is
/// read from here is rounded to 1e-6, far above what that may change.
#[derive(Clone, Debug)]
pub struct WengLin {
    ratings: Vec<WengLinRating>,
    config: WengLinConfig,
}

impl WengLin {
    /// Agents numbered from 0 to `agents` - 1, before their first game.
    pub fn new(agents: usize) -> WengLin {
        WengLin { ratings: vec![WengLinRating::new(); agents], config: WengLinConfig::new() }
    }

    /// One agent more, before its first game.
    pub fn add_agent(&mut self) {
        self.ratings.push(WengLinRating::new());
    }

    /// Takes in the next game: the agent and the rank of each seat, rank 1 first, equal ranks tied.
    ///
    /// Each seat plays with the rating that its agent had before the game. An agent on several seats moves by the sum
    /// of what they move, and its variance shrinks by all of their factors.
    ///
    /// # Errors
    ///
    /// Those of [`GameOutcome::new`], and an agent out of range. Nothing is changed then.
    pub fn add(&mut self, seats: &[usize], ranks: &[u32]) -> Result<(), OutcomeError> {
        let game = GameOutcome::new(seats, ranks)?;
        if let Some(&agent) = seats.iter().find(|&&agent| agent >= self.ratings.len()) {
            return Err(OutcomeError::Agent { agent, agents: self.ratings.len() });
        }
        let before: Vec<[WengLinRating; 1]> = seats.iter().map(|&agent| [self.ratings[agent]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
            .iter()
            .enumerate()
            .map(|(seat, team)| (&team[..], MultiTeamOutcome::new(game.rank(seat))))
            .collect();
        let after = weng_lin_multi_team(&teams, &self.config);
        for ((&agent, [old]), new) in seats.iter().zip(&before).zip(&after) {
            self.ratings[agent].rating += new[0].rating - old.rating;
            self.ratings[agent].uncertainty *= new[0].uncertainty / old.uncertainty;
        }
        Ok(())
    }

    /// The rating of an agent, rounded to 1e-6.
    ///
    /// # Panics
    ///
    /// If there is no such agent.
    pub fn rating(&self, agent: usize) -> OnlineRating {
        let round = |value: f64| (value * 1e6).round() / 1e6;
        let rating = self.ratings[agent];
        OnlineRating { mean: round(rating.rating), deviation: round(rating.uncertainty) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_game_of_two_moves_both_by_the_published_formula() {
        let mut ratings = WengLin::new(2);
        ratings.add(&[0, 1], &[1, 2]).unwrap();
        // Variance over c, times one half: (625/9) / sqrt(2 (25/6)² + 2 (25/3)²) / 2.
        let variance = 625.0 / 9.0f64;
        let c = (2.0 * (25.0 / 6.0f64).powi(2) + 2.0 * variance).sqrt();
        let shrink = 1.0 - variance.sqrt() / c * variance / (c * c) / 4.0;
        assert!((ratings.rating(0).mean - (25.0 + variance / c / 2.0)).abs() < 1e-6);
        assert!((ratings.rating(1).mean - (25.0 - variance / c / 2.0)).abs() < 1e-6);
        assert!((ratings.rating(0).deviation - (variance * shrink).sqrt()).abs() < 1e-6);
    }

    #[test]
    fn the_order_of_games_matters_and_ties_of_equals_do_not() {
        let run = |games: &[[u32; 3]]| {
            let mut ratings = WengLin::new(3);
            for ranks in games {
                ratings.add(&[0, 1, 2], ranks).unwrap();
            }
            (0..3).map(|agent| ratings.rating(agent).mean).collect::<Vec<_>>()
        };
        assert_eq!(run(&[[1, 1, 1]]), [25.0; 3]);
        let (one, other) = (run(&[[1, 2, 3], [3, 2, 1]]), run(&[[3, 2, 1], [1, 2, 3]]));
        assert!((one[0] - one[2]).abs() > 0.1, "a win and a loss do not cancel: {one:?}");
        assert_eq!(one[0], other[2], "the same games in the other order, seen from the other side");
    }

    #[test]
    fn an_agent_that_plays_itself_stays_where_it_is() {
        let mut ratings = WengLin::new(1);
        ratings.add(&[0, 0], &[1, 2]).unwrap();
        assert_eq!(ratings.rating(0).mean, 25.0);
        assert!(ratings.rating(0).deviation < 25.0 / 3.0);
        assert_eq!(ratings.add(&[0, 1], &[1, 2]), Err(OutcomeError::Agent { agent: 1, agents: 1 }));
    }
}
