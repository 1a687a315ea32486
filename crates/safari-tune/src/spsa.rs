//! SPSA: a gradient from the difference of two opposite points on the same deals.

use rand::RngExt;
use safari_agents::params::Domain;

use crate::driver::{Plan, Playoff, Setup, Strategy};
use crate::registry::BuildError;
use crate::space::Kind;
use crate::trials::{BASE, Trials};

safari_agents::params! {
    /// Parameters of SPSA.
    pub struct SpsaParams {
        /// deals of each iteration, on which both sides play
        deals: u32 = 1, Domain::Int(1..=1_000_000);
        /// how far each side lies from the middle in the last iteration, as a share of the unit cube's side
        c_end: f64 = 0.15, Domain::Real(0.0001..=0.5);
        /// step of the last iteration over c_end, for a usual difference; 0: all steps sum to `travel`
        r_end: f64 = 0.0, Domain::Real(0.0..=100.0);
        /// sum of all steps where `r_end` is 0, in sides of the unit cube times the root of the number of dimensions
        travel: f64 = 1.3, Domain::Real(0.01..=1000.0);
        /// power by which steps fall
        alpha: f64 = 0.602, Domain::Real(0.0..=1.0);
        /// power by which the distance of the sides falls
        gamma: f64 = 0.101, Domain::Real(0.0..=1.0);
        /// iterations by which the fall of the steps is delayed, as a share of all
        delay: f64 = 0.1, Domain::Real(0.0..=10.0);
        /// share of the budget for the end, the mean of the last half and the base point on fresh deals
        playoff: f64 = 0.2, Domain::Real(0.0..=0.9);
    }
}

/// The gains of N iterations, in the form of fishtest: given by their ends instead of their beginnings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Schedule {
    iterations: u64,
    c: f64,
    a: f64,
    delay: f64,
    alpha: f64,
    gamma: f64,
}

impl Schedule {
    /// c_k = c_end N^γ / k^γ and a_k = a_end (A + N)^α / (A + k)^α, with a_end = r_end c_end².
    pub(crate) fn new(params: &SpsaParams, iterations: u64, dimensions: usize) -> Schedule {
        let n = iterations as f64;
        let delay = params.delay * n;
        let mut schedule = Schedule {
            iterations,
            c: params.c_end * libm::pow(n, params.gamma),
            a: params.c_end * params.c_end * libm::pow(delay + n, params.alpha),
            delay,
            alpha: params.alpha,
            gamma: params.gamma,
        };
        schedule.a *= if params.r_end > 0.0 {
            params.r_end
        } else {
            let steps: f64 = (1..=iterations).map(|k| schedule.step(k)).sum();
            params.travel * (dimensions as f64).sqrt() / steps
        };
        schedule
    }

    /// Distance of either side from the middle in iteration k, from 1.
    pub(crate) fn c(&self, k: u64) -> f64 {
        self.c / libm::pow(k as f64, self.gamma)
    }

    /// Gain of iteration k.
    pub(crate) fn a(&self, k: u64) -> f64 {
        self.a / libm::pow(self.delay + k as f64, self.alpha)
    }

    /// How far a difference of 1 moves the middle in iteration k: a_k / c_k.
    pub(crate) fn step(&self, k: u64) -> f64 {
        self.a(k) / self.c(k)
    }
}

/// Simultaneous perturbation stochastic approximation (Spall 1992).
///
/// Differences are taken in units of their own root mean square so far, so that no parameter depends on the unit of the
/// score. An iteration with a usual difference is a step of a_k / c_k in every dimension: the sum of all steps is how
/// far the middle gets where every difference points the same way, and noise alone carries it that far over √N. It
/// grows with the root of the dimensions, for what one of them adds to a usual difference falls by it. The sides lie
/// three times as far apart as by fishtest's rule (c_end a twentieth of the range) for tens of thousands of games: with
/// few games nothing smaller shows above the noise.
pub(crate) struct Spsa {
    setup: Setup,
    schedule: Schedule,
    deals: u64,
    /// Iterations begun.
    k: u64,
    middle: Vec<f64>,
    /// Sum of the middles of the last half.
    sum: Vec<f64>,
    /// Numbers of both sides, and the signs of the first.
    under_way: Option<(u32, u32, Vec<f64>)>,
    /// Sum of the squared differences so far.
    squares: f64,
    ends: Vec<u32>,
}

