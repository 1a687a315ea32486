//! `safari tiles`: the tile set as a list or as a sheet to hold against the box.

use std::io::Write;

use safari_core::{Animal, Drawing, Kind, Terrain, TileSet};
use safari_report::tile_sheet;

use crate::args::TilesArgs;
use crate::console::Console;
use crate::files::{self, Target};
use crate::problem::Problem;
use crate::table::{Align, Table};

pub(crate) fn run(args: &TilesArgs, console: &mut Console) -> Result<(), Problem> {
    let tiles = files::tile_set(args.tiles.as_ref())?;
    let Some(path) = &args.output else { return list(tiles, console) };
    let target = Target::check(path)?;
    target.write(tile_sheet(tiles).as_bytes())?;
    Ok(writeln!(console, "{}: the sheet of {} kinds", path.display(), tiles.kinds().len())?)
}

fn list(tiles: &TileSet, console: &mut Console) -> Result<(), Problem> {
    let mut table = Table::new([
        ("kind", Align::Left),
        ("copies", Align::Right),
        ("sides", Align::Left),
        ("baobab", Align::Left),
        ("birds", Align::Right),
        ("trails and bushes", Align::Left),
    ]);
    for kind in tiles.kinds() {
        table.row(row(tiles, kind, tiles.drawing(kind).copies.to_string()));
    }
    for (kind, at) in tiles.start() {
        let mut row = row(tiles, kind, "1".into());
        row[0] = format!("start {at}");
        table.row(row);
    }
    let style = console.style;
    writeln!(console, "Tile set {:016x}", tiles.hash())?;
    writeln!(
        console,
        "sides N E S W: s savanna, t trail, b bush; a trail with one side is closed inside the tile\n"
    )?;
    writeln!(console, "{}", table.render(style))?;
    Ok(write!(console, "{}", totals(tiles).render(style))?)
}

fn row(tiles: &TileSet, kind: Kind, copies: String) -> Vec<String> {
    let drawing = tiles.drawing(kind);
    let sides = drawing.sides.iter().map(|terrain| terrain.letter()).collect();
    let birds = birds(drawing);
    vec![
        drawing.token.clone(),
        copies,
        sides,
        if drawing.baobab { "baobab".into() } else { String::new() },
        if birds > 0 { birds.to_string() } else { String::new() },
        segments(drawing),
    ]
}

/// `trail EW ape, bush N with 2 birds`.
fn segments(drawing: &Drawing) -> String {
    let segment = |segment: &safari_core::Segment| {
        let what = if segment.terrain == Terrain::Bush { "bush" } else { "trail" };
        let sides: String = segment.sides.iter().map(|side| side.letter()).collect();
        let animal = segment.animal.map_or(String::new(), |animal| format!(" {}", name(animal)));
        let birds = match segment.birds {
            0 => String::new(),
            1 => " 1 bird".into(),
            n => format!(" {n} birds"),
        };
        format!("{what} {sides}{animal}{birds}")
    };
    drawing.segments.iter().map(segment).collect::<Vec<_>>().join(", ")
}

fn name(animal: Animal) -> &'static str {
    ["ape", "elephant", "giraffe", "lion", "zebra"][animal.index()]
}

fn birds(drawing: &Drawing) -> u32 {
    drawing.segments.iter().map(|segment| u32::from(segment.birds)).sum()
}

/// Sums over the stack, over the start tile, and over both.
fn totals(tiles: &TileSet) -> Table {
    let stack: Vec<(&Drawing, u32)> =
        tiles.kinds().map(|kind| (tiles.drawing(kind), u32::from(tiles.drawing(kind).copies))).collect();
    let start: Vec<(&Drawing, u32)> = tiles.start().map(|(kind, _)| (tiles.drawing(kind), 1)).to_vec();
    let mut table = Table::new([
        ("in all", Align::Left),
        ("stack", Align::Right),
        ("start", Align::Right),
        ("sum", Align::Right),
    ]);
    let mut sum = |what: &str, each: &dyn Fn(&Drawing) -> u32| {
        let over = |list: &[(&Drawing, u32)]| list.iter().map(|(drawing, n)| n * each(drawing)).sum::<u32>();
        let (stack, start) = (over(&stack), over(&start));
        table.row(vec![what.into(), stack.to_string(), start.to_string(), (stack + start).to_string()]);
    };
    let of = |terrain: Terrain| {
        move |d: &Drawing| d.segments.iter().filter(|s| s.terrain == terrain).count() as u32
    };
    sum("spaces", &|_| 1);
    sum("baobabs", &|drawing| u32::from(drawing.baobab));
    sum("trail pieces", &of(Terrain::Trail));
    sum("bush pieces", &of(Terrain::Bush));
    sum("birds", &birds);
    for animal in Animal::ALL {
        let count = move |d: &Drawing| d.segments.iter().filter(|s| s.animal == Some(animal)).count() as u32;
        sum(&format!("{} {}", animal.letter(), name(animal)), &count);
    }
    table
}
