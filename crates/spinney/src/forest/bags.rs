//! The rows of each tree, found again.

use super::settings::ForestSettings;
use crate::error::Result;
use crate::grow::{Sown, Training, sown};

/// The rows that one tree of a forest is grown from.
#[derive(Debug, Clone, PartialEq)]
pub struct Bag {
    /// Rows of the table with their weights: how often each was drawn, or its own weight where it may be drawn once or with
    /// its group, times the factor of its class where classes are balanced. In the order in
    /// which the training names the rows; of rows that are alike in every column and in the target the first stands for all.
    pub rows: Vec<(u32, f64)>,
    /// Rows of whose own copies none was drawn; of rows that are alike in every column and in the target each has its own.
    pub out: Vec<u32>,
}

/// The rows of the trees of these numbers.
///
/// ```
/// use spinney::forest::{ForestSettings, bags};
/// use spinney::grow::Training;
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n5,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let found = bags(&Training::new(&table, &[0], &target), &ForestSettings::random_forest(Task::Classification), &[7])?;
/// assert_eq!(found[0].rows.iter().map(|(_, times)| times).sum::<f64>(), 4.0);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn bags(training: &Training<'_>, settings: &ForestSettings, numbers: &[u64]) -> Result<Vec<Bag>> {
    sown(training, settings.variety(), numbers, &|_, Sown { rows, out }| Bag { rows, out })
}
