//! Cuts of two-valued columns, all those of a block in one pass over the rows.

use super::run::{Moved, Place, QuickCut, Run};
use super::scan::Quick;
use crate::encode::BitBlock;
use crate::grow::item::{Item, Stored};

/// What a search of one column answers.
type Answer<R> = Quick<<R as Run>::Mark, <R as Run>::Bin>;

/// Each of these columns of a block (sorted) with its one cut.
pub(crate) fn bit_cuts<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    (block, columns): (&BitBlock, &[u32]),
    least: u64,
) -> Vec<(u32, Answer<R>)> {
    let stride = run.stride();
    let live: Vec<(usize, u32)> =
        block.columns.iter().copied().enumerate().filter(|(_, column)| columns.binary_search(column).is_ok()).collect();
    let mask = live.iter().fold(0_u64, |mask, (bit, _)| mask | 1 << bit);
    let mut bins = vec![R::Bin::default(); 64 * stride];
    for item in items {
        let mut word = block.words[item.row as usize] & mask;
        while word != 0 {
            let start = word.trailing_zeros() as usize * stride;
            run.count(&mut bins[start..start + stride], item.stored.label());
            word &= word - 1;
        }
    }
    let cut = |(bit, column): (usize, u32)| (column, one_cut(run, &bins[bit * stride..(bit + 1) * stride], least));
    live.into_iter().map(cut).collect()
}

/// The rows of the rarer value against the others: which of the two is to the left makes no difference to the score.
pub(super) fn one_cut<R: Run>(run: &mut R, bins: &[R::Bin], least: u64) -> Answer<R> {
    run.reset();
    if run.shift_bins(bins) == Moved::None || run.weights().1 == 0 {
        return Quick::Constant;
    }
    let (one, other) = run.weights();
    if one < least || other < least {
        return Quick::None;
    }
    let mut best = None;
    QuickCut::offer(&mut best, run, || Place::Codes { low: 0, high: 1 });
    best.map_or(Quick::None, Quick::Cut)
}
