//! Racing: candidates meet on common deals, and those that fall behind leave early.

use rand::RngExt;
use safari_agents::params::Domain;
use safari_core::Rng;
use safari_stats::one_sided_p_value;

use crate::driver::{Plan, Playoff, Setup, Strategy};
use crate::normal::normal;
use crate::random::distinct;
use crate::space::{Kind, Point, Space};
use crate::trials::{BASE, Trials};

safari_agents::params! {
    /// Parameters of racing.
    pub struct RacingParams {
        /// races: the first draws at random, others around the best so far; 0 takes log2(evaluations / 100), at least 1
        races: u32 = 0, Domain::Int(0..=1000);
        /// deals of each round of a race, on which all that are still in it play
        deals: u32 = 4, Domain::Int(2..=1_000_000);
        /// share of the search that the first race gets where there are several
        first: f64 = 0.5, Domain::Real(0.01..=0.99);
        /// share of the candidates that stay after each round of a race
        keep: f64 = 0.5, Domain::Real(0.1..=0.9);
        /// level of the paired test against the leader by which a candidate leaves early, one-sided; 0 tests nothing
        alpha: f64 = 0.05, Domain::Real(0.0..=0.5);
        /// the best of a race, around which the next one draws
        elite: u32 = 5, Domain::Int(1..=100);
        /// standard deviation of that draw in the second race, as a share of the unit cube's side
        spread: f64 = 0.2, Domain::Real(0.001..=1.0);
        /// what the standard deviation is in the last race
        spread_end: f64 = 0.05, Domain::Real(0.001..=1.0);
        /// share of the budget for the best few and the base point on fresh deals
        playoff: f64 = 0.2, Domain::Real(0.0..=0.9);
        /// how many play there beside the base point
        finalists: u32 = 3, Domain::Int(1..=100);
    }
}

/// Races by successive halving (Karnin, Koren and Somekh 2013) with paired tests, each around the elite of the one
/// before (López-Ibáñez et al. 2016, irace).
///
/// A round of a race is the same number of deals for all that are still in it; then the worse half leaves, and whoever
/// a paired test finds behind the leader, until no more than the elite are left. The base point and the elite run in
/// every race, on deals of its own, so that whoever was lucky in one has to show it again in the next.
pub(crate) struct Racing {
    setup: Setup,
    params: RacingParams,
    races: u64,
    /// Races begun.
    begun: u64,
    race: Option<Race>,
    /// The best of the last race, best first.
    elite: Vec<u32>,
    /// All that were ever scored in a finished race, the last race's best first.
    ranked: Vec<u32>,
}

/// A race under way.
struct Race {
    /// Its first deal.
    first: u64,
    /// Who is still in it.
    running: Vec<u32>,
    /// Who left it, the first one first.
    left: Vec<u32>,
    /// Evaluations that are not used yet.
    budget: u64,
}

impl Racing {
    pub(crate) fn new(setup: &Setup, params: RacingParams, playoff: Playoff) -> Racing {
        let races = match params.races {
            0 => u64::from((playoff.search(setup.budget) / 100).max(2).ilog2()),
            races => u64::from(races),
        };
        let (elite, ranked) = (vec![BASE], Vec::new());
        Racing { setup: setup.clone(), params, races, begun: 0, race: None, elite, ranked }
    }

    /// Begins a race with a budget, if that is enough for two candidates.
    fn begin(&mut self, trials: &mut Trials, budget: u64) -> Option<Race> {
        let field = self.field(budget);
        if field < 2 {
            return None;
        }
        let mut running = vec![BASE];
        running.extend(self.elite.iter().copied().filter(|&id| id != BASE));
        running.truncate(field as usize);
        let race = self.begun;
        self.begun += 1;
        let Setup { space, seed, .. } = &self.setup;
        let seed = seed.branch("race", &[race]);
        let spread = self.spread(race);
        let elite = &self.elite;
        let draw = |i: u64, trials: &Trials| {
            let mut rng = seed.branch("candidate", &[i]).rng();
            if race == 0 {
                return space.sample(&mut rng);
            }
            let parent = elite[rng.random_range(0..elite.len())];
            around(space, trials.point(parent), spread, &mut rng)
        };
        let more = field.saturating_sub(running.len() as u64);
        running.extend(distinct(trials, &running.clone(), more, draw));
        Some(Race { first: trials.next_deal(), running, left: Vec::new(), budget })
    }

