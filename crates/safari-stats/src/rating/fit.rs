//! The maximum of the penalised likelihood, by Newton's method.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::choice::{ChoiceSet, Counts, FEATURES, choices, tie_feature};
use super::comparable::Comparable;
use super::covariance::{Maximum, covariance};
use super::layout::Layout;
use super::matrix::{Cholesky, Matrix};
use super::options::{Anchor, Prior, RatingOptions};
use super::outcomes::{MAX_SEATS, Outcomes};
use super::ratings::Ratings;

/// The search ends with the first step that changes no parameter by more than this; convergence is quadratic, so what
/// is left is its square.
const STEP: f64 = 1e-9;

/// What of the log likelihood is rounding, for each choice.
const ROUNDING: f64 = 1e-15;

/// Parameters beyond this, a factor of e^40 in odds, run to infinity.
const LARGEST: f64 = 40.0;

const ITERATIONS: usize = 200;

/// Why games have no ratings.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RatingError {
    /// There are no games.
    #[error("there are no games")]
    Empty,
    /// The anchor is no agent.
    #[error("anchor {anchor} of {agents} agents: agents are numbered from 0")]
    Anchor {
        /// The number given.
        anchor: usize,
        /// How many agents there are.
        agents: usize,
    },
    /// A number of the options is out of range.
    #[error("{0} must be finite, and not below 0 for a precision")]
    Option(&'static str),
    /// Without a prior: these sets of agents never met, not even through others.
    #[error("agents {0:?} never met, not even through others; a prior would rate them")]
    Disconnected(Vec<Vec<usize>>),
    /// Without a prior: of these sets of agents, the earlier won every game against the later.
    #[error("of agents {0:?} the earlier sets won everything against the later; a prior would rate them")]
    Separated(Vec<Vec<usize>>),
    /// Without a prior: seats or ties take values without bound, or stand for the same as agents do.
    ///
    /// Such as a seat that won every game, games that were all tied, or an agent that always had the same seat.
    #[error("the games do not tell agents, seats and ties apart; a prior would")]
    Confounded,
    /// The search did not end, which concave functions with a maximum do not let happen but for rounding.
    #[error("no maximum after {0} steps")]
    NotConverged(usize),
}

/// Fits strengths, seat effects and ties to games by maximum likelihood under a prior.
///
/// The search is Newton's, with steps halved until they gain. Errors are those of the sandwich H⁻¹ J H⁻¹: H is the
/// negative second derivative of the penalised log likelihood, and J the covariance of its first derivative, taken over
/// groups of deals (Liang and Zeger 1986; G/(G - 1) · Σ s sᵀ over the G groups), for the games of a deal are not
/// independent: the same tiles come to all of them. Three bounds keep it honest where it is not:
///
/// - Intervals use Student's t with G - 1 degrees of freedom, and are infinite of one group.
/// - In no direction is the variance below a quarter of H⁻¹, the one of independent games. Deals played in all seats
///   may truly save much of it, yet groups that happen to be alike, or fewer groups than parameters, would pretend to
///   zero.
/// - An agent outside the largest set of agents that beat each other in a circle won or lost everything against the
///   others, or never met them. It varies in no group, so the variance that the model gives it, were the others known,
///   is added.
///
/// Agents without games stand at the mean, where the prior leaves them, with its error.
///
/// # Errors
///
/// No games, an option out of range; and without a prior, games that have no finite or no unique maximum.
pub fn fit_ratings(outcomes: &Outcomes, options: &RatingOptions) -> Result<Ratings, RatingError> {
    check(outcomes, options)?;
    let choices = choices(&outcomes.total(), options.kind);
    let comparable = Comparable::new(outcomes.agents(), &choices);
    if options.prior.strength == 0.0 {
        let linked = comparable.linked();
        if linked.len() > 1 {
            return Err(RatingError::Disconnected(linked));
        }
        let sets = comparable.comparable();
        if sets.len() > 1 {
            return Err(RatingError::Separated(sets));
        }
    }
    let layout = Layout::new(outcomes.agents(), &choices, options);
    let likelihood = Likelihood::new(&layout, &choices, &options.prior);
    let (parameters, iterations) = likelihood.maximum()?;
    let at = likelihood.at(&parameters);
    let separated = comparable.separated();
    let maximum = Maximum {
        layout: &layout,
        parameters: &parameters,
        curvature: &at.curvature,
        cholesky: &likelihood.solvable(&at)?,
        separated: &separated,
    };
    let covariance = covariance(outcomes, options.kind, &maximum);
    Ok(Ratings {
        log_likelihood: at.log_likelihood,
        layout,
        parameters,
        covariance,
        separated,
        iterations,
        anchor: options.anchor,
        anchor_rating: options.anchor_rating,
        games: outcomes.games(),
        groups: outcomes.groups().len() as u64,
    })
}

