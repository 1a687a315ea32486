//! The sequential probability ratio test itself.

use super::design::{Design, Hypotheses};
use super::outcomes::Outcomes;

/// How a sequential test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The agent is no better than H0 says.
    AcceptH0,
    /// The agent is at least as good as H1 says.
    AcceptH1,
}

/// A generalised sequential probability ratio test in progress.
///
/// All it says is a function of its design and of how often each value was added, never of their order. Values that are
/// possible and did not occur have the weight of a thousandth of a set, as in Fishtest; 0 and 1 are always possible.
///
/// ```
/// use safari_stats::{Decision, Design, Hypotheses, Sprt};
///
/// // Three players, three games a set: not above its opponents, or 40 Elo above them?
/// let design = Design::new(Hypotheses::Elo { h0: 0.0, h1: 40.0 }, 3, 3, 0.05, 0.05)?;
/// let mut sprt = Sprt::new(design);
/// while sprt.decision().is_none() {
///     sprt.add(if sprt.sets() % 2 == 0 { 1.0 / 3.0 } else { 2.0 / 3.0 });
/// }
/// assert_eq!(sprt.decision(), Some(Decision::AcceptH1));
/// # Ok::<(), safari_stats::DesignError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    pub(super) design: Design,
    pub(super) outcomes: Outcomes,
}

impl Sprt {
    /// A test of no sets yet.
    pub fn new(design: Design) -> Sprt {
        Sprt { design, outcomes: Outcomes::new(&[]) }
    }

    /// A test in which more values than 0, 1 and those observed have the weight of a thousandth of a set each: 0.25,
    /// 0.5 and 0.75 give Fishtest's pentanomial test.
    pub fn with_possible_values(design: Design, values: &[f64]) -> Sprt {
        Sprt { design, outcomes: Outcomes::new(values) }
    }

    /// Takes in the value of one set, in [0, 1]: the agent's mean share over its games.
    ///
    /// # Panics
    ///
    /// If the value is outside [0, 1].
    pub fn add(&mut self, value: f64) {
        self.add_sets(value, 1);
    }

    /// Takes in so many sets of the same value.
    ///
    /// # Panics
    ///
    /// If the value is outside [0, 1].
    pub fn add_sets(&mut self, value: f64, sets: u64) {
        assert!((0.0..=1.0).contains(&value), "a share of wins is between 0 and 1, not {value}");
        self.outcomes.add(value, sets);
    }

    /// What is tested.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// How many sets were added.
    pub fn sets(&self) -> u64 {
        self.outcomes.sets()
    }

    /// The mean of the values, biased once the test has stopped; 1 / players of none.
    pub fn mean(&self) -> f64 {
        if self.sets() == 0 { self.design.equal_share() } else { self.outcomes.mean() }
    }

    /// The log likelihood ratio of H1 to H0; 0 of no sets.
    pub fn llr(&self) -> f64 {
        if self.sets() == 0 {
            return 0.0;
        }
        let cells = self.outcomes.cells();
        match self.design.hypotheses() {
            Hypotheses::NormalizedElo { h0, h1 } => {
                let design = &self.design;
                cells.llr_of_t(design.equal_share(), design.t_value(h0), design.t_value(h1))
            }
            Hypotheses::Share { .. } | Hypotheses::Elo { .. } => {
                let (h0, h1) = self.design.shares(1.0);
                cells.llr_of_mean(h0, h1)
            }
        }
    }

