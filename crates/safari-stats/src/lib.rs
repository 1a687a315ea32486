//! Statistics of games for 2 to 5 players: pure functions.
//!
//! The unit is never the game. Games of one deal share their luck, so everything here takes one value per deal (or set).

mod bootstrap;
mod clusters;
mod interval;
mod moments;
mod paired;
mod pairing;
mod rating;
mod root;
mod sequential;
mod special;
mod tables;
mod weighted;

pub use bootstrap::DealGroups;
pub use clusters::Clusters;
pub use interval::{Interval, mean_interval, share_interval};
pub use moments::Moments;
pub use paired::{differences, one_sided_p_value};
pub use pairing::{pairing_gain, sets_to_detect, smallest_detectable};
pub use rating::{
    Anchor, ELO_PER_STRENGTH, GameOutcome, MAX_GROUPS, MAX_SEATS, OnlineRating, OutcomeError, OutcomeKind,
    Outcomes, Payoff, Prior, RatingError, RatingOptions, Ratings, WengLin, fit_ratings, payoff_table,
};
pub use sequential::{
    Decision, Design, DesignError, Estimate, Hypotheses, Sprt, elo_of_share, normalized_elo, share_of_elo,
    share_of_normalized_elo,
};
pub use tables::{RatingChoice, Tables};
pub use weighted::weighted_mean_interval;
