//! How a tree is pruned.

use serde::{Deserialize, Serialize};

use super::doubt::Doubt;
use super::path::Risk;
use crate::error::{Mistake, Result};
use crate::grow::Preset;
use crate::table::Task;

/// How a tree is pruned: a method with its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pruning {
    /// By rows held out while the tree grew.
    ReducedError {
        /// The share of the rows that is held out.
        share: f64,
        /// Whether leaves take these rows in afterwards (`REPTree`), or not (J48).
        backfit: bool,
    },
    /// By training errors with a surcharge for doubt.
    Pessimistic {
        /// Whose way to reckon.
        doubt: Doubt,
        /// The confidence; less prunes more.
        confidence: f64,
        /// Whether a branch may be raised into its parent's place.
        raising: bool,
    },
    /// By a price for each leaf.
    CostComplexity {
        /// What a leaf risks.
        risk: Risk,
        /// Who sets the price.
        price: Price,
    },
    /// By the bits that it takes to write the tree and its exceptions down.
    Mdl,
    /// By hand.
    Snip {
        /// The nodes that became leaves, by their numbers in the tree before.
        nodes: Vec<u32>,
    },
    /// Splits whose branches answer the same.
    Merge,
}

/// Who sets the price of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Price {
    /// Cross-validation.
    Folds {
        /// How many folds.
        folds: u32,
        /// Which tree of those judged.
        rule: Rule,
    },
    /// This share of the root's risk.
    Share {
        /// The share (rpart's cp).
        complexity: f64,
    },
}

/// Which tree of those that cross-validation has judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The one with the least risk.
    Best,
    /// The smallest within one standard error of it.
    OneError,
}

impl Pruning {
    /// Probabilities, or squared errors, of rows left out decide: what most people want.
    ///
    /// ```
    /// use spinney::prune::Pruning;
    /// assert_eq!(Pruning::usual().word(), "cost-complexity");
    /// ```
    pub fn usual() -> Self {
        Pruning::CostComplexity { risk: Risk::Gini, price: Price::Folds { folds: 10, rule: Rule::Best } }
    }

    /// As C4.5 and J48 do it unless told otherwise.
    pub fn pessimistic(doubt: Doubt) -> Self {
        Pruning::Pessimistic { doubt, confidence: 0.25, raising: true }
    }

    /// As the programs do it that a preset stands for; none where they leave trees as they grew.
    ///
    /// ```
    /// use spinney::grow::Preset;
    /// use spinney::prune::{Doubt, Pruning};
    /// assert_eq!(Pruning::preset(Preset::J48), Some(Pruning::pessimistic(Doubt::J48)));
    /// assert_eq!(Pruning::preset(Preset::Id3), None);
    /// ```
    pub fn preset(preset: Preset) -> Option<Self> {
        match preset {
            Preset::C45 => Some(Pruning::pessimistic(Doubt::C45)),
            Preset::J48 => Some(Pruning::pessimistic(Doubt::J48)),
            Preset::Id3 | Preset::Cart | Preset::Rpart => None,
        }
    }

    /// The word that people read.
    pub fn word(&self) -> &'static str {
        match self {
            Pruning::ReducedError { .. } => "reduced-error",
            Pruning::Pessimistic { .. } => "pessimistic",
            Pruning::CostComplexity { .. } => "cost-complexity",
            Pruning::Mdl => "mdl",
            Pruning::Snip { .. } => "snip",
            Pruning::Merge => "merge",
        }
    }

    /// Whether leaves may answer for other rows than they grew from, so that what held of their answers may not hold after.
    pub(crate) fn moves_rows(&self) -> bool {
        matches!(self, Pruning::Pessimistic { raising: true, .. } | Pruning::ReducedError { backfit: true, .. })
    }

    /// Whether the settings make sense for what is learned.
    pub fn check(&self, task: Task) -> Result<()> {
        let numbers = task == Task::Regression;
        match self {
            Pruning::Pessimistic { .. } | Pruning::Mdl if numbers => {
                Err(Mistake::PruneNumbers { method: self.word() }.anywhere())
            }
            Pruning::Pessimistic { confidence, .. } => {
                let range = "above 0 and at most 0.5";
                within("confidence", *confidence, (*confidence > 0.0 && *confidence <= 0.5, range))
            }
            Pruning::ReducedError { share, .. } => {
                within("prune-share", *share, (*share > 0.0 && *share < 1.0, "above 0 and below 1"))
            }
            Pruning::CostComplexity { price: Price::Share { complexity }, .. } => {
                let range = "finite and not below 0";
                within("prune-complexity", *complexity, (complexity.is_finite() && *complexity >= 0.0, range))
            }
            Pruning::CostComplexity { price: Price::Folds { folds, .. }, .. } => {
                within("prune-folds", f64::from(*folds), (*folds >= 2, "at least 2"))
            }
            Pruning::Mdl | Pruning::Snip { .. } | Pruning::Merge => Ok(()),
        }
    }
}

fn within(name: &'static str, found: f64, (holds, range): (bool, &'static str)) -> Result<()> {
    if holds { Ok(()) } else { Err(Mistake::BadSetting { name, found, range }.anywhere()) }
}
