//! Splits taken back by hand, and branches that answer the same.

use super::record::Pruned;
use super::tally::Tallies;
use crate::error::{Mistake, Result};
use crate::tree::{Answers, Node, NodeId, Tree};

/// The tree in which these nodes are leaves.
pub fn snip(tree: &Tree, nodes: &[NodeId]) -> Result<Pruned> {
    if let Some(wrong) = nodes.iter().find(|id| id.place() >= tree.len()) {
        return Err(Mistake::NoNode { found: wrong.0, nodes: tree.len() as u32 }.anywhere());
    }
    Ok(Pruned::new(tree.folded(|id| nodes.contains(&id)), Vec::new()))
}

/// The tree without splits whose branches all answer the same: the same class, or the same number. Shares of classes below
/// such a split are told apart no more.
pub fn merged(tree: &Tree) -> Pruned {
    let majority = Tallies::new(tree).majority;
    let linear = |id: NodeId| match tree.answers() {
        Answers::Numbers(all) => all.linear.binary_search_by_key(&id, |(id, _)| *id).is_ok(),
        Answers::Classes(_) => false,
    };
    let answer = |id: NodeId| match tree.answers() {
        Answers::Classes(_) => majority[id.place()].map(u64::from),
        Answers::Numbers(all) => Some(all.values[id.place()].to_bits()),
    };
    // For each node what all leaves below it answer, where that is one thing.
    let mut same: Vec<Option<Option<u64>>> = vec![None; tree.len()];
    for id in tree.ids().rev() {
        same[id.place()] = match tree.node(id) {
            Node::Leaf => (!linear(id)).then(|| answer(id)),
            Node::Branch { branches, .. } => {
                let first = same[branches.first.place()];
                first.filter(|_| branches.iter().all(|child| same[child.place()] == first) && first == Some(answer(id)))
            }
        };
    }
    Pruned::new(tree.folded(|id| same[id.place()].is_some()), Vec::new())
}
