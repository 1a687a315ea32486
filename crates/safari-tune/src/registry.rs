//! Which optimisers there are, and how a text such as `spsa:c_end=0.1` becomes one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use safari_agents::did_you_mean;
use safari_agents::params::{Given, Param};

use crate::driver::{Driver, Playoff, Setup};
use crate::grid::{Grid, GridParams};
use crate::optimiser::Optimiser;
use crate::racing::{Racing, RacingParams};
use crate::random::{RandomParams, RandomSearch};
use crate::space::SpaceError;
use crate::spsa::{Spsa, SpsaParams};

/// The smallest budget, in evaluations: below it no search tells anything.
pub const LEAST_BUDGET: u64 = 20;

/// Makes an optimiser for a run from given parameters.
pub type BuildOptimiser = fn(&Setup, &Given) -> Result<Box<dyn Optimiser>, BuildError>;

/// A kind of optimiser: what the registry knows of it.
#[derive(Clone, Debug)]
pub struct OptimiserKind {
    /// Its name, as in configs.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Its parameters; the same for any number of players.
    pub params: Vec<Param>,
    /// Makes one.
    pub build: BuildOptimiser,
}

/// The optimisers by name.
#[derive(Clone, Debug)]
pub struct Optimisers {
    kinds: BTreeMap<&'static str, Arc<OptimiserKind>>,
}

/// What is wrong with the text of an optimiser.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("optimiser `{spec}`: {problem}")]
pub struct RecipeError {
    spec: String,
    problem: String,
}

/// Why an optimiser cannot search a space with a budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The base point is none of the space's.
    #[error("the base point: {0}")]
    Base(#[from] SpaceError),
    /// The budget is too small.
    #[error("{optimiser} needs a budget of at least {least} evaluations, not {budget}")]
    Budget {
        /// Name of the optimiser.
        optimiser: &'static str,
        /// What it needs.
        least: u64,
        /// What it has.
        budget: u64,
    },
    /// The grid has more points than the budget can score.
    #[error(
        "a grid with {levels} levels of each number has {points} points; on {deals} deals each they do not fit {evaluations} \
         evaluations"
    )]
    Grid {
        /// Points of the grid.
        points: String,
        /// Levels of each number.
        levels: u32,
        /// Deals that each point gets at least.
        deals: u64,
        /// Evaluations of the search, without the playoff.
        evaluations: u64,
    },
    /// A dimension is no number, and the optimiser follows a slope.
    #[error("{optimiser} needs numbers, and dimension `{dimension}` is a category or a flag")]
    NotANumber {
        /// Name of the optimiser.
        optimiser: &'static str,
        /// The dimension.
        dimension: String,
    },
}

impl Default for Optimisers {
    fn default() -> Optimisers {
        Optimisers::standard()
    }
}

impl Optimisers {
    /// No optimisers.
    pub fn empty() -> Optimisers {
        Optimisers { kinds: BTreeMap::new() }
    }

    /// The built-in optimisers.
    pub fn standard() -> Optimisers {
        let mut optimisers = Optimisers::empty();
        optimisers.add(OptimiserKind {
            name: "random",
            doc: "random search: candidates uniform in the space, on common deals",
            params: RandomParams::params(),
            build: |setup, given| {
                let params = RandomParams::resolve(given, 2);
                let playoff = Playoff { share: params.playoff, few: params.finalists as usize };
                let search = RandomSearch::new(setup, &params, playoff);
                Ok(Box::new(Driver::new("random", setup, playoff, search)))
            },
        });
        optimisers.add(OptimiserKind {
            name: "grid",
            doc: "grid search: every combination of evenly spread values, on common deals",
            params: GridParams::params(),
            build: |setup, given| {
                let params = GridParams::resolve(given, 2);
                let playoff = Playoff { share: params.playoff, few: params.finalists as usize };
                Ok(Box::new(Driver::new("grid", setup, playoff, Grid::new(setup, &params, playoff)?)))
            },
        });
        optimisers.add(OptimiserKind {
            name: "racing",
            doc: "races on common deals that weak candidates leave early, each around the best of the one before",
            params: RacingParams::params(),
            build: |setup, given| {
                let params = RacingParams::resolve(given, 2);
                let playoff = Playoff { share: params.playoff, few: params.finalists as usize };
                Ok(Box::new(Driver::new("racing", setup, playoff, Racing::new(setup, params, playoff))))
            },
        });
        optimisers.add(OptimiserKind {
            name: "spsa",
            doc: "simultaneous perturbation: follows the slope between opposite points, for numbers only",
            params: SpsaParams::params(),
            build: |setup, given| {
                let params = SpsaParams::resolve(given, 2);
                let playoff = Playoff { share: params.playoff, few: 2 };
                Ok(Box::new(Driver::new("spsa", setup, playoff, Spsa::new(setup, &params, playoff)?)))
            },
        });
        optimisers
    }

