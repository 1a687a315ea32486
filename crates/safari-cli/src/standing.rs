//! The final standing of a game as a table.

use safari_core::{Position, Source};

use crate::console::Style;
use crate::table::{Align, Table};

/// The standing of a game that is over, best first, and a line that names the winners.
pub(crate) fn standing(position: &Position, agents: &[String], style: Style) -> String {
    let mut table = Table::new([
        ("rank", Align::Right),
        ("seat", Align::Right),
        ("agent", Align::Left),
        ("score", Align::Right),
        ("dig", Align::Right),
        ("extend", Align::Right),
        ("hole", Align::Right),
        ("trail", Align::Right),
        ("bush", Align::Right),
        ("ranger", Align::Right),
        ("trail", Align::Right),
        ("bush", Align::Right),
        ("animals", Align::Right),
        ("meeples", Align::Right),
        ("animals", Align::Left),
    ]);
    table.group(4, 10, "points in the game");
    table.group(10, 13, "at the end");
    table.group(13, 15, "in supply");
    let mut seats: Vec<usize> = position.seats().collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(position.score(seat)));
    for &seat in &seats {
        let rank = 1 + seats.iter().filter(|&&other| position.score(other) > position.score(seat)).count();
        let agent = agents.get(seat).map_or("", String::as_str);
        let mut row =
            vec![rank.to_string(), seat.to_string(), agent.to_owned(), position.score(seat).to_string()];
        row.extend(Source::ALL.map(|source| position.points(seat).of(source).to_string()));
        let hand = position.hand(seat).to_string();
        row.extend([position.meeples(seat).to_string(), if hand.is_empty() { "-".into() } else { hand }]);
        if rank == 1 { table.bold_row(row) } else { table.row(row) }
    }
    format!("{}\n{}\n", table.render(style), winners(position, agents))
}

fn winners(position: &Position, agents: &[String]) -> String {
    let winners: Vec<usize> = position.winners().collect();
    let points = winners.first().map_or(0, |&seat| position.score(seat));
    let name = |seat: &usize| match agents.get(*seat) {
        Some(agent) => format!("seat {seat} ({agent})"),
        None => format!("seat {seat}"),
    };
    match &winners[..] {
        [seat] => format!("Winner: {} with {points} points", name(seat)),
        seats => {
            let names: Vec<String> = seats.iter().map(name).collect();
            format!("Shared victory: {} with {points} points each", names.join(", "))
        }
    }
}
