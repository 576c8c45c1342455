//! The walk of many ways at a time.
//!
//! A way is a row going down a tree: rows of a block down one tree, or one row down all trees. Some ways go in step, so that their
//! loads wait for memory together. Ways end at different depths: after a few steps those that have ended are taken off the
//! list, and the others go on together. (All in step until the last has ended took a quarter longer.)

use super::tile::{LeafTile, Tile};

/// Rows that go down a tree together: they stay in the nearest cache.
const BLOCK: usize = 256;
/// Steps beyond those of most rows before the list of a block is made: steps of neighbouring rows are cheap, lists are not.
const BEYOND: usize = 2;
/// Steps of one row before its list is looked through for the first time: few leaves of a grown tree lie higher.
pub(super) const FIRST: usize = 16;
/// Steps before every further time.
const AGAIN: usize = 4;

/// A tree that the rows of a tile go down.
pub(super) trait Descent<R> {
    /// Where rows begin.
    fn root(&self) -> u32;
    /// How many steps rows take, in the mean.
    fn steps(&self) -> usize;
    /// A place of the tree, as it is: where the tree can say how large it is at most, so that steps from there need not be checked.
    fn place(&self, at: u32) -> u32;
    /// One step of a row, which stays at a leaf.
    fn step(&self, row: &R, at: u32) -> u32;
    /// Whether a row has ended.
    fn is_leaf(&self, at: u32) -> bool;
    /// Adds what is said where rows have ended, to the sums of each.
    fn tell_all<'a>(&self, ends: &[u32], rows: impl Iterator<Item = &'a mut [f64]>);
    /// Which of the forest's trees it is.
    fn tree(&self) -> usize;
    /// The number of the node at a place in its tree.
    fn number(&self, at: u32) -> u32;
}

/// Who takes note of where rows end.
pub(super) trait Sink {
    /// The first row, and how many there are.
    fn span(&self) -> (usize, usize);
    /// Takes note of the ends of rows in a tree, from the `from`th row on.
    fn take<R>(&mut self, tree: &impl Descent<R>, from: usize, ends: &[u32]);
}

impl Sink for Tile<'_> {
    fn span(&self) -> (usize, usize) {
        (self.start, self.rows())
    }

    #[inline]
    fn take<R>(&mut self, tree: &impl Descent<R>, from: usize, ends: &[u32]) {
        tree.tell_all(ends, self.sums[from * self.width..].chunks_exact_mut(self.width));
    }
}

impl Sink for LeafTile<'_> {
    fn span(&self) -> (usize, usize) {
        (self.start, self.rows())
    }

    #[inline]
    fn take<R>(&mut self, tree: &impl Descent<R>, from: usize, ends: &[u32]) {
        self.note(tree.tree(), from, ends.iter().map(|end| tree.number(*end)));
    }
}

/// Lets all rows of a tile go down these trees, block by block and in the order of the trees, and tells where they end.
///
/// The first steps of `L` neighbouring rows go together. They lie at fixed distances, so that more of them than of scattered rows find
/// room in the registers: of 8, 10, 12, 14 and 16, the last two were the fastest where a step is short, and 16 leave no rest of a block;
/// 8 where it is longer.
#[inline]
pub(super) fn all_down<R, const L: usize>(trees: &[impl Descent<R>], rows: &[R], sink: &mut impl Sink) {
    let (mut open, mut ends) = ([0; BLOCK], [0; BLOCK]);
    for (block, rows) in rows.chunks(BLOCK).enumerate() {
        let ends = &mut ends[..rows.len()];
        for tree in trees {
            let left = set_out::<_, L>(tree, rows, &mut open, ends);
            let stand = |way: u32, at: u32| (&rows[way as usize], tree.place(at));
            let (step, is_leaf) = (|row: &R, at: u32| tree.step(row, at), |at: u32| tree.is_leaf(at));
            descend::<_, 8>((&mut open[..left], ends), AGAIN, stand, step, is_leaf);
            sink.take(tree, block * BLOCK, ends);
        }
    }
}

/// The first steps of a block's rows. Lists those that go on, and says how many they are.
#[inline]
fn set_out<R, const L: usize>(tree: &impl Descent<R>, rows: &[R], open: &mut [u32; BLOCK], ends: &mut [u32]) -> usize {
    let (groups, rest) = rows.as_chunks::<L>();
    let (places, last) = ends.as_chunks_mut::<L>();
    let (steps, mut left, mut way) = (tree.steps() + BEYOND, 0, 0);
    for (group, ends) in groups.iter().zip(places) {
        let mut at = [tree.root(); L];
        for _ in 0..steps {
            for (row, at) in group.iter().zip(&mut at) {
                *at = tree.step(row, *at);
            }
        }
        for at in at {
            open[left] = way;
            left += usize::from(!tree.is_leaf(at));
            way += 1;
        }
        *ends = at;
    }
    last.fill(tree.root());
    for _ in rest {
        open[left] = way;
        left += 1;
        way += 1;
    }
    left
}

/// Walks ways to their ends, `L` in step. Of the ways, the first list names those that go on, and the second says where each stands;
/// `stand` finds the row of a way and its place, `step` takes one step of a row, which stays at a leaf. The list is looked through after
/// `first` steps, then after every few.
///
/// Of 4, 8, 16 and 32 ways, eight were the fastest for the rows of a block, and sixteen for one row, which waits longer for memory.
#[inline]
pub(super) fn descend<'a, R: 'a, const L: usize>(
    (open, ends): (&mut [u32], &mut [u32]),
    first: usize,
    stand: impl Fn(u32, u32) -> (&'a R, u32),
    step: impl Fn(&'a R, u32) -> u32,
    is_leaf: impl Fn(u32) -> bool,
) {
    let (mut left, mut steps) = (open.len(), first);
    while left > 0 {
        let (mut kept, mut from) = (0, 0);
        while from < left {
            let many = L.min(left - from);
            // The last ways may be fewer: the rest of the lanes goes with the first of them.
            let ways: [u32; L] = std::array::from_fn(|lane| open[if lane < many { from + lane } else { from }]);
            let stands = ways.map(|way| stand(way, ends[way as usize]));
            let mut at = stands.map(|(_, at)| at);
            for _ in 0..steps {
                for ((row, _), at) in stands.iter().zip(&mut at) {
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
