//! What kind of model is grown, and how a forest is.

use std::time::Duration;

use clap::{Args, ValueEnum};
use spinney::grow::Columns;

use super::amount::{size, time};

/// What is grown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelArg {
    /// One tree
    Tree,
    /// Many trees, each from rows drawn anew and a few columns at each node (random forest)
    Forest,
    /// Many trees, each from all rows, whose cuts are drawn at random
    ExtraTrees,
}

/// What `fit` grows: these and trees without a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindArg {
    /// One tree
    Tree,
    /// Many trees, each from rows drawn anew and a few columns at each node (random forest)
    Forest,
    /// Many trees, each from all rows, whose cuts are drawn at random
    ExtraTrees,
    /// Trees without a target that tell rows unlike the others (isolation forest)
    Isolation,
    /// Trees without a target that turn a row into the numbers of its leaves (totally random trees)
    Embedding,
}

impl KindArg {
    /// The model that learns from a target; `None` for one that has none.
    pub(crate) fn with_target(self) -> Option<ModelArg> {
        match self {
            KindArg::Tree => Some(ModelArg::Tree),
            KindArg::Forest => Some(ModelArg::Forest),
            KindArg::ExtraTrees => Some(ModelArg::ExtraTrees),
            KindArg::Isolation | KindArg::Embedding => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Forests")]
pub(crate) struct ForestArgs {
    /// How many trees [default: 100]
    #[arg(long, value_name = "N")]
    pub(crate) trees: Option<u32>,
    /// The columns that are drawn at each node: sqrt, log2, third, all, a number, or a share below 1 [default: sqrt for classes, third for numbers]
    #[arg(long, value_name = "COLUMNS", value_parser = columns, allow_hyphen_values = true)]
    pub(crate) columns_per_split: Option<Columns>,
    /// Whether a column in which the rows of a node do not differ counts as drawn there, as in scikit-learn [default: false]
    #[arg(long, value_name = "BOOL")]
    pub(crate) count_constant: Option<bool>,
    /// The columns that are drawn for each tree, in the same words [default: all]
    #[arg(long, value_name = "COLUMNS", value_parser = columns, allow_hyphen_values = true)]
    pub(crate) columns_per_tree: Option<Columns>,
    /// The share of the rows that is drawn for each tree; above 1, how many (isolation) [default: 1; isolation: 256]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) sample: Option<f64>,
    /// Whether a row can be drawn twice for a tree [default: true in a forest, false in extra trees]
    #[arg(long, value_name = "BOOL")]
    pub(crate) replacement: Option<bool>,
    /// The price of a leaf in each tree, in units of impurity per row of the tree (scikit-learn's `ccp_alpha`): what takes less off is taken
    /// back [default: 0]
    #[arg(long, value_name = "PRICE", allow_negative_numbers = true)]
    pub(crate) prune_alpha: Option<f64>,
    /// How the trees come to one class; numbers are averaged [default: mean]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) vote: Option<VoteArg>,
    /// The most memory that a forest may take with all that is needed to grow it, such as 2G or 500M [default: what the machine has left]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
}

impl ForestArgs {
    /// The first flag that was said.
    pub(crate) fn said(&self) -> Option<&'static str> {
        let flags = [
            (self.trees.is_some(), "trees"),
            (self.columns_per_split.is_some(), "columns-per-split"),
            (self.count_constant.is_some(), "count-constant"),
            (self.columns_per_tree.is_some(), "columns-per-tree"),
            (self.sample.is_some(), "sample"),
            (self.replacement.is_some(), "replacement"),
            (self.prune_alpha.is_some(), "prune-alpha"),
            (self.vote.is_some(), "vote"),
            (self.max_memory.is_some(), "max-memory"),
        ];
        flags.into_iter().find(|(said, _)| *said).map(|(_, flag)| flag)
    }
}

/// When the growth of a forest may end early.
#[derive(Debug, Args)]
#[command(next_help_heading = "Forests")]
pub(crate) struct CourseArgs {
    /// Grow no more trees once the score out of bag has settled: three looks, every 20 trees, that gain less than 0.001
    #[arg(long)]
    pub(crate) settle: bool,
    /// Begin no more trees after this time, such as 30s, 5m, 1h; how many there are depends on the machine, and folds grow as many
    /// [default: no end]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) budget: Option<Duration>,
}

impl CourseArgs {
    /// The first flag that was said.
    pub(crate) fn said(&self) -> Option<&'static str> {
        self.settle.then_some("settle").or(self.budget.map(|_| "budget"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VoteArg {
    /// The mean of their probabilities
    Mean,
    /// The class that most trees answer
    Majority,
}

/// How many columns are drawn.
pub(super) fn columns(text: &str) -> Result<Columns, String> {
    let wrong = || "neither sqrt, log2, third, all, a whole number nor a share below 1".to_owned();
    match text {
        "sqrt" => Ok(Columns::Sqrt),
        "log2" => Ok(Columns::Log2),
        "third" => Ok(Columns::Third),
        "all" => Ok(Columns::All),
        _ => match (text.parse(), text.parse()) {
            (Ok(count), _) if count > 0 => Ok(Columns::Count(count)),
            (_, Ok(share)) if share > 0.0 && share < 1.0 => Ok(Columns::Share(share)),
            _ => Err(wrong()),
        },
    }
}
