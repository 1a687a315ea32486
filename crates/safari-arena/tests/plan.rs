//! Which games a config means.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::collections::{BTreeMap, BTreeSet};

use safari_agents::Registry;
use safari_arena::{Pairing, Plan, TournamentConfig};

/// A config of agents called a, b, c, ….
fn config(players: usize, deals: u64, names: &str, more: &str) -> TournamentConfig {
    let mut text = format!("players = {players}\ndeals = {deals}\nseed = 5\n{more}\n");
    for name in names.chars() {
        text += &format!("[[agent]]\nagent = \"random\"\nname = \"{name}\"\n");
    }
    TournamentConfig::parse(&text, &Registry::standard()).unwrap()
}

fn games(config: &TournamentConfig) -> Vec<Pairing> {
    let plan = Plan::new(config);
    (0..plan.games()).map(|game| plan.game(game)).collect()
}

/// The names of a game by seat.
fn names(config: &TournamentConfig, pairing: &Pairing) -> String {
    pairing.seats.iter().map(|&entrant| config.entrants[entrant].name.as_str()).collect()
}

#[test]
fn every_choice_of_different_agents_is_a_line_up_in_the_order_of_the_config() {
    assert_eq!(config(2, 1, "abc", "").line_ups, [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(config(3, 1, "abcd", "").line_ups, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
    assert_eq!(config(5, 1, "abcde", "").line_ups, [[0, 1, 2, 3, 4]]);
    assert_eq!(config(4, 1, "abcdefgh", "").line_ups.len(), 70);
}

#[test]
fn fewer_agents_than_seats_fill_them_in_every_way_with_each_agent_somewhere() {
    assert_eq!(config(3, 1, "ab", "").line_ups, [[0, 0, 1], [0, 1, 1]]);
    assert_eq!(config(4, 1, "abc", "").line_ups, [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
    assert_eq!(
        config(5, 1, "ab", "").line_ups,
        [[0, 0, 0, 0, 1], [0, 0, 0, 1, 1], [0, 0, 1, 1, 1], [0, 1, 1, 1, 1]]
    );
}

#[test]
fn line_ups_that_are_named_are_played_as_they_stand() {
    let config = config(3, 1, "abc", "line_ups = [[\"c\", \"a\", \"b\"], [\"a\", \"a\", \"a\"]]");
    assert_eq!(config.line_ups, [[2, 0, 1], [0, 0, 0]]);
    let seats: Vec<String> = games(&config).iter().map(|game| names(&config, game)).collect();
    assert_eq!(seats, ["cab", "bca", "abc", "aaa", "aaa", "aaa"]);
}

#[test]
fn every_agent_sits_on_each_seat_equally_often() {
    for players in 2..=5 {
        for agents in 2..=6 {
            let config = config(players, 3, &"abcdef"[..agents], "");
            let mut sat = BTreeMap::new();
            for game in games(&config) {
                for (seat, &agent) in game.seats.iter().enumerate() {
                    *sat.entry((agent, seat)).or_insert(0) += 1;
                }
            }
            for agent in 0..agents {
                let counts: BTreeSet<i32> = (0..players).map(|seat| sat[&(agent, seat)]).collect();
                assert_eq!(counts.len(), 1, "{players} players, {agents} agents, agent {agent}: {sat:?}");
            }
        }
    }
}

#[test]
fn the_seats_of_a_rotation_are_those_that_the_format_says() {
    let config = config(3, 2, "abcd", "");
    let (players, line_ups) = (3, config.line_ups.len() as u64);
    for (number, game) in (0..).zip(games(&config)) {
        assert_eq!(game.game, number);
        assert_eq!(game.set, number / players);
        assert_eq!(game.rotation as u64, number % players);
        assert_eq!((game.deal, game.line_up as u64), (game.set / line_ups, game.set % line_ups));
        for (seat, agent) in config.line_ups[game.line_up].iter().enumerate() {
            assert_eq!(game.seats[(seat + game.rotation) % 3], *agent);
        }
    }
}

#[test]
fn more_deals_extend_a_plan() {
    let short = games(&config(3, 4, "abcd", ""));
    let long = games(&config(3, 9, "abcd", ""));
    assert_eq!(long.len(), 9 * 4 * 3);
    assert_eq!(short[..], long[..short.len()]);
}

#[test]
fn a_deal_is_the_same_for_every_line_up_and_rotation_and_no_generator_is_used_twice() {
    let games = games(&config(4, 5, "abcdef", ""));
    let mut deals = BTreeMap::new();
    let mut seeds = BTreeSet::new();
    for game in &games {
        assert_eq!(*deals.entry(game.deal).or_insert(game.deal_seed.0), game.deal_seed.0);
        assert!(seeds.insert(game.agent_seed.0));
    }
    let distinct: BTreeSet<u64> = deals.values().copied().collect();
    assert_eq!(distinct.len(), 5);
    assert!(distinct.is_disjoint(&seeds));
}

#[test]
fn adding_an_agent_changes_nothing_for_those_who_do_not_meet_it() {
    let key = |config: &TournamentConfig| -> BTreeMap<(u64, String), (u64, u64)> {
        let key = |game: &Pairing| (game.deal, names(config, game));
        let seeds = |game: &Pairing| (game.deal_seed.0, game.agent_seed.0);
        games(config).iter().map(|game| (key(game), seeds(game))).collect()
    };
    let few = key(&config(3, 4, "abcd", ""));
    for more in ["abcde", "xabcd", "abxcd"] {
        let many = key(&config(3, 4, more, ""));
        assert!(many.len() > few.len());
        for (game, seeds) in &few {
            assert_eq!(&many[game], seeds, "{more}: {game:?}");
        }
    }
}

#[test]
fn the_hash_tells_runs_apart_in_all_but_their_number_of_deals() {
    let own = |config: &TournamentConfig| config.hash(&[]);
    let base = config(2, 5, "abc", "");
    assert_eq!(own(&base), own(&config(2, 500, "abc", "")));
    assert_eq!(own(&base), own(&config(2, 5, "abc", "records = \"all\"")));
    let others = [
        config(2, 5, "abd", ""),
        config(2, 5, "acb", ""),
        config(2, 5, "ab", ""),
        config(3, 5, "abc", ""),
        config(2, 5, "abc", "variant = { table = \"table:9x9\" }"),
        config(2, 5, "abc", "variant = { baobab_draw = \"after_scoring\" }"),
        config(2, 5, "abc", "budget = { iterations = 5 }"),
        config(2, 5, "abc", "budget = { seconds = 5 }"),
        config(2, 5, "abc", "line_ups = [[\"a\", \"b\"]]"),
    ];
    for other in &others {
        assert_ne!(own(&base), own(other), "{other:?}");
    }
    assert_ne!(own(&base), base.hash(&["a tile file".into()]));
    let seed = |seed| TournamentConfig { seed, ..base.clone() }.hash(&[]);
    assert_ne!(seed(1), seed(2));
}
