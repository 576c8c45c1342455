//! Cuts of many distinct values in a large node: between buckets first, then within the few buckets that could still win.

use super::run::{Moved, Place, QuickCut, Run};
use super::scan::{Buckets, Quick, consider};
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::grow::item::{Item, Stored};

/// The best cut between buckets.
pub(super) fn coarse_cut<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    coarse: &[u8],
    least: u64,
) -> Quick<R::Mark, R::Bin> {
    let stride = run.stride();
    let mut bins = vec![R::Bin::default(); 256 * stride];
    for item in items {
        let start = usize::from(coarse[item.row as usize]) * stride;
        run.count(&mut bins[start..start + stride], item.stored.label());
    }
    run.reset();
    let (mut best, mut before) = (None, None::<u8>);
    for (bucket, bin) in bins.chunks_exact(stride).enumerate() {
        if run.look(bin) == Moved::None {
            continue;
        }
        let (left, right) = run.weights();
        if let (Some(low), true, true) = (before, left >= least, right >= least) {
            QuickCut::offer(&mut best, run, || Place::Above(low));
        }
        run.shift_bins(bin);
        before = Some(bucket as u8);
    }
    Quick::Coarse(best, Buckets { bins })
}

/// The best cut within the buckets of a column, where one could reach `score`; cuts between buckets are known already.
pub(crate) fn refine<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    (column, buckets): (&EncodedColumn<'_>, &Buckets<R::Bin>),
    (score, least): (f64, u64),
) -> Option<QuickCut<R::Mark>> {
    let stride = run.stride();
    let mut open = [false; 256];
    run.reset();
    for (bucket, bin) in buckets.bins.chunks_exact(stride).enumerate() {
        open[bucket] = run.look(bin) != Moved::None && run.could_reach(bin, score);
        run.shift_bins(bin);
    }
    if !open.contains(&true) {
        return None;
    }
    let coarse = column.coarse.as_deref()?;
    let mut keys: Vec<u64> = Vec::new();
    with_codes!(&column.codes, codes => {
        for (place, item) in items.iter().enumerate() {
            if open[usize::from(coarse[item.row as usize])] {
                keys.push(u64::from(codes[item.row as usize].wide()) << 32 | u64::from(item.stored.pack(place as u32)));
            }
        }
    });
    keys.sort_unstable();
    run.reset();
    let mut best = None;
    let mut rest = &keys[..];
    for (bucket, bin) in buckets.bins.chunks_exact(stride).enumerate() {
        if !open[bucket] {
            run.shift_bins(bin);
            continue;
        }
        let goal = run.weights().0 + run.weight_of(bin);
        rest = within(run, items, rest, (bucket as u8, goal, least), &mut best);
    }
    best
}

/// Cuts within one bucket: takes its rows off the front of the keys, until so much lies to the left.
pub(super) fn within<'k, R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    keys: &'k [u64],
    (bucket, goal, least): (u8, u64, u64),
    best: &mut Option<QuickCut<R::Mark>>,
) -> &'k [u64] {
    let mut before = None::<(u32, Moved)>;
    let mut start = 0;
    while run.weights().0 < goal {
        let code = keys[start] >> 32;
        let mut end = start + 1;
        while end < keys.len() && keys[end] >> 32 == code {
            end += 1;
        }
        let (first, last) = (keys[start] as u32, keys[end - 1] as u32);
        let here = S::class_between(first, last).map_or(Moved::Mixed, Moved::Pure);
        if let Some(was) = before {
            let place = |low, high| Place::Within { bucket, low, high };
            consider(run, best, (was, (code as u32, here)), least, place);
        }
        for key in &keys[start..end] {
            run.shift(S::unpack(*key as u32, items));
        }
        before = Some((code as u32, here));
        start = end;
    }
    &keys[start..]
}

/// The codes to both sides of a cut above a bucket.
pub(crate) fn resolve<S: Stored>(items: &[Item<S>], column: &EncodedColumn<'_>, place: Place) -> (u32, u32) {
    match (place, &column.coarse) {
        (Place::Above(bucket), Some(coarse)) => {
            let (mut low, mut high) = (0, u32::MAX);
            for item in items {
                let code = column.codes.at(item.row);
                if coarse[item.row as usize] <= bucket {
                    low = low.max(code);
                } else {
                    high = high.min(code);
                }
            }
            (low, high)
        }
        (Place::Codes { low, high } | Place::Within { low, high, .. }, _) => (low, high),
        (Place::Above(_), None) | (Place::Parted, _) => (0, 0), // a bucket is named only where there are coarse codes
    }
}
