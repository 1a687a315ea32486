//! Sequential tests of an agent's share of wins, for 2 to 5 players.
//!
//! A [`Design`] says what is tested and how sure the answer shall be; an [`Sprt`] takes in one value for each set, the
//! mean share of the agent over the games of one deal in all its seatings, and says when to stop. After the stop the
//! plain mean is biased, since tests stop when luck runs high; [`Sprt::estimate`] corrects it.
//!
//! The test is the generalised sequential probability ratio test that Fishtest uses for pairs of chess games, with any
//! finite set of values instead of five: Van den Bergh, *A practical introduction to the GSPRT* and *Normalized Elo*
//! (<https://www.cantate.be/Fishtest/>); Siegmund, *Sequential Analysis* (1985).

mod brownian;
mod cost;
mod design;
mod elo;
mod estimate;
mod likelihood;
mod outcomes;
mod sprt;

pub use design::{Design, DesignError, Hypotheses};
pub use elo::{elo_of_share, normalized_elo, share_of_elo, share_of_normalized_elo};
pub use estimate::Estimate;
pub use sprt::{Decision, Sprt};
