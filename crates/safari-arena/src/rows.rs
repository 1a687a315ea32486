//! Rows as text: the lines of `games.csv` and `seats.csv` of one set, written once and read where a run goes on.

use std::io;

use safari_data::{GameRow, SeatRow};

use crate::tournament::GameOutcome;

/// The columns, so that a file without rows has a head, too.
pub(crate) mod columns {
    pub const GAMES: &str = "game,set,deal,line_up,rotation,players,turns,decisions,forced,forfeit";
    pub const SEATS: &str = "game,set,deal,seat,agent,score,rank,win_share,dig,extend,hole,trail,bush,ranger,\
                             final_trail,final_bush,final_animals,meeples,animal_tiles,decisions";
    pub const TIMING: &str =
        "agent,timed_decisions,seconds,seconds_per_decision,iterations_per_s,games_per_s";
}

/// The rows of a game.
pub type GameRows = (GameRow, Vec<SeatRow>);

/// The rows of a set as lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetText {
    /// Lines of `games.csv`, each with its end.
    pub games: String,
    /// Lines of `seats.csv`.
    pub seats: String,
}

impl SetText {
    /// Writes the rows of a set.
    pub fn of(outcomes: &[GameOutcome]) -> SetText {
        let mut text = SetText::default();
        for outcome in outcomes {
            write_game(&outcome.game, &mut text.games);
            outcome.seats.iter().for_each(|row| write_seat(row, &mut text.seats));
        }
        text
    }

    /// Reads the rows of a set.
    ///
    /// # Errors
    /// A line is none of its file.
    pub fn rows(&self) -> io::Result<Vec<GameRows>> {
        fn read<T: serde::de::DeserializeOwned>(text: &str) -> io::Result<Vec<T>> {
            let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let rows: Result<Vec<T>, csv::Error> = reader.into_deserialize().collect();
            rows.map_err(io::Error::other)
        }
        let mut seats = read::<SeatRow>(&self.seats)?.into_iter();
        let games = read::<GameRow>(&self.games)?;
        let rows = games.into_iter().map(|game| {
            let own: Vec<SeatRow> = seats.by_ref().take(game.players as usize).collect();
            let fits = own.len() == game.players as usize && own.iter().all(|row| row.game == game.game);
            if fits { Ok((game, own)) } else { Err(io::Error::other("rows of seats do not fit the games")) }
        });
        let rows = rows.collect::<io::Result<Vec<_>>>()?;
        if seats.next().is_some() { Err(io::Error::other("there are rows of other games")) } else { Ok(rows) }
    }
}

/// Numbers never need quotes; written here without the detour over serde, which took as long as a tenth of a random game.
fn write_game(row: &GameRow, line: &mut String) {
    let mut digits = itoa::Buffer::new();
    for number in [row.game, row.set, row.deal] {
        line.push_str(digits.format(number));
        line.push(',');
    }
    for number in [row.line_up, row.rotation, row.players, row.turns, row.decisions, row.forced] {
        line.push_str(digits.format(number));
        line.push(',');
    }
    if let Some(seat) = row.forfeit {
        line.push_str(digits.format(seat));
    }
    line.push('\n');
}

fn write_seat(row: &SeatRow, line: &mut String) {
    let mut digits = itoa::Buffer::new();
    for number in [row.game, row.set, row.deal, u64::from(row.seat)] {
        line.push_str(digits.format(number));
        line.push(',');
    }
    write_name(&row.agent, line);
    line.push(',');
    for number in [row.score, row.rank] {
        line.push_str(digits.format(number));
        line.push(',');
    }
    line.push_str(ryu::Buffer::new().format(row.win_share));
    for number in row.points().into_iter().chain([row.meeples, row.animal_tiles, row.decisions]) {
        line.push(',');
        line.push_str(digits.format(number));
    }
    line.push('\n');
}

/// A name, in quotes where it has commas or quotes or might be taken for something else; it has no control characters.
fn write_name(name: &str, line: &mut String) {
    if name.contains([',', '"']) {
        line.push('"');
        line.push_str(&name.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    fn line<T: Serialize>(row: &T) -> String {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        writer.serialize(row).expect("plain data");
        String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("text")
    }

    fn seat_row(agent: &str, win_share: f64) -> SeatRow {
        SeatRow {
            game: 12,
            set: 6,
            deal: u64::MAX,
            seat: 1,
            agent: agent.into(),
            score: 130,
            rank: 2,
            win_share,
            dig: 1,
            extend: 2,
            hole: 3,
            trail: 4,
            bush: 5,
            ranger: 6,
            final_trail: 7,
            final_bush: 8,
            final_animals: 9,
            meeples: 10,
            animal_tiles: 11,
            decisions: u32::MAX,
        }
    }

    #[test]
    fn lines_are_those_that_the_csv_crate_writes() {
        for forfeit in [None, Some(0), Some(4)] {
            let row = GameRow {
                game: 0,
                set: 1,
                deal: 2,
                line_up: 3,
                rotation: 4,
                players: 5,
                turns: 72,
                decisions: 150,
                forced: 33,
                forfeit,
            };
            let mut own = String::new();
            write_game(&row, &mut own);
            assert_eq!(own, line(&row));
        }
        for agent in ["greedy", "mcts:c=0.7", "a, b", "\"", "say \"no\", twice", " blank ", "ünï", "#", "'"]
        {
            for share in [0.0, 1.0, 0.5, 1.0 / 3.0, 0.25, 0.2] {
                let row = seat_row(agent, share);
                let mut own = String::new();
                write_seat(&row, &mut own);
                assert_eq!(own, line(&row));
            }
        }
    }

    #[test]
    fn what_does_not_fit_together_is_no_set() {
        let games = "0,0,0,0,0,2,72,140,10,\n".to_owned();
        let mut seats = String::new();
        for seat in 0..2 {
            write_seat(&SeatRow { game: 0, seat, ..seat_row("a", 0.5) }, &mut seats);
        }
        let text = SetText { games, seats };
        assert_eq!(text.rows().expect("it fits").len(), 1);
        let other = SetText { seats: text.seats.replace("0,6,", "1,6,"), ..text.clone() };
        assert!(other.rows().is_err());
        let doubled = SetText { seats: text.seats.repeat(2), ..text.clone() };
        assert!(doubled.rows().is_err());
        assert!(SetText { games: "x\n".into(), ..text }.rows().is_err());
    }

    /// The head that serde would write for a row.
    fn head<T: Serialize>(row: &T) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).expect("plain data");
        let text = String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("text");
        text.lines().next().expect("a head").to_owned()
    }

    #[test]
    fn the_columns_are_those_of_the_rows() {
        let (game, seats) = (
            GameRow {
                game: 0,
                set: 0,
                deal: 0,
                line_up: 0,
                rotation: 0,
                players: 2,
                turns: 72,
                decisions: 150,
                forced: 3,
                forfeit: None,
            },
            seat_row("", 1.0),
        );
        assert_eq!(head(&game), columns::GAMES);
        assert_eq!(head(&seats), columns::SEATS);
        let timing = safari_data::TimingRow {
            agent: String::new(),
            timed_decisions: 0,
            seconds: 0.0,
            seconds_per_decision: 0.0,
            iterations_per_s: 0.0,
            games_per_s: None,
        };
        assert_eq!(head(&timing), columns::TIMING);
    }
}
