//! The search for the best cut of a column.

use std::cell::RefCell;

use super::coarse::coarse_cut;
use super::run::{Moved, QuickCut, Run};
use super::scan::{Quick, between, consider};
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::grow::item::{Item, Stored};

/// Counting is chosen while a value has at most so many counters for each row of the node.
pub(super) const SPARSE: usize = 4;

thread_local! {
    /// Packed rows, kept from column to column.
    static KEYS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Below so many rows sorting is faster than counting into buckets.
const SMALL: usize = 192;

/// The best cut of a column without missing values; sides of less than `least` do not count.
pub(crate) fn quick_cut<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    column: &EncodedColumn<'_>,
    least: u64,
) -> Quick<R::Mark, R::Bin> {
    if let Some(coarse) = &column.coarse
        && items.len() >= SMALL
        && 256 * run.stride() <= SPARSE * items.len()
    {
        return coarse_cut(run, items, coarse, least);
    }
    with_codes!(&column.codes, codes => {
        if column.distinct as usize * run.stride() <= SPARSE * items.len() {
            by_counting(run, items, codes, (column.distinct, least))
        } else {
            by_sorting(run, items, codes, least)
        }
    })
}

fn by_counting<R: Run, S: Stored<Label = R::Label>, C: Code>(
    run: &mut R,
    items: &[Item<S>],
    codes: &[C],
    (distinct, least): (u32, u64),
) -> Quick<R::Mark, R::Bin> {
    let stride = run.stride();
    let mut bins = vec![R::Bin::default(); distinct as usize * stride];
    for item in items {
        let start = codes[item.row as usize].wide() as usize * stride;
        run.count(&mut bins[start..start + stride], item.stored.label());
    }
    run.reset();
    let (best, values) = over_bins(run, &bins, least);
    finished(best, values > 1)
}

/// The best cut between values that were counted, and how many values occur; the run goes on from where it stands, until all are to
/// the left.
pub(super) fn over_bins<R: Run>(run: &mut R, bins: &[R::Bin], least: u64) -> (Option<QuickCut<R::Mark>>, usize) {
    let (mut best, mut before, mut values) = (None, None::<(u32, Moved)>, 0);
    for (code, bin) in bins.chunks_exact(run.stride()).enumerate() {
        let here = run.look(bin);
        if here == Moved::None {
            continue;
        }
        values += 1;
        if let Some((low, last)) = before {
            consider(run, &mut best, ((low, last), (code as u32, here)), least, between);
        }
        run.shift_bins(bin);
        before = Some((code as u32, here));
    }
    (best, values)
}

fn by_sorting<R: Run, S: Stored<Label = R::Label>, C: Code>(
    run: &mut R,
    items: &[Item<S>],
    codes: &[C],
    least: u64,
) -> Quick<R::Mark, R::Bin> {
    KEYS.with_borrow_mut(|keys| {
        keys.clear();
        let pack = |(place, item): (usize, &Item<S>)| {
            u64::from(codes[item.row as usize].wide()) << 32 | u64::from(item.stored.pack(place as u32))
        };
        keys.extend(items.iter().enumerate().map(pack));
        keys.sort_unstable();
        run.reset();
        let best = over_keys(run, keys, items, least);
        let several = keys.first().map(|key| key >> 32) != keys.last().map(|key| key >> 32);
        finished(best, several)
    })
}

/// The best cut between values of packed rows that are sorted; the run goes on from where it stands, until all are to the left.
pub(super) fn over_keys<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    keys: &[u64],
    items: &[Item<S>],
    least: u64,
) -> Option<QuickCut<R::Mark>> {
    let (mut best, mut before) = (None, None::<(u32, Moved)>);
    for equal in keys.chunk_by(|one, two| one >> 32 == two >> 32) {
        let code = (equal[0] >> 32) as u32;
        let class = S::class_between(equal[0] as u32, equal[equal.len() - 1] as u32);
        let here = class.map_or(Moved::Mixed, Moved::Pure);
        if let Some(was) = before {
            consider(run, &mut best, (was, (code, here)), least, between);
        }
        for key in equal {
            run.shift(S::unpack(*key as u32, items));
        }
        before = Some((code, here));
    }
    best
}

fn finished<M, B>(best: Option<QuickCut<M>>, several: bool) -> Quick<M, B> {
    match best {
        Some(cut) => Quick::Cut(cut),
        None if several => Quick::None,
        None => Quick::Constant,
    }
}
