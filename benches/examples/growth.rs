//! How the cost of a turn grows with the turn, the players and the table: measures it and draws it.
//!
//! `cargo run --release -p safari-benches --example growth -- measure > docs/growth.csv` takes about a minute;
//! `cargo run --release -p safari-benches --example growth -- draw docs/growth.csv docs` draws `growth-*.svg` from it.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use plotters::prelude::*;
use safari_agents::{Agent, Clock, Ctx};
use safari_arena::ThreadClock;
use safari_benches::{Table, VARIANTS, decision, start, table};
use safari_core::{Position, Seed};

/// Games whose positions are measured.
const GAMES: u64 = 64;
/// The best of so many repetitions counts.
const REPETITIONS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["measure"] => measure(),
        ["draw", data, folder] => draw(&std::fs::read_to_string(data)?, Path::new(folder))?,
        _ => return Err("say `measure`, or `draw FILE.csv FOLDER`".into()),
    }
    Ok(())
}

fn measure() {
    println!("table,players,turn,placements,actions,random_turn_ns,greedy_turn_ns");
    for name in VARIANTS {
        for players in 2..=5 {
            if name == "floor" || players == 2 {
                by_turn(name, players);
            }
        }
    }
}

/// The rows of one setting. All positions are from games of `greedy-v1`, so that they look like games.
fn by_turn(name: &str, players: usize) {
    let mut random = table("random-kind", players);
    let mut greedy = table("greedy-v1", players);
    let mut games: Vec<(Position, Ctx<'static>)> = (0..GAMES)
        .map(|game| (start(players, name), decision(Seed(game).branch("growth", &[]).rng())))
        .collect();
    for turn in 1.. {
        let live: Vec<Position> =
            games.iter().map(|(position, _)| *position).filter(|position| !position.is_over()).collect();
        if live.len() < GAMES as usize / 2 {
            return;
        }
        let random_ns = nanoseconds(&live, &mut random, 40);
        let greedy_ns = nanoseconds(&live, &mut greedy, 1);
        let (mut placements, mut actions) = (0, 0);
        for (position, ctx) in &mut games {
            let counts = play_turn(position, &mut greedy, ctx);
            placements += counts[0];
            actions += counts[1];
        }
        let mean = |sum: u32| f64::from(sum) / live.len() as f64;
        println!(
            "{name},{players},{turn},{:.2},{:.2},{random_ns:.1},{greedy_ns:.0}",
            mean(placements),
            mean(actions)
        );
    }
}

/// Plays until the next turn begins; gives how many placements and actions there were to choose from.
fn play_turn(position: &mut Position, agents: &mut Table, ctx: &mut Ctx<'_>) -> [u32; 2] {
    let mut counts = [0; 2];
    let mut begun = false;
    while !(position.is_over() || begun && position.is_between_turns()) {
        if position.phase().is_chance() {
            let outcome = position.sample_outcome(&mut ctx.rng);
            position.resolve_unchecked(outcome);
            continue;
        }
        begun = true;
        match position.phase() {
            safari_core::Phase::Place => counts[0] += position.count(),
            safari_core::Phase::Action => counts[1] += position.count(),
            _ => {}
        }
        let agent: &mut dyn Agent = &mut *agents[position.seat()];
        let action = match position.count() {
            1 => position.nth(0),
            _ => agent.choose(position, ctx).expect("built-in agents answer").action,
        };
        position.play(action).expect("built-in agents obey the rules");
    }
    counts
}

/// The nanoseconds of a turn, without the copy of the position.
fn nanoseconds(positions: &[Position], agents: &mut Table, times: u32) -> f64 {
    let mut best = [Duration::MAX; 2];
    for repetition in 0..REPETITIONS {
        let begun = ThreadClock.now();
        for position in positions {
            let mut ctx = decision(Seed(repetition as u64).rng());
            for _ in 0..times {
                let mut next = *black_box(position);
                black_box(play_turn(&mut next, agents, &mut ctx));
                black_box(&next);
            }
        }
        let middle = ThreadClock.now();
        for position in positions {
            for _ in 0..times {
                let next = *black_box(position);
                black_box(&next);
            }
        }
        best[0] = best[0].min(middle - begun);
        best[1] = best[1].min(ThreadClock.now() - middle);
    }
    (best[0].as_secs_f64() - best[1].as_secs_f64()) * 1e9 / (positions.len() as f64 * f64::from(times))
}

/// A row of the data.
struct Row {
    series: String,
    turn: f64,
    values: [f64; 4],
}

/// Colours that differ for most eyes (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

fn draw(data: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut rows = Vec::new();
    for line in data.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number =
            |i: usize| fields.get(i).ok_or("a field is missing")?.parse::<f64>().map_err(|e| e.to_string());
        rows.push(Row {
            series: format!("{}, {} players", fields[0], fields[1]),
            turn: number(2)?,
            values: [number(3)?, number(4)?, number(5)? / 1000.0, number(6)? / 1000.0],
        });
    }
    for (i, file, title) in [
        (0, "growth-placements.svg", "placements to choose from, mean"),
        (1, "growth-actions.svg", "actions to choose from, mean"),
        (2, "growth-random.svg", "a turn of random-kind, in microseconds"),
        (3, "growth-greedy.svg", "a turn of greedy-v1, in microseconds"),
    ] {
        plot(&rows, i, &folder.join(file), title)?;
    }
    Ok(())
}

fn plot(rows: &[Row], value: usize, path: &Path, title: &str) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (760, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let last = rows.iter().map(|row| row.turn).fold(1.0, f64::max);
    let most = rows.iter().map(|row| row.values[value]).fold(0.0, f64::max) * 1.05;
    let digits = if most < 2.0 { 2 } else { 0 };
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..last + 1.0, 0.0..most)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("turn")
        .y_label_formatter(&|y| format!("{y:.digits$}"))
        .draw()?;
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.series.as_str()) {
            names.push(&row.series);
        }
    }
    for (i, name) in names.into_iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let points = rows.iter().filter(|row| row.series == name).map(|row| (row.turn, row.values[value]));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(if most < 2.0 { SeriesLabelPosition::LowerRight } else { SeriesLabelPosition::UpperLeft })
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(200, 200, 200))
        .draw()?;
    area.present()?;
    Ok(())
}
