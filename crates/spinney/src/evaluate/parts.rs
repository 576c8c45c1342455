//! Rows to learn from and rows to be asked: drawn at random, by keys of their own, with every class in its share.
//!
//! Each row has a lot that depends on the seed and its number only. Rows are laid out class after class, by their lots within
//! each, and dealt along that line; so every class is dealt out evenly, to within one row, and so are all rows together.
//! Classes stand in the order of their smallest lots: their names do not matter.

use crate::error::{Mistake, Result};
use crate::seed::Key;

/// What a key's path begins with, so that rows held out, in folds and in groups have different lots under one seed.
const HOLDOUT: u64 = 1;
pub(super) const FOLDS: u64 = 2;
// 3 is what intervals draw by.
pub(super) const REPEATS: u64 = 4;
pub(super) const GROUPS: u64 = 5;
pub(super) const NESTED: u64 = 6;

/// Rows to learn from and rows to be asked, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// Rows to learn from.
    pub train: Vec<u32>,
    /// Rows to be asked.
    pub test: Vec<u32>,
}

/// Holds out a share of the rows: n · fraction of them, rounded, at least one and not all.
///
/// `classes`, where given, holds the class of every row of the table; each is held out in its share, to within one row.
///
/// ```
/// use spinney::evaluate::holdout;
/// let rows: Vec<u32> = (0..10).collect();
/// let classes = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
/// let parts = holdout(&rows, 0.4, 7, Some(&classes))?;
/// assert_eq!((parts.train.len(), parts.test.len()), (6, 4));
/// assert_eq!(parts.test.iter().filter(|row| **row < 5).count(), 2);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn holdout(rows: &[u32], fraction: f64, seed: u64, classes: Option<&[u32]>) -> Result<Parts> {
    let many = rows.len();
    if !(fraction > 0.0 && fraction < 1.0) || many < 2 {
        return Err(Mistake::BadFraction { fraction, rows: many }.anywhere());
    }
    let key = Key::new(seed).child(HOLDOUT);
    let test = ((many as f64 * fraction).round() as u64).clamp(1, many as u64 - 1);
    // The line is a ruler with `test` marks at even distances, laid down at a random place: each row is as likely as any.
    let shift = key.draws().below(many as u64);
    let marks = |place: usize| (place as u64 * test + shift) / many as u64;
    let mut parts = Parts { train: Vec::with_capacity(many - test as usize), test: Vec::with_capacity(test as usize) };
    for (place, row) in line(rows, key, classes).into_iter().enumerate() {
        let marked = marks(place + 1) > marks(place);
        if marked { &mut parts.test } else { &mut parts.train }.push(row);
    }
    parts.train.sort_unstable();
    parts.test.sort_unstable();
    Ok(parts)
}

/// The rows, class after class, by their lots within each.
pub(super) fn line(rows: &[u32], key: Key, classes: Option<&[u32]>) -> Vec<u32> {
    let class = |row: u32| classes.and_then(|classes| classes.get(row as usize)).copied().unwrap_or(0);
    let lots = rows.iter().map(|row| (class(*row), key.child(u64::from(*row)).number(), *row));
    let mut lots: Vec<(u32, u64, u32)> = lots.collect();
    lots.sort_unstable();
    let mut strata: Vec<&[(u32, u64, u32)]> = lots.chunk_by(|one, two| one.0 == two.0).collect();
    strata.sort_unstable_by_key(|stratum| (stratum[0].1, stratum[0].2));
    strata.into_iter().flatten().map(|lot| lot.2).collect()
}
