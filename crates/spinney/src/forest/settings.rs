//! How a forest is grown.

use serde::{Deserialize, Serialize};

use crate::error::{Mistake, Result};
use crate::grow::{Columns, Sample, SampleBy, Threshold, TreeSettings, Variety};
use crate::table::Task;

/// How a forest is grown.
///
/// ```
/// use spinney::forest::ForestSettings;
/// use spinney::table::Task;
/// let settings = ForestSettings::random_forest(Task::Classification).trees(300).seed(7);
/// assert_eq!(settings.tree.columns_per_split.of(54), 7);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForestSettings {
    /// How many trees.
    pub trees: u32,
    /// The rows of each tree.
    pub sample: Sample,
    /// What is drawn in this way: rows, whole groups, or rows within strata.
    #[serde(default, skip_serializing_if = "SampleBy::is_rows")]
    pub sample_by: SampleBy,
    /// Whether the classes of each tree's own rows weigh the same (scikit-learn's `balanced_subsample`): rows that were drawn get the factor
    /// `W / (k · W_c)`, where W is what the tree's rows weigh, `W_c` those of the class, and k how many classes were drawn. Rows out of bag keep their weights.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub balance: bool,
    /// The price of a leaf in each tree, in units of impurity per row of the tree (scikit-learn's `ccp_alpha`): a subtree is kept where each of its
    /// leaves takes more than this off. The impurity is the entropy where trees are grown by it, else the Gini index; of numbers
    /// the mean squared error. 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub prune_alpha: f64,
    /// How many columns each tree is grown from.
    pub columns_per_tree: Columns,
    /// How the trees come to one answer.
    #[serde(default)]
    pub vote: Vote,
    /// How each tree is grown; its seed is the forest's.
    pub tree: TreeSettings,
}

/// Of more than ten values at a node, those of fewer rows go together: trees that are grown to the end would learn them by heart.
const MIN_ROWS_VALUE: f64 = 10.0;

/// How the trees of a forest come to one answer. Numbers are always averaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    /// The mean of their probabilities, or of their numbers: a tree that is in doubt says so.
    #[default]
    Mean,
    /// The class that most trees answer, the first of equal ones; a probability is the share of the trees.
    Majority,
}

impl ForestSettings {
    /// A random forest: every tree from a bootstrap of the rows; at each node the best split of the square root of the columns, or of
    /// a third of them where the target is a number.
    pub fn random_forest(task: Task) -> Self {
        let (usual, columns_per_split) = match task {
            Task::Classification => (TreeSettings::classification(), Columns::Sqrt),
            Task::Regression => (TreeSettings::regression(), Columns::Third),
        };
        ForestSettings {
            trees: 100,
            sample: Sample::Bootstrap(1.0),
            sample_by: SampleBy::Rows,
            balance: false,
            prune_alpha: 0.0,
            columns_per_tree: Columns::All,
            vote: Vote::Mean,
            tree: TreeSettings { columns_per_split, min_rows_value: MIN_ROWS_VALUE, ..usual },
        }
    }

    /// Extra trees: every tree from all rows; at each node the best of splits drawn at random, one for each of as many columns.
    pub fn extra_trees(task: Task) -> Self {
        let forest = Self::random_forest(task);
        ForestSettings {
            sample: Sample::All,
            tree: TreeSettings { threshold: Threshold::Random, ..forest.tree },
            ..forest
        }
    }

    /// The same settings with so many trees.
    #[must_use]
    pub fn trees(mut self, trees: u32) -> Self {
        self.trees = trees;
        self
    }

    /// The same settings with this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.tree.seed = seed;
        self
    }

    /// What makes trees differ.
    pub(crate) fn variety(&self) -> Variety<'_> {
        Variety {
            tree: &self.tree,
            sample: self.sample,
            by: self.sample_by,
            balance: self.balance,
            columns: self.columns_per_tree,
        }
    }

    /// Whether there is a tree to be grown; the rest is looked at where it is used.
    pub(crate) fn check(&self) -> Result<()> {
        if self.trees == 0 {
            return Err(Mistake::BadSetting { name: "trees", found: 0.0, range: "at least 1" }.anywhere());
        }
        self.check_price()
    }

    /// Whether leaves have a price that is one.
    pub(crate) fn check_price(&self) -> Result<()> {
        let found = self.prune_alpha;
        if !(found.is_finite() && found >= 0.0) {
            return Err(Mistake::BadSetting { name: "prune-alpha", found, range: "finite and not below 0" }.anywhere());
        }
        Ok(())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}
