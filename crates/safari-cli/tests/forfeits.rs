//! Tournaments of a program with agents of its own that fail in every way: each failure is a forfeit, and all else goes on.
//!
//! The test runs itself: as a child it is that program.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // A test without the harness that clippy knows.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use safari_agents::{Agent, AgentError, AgentKind, Choice, Ctx, GameInfo, Random, Registry};
use safari_core::{Action, Cell, Position};

const CHILD: &str = "SAFARI_TEST_CHILD";
/// Where this is set, all agents behave.
const CALM: &str = "SAFARI_TEST_CALM";

/// Plays at random and fails where it is told to.
struct Fails(&'static str);

impl Agent for Fails {
    fn start(&mut self, _: &GameInfo<'_>) -> Result<(), AgentError> {
        assert!(self.0 != "starts", "no start");
        Ok(())
    }

    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        if position.filled() > 40 {
            match self.0 {
                "panics" => panic!("it lost\nits head\u{1b}[31m"),
                "cheats" => return Ok(Action::place(0, Cell::new(0, 0)).into()),
                "gives-up" => return Err(AgentError::Protocol("bye".into())),
                _ => {}
            }
        }
        Ok(position.sample(&mut ctx.rng).into())
    }
}

impl Drop for Fails {
    fn drop(&mut self) {
        assert!(self.0 != "drops", "not let go");
    }
}

const FAILING: [(&str, &str); 6] = [
    ("builds", "the agent crashed: it cannot be made at "),
    ("cheats", "the agent answered "),
    ("drops", "the agent crashed: not let go at "),
    ("gives-up", "the agent broke the protocol: bye"),
    ("panics", "the agent crashed: it lost\nits head\u{1b}[31m at "),
    ("starts", "the agent crashed: no start at "),
];

fn program() -> ExitCode {
    let mut registry = Registry::standard();
    let mut add =
        |name, build| registry.add(AgentKind { name, doc: "for a test", params: Vec::new(), build });
    let calm = std::env::var_os(CALM).is_some();
    if calm {
        FAILING.iter().for_each(|(name, _)| add(name, |_, _| Box::new(Random)));
    } else {
        add("builds", |_, _| panic!("it cannot be made"));
        add("cheats", |_, _| Box::new(Fails("cheats")));
        add("drops", |_, _| Box::new(Fails("drops")));
        add("gives-up", |_, _| Box::new(Fails("gives-up")));
        add("panics", |_, _| Box::new(Fails("panics")));
        add("starts", |_, _| Box::new(Fails("starts")));
    }
    safari_cli::main_with(registry)
}

fn child(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.current_dir(dir).args(args).env(CHILD, "1").env_remove("RUST_BACKTRACE").env("LC_ALL", "C.UTF-8");
    command
}

/// Runs the program, checks that all is well, and gives what it printed on both outputs.
fn run(dir: &Path, args: &[&str]) -> (String, String) {
    output(child(dir, args))
}

fn output(mut command: Command) -> (String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    (out, errors)
}

type Row = BTreeMap<String, String>;

fn rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let columns = reader.headers().unwrap().clone();
    let records = reader.records().map(|record| record.unwrap());
    let row =
        |record: csv::StringRecord| columns.iter().zip(&record).map(|(c, x)| (c.into(), x.into())).collect();
    records.map(row).collect()
}

fn names(dir: &Path) -> Vec<String> {
    let Ok(entries) = dir.read_dir() else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn config(dir: &Path, agents: &[&str]) {
    let mut text = String::from("players = 3\ndeals = 2\n");
    agents.iter().for_each(|agent| text += &format!("[[agent]]\nagent = \"{agent}\"\n"));
    std::fs::write(dir.join("t.toml"), text).unwrap();
}

const CALM_ONES: [&str; 3] = ["random-kind", "greedy", "random"];

fn everyone() -> Vec<&'static str> {
    CALM_ONES.into_iter().chain(FAILING.map(|(name, _)| name)).collect()
}

