//! Which nodes are told.

use crate::tree::{NodeId, Tree};

/// Which nodes of a tree are told.
///
/// ```
/// use spinney::steps::Scope;
/// let top = Scope { depth: Some(2), ..Scope::default() };
/// assert_eq!(top.most, Some(200));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// This node alone, or, with a depth, also what lies so many steps below it.
    pub node: Option<NodeId>,
    /// So many steps down from the root, or from the node.
    pub depth: Option<u32>,
    /// At most so many nodes, from the top down.
    pub most: Option<usize>,
}

impl Default for Scope {
    fn default() -> Self {
        Scope { node: None, depth: None, most: Some(Scope::MOST) }
    }
}

impl Scope {
    /// The nodes that are told where nothing else is said.
    pub const MOST: usize = 200;

    /// The nodes of a tree that are told, in the order of their numbers, and how many there would be without a limit.
    pub(super) fn nodes(&self, tree: &Tree) -> (Vec<NodeId>, usize) {
        let top = self.node.unwrap_or(NodeId::ROOT);
        let steps = match (self.node, self.depth) {
            (_, Some(depth)) => depth,
            (Some(_), None) => 0,
            (None, None) => u32::MAX,
        };
        // Children come after their parents, so one pass finds everything below the top.
        let mut below: Vec<Option<u32>> = vec![None; tree.len()];
        let mut nodes = Vec::new();
        for id in tree.ids() {
            let above = tree.parent(id).and_then(|parent| below[parent.place()]);
            let at = if id == top { Some(0) } else { above.map(|steps| steps + 1) };
            below[id.place()] = at;
            if at.is_some_and(|at| at <= steps) {
                nodes.push(id);
            }
        }
        let all = nodes.len();
        nodes.truncate(self.most.unwrap_or(usize::MAX));
        (nodes, all)
    }
}

/// These nodes in reading order: a node, then each of its branches with all below it.
pub(super) fn in_reading_order(tree: &Tree, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(nodes.len());
    let is_told = |id: &NodeId| nodes.binary_search(id).is_ok();
    let tops = nodes.iter().filter(|id| tree.parent(**id).is_none_or(|parent| !is_told(&parent)));
    let mut open: Vec<NodeId> = tops.rev().copied().collect();
    while let Some(id) = open.pop() {
        order.push(id);
        if let Some(branches) = tree.branches(id) {
            open.extend(branches.iter().rev().filter(is_told));
        }
    }
    order
}
