//! When growth stops, in units.

use super::settings::{LeafKind, TreeSettings};

/// What a weight of parts of rows may lack of a limit, in rows (or of the limit itself where that is below one row).
const SLACK: f64 = 1e-6;

/// The stops of a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) max_depth: u32,
    pub(crate) min_leaf: u64,
    pub(crate) min_split: u64,
    pub(crate) min_value: u64,
    pub(crate) min_gain: f64,
    pub(crate) min_tree_gain: f64,
    pub(crate) zero_gain: bool,
    pub(crate) max_leaves: Option<u32>,
    pub(crate) acceptable_error: Option<f64>,
    /// Units in a weight of 1.
    pub(crate) per_row: f64,
    /// What all rows of the tree weigh, in units.
    pub(crate) total: u64,
    /// Whether leaves must remember their rows.
    pub(crate) keep_rows: bool,
    /// The share of its rows that lies below what a leaf answers; none where it answers their mean.
    pub(crate) quantile: Option<f64>,
    /// Whether splits may be taken back.
    pub(crate) takes_back: bool,
}

/// Why a node is a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// All rows are of one class, or have one value.
    Pure,
    /// No column has two values left.
    NoColumn,
    /// No column gains enough.
    NoGain,
    /// The tree is as deep as it may be.
    MaxDepth,
    /// The node holds too few rows to be split.
    FewRows,
    /// Constraints leave room for one answer.
    Fenced,
    /// The error is small enough.
    Accepted,
    /// The tree has as many leaves as it may have.
    MaxLeaves,
    /// A split was made and taken back, since it did not pay.
    CutBack,
}

impl Limits {
    /// Whether every split gains enough.
    pub(crate) fn any_gain(&self) -> bool {
        self.zero_gain && self.min_gain <= 0.0 && self.min_tree_gain <= 0.0
    }

    /// Whether nothing but size and depth ends a node, and its leaves say no more than sums do.
    pub(crate) fn are_plain(&self) -> bool {
        let ends = self.any_gain() && self.acceptable_error.is_none() && !self.takes_back;
        ends && self.quantile.is_none() && !self.keep_rows
    }

    /// The stops of a tree whose rows weigh `total` units, of which `per_row` are a weight of 1.
    pub(crate) fn new(settings: &TreeSettings, per_row: f64, total: u64) -> Self {
        let all = total as f64 / per_row;
        // Parts of rows are rounded to units: what should add up to a limit may lack a few.
        let slack = |rows: f64| if per_row > 1.0 { SLACK * rows.min(1.0) } else { 0.0 };
        let units = |rows: f64| ((rows - slack(rows)) * per_row).ceil().clamp(0.0, 9e18) as u64;
        Limits {
            max_depth: settings.max_depth.unwrap_or(u32::MAX),
            min_leaf: units(settings.least_leaf(all)).max(1),
            min_split: units(settings.least_split(all)),
            min_value: units(settings.min_rows_value),
            min_gain: settings.min_gain,
            min_tree_gain: settings.min_tree_gain,
            zero_gain: settings.zero_gain,
            max_leaves: settings.max_leaves,
            acceptable_error: settings.acceptable_error,
            per_row,
            total,
            keep_rows: settings.leaf == LeafKind::Linear,
            quantile: match settings.leaf {
                LeafKind::Mean | LeafKind::Linear => None,
                LeafKind::Median => Some(0.5),
                LeafKind::Quantile(share) => Some(share),
            },
            takes_back: settings.collapse || settings.complexity > 0.0,
        }
    }
}
