//! What is asked of a finished model.

use clap::{Args, ValueEnum};

use super::read::{ReadArgs, TableArgs};

/// Answer every row of a table with a model
///
/// Prints CSV: a column with the target's name, one line for each row. The model's columns are found by name, in any order;
/// others are passed over. Columns that the tree does not ask for may be absent. A model of several targets has a column for each.
///
/// --leaves tells where rows end instead of what is answered: a column with the number of the node, `leaf`, or `leaf_0`, `leaf_1`
/// … for the trees of a forest. --paths tells all nodes on the way, from the root (0) on, with spaces between: `path`, or `path_0` …
/// Nodes are counted depth by depth.
#[derive(Debug, Args)]
pub(crate) struct Predict {
    /// The model: a .spinney file, or a tree written as JSON
    #[arg(value_name = "MODEL", help_heading = None)]
    pub(crate) model: String,
    /// Add the probability of each class: columns P(class); of several targets, P(target=class)
    #[arg(long, help_heading = None)]
    pub(crate) proba: bool,
    /// Tell where rows end: the number of the node, a column for each tree
    #[arg(long, help_heading = None, conflicts_with_all = ["proba", "paths"])]
    pub(crate) leaves: bool,
    /// Tell the nodes that rows pass, the first and the last among them, a column for each tree
    #[arg(long, help_heading = None, conflicts_with = "proba")]
    pub(crate) paths: bool,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = None)]
    pub(crate) out: Option<String>,
    /// What becomes of values that training never saw
    #[arg(long, value_enum, value_name = "HOW", default_value = "node", help_heading = None)]
    pub(crate) unseen: UnseenArg,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Tell how good a model's answers are, where the truth is known
