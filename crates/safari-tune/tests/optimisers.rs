//! What every registered optimiser keeps to.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use safari_agents::params::Value;
use safari_core::Seed;
use safari_tune::testing::{Function, Noise, run, scores};
use safari_tune::{BuildError, Dimension, Kind, Optimiser, Optimisers, Scale, Setup, Space, TellError};

/// Numbers of all kinds, and words and flags with conditions.
fn mixed() -> Setup {
    let space = Space::new(vec![
        Dimension::new("rollout", Kind::Category(vec!["uniform", "greedy"])),
        Dimension::new("turns", Kind::Int(0..=3)).when("rollout", [Value::Word("greedy")]),
        Dimension::new("c", Kind::Real(0.01..=1.0, Scale::Log)),
        Dimension::new("reuse", Kind::Flag),
    ]);
    let space = Arc::new(space.expect("the space is valid"));
    let base = space.parse("rollout=greedy:turns=2:c=0.3:reuse=false").expect("it lies in the space");
    Setup { space, base, budget: 400, seed: Seed(1) }
}

fn numbers() -> Setup {
    let space = Space::new(vec![
        Dimension::new("n", Kind::Int(0..=20)),
        Dimension::new("x", Kind::Real(-1.0..=1.0, Scale::Linear)),
    ]);
    let space = Arc::new(space.expect("the space is valid"));
    let base = space.parse("n=3:x=0.5").expect("it lies in the space");
    Setup { space, base, budget: 400, seed: Seed(1) }
}

/// Every optimiser on a space that it can search.
fn all(budget: u64, seed: u64) -> Vec<Box<dyn Optimiser>> {
    let build = |kind: &safari_tune::OptimiserKind| {
        let setup = if kind.name == "spsa" { numbers() } else { mixed() };
        let setup = Setup { budget, seed: Seed(seed), ..setup };
        Optimisers::standard().parse(kind.name).expect("it has a name").build(&setup).ok()
    };
    Optimisers::standard().kinds().filter_map(build).collect()
}

/// Scores that differ by point and deal, without a meaning.
fn noise(batch: &safari_tune::Batch) -> Vec<Vec<f64>> {
    let noise = Noise::of_games(Seed(77));
    batch
        .candidates
        .iter()
        .map(|candidate| noise.of(&candidate.point, batch.deals.clone()).collect())
        .collect()
}

fn error(spec: &str, setup: &Setup) -> String {
    let recipe = Optimisers::standard().parse(spec).expect("the spec is valid");
    recipe.build(setup).map(|_| ()).expect_err("it cannot be built").to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_budget_is_never_exceeded_and_hardly_left_over(budget in 20u64..1500, seed: u64) {
        for mut optimiser in all(budget, seed) {
            let mut asked = 0;
            let mut next_deal = 0;
            let mut number = 0;
            let mut base = 0;
            let mut widest = 0;
            while let Some(batch) = optimiser.ask() {
                prop_assert_eq!(batch.deals.start, next_deal, "no deal is used twice or left out");
                prop_assert_eq!(batch.number, number);
                let ids: BTreeSet<u32> = batch.candidates.iter().map(|candidate| candidate.id).collect();
                let texts: BTreeSet<String> = batch.candidates.iter().map(|c| c.point.to_string()).collect();
                prop_assert_eq!((ids.len(), texts.len()), (batch.candidates.len(), batch.candidates.len()));
                base += u32::from(ids.contains(&0));
                widest = widest.max(batch.candidates.len() as u64);
                asked += batch.evaluations();
                prop_assert!(asked <= budget);
                next_deal = batch.deals.end;
                number += 1;
                optimiser.tell(&batch, &noise(&batch)).unwrap();
                prop_assert_eq!(optimiser.used(), asked);
            }
            // What the playoff cannot divide is left, one less than its candidates at most.
            prop_assert!(budget - asked < 4, "{} leaves {} of {budget}", optimiser.name(), budget - asked);
            prop_assert!(base > 0, "the base point takes part");
            let finalists = optimiser.finalists(10);
            prop_assert!(!finalists.is_empty() && finalists.len() as u64 <= widest.max(4));
            prop_assert!(finalists.iter().any(|standing| standing.candidate.id == 0));
            prop_assert!(finalists.windows(2).all(|pair| pair[0].interval.mean >= pair[1].interval.mean));
        }
    }

    #[test]
    fn told_the_same_scores_again_an_optimiser_goes_on_as_before(budget in 20u64..800, seed: u64, stop in 0usize..60) {
        for (mut first, mut second) in all(budget, seed).into_iter().zip(all(budget, seed)) {
            let mut journal = Vec::new();
            while journal.len() < stop && let Some(batch) = first.ask() {
                let again = first.ask();
                prop_assert_eq!(again.as_ref(), Some(&batch), "asking twice changes nothing");
                let scores = noise(&batch);
                first.tell(&batch, &scores).unwrap();
                journal.push((batch, scores));
            }
            for (batch, scores) in &journal {
                second.tell(batch, scores).unwrap();
            }
            prop_assert_eq!(first.ask(), second.ask());
            prop_assert_eq!(first.finalists(9), second.finalists(9));
            while let Some(batch) = first.ask() {
                first.tell(&batch, &noise(&batch)).unwrap();
                second.tell(&batch, &noise(&batch)).unwrap();
            }
            prop_assert_eq!(second.ask(), None);
            prop_assert_eq!(first.finalists(9), second.finalists(9));
        }
    }
}

