//! Fixed workloads: the same instructions on every run, so that they can be counted.
//!
//! Each repeats its unit `n` times. What start-up costs drops out in the difference of two runs of different length;
//! `scripts/instructions.sh` takes it.

use std::hint::black_box;

use safari_agents::{Agent, Registry};
use safari_arena::{NoWatch, Origin, RunFiles, Shard, Sink, Tournament, TournamentConfig};
use safari_core::{Action, Position, Seed, TileSet};
use safari_data::{MANIFEST_VERSION, Manifest};
use safari_stats::Tables;

use crate::fixtures::{middle_games, position};
use crate::games::{decision, opening, play_fused, play_out, start, table};

/// A workload.
#[derive(Clone, Copy)]
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// The two numbers of repetitions whose difference is taken.
    pub runs: [u64; 2],
    /// Does it so many times.
    pub run: fn(u64),
}

/// All of them.
pub const WORKLOADS: [Workload; 17] = [
    Workload { name: "random-2p-floor", unit: "game", runs: [100, 300], run: |n| random(2, "floor", n) },
    Workload { name: "random-3p-floor", unit: "game", runs: [100, 300], run: |n| random(3, "floor", n) },
    Workload { name: "random-4p-floor", unit: "game", runs: [100, 300], run: |n| random(4, "floor", n) },
    Workload { name: "random-5p-floor", unit: "game", runs: [100, 300], run: |n| random(5, "floor", n) },
    Workload { name: "random-2p-table", unit: "game", runs: [100, 300], run: |n| random(2, "table:9x9", n) },
    Workload {
        name: "random-2p-shifting",
        unit: "game",
        runs: [100, 300],
        run: |n| random(2, "shifting:9x8", n),
    },
    Workload { name: "fused-2p-floor", unit: "game", runs: [100, 300], run: fused },
    Workload { name: "placement", unit: "draw", runs: [10, 110], run: placement },
    Workload { name: "legality", unit: "action", runs: [1, 3], run: legality },
    Workload { name: "apply", unit: "action", runs: [1, 3], run: apply },
    Workload { name: "hash", unit: "position", runs: [100, 1100], run: hash },
    Workload { name: "token", unit: "action", runs: [1, 3], run: token },
    Workload { name: "parse", unit: "token", runs: [1, 3], run: parse },
    Workload {
        name: "mcts-plain",
        unit: "iteration",
        runs: [100, 300],
        run: |n| search("mcts-plain:iterations=1000000", n),
    },
    Workload {
        name: "mcts",
        unit: "iteration",
        runs: [10, 20],
        run: |n| search("mcts:iterations=1000000", n),
    },
    Workload { name: "greedy-v1", unit: "game", runs: [1, 3], run: greedy },
    Workload { name: "tournament", unit: "game", runs: [100, 300], run: tournament },
];

fn random(players: usize, table_name: &str, games: u64) {
    let first = start(players, table_name);
    let mut agents = table("random-kind", players);
    for game in 0..games {
        let mut position = first;
        let mut ctx = decision(Seed(game).rng());
        black_box(play_out(&mut position, &mut agents, &mut ctx));
        black_box(&position);
    }
}

fn fused(games: u64) {
    let first = start(2, "floor");
    for game in 0..games {
        let mut position = first;
        play_fused(&mut position, &mut Seed(game).rng());
        black_box(&position);
    }
}

/// Copies a position, draws a tile, counts its placements and chooses one, in the positions called `middle` in turn.
///
/// The copy is in the count, some 150 instructions; a criterion benchmark takes its time off.
fn placement(tiles: u64) {
    let drawn: Vec<(Position, safari_core::Outcome)> = middle_games()
        .flat_map(|(_, position)| {
            let before = before_draw(&position);
            before.outcomes().map(|(outcome, _)| (before, outcome)).collect::<Vec<_>>()
        })
        .collect();
    for (position, outcome) in drawn.iter().cycle().take(tiles as usize) {
        let mut next = *position;
        next.resolve_unchecked(*outcome);
        let count = next.count();
        if count > 0 {
            black_box(next.nth(count / 2));
        }
    }
}

/// A position with a drawn tile, before the draw.
///
/// # Panics
/// If the position waits for something else.
pub fn before_draw(position: &Position) -> Position {
    let mut setup = safari_core::Setup::of(position);
    let drawn = setup.drawn.take().expect("a tile is drawn");
    setup.left[drawn.index()] += 1;
    setup.phase = safari_core::Phase::DrawTile;
    setup.build().expect("the position before a draw is legal")
}

/// The positions with decisions, and all their actions.
fn decisions() -> Vec<(Position, Vec<Action>)> {
    let names =
        ["middle-2p-floor", "middle-5p-floor", "action-2p-floor", "action-5p-floor", "bonus-2p-floor"];
    names.map(position).into_iter().map(|position| (position, position.actions().collect())).collect()
}

