//! What a fit of ratings can be told.

/// How much of a game the ratings explain.
///
/// The two agree in expectation only if the places behind the first follow the same strengths as the first does. Where
/// agents play for the win, and the places behind it fall by chance or by another skill, they differ, and the first
/// kind is the one that says who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutcomeKind {
    /// Who won, alone or tied: what the win share measures.
    #[default]
    Winners,
    /// The whole order: the winners among all seats, the next group among the rest, and so on down to one seat or one
    /// tied group (Plackett–Luce with ties). Smaller errors for more than two seats, under a stronger assumption.
    Ranking,
}

/// What is believed before any game: independent normal distributions around 0.
///
/// Each number is a precision, the inverse of a variance, for a parameter in natural logarithms; 0 believes nothing.
/// With a prior every fit exists: an agent that won or lost everything gets a large rating instead of an infinite one.
/// The default is weak: 100 games between equals outweigh it four hundred times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// Precision of each strength θ. The default is a standard deviation of about 1,000 Elo.
    pub strength: f64,
    /// Precision of each seat effect σ. The default is a standard deviation of about 400 Elo.
    pub seat: f64,
    /// Precision of each ln δ of a tie that occurred. The default is a standard deviation of 5: a factor of 150.
    pub tie: f64,
}

impl Prior {
    /// No belief: plain maximum likelihood.
    pub const NONE: Prior = Prior { strength: 0.0, seat: 0.0, tie: 0.0 };
}

impl Default for Prior {
    fn default() -> Prior {
        Prior { strength: 0.03, seat: 0.19, tie: 0.04 }
    }
}

/// Where the scale has its fixed point: the model knows differences of strengths only.
///
/// Errors and intervals of ratings are relative to it. An agent that is the anchor has the error 0; an error relative
/// to the mean depends on who else takes part. Neither gives the error of a difference: [`Ratings::difference`] does.
///
/// [`Ratings::difference`]: super::Ratings::difference
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all agents.
    #[default]
    Mean,
    /// The agent of this number.
    Agent(usize),
}

/// How to fit ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingOptions {
    /// How much of a game counts.
    pub kind: OutcomeKind,
    /// What is believed before any game.
    pub prior: Prior,
    /// Whether seats have effects; otherwise all σ are 0.
    pub seats: bool,
    /// Who stands at `anchor_rating`.
    pub anchor: Anchor,
    /// The rating of the anchor, in Elo.
    pub anchor_rating: f64,
}

impl Default for RatingOptions {
    fn default() -> RatingOptions {
        RatingOptions {
            kind: OutcomeKind::Winners,
            prior: Prior::default(),
            seats: true,
            anchor: Anchor::Mean,
            anchor_rating: 0.0,
        }
    }
}