    /// The log likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        self.design.bounds()
    }

    /// What the sets so far decide, `None` to go on. A test stops at the first decision: sets that are added later may
    /// take the ratio back between its bounds.
    pub fn decision(&self) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        let llr = self.llr();
        if llr >= upper {
            Some(Decision::AcceptH1)
        } else if llr <= lower {
            Some(Decision::AcceptH0)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn design(hypotheses: Hypotheses, players: u32) -> Design {
        Design::new(hypotheses, players, players, 0.05, 0.05).unwrap()
    }

    const ELO: Hypotheses = Hypotheses::Elo { h0: 0.0, h1: 40.0 };
    const NORMALIZED: Hypotheses = Hypotheses::NormalizedElo { h0: 0.0, h1: 40.0 };

    /// Values of sets of games in which a first place may be shared.
    fn value(players: u32, rng: &mut Pcg64Mcg) -> f64 {
        let game = |rng: &mut Pcg64Mcg| match rng.random_range(0..4) {
            0 => 1.0,
            1 => 1.0 / f64::from(rng.random_range(1..=players)),
            _ => 0.0,
        };
        (0..players).map(|_| game(rng)).sum::<f64>() / f64::from(players)
    }

    #[test]
    fn the_order_of_sets_changes_no_bit() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let values: Vec<f64> = (0..300).map(|_| value(4, &mut rng)).collect();
        for hypotheses in [ELO, NORMALIZED] {
            let mut forward = Sprt::new(design(hypotheses, 4));
            values.iter().for_each(|&value| forward.add(value));
            let mut backward = Sprt::new(design(hypotheses, 4));
            values.iter().rev().for_each(|&value| backward.add(value));
            assert_eq!(forward.llr().to_bits(), backward.llr().to_bits());
            assert_eq!(forward.estimate(1), backward.estimate(1));
        }
    }

    #[test]
    fn the_ratio_is_what_the_normal_approximation_says_where_sets_are_many() {
        // n (h1 - h0) (2 mean - h0 - h1) / (2 variance), Van den Bergh, GSPRT approximation.
        for players in 2..=5 {
            let mut rng = Pcg64Mcg::seed_from_u64(u64::from(players));
            let values: Vec<f64> = (0..20_000).map(|_| value(players, &mut rng)).collect();
            let sets: crate::Moments = values.iter().copied().collect();
            let (h0, h1) = (sets.mean() - 0.003, sets.mean() + 0.005);
            let mut sprt = Sprt::new(design(Hypotheses::Share { h0, h1 }, players));
            values.iter().for_each(|&value| sprt.add(value));
            let normal = -20_000.0 * 0.008 * 0.002 / (2.0 * sets.variance());
            assert!((sprt.llr() / normal - 1.0).abs() < 0.03, "{}: {normal}", sprt.llr());
        }
    }

    #[test]
    fn mirrored_results_under_mirrored_hypotheses_mirror_the_ratio() {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        for (up, down) in [
            (Hypotheses::Elo { h0: -3.0, h1: 30.0 }, Hypotheses::Elo { h0: -30.0, h1: 3.0 }),
            (
                Hypotheses::NormalizedElo { h0: -3.0, h1: 30.0 },
                Hypotheses::NormalizedElo { h0: -30.0, h1: 3.0 },
            ),
        ] {
            let (mut one, mut other) = (Sprt::new(design(up, 2)), Sprt::new(design(down, 2)));
            for _ in 0..200 {
                let value = value(2, &mut rng);
                one.add(value);
                other.add(1.0 - value);
                assert!((one.llr() + other.llr()).abs() < 1e-9, "{} {}", one.llr(), other.llr());
            }
        }
    }

    #[test]
    fn the_ratio_is_finite_after_every_set_whatever_the_values() {
        // Few sets, all alike, far from the hypotheses, of wide and narrow hypotheses: where iterations may fail.
        let mut rng = Pcg64Mcg::seed_from_u64(6);
        for round in 0..400 {
            let players = 2 + round % 4;
            let span = [2.0, 20.0, 100.0, 400.0][round as usize / 4 % 4];
            for hypotheses in [
                Hypotheses::Elo { h0: -span / 3.0, h1: span },
                Hypotheses::NormalizedElo { h0: -span / 3.0, h1: span },
            ] {
                let mut sprt = Sprt::new(design(hypotheses, players));
                let levels = rng.random_range(1..12);
                let top = rng.random_range(0..=levels);
                for _ in 0..30 {
                    sprt.add(f64::from(rng.random_range(0..=top)) / f64::from(levels));
                    let llr = sprt.llr();
                    assert!(llr.is_finite(), "{sprt:?}");
                }
            }
        }
    }

    #[test]
    fn an_agent_that_wins_everything_is_accepted_and_one_that_loses_everything_is_not() {
        for hypotheses in [ELO, NORMALIZED] {
            for players in 2..=5 {
                for (value, expected) in [(1.0, Decision::AcceptH1), (0.0, Decision::AcceptH0)] {
                    let mut sprt = Sprt::new(design(hypotheses, players));
                    assert_eq!((sprt.llr(), sprt.decision(), sprt.estimate(1)), (0.0, None, None));
                    while sprt.decision().is_none() {
                        sprt.add(value);
                        assert!(sprt.sets() < 1_000, "{players} {value} {}", sprt.llr());
                    }
                    assert_eq!(sprt.decision(), Some(expected));
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "a share of wins is between 0 and 1")]
    fn a_value_that_is_no_share_is_refused() {
        Sprt::new(design(ELO, 2)).add(1.5);
    }
}