#[test]
fn another_seed_draws_other_candidates() {
    for (mut a, mut b) in all(400, 1).into_iter().zip(all(400, 2)).filter(|(a, _)| a.name() != "grid") {
        assert_ne!(a.ask(), b.ask(), "{}", a.name());
    }
}

#[test]
fn scores_of_another_batch_or_shape_change_nothing() {
    for mut optimiser in all(400, 3) {
        let batch = optimiser.ask().unwrap();
        let good = noise(&batch);
        let mut other = batch.clone();
        other.number = 9;
        assert_eq!(optimiser.tell(&other, &good), Err(TellError::Other { told: 9, asked: Some(0) }));
        assert!(matches!(optimiser.tell(&batch, &good[1..]), Err(TellError::Shape { .. })));
        let mut short = good.clone();
        short[0].pop();
        assert!(matches!(optimiser.tell(&batch, &short), Err(TellError::Shape { .. })));
        let mut bad = good.clone();
        bad[1][0] = f64::NAN;
        let candidate = batch.candidates[1].id;
        let deal = batch.deals.start;
        let nan = TellError::NotFinite { candidate, deal, score: "NaN".to_owned() };
        assert_eq!(optimiser.tell(&batch, &bad), Err(nan));
        assert_eq!((optimiser.used(), optimiser.ask().as_ref()), (0, Some(&batch)));
        optimiser.tell(&batch, &good).unwrap();
        assert!(matches!(optimiser.tell(&batch, &good), Err(TellError::Other { told: 0, .. })));
    }
}

