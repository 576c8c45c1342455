//! How a tree is grown.

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(next_help_heading = "Growing")]
pub(crate) struct GrowArgs {
    /// A named set of settings; the flags below change single ones [default: Spinney's own]
    #[arg(long, value_enum)]
    pub(crate) preset: Option<PresetArg>,
    /// What makes one split better than another [default: gini for classes, mse for numbers]
    #[arg(long, value_enum, value_name = "MEASURE")]
    pub(crate) criterion: Option<CriterionArg>,
    /// How a nominal column is asked
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) nominal_split: Option<NominalArg>,
    /// How a continuous column is cut
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) threshold: Option<ThresholdArg>,
    /// Where rows without a value go
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) missing_policy: Option<MissingArg>,
    /// The greatest depth, or none; the root alone has depth 0
    #[arg(long, value_name = "N|none", value_parser = most)]
    pub(crate) max_depth: Option<MostArg>,
    /// The least weight of a leaf; a row weighs 1 unless --weight or --class-weight says otherwise
    #[arg(long, value_name = "W", allow_negative_numbers = true)]
    pub(crate) min_rows_leaf: Option<f64>,
    /// The least weight of a node that is split
    #[arg(long, value_name = "W", allow_negative_numbers = true)]
    pub(crate) min_rows_split: Option<f64>,
    /// The least weight of a leaf as a share of the weight of all rows of the tree; the larger of the two limits counts
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) min_share_leaf: Option<f64>,
    /// The least weight of a node that is split, as such a share
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) min_share_split: Option<f64>,
    /// Where a nominal column has more than ten values at a node, those that weigh less than this go together in sets of values
    #[arg(long, value_name = "W", allow_negative_numbers = true)]
    pub(crate) min_rows_value: Option<f64>,
    /// The least gain of a split, in the criterion's unit per row of the node
    #[arg(long, value_name = "GAIN", allow_negative_numbers = true)]
    pub(crate) min_gain: Option<f64>,
    /// The least gain of a split, in the criterion's unit per row of the whole tree (scikit-learn's `min_impurity_decrease`)
    #[arg(long, value_name = "GAIN", allow_negative_numbers = true)]
    pub(crate) min_tree_gain: Option<f64>,
    /// Whether a split that gains nothing may be made: it may help further down
    #[arg(long, value_name = "BOOL")]
    pub(crate) zero_gain: Option<bool>,
    /// The most leaves, or none; the split with the largest gain in the whole tree is made first
    #[arg(long, value_name = "N|none", value_parser = most)]
    pub(crate) max_leaves: Option<MostArg>,
    /// A node whose own error is at most this is a leaf: the share of rows outside the majority, or the root of the mean
    /// squared error
    #[arg(long, value_name = "ERROR", allow_negative_numbers = true)]
    pub(crate) acceptable_error: Option<f64>,
    /// A split must take at least this share off the root's error, or is taken back (rpart's cp)
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) complexity: Option<f64>,
    /// Whether subtrees that make no fewer training errors than their root alone are folded (C4.5)
    #[arg(long, value_name = "BOOL")]
    pub(crate) collapse: Option<bool>,
    /// What leaves answer where the target is a number [default: median with --criterion mae, else mean]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) leaf: Option<LeafArg>,
    /// Whether missing values stand behind all others, as in scikit-learn: in ties, and for --monotone
    #[arg(long, value_name = "BOOL")]
    pub(crate) missing_last: Option<bool>,
    /// Columns along which answers only rise, or only fall: the number, or the probability of the second of two classes
    #[arg(long, value_name = "COL=increasing|decreasing")]
    pub(crate) monotone: Vec<String>,
    /// Columns that may meet on a path, once for each group; columns in no group make one more
    #[arg(long, value_name = "COL,COL")]
    pub(crate) interaction: Vec<String>,
    /// The share of a leaf's rows that lies below what it answers (leaf quantile) [default: 0.5, the median]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) quantile: Option<f64>,
    /// Whose habits are followed in thresholds, ties and missing values (with gain-ratio)
    #[arg(long, value_enum, value_name = "WHOSE")]
    pub(crate) conventions: Option<ConventionsArg>,
}

/// A limit that can be lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MostArg(pub(crate) Option<u32>);

pub(super) fn most(text: &str) -> Result<MostArg, String> {
    match text {
        "none" => Ok(MostArg(None)),
        _ => text.parse().map(|number| MostArg(Some(number))).map_err(|_| "neither a whole number nor none".to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PresetArg {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CriterionArg {
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
    /// What a split takes off the mean squared error; friedman is another word for it
    #[value(alias = "friedman", alias = "friedman-mse")]
    Mse,
    /// What a split takes off the mean absolute error
    Mae,
    /// What a split takes off the Poisson deviance, for counts
    Poisson,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum NominalArg {
    /// A branch for each value
    Values,
    /// Two branches, each for a set of values
    Subset,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ThresholdArg {
    /// At the best midpoint between neighbouring values
    Best,
    /// At one place drawn at random (extra trees)
    Random,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum MissingArg {
    /// Down the branch where they gain most in training
    Learned,
    /// Down every branch, in proportion (C4.5)
    Fractions,
    /// As other columns say that agree with the split (CART)
    Surrogates,
    /// Missing is a value like any other
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeafArg {
    /// The mean of its rows
    Mean,
    /// Their median
    Median,
    /// The number that a share of them lies below (--quantile)
    Quantile,
    /// A linear regression on the continuous columns
    Linear,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ConventionsArg {
    /// Our own: exact comparison, one table of ties
    Exact,
    /// C4.5 Release 8
    C45,
    /// J48 of WEKA 3.6
    J48,
}