    /// The largest field that a budget takes to the end of a race, if no test shortens it; at most 1 where not even two
    /// candidates fit.
    fn field(&self, budget: u64) -> u64 {
        let cost = |field: u64| {
            let (mut running, mut cost) = (field, 0);
            loop {
                cost += running * u64::from(self.params.deals);
                if running <= self.stop() {
                    return cost;
                }
                running = self.kept(running);
            }
        };
        let mut field = 1;
        while cost(field + 1) <= budget {
            field += 1;
        }
        field
    }

    /// A race in which no more are left has its last round.
    fn stop(&self) -> u64 {
        u64::from(self.params.elite).max(2)
    }

    /// How many of so many stay after a round.
    fn kept(&self, running: u64) -> u64 {
        (libm::ceil(running as f64 * self.params.keep) as u64).min(running - 1)
    }

    /// The standard deviation of a race's draw: geometric from `spread` in the second to `spread_end` in the last.
    fn spread(&self, race: u64) -> f64 {
        let steps = self.races.saturating_sub(2).max(1) as f64;
        let share = race.saturating_sub(1) as f64 / steps;
        self.params.spread * libm::pow(self.params.spread_end / self.params.spread, share)
    }

    /// Takes who fell behind out of a race.
    fn eliminate(&self, race: &mut Race, trials: &Trials) {
        let ranked = trials.by_mean(&race.running, race.first);
        let keep = self.kept(race.running.len() as u64) as usize;
        let leader = ranked[0];
        let lost =
            |id: u32| one_sided_p_value(&trials.differences(leader, id, race.first)) < self.params.alpha;
        let stays =
            ranked.iter().enumerate().filter(|&(place, &id)| place == 0 || (place < keep && !lost(id)));
        race.running = stays.map(|(_, &id)| id).collect();
        race.left.extend(ranked.iter().rev().filter(|id| !race.running.contains(id)));
    }

    fn finish(&mut self, race: Race, trials: &Trials) {
        let mut ranked = trials.by_mean(&race.running, race.first);
        ranked.extend(race.left.iter().rev());
        self.elite = ranked.iter().copied().take(self.params.elite as usize).collect();
        let earlier: Vec<u32> = self.ranked.iter().copied().filter(|id| !ranked.contains(id)).collect();
        ranked.extend(earlier);
        self.ranked = ranked;
    }
}

/// A point near another one: numbers by a normal deviate of this standard deviation in the unit cube, reflected at its
/// sides; a word or flag drawn anew with this probability.
fn around(space: &Space, parent: &Point, spread: f64, rng: &mut Rng) -> Point {
    let cube = space.cube(parent);
    let near = space.dimensions().iter().zip(cube).map(|(dimension, u)| {
        let (anew, fresh, step): (f64, f64, f64) = (rng.random(), rng.random(), normal(rng));
        match dimension.kind {
            _ if parent.get(&dimension.name).is_none() => fresh,
            Kind::Category(_) | Kind::Flag => {
                if anew < spread {
                    fresh
                } else {
                    u
                }
            }
            Kind::Int(_) | Kind::Real(..) => {
                let folded = (u + spread * step).rem_euclid(2.0);
                if folded > 1.0 { 2.0 - folded } else { folded }
            }
        }
    });
    space.at(&near.collect::<Vec<f64>>())
}

impl Strategy for Racing {
    fn next(&mut self, trials: &mut Trials, left: u64) -> Option<Plan> {
        loop {
            let Some(mut race) = self.race.take() else {
                if self.begun == self.races {
                    return None;
                }
                let budget = match self.races - self.begun {
                    1 => left,
                    _ if self.begun == 0 => (left as f64 * self.params.first) as u64,
                    races => left / races,
                };
                self.race = Some(self.begin(trials, budget)?);
                continue;
            };
            let begun = trials.next_deal() > race.first;
            let over = begun && race.running.len() as u64 <= self.stop();
            if begun && !over {
                self.eliminate(&mut race, trials);
            }
            let deals = u64::from(self.params.deals);
            let asked = deals * race.running.len() as u64;
            if over || race.running.len() < 2 || asked > race.budget {
                self.finish(race, trials);
                continue;
            }
            race.budget -= asked;
            let plan = Plan { candidates: race.running.clone(), deals };
            self.race = Some(race);
            return Some(plan);
        }
    }