fn legality(times: u64) {
    each_action(times, |position, action| {
        black_box(position.is_legal(black_box(action)));
    });
}

fn apply(times: u64) {
    each_action(times, |position, action| {
        let mut next = *position;
        next.play_unchecked(action);
        black_box(&next);
    });
}

fn token(times: u64) {
    each_action(times, |position, action| {
        black_box(position.token(action).to_string());
    });
}

fn parse(times: u64) {
    let decisions = decisions();
    let tokens: Vec<Vec<String>> = decisions
        .iter()
        .map(|(position, actions)| actions.iter().map(|&action| position.token(action).to_string()).collect())
        .collect();
    let mut rest = times * UNITS;
    while rest > 0 {
        for ((position, _), tokens) in decisions.iter().zip(&tokens) {
            for token in tokens.iter().take(rest as usize) {
                black_box(position.parse_token(token).is_ok());
                rest -= 1;
            }
        }
    }
}

/// Actions in one repetition of a workload that goes through actions.
pub const UNITS: u64 = 1000;

fn each_action(times: u64, mut each: impl FnMut(&Position, Action)) {
    let decisions = decisions();
    let mut rest = times * UNITS;
    while rest > 0 {
        for (position, actions) in &decisions {
            for &action in actions.iter().take(rest as usize) {
                each(position, action);
                rest -= 1;
            }
        }
    }
}

fn hash(times: u64) {
    let position = position("middle-2p-floor");
    for _ in 0..times {
        black_box(black_box(&position).hash());
    }
}

fn search(agent: &str, iterations: u64) {
    let position = opening();
    let factory = Registry::standard().parse(agent).expect("the agent is registered");
    let mut agent: Box<dyn Agent> = factory.build(2);
    let mut ctx = decision(Seed(1).rng());
    ctx.budget = safari_agents::Budget::Iterations(iterations as u32);
    black_box(agent.choose(&position, &mut ctx).is_ok());
}

fn greedy(games: u64) {
    let first = start(2, "floor");
    let mut agents = table("greedy-v1", 2);
    for game in 0..games {
        let mut position = first;
        black_box(play_out(&mut position, &mut agents, &mut decision(Seed(game).rng())));
    }
}

/// The config of a tournament of two `random-kind`.
pub fn tournament_config(deals: u64) -> TournamentConfig {
    let text = format!(
        "players = 2\ndeals = {deals}\n[[agent]]\nagent = \"random-kind\"\nname = \"a\"\n\
         [[agent]]\nagent = \"random-kind\"\nname = \"b\"\n"
    );
    TournamentConfig::parse(&text, &Registry::standard()).expect("the config is right")
}

/// Plays an even number of games of a tournament, writes its rows and adds them up, on this thread.
///
/// # Panics
/// If files cannot be written.
pub fn play_tournament(tournament: &Tournament, games: u64, sink: &mut dyn Sink) {
    let mut tables = Tables::default();
    for place in 0..games / 2 {
        let set = tournament.plan().nth_set(place);
        let outcomes: Vec<_> = (set.first_game..set.first_game + set.games)
            .map(|game| {
                let pairing = tournament.plan().game(game);
                tournament.play(&pairing, &mut NoWatch).expect("built-in agents play to the end")
            })
            .collect();
        sink.finished(&set, &outcomes).expect("rows can be written");
        sink.next(&set).expect("rows can be written");
        outcomes.iter().for_each(|outcome| tables.add(&outcome.game, &outcome.seats));
    }
    black_box(&tables);
}

fn tournament(games: u64) {
    let tournament =
        Tournament::new(tournament_config(1_000_000), TileSet::safari(), Origin::Seeded, Shard::WHOLE)
            .expect("the table has room");
    let dir = tempfile::tempdir().expect("there is a folder for temporary files");
    let mut files = RunFiles::open(dir.path(), &manifest(), None, (tournament.plan(), u64::MAX), "safari")
        .expect("files can be written there");
    play_tournament(&tournament, games, &mut files);
}

/// A manifest of no run in particular.
pub fn manifest() -> Manifest {
    Manifest {
        format: "safari-tournament".into(),
        version: MANIFEST_VERSION,
        program: "safari-benches".into(),
        git: String::new(),
        config: String::new(),
        config_hash: String::new(),
        seed: 1,
        tileset: format!("{:016x}", TileSet::safari().hash()),
        files: Default::default(),
        games_planned: 0,
        games_done: 0,
        shard: Shard::WHOLE.to_string(),
        signature: String::new(),
        rounds: Vec::new(),
        test: None,
        verdict: None,
        checksums: Default::default(),
        reproducible: true,
        cpu: String::new(),
        threads: 1,
        started: 0,
        ended: 0,
    }
}
