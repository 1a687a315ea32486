//! The binary `safari` with the built-in agents.

use std::process::ExitCode;

fn main() -> ExitCode {
    safari_cli::main_with(safari_agents::Registry::standard())
}
