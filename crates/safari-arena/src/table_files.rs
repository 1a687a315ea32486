//! The files of the tables that follow from a run's rows.

use std::io;

use safari_data::Report;
use safari_stats::{Payoff, Tables};
use serde::Serialize;

/// The names of the files, in the order in which they are written.
pub const TABLES: [&str; 5] = ["standings.csv", "pairs.csv", "ratings.csv", "seat_effect.csv", "points.csv"];

/// The columns, so that a file without rows has a head, too.
mod columns {
    pub const STANDINGS: &str = "agent,games,deals,win_share,win_share_lo,win_share_hi,mean_score,mean_score_lo,\
        mean_score_hi,mean_score_boot_lo,mean_score_boot_hi,mean_margin,mean_margin_lo,mean_margin_hi,\
        mean_margin_boot_lo,mean_margin_boot_hi,mean_rank,mean_rank_lo,mean_rank_hi,mean_rank_boot_lo,\
        mean_rank_boot_hi,pairing_gain,detectable,forfeits";
    pub const PAIRS: &str = "agent,opponent,games,deals,better,better_lo,better_hi,win_share,win_share_lo,\
        win_share_hi,score_difference,score_difference_lo,score_difference_hi,elo_difference,elo_error,superiority";
    pub const RATINGS: &str =
        "agent,games,elo,elo_error,elo_lo,elo_hi,expected_share,superiority,anchor,separated";
    pub const SEAT_EFFECT: &str = "agent,seat,games,deals,win_share,win_share_lo,win_share_hi,mean_score,\
        mean_score_lo,mean_score_hi,elo,elo_lo,elo_hi";
    pub const POINTS: &str = "agent,source,mean,lo,hi";
}

/// The tables of a run as files: names and bytes, those of [`TABLES`].
///
/// # Errors
/// None that a run can cause.
pub fn table_files(report: &Report) -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    let [standings, pairs, ratings, seat_effect, points] = TABLES;
    Ok(vec![
        (standings, csv_bytes(columns::STANDINGS, &report.standings)?),
        (pairs, csv_bytes(columns::PAIRS, &report.pairs)?),
        (ratings, csv_bytes(columns::RATINGS, &report.ratings)?),
        (seat_effect, csv_bytes(columns::SEAT_EFFECT, &report.seat_effect)?),
        (points, csv_bytes(columns::POINTS, &report.points)?),
    ])
}

/// A payoff table as CSV: how often the agent of the row is ranked before that of the column, a tie counting half; empty
/// where they never met.
///
/// # Errors
/// None that a run can cause.
pub fn payoff_file(tables: &Tables) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["agent"].into_iter().chain(tables.names())).map_err(csv_error)?;
    for (name, row) in tables.names().zip(tables.payoff(Payoff::Before)) {
        let cells = row.into_iter().map(|cell| cell.map_or(String::new(), |share| format!("{share:.6}")));
        writer.write_record([name.to_owned()].into_iter().chain(cells)).map_err(csv_error)?;
    }
    writer.into_inner().map_err(|e| e.into_error())
}

/// Rows as CSV.
pub(crate) fn csv_bytes<T: Serialize>(columns: &str, rows: &[T]) -> io::Result<Vec<u8>> {
    let head = format!("{columns}\n").into_bytes();
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(head);
    rows.iter().try_for_each(|row| writer.serialize(row)).map_err(csv_error)?;
    writer.into_inner().map_err(|e| e.into_error())
}

fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use safari_data::{GameRow, SeatRow};
    use safari_stats::RatingChoice;

    /// The rows that a CSV file has, by the columns that serde gives them.
    fn heads(report: &Report) -> Vec<String> {
        fn head<T: Serialize>(rows: &[T]) -> String {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.serialize(&rows[0]).expect("plain data");
            let text = String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("text");
            text.lines().next().expect("a head").to_owned()
        }
        vec![
            head(&report.standings),
            head(&report.pairs),
            head(&report.ratings),
            head(&report.seat_effect),
            head(&report.points),
        ]
    }

    #[test]
    fn the_columns_are_those_of_the_rows() {
        let mut tables = Tables::default();
        let game = GameRow {
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
        };
        let seat = |seat: u32, rank: u32| SeatRow {
            game: 0,
            set: 0,
            deal: 0,
            seat,
            agent: format!("agent {seat}"),
            score: 100 - rank,
            rank,
            win_share: f64::from(2 - rank),
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
            decisions: 70,
        };
        tables.add(&game, &[seat(0, 1), seat(1, 2)]);
        let report = tables.report(&RatingChoice::default());
        let files = table_files(&report).expect("they are written");
        let empty = table_files(&Report::default()).expect("they are written");
        for (((name, bytes), (_, none)), head) in files.iter().zip(&empty).zip(heads(&report)) {
            let text = String::from_utf8(bytes.clone()).expect("text");
            assert_eq!(text.lines().next(), Some(&*head), "{name}");
            assert_eq!(*none, format!("{head}\n").into_bytes(), "{name}");
            assert!(text.lines().count() > 1, "{name}");
        }
    }
}
