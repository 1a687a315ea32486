//! Games that an agent could not finish, whatever it did wrong and where.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use rand::RngExt;
use safari_agents::{Agent, AgentError, AgentKind, Choice, Ctx, Event, GameInfo, Random, Registry};
use safari_arena::{
    GameOutcome, Origin, Progress, Set, Shard, Sink, Summary, Tournament, TournamentConfig,
    catch_agent_panics,
};
use safari_core::{Action, Animal, Cell, Corner, Phase, Position, Side, TileSet};

/// Where an agent fails.
#[derive(Clone, Copy, PartialEq)]
enum Where {
    Start,
    StartError,
    Choose,
    Error,
    Observe,
    Observes,
    End,
    Drop,
    ChooseAndDrop,
}

/// Plays at random, but fails.
struct Fails(Where);

impl Agent for Fails {
    fn start(&mut self, _: &GameInfo<'_>) -> Result<(), AgentError> {
        match self.0 {
            Where::Start => panic!("at the start"),
            Where::StartError => Err(AgentError::Protocol("no hello".into())),
            _ => Ok(()),
        }
    }

    fn observe(&mut self, _: &Event, position: &Position) -> Result<(), AgentError> {
        assert!(position.filled() < 20, "it looked away");
        Ok(())
    }

    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        match self.0 {
            Where::Choose | Where::ChooseAndDrop if position.filled() > 30 => {
                panic!("{} tiles", position.filled())
            }
            Where::Error if position.filled() > 30 => Err(AgentError::Crashed("exit code 3".into())),
            _ => Ok(position.sample(&mut ctx.rng).into()),
        }
    }

    fn end(&mut self, _: &Position) {
        assert!(self.0 != Where::End, "at the end");
    }

    fn observes(&self) -> bool {
        assert!(self.0 != Where::Observes, "it does not know");
        self.0 == Where::Observe
    }
}

impl Drop for Fails {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(!matches!(self.0, Where::Drop | Where::ChooseAndDrop), "when let go");
        }
    }
}

/// Answers with anything that an action can be.
struct Babbles;

impl Agent for Babbles {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        let rng = &mut ctx.rng;
        if rng.random_range(0..20) > 0 {
            return Ok(position.sample(rng).into());
        }
        let coordinate = |rng: &mut safari_core::Rng| match rng.random_range(0..4) {
            0 => rng.random_range(-128..=127i16) as i8,
            1 => [i8::MIN, i8::MAX][rng.random_range(0..2)],
            _ => rng.random_range(-6..=6i8),
        };
        let at = Cell::new(coordinate(rng), coordinate(rng));
        let animal = Animal::ALL[rng.random_range(0..5)];
        let corner = Corner::from_index(rng.random_range(0..4));
        let side = Side::ALL[rng.random_range(0..4)];
        Ok(match rng.random_range(0..9) {
            0 => Action::place(rng.random_range(0..=255), at),
            1 => Action::meeple(side, at),
            2 => Action::baobab(at),
            3 => Action::ranger(rng.random_range(0..=255), at),
            4 => Action::dig(animal, corner, at),
            5 => Action::extend(animal, corner, at),
            6 => Action::DECLINE,
            7 => Action::bonus(Some(animal)),
            _ => Action::replace(at),
        }
        .into())
    }
}

fn registry() -> Registry {
    let mut registry = Registry::empty();
    let mut add =
        |name, build| registry.add(AgentKind { name, doc: "for a test", params: Vec::new(), build });
    add("calm", |_, _| Box::new(Random));
    add("babbles", |_, _| Box::new(Babbles));
    add("build", |_, _| panic!("it cannot be made"));
    add("start", |_, _| Box::new(Fails(Where::Start)));
    add("start-error", |_, _| Box::new(Fails(Where::StartError)));
    add("choose", |_, _| Box::new(Fails(Where::Choose)));
    add("error", |_, _| Box::new(Fails(Where::Error)));
    add("observe", |_, _| Box::new(Fails(Where::Observe)));
    add("observes", |_, _| Box::new(Fails(Where::Observes)));
    add("end", |_, _| Box::new(Fails(Where::End)));
    add("drop", |_, _| Box::new(Fails(Where::Drop)));
    add("choose-and-drop", |_, _| Box::new(Fails(Where::ChooseAndDrop)));
    registry
}

fn tournament(players: usize, deals: u64, agents: &[&str]) -> Tournament {
    catch_agent_panics();
    let mut text = format!("players = {players}\ndeals = {deals}\n");
    for agent in agents {
        text += &format!("[[agent]]\nagent = \"{agent}\"\n");
    }
    let config = TournamentConfig::parse(&text, &registry()).unwrap();
    Tournament::new(config, TileSet::safari(), Origin::Seeded, Shard::WHOLE).expect("the table has room")
}

#[derive(Default)]
struct Kept(Vec<GameOutcome>);

impl Sink for Kept {
    fn finished(&mut self, _: &Set, outcomes: &[GameOutcome]) -> std::io::Result<()> {
        self.0.extend_from_slice(outcomes);
        Ok(())
    }
}

