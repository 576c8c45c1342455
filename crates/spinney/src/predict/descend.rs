//! The walk of many ways at a time.
//!
//! A way is a row going down a tree: rows of a block down one tree, or one row down all trees. Some ways go in step, so that their
//! loads wait for memory together. Ways end at different depths: after a few steps those that have ended are taken off the
//! list, and the others go on together. (All in step until the last has ended took a quarter longer.)

/// Steps before the list is looked through for the first time: few leaves of a grown tree lie higher.
const FIRST: usize = 16;
/// Steps before every further time.
const AGAIN: usize = 4;

/// Walks ways to their ends, `L` in step. `ends` says where each stands; `open` is the list of those that go on, `row` finds the row
/// of a way, `step` takes one step of a row, which stays at a leaf.
///
/// Of 4, 8, 16 and 32 ways, eight were the fastest for the rows of a block, and sixteen for one row, which waits longer for memory.
#[inline]
pub(super) fn descend<'a, R: 'a, const L: usize>(
    open: &mut [u32],
    ends: &mut [u32],
    row: impl Fn(u32) -> &'a R,
    step: impl Fn(&'a R, u32) -> u32,
    is_leaf: impl Fn(u32) -> bool,
) {
    let (mut left, mut steps) = (open.len(), FIRST);
    while left > 0 {
        let (mut kept, mut from) = (0, 0);
        while from < left {
            let many = L.min(left - from);
            // The last ways may be fewer: the rest of the lanes goes with the first of them.
            let ways: [u32; L] = std::array::from_fn(|lane| open[if lane < many { from + lane } else { from }]);
            let rows = ways.map(&row);
            let mut at = ways.map(|way| ends[way as usize]);
            for _ in 0..steps {
                for (row, at) in rows.iter().zip(&mut at) {
                    *at = step(row, *at);
                }
            }
            for (way, at) in ways.into_iter().zip(at).take(many) {
                ends[way as usize] = at;
                open[kept] = way;
                kept += usize::from(!is_leaf(at));
            }
            from += many;
        }
        (left, steps) = (kept, AGAIN);
    }
}
