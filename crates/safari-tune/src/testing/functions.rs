//! Functions with a known optimum.

use std::ops::RangeInclusive;
use std::sync::Arc;

use safari_agents::params::Value;

use safari_core::Seed;

use crate::space::{Dimension, Kind, Point, Scale, Space};

/// A function of a space with a known optimum of 0; every other point is worth less.
///
/// Scores are points of a game's margin. Each function is scaled so that a random point loses 25 of them in the median,
/// about what a bad setting loses in games.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub space: Arc<Space>,
    /// Where a search begins.
    pub base: Point,
    /// What a point costs, before scaling.
    cost: fn(&[f64]) -> f64,
    /// Median cost of random points.
    scale: f64,
}

impl Function {
    /// All of them.
    pub fn all() -> Vec<Function> {
        vec![
            Function::sphere(5),
            Function::sphere(20),
            Function::rosenbrock(5),
            Function::rosenbrock(20),
            Function::trap(),
            Function::flat(),
        ]
    }

    /// The sphere: the squared distance from a point off the middle, in 5 or 20 dimensions of [-1, 1].
    pub fn sphere(dimensions: usize) -> Function {
        let cost = |x: &[f64]| {
            let off = |(i, x): (usize, &f64)| if i % 2 == 0 { x - 0.35 } else { x + 0.45 };
            x.iter().enumerate().map(off).map(|off| off * off).sum()
        };
        reals("sphere", dimensions, -1.0..=1.0, &vec![0.0; dimensions], cost)
    }

    /// The valley of Rosenbrock (1960) in 5 or 20 dimensions of [-2, 2] with the optimum at 1, begun at (-1.2, 1, -1.2,
    /// …).
    ///
    /// The root of the usual cost, for games have no walls so steep that nothing else can be seen beside them.
    pub fn rosenbrock(dimensions: usize) -> Function {
        let cost = |x: &[f64]| {
            let pair = |pair: &[f64]| {
                let (x, y) = (pair[0], pair[1]);
                100.0 * (y - x * x) * (y - x * x) + (1.0 - x) * (1.0 - x)
            };
            x.windows(2).map(pair).sum::<f64>().sqrt()
        };
        let begin: Vec<f64> = (0..dimensions).map(|i| if i % 2 == 0 { -1.2 } else { 1.0 }).collect();
        reals("rosenbrock", dimensions, -2.0..=2.0, &begin, cost)
    }

    /// Three blocks of three flags (Deb and Goldberg 1993): all `true` is best, but with every `true` less than that a
    /// block gains, so that each step from the base, which has none, leads down.
    pub fn trap() -> Function {
        let space: Vec<Dimension> = (0..9).map(|i| Dimension::new(format!("x{i}"), Kind::Flag)).collect();
        let cost = |x: &[f64]| {
            let block = |block: &[f64]| [0.25, 0.6, 1.0, 0.0][block.iter().sum::<f64>() as usize];
            x.chunks(3).map(block).sum()
        };
        Function::new("trap-9".to_owned(), space, |_| Value::Flag(false), cost)
    }

    /// 0 everywhere, in 5 dimensions: parameters without effect.
    pub fn flat() -> Function {
        reals("flat", 5, -1.0..=1.0, &[0.0; 5], |_| 0.0)
    }

    fn new(
        name: String,
        dimensions: Vec<Dimension>,
        base: impl Fn(usize) -> Value,
        cost: fn(&[f64]) -> f64,
    ) -> Function {
        let index = |key: &str| dimensions.iter().position(|dimension| dimension.name == key);
        let space = Space::new(dimensions.clone()).expect("the space of a test function is valid");
        let base = space.pick(|key| index(key).map(&base)).expect("the base point lies in its space");
        let mut function = Function { name, space: Arc::new(space), base, cost, scale: 1.0 };
        let mut rng = Seed(0).branch("median", &[]).rng();
        let mut costs: Vec<f64> =
            (0..1001).map(|_| function.cost_of(&function.space.sample(&mut rng))).collect();
        costs.sort_by(f64::total_cmp);
        if costs[500] > 0.0 {
            function.scale = costs[500];
        }
        function
    }

    /// Whether every point is worth the same.
    pub fn is_flat(&self) -> bool {
        self.name == "flat-5"
    }

    /// The true value of a point, at most 0.
    pub fn value(&self, point: &Point) -> f64 {
        -25.0 * self.cost_of(point) / self.scale
    }

    fn cost_of(&self, point: &Point) -> f64 {
        let number = |(_, value): (&str, &Value)| match value {
            Value::Real(x) => *x,
            Value::Int(n) => *n as f64,
            Value::Flag(flag) => f64::from(u8::from(*flag)),
            Value::Word(_) => 0.0,
        };
        (self.cost)(&point.iter().map(number).collect::<Vec<f64>>())
    }
}

/// A function of so many real dimensions of one range.
fn reals(
    name: &str,
    dimensions: usize,
    range: RangeInclusive<f64>,
    base: &[f64],
    cost: fn(&[f64]) -> f64,
) -> Function {
    let kind = Kind::Real(range, Scale::Linear);
    let space = (0..dimensions).map(|i| Dimension::new(format!("x{i}"), kind.clone())).collect();
    Function::new(format!("{name}-{dimensions}"), space, |i| Value::Real(base[i]), cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_optimum_is_worth_nothing_and_other_points_less() {
        let optima = [
            (Function::sphere(5), "x0=0.35:x1=-0.45:x2=0.35:x3=-0.45:x4=0.35"),
            (Function::rosenbrock(5), "x0=1:x1=1:x2=1:x3=1:x4=1"),
            (Function::trap(), "x0=true:x1=true:x2=true:x3=true:x4=true:x5=true:x6=true:x7=true:x8=true"),
        ];
        for (function, optimum) in optima {
            let optimum = function.space.parse(optimum).unwrap();
            assert_eq!(function.value(&optimum), 0.0, "{}", function.name);
            for near in function.space.neighbours(&optimum, 0.01) {
                assert!(function.value(&near) < 0.0, "{} at {near}", function.name);
            }
        }
    }

    #[test]
    fn a_random_point_loses_25_points_in_the_median() {
        for function in Function::all().into_iter().filter(|function| !function.is_flat()) {
            let mut rng = Seed(9).rng();
            let worse =
                (0..2000).filter(|_| function.value(&function.space.sample(&mut rng)) < -25.0).count();
            // The nine flags have points of equal value on the median.
            assert!((500..1100).contains(&worse), "{}: {worse}", function.name);
        }
    }

    #[test]
    fn from_the_base_of_the_trap_every_step_leads_down() {
        let trap = Function::trap();
        let base = trap.value(&trap.base);
        assert!(trap.space.neighbours(&trap.base, 0.1).iter().all(|step| trap.value(step) < base));
    }
}
