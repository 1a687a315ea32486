//! The tree: nodes in one arena, children as linked lists, made only once visited.

use safari_core::{Action, Kind};

/// An index into the arena; [`NONE`] for no node.
pub(super) type Id = u32;
/// No node.
pub(super) const NONE: Id = u32::MAX;

/// What leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// The root's.
    Root,
    /// A decision.
    Action(Action),
    /// The land tile drawn.
    Tile(Kind),
}

/// A node: a decision and all chance up to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub edge: Edge,
    pub visits: u32,
    /// Rewards of the seat that chose the edge.
    pub sum: i64,
    /// How much worse than its best sibling the evaluation thinks it is, as a reward, 0 or less.
    pub behind: i64,
    pub first_child: Id,
    pub next: Id,
    /// The choices in the order of the evaluation, in the tree's list; empty until worked out.
    pub order: (u32, u32),
    /// How many of them were looked at.
    pub opened: u32,
}

/// The arena.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    orders: Vec<(Action, i64)>,
}

impl Tree {
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.orders.clear();
        self.add(NONE, Edge::Root);
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Adds a child to a node.
    pub fn add(&mut self, parent: Id, edge: Edge) -> Id {
        let id = self.nodes.len() as Id;
        let next = if parent == NONE { NONE } else { self.nodes[parent as usize].first_child };
        self.nodes.push(Node {
            edge,
            visits: 0,
            sum: 0,
            behind: 0,
            first_child: NONE,
            next,
            order: (0, 0),
            opened: 0,
        });
        if parent != NONE {
            self.nodes[parent as usize].first_child = id;
        }
        id
    }

    /// The children of a node, last added first.
    pub fn children(&self, id: Id) -> impl Iterator<Item = (Id, &Node)> {
        let mut next = self.nodes[id as usize].first_child;
        std::iter::from_fn(move || {
            let node = self.nodes.get(next as usize)?;
            let id = std::mem::replace(&mut next, node.next);
            Some((id, node))
        })
    }

    pub fn child(&self, id: Id, edge: Edge) -> Option<Id> {
        self.children(id).find(|(_, node)| node.edge == edge).map(|(child, _)| child)
    }

    /// Sets the order of a node's choices, each with how far it is behind the first.
    pub fn set_order(&mut self, id: Id, order: impl Iterator<Item = (Action, i64)>) {
        let start = self.orders.len() as u32;
        self.orders.extend(order);
        self.nodes[id as usize].order = (start, self.orders.len() as u32 - start);
    }

    /// The `n`-th of a node's choices in order.
    pub fn ordered(&self, id: Id, n: u32) -> Option<(Action, i64)> {
        let (start, len) = self.nodes[id as usize].order;
        (n < len).then(|| self.orders[(start + n) as usize])
    }
}
