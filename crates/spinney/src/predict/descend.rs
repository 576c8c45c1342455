//! The walk of narrow nodes, many ways at a time.
//!
//! A way is a row going down a tree: rows of a block down one tree, or one row down all trees. Eight ways go in step, so that their
//! loads wait for memory together. Ways end at different depths: after some steps those that have ended are taken off the
//! list, and the others go on in eights again.

use super::narrow::LEAF;
use super::ranks::HOLE;

/// Ways that go in step. Of 4, 8, 16 and 32, eight was the fastest for blocks of rows, and as good as sixteen for one row.
const LANES: usize = 8;
/// Steps before the list is looked through for the first time: few leaves of a grown tree lie higher.
const FIRST: usize = 16;
/// Steps before every further time.
const AGAIN: usize = 4;

/// Walks ways to their ends. `ends` says where each stands; `open` is the list of those that go on, `row` finds the codes of a way.
#[inline]
pub(super) fn descend<'a, const N: usize>(
    nodes: &[u64],
    row: impl Fn(u32) -> &'a [u16; N] + Copy,
    holes: bool,
    open: &mut [u32],
    ends: &mut [u32],
) {
    let (mut left, mut steps) = (open.len(), FIRST);
    while left > 0 {
        left = match holes {
            true => pass(nodes, row, &mut open[..left], ends, |way, at| around::<N>(nodes, way, at, steps)),
            false => pass(nodes, row, &mut open[..left], ends, |way, at| down::<N>(nodes, way, at, steps)),
        };
        steps = AGAIN;
    }
}

/// Lets all ways of the list go on, and puts those that have not ended to its front; how many these are.
#[inline]
fn pass<'a, const N: usize>(
    nodes: &[u64],
    row: impl Fn(u32) -> &'a [u16; N],
    open: &mut [u32],
    ends: &mut [u32],
    go: impl Fn([&'a [u16; N]; LANES], &mut [u32; LANES]),
) -> usize {
    let (mut kept, mut from) = (0, 0);
    while from < open.len() {
        let many = LANES.min(open.len() - from);
        // The last ways may be fewer: the rest of the lanes goes with the first of them.
        let ways: [u32; LANES] = std::array::from_fn(|lane| open[if lane < many { from + lane } else { from }]);
        let mut at = ways.map(|way| ends[way as usize]);
        go(ways.map(&row), &mut at);
        for (way, at) in ways.into_iter().zip(at).take(many) {
            ends[way as usize] = at;
            open[kept] = way;
            kept += usize::from(nodes[at as usize] & LEAF == 0);
        }
        from += many;
    }
    kept
}

/// So many steps where no value is missing.
#[inline(always)]
fn down<const N: usize>(nodes: &[u64], rows: [&[u16; N]; LANES], at: &mut [u32; LANES], steps: usize) {
    for _ in 0..steps {
        for (row, at) in rows.iter().zip(at.iter_mut()) {
            let node = nodes[*at as usize];
            let code = row[(node >> 16) as usize & (N - 1)];
            *at = (node >> 32) as u32 + u32::from(code > node as u16);
        }
    }
}

/// So many steps where values may be missing.
#[inline(always)]
fn around<const N: usize>(nodes: &[u64], rows: [&[u16; N]; LANES], at: &mut [u32; LANES], steps: usize) {
    for _ in 0..steps {
        for (row, at) in rows.iter().zip(at.iter_mut()) {
            let node = nodes[*at as usize];
            let code = row[(node >> 16) as usize & (N - 1)];
            let known = u32::from(code > node as u16);
            let missing = (node >> 30) as u32 & 3;
            *at = (node >> 32) as u32 + if code == HOLE { missing } else { known };
        }
    }
}
