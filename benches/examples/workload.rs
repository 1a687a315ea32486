//! Runs one fixed workload so many times, for a tool that counts instructions.
//!
//! `workload` lists them, one a line: name, unit, the two numbers of repetitions, units a repetition.
//! `workload NAME N` runs one.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is what the example is for")]

use std::process::ExitCode;

use safari_benches::workloads::{UNITS, WORKLOADS};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for workload in WORKLOADS {
                let units = if matches!(workload.unit, "action" | "token") { UNITS } else { 1 };
                let [short, long] = workload.runs;
                println!("{}\t{}\t{short}\t{long}\t{units}", workload.name, workload.unit);
            }
            ExitCode::SUCCESS
        }
        [name, times] => {
            let workload = WORKLOADS.iter().find(|workload| workload.name == name);
            let (Some(workload), Ok(times)) = (workload, times.parse()) else {
                eprintln!("there is no workload `{name}`, or `{times}` is no number");
                return ExitCode::from(2);
            };
            (workload.run)(times);
            ExitCode::SUCCESS
        }
        _ => ExitCode::from(2),
    }
}
