//! Outside bots that do everything wrong: each failure is a forfeit with its reason, no process is left, and no other
//! game changes.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use safari_agents::{Agent, AgentError, AgentKind, Choice, Ctx, Registry};
use safari_arena::{
    GameOutcome, Origin, Progress, RunError, Set, Shard, Sink, Summary, Tournament, TournamentConfig,
};
use safari_core::{Position, TileSet};

/// A shell script that plays the first legal token, with words for the start, for each `go` from number 6 on, and for the end.
fn script(start: &str, go: &str, end: &str) -> String {
    let [go, end] = [go, end].map(|part| if part.is_empty() { ":" } else { part });
    format!(
        "n=0\nplay() {{ set -- ${{line#* legal }}; echo \"$1\"; }}\n\
         while read -r line; do case $line in\n\
         begin) {start};;\n\
         'go '*) n=$((n + 1)); if [ $n -lt 6 ]; then play; else {go}; fi;;\n\
         end*) {end}; exit 0;;\n\
         esac; done\n"
    )
}

const READY: &str = "echo ready";

/// Two agents of ours and a bot of a script in a file, which writes its number and those of its children into `DIR/pids`.
fn config(dir: &Path, script: &str, lines: &str) -> String {
    let file = dir.join("bot.sh");
    std::fs::write(&file, format!("cd {}; echo $$ >>pids\n{script}", dir.display())).unwrap();
    format!(
        "players = 2\ndeals = 1\n{lines}\n[[agent]]\nagent = \"random\"\n[[agent]]\nagent = \"random-kind\"\n\
         [[agent]]\nkind = \"process\"\nname = \"bot\"\ncommand = [\"sh\", \"{}\"]\n\
         start_seconds = 60\ndecision_seconds = 60\n",
        file.display()
    )
}

#[derive(Default)]
struct Kept(Vec<GameOutcome>);

impl Sink for Kept {
    fn finished(&mut self, _: &Set, outcomes: &[GameOutcome]) -> std::io::Result<()> {
        self.0.extend_from_slice(outcomes);
        Ok(())
    }
}

struct NoProgress;
impl Progress for NoProgress {}

fn run(text: &str) -> Result<(Vec<GameOutcome>, Summary), RunError> {
    let config =
        TournamentConfig::parse(text, &Registry::standard()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let tournament = Tournament::new(config, TileSet::safari(), Origin::Seeded, Shard::WHOLE).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut kept = Kept::default();
    let summary =
        pool.install(|| tournament.run(&mut kept, &NoProgress, &AtomicBool::new(false), "a test"))?;
    kept.0.sort_by_key(|outcome| outcome.game.game);
    Ok((kept.0, summary))
}

/// The state letter of a process, none where there is none; `Z` is a zombie.
fn state(pid: &str) -> Option<(char, String)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut words = stat.rsplit(") ").next()?.split(' ');
    Some((words.next()?.chars().next()?, words.next()?.to_owned()))
}