///
/// Classes: accuracy with its 95 % interval, balanced accuracy (the mean over classes of the share that is right), F1, MCC, kappa,
/// log loss, Brier score, AUC, average precision, and who was taken for whom. Numbers: R², RMSE, MAE and how far the median and the
/// worst row are off. Rows without a target are left out. Names in JSON are those of scikit-learn.
#[derive(Debug, Args)]
pub(crate) struct Score {
    /// The model: a .spinney file, or a tree written as JSON
    #[arg(value_name = "MODEL", help_heading = None)]
    pub(crate) model: String,
    /// The target that is meant, of a model that answers several [default: each]
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) target: Option<String>,
    /// The column of the rows' weights
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) weight: Option<String>,
    /// Add 95 % intervals of all scores: rows are drawn again a thousand times, by --seed
    #[arg(long, help_heading = None)]
    pub(crate) intervals: bool,
    /// Show whether probabilities come true, in ten bins of the same width, or of about as many rows
    #[arg(long, value_enum, value_name = "BINS", num_args = 0..=1, require_equals = true, default_missing_value = "uniform", help_heading = None)]
    pub(crate) calibration: Option<BinsArg>,
    /// Show the points of a curve
    #[arg(long, value_enum, value_name = "CURVE", help_heading = None)]
    pub(crate) curve: Option<CurveArg>,
    /// The class of --calibration and --curve, against the rest [default: the second of two, else each]
    #[arg(long, value_name = "CLASS", help_heading = None)]
    pub(crate) class: Option<String>,
    /// Draw what --curve or --calibration shows: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) plot: Option<String>,
    /// What becomes of values that training never saw
    #[arg(long, value_enum, value_name = "HOW", default_value = "node", help_heading = None)]
    pub(crate) unseen: UnseenArg,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum BinsArg {
    /// Of the same width
    Uniform,
    /// Of about as many rows
    Quantile,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum CurveArg {
    /// What is found of the class, and what is wrongly taken for it
    Roc,
    /// Precision and recall
    Pr,
}

/// Tell why a row gets its answer and what would have changed it, or what columns are worth
///
/// --row shows the tests on the row's way with what each node holds, and for each column on the way the smallest change of its value
/// that would have changed the answer.
///
/// --importance tells what columns are worth. Debiased: what the splits of a column take off the Gini index, or the variance, of rows
/// that their trees were not grown from; about 0 where a column tells nothing. Impurity is the same for the rows that the trees were
/// grown from, and favours columns of many values. --importance permutation asks the rows of TABLE: what is lost where the values of a
/// column are dealt out among them anew.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The model: a .spinney file, or a tree written as JSON
    #[arg(value_name = "MODEL", help_heading = None)]
    pub(crate) model: String,
    /// The target that is meant, of a model that answers several [default: each]
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) target: Option<String>,
    /// The table: .csv, .tsv, .arff, .svm, .parquet, .arrow, each also as .gz or .zst; - reads standard input
    #[arg(value_name = "TABLE", help_heading = None)]
    pub(crate) table: Option<String>,
    /// The tree of a forest that is meant, counted from 0
    #[arg(long, value_name = "N", help_heading = None)]
    pub(crate) tree: Option<u32>,
    /// The row, from 1
    #[arg(long, value_name = "N", help_heading = None, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "importance")]
    pub(crate) row: Option<u64>,
    /// Tell what columns are worth
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, default_missing_value = "grown", help_heading = None)]
    pub(crate) importance: Option<ImportanceArg>,
    /// How often values are dealt out anew (permutation) [default: 10]
    #[arg(long, value_name = "N", help_heading = None, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeats: Option<u32>,
    /// Draw what --importance tells: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = None)]
    pub(crate) plot: Option<String>,
    /// The column of the rows' weights (permutation)
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) weight: Option<String>,
    /// What becomes of values that training never saw (with --row)
    #[arg(long, value_enum, value_name = "HOW", default_value = "node", help_heading = None)]
    pub(crate) unseen: UnseenArg,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportanceArg {
    /// What was found while the model grew
    Grown,
    /// What the rows of TABLE lose where a column's values are dealt out anew
    Permutation,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum UnseenArg {
    /// Each node decides: the heaviest branch of a split into sets, its own answer where each value has a branch
    Node,
    /// They are taken as missing
    Missing,
    /// They are a mistake
    Error,
}

/// Show a model: as text, rules, formula, JSON, picture
///
/// With --json, rules and formulae come as JSON, and every other form as the model in JSON.
///
/// --as regions draws the rectangles that the tree cuts two columns into; with one column, the steps of a numeric answer or the
/// shares of classes. Other columns that the tree asks are averaged over, by training rows, and the picture says so.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The model: a .spinney file, or a tree written as JSON
    #[arg(value_name = "MODEL", help_heading = None)]
    pub(crate) model: String,
    /// The target that is meant, of a model that answers several (text and JSON show all of them)
    #[arg(long, value_name = "COL", help_heading = None)]
    pub(crate) target: Option<String>,
    /// The tree of a forest that is meant, counted from 0
    #[arg(long, value_name = "N", help_heading = None)]
    pub(crate) tree: Option<u32>,
    /// The form [default: by the name of --out, else text]
    #[arg(long = "as", value_enum, value_name = "FORM", help_heading = None)]
    pub(crate) form: Option<FormArg>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", help_heading = None)]
    pub(crate) out: Option<String>,
    /// The one or two columns to draw over: across, up (regions)
    #[arg(long, value_name = "COL,COL", help_heading = None)]
    pub(crate) columns: Vec<String>,
    /// A table whose rows are drawn as points (regions)
    #[arg(long, value_name = "TABLE", help_heading = None)]
    pub(crate) rows: Option<String>,
    /// Fold branches below this depth (text and pictures)
    #[arg(long, value_name = "N", help_heading = None)]
    pub(crate) depth: Option<u32>,
    /// The characters of a line (text, formula) [default: the terminal's, else 80]
    #[arg(long, value_name = "N", help_heading = None)]
    pub(crate) width: Option<usize>,
    /// The order of rules
    #[arg(long, value_enum, default_value = "tree", help_heading = None)]
    pub(crate) order: OrderArg,
    /// Where the root stands (pictures)
    #[arg(long, value_enum, value_name = "SIDE", default_value = "auto", help_heading = None)]
    pub(crate) root: OrientationArg,
    /// The heading of a picture [default: the target's name]
    #[arg(long, value_name = "TEXT", help_heading = None)]
    pub(crate) title: Option<String>,
    /// The most nodes of a picture; what is below them is folded
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = None,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) max_nodes: usize,
    /// Dots for each point of a picture (png)
    #[arg(long, value_name = "X", default_value_t = 2.0, allow_negative_numbers = true, help_heading = None)]
    pub(crate) scale: f32,
    /// Tell where rows without a value go (text, rules and pictures)
    #[arg(long, help_heading = None)]
    pub(crate) tell_missing: bool,
    /// Write numbers in full (text)
    #[arg(long, help_heading = None)]
    pub(crate) exact: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormArg {
    /// The tree, for a terminal
    Text,
    /// A rule for each leaf
    Rules,
    /// A formula for each class
    Formula,
    /// The whole model, to read, change and use again
    Json,
    /// The nodes of a binary tree as arrays in JSON, in the layout of scikit-learn's tree_
    Arrays,
    /// For Graphviz
    Dot,
    /// A picture for documents and browsers
    Svg,
    /// A picture in dots
    Png,
    /// A LaTeX document of its own
    Latex,
    /// What the tree makes of one or two columns: a picture, .svg or .png
    Regions,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum OrderArg {
    /// That of the tree
    Tree,
    /// The best supported first
    Support,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum OrientationArg {
    /// On top where that is narrow enough, else on the left
    Auto,
    /// On top
    Top,
    /// On the left
    Left,
}