fn check(outcomes: &Outcomes, options: &RatingOptions) -> Result<(), RatingError> {
    if outcomes.games() == 0 {
        return Err(RatingError::Empty);
    }
    if let Anchor::Agent(anchor) = options.anchor
        && anchor >= outcomes.agents()
    {
        return Err(RatingError::Anchor { anchor, agents: outcomes.agents() });
    }
    let Prior { strength, seat, tie } = options.prior;
    let precisions =
        [("the prior of strengths", strength), ("the prior of seats", seat), ("the prior of ties", tie)];
    for (name, precision) in precisions {
        if !(precision.is_finite() && precision >= 0.0) {
            return Err(RatingError::Option(name));
        }
    }
    if options.anchor_rating.is_finite() { Ok(()) } else { Err(RatingError::Option("the anchor's rating")) }
}

/// One choice set: how often it was met, what was chosen, and which parameters its features belong to.
struct Term<'a> {
    set: &'a ChoiceSet,
    times: f64,
    chosen: [f64; FEATURES],
    /// The features that belong to any.
    features: ArrayVec<usize, FEATURES>,
    places: [ArrayVec<usize, 2>; FEATURES],
}

impl<'a> Term<'a> {
    fn new(set: &'a ChoiceSet, counts: &Counts, layout: &Layout) -> Term<'a> {
        let places: [_; FEATURES] = std::array::from_fn(|feature| set.places(layout, feature));
        let features = (0..FEATURES).filter(|&feature| !places[feature].is_empty()).collect();
        Term { set, times: counts.total() as f64, chosen: counts.features(), features, places }
    }
}

/// The penalised log likelihood as a function of the parameters.
struct Likelihood<'a> {
    layout: &'a Layout,
    terms: Vec<Term<'a>>,
    precisions: Vec<f64>,
    /// How many choices were made.
    times: f64,
    /// How strongly sums that the likelihood does not see are held at 0.
    hold: f64,
}

/// Value and derivatives at one point.
struct Point {
    log_likelihood: f64,
    penalised: f64,
    gradient: Vec<f64>,
    /// The negative second derivative.
    curvature: Matrix,
}

