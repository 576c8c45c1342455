//! What the rows of many trees are drawn from, kept without the table.

use super::strata::some_of;
use crate::seed::Key;

/// The steps from a tree's key to those of its rows and its root.
pub(super) const ROWS: u64 = 0;
pub(super) const ROOT: u64 = 2;

/// What the rows of a forest's trees are drawn from: enough to say, without the table, which rows each tree was grown from.
///
/// ```
/// use spinney::forest::{Course, ForestSettings, Piece, bags};
/// use spinney::grow::Training;
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n4,no\n5,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let training = Training::new(&table, &[0], &target);
/// let settings = ForestSettings::random_forest(Task::Classification);
/// let piece = Piece::grow(&training, &settings, &Course { urn: true, ..Course::new() }, &())?;
/// let mut drawn = piece.urn().map(|urn| urn.rows_of(7)).unwrap_or_default();
/// assert_eq!(drawn.len(), 4);
/// drawn.sort_unstable();
/// drawn.dedup();
/// let bag = &bags(&training, &settings, &[7])?[0];
/// assert!(drawn.iter().eq(bag.rows.iter().map(|(row, _)| row)));
/// # Ok::<(), spinney::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Urn {
    /// Rows of the table in the order that they are drawn from.
    pub rows: Vec<u32>,
    /// Where the copies of each row end, laid end to end; none where each row is one.
    pub ends: Option<Vec<u64>>,
    /// How many are drawn for each tree.
    pub drawn: u64,
    /// Whether a row that was drawn is put back.
    pub replaced: bool,
    /// The seed of the forest.
    pub seed: u64,
}

impl Urn {
    /// The rows of the tree of this number, in the order in which they were drawn; a row that was drawn twice is named twice.
    pub fn rows_of(&self, tree: u64) -> Vec<u32> {
        let mut draws = Key::new(self.seed).child(tree).child(ROWS).draws();
        let total = self.ends.as_ref().map_or(self.rows.len() as u64, |ends| ends.last().copied().unwrap_or(0));
        let row = |place: u64| match &self.ends {
            None => self.rows.get(place as usize).copied(),
            Some(ends) => self.rows.get(ends.partition_point(|end| *end <= place)).copied(),
        };
        if self.replaced && total > 0 {
            return (0..self.drawn).filter_map(|_| row(draws.below(total))).collect();
        }
        let mut found = Vec::new();
        some_of(&mut draws, total, self.drawn, |place| found.extend(row(place)));
        found
    }
}

/// The seed from which [`grow`](super::grow) grows the tree of this number of a forest of this seed, where it is given the tree's own rows, with
/// how often each was drawn as weights, and each tree of the forest is grown from all columns. (The habits of C4.5 and J48 cut at values of the whole
/// table: their trees may have other cuts.)
///
/// ```
/// use spinney::grow::tree_seed;
/// assert_ne!(tree_seed(7, 0), tree_seed(7, 1));
/// ```
pub fn tree_seed(seed: u64, tree: u64) -> u64 {
    Key::new(seed).child(tree).child(ROOT).seed()
}
