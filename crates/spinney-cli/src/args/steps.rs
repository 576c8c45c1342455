//! `spinney steps`.

use clap::{Args, ValueEnum};

use super::grow::GrowArgs;
use super::read::{TableArgs, TaskArg};

/// Work out how a tree is grown, every sum written out as in a lecture
///
/// At each node every column is tried, with its counts, what is left to be known after it and what it gains; then which one
/// wins and why, and what becomes of each branch. Without a --preset the method is ID3's, as in the lectures. Nodes are told in the order root, first branch with all below it, next branch.
#[derive(Debug, Args)]
pub(crate) struct Steps {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// The column to be predicted
    #[arg(long, short, value_name = "COL", help_heading = "Options")]
    pub(crate) target: String,
    /// The form of the derivation; --json is short for json, which holds every split that was tried
    #[arg(long = "as", value_enum, value_name = "FORM", default_value = "text", help_heading = "Options")]
    pub(crate) form: StepsForm,
    /// Only this node, or with --depth also what lies below it; the root is 0
    #[arg(long, value_name = "ID", help_heading = "Options")]
    pub(crate) node: Option<u32>,
    /// Only so many steps down; 0 is the root alone
    #[arg(long, value_name = "N", help_heading = "Options")]
    pub(crate) depth: Option<u32>,
    /// Every node of a large tree [default: the first 200 nodes, from the root down]
    #[arg(long, help_heading = "Options")]
    pub(crate) all: bool,
    /// What is learned [default: classes for text and for whole numbers with at most 20 values, else numbers]
    #[arg(long, value_enum, help_heading = "Options")]
    pub(crate) task: Option<TaskArg>,
    /// Columns to learn from though they look like identifiers
    #[arg(long, value_name = "COL,COL", help_heading = "Options")]
    pub(crate) keep: Vec<String>,
    #[command(flatten)]
    pub(crate) grow: GrowArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StepsForm {
    /// For a terminal, 80 columns wide
    Text,
    /// With formulae as GitHub sets them
    Markdown,
    /// An article to be set by pdfLaTeX
    Latex,
    /// A page of its own
    Html,
    /// For programs
    Json,
}
