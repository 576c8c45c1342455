//! Folds that keep together what belongs together, and the future out of the past.

use super::folds::Folds;
use super::parts::GROUPS;
use crate::error::{Mistake, Result};
use crate::seed::Key;
use crate::table::{Column, MISSING, Values};

/// Deals the rows into folds such that all rows of a group (a patient, a customer, a place) are in one fold.
///
/// `groups` holds the group of every row of the table. The largest group comes first, each into the fold with the fewest rows
/// so far; groups of one size come in an order that is drawn.
///
/// ```
/// use spinney::evaluate::grouped_folds;
/// let folds = grouped_folds(&[0, 1, 2, 3, 4, 5], 2, &[7, 7, 7, 8, 9, 9], 0)?;
/// assert_eq!(folds.parts(0).test, [0, 1, 2]);
/// assert_eq!(folds.parts(1).test, [3, 4, 5]);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn grouped_folds(rows: &[u32], many: usize, groups: &[u32], seed: u64) -> Result<Folds> {
    let group = |row: &u32| groups.get(*row as usize).copied().unwrap_or(0);
    let mut pairs: Vec<(u32, u32)> = rows.iter().map(|row| (group(row), *row)).collect();
    pairs.sort_unstable();
    let mut found: Vec<&[(u32, u32)]> = pairs.chunk_by(|one, two| one.0 == two.0).collect();
    if many < 2 || many > found.len() {
        return Err(Mistake::FewGroups { folds: many, groups: found.len() }.anywhere());
    }
    // The lot is that of the group's first row: what groups are called does not matter.
    let key = Key::new(seed).child(GROUPS);
    found.sort_by_cached_key(|group| (usize::MAX - group.len(), key.child(u64::from(group[0].1)).number(), group[0].1));
    let mut sizes = vec![0_usize; many];
    let mut dealt = Vec::with_capacity(rows.len());
    for group in found {
        let lightest = (0..many).min_by_key(|fold| sizes[*fold]).unwrap_or(0);
        sizes[lightest] += group.len();
        dealt.extend(group.iter().map(|(_, row)| (*row, lightest as u32)));
    }
    Ok(Folds::crossed(dealt, many))
}

/// Cuts the rows, in the order of time, into one block more than there are folds. Each block but the first is asked about by
/// what was learned from all before it. Rows of one time are never parted.
///
/// `times` holds the time of every row of the table. Blocks are as even as times allow.
///
/// ```
/// use spinney::evaluate::ordered_folds;
/// let folds = ordered_folds(&[0, 1, 2, 3, 4, 5], 2, &[9.0, 1.0, 2.0, 3.0, 3.0, 8.0])?;
/// assert_eq!((folds.parts(0).train, folds.parts(0).test), (vec![1, 2], vec![3, 4]));
/// assert_eq!((folds.parts(1).train, folds.parts(1).test), (vec![1, 2, 3, 4], vec![0, 5]));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn ordered_folds(rows: &[u32], many: usize, times: &[f64]) -> Result<Folds> {
    let time = |row: &u32| times.get(*row as usize).copied().unwrap_or(f64::NAN) + 0.0; // −0 is 0
    let mut line: Vec<(f64, u32)> = rows.iter().map(|row| (time(row), *row)).collect();
    line.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
    let mut ends = Vec::new(); // how many rows lie up to the end of each time
    for moment in line.chunk_by(|one, two| one.0.total_cmp(&two.0).is_eq()) {
        ends.push(ends.last().copied().unwrap_or(0) + moment.len());
    }
    if many < 1 || many >= ends.len() {
        return Err(Mistake::FewTimes { folds: many, times: ends.len() }.anywhere());
    }
    let cuts = cuts(&ends, many);
    let block = |place: usize| cuts.partition_point(|cut| *cut <= place) as u32;
    let dealt = line.iter().enumerate().map(|(place, (_, row))| (*row, block(place)));
    Ok(Folds::blocks(dealt.collect(), many))
}

/// Where to cut, so many times, each at the end of a time: the one nearest to an even cut that leaves a time for each block.
fn cuts(ends: &[usize], many: usize) -> Vec<usize> {
    let rows = ends.last().copied().unwrap_or(0);
    let mut cuts = Vec::with_capacity(many);
    let mut next = 0; // the first time of the block at hand
    for cut in 1..=many {
        let last = ends.len() - 1 - (many + 1 - cut); // times must be left for the blocks that follow
        // Compared in whole numbers: |end − rows · cut / (many + 1)|.
        let off = |place: &usize| (ends[*place] * (many + 1)).abs_diff(rows * cut);
        let place = (next..=last).min_by_key(off).unwrap_or(next);
        cuts.push(ends[place]);
        next = place + 1;
    }
    cuts
}

/// The group of every row of the table, by the values of a column; rows that are dealt must have one.
pub fn groups_of(column: &Column, rows: &[u32]) -> Result<Vec<u32>> {
    check_present(column, rows)?;
    match &column.values {
        Values::Category(category) => Ok(category.codes.clone()),
        Values::Sparse(sparse) => groups_of(&Column::numbers(&column.name, sparse.spread()), rows),
        Values::Number(number) => {
            let mut known: Vec<f64> = number.values.iter().copied().filter(|value| !value.is_nan()).collect();
            known.sort_unstable_by(f64::total_cmp);
            known.dedup();
            let place =
                |value: &f64| known.binary_search_by(|other| other.total_cmp(value)).map_or(MISSING, |at| at as u32);
            Ok(number.values.iter().map(place).collect())
        }
    }
}

/// The time of every row of the table, by a column of numbers, dates or times; rows that are dealt must have one.
pub fn times_of(column: &Column, rows: &[u32]) -> Result<Vec<f64>> {
    check_present(column, rows)?;
    match &column.values {
        Values::Number(number) => Ok(number.values.to_vec()),
        Values::Sparse(sparse) => Ok(sparse.spread()),
        Values::Category(_) => {
            Err(Mistake::WrongKind { found: "nominal", needed: "continuous" }.in_column(&column.name))
        }
    }
}

fn check_present(column: &Column, rows: &[u32]) -> Result<()> {
    match rows.iter().find(|row| column.is_missing(**row as usize)) {
        Some(row) => Err(Mistake::NoFold.at(u64::from(*row) + 1, &column.name)),
        None => Ok(()),
    }
}
