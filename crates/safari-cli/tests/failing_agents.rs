//! `main_with` of a program with agents of its own, some of which fail.
//!
//! The test runs itself: as a child it is that program.

use std::process::{Command, ExitCode};

use safari_agents::{Agent, AgentError, AgentKind, Choice, Ctx, Random, Registry};
use safari_core::{Action, Cell, Position};

const CHILD: &str = "SAFARI_TEST_CHILD";

struct Panics;

impl Agent for Panics {
    fn choose(&mut self, _position: &Position, _ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        panic!("it lost its head")
    }
}

struct Cheats;

impl Agent for Cheats {
    fn choose(&mut self, _position: &Position, _ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        Ok(Action::place(0, Cell::new(0, 0)).into())
    }
}

fn program() -> ExitCode {
    let mut registry = Registry::standard();
    let mut add =
        |name, build| registry.add(AgentKind { name, doc: "for a test", params: Vec::new(), build });
    add("mine", |_, _| Box::new(Random));
    add("panics", |_, _| Box::new(Panics));
    add("cheats", |_, _| Box::new(Cheats));
    safari_cli::main_with(registry)
}

/// Runs the program, checks its exit code, and gives what it printed on both outputs.
fn run(code: i32, args: &[&str]) -> (String, String) {
    let this = std::env::current_exe().expect("this test is a file");
    let output =
        Command::new(this).args(args).env(CHILD, "1").env_remove("RUST_BACKTRACE").output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("outputs are text");
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{errors}");
    (out, errors)
}

fn main() -> ExitCode {
    if std::env::var_os(CHILD).is_some() {
        return program();
    }
    let (list, _) = run(0, &["agents"]);
    assert!(list.contains("\nmine ") && list.contains("\nrandom "), "{list}");
    let (standing, _) = run(0, &["play", "--agents", "mine,random"]);
    assert!(standing.contains("Winner: "), "{standing}");

    let (_, errors) = run(1, &["play", "--agents", "random,panics"]);
    assert!(
        errors.starts_with("error: agent panics, seat 1: the agent crashed: it lost its head at "),
        "{errors}"
    );
    assert!(errors.contains("safari-position 1") && !errors.contains("panicked"), "{errors}");

    let (_, errors) = run(1, &["play", "--agents", "cheats,random", "--seed", "5"]);
    assert!(errors.starts_with("error: agent cheats, seat 0: the agent answered "), "{errors}");
    assert!(errors.contains("already holds a tile (rule 3.1)"), "{errors}");
    assert!(
        errors.contains("seed 5 with the agents cheats,random") && errors.contains("safari-position 1"),
        "{errors}"
    );
    ExitCode::SUCCESS
}
