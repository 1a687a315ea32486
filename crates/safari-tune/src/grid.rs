//! Grid search: every combination of evenly spread values, all of them on the same deals.

use safari_agents::params::Domain;

use crate::driver::{Plan, Playoff, Setup, Strategy};
use crate::registry::BuildError;
use crate::trials::{BASE, Trials};

safari_agents::params! {
    /// Parameters of grid search.
    pub struct GridParams {
        /// values of each number; 0 takes as many as the budget allows, 2 to 100
        levels: u32 = 0, Domain::Int(0..=1_000_000);
        /// deals that every point of the grid gets at least
        deals: u32 = 4, Domain::Int(1..=1_000_000);
        /// share of the budget for the best few and the base point on fresh deals
        playoff: f64 = 0.2, Domain::Real(0.0..=0.9);
        /// how many play there beside the base point
        finalists: u32 = 3, Domain::Int(1..=100);
    }
}

/// The full factorial grid and the base point, each on as many deals as the budget has for them.
pub(crate) struct Grid {
    setup: Setup,
    levels: u32,
    chosen: Vec<u32>,
}

impl Grid {
    /// A grid that fits the budget.
    ///
    /// # Errors
    /// With the given levels, or with two of each number where none are given, there are too many points.
    pub(crate) fn new(setup: &Setup, params: &GridParams, playoff: Playoff) -> Result<Grid, BuildError> {
        let search = playoff.search(setup.budget);
        let deals = u64::from(params.deals);
        // One more for the base point.
        let points =
            |levels| setup.space.grid_size(levels).and_then(|n| u64::try_from(n).ok()?.checked_add(1));
        let fits =
            |levels: u32| points(levels).and_then(|n| n.checked_mul(deals)).is_some_and(|n| n <= search);
        let levels = match params.levels {
            0 => {
                let mut levels = 2;
                while levels < 100 && fits(levels + 1) && points(levels + 1) > points(levels) {
                    levels += 1;
                }
                levels
            }
            levels => levels,
        };
        if !fits(levels) {
            let points = setup.space.grid_size(levels).map_or("over 2^128".to_owned(), |n| n.to_string());
            return Err(BuildError::Grid { points, levels, deals, evaluations: search });
        }
        Ok(Grid { setup: setup.clone(), levels, chosen: Vec::new() })
    }
}

impl Strategy for Grid {
    fn next(&mut self, trials: &mut Trials, left: u64) -> Option<Plan> {
        if !self.chosen.is_empty() {
            return None;
        }
        self.chosen = vec![BASE];
        for point in self.setup.space.grid(self.levels) {
            let id = trials.enter(point);
            if id != BASE {
                self.chosen.push(id);
            }
        }
        Some(Plan { candidates: self.chosen.clone(), deals: left / self.chosen.len() as u64 })
    }

    fn ranking(&self, trials: &Trials) -> Vec<u32> {
        trials.by_mean(&self.chosen, 0)
    }
}
