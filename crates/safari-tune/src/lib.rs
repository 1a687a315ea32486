//! Tuning of agents: from a search space to the settings that did best.
//!
//! A [`Space`] says which settings may be tried, an [`Optimiser`] asks for the scores of candidates on common deals and
//! is told them, and [`Optimisers`] makes one from a text such as `spsa:c_end=0.1`. None of these plays a game or reads
//! a file: whoever does so keeps the scores, and may tell them again to a fresh optimiser to go on. [`Tuning`] does: it is
//! a whole run, from a [`TuningConfig`] to a [`Verdict`].
//!
//! ```
//! use std::sync::Arc;
//! use safari_tune::{Dimension, Kind, Optimisers, Scale, Setup, Space};
//!
//! let space = Space::new(vec![
//!     Dimension::new("c", Kind::Real(0.01..=10.0, Scale::Log)),
//!     Dimension::new("prior", Kind::Int(0..=100)),
//! ])?;
//! let base = space.parse("c=0.3:prior=50")?;
//! let setup = Setup { space: Arc::new(space), base, budget: 400, seed: safari_core::Seed(1) };
//! let mut optimiser = Optimisers::standard().parse("racing:elite=3")?.build(&setup)?;
//! while let Some(batch) = optimiser.ask() {
//!     // Here games would be played: each candidate on each of the deals.
//!     let score = |point: &safari_tune::Point, deal: u64| {
//!         let luck = (deal % 7) as f64;
//!         luck - space_distance(point)
//!     };
//!     let row = |point| batch.deals.clone().map(|deal| score(point, deal)).collect();
//!     let scores: Vec<Vec<f64>> = batch.candidates.iter().map(|candidate| row(&candidate.point)).collect();
//!     optimiser.tell(&batch, &scores)?;
//! }
//! let best = &optimiser.finalists(1)[0];
//! assert!(optimiser.used() <= 400 && space_distance(&best.candidate.point) < 50.0);
//! # fn space_distance(point: &safari_tune::Point) -> f64 {
//! #     match point.get("prior") {
//! #         Some(safari_agents::params::Value::Int(n)) => (n - 100).abs() as f64,
//! #         _ => f64::INFINITY,
//! #     }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod driver;
mod grid;
mod normal;
mod optimiser;
mod racing;
mod random;
mod registry;
mod run;
mod space;
mod spsa;
pub mod testing;
mod trials;

pub use driver::Setup;
pub use optimiser::{Batch, Candidate, Optimiser, Standing, TellError};
pub use registry::{
    BuildError, BuildOptimiser, LEAST_BUDGET, OptimiserKind, Optimisers, Recipe, RecipeError,
};
pub use run::{
    Budget, EVIDENCE, Entry, Gain, HELD_OUT_DEALS, JOURNAL, JournalError, Objective, Opponent, POOL_DEALS,
    Progress, Ranges, SEARCH_DEALS, Sums, TRIALS, Test, Tested, Trial, TuneError, Tuned, Tuning,
    TuningConfig, VERDICT, Verdict, read_journal,
};
pub use space::{Condition, Dimension, Kind, Point, Scale, Space, SpaceError};
