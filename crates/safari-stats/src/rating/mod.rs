//! Ratings by maximum likelihood, for games of 2 to 5 seats with ties and seat effects.
//!
//! # Model
//!
//! Agent *a* has a strength θ_a, and seat *s* of a game of *k* seats an effect σ_(k,s); the effects of the seats of one
//! size sum to 0. Ties of *m* seats have a prevalence δ_m, the same for all sizes of games, with δ_1 = 1. From the
//! seats *S* the set *W* of winners is chosen with probability
//!
//! ```text
//! P(W | S)  =  w(W) / Σ w(V) over all non-empty V ⊆ S,     w(W)  =  δ_|W| · (Π α_i, i ∈ W)^(1/|W|),
//! α_i  =  exp(θ_agent(i) + σ_(k,i))
//! ```
//!
//! Of two seats that is Davidson's model (Davidson 1970), without ties that of Bradley and Terry (1952), of more seats
//! the Davidson–Luce model (Firth, Kosmidis and Turner 2019, arXiv:1909.07123). [`OutcomeKind`] says how much of a game
//! counts: who won, or the whole order as in Plackett–Luce with ties (Turner, van Etten, Firth and Kosmidis 2020). ln P
//! is concave in θ, σ and ln δ, so there is one maximum.
//!
//! # From games to ratings
//!
//! [`Outcomes`] takes games in one by one and counts equal ones; [`fit_ratings`] gives [`Ratings`]. For second opinions
//! there are [`WengLin`], whose numbers depend on the order of the games, and [`payoff_table`], which assumes no model
//! at all.

mod choice;
mod comparable;
mod covariance;
mod fit;
mod layout;
mod matrix;
mod options;
mod outcomes;
mod payoff;
mod ratings;
mod weng_lin;

pub use fit::{RatingError, fit_ratings};
pub use options::{Anchor, OutcomeKind, Prior, RatingOptions};
pub use outcomes::{GameOutcome, MAX_GROUPS, MAX_SEATS, OutcomeError, Outcomes};
pub use payoff::{Payoff, payoff_table};
pub use ratings::{ELO_PER_STRENGTH, Ratings};
pub use weng_lin::{OnlineRating, WengLin};
