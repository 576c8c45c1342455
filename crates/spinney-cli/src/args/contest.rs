//! `spinney compare` and `spinney tune`.

use std::time::Duration;

use clap::Args;
use spinney::grow::Columns;

use super::amount::time;
use super::forest::{ModelArg, columns};
use super::grow::{CriterionArg, MostArg, most};
use super::how::HowArgs;
use super::learn::{CvArgs, LearnArgs};
use super::prune::RuleArg;

/// What decides which of several is best.
#[derive(Debug, Args)]
pub(crate) struct ByArg {
    /// The score that decides, by scikit-learn's name: accuracy, `roc_auc`, `log_loss` …, or r2, `mean_absolute_error` …
    /// [default: `brier_score_loss` for classes, r2 for numbers]
    #[arg(long, value_name = "SCORE", help_heading = None)]
    pub(crate) by: Option<String>,
}

/// Compare several models on the same folds, with a paired test
///
/// A model is baseline (the majority, or the mean), tree, forest or extra-trees (as `fit` grows them), or a preset: id3, c45, j48, cart,
/// rpart. Settings follow behind colons, as the flags of `fit` name them: tree:max-depth=3:prune=none, forest:trees=50.
///
/// Differences are judged by the t test that counts with what folds share (Nadeau and Bengio), and p-values by how many
/// pairs were looked at (Holm).
#[derive(Debug, Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) learn: LearnArgs,
    /// The models [default: baseline,tree,cart,rpart,forest and, for classes, c45]
    #[arg(long, value_name = "MODEL,MODEL", value_delimiter = ',', help_heading = None)]
    pub(crate) models: Vec<String>,
    #[command(flatten)]
    pub(crate) by: ByArg,
    /// Learning curves: learn from these shares of the rows, rising to at most 1, such as 0.1,0.3,1
    #[arg(long, value_name = "SHARE,SHARE", value_delimiter = ',', help_heading = None)]
    pub(crate) shares: Vec<f64>,
    /// Draw the learning curves: .svg or .png [with it, --shares is 0.1,0.2,0.4,0.7,1]
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) plot: Option<String>,
    #[command(flatten)]
    pub(crate) cv: CvArgs,
}

/// Find the settings that do best on rows left out
///
/// Every combination of the lists below is a contender. All are asked about the same folds, one fold after the other; from the third
/// fold on those go that are worse than the leader by more than luck. Trees of several depths and prices of a leaf come out of one
/// growth; every forest is grown by itself. What is not in the lists is set as for `fit`.
///
/// The winner's score is that of the best of many, and flatters; --test asks rows that had no part in the choice.
#[derive(Debug, Args)]
pub(crate) struct Tune {
    #[command(flatten)]
    pub(crate) learn: LearnArgs,
    /// What is grown
    #[arg(long, value_enum, value_name = "KIND", default_value = "tree", help_heading = None)]
    pub(crate) model: ModelArg,
    /// Keep a model of the winner, grown on all rows, in this file
    #[arg(long, short, value_name = "FILE", help_heading = None)]
    pub(crate) out: Option<String>,
    #[command(flatten)]
    pub(crate) by: ByArg,
    /// Which contender wins: the best, or the smallest within one standard error of it
    #[arg(long, value_enum, value_name = "WHICH", default_value = "best", help_heading = None)]
    pub(crate) rule: RuleArg,
    /// End after this time with what is known by then, such as 30s, 5m, 1h; what is known depends on the machine [default: no end]
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = None)]
    pub(crate) budget: Option<Duration>,
    /// Keep all contenders to the end, also those that cannot win any more
    #[arg(long, help_heading = None)]
    pub(crate) keep_losers: bool,
    /// Print every contender, the best first
    #[arg(long, help_heading = None)]
    pub(crate) all: bool,
    /// Draw the best score of each size of tree: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) plot: Option<String>,
    /// Ask the winner about the rows of another table
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) test: Option<String>,
    #[command(flatten)]
    pub(crate) grid: GridArgs,
    #[command(flatten)]
    pub(crate) cv: CvArgs,
    #[command(flatten)]
    pub(crate) how: HowArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Contenders")]
pub(crate) struct GridArgs {
    /// Criteria [default: gini,entropy for classes, mse for numbers; with --preset, --criterion or a forest, one alone]
    #[arg(long, value_enum, value_name = "MEASURE,MEASURE", value_delimiter = ',')]
    pub(crate) criteria: Vec<CriterionArg>,
    /// Greatest depths [default: 2,3,4,6,8,12,none; of a forest 8,none]
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = most)]
    pub(crate) depths: Vec<MostArg>,
    /// Least weights of a leaf [default: 1,2,5,10,20,50,100, of a forest 1,3,10, as far as a tenth of the rows]
    #[arg(long, value_name = "W,W", value_delimiter = ',')]
    pub(crate) leaf_rows: Vec<f64>,
    /// Prices of a leaf as shares of the root's risk, 0 for no pruning [default: 0,1e-5,1e-4,3e-4,1e-3,3e-3,1e-2; with a flag of
    /// pruning, that way alone]
    #[arg(long, value_name = "SHARE,SHARE", value_delimiter = ',', conflicts_with_all = ["prune", "prune_complexity"])]
    pub(crate) complexities: Vec<f64>,
    /// Columns that are drawn at each node of a forest, in the words of --columns-per-split [default: sqrt,third,all where they differ]
    #[arg(long, value_name = "COLUMNS,COLUMNS", value_delimiter = ',', value_parser = columns, conflicts_with = "columns_per_split")]
    pub(crate) split_columns: Vec<Columns>,
}
