//! What can be said of how a tree is grown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::columns::Columns;
use crate::error::{Mistake, Result};
use crate::table::Task;

/// What makes one split better than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// Information gain: how many bits of the class's entropy a split takes away.
    Entropy,
    /// Information gain over the split's own entropy.
    GainRatio,
    /// What a split takes off the Gini index.
    Gini,
    /// The lowest entropy that remains, over the rows where the column is known.
    ConditionalEntropy,
    /// A column drawn at random, to show what a poor choice costs; its own best test.
    Random,
    /// What a split takes off the mean squared error. Friedman's improvement of two branches, w₁·w₂/(w₁ + w₂)·(mean₁ − mean₂)², is the
    /// same number times the weight of the node, so that `friedman` is another word for it.
    #[serde(alias = "friedman")]
    Mse,
    /// What a split takes off the mean absolute error around the median.
    Mae,
    /// What a split takes off the Poisson deviance; for counts, which are not negative.
    Poisson,
}

/// How a nominal column is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nominal {
    /// A branch for each value; the column is then used up on this path.
    Values,
    /// Two branches, each for a set of values.
    Subset,
}

/// How a continuous column is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Threshold {
    /// At the best midpoint between neighbouring values.
    Best,
    /// At one place drawn at random between the least and the greatest value (extra trees).
    Random,
}

/// Where rows without a value go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingPolicy {
    /// Down the branch where they gain most in training.
    Learned,
    /// Down every branch, in proportion (C4.5).
    Fractions,
    /// As other columns say that agree with the split (CART, rpart).
    Surrogates,
    /// Missing is a value like any other, with a branch or a side of its own.
    Own,
}

/// What a leaf of a regression tree answers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeafKind {
    /// The mean of its rows.
    Mean,
    /// Their median.
    Median,
    /// The number that this share q of their weight W lies below: the first, in ascending order, up to which more than q·W lies; where
    /// exactly q·W lies up to a number, the mean of it and the next. At 0.5 it is the median.
    Quantile(f64),
    /// A linear regression of its rows on the continuous columns.
    Linear,
}

/// Which way answers go as a column rises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// They never fall.
    Increasing,
    /// They never rise.
    Decreasing,
}

/// The habits of a reference program, for trees that must agree with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conventions {
    /// Our own: exact comparison, one table of ties.
    Exact,
    /// C4.5 Release 8.
    C45,
    /// J48 of WEKA 3.6.
    J48,
}

/// How a tree is grown. Weights, not rows, are counted: a row of weight 2 is two rows.
///
/// ```
/// use spinney::grow::{Criterion, TreeSettings};
/// let settings = TreeSettings::classification().criterion(Criterion::Entropy).max_depth(Some(3));
/// assert_eq!(settings.min_rows_leaf, 1.0);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own, which people say yes or no to")]
pub struct TreeSettings {
    /// What makes one split better than another.
    pub criterion: Criterion,
    /// How nominal columns are asked.
    pub nominal: Nominal,
    /// How continuous columns are cut.
    pub threshold: Threshold,
    /// Where rows without a value go.
    pub missing: MissingPolicy,
    /// Whether missing values stand behind all others, as in scikit-learn: rows without a value go down the last of equally heavy branches where
    /// training had none, and not the first; and answers go the way of a monotone column from the known values to the missing ones, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub missing_last: bool,
    /// How many columns are drawn at each node; only these are asked there. A column in which the node's rows do not differ does
    /// not count as drawn, unless [`count_constant`](Self::count_constant) says so.
    #[serde(skip_serializing_if = "Columns::is_all")]
    pub columns_per_split: Columns,
    /// Whether a column in which the node's rows do not differ counts as drawn, as in scikit-learn: fewer columns are then asked that
    /// could tell something, but always one, where there is one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub count_constant: bool,
    /// The greatest depth; the root alone has depth 0.
    pub max_depth: Option<u32>,
    /// The least weight of a leaf.
    pub min_rows_leaf: f64,
    /// The least weight of a node that is split.
    pub min_rows_split: f64,
    /// The least weight of a leaf as a share of the weight of all rows of the tree; 0 for none. scikit-learn's `min_weight_fraction_leaf`,
    /// and, where rows weigh 1, its `min_samples_leaf` below 1.
    #[serde(skip_serializing_if = "is_zero")]
    pub min_share_leaf: f64,
    /// The least weight of a node that is split, as such a share.
    #[serde(skip_serializing_if = "is_zero")]
    pub min_share_split: f64,
    /// Where a nominal column has more than ten values at a node, those of less weight than this are not told apart from each
    /// other in sets of values: what few rows say of each of many values is chance.
    pub min_rows_value: f64,
    /// The least gain of a split, in the criterion's own unit per row of the node.
    pub min_gain: f64,
    /// The least gain of a split, in the criterion's own unit per row of the whole tree: what it takes off the tree's impurity. The gain per
    /// row of the node, times the node's share of the weight (scikit-learn's `min_impurity_decrease`).
    #[serde(skip_serializing_if = "is_zero")]
    pub min_tree_gain: f64,
    /// Whether a split that gains nothing may be made: it may help further down.
    pub zero_gain: bool,
    /// The most leaves; the split with the largest gain in the whole tree is made first.
    pub max_leaves: Option<u32>,
    /// A node whose own error is at most this is a leaf: the share of rows outside the majority, or the root of the mean
    /// squared error.
    pub acceptable_error: Option<f64>,
    /// A split must take at least this share off the root's error, or the tree is cut back (rpart's cp).
    pub complexity: f64,
    /// Whether subtrees that make no fewer training errors than their root alone are folded (C4.5).
    pub collapse: bool,
    /// What leaves answer where the target is a number.
    pub leaf: LeafKind,
    /// Columns, by name, along which answers only rise or only fall: the number that is answered, or the probability of the second of
    /// two classes. A constraint holds between rows that differ in this column alone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub monotone: BTreeMap<String, Direction>,
    /// Groups of columns, by name, that may meet on a path: below a node only columns are asked that share a group with all columns
    /// above them. Columns that stand in no group make one more; all may meet where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interactions: Vec<Vec<String>>,
    /// Whose habits are followed.
    pub conventions: Conventions,
    /// Where randomness begins.
    pub seed: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl Default for TreeSettings {
    fn default() -> Self {
        TreeSettings {
            criterion: Criterion::Gini,
            nominal: Nominal::Subset,
            threshold: Threshold::Best,
            missing: MissingPolicy::Learned,
            missing_last: false,
            columns_per_split: Columns::All,
            count_constant: false,
            max_depth: None,
            min_rows_leaf: 1.0,
            min_rows_split: 2.0,
            min_share_leaf: 0.0,
            min_share_split: 0.0,
            min_rows_value: 1.0,
            min_gain: 0.0,
            min_tree_gain: 0.0,
            zero_gain: true,
            max_leaves: None,
            acceptable_error: None,
            complexity: 0.0,
            collapse: false,
            leaf: LeafKind::Mean,
            monotone: BTreeMap::new(),
            interactions: Vec::new(),
            conventions: Conventions::Exact,
            seed: 0,
        }
    }
}

impl Direction {
    /// The word that people read.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Increasing => "increasing",
            Direction::Decreasing => "decreasing",
        }
    }
}

