//! The command line of the Carcassonne Safari toolkit.
//!
//! [`main_with`] is the whole program for a registry of agents. The binary `safari` calls it with the built-in ones;
//! a program of your own adds agents first:
//!
//! ```no_run
//! use safari_agents::{AgentKind, Random, Registry};
//!
//! fn main() -> std::process::ExitCode {
//!     let mut registry = Registry::standard();
//!     registry.add(AgentKind {
//!         name: "mine",
//!         doc: "an agent of my own",
//!         params: Vec::new(),
//!         build: |_given, _players| Box::new(Random),
//!     });
//!     safari_cli::main_with(registry)
//! }
//! ```
//!
//! What was typed is parsed first (`args`); each command turns it into what will be done, and checks files before it
//! begins. Errors know their exit code (`problem`).

mod agents;
mod args;
mod bot;
mod completions;
mod console;
mod exit;
mod files;
mod guard;
mod listing;
mod locate;
mod perft;
mod play;
mod problem;
mod replay;
mod signature;
mod speed;
mod standing;
mod stats;
mod table;
mod tiles;
mod tournament;
mod tune;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use safari_agents::Registry;

use args::{Args, Command};
use console::Console;
use exit::Exit;
use problem::Problem;

/// The name and version of this program, with the state of its sources.
const PROGRAM: &str = concat!("safari ", env!("CARGO_PKG_VERSION"), " (git ", env!("SAFARI_GIT"), ")");

/// Runs the program that the command line asks for, with these agents.
pub fn main_with(registry: Registry) -> ExitCode {
    guard::guarded(|| {
        let args = match Args::try_parse() {
            Ok(args) => args,
            Err(error) => {
                // Help and version go to standard output and are fine; a closed pipe there is nobody's concern.
                let _ = error.print();
                return if error.use_stderr() { Exit::Input } else { Exit::Fine };
            }
        };
        let mut console = Console::new(args.color);
        let result = run(&args.command, &registry, &mut console);
        // What was printed before a problem comes before its message.
        let flushed = console.flush().map_err(Problem::from);
        match result.and(flushed) {
            Ok(()) => Exit::Fine,
            Err(problem) => {
                if let Some(message) = problem.message() {
                    let _ = writeln!(io::stderr(), "error: {}", printable(message));
                }
                problem.exit()
            }
        }
    })
    .into()
}

/// A text of unknown origin without what a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn run(command: &Command, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    match command {
        Command::Play(args) => play::run(args, registry, console),
        Command::Tournament(args) => tournament::run(args, registry, console),
        Command::Schedule(args) => tournament::run_schedule(args, registry, console),
        Command::Merge(args) => tournament::run_merge(args, registry, console),
        Command::Watch(args) => tournament::run_watch(args, console),
        Command::Stats(args) => stats::run(args, console),
        Command::Tune(args) => tune::run(args, registry, console),
        Command::Match(args) => tournament::run_match(args, registry, console),
        Command::Replay(args) => replay::run(args, registry, console),
        Command::Tiles(args) => tiles::run(args, console),
        Command::Perft(args) => perft::run(args, console),
        Command::Speed(args) => speed::run(args, registry, console),
        Command::Signature(args) => signature::run(args, registry, console),
        Command::Agents(args) => agents::run(args, registry, console),
        Command::Bot(args) => bot::run(args, registry),
        Command::Completions(args) => completions::run(args, console),
    }
}
