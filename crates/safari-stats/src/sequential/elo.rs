//! Elo of a share of wins, for any number of players.

use core::f64::consts::LN_10;

/// Normalised Elo of a distance of one standard deviation of a game.
const PER_DEVIATION: f64 = 800.0 / LN_10;

/// The share of wins of an agent that is so much logistic Elo above each of its `players` - 1 equal opponents:
/// 10^(elo/400) / (10^(elo/400) + players - 1), which is 1 / players at 0.
pub fn share_of_elo(elo: f64, players: u32) -> f64 {
    1.0 / (1.0 + f64::from(players - 1) * libm::exp(-elo * LN_10 / 400.0))
}

/// The logistic Elo of a share in [0, 1], the inverse of [`share_of_elo`]: infinite at 0 and 1.
pub fn elo_of_share(share: f64, players: u32) -> f64 {
    400.0 / LN_10 * libm::log(share * f64::from(players - 1) / (1.0 - share))
}

/// The normalised Elo of a share: its distance from 1 / players in standard deviations of one game, times 800 / ln 10.
///
/// The same normalised Elo takes the same number of games to be seen, whatever the number of players. Of two players
/// without draws it is logistic Elo near 0. `sd_game` is the standard deviation of a set's mean times √(games in the
/// set), so that what pairing saves counts. Van den Bergh, *Normalized Elo* (2021).
pub fn normalized_elo(share: f64, players: u32, sd_game: f64) -> f64 {
    (share - 1.0 / f64::from(players)) / sd_game * PER_DEVIATION
}

/// The share of a normalised Elo, the inverse of [`normalized_elo`]; outside [0, 1] where no share is that far.
pub fn share_of_normalized_elo(elo: f64, players: u32, sd_game: f64) -> f64 {
    1.0 / f64::from(players) + elo / PER_DEVIATION * sd_game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_above_its_opponents_is_an_equal_share() {
        for players in 2..=5 {
            assert_eq!(share_of_elo(0.0, players), 1.0 / f64::from(players));
            assert_eq!(share_of_normalized_elo(0.0, players, 0.3), 1.0 / f64::from(players));
        }
    }

    #[test]
    fn elo_and_shares_are_inverse() {
        for players in 2..=5 {
            for elo in [-400.0, -7.0, 0.0, 3.5, 100.0, 800.0] {
                assert!((elo_of_share(share_of_elo(elo, players), players) - elo).abs() < 1e-9);
                let share = share_of_normalized_elo(elo, players, 0.2);
                assert!((normalized_elo(share, players, 0.2) - elo).abs() < 1e-9);
            }
            assert_eq!(elo_of_share(1.0, players), f64::INFINITY);
            assert_eq!(elo_of_share(0.0, players), f64::NEG_INFINITY);
        }
        assert!((share_of_elo(400.0, 2) - 10.0 / 11.0).abs() < 1e-15);
    }
}
