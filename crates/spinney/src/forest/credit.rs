//! What each column does in one tree: the splits that it makes, what they take off the impurity, and what they are worth for rows
//! that the tree was not grown from.
//!
//! **Impurity decrease.** Σ over the splits of a column of (w·i − Σ w_b·i_b) / w_root, where w is the weight of a node's training rows,
//! i their impurity and b a branch. Splits are chosen where the training rows say that they pay, so columns with many places to split
//! at gain by chance alone.
//!
//! **Without bias.** For one split, over the rows out of bag that it parts:
//!
//! ```text
//! Σ w (y − ȳ) · μ_b / W        y   the row's target: a number, or 1 for its class and 0 for the others
//!                              ȳ   its mean over these rows at this node
//!                              μ_b what the training rows of the row's branch say: their mean, their shares of classes
//!                              W   the weight of all rows out of bag of the tree
//! ```
//! With the training rows in place of those out of bag this is the decrease of the Gini index, or of the variance, exactly. With rows
//! that had no part in choosing the split it is a covariance between what the branches promise and what comes true: where the
//! column tells nothing at the node, rows out of bag have the same mean in every branch, and what is expected is 0, however many
//! values the column has. It is the out-of-bag form of the impurity decrease of Li, Wang, Basu, Kumbier and Yu (2019, "A debiased MDI
//! feature importance measure for random forests"), with the rows out of bag centred at their own mean in the node, which takes away the part of
//! its spread that comes from branches of other sizes out of bag than in it. (Zhou and Hooker, 2021, weigh the same
//! products by the training rows, and must leave out branches that no row out of bag reaches.)

use super::descent::{Part, SPREADS, STAYS, Visit, weighed};
use super::mixture::Mixture;
use crate::grow::Training;
use crate::table::TargetValues;
use crate::tree::{Answers, Branches, ClassWeight, NodeId, NumberAnswers, Split, Tree};

/// What one column does in one tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Credit {
    pub(super) column: u32,
    /// What its splits are worth for rows out of bag.
    pub(super) worth: f64,
}

/// What the columns of a tree are worth for rows out of bag, in the order of columns; those that are not asked are not named.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Credits {
    /// The weight of the rows out of bag; where it is 0 nothing is known.
    pub(super) weight: f64,
    pub(super) credits: Vec<Credit>,
}

/// Adds up what splits are worth while rows go down.
pub(super) struct Assessor<'a, V> {
    training: &'a Training<'a>,
    tree: &'a Tree,
    promise: Promise<'a>,
    /// For each column the worth of its splits, and whether it has any.
    worth: Vec<Option<f64>>,
    /// Who is told where rows end.
    inner: V,
    scratch: Scratch,
}

/// What the training rows of a node say.
enum Promise<'a> {
    Classes { mixture: Mixture, codes: &'a [u32] },
    Numbers { numbers: &'a NumberAnswers, values: &'a [f64] },
    Nothing,
}

/// Sums over classes that are used again and again.
#[derive(Default)]
struct Scratch {
    /// The weight of the rows out of bag, by class.
    classes: Vec<f64>,
    /// Those that are not 0.
    touched: Vec<u32>,
    /// The weight of the rows out of bag, by branch.
    branches: Vec<f64>,
}

impl<'a, V: Visit> Assessor<'a, V> {
    pub(super) fn new(training: &'a Training<'a>, tree: &'a Tree, inner: V) -> Self {
        let (promise, classes) = match (tree.answers(), &training.target.values) {
            (Answers::Classes(leaves), TargetValues::Classes(all)) => {
                (Promise::Classes { mixture: Mixture::new(tree, leaves), codes: &all.codes }, all.names.len())
            }
            (Answers::Numbers(numbers), TargetValues::Numbers(values)) => (Promise::Numbers { numbers, values }, 0),
            _ => (Promise::Nothing, 0),
        };
        let scratch = Scratch { classes: vec![0.0; classes], ..Scratch::default() };
        Assessor { training, tree, promise, worth: vec![None; training.columns.len()], inner, scratch }
    }

