//! Random search: candidates uniform in the space, all of them on the same deals.

use safari_agents::params::Domain;

use crate::driver::{Plan, Playoff, Setup, Strategy};
use crate::space::Point;
use crate::trials::{BASE, Trials};

safari_agents::params! {
    /// Parameters of random search.
    pub struct RandomParams {
        /// candidates, the base point among them; 0 takes the power 2/3 of the evaluations of the search
        candidates: u32 = 0, Domain::Int(0..=1_000_000);
        /// share of the budget for the best few and the base point on fresh deals
        playoff: f64 = 0.2, Domain::Real(0.0..=0.9);
        /// how many play there beside the base point
        finalists: u32 = 3, Domain::Int(1..=100);
    }
}

/// All candidates on as many deals as the budget has for them.
///
/// By default n evaluations go to n^(2/3) candidates on n^(1/3) deals each: 29 on 5 of 160, 251 on 15 of 4,000. Fewer
/// candidates leave good points untried, more leave the best of them unrecognised. On all test functions where random
/// search finds anything this is better than as many candidates as deals; twice or half as many candidates change
/// little.
pub(crate) struct RandomSearch {
    setup: Setup,
    candidates: u64,
    chosen: Vec<u32>,
}

impl RandomSearch {
    pub(crate) fn new(setup: &Setup, params: &RandomParams, playoff: Playoff) -> RandomSearch {
        let search = playoff.search(setup.budget);
        let candidates = match params.candidates {
            0 => libm::pow(search as f64, 2.0 / 3.0) as u64,
            n => u64::from(n).min(search),
        };
        RandomSearch { setup: setup.clone(), candidates: candidates.max(1), chosen: Vec::new() }
    }
}

/// Numbers of up to `count` distinct points made by `draw` from the number of the draw, none of them among `taken`;
/// fewer where a small space does not yield them in 20 draws each.
pub(crate) fn distinct(
    trials: &mut Trials,
    taken: &[u32],
    count: u64,
    mut draw: impl FnMut(u64, &Trials) -> Point,
) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for i in 0..20 * count {
        if found.len() as u64 == count {
            break;
        }
        let point = draw(i, trials);
        let id = trials.enter(point);
        if !taken.contains(&id) && !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

impl Strategy for RandomSearch {
    fn next(&mut self, trials: &mut Trials, left: u64) -> Option<Plan> {
        if !self.chosen.is_empty() {
            return None;
        }
        let Setup { space, seed, .. } = &self.setup;
        self.chosen = vec![BASE];
        let draw = |i, _: &Trials| space.sample(&mut seed.branch("random candidate", &[i]).rng());
        self.chosen.extend(distinct(trials, &[BASE], self.candidates - 1, draw));
        let deals = left / self.chosen.len() as u64;
        (deals > 0).then(|| Plan { candidates: self.chosen.clone(), deals })
    }

    fn ranking(&self, trials: &Trials) -> Vec<u32> {
        trials.by_mean(&self.chosen, 0)
    }
}
