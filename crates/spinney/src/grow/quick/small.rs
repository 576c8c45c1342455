//! The best cut of a column at a small node: rows sorted by code, in 32 bits.

use super::run::{Moved, QuickCut, Run};
use super::scan::{Quick, between, consider};
use crate::encode::{Code, EncodedColumn, with_codes};
use crate::grow::item::{Item, Stored};

/// Whether a code and a row's place in the node fit 32 bits.
pub(super) fn fits(rows: usize, distinct: u32) -> bool {
    bits(rows) <= distinct.leading_zeros()
}

/// The bits of a place among so many rows.
fn bits(rows: usize) -> u32 {
    usize::BITS - rows.saturating_sub(1).leading_zeros()
}

/// The best cut.
pub(super) fn small_cut<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    (column, least): (&EncodedColumn<'_>, u64),
    keys: &mut Vec<u32>,
) -> Quick<R::Mark, R::Bin> {
    let bits = bits(items.len());
    with_codes!(&column.codes, codes => {
        keys.clear();
        keys.extend(items.iter().zip(0_u32..).map(|(item, place)| codes[item.row as usize].wide() << bits | place));
    });
    keys.sort_unstable();
    scan(run, items, (keys, bits), least)
}

fn scan<R: Run, S: Stored<Label = R::Label>>(
    run: &mut R,
    items: &[Item<S>],
    (keys, bits): (&[u32], u32),
    least: u64,
) -> Quick<R::Mark, R::Bin> {
    run.reset();
    let mut best: Option<QuickCut<R::Mark>> = None;
    let mut before = None::<(u32, Moved)>;
    let mut code = keys.first().map_or(0, |key| key >> bits);
    let mut start = 0;
    while start < keys.len() {
        let mut end = start;
        let mut here = Moved::None;
        while end < keys.len() && keys[end] >> bits == code {
            let kind = R::kind(items[(keys[end] & ((1 << bits) - 1)) as usize].stored.label());
            here = if here == Moved::None || here == kind { kind } else { Moved::Mixed };
            end += 1;
        }
        if let Some(before) = before {
            consider(run, &mut best, (before, (code, here)), least, between);
        }
        for key in &keys[start..end] {
            run.shift(items[(key & ((1 << bits) - 1)) as usize].stored.label());
        }
        before = Some((code, here));
        start = end;
        code = keys.get(end).map_or(0, |key| key >> bits);
    }
    best.map_or(Quick::None, Quick::Cut)
}
