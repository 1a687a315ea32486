//! Every switch of the search.

use crate::params::Domain;

crate::params! {
    /// Parameters of `mcts`.
    pub struct MctsParams {
        /// iterations for each decision
        iterations: u32 = 200, Domain::Int(1..=1_000_000_000);
        /// exploration constant of UCB1, for rewards from 0 to 1
        c: f64 = 0.3, Domain::Real(0.0..=10.0);
        /// whether children are opened in the order of the evaluation, not at random
        ordered: bool = true, Domain::Flag;
        /// progressive widening: a node visited n times has at most widen_factor * n^widen_power children
        widen_factor: f64 = 1.5, Domain::Real(0.01..=1000.0);
        /// progressive widening: the power of the visits, in tenths; 10 opens all children at once
        widen_tenths: u8 = 4, Domain::Int(0..=10);
        /// who plays the rollouts: uniform over kinds of action, or greedy
        rollout: &'static str = "greedy", Domain::Word(&["random-kind", "greedy"]);
        /// turns that a rollout plays before the evaluation judges; 0 judges the leaf, 100 plays to the end
        rollout_turns: u8 = 6, Domain::Int(0..=100);
        /// visits that the evaluation of a child counts for, in comparing children and in the final choice
        prior: f64 = 50.0, Domain::Real(0.0..=1_000_000.0);
        /// whether the n-th visits of all children of the root share their chance (common random numbers)
        common_chance: bool = true, Domain::Flag;
        /// margin over the best other player that makes a reward of 0.75
        reward_scale: f64 = 20.0, Domain::Real(0.1..=1000.0);
    }
}

crate::params! {
    /// Parameters of `mcts-plain`.
    pub struct PlainParams {
        /// iterations for each decision
        iterations: u32 = 1000, Domain::Int(1..=1_000_000_000);
        /// exploration constant of UCB1, for rewards from 0 to 1
        c: f64 = 0.3, Domain::Real(0.0..=10.0);
    }
}

impl From<PlainParams> for MctsParams {
    /// Plain UCT: children at random, all of them, rollouts to the end.
    fn from(plain: PlainParams) -> MctsParams {
        MctsParams {
            iterations: plain.iterations,
            c: plain.c,
            ordered: false,
            widen_factor: 1.0,
            widen_tenths: 10,
            rollout: "random-kind",
            rollout_turns: 100,
            prior: 0.0,
            common_chance: false,
            reward_scale: 20.0,
        }
    }
}
