//! Decisions and chance events are drawn with the right probabilities: χ² tests of positions of every phase.
//!
//! The seeds are fixed and α is 10⁻⁶ (`common/chi_squared.rs`), so nothing here fails by chance; the negative controls
//! show that samplers which are wrong by little are found at the same sample sizes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::HashMap;
use std::hash::Hash;

use common::chi_squared::{ALPHA, assert_fits, choose, p_value, upper_tail};
use common::walk::positions_in;
use rand::RngExt;
use safari_core::{Action, Move, Outcome, Phase, Position, Rng, Seed};

/// Draws for each outcome that a distribution has.
const DRAWS: usize = 400;

/// Counts how often each of the outcomes is drawn, `n` times in all.
fn tally<T: Copy + Eq + Hash + std::fmt::Debug>(
    outcomes: &[T],
    n: usize,
    mut draw: impl FnMut() -> T,
) -> Vec<u64> {
    let numbers: HashMap<T, usize> = outcomes.iter().copied().zip(0..).collect();
    assert_eq!(numbers.len(), outcomes.len());
    let mut counts = vec![0; outcomes.len()];
    for _ in 0..n {
        let drawn = draw();
        let number = numbers.get(&drawn).unwrap_or_else(|| panic!("{drawn:?} is no outcome"));
        counts[*number] += 1;
    }
    counts
}

fn rng(position: &Position) -> Rng {
    Seed(position.hash()).branch("sampling", &[]).rng()
}

/// Positions of a phase in which there is something to choose.
fn decisions_in(phase: Phase) -> Vec<Position> {
    let positions = positions_in(phase, 20, 2, |position| position.count() > 1);
    assert!(positions.len() >= 12, "{} positions in {}", positions.len(), phase.name());
    positions
}

#[test]
fn sample_is_uniform_over_the_legal_actions_of_every_phase() {
    for phase in [Phase::Place, Phase::Action, Phase::Bonus, Phase::Ranger] {
        for position in decisions_in(phase) {
            let actions: Vec<Action> = position.actions().collect();
            let mut rng = rng(&position);
            let counts = tally(&actions, actions.len() * DRAWS, || position.sample(&mut rng));
            assert_fits(phase.name(), &counts, &vec![1.0; actions.len()]);
        }
    }
}

/// The kind of an action by what it does: told here by the action itself, not by the counts of the engine.
fn kind(action: Action) -> usize {
    match action.unpack() {
        Move::Meeple { .. } => 0,
        Move::Baobab { .. } => 1,
        Move::Ranger { .. } => 2,
        Move::Dig { .. } => 3,
        Move::Extend { .. } => 4,
        Move::Decline => 5,
        other => panic!("{other:?} is no action of RULES 4"),
    }
}

/// The probability of each action: the same for each kind that has a legal choice, then the same within the kind.
fn two_stage(actions: &[Action]) -> Vec<f64> {
    let mut sizes = [0u32; 6];
    actions.iter().for_each(|&action| sizes[kind(action)] += 1);
    let kinds = sizes.iter().filter(|&&n| n > 0).count();
    actions.iter().map(|&action| 1.0 / (kinds as f64 * f64::from(sizes[kind(action)]))).collect()
}

#[test]
fn sample_by_kind_is_uniform_over_kinds_of_action_and_then_within_the_kind() {
    let mut kinds_seen = [false; 6];
    for position in decisions_in(Phase::Action) {
        let actions: Vec<Action> = position.actions().collect();
        actions.iter().for_each(|&action| kinds_seen[kind(action)] = true);
        let mut rng = rng(&position);
        let n = actions.len() * DRAWS * 4;
        let counts = tally(&actions, n, || position.sample_by_kind(&mut rng));
        assert_fits("by kind", &counts, &two_stage(&actions));
        let mut by_kind = [0; 6];
        actions.iter().zip(&counts).for_each(|(&action, count)| by_kind[kind(action)] += count);
        let weights = by_kind.map(|count| if count > 0 { 1.0 } else { 0.0 });
        assert_fits("kinds", &by_kind, &weights);
    }
    assert_eq!(kinds_seen, [true; 6]);
}

#[test]
fn sample_by_kind_is_uniform_where_there_are_no_kinds() {
    for phase in [Phase::Place, Phase::Bonus, Phase::Ranger] {
        for position in decisions_in(phase) {
            let actions: Vec<Action> = position.actions().collect();
            let mut rng = rng(&position);
            let counts = tally(&actions, actions.len() * DRAWS, || position.sample_by_kind(&mut rng));
            assert_fits(phase.name(), &counts, &vec![1.0; actions.len()]);
        }
    }
}

#[test]
fn a_forced_decision_takes_nothing_from_the_generator() {
    let positions = positions_in(Phase::Place, 40, 4, |position| position.count() == 1);
    assert!(!positions.is_empty());
    for position in positions {
        let (mut used, mut fresh) = (rng(&position), rng(&position));
        assert_eq!(position.sample(&mut used), position.nth(0));
        assert_eq!(used.random::<u64>(), fresh.random::<u64>());
    }
}

/// The outcomes of a chance event and their weights, checked against what the position says is left.
fn outcomes(position: &Position) -> (Vec<Outcome>, Vec<f64>) {
    let (outcomes, weights): (Vec<Outcome>, Vec<u32>) = position.outcomes().unzip();
    assert_eq!(weights.iter().sum::<u32>(), position.chance_total());
    for (&outcome, &weight) in outcomes.iter().zip(&weights) {
        let left = match outcome {
            Outcome::Tile(kind) => position.left_of(kind),
            Outcome::Animal(animal) if position.bag().total() == 0 => {
                u32::from(position.discard().0[animal.index()])
            }
            Outcome::Animal(animal) => u32::from(position.bag().0[animal.index()]),
        };
        assert_eq!(weight, left);
        assert!(weight > 0);
    }
    (outcomes, weights.into_iter().map(f64::from).collect())
}

