//! What columns are worth in a forest.

use serde::{Deserialize, Serialize};

use super::mixture::Mixture;
use super::piece::Piece;
use crate::distribution::student_quantile;
use crate::grow::Criterion;
use crate::measure::{entropy, order_free_sum};
use crate::metric::Interval;
use crate::parallel;
use crate::tree::{Answers, ClassWeight, Node, NodeId, Tree};

/// The share of such intervals that hold the mean of endlessly many trees, or repeats.
const LEVEL: f64 = 0.95;

/// The share of a root's impurity that sums may be off by.
const ROUNDING: f64 = 1e-12;

/// A mean over trees or repeats, and how far it may be off.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// The mean.
    pub mean: f64,
    /// The interval of 95 % of the mean (Student's t); `None` of fewer than two. It says what more trees or repeats could change,
    /// not what other rows could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// What columns are worth in a forest, in the order of columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Importances {
    /// What the splits of a column take off the Gini index, or the variance, of rows that their trees were not grown from. About 0
    /// where a column tells nothing, whatever its kind; below 0 by chance. `None` where it was not asked for, or no row was ever
    /// out of bag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debiased: Option<Vec<Worth>>,
    /// The same for the rows that the trees were grown from, as scikit-learn has it: the shares of each tree's whole decrease, their
    /// means over trees, divided by their sum. It favours columns of many values, and those that tell nothing are above 0.
    pub impurity: Vec<f64>,
    /// The mean over trees of the decrease itself, in the criterion's own unit per row. (Squared errors for all criteria of numbers.)
    pub decrease: Vec<f64>,
    /// How many splits ask the column.
    pub splits: Vec<u64>,
}

impl Worth {
    /// The mean of values, with its interval.
    pub(super) fn of(values: &[f64]) -> Self {
        let many = values.len() as f64;
        let mean = order_free_sum(values.iter().copied()) / many.max(1.0);
        let interval = (values.len() > 1).then(|| {
            let squares = order_free_sum(values.iter().map(|value| (value - mean) * (value - mean)));
            let half = student_quantile(LEVEL, many - 1.0) * (squares / (many - 1.0) / many).sqrt();
            Interval { low: mean - half, high: mean + half }
        });
        Worth { mean, interval }
    }
}

impl Piece {
    /// What columns are worth.
    pub fn importances(&self) -> Importances {
        let criterion = self.settings.tree.criterion;
        let mut found = Importances::of(&self.trees, self.columns, criterion);
        let known: Vec<_> = self.credits.iter().flatten().filter(|credits| credits.weight > 0.0).collect();
        found.debiased = (!known.is_empty()).then(|| {
            let mut worth = vec![Vec::new(); self.columns];
            for credits in &known {
                credits.credits.iter().for_each(|credit| worth[credit.column as usize].push(credit.worth));
            }
            let all = |mut values: Vec<f64>| {
                values.resize(known.len(), 0.0); // trees that do not ask the column
                Worth::of(&values)
            };
            worth.into_iter().map(all).collect()
        });
        found
    }
}

impl Importances {
    /// What trees alone tell, of so many columns: all but what rows out of bag say.
    pub fn of(trees: &[Tree], columns: usize, criterion: Criterion) -> Self {
        Importances::of_all(trees, columns, &parallel::map(trees, |tree| decreases(tree, columns, criterion)))
    }