    fn ranking(&self, trials: &Trials) -> Vec<u32> {
        let mut ranked = match &self.race {
            Some(race) => {
                let mut ranked = trials.by_mean(&race.running, race.first);
                ranked.extend(race.left.iter().rev());
                ranked
            }
            None => Vec::new(),
        };
        let earlier: Vec<u32> = self.ranked.iter().copied().filter(|id| !ranked.contains(id)).collect();
        ranked.extend(earlier);
        ranked
    }
}

#[cfg(test)]
mod tests {
    use safari_agents::params::Given;

    use super::*;
    use crate::testing::Function;

    fn racing(budget: u64) -> Racing {
        let sphere = Function::sphere(5);
        let setup = Setup { space: sphere.space, base: sphere.base, budget, seed: safari_core::Seed(1) };
        Racing::new(&setup, RacingParams::resolve(&Given::new(), 2), Playoff { share: 0.2, few: 3 })
    }

    #[test]
    fn the_field_is_the_largest_that_the_budget_takes_to_the_end() {
        let racing = racing(1000);
        // 4 deals a round: 20, 10 and the last 5.
        assert_eq!(racing.field(140), 20);
        // 19 would halve to 10, too, and one evaluation is missing for 20.
        assert_eq!(racing.field(139), 19);
        assert_eq!(racing.field(20), 5);
        assert_eq!(racing.field(7), 1);
    }

    #[test]
    fn there_are_more_races_for_more_budget() {
        let races = [20, 200, 500, 1000, 5000, 50_000].map(|budget| racing(budget).races);
        assert_eq!(races, [1, 1, 2, 3, 5, 8]);
    }

    #[test]
    fn the_spread_falls_from_the_second_race_to_the_last() {
        let racing = racing(5000);
        assert!((racing.spread(1) - 0.2).abs() < 1e-12);
        assert!((racing.spread(4) - 0.05).abs() < 1e-12);
        assert!((racing.spread(2) / racing.spread(3) - racing.spread(1) / racing.spread(2)).abs() < 1e-12);
    }

    #[test]
    fn a_paired_test_takes_out_more_than_the_half() {
        let racing = racing(1000);
        let mut trials = Trials::new(racing.setup.base.clone());
        let draw = |i, _: &Trials| racing.setup.space.sample(&mut safari_core::Seed(i).rng());
        let mut running = vec![BASE];
        running.extend(distinct(&mut trials, &[BASE], 7, draw));
        // The luck of the deals is far larger than what sets the candidates apart, and common to all.
        let luck = [90.0, -40.0, 7.0, -63.0, 11.0, 1.0, 55.0, -8.0];
        let wobble = [0.1, -0.1, 0.2, 0.0, -0.2, 0.1, 0.0, -0.1];
        let row = |id: u32| {
            luck.iter().zip(wobble).map(|(luck, w)| luck + w * f64::from(id % 3) - f64::from(id)).collect()
        };
        let scores: Vec<Vec<f64>> = running.iter().map(|&id| row(id)).collect();
        trials.record(&running, 8, &scores);
        let mut race = Race { first: 0, running, left: Vec::new(), budget: 0 };
        racing.eliminate(&mut race, &trials);
        assert_eq!(race.running, [0]);
        assert_eq!(race.left, [7, 6, 5, 4, 3, 2, 1]);
    }

    #[test]
    fn points_around_another_are_near_it_and_in_the_space() {
        let Function { space, base, .. } = Function::sphere(5);
        for i in 0..200 {
            let mut rng = safari_core::Seed(i).rng();
            let point = around(&space, &base, 0.01, &mut rng);
            space.check(&point).unwrap();
            let far = space.cube(&point).iter().map(|u| (u - 0.5).abs()).fold(0.0, f64::max);
            assert!(far < 0.06, "{far}");
            space.check(&around(&space, &point, 1.0, &mut rng)).unwrap();
        }
    }
}
