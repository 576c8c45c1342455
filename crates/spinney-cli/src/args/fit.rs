//! `spinney fit`.

use clap::Args;

use super::grow::GrowArgs;
use super::prune::PruneArgs;
use super::read::{TableArgs, TaskArg};

/// Grow a tree from a table, show it, score it, keep it
///
/// Without a preset the settings are what one tree for new rows should have: the best exact split by Gini (classes) or mean
/// squared error (numbers), two branches with the best sets of values, missing values down a learned branch, at least 5
/// rows in a leaf, and pruned by cost-complexity with 10 folds. A preset makes the engine ID3, C4.5, J48, CART or rpart; a flag changes a single setting of either. What was
/// in effect is printed, and stored in the model.
///
/// Columns that look like identifiers, and rows without a target, are left out, and that is said.
#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// The column to be predicted
    #[arg(long, short, value_name = "COL", help_heading = None)]
    pub(crate) target: String,
    /// Keep the model in this file: .spinney, or .json to read and write it by hand
    #[arg(long, short, value_name = "FILE", help_heading = None)]
    pub(crate) out: Option<String>,
    /// What is grown: tree
    #[arg(long, value_name = "KIND", default_value = "tree", help_heading = None)]
    pub(crate) model: String,
    /// What is learned [default: classes for text and for whole numbers with at most 20 values, else numbers]
    #[arg(long, value_enum, help_heading = None)]
    pub(crate) task: Option<TaskArg>,
    /// Columns to learn from though they look like identifiers
    #[arg(long, value_name = "COL,COL", help_heading = None)]
    pub(crate) keep: Vec<String>,
    /// The column of the rows' weights, which is not learned from: a row of weight 2 counts as two
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) weight: Option<String>,
    /// Factors for the rows of classes: 'yes=5,no=1', or balanced, so that all classes weigh the same
    #[arg(long, value_name = "CLASS=W,CLASS=W", help_heading = None)]
    pub(crate) class_weight: Option<String>,
    /// How deep the tree is shown, or all; the model is not changed [default: what fits about 60 lines]
    #[arg(long, value_name = "N|all", value_parser = depth, help_heading = None)]
    pub(crate) show_depth: Option<Depth>,
    #[command(flatten)]
    pub(crate) grow: GrowArgs,
    #[command(flatten)]
    pub(crate) prune: PruneArgs,
    #[command(flatten)]
    pub(crate) test: TestArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Scoring on rows that were not learned from")]
#[group(multiple = false)]
pub(crate) struct TestArgs {
    /// Hold out this share of the rows, each class in its share; the model is grown on the others
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) test_fraction: Option<f64>,
    /// Cross-validate: deal the rows into N folds, ask each by a tree grown on the others; the model is grown on all rows
    #[arg(long, value_name = "N")]
    pub(crate) cv: Option<usize>,
    /// Ask the rows of another table; the model is grown on all rows of TABLE
    #[arg(long, value_name = "FILE")]
    pub(crate) test: Option<String>,
}

/// How deep a tree is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// To its leaves.
    All,
    /// To this depth.
    To(u32),
}

fn depth(text: &str) -> Result<Depth, String> {
    match text {
        "all" => Ok(Depth::All),
        _ => text.parse().map(Depth::To).map_err(|_| "neither a whole number nor all".to_owned()),
    }
}
