//! What a sequential test asks, fixed before it runs.

use super::elo::{normalized_elo, share_of_elo, share_of_normalized_elo};

/// What the two hypotheses say of an agent, H0 below H1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypotheses {
    /// Its mean share of wins, each in (0, 1).
    Share {
        /// The share by H0.
        h0: f64,
        /// The share by H1.
        h1: f64,
    },
    /// Its logistic Elo above equal opponents, see [`share_of_elo`].
    Elo {
        /// The Elo by H0.
        h0: f64,
        /// The Elo by H1.
        h1: f64,
    },
    /// Its normalised Elo, see [`normalized_elo`]: tests of the same distance take about the same number of games,
    /// however much the results vary.
    NormalizedElo {
        /// The normalised Elo by H0.
        h0: f64,
        /// The normalised Elo by H1.
        h1: f64,
    },
}

/// A sequential test, fixed before it runs: hypotheses, errors, players and size of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    hypotheses: Hypotheses,
    alpha: f64,
    beta: f64,
    players: u32,
    games_per_set: u32,
}

/// Why a [`Design`] is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DesignError {
    /// H0 is not below H1, or one of them is no finite number or no share in (0, 1).
    #[error("H0 ({h0}) must be below H1 ({h1}), and as shares both must lie between 0 and 1")]
    Hypotheses {
        /// What H0 says, in the unit of the hypotheses.
        h0: f64,
        /// What H1 says.
        h1: f64,
    },
    /// The errors are not positive, or their sum is not below 1.
    #[error("alpha ({alpha}) and beta ({beta}) must be positive, and their sum below 1")]
    Errors {
        /// The probability to accept H1 under H0.
        alpha: f64,
        /// The probability to accept H0 under H1.
        beta: f64,
    },
    /// There are fewer than two players, or a set has no game.
    #[error("a set needs at least 2 players and 1 game, not {players} and {games_per_set}")]
    Set {
        /// How many players a game has.
        players: u32,
        /// How many results a set has.
        games_per_set: u32,
    },
}

impl Design {
    /// A test that accepts H1 under H0 with probability `alpha`, and H0 under H1 with probability `beta`.
    ///
    /// `games_per_set` is the number of results whose mean is the value of a set: games times the agent's seats in
    /// each. It matters for normalised Elo alone.
    ///
    /// # Errors
    ///
    /// Where H0 is not below H1, shares are not in (0, 1), errors are not positive with a sum below 1, or there are
    /// fewer than 2 players or 1 game.
    pub fn new(
        hypotheses: Hypotheses,
        players: u32,
        games_per_set: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<Design, DesignError> {
        if players < 2 || games_per_set < 1 {
            return Err(DesignError::Set { players, games_per_set });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(DesignError::Errors { alpha, beta });
        }
        let design = Design { hypotheses, alpha, beta, players, games_per_set };
        let (Hypotheses::Share { h0, h1 }
        | Hypotheses::Elo { h0, h1 }
        | Hypotheses::NormalizedElo { h0, h1 }) = hypotheses;
        let shares = match hypotheses {
            Hypotheses::NormalizedElo { .. } => (0.25, 0.75),
            _ => design.shares(1.0),
        };
        let in_range = h0.is_finite() && h1.is_finite() && shares.0 > 0.0 && shares.1 < 1.0;
        if in_range && h0 < h1 { Ok(design) } else { Err(DesignError::Hypotheses { h0, h1 }) }
    }

    /// What the two hypotheses say.
    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The probabilities to accept H1 under H0, and H0 under H1.
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// How many players a game has.
    pub fn players(&self) -> u32 {
        self.players
    }

    /// How many results the value of a set is the mean of.
    pub fn games_per_set(&self) -> u32 {
        self.games_per_set
    }

    /// The log likelihood ratios at which the test accepts H0 and H1 (Wald 1945): ln(β / (1 - α)) and ln((1 - β) / α).
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The shares by H0 and by H1, where values of sets have standard deviation `sd_set`, which matters for normalised
    /// Elo alone.
    pub fn shares(&self, sd_set: f64) -> (f64, f64) {
        match self.hypotheses {
            Hypotheses::Share { h0, h1 } => (h0, h1),
            Hypotheses::Elo { h0, h1 } => (share_of_elo(h0, self.players), share_of_elo(h1, self.players)),
            Hypotheses::NormalizedElo { h0, h1 } => {
                let share = |elo| share_of_normalized_elo(elo, self.players, self.sd_game(sd_set));
                (share(h0), share(h1))
            }
        }
    }

    /// The share of equal players.
    pub(super) fn equal_share(&self) -> f64 {
        1.0 / f64::from(self.players)
    }

    /// The standard deviation of one game among games that vary as the sets do.
    pub(super) fn sd_game(&self, sd_set: f64) -> f64 {
        sd_set * libm::sqrt(f64::from(self.games_per_set))
    }

    /// The distance from an equal share that a normalised Elo means, in standard deviations of a set.
    pub(super) fn t_value(&self, elo: f64) -> f64 {
        let per_set = normalized_elo(1.0 + self.equal_share(), self.players, self.sd_game(1.0));
        elo / per_set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_wald() {
        let design = Design::new(Hypotheses::Elo { h0: 0.0, h1: 5.0 }, 3, 3, 0.05, 0.1).unwrap();
        let (lower, upper) = design.bounds();
        assert!((lower - (0.1f64 / 0.95).ln()).abs() < 1e-15 && (upper - (0.9f64 / 0.05).ln()).abs() < 1e-15);
    }

    #[test]
    fn what_cannot_be_tested_is_refused() {
        let share = |h0, h1| Design::new(Hypotheses::Share { h0, h1 }, 2, 2, 0.05, 0.05);
        assert!(share(0.5, 0.55).is_ok());
        for (h0, h1) in [(0.5, 0.5), (0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (f64::NAN, 0.5)] {
            assert!(matches!(share(h0, h1), Err(DesignError::Hypotheses { .. })), "{h0} {h1}");
        }
        let elo = Hypotheses::NormalizedElo { h0: 0.0, h1: 5.0 };
        for (alpha, beta) in [(0.0, 0.1), (0.1, 0.0), (0.5, 0.5), (f64::NAN, 0.1)] {
            assert!(
                matches!(Design::new(elo, 2, 2, alpha, beta), Err(DesignError::Errors { .. })),
                "{alpha} {beta}"
            );
        }
        assert!(matches!(Design::new(elo, 1, 2, 0.05, 0.05), Err(DesignError::Set { .. })));
        assert!(matches!(Design::new(elo, 2, 0, 0.05, 0.05), Err(DesignError::Set { .. })));
    }

    #[test]
    fn a_distance_in_deviations_gives_the_share_of_a_normalised_elo() {
        let design = Design::new(Hypotheses::NormalizedElo { h0: 0.0, h1: 40.0 }, 4, 8, 0.05, 0.05).unwrap();
        let (h0, h1) = design.shares(0.13);
        assert_eq!(h0, 0.25);
        assert!((h1 - (0.25 + design.t_value(40.0) * 0.13)).abs() < 1e-15, "{h1}");
    }
}
