//! The safari program with one more agent.

mod hasty;

use std::process::ExitCode;

use safari_agents::Registry;

fn main() -> ExitCode {
    let mut registry = Registry::standard();
    registry.add(hasty::kind());
    safari_cli::main_with(registry)
}
