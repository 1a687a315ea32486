//! `safari completions`: what a shell needs to complete our arguments.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::console::Console;
use crate::problem::Problem;

pub(crate) fn run(args: &CompletionsArgs, console: &mut Console) -> Result<(), Problem> {
    // Into memory first, as the generator panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "safari", &mut script);
    Ok(console.write_all(&script)?)
}
