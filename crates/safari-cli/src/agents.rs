//! `safari agents`: which agents there are and what can be set.

use std::io::Write;

use safari_agents::Registry;

use crate::args::AgentsArgs;
use crate::console::Console;
use crate::problem::Problem;
use crate::table::{Align, Table};

pub(crate) fn run(args: &AgentsArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    match &args.name {
        None => list(registry, console),
        Some(name) => show(name, registry, console),
    }
}

fn list(registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let mut table =
        Table::new([("agent", Align::Left), ("parameters", Align::Right), ("what it does", Align::Left)]);
    for kind in registry.kinds() {
        table.row(vec![kind.name.into(), kind.params.len().to_string(), kind.doc.into()]);
    }
    Ok(write!(console, "{}", table.render(console.style))?)
}

fn show(name: &str, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let kind = registry.kind(name).map_err(|error| Problem::Input(error.to_string()))?;
    let style = console.style;
    writeln!(console, "{}: {}", style.bold(kind.name), kind.doc)?;
    if kind.params.is_empty() {
        return Ok(writeln!(console, "It has no parameters.")?);
    }
    let mut table = Table::new([
        ("parameter", Align::Left),
        ("default", Align::Left),
        ("may be", Align::Left),
        ("what it is", Align::Left),
    ]);
    for param in &kind.params {
        let (name, doc) = (param.name.to_owned(), param.doc.to_owned());
        table.row(vec![name, param.default_text(), param.domain.to_string(), doc]);
    }
    let first = &kind.params[0];
    let example = format!("{}:{}={}", kind.name, first.name, first.defaults[0]);
    Ok(write!(console, "\n{}\nSet them by colons: `{example}`\n", table.render(style))?)
}
