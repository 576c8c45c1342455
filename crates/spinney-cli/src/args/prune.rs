//! How a tree is pruned, and `spinney prune`.

use clap::{Args, ValueEnum};

use super::read::TableArgs;

#[derive(Debug, Args)]
#[command(next_help_heading = "Pruning")]
pub(crate) struct PruneArgs {
    /// How the tree is made smaller, so that it does better on new rows [default: as C4.5 and J48 do with their presets, none with
    /// the others; without a preset cost-complexity]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) prune: Option<PruneArg>,
    /// What a leaf risks (cost-complexity; where the target is a number, it is the squared errors) [default: gini]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) prune_risk: Option<RiskArg>,
    /// Folds that judge the trees (cost-complexity) [default: 10]
    #[arg(long, value_name = "N")]
    pub(crate) prune_folds: Option<u32>,
    /// Which of the trees that were judged (cost-complexity) [default: best]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) prune_rule: Option<RuleArg>,
    /// The price of a leaf as a share of the root's risk, without cross-validation (cost-complexity; rpart's cp)
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, conflicts_with_all = ["prune_folds", "prune_rule"])]
    pub(crate) prune_complexity: Option<f64>,
    /// The folds, as a table of one column with a line for each row of TABLE: rows with the same entry are in one fold
    #[arg(long, value_name = "FILE", conflicts_with_all = ["prune_folds", "prune_complexity"])]
    pub(crate) folds: Option<String>,
    /// The confidence; less prunes more (pessimistic) [default: 0.25]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) confidence: Option<f64>,
    /// Whether a branch may be raised into its parent's place (pessimistic) [default: true]
    #[arg(long, value_name = "BOOL")]
    pub(crate) raising: Option<bool>,
    /// Whose way to reckon (pessimistic) [default: that of the preset, else c45]
    #[arg(long, value_enum, value_name = "WHOSE")]
    pub(crate) doubt: Option<DoubtArg>,
    /// The share of the rows that is held out to prune by (reduced-error) [default: 1/3]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) prune_share: Option<f64>,
    /// Whether leaves take in the rows that they were pruned by (reduced-error): true as WEKA's REP tree, false as J48 [default: true]
    #[arg(long, value_name = "BOOL")]
    pub(crate) backfit: Option<bool>,
}

impl PruneArgs {
    /// Whether any of it was said.
    pub(crate) fn is_said(&self) -> bool {
        self.prune.is_some() || self.said().is_some()
    }

    /// The first flag beside --prune that was said.
    pub(crate) fn said(&self) -> Option<&'static str> {
        let flags = [
            (self.prune_risk.is_some(), "prune-risk"),
            (self.prune_folds.is_some(), "prune-folds"),
            (self.prune_rule.is_some(), "prune-rule"),
            (self.prune_complexity.is_some(), "prune-complexity"),
            (self.folds.is_some(), "folds"),
            (self.confidence.is_some(), "confidence"),
            (self.raising.is_some(), "raising"),
            (self.doubt.is_some(), "doubt"),
            (self.prune_share.is_some(), "prune-share"),
            (self.backfit.is_some(), "backfit"),
        ];
        flags.into_iter().find(|(said, _)| *said).map(|(_, flag)| flag)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PruneArg {
    /// Not at all
    None,
    /// Rows held out make no more errors at the node than below it
    ReducedError,
    /// Training errors with a surcharge for doubt do (C4.5, J48); classes only
    Pessimistic,
    /// Leaves have a price, which cross-validation sets (CART)
    CostComplexity,
    /// Tree and exceptions are written in fewer bits; classes only
    Mdl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RiskArg {
    /// Rows outside the majority (rpart)
    Errors,
    /// The squared errors of the probabilities (scikit-learn)
    Gini,
    /// The entropy of the classes
    Entropy,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleArg {
    /// The one with the least risk on rows left out
    Best,
    /// The smallest within one standard error of it
    OneError,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoubtArg {
    /// C4.5 Release 8
    C45,
    /// J48 of WEKA 3.6
    J48,
}

/// Make a model's tree smaller, and tell why
///
/// TABLE is what the model was grown from; for reduced errors it holds rows that the model has not seen. --path prints the trees
/// of the cost-complexity path, each judged by cross-validation; --plot draws error against size.
#[derive(Debug, Args)]
pub(crate) struct Prune {
    /// The model: a .spinney file, or a tree written as JSON
    #[arg(value_name = "MODEL", help_heading = None)]
    pub(crate) model: String,
    /// The tree of a forest that is meant, counted from 0
    #[arg(long, value_name = "N", help_heading = None)]
    pub(crate) tree: Option<u32>,
    /// Keep the pruned model in this file
    #[arg(long, short, value_name = "FILE", help_heading = None)]
    pub(crate) out: Option<String>,
    /// Make leaves of these nodes, by the numbers that `explain` prints: breadth first, the root is 0
    #[arg(long, value_name = "N,N", value_delimiter = ',', help_heading = None, conflicts_with_all = ["prune", "merge", "path", "plot"])]
    pub(crate) snip: Vec<u32>,
    /// Take back splits whose branches answer the same
    #[arg(long, help_heading = None, conflicts_with_all = ["prune", "path", "plot"])]
    pub(crate) merge: bool,
    /// Print the whole path of cost-complexity, each tree judged by cross-validation; the one chosen is marked
    #[arg(long, help_heading = None)]
    pub(crate) path: bool,
    /// Draw error against size, with the chosen size marked: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) plot: Option<String>,
    /// Rows that were not learned from, for a third line of the drawing
    #[arg(long, value_name = "FILE", help_heading = None, requires = "plot")]
    pub(crate) test: Option<String>,
    /// Print what was weighed at each node
    #[arg(long, help_heading = None)]
    pub(crate) explain: bool,
    /// The column of the rows' weights
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) weight: Option<String>,
    #[command(flatten)]
    pub(crate) how: PruneArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}
