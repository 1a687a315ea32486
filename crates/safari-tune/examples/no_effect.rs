//! What optimisers claim where there is nothing to find: five parameters without effect, under noise like that of
//! games.
//!
//! ```text
//! cargo run --release -p safari-tune --example no_effect -- [--seeds N] [--budgets 200,1000,5000]
//! ```
//!
//! CSV on standard output, a row for each budget and optimiser. The winner is the first of the finalists.
//!
//! - `other`: share of the runs whose winner is not the base point;
//! - `playoff`, `accepted`: share of the runs in which the winner is better than the base by the lower end of a 95 %
//!   interval of paired differences (true rate of a sound test: 0.025): over the deals of the playoff, on which it was
//!   chosen from a few, and over 400 deals on which nobody was chosen;
//! - `naive`: the same where all that was scored counts, by the mean difference on all deals that the candidate with
//!   the highest search mean shares with the base; empty where they share none;
//! - `naive_gain`, `playoff_gain`, `fresh_gain`: mean of those differences, in points; the truth is 0.

use std::collections::BTreeMap;

use rayon::prelude::*;
use safari_core::Seed;
use safari_stats::{Moments, differences, mean_interval};
use safari_tune::testing::{Function, Noise, Told, run};
use safari_tune::{Candidate, Optimisers, Recipe, Setup};

/// Deals of the acceptance test that is played here.
const FRESH: u64 = 400;

/// What one run claims: differences of its winners to the base point.
struct Claims {
    other: bool,
    naive: Option<Moments>,
    playoff: Moments,
    fresh: Moments,
}

fn row(told: &Told, id: u32) -> Option<&[f64]> {
    let place = told.0.candidates.iter().position(|candidate| candidate.id == id)?;
    Some(&told.1[place])
}

/// The differences to the base on all deals that both have played, of whoever leads in these batches by them.
fn naive(told: &[Told]) -> Option<Moments> {
    let mut shared: BTreeMap<u32, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for batch in told {
        let Some(base) = row(batch, 0) else { continue };
        for Candidate { id, .. } in batch.0.candidates.iter().filter(|candidate| candidate.id != 0) {
            let (own, bases) = shared.entry(*id).or_default();
            own.extend(row(batch, *id)?);
            bases.extend(base);
        }
    }
    let gains = shared.values().map(|(own, base)| differences(own, base));
    gains.max_by(|a, b| a.mean().total_cmp(&b.mean()))
}

fn claims(function: &Function, budget: u64, recipe: &Recipe, index: u64) -> Option<Claims> {
    let seed = Seed(1).branch("no effect", &[budget, index]);
    let (space, base) = (function.space.clone(), function.base.clone());
    let mut optimiser = recipe.build(&Setup { space, base: base.clone(), budget, seed }).ok()?;
    let told = run(&mut *optimiser, function, &Noise::of_games(seed));
    let winner = optimiser.finalists(1)[0].candidate.clone();
    let (playoff, search) = told.split_last()?;
    let fresh = Noise::of_games(seed.branch("acceptance", &[]));
    let fresh_row = |point| fresh.of(point, 0..FRESH).collect::<Vec<f64>>();
    Some(Claims {
        other: winner.id != 0,
        naive: naive(search),
        playoff: differences(row(playoff, winner.id)?, row(playoff, 0)?),
        fresh: differences(&fresh_row(&winner.point), &fresh_row(&base)),
    })
}

fn better(gain: &Moments) -> bool {
    mean_interval(gain).lo > 0.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut seeds, mut budgets) = (1000u64, vec![200u64, 1000, 5000]);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or(format!("{arg} needs a value"))?;
        match arg.as_str() {
            "--seeds" => seeds = value.parse()?,
            "--budgets" => budgets = value.split(',').map(str::parse).collect::<Result<_, _>>()?,
            _ => return Err(format!("there is no option {arg}; there are --seeds and --budgets").into()),
        }
    }
    let optimisers = Optimisers::standard();
    let flat = Function::flat();
    let mut out = csv::Writer::from_writer(std::io::stdout().lock());
    out.write_record([
        "budget",
        "optimiser",
        "seeds",
        "other",
        "naive",
        "naive_gain",
        "playoff",
        "playoff_gain",
        "accepted",
        "fresh_gain",
    ])?;
    for &budget in &budgets {
        for kind in optimisers.kinds() {
            let recipe = optimisers.parse(kind.name)?;
            let runs: Vec<Option<Claims>> =
                (0..seeds).into_par_iter().map(|index| claims(&flat, budget, &recipe, index)).collect();
            let runs: Vec<Claims> = runs.into_iter().flatten().collect();
            if runs.is_empty() {
                continue;
            }
            let share = |claim: &dyn Fn(&Claims) -> bool| {
                runs.iter().filter(|run| claim(run)).count() as f64 / runs.len() as f64
            };
            let mean = |gain: &dyn Fn(&Claims) -> f64| runs.iter().map(gain).collect::<Moments>().mean();
            let has_naive = runs.iter().all(|run| run.naive.is_some());
            let naive = |run: &Claims| run.naive.unwrap_or_default();
            let cell = |x: f64| format!("{:.3}", x + 0.0);
            let naive_cell = |x: f64| if has_naive { cell(x) } else { String::new() };
            out.write_record([
                budget.to_string(),
                recipe.to_string(),
                runs.len().to_string(),
                cell(share(&|run| run.other)),
                naive_cell(share(&|run| better(&naive(run)))),
                naive_cell(mean(&|run| naive(run).mean())),
                cell(share(&|run| better(&run.playoff))),
                cell(mean(&|run| run.playoff.mean())),
                cell(share(&|run| run.other && better(&run.fresh))),
                cell(mean(&|run| run.fresh.mean())),
            ])?;
            out.flush()?;
        }
    }
    Ok(())
}