/// No process of the bots is left, and none is a zombie of ours.
fn nobody_is_left(dir: &Path) {
    let pids = std::fs::read_to_string(dir.join("pids")).unwrap_or_default();
    assert!(!pids.is_empty(), "the bots have said who they are");
    let own = std::process::id().to_string();
    for pid in pids.split_whitespace() {
        // Children of a bot are reaped by whoever inherits them.
        let until = Instant::now() + Duration::from_secs(5);
        while let Some((state, parent)) = state(pid) {
            assert!(parent != own, "process {pid} is left in state {state}");
            if state == 'Z' {
                break;
            }
            assert!(Instant::now() < until, "process {pid} is left in state {state}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Games by their agents, without the numbers that the size of the tournament changes.
fn of_ours(games: &[GameOutcome]) -> Vec<String> {
    let others = games.iter().filter(|game| game.seats.iter().all(|row| row.agent != "bot"));
    let rows = others.map(|game| {
        let rows = game.seats.iter().map(|row| format!("{} {} {}", row.agent, row.score, row.decisions));
        rows.collect::<Vec<_>>().join(", ")
    });
    rows.collect()
}

const HANGS: &str = "sleep 1000";

#[test]
fn whatever_a_bot_does_wrong_is_a_forfeit_with_its_reason_and_leaves_no_process() {
    let crash = "the agent crashed: ";
    let protocol = "the agent broke the protocol: ";
    let after_five = |go: &str| script(READY, go, "");
    let fails: Vec<(&str, String, String)> = vec![
        ("ends at once", "exit 3".into(), format!("{crash}it ended with exit status: 3")),
        (
            "ends at the start",
            script("echo oops >&2; exit 3", "", ""),
            format!("{crash}it ended with exit status: 3; its last words: oops"),
        ),
        (
            "says no ready",
            script("echo hello", "", ""),
            format!("{protocol}it must answer `ready` to `begin`, not `hello`"),
        ),
        (
            "crashes",
            after_five("echo bad luck >&2; exit 4"),
            format!("{crash}it ended with exit status: 4; its last words: bad luck"),
        ),
        ("kills itself", after_five("kill -9 $$"), format!("{crash}it ended with signal: 9 (SIGKILL)")),
        (
            "breaks off",
            after_five("printf mN; exit 0"),
            format!("{crash}it ended with exit status: 0; it said `mN`"),
        ),
        ("illegal", after_five("echo rock"), "the agent answered `rock`: ".into()),
        ("an empty line", after_five("echo"), format!("{protocol}it answered with an empty line")),
        ("garbage", after_five("printf '\\377\\376\\000 \\033[31m\\n'"), format!("{protocol}after `")),
        // The second answer comes before the next question or after it.
        ("two answers", after_five("play; play"), format!("{protocol}it said `|the agent answered `")),
        (
            "floods lines",
            after_five("yes '# so'"),
            format!("{protocol}it said more than 65536 bytes for one answer"),
        ),
        (
            "floods a line",
            after_five("tr '\\0' x </dev/zero"),
            format!("{protocol}it said more than 65536 bytes for one answer"),
        ),
        (
            "floods words",
            after_five("yes"),
            format!("the agent answered `y`: |{protocol}it said `y` without being asked"),
        ),
        (
            "ends while a child holds its output",
            after_five("sleep 1000 & echo $! >>pids; exit 3"),
            format!("{crash}it ended with exit status: 3"),
        ),
        ("closes its output", after_five("exec >&-; sleep 1000"), format!("{crash}it closed its output")),
        // It has the line that asks it, and never learns of the next one.
        ("closes its input", after_five("exec <&-; play; sleep 1000"), format!("{crash}it closed its input")),
    ];
    let calm = tempfile::tempdir().unwrap();
    let (games, summary) = run(&config(calm.path(), &script(READY, "play", ""), "")).unwrap();
    assert_eq!(
        (summary.games, summary.forfeits),
        (6, 0),
        "{:?}",
        games.iter().find_map(|game| game.forfeit.clone())
    );
    assert_eq!(of_ours(&games).len(), 2);
    nobody_is_left(calm.path());
    for (name, script, message) in fails {
        let dir = tempfile::tempdir().unwrap();
        let (outcomes, summary) = run(&config(dir.path(), &script, "")).unwrap();
        assert_eq!((summary.games, summary.forfeits), (6, 4), "{name}");
        for outcome in &outcomes {
            let Some(forfeit) = &outcome.forfeit else { continue };
            assert_eq!(outcome.seats[forfeit.seat].agent, "bot", "{name}");
            let error = forfeit.error.to_string();
            assert!(message.split('|').any(|message| error.starts_with(message)), "{name}: {error}");
        }
        assert_eq!(of_ours(&outcomes), of_ours(&games), "{name}");
        nobody_is_left(dir.path());
    }
}

#[test]
fn a_bot_that_hangs_is_ended_in_time_whatever_it_ignores_and_whoever_it_forked() {
    let stubborn =
        "trap '' TERM INT HUP; (trap '' TERM INT HUP; sh -c 'echo $$ >>pids; exec sleep 1000') &\n";
    let cases = [
        (
            "at the start",
            script(HANGS, "", ""),
            "start_seconds = 60",
            "start_seconds = 0.2",
            "200ms of 200ms",
        ),
        (
            "when asked",
            script(READY, HANGS, ""),
            "decision_seconds = 60",
            "decision_seconds = 0.2",
            "200ms of 200ms",
        ),
        (
            "deaf",
            format!("echo ready; {HANGS}"),
            "decision_seconds = 60",
            "decision_seconds = 0.2",
            "200ms of 200ms",
        ),
        // A flood of what nobody reads as an answer is no answer.
        (
            "on its errors",
            script(READY, "yes >&2", ""),
            "decision_seconds = 60",
            "decision_seconds = 0.2",
            "200ms of 200ms",
        ),
    ];
    for (name, script, from, to, message) in cases {
        let dir = tempfile::tempdir().unwrap();
        let text = config(dir.path(), &format!("{stubborn}{script}"), "").replace(from, to);
        let (outcomes, summary) = run(&text).unwrap();
        assert_eq!((summary.games, summary.forfeits), (6, 4), "{name}");
        for forfeit in outcomes.iter().filter_map(|outcome| outcome.forfeit.as_ref()) {
            assert_eq!(forfeit.error.to_string(), format!("the agent took {message}"), "{name}");
        }
        nobody_is_left(dir.path());
    }
    // One that plays well and does not go when the game is over is no forfeit, and goes all the same.
    let dir = tempfile::tempdir().unwrap();
    let stays = format!("{stubborn}{}", script(READY, "play", HANGS));
    let began = Instant::now();
    let (_, summary) = run(&config(dir.path(), &stays, "")).unwrap();
    assert_eq!(summary.forfeits, 0);
    assert!(began.elapsed() < Duration::from_secs(30));
    nobody_is_left(dir.path());
}

#[test]
fn a_time_on_the_wall_ends_a_bot_a_second_later() {
    let dir = tempfile::tempdir().unwrap();
    for per in ["decision", "turn", "game"] {
        let lines = format!("budget = {{ wall_seconds = 0.5, per = \"{per}\" }}");
        let text = config(dir.path(), &script(READY, HANGS, ""), &lines).replace("decision_seconds = 60", "");
        let began = Instant::now();
        let (outcomes, summary) = run(&text).unwrap();
        assert_eq!(summary.forfeits, 4);
        for forfeit in outcomes.iter().filter_map(|outcome| outcome.forfeit.as_ref()) {
            let error = forfeit.error.to_string();
            assert!(error.starts_with("the agent took 1") && error.contains(" of "), "{error}");
        }
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_program_that_cannot_be_started_is_a_forfeit() {
    let dir = tempfile::tempdir().unwrap();
    let text = config(dir.path(), "", "").replace("\"sh\"", "\"/no/such/program\"");
    let (outcomes, summary) = run(&text).unwrap();
    assert_eq!(summary.forfeits, 4);
    let error = outcomes.iter().find_map(|outcome| outcome.forfeit.as_ref()).unwrap().error.to_string();
    assert!(error.starts_with("the agent crashed: process /no/such/program "), "{error}");
    assert!(error.contains("cannot be started: No such file"), "{error}");
}

#[test]
fn where_failures_cost_moves_a_bot_that_is_always_wrong_plays_as_random_does() {
    let dir = tempfile::tempdir().unwrap();
    let random = "players = 2\ndeals = 1\n[[agent]]\nagent = \"greedy\"\n[[agent]]\nagent = \"random\"\nname = \"bot\"\n";
    let (expected, _) = run(random).unwrap();
    let wrong = script(READY, "echo rock", "").replace("-lt 6", "-lt 0");
    let crashed = script(READY, "exit 1", "").replace("-lt 6", "-lt 0");
    for (script, message) in
        [(wrong, "the agent answered `rock`: "), (crashed, "the agent crashed: it ended with exit status: 1")]
    {
        let text = config(dir.path(), &script, "on_failure = \"random-move\"")
            .replace("[[agent]]\nagent = \"random-kind\"\n", "")
            .replace("agent = \"random\"", "agent = \"greedy\"");
        let (outcomes, summary) = run(&text).unwrap();
        assert_eq!((summary.games, summary.forfeits), (2, 0));
        let mut moves = 0;
        for (outcome, expected) in outcomes.iter().zip(&expected) {
            assert_eq!(outcome.seats, expected.seats);
            let [failure] = outcome.failures.as_slice() else { panic!("{:?}", outcome.failures) };
            let seat = failure.first.seat;
            assert_eq!(outcome.seats[seat].agent, "bot");
            assert_eq!((failure.random_moves, failure.first.asked), (outcome.seats[seat].decisions, 1));
            assert!(failure.first.error.to_string().starts_with(message), "{}", failure.first.error);
            moves += u64::from(failure.random_moves);
        }
        assert_eq!(summary.random_moves.into_iter().collect::<Vec<_>>(), [("bot".to_owned(), moves)]);
    }
    nobody_is_left(dir.path());
}

#[test]
fn where_a_failure_ends_the_run_it_says_who_and_why() {
    let dir = tempfile::tempdir().unwrap();
    let text = config(dir.path(), &script(READY, "exit 4", ""), "on_failure = \"abort\"");
    let error = run(&text).expect_err("the run ends").to_string();
    assert!(
        error.contains(" (bot), asked 6 times: the agent crashed: it ended with exit status: 4"),
        "{error}"
    );
    assert!(error.ends_with("; the run ends, for on_failure is `abort`"), "{error}");
    nobody_is_left(dir.path());
}

/// Sleeps before every answer, or panics at the third.
struct Odd {
    panics: bool,
    asked: u32,
}

impl Agent for Odd {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        self.asked += 1;
        assert!(!self.panics || self.asked < 3, "it has had enough");
        if !self.panics {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(position.sample(&mut ctx.rng).into())
    }
}

#[test]
fn at_tables_of_four_the_others_play_as_without_it_where_they_do_not_meet() {
    let mut registry = Registry::standard();
    let mut add =
        |name, build| registry.add(AgentKind { name, doc: "for a test", params: Vec::new(), build });
    add("sleeps", |_, _| Box::new(Odd { panics: false, asked: 0 }));
    add("panics", |_, _| Box::new(Odd { panics: true, asked: 0 }));
    safari_arena::catch_agent_panics();
    let others = ["random", "random-kind", "greedy", "greedy:meeple=4"];
    let play = |more: &str| {
        let others: String = others.iter().map(|agent| format!("[[agent]]\nagent = \"{agent}\"\n")).collect();
        let text = format!("players = 4\ndeals = 3\nseed = 2\n{others}{more}");
        let config = TournamentConfig::parse(&text, &registry).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let tournament = Tournament::new(config, TileSet::safari(), Origin::Seeded, Shard::WHOLE).unwrap();
        let mut kept = Kept::default();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let stop = AtomicBool::new(false);
        let summary = pool.install(|| tournament.run(&mut kept, &NoProgress, &stop, "a test")).unwrap();
        kept.0.sort_by_key(|outcome| outcome.game.game);
        // All that is known of a seat but the numbers of games and sets, which there are more of.
        let rows = kept.0.iter().filter(|game| game.seats.iter().all(|row| row.agent != "odd"));
        let rows = rows.flat_map(|game| &game.seats);
        let rows: Vec<_> = rows.map(|row| safari_data::SeatRow { game: 0, set: 0, ..row.clone() }).collect();
        (rows, summary)
    };
    let (alone, _) = play("");
    assert_eq!(alone.len(), 3 * 4 * 4);
    let dies = "[[agent]]\nkind = \"process\"\nname = \"odd\"\ncommand = [\"sh\", \"-c\", \"exit 3\"]\n";
    let built_in = |agent: &str| format!("[[agent]]\nagent = \"{agent}\"\nname = \"odd\"\n");
    for (more, forfeits) in
        [(built_in("sleeps"), 0), (built_in("panics"), 3 * 4 * 4), (dies.into(), 3 * 4 * 4)]
    {
        let (rows, summary) = play(&more);
        assert_eq!((summary.games, summary.forfeits), (3 * 5 * 4, forfeits), "{more}");
        assert_eq!(rows, alone, "{more}");
    }
}
