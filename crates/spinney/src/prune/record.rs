//! What was weighed at each node.

use serde::Serialize;

use crate::tree::{Folded, NodeId, Tree};

/// A pruned tree, and why it is what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Pruned {
    /// The tree.
    pub tree: Tree,
    /// For each of its nodes the one of the tree before that it was.
    pub from: Vec<NodeId>,
    /// What was weighed, in order.
    pub weighings: Vec<Weighing>,
}

/// What was weighed at one node. Costs are those of the method: errors, errors with doubt, bits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Weighing {
    /// The node, by its number in the tree before.
    pub node: NodeId,
    /// What the node costs as a leaf.
    pub leaf: f64,
    /// What the subtree costs, pruned below.
    pub subtree: f64,
    /// What the node costs with its largest branch in its place; none where that is not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised: Option<f64>,
    /// What was done.
    pub outcome: Outcome,
}

/// What was done with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is split as before.
    Kept,
    /// It is a leaf.
    Folded,
    /// Its largest branch stands in its place.
    Raised,
}

impl Pruned {
    pub(super) fn new(folded: Folded, weighings: Vec<Weighing>) -> Self {
        Pruned { tree: folded.tree, from: folded.from, weighings }
    }
}
