//! One search: select, expand, roll out, back up.

use rand::RngExt;
use safari_core::{Action, Outcome, Phase, Position, Rng, Seed};

use super::params::MctsParams;
use super::reward::{self, BEST, Rewards};
use super::tree::{Edge, Id, Node, Tree};
use crate::agent::{Choice, Ctx, SearchStats};
use crate::budget::Budget;
use crate::evaluation::Linear;
use crate::greedy::{Scored, best_action, best_placement, scored_actions, scored_placements};

/// Iterations between two looks at the clock, after the first few.
const CLOCK_STEP: u32 = 16;

pub(super) struct Search<'a> {
    params: &'a MctsParams,
    evaluation: &'a Linear,
    tree: &'a mut Tree,
    root: &'a Position,
    /// The nodes of this iteration, each with the seat that chose the edge to it.
    path: Vec<(Id, Option<usize>)>,
    /// The seed of the chance that the root's children share.
    chance: Seed,
    stats: SearchStats,
}

impl<'a> Search<'a> {
    /// A search in a cleared tree.
    pub fn new(
        params: &'a MctsParams,
        evaluation: &'a Linear,
        tree: &'a mut Tree,
        root: &'a Position,
    ) -> Search<'a> {
        Search {
            params,
            evaluation,
            tree,
            root,
            path: Vec::with_capacity(64),
            chance: Seed(0),
            stats: SearchStats::default(),
        }
    }

    /// Searches until the budget is used and takes the child visited most.
    pub fn run(mut self, ctx: &mut Ctx<'_>) -> Choice {
        let (iterations, time) = match ctx.budget {
            Budget::Own => (self.params.iterations, None),
            Budget::Iterations(n) => (self.params.iterations.min(n).max(1), None),
            Budget::Time(time) => (u32::MAX, Some(time)),
        };
        self.chance = Seed(ctx.rng.random());
        let start = ctx.clock.now();
        let mut done = 0;
        while done < iterations {
            self.iterate(&mut ctx.rng);
            done += 1;
            if let Some(time) = time
                && (done % CLOCK_STEP == 0 || done.is_power_of_two())
                && ctx.clock.now().saturating_sub(start) >= time
            {
                break;
            }
        }
        self.choice(u64::from(done))
    }

    fn choice(mut self, iterations: u64) -> Choice {
        let best =
            self.tree.children(0).max_by_key(|(id, node)| (node.visits, node.sum, std::cmp::Reverse(*id)));
        let (_, node) = best.expect("an iteration has made a child");
        let Edge::Action(action) = node.edge else { unreachable!("the root is a decision") };
        self.stats.iterations = iterations;
        self.stats.nodes = self.tree.len() as u64;
        self.stats.visit_share = f64::from(node.visits) / iterations as f64;
        self.stats.value = node.sum as f64 / (f64::from(node.visits) * BEST as f64);
        Choice { action, stats: Some(self.stats) }
    }

    fn iterate(&mut self, rng: &mut Rng) {
        let mut position = *self.root;
        let mut at: Id = 0;
        let mut own_chance;
        let mut rng = rng;
        self.path.clear();
        self.path.push((0, None));
        while !position.is_over() {
            let mut new_behind = 0;
            let (edge, seat) = if position.phase().is_chance() {
                let outcome = position.sample_outcome(rng);
                position.resolve_unchecked(outcome);
                match outcome {
                    Outcome::Tile(kind) if position.phase() == Phase::Place => (Edge::Tile(kind), None),
                    _ => continue,
                }
            } else if position.is_forced() {
                let action = position.nth(0);
                position.play_unchecked(action);
                continue;
            } else {
                let seat = position.seat();
                let (action, behind) = self.select(at, &position, rng);
                position.play_unchecked(action);
                new_behind = behind;
                (Edge::Action(action), Some(seat))
            };
            let known = self.tree.child(at, edge);
            let at_root = at == 0;
            at = known.unwrap_or_else(|| {
                let child = self.tree.add(at, edge);
                self.tree.node_mut(child).behind = new_behind;
                child
            });
            if at_root && self.params.common_chance {
                own_chance = self.chance.branch("visit", &[u64::from(self.tree.node(at).visits)]).rng();
                rng = &mut own_chance;
            }
            self.path.push((at, seat));
            if known.is_none() {
                break;
            }
        }
        self.stats.depth = self.stats.depth.max(self.path.len() as u32 - 1);
        let rewards = self.roll_out(position, rng);
        for &(id, seat) in &self.path {
            let node = self.tree.node_mut(id);
            node.visits += 1;
            node.sum += seat.map_or(0, |seat| rewards[seat]);
        }
    }

    fn roll_out(&mut self, mut position: Position, rng: &mut Rng) -> Rewards {
        let greedy = self.params.rollout == "greedy";
        let mut turns = self.params.rollout_turns;
        let mut seat = position.turn_seat();
        let to_the_end = turns >= 100;
        while !position.is_over() {
            if position.is_between_turns() && !to_the_end {
                if turns == 0 {
                    break;
                }
                turns -= u8::from(position.turn_seat() != seat);
                seat = position.turn_seat();
            }
            if turns == 0 && position.phase().is_decision() && !to_the_end {
                break;
            }
            if position.phase().is_chance() {
                let outcome = position.sample_outcome(rng);
                position.resolve_unchecked(outcome);
            } else {
                let action = if greedy {
                    let horizon = self.evaluation.horizon(&position);
                    match position.phase() {
                        Phase::Place => best_placement(&horizon, &position).action,
                        _ => best_action(&horizon, &position).action,
                    }
                } else {
                    position.sample_by_kind(rng)
                };
                position.play_unchecked(action);
            }
            self.stats.rollout_steps += 1;
        }
        reward::of(&position, self.evaluation, self.scale())
    }

    /// A child by UCB1, or a new one where the node may have more; and how far a new one is behind.
    fn select(&mut self, at: Id, position: &Position, rng: &mut Rng) -> (Action, i64) {
        let visits = self.tree.node(at).visits;
        let log = libm::log(f64::from(visits.max(1)));
        let base = self.base(at);
        let (mut best, mut legal) = (None, 0);
        for (_, child) in self.tree.children(at) {
            let Edge::Action(action) = child.edge else { continue };
            if !position.is_legal(action) {
                continue;
            }
            legal += 1;
            let n = f64::from(child.visits);
            let value = self.mean(child, base) + self.params.c * (log / n).sqrt();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, action));
            }
        }
        let new = if legal >= position.count() || legal >= self.width(visits) {
            None
        } else if self.params.ordered {
            self.next_in_order(at, position)
        } else {
            Some((self.untried(at, position, rng), 0))
        };
        // Where nothing in order is legal here and no child is, any choice will do.
        new.or(best.map(|(_, action)| (action, 0))).unwrap_or_else(|| (position.sample(rng), 0))
    }

    /// The mean reward of a node's children, from which their priors are taken.
    fn base(&self, at: Id) -> f64 {
        if self.params.prior == 0.0 {
            return 0.0;
        }
        let (mut sum, mut visits) = (0, 0);
        for (_, child) in self.tree.children(at) {
            sum += child.sum;
            visits += child.visits;
        }
        if visits == 0 { 0.5 } else { sum as f64 / (f64::from(visits) * BEST as f64) }
    }

    /// The mean reward of a child, 0 to 1, together with what the evaluation says of it.
    fn mean(&self, child: &Node, base: f64) -> f64 {
        let prior = base + child.behind as f64 / BEST as f64;
        let sum = child.sum as f64 / BEST as f64 + self.params.prior * prior;
        sum / (f64::from(child.visits) + self.params.prior)
    }

    /// How many children a node may have.
    fn width(&self, visits: u32) -> u32 {
        if self.params.widen_tenths >= 10 {
            return u32::MAX;
        }
        let power = libm::pow(f64::from(visits + 1), f64::from(self.params.widen_tenths) / 10.0);
        (self.params.widen_factor * power).ceil() as u32
    }

    fn untried(&self, at: Id, position: &Position, rng: &mut Rng) -> Action {
        let count = position.count();
        let tried = |action| self.tree.child(at, Edge::Action(action)).is_some();
        for _ in 0..32 {
            let action = position.nth(rng.random_range(0..count));
            if !tried(action) {
                return action;
            }
        }
        let start = rng.random_range(0..count);
        let mut actions = (0..count).map(|i| position.nth((start + i) % count));
        actions.find(|&action| !tried(action)).unwrap_or_else(|| position.nth(start))
    }

    fn next_in_order(&mut self, at: Id, position: &Position) -> Option<(Action, i64)> {
        if self.tree.node(at).order.1 == 0 {
            let horizon = self.evaluation.horizon(position);
            let mut scored: Vec<Scored> = match position.phase() {
                Phase::Place => scored_placements(&horizon, position),
                _ => scored_actions(&horizon, position),
            };
            scored.sort_by_key(|scored| std::cmp::Reverse(scored.value));
            let scale = self.scale();
            let best = reward::of_margin(scored[0].value, scale);
            let behind = |scored: &Scored| (scored.action, reward::of_margin(scored.value, scale) - best);
            self.tree.set_order(at, scored.iter().map(behind));
        }
        loop {
            let opened = self.tree.node(at).opened;
            let (action, behind) = self.tree.ordered(at, opened)?;
            self.tree.node_mut(at).opened += 1;
            if position.is_legal(action) {
                return Some((action, behind));
            }
        }
    }

    /// The scale of rewards in thousandths of a point.
    fn scale(&self) -> i64 {
        (self.params.reward_scale * 1000.0) as i64
    }
}
