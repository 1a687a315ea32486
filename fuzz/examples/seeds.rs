//! Writes the first corpus of every fuzz target from real games: `cargo run --example seeds -- DIRECTORY`.

use std::fs;
use std::path::{Path, PathBuf};

use safari_agents::Budget;
use safari_core::{Outcome, Position, SAFARI_TOML, Seed, TileSet};
use safari_data::{DealText, GameRecord, Recorder};
use safari_protocol::Message;

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "corpus".into()));
    tokens(&root.join("token"))?;
    positions(&root.join("position_text"))?;
    tile_files(&root.join("tile_file"))?;
    records(&root.join("record"))?;
    protocol(&root.join("protocol"))
}

fn write(folder: &Path, name: &str, data: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(format!("game-{name}")), data)
}

/// Some legal tokens of each position of the pool, after the position's number.
fn tokens(folder: &Path) -> std::io::Result<()> {
    for (number, position) in safari_fuzz::pool(TileSet::safari()).iter().enumerate() {
        let count = position.count();
        let step = (count / 6).max(1);
        for n in (0..count).step_by(step as usize) {
            let token = position.token(position.nth(n)).to_string();
            let data = [&[number as u8], token.as_bytes()].concat();
            write(folder, &format!("{number}-{n}"), &data)?;
        }
    }
    Ok(())
}

fn positions(folder: &Path) -> std::io::Result<()> {
    for (number, position) in safari_fuzz::pool(TileSet::safari()).iter().enumerate() {
        write(folder, &number.to_string(), position.to_text().as_bytes())?;
    }
    Ok(())
}

/// The built-in file, and files with a few of its types.
fn tile_files(folder: &Path) -> std::io::Result<()> {
    let start = SAFARI_TOML.find("[[start]]").expect("the file has a start tile");
    let types: Vec<&str> =
        SAFARI_TOML[..start].split_inclusive("\n\n").filter(|t| t.contains("[[tile]]")).collect();
    write(folder, "whole", SAFARI_TOML.as_bytes())?;
    for (i, few) in types.chunks(2).enumerate() {
        write(folder, &i.to_string(), format!("{}{}", few.concat(), &SAFARI_TOML[start..]).as_bytes())?;
    }
    Ok(())
}

/// What is told before a game that begins at each position of the pool, and what is asked there.
fn protocol(folder: &Path) -> std::io::Result<()> {
    for (number, position) in safari_fuzz::pool(TileSet::safari()).iter().enumerate() {
        let hash = position.tiles().hash();
        let mut text = format!(
            "safari-protocol 1\ntileset {hash:016x}\nvariant floor most before_scoring independent\n"
        );
        text += &format!("players {}\nseat 0\nhands AE EG\n", position.players());
        position.to_text().lines().for_each(|line| text += &format!("position {line}\n"));
        if position.phase().is_decision() {
            let tokens = position.actions().take(9).map(|action| position.token(action).to_string());
            let go = Message::Go {
                seat: position.seat(),
                phase: position.phase(),
                seed: Seed(number as u64),
                budget: Budget::Iterations(50),
                left: Some(Budget::Iterations(100)),
                legal: tokens.collect(),
            };
            text += &format!("{go}\n");
        }
        write(folder, &number.to_string(), text.as_bytes())?;
    }
    Ok(())
}

/// Whole records and records that stop early, with and without the deal.
fn records(folder: &Path) -> std::io::Result<()> {
    let tiles = TileSet::safari();
    for game in 0..12 {
        let (deal, players) = safari_fuzz::deal(tiles, game);
        let all = safari_fuzz::positions(tiles, game);
        let agents: Vec<String> = (0..players).map(|seat| format!("agent{seat}")).collect();
        for stop in [all.len() / 8, all.len() / 2, all.len()] {
            let mut record = GameRecord::new("seeds", &all[0], agents.clone());
            let mut recorder = Recorder::default();
            for pair in all[..stop].windows(2) {
                take_down(&mut recorder, &pair[0], &pair[1]);
            }
            record.events = recorder.into_events();
            if game % 3 == 0 {
                record.deal = Some(DealText::new(&deal, tiles));
            }
            write(folder, &format!("{game}-{stop}"), record.to_json().as_bytes())?;
        }
    }
    Ok(())
}

/// Finds the decision or outcome that leads from one position to the next.
fn take_down(recorder: &mut Recorder, before: &Position, after: &Position) {
    let outcome = before.outcomes().map(|(outcome, _)| outcome).find(|&outcome: &Outcome| {
        let mut next = *before;
        next.resolve(outcome).is_ok() && next.hash() == after.hash()
    });
    if let Some(outcome) = outcome {
        return recorder.chance(before, outcome, after);
    }
    let action = before.actions().find(|&action| {
        let mut next = *before;
        next.play(action).is_ok() && next.hash() == after.hash()
    });
    recorder.decision(before, action.expect("one of the choices leads there"));
}