impl<'a> Likelihood<'a> {
    fn new(layout: &'a Layout, choices: &'a BTreeMap<ChoiceSet, Counts>, prior: &Prior) -> Likelihood<'a> {
        let terms: Vec<Term<'a>> =
            choices.iter().map(|(set, counts)| Term::new(set, counts, layout)).collect();
        let times: f64 = terms.iter().map(|term| term.times).sum();
        let hold = times / (layout.len() * layout.len()) as f64;
        Likelihood { layout, terms, precisions: layout.precisions(prior), times, hold }
    }

    fn at(&self, parameters: &[f64]) -> Point {
        let mut log_likelihood = 0.0;
        let mut gradient = vec![0.0; parameters.len()];
        let mut curvature = Matrix::zero(parameters.len());
        for term in &self.terms {
            let distribution = term.set.distribution(self.layout, parameters);
            let mean = distribution.mean();
            log_likelihood -= term.times * distribution.ln_sum;
            let covariance = distribution.covariance(&mean, &term.features);
            for (i, &feature) in term.features.iter().enumerate() {
                for &row in &term.places[feature] {
                    log_likelihood += term.chosen[feature] * parameters[row];
                    gradient[row] += term.chosen[feature] - term.times * mean[feature];
                    for &column in &term.places[feature] {
                        curvature[(row, column)] += term.times * covariance[feature][feature];
                    }
                    for &other in &term.features[i + 1..] {
                        for &column in &term.places[other] {
                            let cell = term.times * covariance[feature][other];
                            curvature[(row, column)] += cell;
                            curvature[(column, row)] += cell;
                        }
                    }
                }
            }
        }
        let mut penalised = log_likelihood;
        for (place, (&precision, &value)) in self.precisions.iter().zip(parameters).enumerate() {
            penalised -= 0.5 * precision * value * value;
            gradient[place] -= precision * value;
            curvature[(place, place)] += precision;
        }
        Point { log_likelihood, penalised, gradient, curvature }
    }

    /// The curvature made definite: sums that the likelihood does not see are held where they are, at 0.
    ///
    /// The gradient has no part in their direction, so no step and no maximum depends on how strongly.
    fn solvable(&self, point: &Point) -> Result<Cholesky, RatingError> {
        let mut held = point.curvature.clone();
        for range in self.layout.free_sums() {
            for row in range.clone() {
                for column in range.clone() {
                    held[(row, column)] += self.hold;
                }
            }
        }
        held.cholesky().map_err(|_| RatingError::Confounded)
    }

    /// Equal agents, equal seats, and the prevalences of ties that they would have.
    ///
    /// From ln δ = 0, far above rare ties, a step of Newton's would go down by 1 and no further.
    fn start(&self) -> Vec<f64> {
        let mut ties = [0.0; MAX_SEATS + 1];
        let mut chances = [0.0; MAX_SEATS + 1];
        for term in &self.terms {
            let seats = term.set.agents().count();
            let alone = term.times - (2..=seats).map(|size| term.chosen[tie_feature(size)]).sum::<f64>();
            // Sets of so many for each set of one.
            let mut sets = 1.0;
            for size in 2..=seats {
                sets *= (seats + 1 - size) as f64 / size as f64;
                ties[size] += term.chosen[tie_feature(size)];
                chances[size] += alone * sets;
            }
        }
        let mut parameters = vec![0.0; self.layout.len()];
        for size in 2..=MAX_SEATS {
            if let Some(place) = self.layout.tie(size)
                && chances[size] > 0.0
            {
                parameters[place] = libm::log(ties[size] / chances[size]);
            }
        }
        parameters
    }

    /// The maximum and the number of steps that led to it.
    fn maximum(&self) -> Result<(Vec<f64>, usize), RatingError> {
        let mut parameters = self.start();
        let mut point = self.at(&parameters);
        let mut before = f64::INFINITY;
        for iteration in 1..=ITERATIONS {
            let mut step = point.gradient.clone();
            self.solvable(&point)?.solve(&mut step);
            let gain: f64 = 0.5 * step.iter().zip(&point.gradient).map(|(s, g)| s * g).sum::<f64>();
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            // A step of Newton's may jump over the region where the quadratic holds: no odds by more than e^4 at once.
            let mut factor = if longest > 4.0 { 4.0 / longest } else { 1.0 };
            loop {
                let next: Vec<f64> = parameters.iter().zip(&step).map(|(p, s)| p + factor * s).collect();
                let there = self.at(&next);
                // Near the maximum, rounding hides what a step gains.
                if there.penalised >= point.penalised || factor * longest < 1e-6 {
                    (parameters, point) = (next, there);
                    break;
                }
                factor *= 0.5;
            }
            // With an agent that won billions of games, its last losses are lost in rounding, and steps shrink no more.
            let stalled = gain <= ROUNDING * self.times && longest >= 0.5 * before;
            if longest <= STEP || stalled {
                return Ok((parameters, iteration));
            }
            before = longest;
            if self.precisions.contains(&0.0) && parameters.iter().any(|value| value.abs() > LARGEST) {
                return Err(RatingError::Confounded);
            }
        }
        Err(RatingError::NotConverged(ITERATIONS))
    }
}
