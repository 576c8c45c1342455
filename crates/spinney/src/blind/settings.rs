//! How trees without a target are grown.

use serde::{Deserialize, Serialize};

use crate::error::{Mistake, Result};

/// What trees without a target are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlindKind {
    /// To tell rows that are unlike the others.
    Isolation,
    /// To turn a row into the numbers of its leaves.
    Embedding,
}

/// How many rows each tree is grown from, drawn without replacement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleRows {
    /// All of them.
    All,
    /// So many; all, where there are not as many.
    Count(u32),
    /// This share of them, rounded down, but one at least.
    Share(f64),
}

/// How trees without a target are grown.
///
/// ```
/// use spinney::blind::{BlindSettings, SampleRows};
/// let settings = BlindSettings::isolation();
/// assert_eq!((settings.trees, settings.sample), (100, SampleRows::Count(256)));
/// assert_eq!((settings.rows(1000), settings.depth(1000)), (256, 8));
/// assert_eq!(BlindSettings::embedding().depth(1000), 5);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BlindSettings {
    /// What they are for.
    pub kind: BlindKind,
    /// How many trees.
    pub trees: u32,
    /// The rows of each.
    pub sample: SampleRows,
    /// The greatest depth; none stands for what a tree of so many rows has where each split halves them: log2, rounded up.
    pub max_depth: Option<u32>,
    /// The seed of what is drawn.
    pub seed: u64,
    /// The share of the rows that is held for outlying; none where nobody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contamination: Option<f64>,
}

impl BlindSettings {
    /// An isolation forest: 100 trees of 256 rows each, as deep as trees of so many rows need be.
    pub fn isolation() -> Self {
        BlindSettings {
            kind: BlindKind::Isolation,
            trees: 100,
            sample: SampleRows::Count(256),
            max_depth: None,
            seed: 0,
            contamination: None,
        }
    }

    /// Totally random trees: 100 trees of all rows, of depth 5.
    pub fn embedding() -> Self {
        let kind = BlindKind::Embedding;
        BlindSettings { kind, sample: SampleRows::All, max_depth: Some(5), ..BlindSettings::isolation() }
    }

    /// How many of so many rows each tree is grown from.
    pub fn rows(&self, of: usize) -> usize {
        match self.sample {
            SampleRows::All => of,
            SampleRows::Count(count) => of.min(count as usize),
            SampleRows::Share(share) => ((of as f64 * share) as usize).clamp(1.min(of), of),
        }
    }

    /// The greatest depth of a tree of a table of so many rows.
    pub fn depth(&self, of: usize) -> u32 {
        let rows = self.rows(of).max(2);
        self.max_depth.unwrap_or_else(|| rows.next_power_of_two().ilog2())
    }

    /// Whether they can be followed.
    pub fn check(&self) -> Result<()> {
        let bad = |name, found, range| Err(Mistake::BadSetting { name, found, range }.anywhere());
        match (self.trees, self.sample, self.contamination) {
            (0, ..) => bad("trees", 0.0, "at least 1"),
            (_, SampleRows::Count(0), _) => bad("sample", 0.0, "at least 1"),
            (_, SampleRows::Share(share), _) if !(share > 0.0 && share <= 1.0) => {
                bad("sample", share, "above 0 and at most 1")
            }
            (.., Some(share)) if !(share > 0.0 && share <= 0.5) => {
                bad("contamination", share, "above 0 and at most 0.5")
            }
            _ => Ok(()),
        }
    }
}

/// Trees without a target, as they were grown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Blind {
    /// How they were asked for.
    pub settings: BlindSettings,
    /// How many rows each was grown from.
    pub rows: u32,
    /// What is subtracted from the negative score: a row is outlying where that leaves less than 0. −0.5, or where contamination was said
    /// its quantile of the training rows.
    pub offset: f64,
}

impl Blind {
    /// scikit-learn's `offset_` where nobody says how many rows are outlying.
    pub const OFFSET: f64 = -0.5;

    /// Whether a row of this score is outlying.
    ///
    /// ```
    /// use spinney::blind::{Blind, BlindSettings};
    /// let blind = Blind { settings: BlindSettings::isolation(), rows: 256, offset: Blind::OFFSET };
    /// assert!(blind.is_outlying(0.6) && !blind.is_outlying(0.5));
    /// ```
    pub fn is_outlying(&self, score: f64) -> bool {
        -score < self.offset
    }
}
