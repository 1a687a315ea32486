//! `safari perft`: counting decisions.

use std::io::{self, Write};
use std::time::Instant;

use safari_core::{Deal, Dealer, Outcome, Position, Seed, perft};

use crate::args::PerftArgs;
use crate::console::Console;
use crate::files;
use crate::problem::Problem;
use crate::table::{Align, Table};

/// Chance from a deal, or every different outcome as a branch.
struct Chance<'d>(Option<Dealer<'d>>);

pub(crate) fn run(args: &PerftArgs, console: &mut Console) -> Result<(), Problem> {
    let tiles = files::tile_set(args.tiles.as_ref())?;
    let deal;
    let (position, chance) = match &args.position {
        Some(path) => {
            let position = Position::from_text(tiles, &files::read(path)?)
                .map_err(|error| Problem::in_file(&files::name(path), error))?;
            (position, Chance(None))
        }
        None => {
            deal = Deal::new(tiles, Seed(args.seed).branch("deal", &[0]));
            let started = deal.start(args.variant.variant(), args.players);
            let (position, dealer) = started.map_err(|error| Problem::Input(error.to_string()))?;
            (position, Chance(Some(dealer)))
        }
    };
    if args.divide {
        divide(&position, chance, args.depth, console)
    } else {
        count(&position, &chance, args.depth, console)
    }
}

/// The counts to every depth.
fn count(position: &Position, chance: &Chance<'_>, depth: u32, console: &mut Console) -> Result<(), Problem> {
    let sequences: Vec<(u32, u64)> = (depth.min(1)..=depth)
        .map(|depth| {
            let start = Instant::now();
            let sequences = chance.sequences(position, depth);
            report(&format!("depth {depth}"), sequences, start);
            (depth, sequences)
        })
        .collect();
    let mut table = Table::new([("depth", Align::Right), ("sequences", Align::Right)]);
    for (depth, sequences) in sequences {
        table.row(vec![depth.to_string(), sequences.to_string()]);
    }
    Ok(write!(console, "{}", table.render(console.style))?)
}

/// The count to one depth, apart for every first decision, or first chance event where chance branches.
fn divide(
    start: &Position,
    mut chance: Chance<'_>,
    depth: u32,
    console: &mut Console,
) -> Result<(), Problem> {
    let begun = Instant::now();
    let mut position = *start;
    if let Some(dealer) = &mut chance.0 {
        settle(&mut position, dealer);
    }
    let ends = depth == 0 || position.is_over();
    let mut rows = if ends { Vec::new() } else { chance.firsts(&position, depth) };
    rows.sort_unstable();
    let total = if ends { 1 } else { rows.iter().map(|(_, sequences)| sequences).sum::<u64>() };
    report(&format!("depth {depth}"), total, begun);
    let mut table = Table::new([("first", Align::Left), ("sequences", Align::Right)]);
    for (name, sequences) in rows {
        table.row(vec![name, sequences.to_string()]);
    }
    table.bold_row(vec!["total".into(), total.to_string()]);
    Ok(write!(console, "{}", table.render(console.style))?)
}

/// Lets chance bring what comes before the next decision.
fn settle(position: &mut Position, dealer: &mut Dealer<'_>) {
    while position.phase().is_chance() {
        let outcome = dealer.next(position);
        position.resolve_unchecked(outcome);
    }
}

impl Chance<'_> {
    /// How many sequences of `depth` decisions there are, with the chance events between them.
    fn sequences(&self, position: &Position, depth: u32) -> u64 {
        match &self.0 {
            Some(dealer) => perft(position, dealer, depth),
            None => branching(position, depth),
        }
    }

    /// The counts after each first decision or chance event of a position that is not over.
    fn firsts(&self, position: &Position, depth: u32) -> Vec<(String, u64)> {
        let after_chance = position.outcomes().map(|(outcome, _)| {
            let mut next = *position;
            next.resolve_unchecked(outcome);
            let name = match outcome {
                Outcome::Tile(kind) => format!("tile {}", position.tiles().token(kind)),
                Outcome::Animal(animal) => format!("animal {animal}"),
            };
            (name, self.sequences(&next, depth))
        });
        let after_decision = position.actions().map(|action| {
            let mut next = *position;
            next.play_unchecked(action);
            (position.token(action).to_string(), self.sequences(&next, depth - 1))
        });
        after_chance.chain(after_decision).collect() // one of the two is empty
    }
}

fn branching(position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    if position.phase().is_chance() {
        let next = |(outcome, _)| {
            let mut next = *position;
            next.resolve_unchecked(outcome);
            branching(&next, depth)
        };
        return position.outcomes().map(next).sum();
    }
    if depth == 1 {
        return u64::from(position.count());
    }
    let next = |action| {
        let mut next = *position;
        next.play_unchecked(action);
        branching(&next, depth - 1)
    };
    position.actions().map(next).sum()
}

/// Time and speed, which are never the same twice, go to standard error.
fn report(what: &str, sequences: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let speed = sequences as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(io::stderr(), "{what}: {sequences} in {seconds:.3} s, {speed:.1} million/s");
}
