//! How much memory a forest takes.

use super::settings::ForestSettings;
use crate::grow::Training;
use crate::tree::{Answers, ClassWeight, LevelBranch, Missing, Node, NodeId, Surrogate, Term, Test, Tree};

/// The bytes of a tree.
pub(super) fn tree_bytes(tree: &Tree) -> u64 {
    let nodes = tree.len() as u64;
    let each = size_of::<Node>() + size_of::<NodeId>();
    let answers = match tree.answers() {
        Answers::Classes(classes) => (4 + 8) * nodes + (classes.weights.len() * size_of::<ClassWeight>()) as u64,
        Answers::Numbers(numbers) => {
            let terms = |model: &crate::tree::LinearModel| 64 + model.terms.len() * size_of::<Term>();
            24 * nodes + numbers.linear.iter().map(|(_, model)| terms(model) as u64).sum::<u64>()
        }
    };
    let lists: u64 = tree.nodes().iter().map(node_lists).sum();
    nodes * each as u64 + answers + lists
}

/// What the lists of a node take beside it: two words that lead there, and their items.
fn node_lists(node: &Node) -> u64 {
    let Node::Branch { split, .. } = node else { return 0 };
    let list = |many: usize, each: usize| if many == 0 { 0 } else { (16 + many * each) as u64 };
    let test = |test: &Test| list(test.levels().map_or(0, <[LevelBranch]>::len), size_of::<LevelBranch>());
    let missing = match &split.missing {
        Missing::Surrogates(others) => {
            let inner: u64 = others.iter().map(|other| test(&other.test) + list(other.to.len(), 4)).sum();
            list(others.len(), size_of::<Surrogate>()) + inner
        }
        Missing::Branch(_) | Missing::Spread => 0,
    };
    test(&split.test) + missing
}

/// What is needed to grow, whatever trees come of it.
pub(super) fn needed(_training: &Training<'_>, _settings: &ForestSettings) -> u64 {
    0
}
