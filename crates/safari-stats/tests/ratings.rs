//! What ratings must be whatever the numbers: scales, anchors, errors where games do not tell, floors, speed.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and says how long it took")]

use std::time::{Duration, Instant};

use rand::RngExt;
use safari_core::Seed;
use safari_stats::{
    Anchor, GameOutcome, OutcomeKind, Outcomes, Prior, RatingError, RatingOptions, Ratings, fit_ratings,
};

const PLAIN: RatingOptions = RatingOptions {
    kind: OutcomeKind::Winners,
    prior: Prior::NONE,
    seats: false,
    anchor: Anchor::Mean,
    anchor_rating: 0.0,
};

/// Games of two, each in a deal of its own, as (winner, loser, how many).
fn pairs(agents: usize, results: &[(usize, usize, u64)]) -> Outcomes {
    let mut outcomes = Outcomes::new(agents);
    let mut deal = 0;
    for &(winner, loser, games) in results {
        for _ in 0..games {
            let seats = if deal % 2 == 0 { [winner, loser] } else { [loser, winner] };
            let ranks = if deal % 2 == 0 { [1, 2] } else { [2, 1] };
            outcomes.add(deal, &seats, &ranks).unwrap();
            deal += 1;
        }
    }
    outcomes
}

/// Random games of `players` of `agents` agents; the higher its number, the better an agent is.
fn random_games(seed: u64, agents: usize, players: usize, games: u64) -> Outcomes {
    let mut rng = Seed(seed).branch("games", &[]).rng();
    let mut outcomes = Outcomes::new(agents);
    for game in 0..games {
        let seats: Vec<usize> = (0..players).map(|_| rng.random_range(0..agents)).collect();
        let values: Vec<u32> =
            seats.iter().map(|&agent| rng.random_range(0..60) + 30 * agent as u32 / agents as u32).collect();
        let ranks: Vec<u32> = values
            .iter()
            .map(|value| 1 + values.iter().filter(|other| *other > value).count() as u32)
            .collect();
        outcomes.add(game / 4, &seats, &ranks).unwrap();
    }
    outcomes
}

#[test]
fn ten_wins_to_one_are_four_hundred_elo() {
    let ratings = fit_ratings(&pairs(2, &[(0, 1, 100), (1, 0, 10)]), &PLAIN).unwrap();
    assert!((ratings.difference(0, 1).mean - 400.0).abs() < 1e-9);
    assert!((ratings.rating(0).mean - 200.0).abs() < 1e-9 && (ratings.rating(1).mean + 200.0).abs() < 1e-9);
    assert!((ratings.share_against(0, 1, 2) - 10.0 / 11.0).abs() < 1e-12);
}

#[test]
fn independent_games_of_two_have_the_binomial_error() {
    let ratings = fit_ratings(&pairs(2, &[(0, 1, 60), (1, 0, 40)]), &PLAIN).unwrap();
    // The variance of a log odds is n / (n - 1) of 1/60 + 1/40.
    let exact = safari_stats::ELO_PER_STRENGTH * (100.0 / 99.0 * (1.0 / 60.0 + 1.0 / 40.0f64)).sqrt();
    assert!((ratings.difference_error(0, 1) - exact).abs() < 1e-9);
    let interval = ratings.difference(0, 1);
    assert!(((interval.hi - interval.mean) / exact - 1.984217).abs() < 1e-6, "Student, 99 degrees");
    assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-15);
    // Student's distribution function with 99 degrees at 1.976354.
    assert!((ratings.superiority(0, 1) - 0.974_550).abs() < 1e-5, "{}", ratings.superiority(0, 1));
}

#[test]
fn games_that_share_all_their_luck_count_once() {
    let mut once = Outcomes::new(2);
    let mut tenfold = Outcomes::new(2);
    for deal in 0..100 {
        let ranks = if deal % 5 < 3 { [1, 2] } else { [2, 1] };
        once.add(deal, &[0, 1], &ranks).unwrap();
        (0..10).for_each(|_| tenfold.add(deal, &[0, 1], &ranks).unwrap());
    }
    let [once, tenfold] = [once, tenfold].map(|outcomes| fit_ratings(&outcomes, &PLAIN).unwrap());
    assert!((once.difference_error(0, 1) / tenfold.difference_error(0, 1) - 1.0).abs() < 1e-9);
}

