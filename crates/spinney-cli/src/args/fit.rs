//! `spinney fit`.

use clap::Args;

use super::forest::{CourseArgs, KindArg};
use super::how::HowArgs;
use super::learn::{CvArgs, LearnArgs};

/// Grow a tree or a forest from a table, show it, score it, keep it
///
/// Without a preset the settings are what one tree for new rows should have: the best exact split by Gini (classes) or mean
/// squared error (numbers), two branches with the best sets of values, missing values down a learned branch, at least 5
/// rows in a leaf, and pruned by cost-complexity with 10 folds. A preset makes the engine ID3, C4.5, J48, CART or rpart; a flag changes a single setting of either. What was
/// in effect is printed, and stored in the model.
///
/// A forest (--model forest, extra-trees) has trees that are grown to the end and not pruned; the flags of growing say how each of them
/// is grown. Rows that a tree was not grown from ask it: the score out of bag needs no rows held out.
///
/// --model isolation and --model embedding have no target. They take --trees, --sample, --max-depth and --contamination.
///
/// Columns that look like identifiers, and rows without a target, are left out, and that is said.
#[derive(Debug, Args)]
pub(crate) struct Fit {
    #[command(flatten)]
    pub(crate) learn: LearnArgs,
    /// Keep the model in this file: .spinney, or .json to read and write it by hand
    #[arg(long, short, value_name = "FILE", help_heading = None)]
    pub(crate) out: Option<String>,
    /// What is grown
    #[arg(long, value_enum, value_name = "KIND", default_value = "tree", help_heading = None)]
    pub(crate) model: KindArg,
    /// How deep the tree is shown, or all; the model is not changed [default: what fits about 60 lines]
    #[arg(long, value_name = "N|all", value_parser = depth, help_heading = None)]
    pub(crate) show_depth: Option<Depth>,
    #[command(flatten)]
    pub(crate) how: HowArgs,
    #[command(flatten)]
    pub(crate) course: CourseArgs,
    /// The share of the rows that is outlying: a row is called so where it scores above as many of TABLE (isolation)
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, help_heading = "Forests")]
    pub(crate) contamination: Option<f64>,
    #[command(flatten)]
    pub(crate) test: TestArgs,
    #[command(flatten)]
    pub(crate) cv: CvArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Scoring on rows that were not learned from")]
pub(crate) struct TestArgs {
    /// Hold out this share of the rows, each class in its share; the model is grown on the others
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, conflicts_with_all = ["test", "cv", "cv_repeats", "cv_groups", "cv_order"])]
    pub(crate) test_fraction: Option<f64>,
    /// Ask the rows of another table; the model is grown on all rows of TABLE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cv", "cv_repeats", "cv_groups", "cv_order"])]
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