fn assert_chance_fits(position: &Position) {
    let (outcomes, weights) = outcomes(position);
    if outcomes.len() < 2 {
        return;
    }
    let mut rng = rng(position);
    let n = position.chance_total() as usize * DRAWS;
    let counts = tally(&outcomes, n, || position.sample_outcome(&mut rng));
    assert_fits(position.phase().name(), &counts, &weights);
    // The n-th outcome stands for one tile each, so the numbers below the total give exactly the weights.
    let mut exact = vec![0.0; outcomes.len()];
    for n in 0..position.chance_total() {
        let outcome = position.nth_outcome(n);
        exact[outcomes.iter().position(|&o| o == outcome).unwrap()] += 1.0;
    }
    assert_eq!(exact, weights);
}

#[test]
fn a_land_tile_is_drawn_by_how_many_of_its_kind_are_left() {
    let positions = positions_in(Phase::DrawTile, 20, 3, |_| true);
    assert!(positions.len() >= 50);
    positions.iter().for_each(assert_chance_fits);
}

#[test]
fn an_animal_tile_is_drawn_by_how_many_of_its_kind_are_in_the_bag() {
    let positions = positions_in(Phase::DrawAnimal, 20, 3, |position| !position.reshuffles());
    assert!(positions.len() >= 50);
    positions.iter().for_each(assert_chance_fits);
}

#[test]
fn an_animal_tile_is_drawn_from_the_discard_where_the_bag_is_empty() {
    let positions = positions_in(Phase::DrawAnimal, 400, 2, |position| {
        position.reshuffles() && position.outcomes().count() > 1
    });
    assert!(positions.len() >= 8, "{} positions", positions.len());
    positions.iter().for_each(assert_chance_fits);
}

/// The seats of an action phase with many choices, for the controls.
fn a_busy_position() -> Position {
    decisions_in(Phase::Action).into_iter().max_by_key(Position::count).unwrap()
}

fn p_of(position: &Position, weights: &[f64], mut draw: impl FnMut(&mut Rng) -> Action) -> f64 {
    let actions: Vec<Action> = position.actions().collect();
    let mut rng = rng(position);
    p_value(&tally(&actions, actions.len() * DRAWS, || draw(&mut rng)), weights)
}

#[test]
fn control_a_sampler_that_never_draws_the_last_action_is_rejected() {
    let position = a_busy_position();
    let n = position.count();
    let uniform = vec![1.0; n as usize];
    let fair = p_of(&position, &uniform, |rng| position.nth(rng.random_range(0..n)));
    assert!(fair >= ALPHA, "{fair:e}");
    let p = p_of(&position, &uniform, |rng| position.nth(rng.random_range(0..n - 1)));
    assert!(p < ALPHA, "{p:e}");
}

#[test]
fn control_a_sampler_that_prefers_half_of_the_actions_by_a_tenth_is_rejected() {
    let position = a_busy_position();
    let n = position.count();
    let p = p_of(&position, &vec![1.0; n as usize], |rng| {
        let low = rng.random_range(0..21u32) < 11;
        let half = n / 2;
        position.nth(if low { rng.random_range(0..half) } else { rng.random_range(half..n) })
    });
    assert!(p < ALPHA, "{p:e}");
}

#[test]
fn control_uniform_over_actions_is_not_uniform_over_kinds_nor_the_reverse() {
    let position = a_busy_position();
    let actions: Vec<Action> = position.actions().collect();
    let p = p_of(&position, &two_stage(&actions), |rng| position.sample(rng));
    assert!(p < ALPHA, "{p:e}");
    let p = p_of(&position, &vec![1.0; actions.len()], |rng| position.sample_by_kind(rng));
    assert!(p < ALPHA, "{p:e}");
}

#[test]
fn control_a_draw_that_counts_one_tile_too_many_is_rejected() {
    let position = positions_in(Phase::DrawAnimal, 8, 1, |position| position.outcomes().count() == 5)[0];
    let (outcomes, weights) = outcomes(&position);
    let mut wrong = weights.clone();
    wrong[0] += 1.0;
    let total = position.chance_total();
    let mut rng = rng(&position);
    let counts = tally(&outcomes, total as usize * DRAWS * 10, || {
        let n = rng.random_range(0..total + 1);
        if n == total { outcomes[0] } else { position.nth_outcome(n) }
    });
    assert!(p_value(&counts, &weights) < ALPHA);
    assert_fits("what it was drawn from", &counts, &wrong);
}

/// Upper points of the χ² distribution as tables print them (Abramowitz and Stegun, table 26.8).
#[test]
fn the_tail_of_chi_squared_is_that_of_the_tables() {
    for (statistic, df, tail) in [
        (3.841_46, 1, 0.05),
        (6.634_90, 1, 0.01),
        (9.210_34, 2, 0.01),
        (11.070_5, 5, 0.05),
        (18.307_0, 10, 0.05),
        (29.588_3, 10, 0.001),
        (43.773_0, 30, 0.05),
        (59.702_5, 30, 0.001),
        (124.342, 100, 0.05),
        (149.449, 100, 0.001),
    ] {
        let found = upper_tail(statistic, df);
        assert!((found / tail - 1.0).abs() < 1e-3, "{statistic} {df}: {found}, not {tail}");
    }
    // For two degrees of freedom the tail is exp(-x/2), far out too.
    let found = upper_tail(2.0 * 1e6f64.ln(), 2);
    assert!((found / 1e-6 - 1.0).abs() < 1e-9, "{found:e}");
    assert_eq!(choose(50, 2), 1225.0);
}
