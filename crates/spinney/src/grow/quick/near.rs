//! The best cut of a column over rows that are near.

use super::joint::Joint;
use super::run::{Place, QuickCut, Run};
use super::search::SPARSE;
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::grow::item::{Item, Stored};

/// Whether so many rows are sooner counted by value, or by bucket, than put in order.
pub(crate) fn is_counted<R: Run>(run: &R, column: &EncodedColumn<'_>, rows: usize) -> bool {
    let values = if column.coarse.is_some() { 256 } else { column.distinct };
    values as usize * run.stride() <= SPARSE * rows
}

/// The code of each row above its place; whether all have the same.
pub(crate) fn find_keys<S: Stored>(items: &[Item<S>], column: &EncodedColumn<'_>, keys: &mut Vec<u64>) -> bool {
    keys.clear();
    with_codes!(&column.codes, codes => {
        keys.extend((0..).zip(items).map(|(place, item)| u64::from(codes[item.row as usize].wide()) << 32 | place));
    });
    let first = keys.first().map_or(0, |key| key >> 32);
    keys.iter().all(|key| key >> 32 == first)
}

/// The best cut between rows that are near: the value and the place of each, in order. The codes to both sides of a cut are asked for by places.
/// Sides of less than `least` do not count, and cuts that are worth less than `floor` need not be told.
#[inline]
pub(crate) fn over_near<R: Joint>(
    run: &mut R,
    rows: impl Iterator<Item = (u32, u32)>,
    (least, floor): (u64, f64),
    code: impl Fn(u32) -> u32,
) -> Option<QuickCut<R::Mark>> {
    run.reset();
    let (mut best, mut last) = (None, None::<(u32, u32)>);
    for (value, place) in rows {
        if let Some((before, low)) = last
            && before != value
        {
            let (left, right) = run.weights();
            if left >= least && right >= least && (best.is_some() || run.reaches(floor)) {
                QuickCut::offer(&mut best, run, || Place::Codes { low: code(low), high: code(place) });
            }
        }
        run.shift_at(place as usize);
        last = Some((value, place));
    }
    best
}