impl Criterion {
    /// The word that people read.
    pub fn word(self) -> &'static str {
        match self {
            Criterion::Entropy => "entropy",
            Criterion::GainRatio => "gain-ratio",
            Criterion::Gini => "gini",
            Criterion::ConditionalEntropy => "conditional-entropy",
            Criterion::Random => "random",
            Criterion::Mse => "mse",
            Criterion::Mae => "mae",
            Criterion::Poisson => "poisson",
        }
    }

    /// The task that it is for; `None` where it serves both.
    pub fn task(self) -> Option<Task> {
        match self {
            Criterion::Random => None,
            Criterion::Mse | Criterion::Mae | Criterion::Poisson => Some(Task::Regression),
            _ => Some(Task::Classification),
        }
    }
}

impl TreeSettings {
    /// Whether the settings make sense for what is learned.
    pub(crate) fn check(&self, task: Task) -> Result<()> {
        if let Some(fits) = self.criterion.task().filter(|fits| *fits != task) {
            let fits = if fits == Task::Classification { "classes" } else { "numbers" };
            let criterion = self.criterion.word();
            return Err(Mistake::WrongCriterion { criterion, fits, task: task.to_string() }.anywhere());
        }
        let numbers = [
            ("min-rows-leaf", self.min_rows_leaf),
            ("min-rows-split", self.min_rows_split),
            ("min-rows-value", self.min_rows_value),
            ("min-gain", self.min_gain),
            ("min-tree-gain", self.min_tree_gain),
            ("acceptable-error", self.acceptable_error.unwrap_or(0.0)),
            ("complexity", self.complexity),
        ];
        for (name, found) in numbers {
            if !(found.is_finite() && found >= 0.0) {
                return Err(Mistake::BadSetting { name, found, range: "finite and not below 0" }.anywhere());
            }
        }
        for (name, found) in [("min-share-leaf", self.min_share_leaf), ("min-share-split", self.min_share_split)] {
            if !(0.0..=1.0).contains(&found) {
                return Err(Mistake::BadSetting { name, found, range: "from 0 to 1" }.anywhere());
            }
        }
        if let LeafKind::Quantile(found) = self.leaf
            && !(found > 0.0 && found < 1.0)
        {
            return Err(Mistake::BadSetting { name: "quantile", found, range: "above 0 and below 1" }.anywhere());
        }
        self.columns_per_split.check("columns-per-split")?;
        if self.max_leaves == Some(0) {
            return Err(Mistake::BadSetting { name: "max-leaves", found: 0.0, range: "at least 1" }.anywhere());
        }
        Ok(())
    }

    /// The least weight of a leaf of a tree whose rows weigh so much.
    pub(crate) fn least_leaf(&self, all: f64) -> f64 {
        self.min_rows_leaf.max(self.min_share_leaf * all)
    }

    /// The least weight of a node that is split, in such a tree.
    pub(crate) fn least_split(&self, all: f64) -> f64 {
        self.min_rows_split.max(self.min_share_split * all)
    }

    /// What a professional would want of classes: Gini, exact thresholds, best subsets, learned branches.
    pub fn classification() -> Self {
        TreeSettings::default()
    }

    /// The same for numbers, by the mean squared error.
    pub fn regression() -> Self {
        TreeSettings { criterion: Criterion::Mse, ..TreeSettings::default() }
    }

    /// The same settings with this criterion.
    #[must_use]
    pub fn criterion(mut self, criterion: Criterion) -> Self {
        self.criterion = criterion;
        self
    }

    /// The same settings with this greatest depth.
    #[must_use]
    pub fn max_depth(mut self, depth: Option<u32>) -> Self {
        self.max_depth = depth;
        self
    }
}