    /// Adds a kind of optimiser.
    ///
    /// # Panics
    /// If the name is taken, or has a character that specs use (`:`, `,`, `=`).
    pub fn add(&mut self, kind: OptimiserKind) {
        assert!(
            !kind.name.is_empty() && !kind.name.contains([':', ',', '=']),
            "`{}` cannot name an optimiser",
            kind.name
        );
        let known = self.kinds.insert(kind.name, Arc::new(kind));
        assert!(known.is_none(), "two optimisers of one name");
    }

    /// All kinds, by name.
    pub fn kinds(&self) -> impl Iterator<Item = &OptimiserKind> {
        self.kinds.values().map(|kind| &**kind)
    }

    /// Reads `name` or `name:key=value:key=value`.
    ///
    /// # Errors
    /// An unknown name or key (the nearest one is named), a value out of range, or a key that stands twice.
    pub fn parse(&self, spec: &str) -> Result<Recipe, RecipeError> {
        let mut parts = spec.split(':');
        let name = parts.next().unwrap_or_default();
        let mut parameters = Vec::new();
        for part in parts {
            let problem =
                || RecipeError { spec: spec.to_owned(), problem: format!("`{part}` is not key=value") };
            parameters.push(part.split_once('=').ok_or_else(problem)?);
        }
        self.with(name, parameters).map_err(|error| RecipeError { spec: spec.to_owned(), ..error })
    }

    /// An optimiser of a name with parameters as texts.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn with<'k>(
        &self,
        name: &str,
        parameters: impl IntoIterator<Item = (&'k str, &'k str)>,
    ) -> Result<Recipe, RecipeError> {
        let error = |problem: String| RecipeError { spec: name.to_owned(), problem };
        let kind = self.kinds.get(name).ok_or_else(|| {
            let list = self.kinds.keys().copied().collect::<Vec<_>>().join(", ");
            let hint = did_you_mean(name, self.kinds.keys().copied());
            error(format!("there is no optimiser `{name}`; the optimisers are {list}{hint}"))
        })?;
        let mut given = Given::new();
        for (key, value) in parameters {
            let names = || kind.params.iter().map(|param| param.name);
            let param = kind.params.iter().find(|param| param.name == key).ok_or_else(|| {
                let list = names().collect::<Vec<_>>().join(", ");
                let hint = did_you_mean(key, names());
                error(format!("there is no parameter `{key}`; its parameters are {list}{hint}"))
            })?;
            let value =
                param.domain.parse(value).map_err(|wrong| error(format!("parameter `{key}`: {wrong}")))?;
            if given.insert(key.to_owned(), value).is_some() {
                return Err(error(format!("parameter `{key}` stands twice")));
            }
        }
        Ok(Recipe { kind: Arc::clone(kind), given })
    }
}

/// Makes fresh optimisers of one kind with one setting.
#[derive(Clone, Debug)]
pub struct Recipe {
    kind: Arc<OptimiserKind>,
    given: Given,
}

impl Recipe {
    /// A fresh optimiser for a run.
    ///
    /// # Errors
    /// The base point is none of the space's, the budget is below [`LEAST_BUDGET`] or what this optimiser needs, or it
    /// cannot search such a space.
    pub fn build(&self, setup: &Setup) -> Result<Box<dyn Optimiser>, BuildError> {
        setup.space.check(&setup.base)?;
        if setup.budget < LEAST_BUDGET {
            let (optimiser, budget) = (self.kind.name, setup.budget);
            return Err(BuildError::Budget { optimiser, least: LEAST_BUDGET, budget });
        }
        (self.kind.build)(setup, &self.given)
    }

    /// The kind's name.
    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// The values that were given, by key.
    pub fn given(&self) -> &Given {
        &self.given
    }
}

/// The canonical spec: keys sorted, defaults left out.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (key, value) in &self.given {
            write!(f, ":{key}={value}")?;
        }
        Ok(())
    }
}
