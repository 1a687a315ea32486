//! Records and rows: the types that arena, statistics, tuning and reports share. No I/O.

mod deal_check;
mod manifest;
mod record;
mod replay;
mod rows;
mod tables;

pub use deal_check::DealCheck;
pub use manifest::{Checksum, MANIFEST_VERSION, Manifest, RoundText, TestText};
pub use record::{
    DealText, GameRecord, RECORD_VERSION, RecordError, RecordEvent, Recorder, ResultText, VariantText,
};
pub use replay::{Replay, Step};
pub use rows::{GameRow, SeatRow, TimingRow};
pub use tables::{PairRow, PointsRow, RatingRow, Report, SeatEffectRow, StandingRow};
