//! Which games a config means.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::collections::{BTreeMap, BTreeSet};

use safari_agents::Registry;
use safari_arena::{GameRows, Judge, Next, Pairing, Plan, Rounds, Rule, Shard, TournamentConfig};
use safari_data::{GameRow, SeatRow};
use safari_stats::{Design, Hypotheses, Tables};

/// A config of agents called a, b, c, ….
fn config(players: usize, deals: u64, names: &str, more: &str) -> TournamentConfig {
    let mut text = format!("players = {players}\ndeals = {deals}\nseed = 5\n{more}\n");
    for name in names.chars() {
        text += &format!("[[agent]]\nagent = \"random\"\nname = \"{name}\"\n");
    }
    TournamentConfig::parse(&text, &Registry::standard()).unwrap()
}

fn games(config: &TournamentConfig) -> Vec<Pairing> {
    let plan = Plan::new(config, Shard::WHOLE);
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

#[test]
fn schedules_make_their_line_ups() {
    let of = |players, names, more: &str| config(players, 1, names, more).line_ups;
    assert_eq!(of(2, "abc", "schedule = { kind = \"round-robin\" }"), [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(
        of(3, "ab", "schedule = { kind = \"round-robin\", repeats = true }"),
        [[0, 0, 1], [0, 1, 1]],
        "those of one agent alone tell nothing"
    );
    assert_eq!(of(3, "abc", "schedule = { kind = \"round-robin\", repeats = true }").len(), 10 - 3);
    let gauntlet = "schedule = { kind = \"gauntlet\", candidates = [\"d\", \"a\"], pool = [\"b\", \"c\"] }";
    assert_eq!(of(2, "abcd", gauntlet), [[3, 1], [3, 2], [0, 1], [0, 2]]);
    assert_eq!(of(3, "abcd", gauntlet), [[3, 1, 2], [0, 1, 2]]);
    assert_eq!(of(4, "abcd", gauntlet).len(), 2 * 4, "a pool that is too small fills seats twice");
    assert_eq!(of(3, "abc", "schedule = { kind = \"one-vs-rest\" }"), [[0, 1, 1], [0, 2, 2]]);
    assert_eq!(of(2, "abc", "schedule = { kind = \"one-vs-rest\", one = \"b\" }"), [[1, 0], [1, 2]]);
    assert_eq!(of(2, "ab", "schedule = { kind = \"sequential\", elo0 = 0, elo1 = 5 }"), [[0, 1]]);
    assert_eq!(
        of(4, "ab", "schedule = { kind = \"sequential\", share0 = 0.25, share1 = 0.3 }"),
        [[0, 1, 1, 1]]
    );
}

#[test]
fn a_ladder_is_made_of_one_agent() {
    let text = "players = 3\ndeals = 1\nschedule = { kind = \"ladder\", values = [10, 30, 100] }\n\
                [[agent]]\nagent = \"mcts\"\nparams = { c = 0.5 }\nname = \"m\"\n";
    let config = TournamentConfig::parse(text, &Registry::standard()).unwrap();
    let entrants: Vec<String> =
        config.entrants.iter().map(|entrant| format!("{} = {}", entrant.name, entrant.player)).collect();
    assert_eq!(
        entrants,
        [
            "m@10 = mcts:c=0.5:iterations=10",
            "m@30 = mcts:c=0.5:iterations=30",
            "m@100 = mcts:c=0.5:iterations=100"
        ]
    );
    assert_eq!(config.line_ups, [[1, 0, 0], [2, 1, 1]]);
}

#[test]
fn all_seatings_of_a_line_up_differ_and_are_there() {
    for (names, games) in [("ab", 2), ("abc", 6), ("abcd", 24), ("abcde", 120)] {
        let config = config(names.len(), 2, names, "seating = \"permutations\"");
        let all = self::games(&config);
        assert_eq!(all.len(), 2 * games);
        let seats: BTreeSet<&Vec<usize>> = all[..games].iter().map(|game| &game.seats).collect();
        assert_eq!(seats.len(), games);
        assert_eq!(all[0].seats, (0..names.len()).collect::<Vec<_>>());
        assert!(all.iter().all(|game| game.set == game.deal));
    }
    // An agent that sits twice has fewer.
    let config = config(3, 1, "ab", "seating = \"permutations\"\nline_ups = [[\"a\", \"a\", \"b\"]]");
    let seats: Vec<String> = games(&config).iter().map(|game| names(&config, game)).collect();
    assert_eq!(seats, ["aab", "aba", "baa"]);
}

#[test]
fn shards_have_all_games_between_them_each_in_order() {
    for more in ["", "seating = \"permutations\""] {
        let config = config(3, 11, "abcd", more);
        let whole = Plan::new(&config, Shard::WHOLE);
        for of in 1..=13 {
            let mut all = Vec::new();
            for index in 0..of {
                let plan = Plan::new(&config, format!("{index}/{of}").parse().unwrap());
                let own: Vec<u64> = (0..plan.games()).map(|n| plan.nth_game(n)).collect();
                assert!(own.is_sorted());
                let of_sets: Vec<u64> = (0..plan.sets())
                    .map(|n| plan.nth_set(n))
                    .flat_map(|set| set.first_game..set.first_game + set.games)
                    .collect();
                assert_eq!(own, of_sets);
                for &game in &own {
                    assert!(plan.has_game(game));
                    assert_eq!(plan.game(game), whole.game(game));
                }
                all.extend(own);
            }
            all.sort_unstable();
            assert_eq!(all, (0..whole.games()).collect::<Vec<_>>());
        }
    }
}

#[test]
fn rounds_number_games_on_and_a_plan_of_one_round_is_the_same() {
    let config = config(2, 9, "abc", "");
    let whole = Plan::new(&config, Shard::WHOLE);
    let mut rounds = whole.clone();
    rounds.clear_rounds();
    [4, 4, 1].into_iter().for_each(|deals| rounds.add_round(deals, vec![0, 1, 2]));
    assert_eq!(rounds.games(), whole.games());
    assert!((0..whole.games()).all(|game| rounds.game(game) == whole.game(game)));
    assert!((0..whole.sets()).all(|set| rounds.nth_set(set) == whole.nth_set(set)));
    // Rounds by other line-ups go on with the next deal, set and game.
    rounds.add_round(2, vec![2]);
    let next = rounds.game(whole.games());
    assert_eq!((next.deal, next.set, next.line_up, next.rotation), (9, 27, 2, 0));
    assert_eq!(rounds.nth_set(28).first_game, whole.games() + 2);
}

/// By deal the rows of games of two seats each, won by the first agent of each pair.
fn rows_of(names: &[&str], deals: &[&[(usize, usize)]]) -> Vec<Vec<GameRows>> {
    let mut sets = Vec::new();
    let mut game = 0;
    for (deal, won) in (0..).zip(deals) {
        let mut set = Vec::new();
        for &(winner, loser) in *won {
            let row = GameRow {
                game,
                set: game,
                deal,
                line_up: 0,
                rotation: 0,
                players: 2,
                turns: 72,
                decisions: 100,
                forced: 9,
                forfeit: None,
            };
            let seat = |seat: u32, agent: usize, share: f64| SeatRow {
                game,
                set: game,
                deal,
                seat,
                agent: names[agent].into(),
                score: 10,
                rank: if share > 0.5 { 1 } else { 2 },
                win_share: share,
                dig: 0,
                extend: 0,
                hole: 0,
                trail: 0,
                bush: 0,
                ranger: 0,
                final_trail: 0,
                final_bush: 0,
                final_animals: 0,
                meeples: 0,
                animal_tiles: 0,
                decisions: 0,
            };
            set.push((row, vec![seat(0, winner, 1.0), seat(1, loser, 0.0)]));
            game += 1;
        }
        sets.push(set);
    }
    sets
}

/// The tables of these games.
fn tables(names: &[&str], deals: &[&[(usize, usize)]]) -> Tables {
    let mut tables = Tables::default();
    rows_of(names, deals).iter().flatten().for_each(|(game, seats)| tables.add(game, seats));
    tables
}

#[test]
fn a_sequential_match_ends_with_the_set_that_decides_it() {
    let names = ["a", "b"];
    let design = Design::new(Hypotheses::Share { h0: 0.5, h1: 0.7 }, 2, 2, 0.05, 0.05).unwrap();
    let rounds = Rounds { deals: 5, rule: Rule::Sprt(design) };
    let (won, drawn, lost) = (&[(0, 1), (0, 1)][..], &[(0, 1), (1, 0)][..], &[(1, 0), (1, 0)][..]);
    let judged = |deals: &[&[(usize, usize)]]| {
        let mut judge = Judge::new(rounds, names);
        rows_of(&names, deals).iter().for_each(|set| judge.add(set));
        let next = judge.next(&tables(&names, deals), &[vec![0, 1]]);
        (next, judge.test().unwrap().sets())
    };
    let all = Next::Round(vec![0]);
    assert_eq!(judged(&[]), (all.clone(), 0));
    assert_eq!(judged(&[won, drawn, won]), (all, 3));
    // What the round has more is not judged.
    let stopped = judged(&[won; 30]);
    let sets = stopped.1;
    assert!((5..20).contains(&sets), "{stopped:?}");
    let text = format!("H1 is accepted after {sets} sets of a: win share 0.7 against 0.5");
    assert_eq!(stopped.0, Next::Stop(text));
    assert_eq!(judged(&[&[won; 30][..], &[lost; 100][..]].concat()), stopped);
    let Next::Stop(text) = judged(&[lost; 30]).0 else { panic!("it goes on") };
    assert!(text.starts_with("H0 is accepted after "), "{text}");
}

#[test]
fn an_adaptive_tournament_plays_on_where_an_order_is_open() {
    let rounds = Rounds { deals: 5, rule: Rule::Open };
    let names = ["a", "b", "c"];
    let line_ups = [vec![0, 1], vec![0, 2], vec![1, 2]];
    let next =
        |deals: &[&[(usize, usize)]]| Judge::new(rounds, names).next(&tables(&names, deals), &line_ups);
    assert_eq!(next(&[]), Next::Round(vec![0, 1, 2]));
    // c loses every game; a and b are level.
    let level: Vec<&[(usize, usize)]> = (0..40)
        .map(|i| if i % 2 == 0 { &[(0, 1), (0, 2), (1, 2)][..] } else { &[(1, 0), (0, 2), (1, 2)][..] })
        .collect();
    assert_eq!(next(&level), Next::Round(vec![0]));
    let clear: Vec<&[(usize, usize)]> = vec![&[(0, 1), (0, 2), (1, 2)]; 60];
    let settled = || Next::Stop("the order of all agents is settled".into());
    assert_eq!(next(&clear), settled());
    // What others lost to them says nothing of two agents: b beats a, and is level with it over all games.
    let pair_settled: Vec<&[(usize, usize)]> = vec![&[(1, 0), (0, 2), (2, 1)]; 60];
    assert_eq!(next(&pair_settled), settled());
}
