//! What optimisers are worth: their regret on functions with a known optimum, under noise like that of games.
//!
//! ```text
//! cargo run --release -p safari-tune --example regret -- [--seeds N] [--budgets 200,1000,5000] [OPTIMISER ...]
//! ```
//!
//! Without optimisers, all of the registry in their default setting. CSV on standard output, a row for each function,
//! budget and optimiser. Regret is what the recommended point is worth less than the optimum, in points; `gain` what it
//! is worth more than the base point; both as means over seeds with 95 % intervals. `worse` is the share of seeds with
//! a point recommended that is worse than the base. A row without numbers says why the optimiser could not search.

use rayon::prelude::*;
use safari_core::Seed;
use safari_stats::{Moments, mean_interval};
use safari_tune::testing::{Function, Noise, run};
use safari_tune::{BuildError, Optimisers, Recipe, Setup};

struct Args {
    seeds: u64,
    budgets: Vec<u64>,
    recipes: Vec<Recipe>,
}

fn args() -> Result<Args, Box<dyn std::error::Error>> {
    let mut read = Args { seeds: 50, budgets: vec![200, 1000, 5000], recipes: Vec::new() };
    let optimisers = Optimisers::standard();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--seeds" => read.seeds = value()?.parse()?,
            "--budgets" => read.budgets = value()?.split(',').map(str::parse).collect::<Result<_, _>>()?,
            spec => read.recipes.push(optimisers.parse(spec)?),
        }
    }
    if read.recipes.is_empty() {
        read.recipes =
            optimisers.kinds().map(|kind| optimisers.parse(kind.name)).collect::<Result<_, _>>()?;
    }
    Ok(read)
}

/// The true values of the points recommended, one for each seed.
fn recommended(
    function: &Function,
    budget: u64,
    recipe: &Recipe,
    seeds: u64,
) -> Result<Vec<f64>, BuildError> {
    let one = |index| {
        let seed = Seed(1).branch("regret", &[budget, index]);
        let (space, base) = (function.space.clone(), function.base.clone());
        let mut optimiser = recipe.build(&Setup { space, base, budget, seed })?;
        run(&mut *optimiser, function, &Noise::of_games(seed));
        Ok(function.value(&optimiser.finalists(1)[0].candidate.point))
    };
    (0..seeds).into_par_iter().map(one).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { seeds, budgets, recipes } = args()?;
    let mut out = csv::Writer::from_writer(std::io::stdout().lock());
    out.write_record([
        "function",
        "budget",
        "optimiser",
        "seeds",
        "regret",
        "regret_lo",
        "regret_hi",
        "gain",
        "gain_lo",
        "gain_hi",
        "worse",
        "refused",
    ])?;
    for function in Function::all().into_iter().filter(|function| !function.is_flat()) {
        let start = function.value(&function.base);
        for (&budget, recipe) in budgets.iter().flat_map(|b| recipes.iter().map(move |recipe| (b, recipe))) {
            let head = [function.name.clone(), budget.to_string(), recipe.to_string(), seeds.to_string()];
            let cells = match recommended(&function, budget, recipe, seeds) {
                Ok(values) => {
                    let interval = mean_interval(&values.iter().copied().collect::<Moments>());
                    let worse = values.iter().filter(|&&value| value < start).count() as f64 / seeds as f64;
                    let regret = [-interval.mean, -interval.hi, -interval.lo];
                    let gain = [interval.mean - start, interval.lo - start, interval.hi - start];
                    let numbers = regret.into_iter().chain(gain).chain([worse]);
                    numbers.map(|x| format!("{:.3}", x + 0.0)).chain([String::new()]).collect()
                }
                Err(error) => [vec![String::new(); 7], vec![error.to_string()]].concat(),
            };
            let cells: Vec<String> = cells;
            out.write_record(head.into_iter().chain(cells))?;
            out.flush()?;
        }
    }
    Ok(())
}