    /// The same of the trees of several targets, which have the same nodes: what a split takes away is its mean over the targets.
    ///
    /// ```
    /// use spinney::forest::{ForestSettings, Importances, grow_several};
    /// use spinney::grow::Training;
    /// use spinney::table::{ReadOptions, Table, Target, Task};
    /// let table = Table::from_csv(b"a,b,y,z\n1,1,n,n\n2,1,n,p\n3,1,p,n\n4,1,p,p\n", &ReadOptions::new())?;
    /// let (y, z) = (Target::new(&table, "y", None)?, Target::new(&table, "z", None)?);
    /// let training = Training { others: &[z], ..Training::new(&table, &[0, 1], &y) };
    /// let settings = ForestSettings::random_forest(Task::Classification).trees(10);
    /// let forests = grow_several(&training, &settings, &())?;
    /// let trees: Vec<_> = forests.iter().map(|forest| forest.trees()).collect();
    /// assert_eq!(Importances::of_several(&trees, 2, settings.tree.criterion).impurity, [1.0, 0.0]);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn of_several(of_targets: &[&[Tree]], columns: usize, criterion: Criterion) -> Self {
        let Some(first) = of_targets.first() else { return Importances::of(&[], columns, criterion) };
        let places: Vec<usize> = (0..first.len()).collect();
        let each = parallel::map(&places, |place| {
            let mut sums = vec![0.0; columns];
            for tree in of_targets.iter().filter_map(|trees| trees.get(*place)) {
                sums.iter_mut().zip(decreases(tree, columns, criterion)).for_each(|(sum, own)| *sum += own);
            }
            for sum in &mut sums {
                *sum /= of_targets.len() as f64;
            }
            sums
        });
        Importances::of_all(first, columns, &each)
    }

    /// Of trees, and what the splits of columns take away in each.
    fn of_all(trees: &[Tree], columns: usize, each: &[Vec<f64>]) -> Self {
        let grown: Vec<&Vec<f64>> =
            each.iter().zip(trees).filter(|(_, tree)| tree.len() > 1).map(|(each, _)| each).collect();
        let totals: Vec<f64> = grown.iter().map(|each| order_free_sum(each.iter().copied())).collect();
        let share = |column: usize| {
            let shares = grown.iter().zip(&totals).filter(|(_, total)| **total > 0.0);
            order_free_sum(shares.map(|(each, total)| each[column] / total))
        };
        let shares: Vec<f64> = (0..columns).map(share).collect();
        let all = order_free_sum(shares.iter().copied());
        let mean = |column: usize| order_free_sum(each.iter().map(|each| each[column])) / trees.len().max(1) as f64;
        Importances {
            debiased: None,
            impurity: shares.iter().map(|share| if all > 0.0 { share / all } else { 0.0 }).collect(),
            decrease: (0..columns).map(mean).collect(),
            splits: split_counts(trees, columns),
        }
    }
}

fn split_counts(trees: &[Tree], columns: usize) -> Vec<u64> {
    let mut counts = vec![0; columns];
    for node in trees.iter().flat_map(Tree::nodes) {
        if let Node::Branch { split, .. } = node {
            counts[split.column.place()] += 1;
        }
    }
    counts
}

/// What the splits of each column take off the impurity of a tree's own rows, per row of the tree.
fn decreases(tree: &Tree, columns: usize, criterion: Criterion) -> Vec<f64> {
    let mut found = vec![0.0; columns];
    let rest: Vec<f64> = match tree.answers() {
        Answers::Classes(leaves) => {
            let mixture = Mixture::new(tree, leaves);
            tree.ids().map(|id| rest(mixture.of(id), tree.rows(id), criterion)).collect()
        }
        Answers::Numbers(numbers) => numbers.errors.clone(),
    };
    for id in tree.ids() {
        if let Node::Branch { split, branches } = tree.node(id) {
            found[split.column.place()] += rest[id.place()] - branches.sum(&rest);
        }
    }
    let all = tree.rows(NodeId::ROOT);
    // What is nothing but rounding is nothing: it would have a share where no other column has more.
    let least = ROUNDING * rest[NodeId::ROOT.place()];
    found.into_iter().map(|sum| if sum.abs() <= least || all <= 0.0 { 0.0 } else { sum / all }).collect()
}

/// Weight times impurity of class weights.
fn rest(weights: &[ClassWeight], all: f64, criterion: Criterion) -> f64 {
    match criterion {
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => {
            let weights: Vec<f64> = weights.iter().map(|pair| pair.weight).collect();
            all * entropy(&weights)
        }
        _ if all > 0.0 => all - weights.iter().map(|pair| pair.weight * pair.weight).sum::<f64>() / all,
        _ => 0.0,
    }
}
