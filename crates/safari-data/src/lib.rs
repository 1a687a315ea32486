//! Records and rows: the types that arena, statistics, tuning and reports share. No I/O.

mod deal_check;
mod record;
mod replay;

pub use deal_check::DealCheck;
pub use record::{
    DealText, GameRecord, RECORD_VERSION, RecordError, RecordEvent, Recorder, ResultText, VariantText,
};
pub use replay::{Replay, Step};
