//! Minimum description length: a split stays where it takes fewer bits to write the subtree and the classes of its rows than the
//! classes alone.
//!
//! ```text
//! leaf      1 bit, and the classes of its rows:  n·H + (k − 1)/2 · log2(n/2) + log2(π^(k/2) / Γ(k/2))
//! split     1 bit, the column among those there are, its question among those it could ask, and its branches
//! ```
//! The classes' part is the stochastic complexity of a multinomial (k classes, n rows).

use super::record::{Outcome, Pruned, Weighing};
use super::tally::each_node;
use crate::error::{Mistake, Result};
use crate::measure::entropy;
use crate::tree::{Answers, Node, Split, Test, Tree};

/// Folds every node whose rows take no more bits as a leaf than as a subtree. `columns` is how many the tree could ask about.
pub fn shortest(tree: &Tree, columns: usize) -> Result<Pruned> {
    let Answers::Classes(all) = tree.answers() else {
        return Err(Mistake::PruneNumbers { method: "mdl" }.anywhere());
    };
    let mut leaf = vec![0.0; tree.len()];
    each_node(tree, |id, weights| {
        let counts: Vec<f64> = weights.iter().map(|pair| pair.weight).collect();
        leaf[id.place()] = 1.0 + classes_bits(&counts, all.classes);
    });
    let mut cost = leaf.clone();
    let mut fold = vec![false; tree.len()];
    let mut weighings = Vec::new();
    for id in tree.ids().rev() {
        let Node::Branch { split, branches } = tree.node(id) else { continue };
        let below: f64 = branches.iter().map(|child| cost[child.place()]).sum();
        let subtree = 1.0 + question_bits(&split, columns, tree.rows(id)) + below;
        fold[id.place()] = leaf[id.place()] <= subtree;
        cost[id.place()] = leaf[id.place()].min(subtree);
        let outcome = if fold[id.place()] { Outcome::Folded } else { Outcome::Kept };
        weighings.push(Weighing { node: id, leaf: leaf[id.place()], subtree, raised: None, outcome });
    }
    Ok(Pruned::new(tree.folded(|id| fold[id.place()]), weighings))
}

/// The bits of the classes of some rows.
fn classes_bits(counts: &[f64], classes: u32) -> f64 {
    let (rows, classes) = (counts.iter().sum::<f64>(), f64::from(classes.max(1)));
    if rows <= 0.0 {
        return 0.0;
    }
    let own = rows * entropy(counts);
    let prior = (classes - 1.0) / 2.0 * libm::log2(rows.max(2.0) / 2.0)
        + (classes / 2.0) * libm::log2(std::f64::consts::PI)
        - libm::lgamma(classes / 2.0) / std::f64::consts::LN_2;
    own + prior.max(0.0)
}

/// The bits of a question: which column, and which of the questions that so many rows could tell apart.
fn question_bits(split: &Split, columns: usize, rows: f64) -> f64 {
    let column = libm::log2(columns.max(1) as f64);
    column
        + match &split.test {
            Test::Threshold { .. } => libm::log2((rows - 1.0).max(1.0)),
            Test::Cut { level } => libm::log2(f64::from(*level) + 2.0),
            Test::Values { .. } => 0.0,
            Test::Subset { branches } => (branches.len() as f64 - 1.0).max(0.0),
            Test::Height { height, .. } => libm::log2(f64::from(*height) + 1.0),
        }
}
