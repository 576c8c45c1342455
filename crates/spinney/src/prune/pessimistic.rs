//! Pessimistic pruning, as C4.5 and J48 do it: training errors with a surcharge for doubt decide between the subtree, a leaf,
//! and the largest branch in the node's place.

use serde::{Deserialize, Serialize};

use super::doubt::{Doubt, added_errors};
use super::record::{Outcome, Pruned, Weighing};
use super::shrub::Shrub;
use super::tally::Tallies;
use crate::error::{Mistake, Result};
use crate::grow::Training;
use crate::tree::{Answers, Node, Tree};

/// A subtree must be better by more than this many errors.
const WORTH: f64 = 0.1;

/// How pessimistic pruning goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pessimism {
    /// How sure one wants to be that a leaf makes no more errors: less prunes more.
    pub confidence: f64,
    /// Whose way to reckon.
    pub doubt: Doubt,
}

impl Default for Pessimism {
    fn default() -> Self {
        Pessimism { confidence: 0.25, doubt: Doubt::J48 }
    }
}

impl Pessimism {
    /// The errors that a leaf with these rows, and these errors among them, is charged with.
    pub(super) fn charge(&self, rows: f64, errors: f64) -> f64 {
        if rows <= 0.0 { 0.0 } else { errors + added_errors(rows, errors, self.confidence, self.doubt) }
    }

    /// Whether one cost is no more than another, in the eyes of the program that is followed.
    pub(super) fn at_most(&self, one: f64, two: f64) -> bool {
        let slack = if self.doubt == Doubt::J48 { 1e-6 } else { 0.0 };
        one <= two + WORTH + slack
    }

    fn check(&self, tree: &Tree) -> Result<()> {
        if !matches!(tree.answers(), Answers::Classes(_)) {
            return Err(Mistake::PruneNumbers { method: "pessimistic" }.anywhere());
        }
        if !(self.confidence > 0.0 && self.confidence <= 0.5) {
            let range = "above 0 and at most 0.5";
            return Err(Mistake::BadSetting { name: "confidence", found: self.confidence, range }.anywhere());
        }
        Ok(())
    }
}

/// Prunes from the leaves up: a node is a leaf where that is charged with no more errors than its subtree, but for 0.1.
///
/// With the training rows, the largest branch of a node may be raised into its place, and all rows of the node go down it.
pub fn pessimistic(tree: &Tree, how: Pessimism, raising: Option<&Training<'_>>) -> Result<Pruned> {
    how.check(tree)?;
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
        let Node::Branch { branches, .. } = tree.node(id) else { continue };
        let (leaf, subtree) = (charges[id.place()], branches.iter().map(|child| cost[child.place()]).sum());
        fold[id.place()] = how.at_most(leaf, subtree);
        cost[id.place()] = if fold[id.place()] { leaf } else { subtree };
        let outcome = if fold[id.place()] { Outcome::Folded } else { Outcome::Kept };
        weighings.push(Weighing { node: id, leaf, subtree, raised: None, outcome });
    }
    Ok(Pruned::new(tree.folded(|id| fold[id.place()]), weighings))
}
