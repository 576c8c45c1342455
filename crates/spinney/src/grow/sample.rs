//! Which rows each tree of a forest is grown from.

use serde::{Deserialize, Serialize};

use crate::error::{Mistake, Result};

/// Which rows each tree is grown from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sample {
    /// All rows.
    All,
    /// This share of the rows' weight, drawn with replacement: a bootstrap where it is 1. It may be above 1.
    ///
    /// Where weights are whole, each unit of weight is a copy that can be drawn. Where they are not, as many rows are drawn as
    /// there are, each with a chance in proportion to its weight, and each draw counts as one.
    Bootstrap(f64),
    /// This share of the rows' weight, drawn without replacement.
    ///
    /// Where weights are not whole, this share of the rows is drawn, all with the same chance, and they keep their weights.
    Part(f64),
}

/// What is drawn for each tree. Groups and strata are those of the rows that it is grown from (`Training::groups`).
///
/// ```
/// use spinney::forest::{ForestSettings, bags};
/// use spinney::grow::{SampleBy, Training};
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n5,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let patients = [0, 0, 1, 1];
/// let training = Training { groups: Some(&patients), ..Training::new(&table, &[0], &target) };
/// let settings = ForestSettings { sample_by: SampleBy::Groups, ..ForestSettings::random_forest(Task::Classification) };
/// for bag in bags(&training, &settings, &[0, 1, 2])? {
///     assert_eq!(bag.rows.iter().any(|(row, _)| *row == 0), bag.rows.iter().any(|(row, _)| *row == 1));
/// }
/// # Ok::<(), spinney::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleBy {
    /// Rows, from all of them.
    #[default]
    Rows,
    /// Groups, all with the same chance, each with all of its rows and their weights: a share of as many as there are. A row is out of bag
    /// where its group was not drawn.
    Groups,
    /// Rows within each stratum, the same share of each: a group, or a class where no groups are named.
    Strata,
    /// The same from each stratum: as many as the sample's share of the one that has least.
    Balanced,
    /// So many from each stratum, whatever the sample's share is.
    Each(u32),
}

impl Sample {
    /// Whether every tree is grown from all rows.
    pub(crate) fn is_all(self) -> bool {
        matches!(self, Sample::All | Sample::Part(1.0))
    }

    pub(crate) fn check(self) -> Result<()> {
        match self {
            Sample::Bootstrap(share) if !(share > 0.0 && share.is_finite()) => {
                Err(Mistake::BadSetting { name: "sample", found: share, range: "above 0 and finite" }.anywhere())
            }
            Sample::Part(share) if !(share > 0.0 && share <= 1.0) => {
                Err(Mistake::BadSetting { name: "sample", found: share, range: "above 0 and at most 1" }.anywhere())
            }
            _ => Ok(()),
        }
    }

    /// The share that is drawn, and whether with replacement.
    pub(crate) fn share(self) -> (f64, bool) {
        match self {
            Sample::All => (1.0, false),
            Sample::Bootstrap(share) => (share, true),
            Sample::Part(share) => (share, false),
        }
    }
}

impl SampleBy {
    /// Whether rows are drawn from all of them.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
    pub(crate) fn is_rows(&self) -> bool {
        *self == SampleBy::Rows
    }

    /// Whether a tree may be without rows though all are to be drawn.
    pub(crate) fn evens_out(self) -> bool {
        matches!(self, SampleBy::Balanced | SampleBy::Each(_))
    }

    pub(crate) fn check(self) -> Result<()> {
        match self {
            SampleBy::Each(0) => {
                Err(Mistake::BadSetting { name: "sample-each", found: 0.0, range: "at least 1" }.anywhere())
            }
            _ => Ok(()),
        }
    }
}
