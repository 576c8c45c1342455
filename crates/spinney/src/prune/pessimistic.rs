//! Pessimistic pruning, as C4.5 and J48 do it: training errors with a surcharge for doubt decide between the subtree, a leaf,
//! and the largest branch in the node's place.

use super::doubt::Pessimism;
use super::record::{Outcome, Pruned, Weighing};
use super::shrub::Shrub;
use super::tally::Tallies;
use crate::error::{Mistake, Result};
use crate::grow::Training;
use crate::tree::{Answers, Tree};

/// Prunes from the leaves up: a node is a leaf where that is charged with no more errors than its subtree, but for 0.1.
///
/// With the training rows, the largest branch of a node may be raised into its place, and all rows of the node go down it.
pub fn pessimistic(tree: &Tree, how: Pessimism, raising: Option<&Training<'_>>) -> Result<Pruned> {
    check(how, tree)?;
    if let Some(training) = raising {
        training.check()?;
        return Shrub::new(tree, training)?.pruned(how);
    }
    let tallies = Tallies::new(tree);
    let charges: Vec<f64> =
        tallies.rows.iter().zip(&tallies.errors).map(|(rows, errors)| how.charge(*rows, *errors)).collect();
    let mut cost = charges.clone();
    let mut fold = vec![false; tree.len()];
    let mut weighings = Vec::new();
    for id in tree.ids().rev() {
        let Some(branches) = tree.branches(id) else { continue };
        let (leaf, subtree) = (charges[id.place()], branches.iter().map(|child| cost[child.place()]).sum());
        fold[id.place()] = how.at_most(leaf, subtree);
        cost[id.place()] = if fold[id.place()] { leaf } else { subtree };
        let outcome = if fold[id.place()] { Outcome::Folded } else { Outcome::Kept };
        weighings.push(Weighing { node: id, leaf, subtree, raised: None, outcome });
    }
    Ok(Pruned::new(tree.folded(|id| fold[id.place()]), weighings))
}

/// Whether the tree and the confidence are of the kind that is needed.
fn check(how: Pessimism, tree: &Tree) -> Result<()> {
    if !matches!(tree.answers(), Answers::Classes(_)) {
        return Err(Mistake::PruneNumbers { method: "pessimistic" }.anywhere());
    }
    if !(how.confidence > 0.0 && how.confidence <= 0.5) {
        let range = "above 0 and at most 0.5";
        return Err(Mistake::BadSetting { name: "confidence", found: how.confidence, range }.anywhere());
    }
    Ok(())
}