/// Stops after some games.
struct StopAfter<'s>(Mutex<u32>, &'s AtomicBool);

impl Progress for StopAfter<'_> {
    fn game(&self, _: &GameOutcome) {
        let mut left = self.0.lock().unwrap();
        *left = left.saturating_sub(1);
        self.1.store(*left == 0, std::sync::atomic::Ordering::Relaxed);
    }
}

fn run(tournament: &Tournament, threads: usize, games: u32) -> (Vec<GameOutcome>, Summary) {
    let mut kept = Kept::default();
    let stop = AtomicBool::new(false);
    let progress = StopAfter(Mutex::new(games), &stop);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let summary = pool.install(|| tournament.run(&mut kept, &progress, &stop, "a test")).unwrap();
    kept.0.sort_by_key(|outcome| outcome.game.game);
    (kept.0, summary)
}

#[test]
fn whoever_fails_forfeits_wherever_it_fails_and_nobody_else() {
    let cases = [
        ("build", "the agent crashed: it cannot be made at ", Phase::DrawTile, 0),
        ("start", "the agent crashed: at the start at ", Phase::DrawTile, 0),
        ("start-error", "the agent broke the protocol: no hello", Phase::DrawTile, 0),
        ("choose", "the agent crashed: 3", Phase::Place, 31),
        ("error", "the agent crashed: exit code 3", Phase::Place, 31),
        ("observe", "the agent crashed: it looked away at ", Phase::Action, 20),
        ("observes", "the agent crashed: it does not know at ", Phase::DrawTile, 0),
        ("end", "the agent crashed: at the end at ", Phase::Over, 70),
        ("drop", "the agent crashed: when let go at ", Phase::Over, 70),
        ("choose-and-drop", "the agent crashed: 3", Phase::Place, 31),
    ];
    for (agent, message, phase, filled) in cases {
        for players in 2..=5 {
            let mut config = tournament(2, 1, &["calm", agent]).config().clone();
            config.players = players;
            config.line_ups = vec![(0..players).map(|seat| usize::from(seat == 0)).collect()];
            let tournament = Tournament::new(config, TileSet::safari(), Origin::Seeded, Shard::WHOLE)
                .expect("the table has room");
            let (games, summary) = run(&tournament, 1, u32::MAX);
            assert_eq!(
                (games.len(), summary.games, summary.forfeits),
                (players, players as u64, players as u64)
            );
            for (rotation, outcome) in games.iter().enumerate() {
                let forfeit = outcome.forfeit.as_ref().unwrap();
                assert_eq!(forfeit.seat, rotation, "{agent}");
                assert_eq!(outcome.game.forfeit, Some(rotation as u32), "{agent}");
                assert!(forfeit.error.to_string().starts_with(message), "{agent}: {}", forfeit.error);
                // A turn may have passed in which the agent was not asked.
                let reached = forfeit.position.filled();
                if filled == 31 {
                    assert!((31..35).contains(&reached) && forfeit.asked > 0, "{agent}: {reached}");
                } else if phase == Phase::Over {
                    assert!(forfeit.position.is_over(), "{agent}");
                } else {
                    assert!(reached == filled.max(3), "{agent}: {reached}");
                    assert_eq!(forfeit.position.phase(), phase, "{agent}");
                }
                for row in &outcome.seats {
                    let loser = row.seat as usize == rotation;
                    let share = if loser { 0.0 } else { 1.0 / (players - 1) as f64 };
                    assert_eq!((row.win_share, &*row.agent), (share, if loser { agent } else { "calm" }));
                    assert!(!loser || row.rank as usize == players);
                    assert!(loser || (row.rank as usize) < players);
                }
                let decisions: u32 = outcome.seats.iter().map(|row| row.decisions).sum();
                assert_eq!(decisions, outcome.game.decisions);
                assert_eq!(outcome.seats[rotation].decisions, forfeit.asked);
                assert_eq!(outcome.game.turns as usize, reached - 3);
            }
        }
    }
}

#[test]
fn an_answer_of_any_shape_is_a_legal_move_or_a_forfeit() {
    let tournament = tournament(2, 150, &["babbles", "calm"]);
    let (games, _) = run(&tournament, 2, u32::MAX);
    let mut forfeits = 0;
    for outcome in &games {
        let Some(forfeit) = &outcome.forfeit else { continue };
        forfeits += 1;
        assert_eq!(outcome.seats[forfeit.seat].agent, "babbles");
        assert!(matches!(&forfeit.error, AgentError::Illegal(_)), "{}", forfeit.error);
        let text = forfeit.position.to_text();
        assert_eq!(Position::from_text(TileSet::safari(), &text).unwrap().to_text(), text);
    }
    assert!(forfeits > 200, "{forfeits}");
}