#[test]
fn without_noise_the_better_setting_wins() {
    for mut optimiser in all(600, 5) {
        while let Some(batch) = optimiser.ask() {
            let value = |point: &safari_tune::Point| match (point.get("n"), point.get("c")) {
                (Some(Value::Int(n)), _) => -((n - 15) as f64).abs(),
                (_, Some(Value::Real(c))) => -(c - 0.03).abs(),
                other => panic!("{other:?}"),
            };
            let deals = batch.deals.end - batch.deals.start;
            let row = |point| vec![value(point); deals as usize];
            let scores: Vec<Vec<f64>> = batch.candidates.iter().map(|c| row(&c.point)).collect();
            optimiser.tell(&batch, &scores).unwrap();
        }
        let best = &optimiser.finalists(1)[0].candidate.point;
        match (best.get("n"), best.get("c")) {
            (Some(Value::Int(n)), _) => assert!((13..=17).contains(n), "{} found {best}", optimiser.name()),
            (_, Some(Value::Real(c))) => assert!(*c < 0.1, "{} found {best}", optimiser.name()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn racing_and_spsa_beat_random_search_under_noise() {
    let sphere = Function::sphere(5);
    let regret = |spec: &str| {
        let recipe = Optimisers::standard().parse(spec).unwrap();
        let runs = (0..20).map(|seed| {
            let noise = Noise::of_games(Seed(seed));
            let setup = Setup {
                space: Arc::clone(&sphere.space),
                base: sphere.base.clone(),
                budget: 2000,
                seed: Seed(seed),
            };
            let mut optimiser = recipe.build(&setup).unwrap();
            run(&mut *optimiser, &sphere, &noise);
            -sphere.value(&optimiser.finalists(1)[0].candidate.point)
        });
        runs.sum::<f64>() / 20.0
    };
    let (random, racing, spsa) = (regret("random"), regret("racing"), regret("spsa"));
    assert!(racing < random && spsa < racing, "random {random}, racing {racing}, spsa {spsa}");
}

#[test]
fn the_scores_of_the_test_functions_are_the_same_for_a_split_batch() {
    let sphere = Function::sphere(5);
    let setup = Setup { space: sphere.space.clone(), base: sphere.base.clone(), budget: 100, seed: Seed(1) };
    let batch = Optimisers::standard().parse("random").unwrap().build(&setup).unwrap().ask().unwrap();
    let whole = scores(&batch, &sphere, &Noise::of_games(Seed(1)));
    let mut half = batch.clone();
    half.deals.start += 1;
    half.candidates.remove(0);
    let part = scores(&half, &sphere, &Noise::of_games(Seed(1)));
    assert_eq!(part[0], whole[1][1..]);
}

#[test]
fn errors_say_what_would_be_right() {
    let optimisers = Optimisers::standard();
    let parse = |spec: &str| optimisers.parse(spec).unwrap_err().to_string();
    assert_eq!(
        parse("raceing"),
        "optimiser `raceing`: there is no optimiser `raceing`; the optimisers are grid, racing, random, spsa; did you \
         mean `racing`?"
    );
    assert_eq!(
        parse("random:candidate=3"),
        "optimiser `random:candidate=3`: there is no parameter `candidate`; its parameters are candidates, playoff, \
         finalists; did you mean `candidates`?"
    );
    assert_eq!(
        parse("random:playoff=2"),
        "optimiser `random:playoff=2`: parameter `playoff`: `2` is not a number from 0 to 0.9"
    );
    assert_eq!(parse("random:playoff"), "optimiser `random:playoff`: `playoff` is not key=value");
    assert_eq!(
        parse("random:playoff=0:playoff=0"),
        "optimiser `random:playoff=0:playoff=0`: parameter `playoff` stands twice"
    );
    assert_eq!(
        error("spsa", &mixed()),
        "spsa needs numbers, and dimension `rollout` is a category or a flag"
    );
    assert_eq!(
        error("grid:levels=50", &mixed()),
        "a grid with 50 levels of each number has 500 points; on 4 deals each they do not fit 320 evaluations"
    );
    let sphere = Function::sphere(20);
    let setup = Setup { space: sphere.space, base: sphere.base, budget: 5000, seed: Seed(1) };
    assert_eq!(
        error("grid", &setup),
        "a grid with 2 levels of each number has 1048576 points; on 4 deals each they do not fit 4000 evaluations"
    );
    assert_eq!(
        error("racing", &Setup { budget: 19, ..mixed() }),
        "racing needs a budget of at least 20 evaluations, not 19"
    );
    let base = numbers().base;
    assert!(matches!(
        optimisers.parse("random").unwrap().build(&Setup { base, ..mixed() }),
        Err(BuildError::Base(_))
    ));
}

#[test]
fn a_recipe_prints_as_it_is_read() {
    let recipe = Optimisers::standard().parse("spsa:travel=2:c_end=0.1").unwrap();
    assert_eq!(recipe.to_string(), "spsa:c_end=0.1:travel=2");
    assert_eq!(Optimisers::standard().parse(&recipe.to_string()).unwrap().given(), recipe.given());
}

#[test]
fn a_grid_takes_as_many_levels_as_the_budget_allows() {
    let mut grid = Optimisers::standard().parse("grid").unwrap().build(&mixed()).unwrap();
    // (1 uniform + 4 greedy) x 2 flags x 7 levels and the base point, 4 deals each: 284 of 320.
    assert_eq!(grid.ask().unwrap().candidates.len(), 71);
}
