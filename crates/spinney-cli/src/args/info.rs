//! `spinney info`.

use clap::Args;

use super::read::{TableArgs, TaskArg};

/// Describe a table: kinds, missing values, warnings, and how much each column tells about the target
///
/// A category is judged by a branch for each of its values, a number by its best threshold. With missing values a column's
/// figures are over the rows where it is known, and the gain is multiplied by their share.
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// The column to be predicted
    #[arg(long, short, value_name = "COL", help_heading = None)]
    pub(crate) target: Option<String>,
    /// What is learned [default: classes for text and for whole numbers with at most 20 values, else numbers]
    #[arg(long, value_enum, help_heading = None)]
    pub(crate) task: Option<TaskArg>,
    /// Columns to keep in learning though they look like identifiers
    #[arg(long, value_name = "COL,COL", help_heading = None)]
    pub(crate) keep: Vec<String>,
    /// Show only the first N columns of the account
    #[arg(long, value_name = "N", help_heading = None, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) top: Option<u32>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}