    /// What was found, and who was told of the rest.
    pub(super) fn finish(self, rows: &[u32]) -> (Credits, V) {
        let weight: f64 = rows.iter().map(|row| self.training.weight(*row)).sum();
        let per = if weight > 0.0 { weight } else { 1.0 };
        let named = self.worth.iter().zip(0..).filter_map(|(worth, column)| Some((column, (*worth)?)));
        let credits = named.map(|(column, worth)| Credit { column, worth: worth / per }).collect();
        (Credits { weight, credits }, self.inner)
    }
}

impl<V: Visit> Visit for Assessor<'_, V> {
    fn split(&mut self, node: NodeId, split: &Split, branches: Branches, (parts, found): (&[Part], &[u32])) {
        let pairs = Pairs { tree: self.tree, training: self.training, node, branches, parts, found };
        let worth = match &self.promise {
            Promise::Classes { mixture, codes } => pairs.of_classes(mixture, codes, &mut self.scratch),
            Promise::Numbers { numbers, values } => pairs.of_numbers(numbers, values),
            Promise::Nothing => return,
        };
        *self.worth[split.column.place()].get_or_insert(0.0) += worth;
        self.inner.split(node, split, branches, (parts, found));
    }

    fn end(&mut self, node: NodeId, part: Part) {
        self.inner.end(node, part);
    }
}

/// The rows of a node with their branches.
struct Pairs<'a> {
    tree: &'a Tree,
    training: &'a Training<'a>,
    node: NodeId,
    branches: Branches,
    parts: &'a [Part],
    found: &'a [u32],
}

impl Pairs<'_> {
    /// Each row with a branch that it goes down, and its weight there.
    fn each(&self, mut work: impl FnMut(u32, NodeId, f64)) {
        let total = self.tree.rows(self.node);
        for (part, branch) in self.parts.iter().zip(self.found) {
            let weight = part.share * self.training.weight(part.row);
            match *branch {
                STAYS => {}
                SPREADS => {
                    for (branch, share) in weighed(self.tree, self.branches) {
                        work(part.row, self.branches.child(branch as u32), weight * share / total);
                    }
                }
                branch => work(part.row, self.branches.child(branch), weight),
            }
        }
    }

    fn of_numbers(&self, numbers: &NumberAnswers, values: &[f64]) -> f64 {
        let (mut weights, mut sum) = (0.0, 0.0);
        // Numbers far from 0 would lose digits: the node's own answer is near all of them.
        let centre = numbers.values[self.node.place()];
        self.each(|row, _, weight| {
            weights += weight;
            sum += weight * (values[row as usize] - centre);
        });
        let mean = if weights > 0.0 { sum / weights } else { return 0.0 };
        let mut worth = 0.0;
        self.each(|row, child, weight| {
            worth += weight * (values[row as usize] - centre - mean) * (numbers.values[child.place()] - centre);
        });
        worth
    }

    /// The weighted shares that the branches promise to the rows' classes, less what they promise to the mean of all rows.
    fn of_classes(&self, mixture: &Mixture, codes: &[u32], scratch: &mut Scratch) -> f64 {
        let Scratch { classes, touched, branches } = scratch;
        branches.clear();
        branches.resize(self.branches.count as usize, 0.0);
        let (mut weights, mut worth) = (0.0, 0.0);
        self.each(|row, child, weight| {
            let class = codes[row as usize];
            let sum = &mut classes[class as usize];
            if *sum == 0.0 {
                touched.push(class);
            }
            *sum += weight;
            weights += weight;
            branches[child.place() - self.branches.first.place()] += weight;
            worth += weight * mixture.share(self.tree, child, class);
        });
        for (child, weight) in self.branches.iter().zip(branches.iter()).filter(|(_, weight)| **weight > 0.0) {
            let promised = |pair: &ClassWeight| pair.weight * classes[pair.class as usize];
            let met: f64 = mixture.of(child).iter().map(promised).sum();
            worth -= weight * (met / self.tree.rows(child)) / weights;
        }
        touched.drain(..).for_each(|class| classes[class as usize] = 0.0);
        worth
    }
}