/// Rows of seats by deal, rotation and agents, without the numbers.
fn games(out: &Path) -> BTreeMap<(String, Vec<String>), Vec<Row>> {
    let seats = rows(&out.join("seats.csv"));
    let mut games: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    seats.into_iter().for_each(|row| games.entry(row["game"].clone()).or_default().push(row));
    let named = |mut rows: Vec<Row>| {
        let agents = rows.iter().map(|row| row["agent"].clone()).collect();
        rows.iter_mut().for_each(|row| ["game", "set"].iter().for_each(|id| drop(row.remove(*id))));
        ((rows[0]["deal"].clone(), agents), rows)
    };
    games.into_values().map(named).collect()
}

fn the_tournament_goes_on_and_nobody_else_is_touched(dir: &Path) {
    config(dir, &CALM_ONES);
    let (_, errors) = run(dir, &["tournament", "t.toml", "--out", "calm"]);
    assert_eq!(errors, "");
    config(dir, &everyone());
    let (table, errors) = run(dir, &["tournament", "t.toml", "--out", "out", "--threads", "2"]);
    assert!(errors.starts_with("warning: "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let out = dir.join("out");
    let all = games(&out);
    assert_eq!(all.len(), 84 * 3 * 2);
    for (key, rows) in games(&dir.join("calm")) {
        assert_eq!(all[&key], rows, "{key:?}");
    }
    let mut by_agent: BTreeMap<String, usize> = BTreeMap::new();
    let forfeits: Vec<Row> =
        rows(&out.join("games.csv")).into_iter().filter(|row| !row["forfeit"].is_empty()).collect();
    let seats = rows(&out.join("seats.csv"));
    for game in &forfeits {
        let own: Vec<&Row> = seats.iter().filter(|row| row["game"] == game["game"]).collect();
        let loser = own.iter().find(|row| row["seat"] == game["forfeit"]).unwrap();
        *by_agent.entry(loser["agent"].clone()).or_default() += 1;
        for row in &own {
            let share = if row["seat"] == game["forfeit"] { "0.0" } else { "0.5" };
            assert_eq!(row["win_share"], share);
        }
        assert_eq!(loser["rank"], "3");
    }
    assert!(FAILING.iter().all(|(name, _)| by_agent[*name] > 0) && by_agent.len() == 6, "{by_agent:?}");
    // Who meets nobody that fails earlier fails in all its games.
    for game in seats.chunks(3) {
        let fails = game.iter().any(|row| FAILING.iter().any(|(name, _)| row["agent"] == *name));
        assert_eq!(fails, forfeits.iter().any(|row| row["game"] == game[0]["game"]));
    }
    for standing in rows(&out.join("standings.csv")) {
        let own = by_agent.get(&standing["agent"]).copied().unwrap_or(0);
        assert_eq!(standing["forfeits"], own.to_string());
    }
    // The files tell each of them, and nothing else.
    let mut expected: Vec<String> = forfeits.iter().map(|row| format!("{}.txt", row["game"])).collect();
    expected.sort();
    assert_eq!(names(&out.join("forfeits")), expected);
    assert!(errors.starts_with(&format!("warning: {} games were forfeited: ", forfeits.len())), "{errors}");
    assert!(errors.ends_with("; see out/forfeits\n"), "{errors}");
    by_agent.iter().for_each(|(name, n)| assert!(errors.contains(&format!("{name} {n}")), "{errors}"));
    assert!(table.lines().next().unwrap().ends_with("  forfeits"), "{table}");
}

fn each_forfeit_can_be_seen_again(dir: &Path) {
    let out = dir.join("out");
    let seats = rows(&out.join("seats.csv"));
    for (name, message) in FAILING {
        let game = rows(&out.join("games.csv"))
            .into_iter()
            .find(|game| {
                let own =
                    seats.iter().find(|row| row["game"] == game["game"] && row["seat"] == game["forfeit"]);
                own.is_some_and(|row| row["agent"] == name)
            })
            .unwrap();
        let (id, seat) = (&game["game"], &game["forfeit"]);
        let text = std::fs::read_to_string(out.join(format!("forfeits/{id}.txt"))).unwrap();
        assert!(text.starts_with(&format!("game {id}: seat {seat} ({name}) forfeits: {message}")), "{text}");
        let this = std::env::current_exe().unwrap();
        let this = this.file_name().unwrap().to_str().unwrap();
        assert!(text.contains(&format!("\nagain: {this} replay out --game {id}\n")), "{text}");
        assert!(text.contains("\nseats: ") && text.contains("\nasked so far: "), "{text}");
        let position = text.split("\nthe position:\n").nth(1).unwrap();
        std::fs::write(dir.join("position.txt"), position).unwrap();
        run(dir, &["perft", "--depth", "0", "--position", "position.txt"]);

        let (told, errors) = run(dir, &["replay", "out", "--game", id]);
        let last =
            told.split(&format!("\nseat {seat} forfeits: ")).nth(1).unwrap_or_else(|| panic!("{told}"));
        assert!(last.starts_with(&message.replace('\u{1b}', "\u{fffd}")), "{last}");
        assert_eq!(errors, "");
        // Lines for programs stay lines for programs.
        let (lines, errors) = run(dir, &["replay", "out", "--game", id, "--json"]);
        assert!(lines.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{lines}");
        assert!(errors.starts_with(&format!("seat {seat} forfeits: ")), "{errors}");
        let (_, errors) = run(dir, &["replay", "out", "--game", id, "--record", "game.json"]);
        assert!(!errors.is_empty(), "a record of a game that broke off says so");
        let (told, _) = run(dir, &["replay", "game.json"]);
        let over = ["drops"].contains(&name);
        assert_eq!(told.contains("The record stops here"), !over, "{told}");
    }
}

fn forfeits_are_the_same_bytes_for_any_number_of_threads(dir: &Path) {
    for threads in ["1", "3"] {
        run(dir, &["tournament", "t.toml", "--out", threads, "--threads", threads, "--set", "records=all"]);
        for name in ["games.csv", "seats.csv", "standings.csv"] {
            let read = |out: &str| std::fs::read_to_string(dir.join(out).join(name)).unwrap();
            assert!(read("out") == read(threads), "{name}");
        }
        assert_eq!(names(&dir.join(threads).join("forfeits")), names(&dir.join("out/forfeits")));
        assert_eq!(names(&dir.join(threads).join("records")).len(), 84 * 3 * 2);
    }
}

fn forfeits_are_told_in_every_format_and_in_quiet(dir: &Path) {
    config(dir, &["random-kind", "panics", "random"]);
    for format in ["table", "markdown", "json"] {
        let (told, errors) =
            run(dir, &["tournament", "t.toml", "--out", "short", "--quiet", "--format", format]);
        // The second and third time nothing is left to play.
        assert_eq!(errors, "warning: 6 games were forfeited: panics 6; see short/forfeits\n");
        assert!(told.contains("forfeits"), "{told}");
    }
    let (_, errors) = run(dir, &["match", "panics", "random", "--deals", "1", "--quiet"]);
    assert_eq!(errors, "warning: 2 games were forfeited: panics 2\n");
}

fn a_run_is_not_mixed_with_one_of_an_agent_that_was_mended(dir: &Path) {
    let mut mended = child(dir, &["tournament", "t.toml", "--out", "short"]);
    mended.env(CALM, "1");
    let output = mended.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("`short` holds another run: its behaviour (signature) differs"), "{errors}");
    assert!(dir.join("short/forfeits").exists());
}

fn main() -> ExitCode {
    if std::env::var_os(CHILD).is_some() {
        return program();
    }
    let dir = tempfile::tempdir().unwrap();
    macro_rules! test {
        ($($name:ident)+) => {$(
            $name(dir.path());
            println!("test {} ... ok", stringify!($name));
        )+};
    }
    test!(
        the_tournament_goes_on_and_nobody_else_is_touched
        each_forfeit_can_be_seen_again
        forfeits_are_the_same_bytes_for_any_number_of_threads
        forfeits_are_told_in_every_format_and_in_quiet
        a_run_is_not_mixed_with_one_of_an_agent_that_was_mended
    );
    println!("\ntest result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
    ExitCode::SUCCESS
}
