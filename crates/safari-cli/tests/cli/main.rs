//! Tests of the binary, in one program so that it is linked once.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

mod common;
mod contract;
mod docs;
mod documents;
mod errors;
mod help;
mod oracle;
mod perft;
mod round_trip;
mod signature;
mod speed;
mod tune_report;