#[test]
fn every_game_shares_out_one_win_and_the_rows_are_the_same_for_any_number_of_threads() {
    let tournament = tournament(3, 3, &["calm", "choose", "babbles", "drop", "build"]);
    let (games, summary) = run(&tournament, 1, u32::MAX);
    assert_eq!(games.len(), 3 * 10 * 3);
    assert!(summary.forfeits > 0);
    for outcome in &games {
        let shares: f64 = outcome.seats.iter().map(|row| row.win_share).sum();
        assert!((shares - 1.0).abs() < 1e-12);
        let points = |row: &safari_data::SeatRow| {
            row.dig
                + row.extend
                + row.hole
                + row.trail
                + row.bush
                + row.ranger
                + row.final_trail
                + row.final_bush
                + row.final_animals
        };
        assert!(outcome.seats.iter().all(|row| points(row) == row.score));
    }
    for threads in [2, 3, 7] {
        let (others, other) = run(&tournament, threads, u32::MAX);
        for (one, other) in games.iter().zip(&others) {
            assert_eq!((&one.game, &one.seats), (&other.game, &other.seats));
        }
        assert_eq!(other.tables.standings(), summary.tables.standings());
    }
}

#[test]
fn a_run_that_is_stopped_has_handed_over_whole_deals_from_the_first_on() {
    let tournament = tournament(2, 40, &["calm", "choose", "babbles"]);
    let (all, summary) = run(&tournament, 2, u32::MAX);
    assert!(!summary.stopped);
    for (threads, after) in [(1, 1), (1, 6), (1, 20), (2, 50), (3, 100)] {
        let (some, summary) = run(&tournament, threads, after);
        // Sets after a deal that is not finished are kept, too, but not taken in: any number, where one thread gets no time.
        assert!((summary.games..=summary.played).contains(&(some.len() as u64)));
        assert_eq!(summary.games % 6, 0);
        assert!(
            // Games of other threads that are at their last decision still end.
            summary.games <= u64::from(after) + 12
                && (threads > 1 || summary.games == u64::from(after) / 6 * 6)
        );
        assert!(summary.stopped);
        for (one, other) in all.iter().zip(&some).take(summary.games as usize) {
            assert_eq!((&one.game, &one.seats), (&other.game, &other.seats));
        }
        let games: u64 = summary.tables.standings().iter().map(|row| row.games).sum();
        assert_eq!(games, 2 * summary.games);
    }
}

#[test]
#[should_panic(expected = "the sink is broken")]
fn a_panic_outside_of_agents_is_no_forfeit() {
    struct Broken;
    impl Sink for Broken {
        fn finished(&mut self, _: &Set, _: &[GameOutcome]) -> std::io::Result<()> {
            panic!("the sink is broken")
        }
    }
    struct Nothing;
    impl Progress for Nothing {}
    let tournament = tournament(2, 2, &["calm", "choose"]);
    let _ = tournament.run(&mut Broken, &Nothing, &AtomicBool::new(false), "a test");
}

#[test]
fn what_the_sink_cannot_write_ends_the_run() {
    struct Full(u32);
    impl Sink for Full {
        fn finished(&mut self, _: &Set, _: &[GameOutcome]) -> std::io::Result<()> {
            self.0 += 1;
            if self.0 > 10 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }
    struct Nothing;
    impl Progress for Nothing {}
    let tournament = tournament(2, 2000, &["calm", "choose"]);
    let error = tournament.run(&mut Full(0), &Nothing, &AtomicBool::new(false), "a test").unwrap_err();
    assert!(
        matches!(error, safari_arena::RunError::Write(error) if error.kind() == std::io::ErrorKind::StorageFull)
    );
}

#[test]
fn where_failures_cost_moves_no_game_is_lost_and_every_move_is_counted() {
    for agent in [
        "babbles",
        "build",
        "start",
        "start-error",
        "choose",
        "error",
        "observe",
        "observes",
        "end",
        "drop",
        "choose-and-drop",
    ] {
        let mut config = tournament(2, 2, &["calm", agent]).config().clone();
        config.on_failure = safari_arena::OnFailure::RandomMove;
        let tournament = Tournament::new(config, TileSet::safari(), Origin::Seeded, Shard::WHOLE).unwrap();
        let (games, summary) = run(&tournament, 2, u32::MAX);
        assert_eq!((games.len(), summary.forfeits), (4, 0), "{agent}");
        for outcome in &games {
            assert!(outcome.seats.iter().any(|row| row.score > 0));
            let [failure] = outcome.failures.as_slice() else { panic!("{agent}: {:?}", outcome.failures) };
            let row = &outcome.seats[failure.first.seat];
            assert_eq!(row.agent, agent);
            let (moves, asked) = (failure.random_moves, failure.first.asked);
            match agent {
                // It is asked again after each failure.
                "babbles" => assert!(moves > 0 && moves < row.decisions, "{moves} of {}", row.decisions),
                "build" | "start" | "start-error" | "observes" => {
                    assert_eq!((moves, asked), (row.decisions, 0))
                }
                "choose" | "error" | "choose-and-drop" => assert_eq!(moves, row.decisions - asked + 1),
                "observe" => assert_eq!(moves, row.decisions - asked),
                _ => assert_eq!((moves, asked), (0, row.decisions)),
            }
        }
    }
}
