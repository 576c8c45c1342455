//! Where the nodes of a tree lie, so that a row's way crosses few lines of the cache.

use crate::tree::{Branches, Node, NodeId, Tree};

/// More steps than this are nobody's usual ones.
const DEEP: usize = 64;

/// A tree laid out.
///
/// Siblings lie side by side, and the children of the heavier of them next: most rows go on where they are, and small subtrees lie in one
/// stretch. On covertype a row's way of 21 steps crosses 9 lines; breadth first it is 20, and lines that are filled from
/// one node down, the heaviest first, make 11, since many of them stay half empty.
pub(super) struct Laid {
    /// The node at each place.
    pub(super) nodes: Vec<NodeId>,
    /// The place of each node.
    places: Vec<u32>,
}

impl Laid {
    pub(super) fn new(tree: &Tree) -> Self {
        let mut nodes = Vec::with_capacity(tree.len());
        nodes.push(NodeId::ROOT);
        // Children, with the weight of the training rows that came to their parent.
        let children = |parent: NodeId| branches(tree, parent).map(|group| (tree.rows(parent), group));
        let mut open: Vec<(f64, Branches)> = children(NodeId::ROOT).into_iter().collect();
        while let Some((_, group)) = open.pop() {
            nodes.extend(group.iter());
            let from = open.len();
            open.extend(group.iter().filter_map(children));
            open[from..].sort_by(|one, two| one.0.total_cmp(&two.0));
        }
        let mut places = vec![0; tree.len()];
        for (place, id) in (0..).zip(&nodes) {
            places[id.place()] = place;
        }
        Laid { nodes, places }
    }

    /// The place of a node.
    pub(super) fn place(&self, id: NodeId) -> u32 {
        self.places[id.place()]
    }
}

/// The steps that rows of the training table take from the root to their leaves, in the mean: each is counted at every branch that it
/// passes.
pub(super) fn usual_steps(tree: &Tree) -> usize {
    let passed = tree.ids().filter(|id| branches(tree, *id).is_some()).map(|id| tree.rows(id));
    let mean = (passed.sum::<f64>() / tree.rows(NodeId::ROOT)).ceil() as usize; // 0 where no weights are known
    mean.min(DEEP)
}

fn branches(tree: &Tree, id: NodeId) -> Option<Branches> {
    match tree.node(id) {
        Node::Branch { branches, .. } => Some(branches),
        Node::Leaf => None,
    }
}