#[test]
fn deals_that_all_balance_leave_half_of_the_error_of_independent_games() {
    let mut outcomes = Outcomes::new(2);
    for deal in 0..100 {
        outcomes.add(deal, &[0, 1], &[1, 2]).unwrap();
        outcomes.add(deal, &[1, 0], &[1, 2]).unwrap();
    }
    let ratings = fit_ratings(&outcomes, &PLAIN).unwrap();
    let independent = safari_stats::ELO_PER_STRENGTH * (2.0 / 100.0f64).sqrt();
    assert!((ratings.difference_error(0, 1) - 0.5 * independent).abs() < 1e-9);
}

#[test]
fn an_anchor_moves_all_ratings_and_no_difference() {
    let outcomes = random_games(1, 5, 3, 2_000);
    let by = |anchor, anchor_rating| {
        fit_ratings(&outcomes, &RatingOptions { anchor, anchor_rating, ..RatingOptions::default() }).unwrap()
    };
    let (mean, anchored) = (by(Anchor::Mean, 0.0), by(Anchor::Agent(2), 1_500.0));
    let sum: f64 = (0..5).map(|agent| mean.rating(agent).mean).sum();
    assert!(sum.abs() < 1e-9);
    assert_eq!((anchored.rating(2).mean, anchored.standard_error(2)), (1_500.0, 0.0));
    assert_eq!((anchored.rating(2).lo, anchored.rating(2).hi), (1_500.0, 1_500.0));
    for a in 0..5 {
        assert!((anchored.rating(a).mean - 1_500.0 - mean.difference(a, 2).mean).abs() < 1e-9);
        assert!((anchored.standard_error(a) - mean.difference_error(a, 2)).abs() < 1e-6);
        for b in 0..5 {
            assert_eq!(mean.difference(a, b), anchored.difference(a, b));
            for ratings in [&mean, &anchored] {
                let variance =
                    ratings.covariance(a, a) + ratings.covariance(b, b) - 2.0 * ratings.covariance(a, b);
                assert!((variance.max(0.0).sqrt() - ratings.difference_error(a, b)).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn expected_shares_of_the_games_played_are_the_shares_that_were_won() {
    // What maximum likelihood sets equal for every agent, and for every seat.
    let outcomes = random_games(2, 4, 4, 3_000);
    let ratings = fit_ratings(&outcomes, &RatingOptions { seats: true, ..PLAIN }).unwrap();
    let (mut won, mut expected) = ([0.0; 4], [0.0; 4]);
    for (outcome, &games) in outcomes.groups().flatten() {
        let seats: Vec<usize> = (0..4).map(|seat| outcome.agent(seat)).collect();
        for (seat, share) in ratings.expected_shares(&seats).into_iter().enumerate() {
            expected[seats[seat]] += games as f64 * share;
        }
        for seat in outcome.winners() {
            won[seats[seat]] += games as f64 / outcome.winners().count() as f64;
        }
    }
    for agent in 0..4 {
        assert!((won[agent] - expected[agent]).abs() < 1e-8, "{won:?} {expected:?}");
    }
}

#[test]
fn an_agent_at_the_anchor_wins_its_part() {
    let outcomes = random_games(3, 4, 3, 3_000);
    let options = RatingOptions { anchor: Anchor::Agent(1), ..RatingOptions::default() };
    let ratings = fit_ratings(&outcomes, &options).unwrap();
    assert!((ratings.share_against_anchor(1, 3) - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(ratings.share_against_anchor(3, 3), ratings.share_against(3, 1, 3));
    let mean = fit_ratings(&outcomes, &RatingOptions::default()).unwrap();
    let shares: Vec<f64> = (0..4).map(|agent| mean.share_against_anchor(agent, 3)).collect();
    for agent in 0..4 {
        let above = mean.rating(agent).mean > 0.0;
        assert_eq!(shares[agent] > 1.0 / 3.0, above, "{shares:?}");
    }
}

#[test]
fn without_a_prior_errors_name_agents_that_no_game_compares() {
    let fit = |agents, results: &[_]| fit_ratings(&pairs(agents, results), &PLAIN).unwrap_err();
    assert_eq!(
        fit(4, &[(0, 1, 3), (1, 0, 2), (2, 3, 1), (3, 2, 1)]),
        RatingError::Disconnected(vec![vec![0, 1], vec![2, 3]])
    );
    assert_eq!(fit(3, &[(0, 1, 3), (1, 0, 2), (2, 1, 4)]), RatingError::Separated(vec![vec![2], vec![0, 1]]));
    assert_eq!(fit_ratings(&Outcomes::new(2), &PLAIN).unwrap_err(), RatingError::Empty);
}

#[test]
fn without_a_prior_seats_that_stand_for_agents_or_win_everything_are_refused() {
    let seated = RatingOptions { seats: true, ..PLAIN };
    let mut fixed = Outcomes::new(2);
    let mut first_wins = Outcomes::new(2);
    let mut tied = Outcomes::new(2);
    for deal in 0..20 {
        fixed.add(deal, &[0, 1], if deal % 3 == 0 { &[1, 2] } else { &[2, 1] }).unwrap();
        let seats = [(deal % 2) as usize, (1 - deal % 2) as usize];
        first_wins.add(deal, &seats, &[1, 2]).unwrap();
        tied.add(deal, &seats, &[1, 1]).unwrap();
    }
    for outcomes in [&fixed, &first_wins, &tied] {
        assert_eq!(fit_ratings(outcomes, &seated).unwrap_err(), RatingError::Confounded);
        // With a prior each of them has finite ratings, here of equals but for the first.
        let ratings = fit_ratings(outcomes, &RatingOptions::default()).unwrap();
        assert!(ratings.rating(0).mean.abs() < 300.0 && ratings.difference_error(0, 1).is_finite());
    }
}

#[test]
fn options_out_of_range_are_refused() {
    let outcomes = pairs(2, &[(0, 1, 3), (1, 0, 2)]);
    let fit = |options: &RatingOptions| fit_ratings(&outcomes, options).unwrap_err();
    let anchor = RatingOptions { anchor: Anchor::Agent(2), ..PLAIN };
    assert_eq!(fit(&anchor), RatingError::Anchor { anchor: 2, agents: 2 });
    let prior = Prior { seat: -1.0, ..Prior::NONE };
    assert_eq!(fit(&RatingOptions { prior, ..PLAIN }), RatingError::Option("the prior of seats"));
    let unanchored = RatingOptions { anchor_rating: f64::NAN, ..PLAIN };
    assert_eq!(fit(&unanchored), RatingError::Option("the anchor's rating"));
}

#[test]
fn with_a_prior_who_won_everything_is_far_ahead_with_a_wide_interval() {
    let results = [(0, 1, 50), (0, 2, 50), (1, 2, 30), (2, 1, 20)];
    let options = RatingOptions { anchor: Anchor::Agent(1), ..RatingOptions::default() };
    let ratings = fit_ratings(&pairs(4, &results), &options).unwrap();
    assert_eq!(ratings.separated(), [0, 3]);
    let best = ratings.rating(0);
    assert!(best.lo > 0.0 && best.mean > 400.0 && best.hi - best.lo > 500.0, "{best:?}");
    // The model's error if the others are known, and up to 12 % more, since the floor of a quarter is added to it.
    let p = [1, 2].map(|other| ratings.expected_shares(&[0, other])[0]);
    let information = p.map(|p| 50.0 * p * (1.0 - p)).into_iter().sum::<f64>() + Prior::default().strength;
    let error = safari_stats::ELO_PER_STRENGTH / information.sqrt();
    let found = ratings.standard_error(0);
    assert!(error < found && found < 1.2 * error, "{found} {error}");
    // The wins of others tell as much of 1 and 2 as they would alone.
    assert!((ratings.difference_error(1, 2) / 50.2 - 1.0).abs() < 0.03, "{}", ratings.difference_error(1, 2));
    // Agent 3 never played: the mean, with the error of the prior, 1,003 Elo.
    let unknown = ratings.difference(3, 1);
    assert!(unknown.lo < -1_500.0 && unknown.hi > 1_500.0, "{unknown:?}");
}

#[test]
fn a_billion_games_have_ratings_although_rounding_hides_the_last_steps() {
    for games in [1, 1_000, 1_000_000, 1_000_000_000] {
        let mut outcomes = Outcomes::new(3);
        for (deal, ranks) in [[1, 2, 3], [1, 3, 2], [1, 2, 2]].iter().enumerate() {
            outcomes.add_outcome(deal as u64, GameOutcome::new(&[0, 1, 2], ranks).unwrap(), games).unwrap();
        }
        for kind in [OutcomeKind::Winners, OutcomeKind::Ranking] {
            let ratings =
                fit_ratings(&outcomes, &RatingOptions { kind, ..RatingOptions::default() }).unwrap();
            let ahead = ratings.difference(0, 1).mean;
            assert!(ahead > 50.0 && ahead < 12_000.0, "{games}: {ahead}");
            assert!(ratings.difference(1, 2).mean.abs() < 100.0);
        }
    }
}

#[test]
fn one_group_of_deals_tells_no_error() {
    let mut outcomes = Outcomes::new(2);
    for ranks in [[1, 2], [1, 2], [2, 1]] {
        outcomes.add(7, &[0, 1], &ranks).unwrap();
    }
    let ratings = fit_ratings(&outcomes, &PLAIN).unwrap();
    assert_eq!(ratings.difference(0, 1).lo, f64::NEG_INFINITY);
    assert_eq!(ratings.superiority(0, 1), 0.5);
}

fn bits(ratings: &Ratings) -> Vec<u64> {
    let agents = 0..ratings.agents();
    let values = agents.clone().flat_map(|a| [ratings.rating(a).mean, ratings.standard_error(a)]);
    values.chain(agents.map(|a| ratings.superiority(a, 0))).map(f64::to_bits).collect()
}

#[test]
fn the_order_of_games_changes_no_bit() {
    let mut rng = Seed(4).branch("order", &[]).rng();
    let mut games: Vec<(u64, [usize; 3], [u32; 3])> = (0..600)
        .map(|game| {
            let seats = std::array::from_fn(|_| rng.random_range(0..6));
            (game / 3, seats, std::array::from_fn(|seat| if seat == 0 { 1 } else { rng.random_range(1..4) }))
        })
        .collect();
    let fit = |games: &[(u64, [usize; 3], [u32; 3])]| {
        let mut outcomes = Outcomes::new(6);
        games.iter().for_each(|(deal, seats, ranks)| outcomes.add(*deal, seats, ranks).unwrap());
        fit_ratings(&outcomes, &RatingOptions { kind: OutcomeKind::Ranking, ..RatingOptions::default() })
            .unwrap()
    };
    let forward = bits(&fit(&games));
    games.reverse();
    assert_eq!(forward, bits(&fit(&games)));
}

#[test]
fn the_numbers_are_the_same_bits_on_every_machine() {
    let ratings = fit_ratings(&random_games(5, 4, 5, 800), &RatingOptions::default()).unwrap();
    let mut mixer = safari_core::Mixer::new("ratings");
    bits(&ratings).into_iter().for_each(|word| mixer.word(word));
    assert_eq!(mixer.finish(), 1835053573833665783, "{ratings:?}");
}

#[test]
fn thirty_agents_with_ten_thousand_distinct_outcomes_take_well_below_a_second() {
    let outcomes = random_games(6, 30, 5, 10_000);
    let distinct: usize = outcomes.groups().map(|group| group.len()).sum();
    assert!(distinct > 9_900, "{distinct}");
    let mut fastest = Duration::MAX;
    for kind in [OutcomeKind::Winners, OutcomeKind::Ranking] {
        let begin = Instant::now();
        let ratings = fit_ratings(&outcomes, &RatingOptions { kind, ..RatingOptions::default() }).unwrap();
        fastest = fastest.min(begin.elapsed());
        println!("{kind:?}: {:?}, {} steps", begin.elapsed(), ratings.iterations());
        assert!(ratings.difference(29, 0).lo > 0.0);
    }
    // Ten times what it takes on an idle core, for machines that have none.
    assert!(fastest < Duration::from_secs(2), "{fastest:?}");
}
