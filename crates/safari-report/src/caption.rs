//! What a position waits for, in words.

use safari_core::{AnimalCounts, Phase, Placed, Position, TileSet};

/// One sentence without a full stop, such as `seat 1 places 26EZ`.
pub(crate) fn waits_for(position: &Position) -> String {
    let seat = position.seat();
    match position.phase() {
        Phase::DrawTile => format!("seat {seat} draws a land tile"),
        Phase::Place => {
            let token = position.tile().map_or("", |kind| position.tiles().token(kind));
            format!("seat {seat} places {token}")
        }
        Phase::Action => format!("seat {seat} takes an action or none"),
        Phase::DrawAnimal => format!("seat {seat} draws an animal tile"),
        Phase::Bonus => {
            let animals: Vec<String> = position.bonus_choices().iter().map(|a| a.to_string()).collect();
            format!("seat {seat} may add {} to what is scored", animals.join(" or "))
        }
        Phase::Ranger => format!("seat {seat} puts the displaced ranger back"),
        Phase::Over => victory(position),
    }
}

fn victory(position: &Position) -> String {
    let winners: Vec<usize> = position.winners().collect();
    let points = winners.first().map_or(0, |&seat| position.score(seat));
    match winners[..] {
        [seat] => format!("the game is over: seat {seat} wins with {points} points"),
        _ => {
            let seats: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
            format!("the game is over: seats {} share the victory with {points} points", seats.join(" and "))
        }
    }
}

/// The tile placed last, unless it is the start tile.
pub(crate) fn last_tile(position: &Position) -> Option<Placed> {
    position.placed().last().filter(|_| position.filled() > position.tiles().start().len())
}

/// A placement as the notation spells it: `26EZ@3,-1/1` (RULES 10).
pub(crate) fn placement(tiles: &TileSet, placed: Placed) -> String {
    format!("{}@{}/{}", tiles.token(placed.kind), placed.at, placed.rotation)
}

/// Counts by animal: `A6 E8 G7 L6 Z7`, or `none`.
pub(crate) fn counts(counts: AnimalCounts) -> String {
    let some = counts.set().iter().map(|animal| format!("{animal}{}", counts.0[animal.index()]));
    let list: Vec<String> = some.collect();
    if list.is_empty() { "none".to_owned() } else { list.join(" ") }
}

/// The kinds left in the stack: `1 x2`, `2E`, in the order of the file.
pub(crate) fn stack(position: &Position) -> Vec<String> {
    let tiles = position.tiles();
    let left = tiles.kinds().map(|kind| (tiles.token(kind), position.left_of(kind)));
    left.filter(|&(_, left)| left > 0)
        .map(|(token, left)| if left == 1 { token.to_owned() } else { format!("{token} x{left}") })
        .collect()
}
