//! What is learned from which table, and how rows are dealt into folds.

use clap::Args;

use super::read::{TableArgs, TaskArg};

/// What is learned.
#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// The column to be predicted; several, all classes or all numbers, are learned by one model (fit)
    #[arg(long, short, value_name = "COL,COL", help_heading = None, required = true)]
    pub(crate) target: Option<String>,
    /// What is learned [default: classes for text and for whole numbers with at most 20 values, else numbers]
    #[arg(long, value_enum, help_heading = None)]
    pub(crate) task: Option<TaskArg>,
    /// Columns to learn from though they look like identifiers
    #[arg(long, value_name = "COL,COL", help_heading = None)]
    pub(crate) keep: Vec<String>,
    /// The column of the rows' weights, which is not learned from: a row of weight 2 counts as two
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) weight: Option<String>,
    /// Factors for the rows of classes: 'yes=5,no=1'; balanced, so that all classes weigh the same; or balanced-subsample, so that they do in
    /// the rows of each tree of a forest
    #[arg(long, value_name = "CLASS=W,CLASS=W", help_heading = None)]
    pub(crate) class_weight: Option<String>,
    /// Draw all rows with the same value in this column (a patient, a customer) together for a tree; the column is not learned from
    #[arg(long, value_name = "COL", help_heading = "Forests", conflicts_with_all = ["sample_strata", "sample_each"])]
    pub(crate) sample_groups: Option<String>,
    /// Draw the same share of the rows of each class (target), or of each value of a column
    #[arg(long, value_name = "target|COL", help_heading = "Forests")]
    pub(crate) sample_strata: Option<String>,
    /// Draw the same number of rows of each class, or of each stratum: as many as the rarest has, or so many
    #[arg(long, value_name = "rarest|N", value_parser = each, help_heading = "Forests")]
    pub(crate) sample_each: Option<EachArg>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// How many rows of each stratum are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EachArg {
    /// As many as the rarest has.
    Rarest,
    /// So many.
    Count(u32),
}

fn each(text: &str) -> Result<EachArg, String> {
    match text {
        "rarest" => Ok(EachArg::Rarest),
        _ => text.parse().map(EachArg::Count).map_err(|_| "neither a whole number nor rarest".to_owned()),
    }
}

/// How rows are dealt into folds.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cross-validation")]
pub(crate) struct CvArgs {
    /// Deal the rows into N folds, each class in its share, and ask each by what was learned from the others [default: 10; 5 to tune]
    #[arg(long, value_name = "N")]
    pub(crate) cv: Option<usize>,
    /// Deal them so many times anew
    #[arg(long, value_name = "N", conflicts_with_all = ["cv_groups", "cv_order"])]
    pub(crate) cv_repeats: Option<usize>,
    /// Keep rows with the same value in this column (a patient, a customer) in one fold; the column is not learned from
    #[arg(long, value_name = "COL", conflicts_with = "cv_order")]
    pub(crate) cv_groups: Option<String>,
    /// Learn from the past alone: rows are cut into blocks by this column of dates or numbers, which is not learned from, and each
    /// block is asked by what was learned from those before it
    #[arg(long, value_name = "COL")]
    pub(crate) cv_order: Option<String>,
}

impl CvArgs {
    /// Whether any of it was said.
    pub(crate) fn is_asked(&self) -> bool {
        self.cv.is_some() || self.cv_repeats.is_some() || self.aside().is_some()
    }

    /// The column that rows are dealt by, which is not learned from.
    pub(crate) fn aside(&self) -> Option<&str> {
        self.cv_groups.as_deref().or(self.cv_order.as_deref())
    }
}
