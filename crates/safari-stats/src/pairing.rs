//! What pairing the deals gained, and what a run can tell apart.

use crate::moments::Moments;
use crate::special::normal_quantile;

/// How many times fewer games were needed because the games of a set share their deal: the variance of single games
/// over the games in a set, divided by the variance of set means.
///
/// 1 means that pairing changed nothing, 1.25 that 100 games tell as much as 125 unpaired ones, and less than 1 that
/// the games of a set repeat each other, so that a set tells less than as many games on deals of their own. `games`
/// holds one value for each game, `sets` one mean for each set. `None` of fewer than two sets or where all sets are
/// equal.
pub fn pairing_gain(games: &Moments, sets: &Moments, games_per_set: u32) -> Option<f64> {
    (sets.len() >= 2 && sets.variance() > 0.0)
        .then(|| games.variance() / f64::from(games_per_set) / sets.variance())
}

/// The smallest distance from `share` that a two-sided test at level `alpha` finds with probability `power`, for `sets`
/// sets whose means have standard deviation `sd_set`: (z(1 - alpha/2) + z(power)) sd / √sets, by the normal
/// approximation.
///
/// All arguments but `sets` are in (0, 1), as is the result; `None` where the distance would leave [0, 1] on both sides
/// of `share`, or of no sets.
pub fn smallest_detectable(share: f64, sd_set: f64, sets: u64, power: f64, alpha: f64) -> Option<f64> {
    if sets == 0 {
        return None;
    }
    let distance = standard_errors(power, alpha) * sd_set / libm::sqrt(sets as f64);
    (distance <= share.max(1.0 - share)).then_some(distance)
}

/// How many sets a two-sided test at level `alpha` needs to find a difference of `distance` with probability `power`:
/// the inverse of [`smallest_detectable`], not rounded.
pub fn sets_to_detect(distance: f64, sd_set: f64, power: f64, alpha: f64) -> f64 {
    let ratio = standard_errors(power, alpha) * sd_set / distance;
    ratio * ratio
}

fn standard_errors(power: f64, alpha: f64) -> f64 {
    normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sd(share: f64) -> f64 {
        libm::sqrt(share * (1.0 - share))
    }

    #[test]
    fn five_points_take_784_games_of_two_and_588_of_one_against_three() {
        // With z rounded to 1.96 and 0.84, as tables have it, 784 and 588; not rounded, one game more.
        for (share, games) in [(0.5, 784.9), (0.25, 588.7)] {
            let needed = sets_to_detect(0.05, sd(share), 0.8, 0.05);
            assert!((needed - games).abs() < 0.05, "{needed}");
            let distance = smallest_detectable(share, sd(share), games as u64, 0.8, 0.05).unwrap();
            assert!((distance - 0.05).abs() < 1e-4, "{distance}");
        }
        assert_eq!(((1.96f64 + 0.84).powi(2) * 0.25 / 0.0025).round(), 784.0);
        assert_eq!(((1.96f64 + 0.84).powi(2) * 0.1875 / 0.0025).round(), 588.0);
    }

    #[test]
    fn a_handful_of_sets_detects_nothing() {
        assert_eq!(smallest_detectable(0.5, 0.5, 2, 0.8, 0.05), None);
        assert_eq!(smallest_detectable(0.5, 0.5, 0, 0.8, 0.05), None);
    }

    #[test]
    fn games_that_cancel_each_other_gain_and_games_that_repeat_each_other_lose() {
        let games = |sets: &[[f64; 2]]| sets.iter().flatten().copied().collect::<Moments>();
        let means = |sets: &[[f64; 2]]| sets.iter().map(|set| (set[0] + set[1]) / 2.0).collect::<Moments>();
        let cancelling = [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
        let repeating = [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0]];
        let gain = pairing_gain(&games(&cancelling), &means(&cancelling), 2).unwrap();
        assert!((gain - (15.0 / 56.0 / 2.0) / (1.0 / 16.0)).abs() < 1e-12, "{gain}");
        assert!(pairing_gain(&games(&repeating), &means(&repeating), 2).unwrap() < 0.5);
        assert_eq!(pairing_gain(&games(&cancelling[..3]), &means(&cancelling[..3]), 2), None);
    }
}
