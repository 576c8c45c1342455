//! `spinney steps`.

use clap::{Args, ValueEnum};

use super::{TableArgs, TaskArg};

/// Work out how a tree is grown, every sum written out as in a lecture
///
/// At each node every column is tried, with its counts, what is left to be known after it and what it gains; then which one
/// wins and why, and what becomes of each branch. Nodes are told in the order root, first branch with all below it, next branch.
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
    pub(crate) grow: StepsGrow,
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

#[derive(Debug, Args)]
#[command(next_help_heading = "Growing")]
pub(crate) struct StepsGrow {
    /// A named set of settings; the flags below change single ones
    #[arg(long, value_enum, default_value = "id3")]
    pub(crate) preset: StepsPreset,
    /// What makes one split better than another [default: the preset's; mse for numbers]
    #[arg(long, value_enum, value_name = "MEASURE")]
    pub(crate) criterion: Option<StepsCriterion>,
    /// How a nominal column is asked
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) nominal_split: Option<StepsNominal>,
    /// Where rows without a value go
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) missing_policy: Option<StepsMissing>,
    /// The greatest depth; the root alone has depth 0
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u32>,
    /// The least number of rows in a leaf
    #[arg(long, value_name = "N")]
    pub(crate) min_rows_leaf: Option<f64>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum StepsPreset {
    /// Information gain, a branch for each value
    Id3,
    /// C4.5 Release 8 without pruning: gain ratio, missing values down every branch
    C45,
    /// WEKA's J48 without pruning (-U)
    J48,
    /// Gini or mean squared error, two branches, grown to the end
    Cart,
    /// R's rpart: CART with surrogates, at least 20 rows to split and 7 in a leaf, cp 0.01
    Rpart,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum StepsCriterion {
    /// Information gain, in bits
    Entropy,
    /// Information gain over the split's own entropy
    GainRatio,
    /// What a split takes off the Gini index
    Gini,
    /// The lowest entropy left, over the rows where the column is known
    ConditionalEntropy,
    /// A column drawn at random, to show what a poor choice costs
    Random,
    /// What a split takes off the mean squared error
    Mse,
    /// What a split takes off the mean absolute error
    Mae,
    /// What a split takes off the Poisson deviance, for counts
    Poisson,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum StepsNominal {
    /// A branch for each value
    Values,
    /// Two branches, each for a set of values
    Subset,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum StepsMissing {
    /// Down the branch where they gain most in training
    Learned,
    /// Down every branch, in proportion (C4.5)
    Fractions,
    /// As other columns say that agree with the split (CART)
    Surrogates,
    /// Missing is a value like any other
    Own,
}
