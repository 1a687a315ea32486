//! Monte Carlo tree search over place → action → bonus → ranger nodes.
//!
//! The land tile drawn is a child keyed by its kind and sampled; animal draws are sampled and are no nodes (open loop),
//! so a child may be illegal in some visits and is then passed over. Forced decisions make no nodes.

mod params;
mod reward;
mod search;
mod tree;

pub use params::{MctsParams, PlainParams};

use safari_core::Position;

use crate::agent::{Agent, AgentError, Choice, Ctx};
use crate::evaluation::{Linear, LinearParams};
use search::Search;
use tree::Tree;

/// Monte Carlo tree search (see the [module](self)).
#[derive(Debug)]
pub struct Mcts {
    params: MctsParams,
    evaluation: Linear,
    tree: Tree,
}

impl Mcts {
    /// A search with these parameters, ordering moves and judging leaves by this evaluation.
    pub fn new(params: MctsParams, evaluation: LinearParams) -> Mcts {
        Mcts { params, evaluation: Linear::new(evaluation), tree: Tree::default() }
    }
}

impl Agent for Mcts {
    fn choose(&mut self, position: &Position, ctx: &mut Ctx<'_>) -> Result<Choice, AgentError> {
        self.tree.clear();
        Ok(Search::new(&self.params, &self.evaluation, &mut self.tree, position).run(ctx))
    }
}
