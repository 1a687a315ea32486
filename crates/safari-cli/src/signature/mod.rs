//! `safari signature`: one number that changes exactly when behaviour does.
//!
//! Every part is a hash of some games with one agent and one variant, so that a change shows where it bites: a change of
//! the rules moves the parts of `rules`, whose players are no registered agents; a change of an agent moves its own.

mod games;
mod walker;

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use safari_agents::{Factory, Registry};
use safari_core::{BaobabDraw, BonusAnimals, FinalMajority, Mixer, Table, Variant};

use crate::args::SignatureArgs;
use crate::console::Console;
use crate::problem::Problem;
use crate::table::{Align, Table as Listing};
use games::Company;

/// No limit, fixed tables of odd and of even size, the smallest one, and one that shifts.
const TABLES: [Table; 5] = [
    Table::Floor,
    Table::Fixed { width: 9, height: 9 },
    Table::Fixed { width: 8, height: 6 },
    Table::Fixed { width: 5, height: 1 },
    Table::Shifting { width: 9, height: 8 },
];

/// Some games whose hash is one number of the list.
struct Part {
    company: Company,
    /// The variant and its number.
    variant: (usize, Variant),
}

pub(crate) fn run(args: &SignatureArgs, registry: &Registry, console: &mut Console) -> Result<(), Problem> {
    let parts = parts(registry)?;
    let numbers = all(&parts)?;
    let mut total = Mixer::new("signature");
    for (part, &number) in parts.iter().zip(&numbers) {
        total.text(&part.company.name());
        total.word(number);
    }
    let total = total.finish();
    if !args.parts {
        return Ok(writeln!(console, "{total:016x}")?);
    }
    let columns = ["players", "table", "final_majority", "baobab_draw", "bonus_animals", "number"];
    let mut table = Listing::new(columns.map(|name| (name, Align::Left)));
    for (part, number) in parts.iter().zip(&numbers) {
        let Variant { table: size, final_majority, baobab_draw, bonus_animals } = part.variant.1;
        table.row(vec![
            part.company.name(),
            size.to_string(),
            final_majority.to_string(),
            baobab_draw.to_string(),
            bonus_animals.to_string(),
            format!("{number:016x}"),
        ]);
    }
    Ok(write!(console, "{}\ntotal {total:016x}\n", table.render(console.style))?)
}

/// The rules alone, each agent alone, and all agents together, in every variant.
fn parts(registry: &Registry) -> Result<Vec<Part>, Problem> {
    let mut agents: Vec<Factory> = Vec::new();
    for kind in registry.kinds() {
        agents.push(registry.parse(kind.name).map_err(|error| Problem::Failure(error.to_string()))?);
    }
    let mut companies = vec![Company::Rules];
    companies.extend(agents.iter().cloned().map(Company::Agent));
    companies.push(Company::Mixed(agents));
    let with = |company: Company| {
        variants().enumerate().map(move |variant| Part { company: company.clone(), variant })
    };
    Ok(companies.into_iter().flat_map(with).collect())
}

fn variants() -> impl Iterator<Item = Variant> {
    TABLES.into_iter().flat_map(|table| {
        FinalMajority::ALL.iter().flat_map(move |&final_majority| {
            BaobabDraw::ALL.iter().flat_map(move |&baobab_draw| {
                BonusAnimals::ALL.iter().map(move |&bonus_animals| Variant {
                    table,
                    final_majority,
                    baobab_draw,
                    bonus_animals,
                })
            })
        })
    })
}

/// The numbers of the parts, worked out on all cores; which core did which does not matter.
fn all(parts: &[Part]) -> Result<Vec<u64>, Problem> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(parts.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(i) else { return done };
            done.push((i, part.company.number(part.variant.0, part.variant.1)));
        }
    };
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect()
    });
    done.sort_unstable_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, number)| number).collect()
}
