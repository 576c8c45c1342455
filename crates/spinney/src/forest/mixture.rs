//! The class weights of all nodes of a tree.

use crate::tree::{ClassAnswers, ClassWeight, Node, NodeId, Tree};

/// The class weights of all nodes, those with branches too, sparse.
#[derive(Debug, Clone)]
pub(super) struct Mixture {
    /// For each node where its weights stand.
    spans: Vec<(usize, usize)>,
    weights: Vec<ClassWeight>,
}

impl Mixture {
    /// Adds up the leaves of every node, children before parents.
    pub(super) fn new(tree: &Tree, leaves: &ClassAnswers) -> Self {
        let mut mixture = Mixture { spans: vec![(0, 0); tree.len()], weights: Vec::new() };
        let mut sum: Vec<ClassWeight> = Vec::new();
        for id in tree.ids().rev() {
            sum.clear();
            match tree.node(id) {
                Node::Leaf => sum.extend_from_slice(leaves.of(id)),
                Node::Branch { branches, .. } => {
                    branches.iter().for_each(|child| sum.extend_from_slice(mixture.of(child)));
                    sum.sort_by_key(|pair| pair.class);
                    sum.dedup_by(|next, kept| {
                        let same = next.class == kept.class;
                        kept.weight += if same { next.weight } else { 0.0 };
                        same
                    });
                }
            }
            let start = mixture.weights.len();
            mixture.weights.extend_from_slice(&sum);
            mixture.spans[id.place()] = (start, start + sum.len());
        }
        mixture
    }

    /// The weights of a node, in the order of classes.
    pub(super) fn of(&self, node: NodeId) -> &[ClassWeight] {
        let (start, end) = self.spans[node.place()];
        &self.weights[start..end]
    }

    /// The share of a class in a node.
    pub(super) fn share(&self, tree: &Tree, node: NodeId, class: u32) -> f64 {
        let own = self.of(node);
        let found = own.binary_search_by_key(&class, |pair| pair.class);
        found.map_or(0.0, |place| own[place].weight / tree.rows(node))
    }
}
