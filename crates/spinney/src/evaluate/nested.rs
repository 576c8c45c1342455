//! Training rows in growing parts, each within the next: what a learning curve is drawn from.

use super::parts::NESTED;
use crate::error::{Mistake, Result};
use crate::seed::Key;

/// The first share of the rows, the next larger one, and so on: each holds the one before it, and every class in about its
/// share. Rows come back ascending; a part has n · share rows, rounded, and at least one.
///
/// `shares` rise from above 0 to at most 1. `classes`, where given, holds the class of every row of the table.
///
/// ```
/// use spinney::evaluate::nested;
/// let classes = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
/// let parts = nested(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[0.5, 1.0], 7, Some(&classes))?;
/// assert_eq!((parts[0].len(), parts[0].iter().filter(|row| **row < 6).count()), (5, 3));
/// assert_eq!(parts[1].len(), 10);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn nested(rows: &[u32], shares: &[f64], seed: u64, classes: Option<&[u32]>) -> Result<Vec<Vec<u32>>> {
    let wrong = |share: &f64| !(*share > 0.0 && *share <= 1.0);
    let falling = shares.windows(2).find(|pair| pair[1] <= pair[0]).map(|pair| pair[1]);
    if let Some(fraction) = shares.iter().copied().find(wrong).or(falling).or(rows.is_empty().then_some(1.0)) {
        return Err(Mistake::BadShares { share: fraction, rows: rows.len() }.anywhere());
    }
    let line = spread(rows, Key::new(seed).child(NESTED), classes);
    let part = |share: &f64| {
        let many = ((line.len() as f64 * share).round() as usize).max(1);
        let mut part = line[..many].to_vec();
        part.sort_unstable();
        part
    };
    Ok(shares.iter().map(part).collect())
}

/// The rows in an order whose every beginning has each class in about its share: the i-th of a class's m rows, by their lots,
/// stands at (i + ½) / m of the way.
fn spread(rows: &[u32], key: Key, classes: Option<&[u32]>) -> Vec<u32> {
    let class = |row: u32| classes.and_then(|classes| classes.get(row as usize)).copied().unwrap_or(0);
    let mut lots: Vec<(u32, u64, u32)> =
        rows.iter().map(|row| (class(*row), key.child(u64::from(*row)).number(), *row)).collect();
    lots.sort_unstable();
    let mut placed: Vec<(f64, u64, u32)> = Vec::with_capacity(lots.len());
    for stratum in lots.chunk_by(|one, two| one.0 == two.0) {
        let place = |place: usize| (place as f64 + 0.5) / stratum.len() as f64;
        placed.extend(stratum.iter().enumerate().map(|(at, (_, lot, row))| (place(at), *lot, *row)));
    }
    placed.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then((one.1, one.2).cmp(&(two.1, two.2))));
    placed.into_iter().map(|(_, _, row)| row).collect()
}