impl Spsa {
    /// # Errors
    /// A dimension is a category or a flag, or the budget has no iteration.
    pub(crate) fn new(setup: &Setup, params: &SpsaParams, playoff: Playoff) -> Result<Spsa, BuildError> {
        let wrong = |kind: &Kind| matches!(kind, Kind::Category(_) | Kind::Flag);
        if let Some(dimension) = setup.space.dimensions().iter().find(|dimension| wrong(&dimension.kind)) {
            return Err(BuildError::NotANumber { optimiser: "spsa", dimension: dimension.name.clone() });
        }
        let deals = u64::from(params.deals);
        let iterations = playoff.search(setup.budget) / (2 * deals);
        if iterations == 0 {
            return Err(BuildError::Budget { optimiser: "spsa", budget: setup.budget, least: 2 * deals });
        }
        let middle = setup.space.cube(&setup.base);
        Ok(Spsa {
            setup: setup.clone(),
            schedule: Schedule::new(params, iterations, middle.len()),
            deals,
            k: 0,
            sum: vec![0.0; middle.len()],
            middle,
            under_way: None,
            squares: 0.0,
            ends: vec![BASE],
        })
    }

    /// Moves the middle by what the last iteration has shown.
    fn learn(&mut self, trials: &Trials) {
        if let Some((plus, minus, signs)) = self.under_way.take() {
            let first = trials.next_deal() - self.deals;
            let difference = trials.differences(plus, minus, first).mean();
            self.squares += difference * difference;
            if self.squares > 0.0 {
                let usual = (self.squares / self.k as f64).sqrt();
                let step = self.schedule.step(self.k) * difference / usual;
                for (x, sign) in self.middle.iter_mut().zip(&signs) {
                    *x = (*x + step * sign).clamp(0.0, 1.0);
                }
            }
        }
    }

    /// Both sides of iteration k, and the signs of the first one.
    fn sides(&self, trials: &mut Trials) -> (u32, u32, Vec<f64>) {
        let space = &self.setup.space;
        let mut rng = self.setup.seed.branch("spsa iteration", &[self.k]).rng();
        let c = self.schedule.c(self.k);
        let signs: Vec<f64> = self.middle.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect();
        let dither: Vec<f64> = self.middle.iter().map(|_| rng.random()).collect();
        let mut side = |direction: f64| {
            let shifted =
                space.dimensions().iter().zip(&self.middle).zip(&signs).map(|((dimension, x), sign)| {
                    // Whole numbers are tried at least half of one to either side, so that the sides differ.
                    let c = dimension.size().map_or(c, |size| c.max(0.5 / size as f64)).min(0.5);
                    x.clamp(c, 1.0 - c) + direction * sign * c
                });
            let cube: Vec<f64> = shifted.collect();
            trials.enter(space.at_dithered(&cube, &dither))
        };
        (side(1.0), side(-1.0), signs)
    }
}

impl Strategy for Spsa {
    fn next(&mut self, trials: &mut Trials, _left: u64) -> Option<Plan> {
        self.learn(trials);
        while self.k < self.schedule.iterations {
            self.k += 1;
            if self.k > self.schedule.iterations / 2 {
                self.sum.iter_mut().zip(&self.middle).for_each(|(sum, x)| *sum += x);
            }
            let (plus, minus, signs) = self.sides(trials);
            if plus != minus {
                self.under_way = Some((plus, minus, signs));
                return Some(Plan { candidates: vec![plus, minus], deals: self.deals });
            }
        }
        let half = (self.schedule.iterations - self.schedule.iterations / 2) as f64;
        let mean: Vec<f64> = self.sum.iter().map(|sum| sum / half).collect();
        self.ends = vec![
            trials.enter(self.setup.space.at(&mean)),
            trials.enter(self.setup.space.at(&self.middle)),
            BASE,
        ];
        None
    }

