//! Tests of `safari tournament`, `safari match` and `safari replay DIR --game`, in one program so that it is linked once.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

mod bots;
mod budgets;
mod bytes;
#[path = "../cli/common.rs"]
mod common;
mod configs;
mod directories;
mod documents;
mod errors;
mod extends;
#[cfg(unix)]
mod interrupts;
mod outputs;
mod replays;
mod shards;
mod standings;
mod stats;
mod support;
mod tuning;