    fn ranking(&self, _trials: &Trials) -> Vec<u32> {
        self.ends.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use safari_agents::params::{Given, Value};
    use safari_core::Seed;

    use super::*;
    use crate::space::{Dimension, Space};

    fn params(given: &[(&str, f64)]) -> SpsaParams {
        let given: Given = given.iter().map(|&(key, x)| (key.to_owned(), Value::Real(x))).collect();
        SpsaParams::resolve(&given, 2)
    }

    fn near(a: f64, b: f64) -> bool {
        (a / b - 1.0).abs() < 1e-12
    }

    /// As fishtest computes them: A = 10 % of N, a_end = r_end c_end², and c and a from their ends.
    #[test]
    fn the_schedule_is_the_one_of_fishtest() {
        let schedule = Schedule::new(&params(&[("c_end", 0.05), ("r_end", 0.002)]), 30_000, 7);
        assert!(near(schedule.c(30_000), 0.05));
        assert!(near(schedule.a(30_000), 0.002 * 0.05 * 0.05));
        assert!(near(schedule.c(1), 0.05 * 30_000f64.powf(0.101)));
        assert!(near(schedule.a(1), 5e-6 * (33_000.0f64 / 3_001.0).powf(0.602)));
        assert!(near(schedule.step(700), schedule.a(700) / schedule.c(700)));
    }

    #[test]
    fn without_r_end_the_steps_sum_to_the_travel() {
        for iterations in [1, 80, 2_000] {
            let schedule = Schedule::new(&params(&[("travel", 2.5)]), iterations, 16);
            let sum: f64 = (1..=iterations).map(|k| schedule.step(k)).sum();
            assert!(near(sum, 10.0), "{iterations}: {sum}");
        }
    }

    #[test]
    fn both_sides_differ_even_where_whole_numbers_are_few() {
        let dimensions =
            vec![Dimension::new("n", Kind::Int(0..=2)), Dimension::new("m", Kind::Int(0..=1000))];
        let space = Arc::new(Space::new(dimensions).unwrap());
        let base = space.parse("n=1:m=500").unwrap();
        let setup = Setup { space, base, budget: 400, seed: Seed(4) };
        let playoff = Playoff { share: 0.2, few: 2 };
        let mut spsa = Spsa::new(&setup, &params(&[("c_end", 0.0001)]), playoff).unwrap();
        let mut trials = Trials::new(setup.base.clone());
        let int = |value: Option<&Value>| match value {
            Some(Value::Int(n)) => *n,
            other => panic!("{other:?}"),
        };
        for k in 1..=100 {
            spsa.k = k;
            let (plus, minus, signs) = spsa.sides(&mut trials);
            let step = |key| int(trials.point(plus).get(key)) - int(trials.point(minus).get(key));
            assert_eq!(step("n"), signs[0] as i64);
            assert!(step("m") as f64 * signs[1] > 0.0);
        }
    }

    #[test]
    fn the_middle_moves_towards_the_better_side_by_the_step() {
        let space = Arc::new(
            Space::new(vec![Dimension::new("x", Kind::Real(0.0..=1.0, crate::space::Scale::Linear))])
                .unwrap(),
        );
        let base = space.parse("x=0.5").unwrap();
        let setup = Setup { space, base, budget: 1000, seed: Seed(4) };
        let playoff = Playoff { share: 0.2, few: 2 };
        let mut spsa = Spsa::new(&setup, &params(&[]), playoff).unwrap();
        let mut trials = Trials::new(setup.base.clone());
        let plan = spsa.next(&mut trials, 800).unwrap();
        let sign = spsa.under_way.as_ref().unwrap().2[0];
        trials.record(&plan.candidates, plan.deals, &[vec![7.0], vec![3.0]]);
        spsa.learn(&trials);
        // The first difference is as large as usual, whatever its unit.
        assert!((spsa.middle[0] - 0.5 - sign * spsa.schedule.step(1)).abs() < 1e-12);
    }
}
