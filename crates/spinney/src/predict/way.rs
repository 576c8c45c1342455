//! The compiled trees of a forest, in the way that suits them.

use super::descend::descend;
use super::narrow::Narrow;
use super::stem::Stem;
use super::tile::Tile;
use super::walk::View;
use super::wide::Wide;
use crate::forest::Vote;
use crate::model::{Packed, Schema};
use crate::tree::Tree;

/// Rows that go down a tree together: they stay in the nearest cache.
const BLOCK: usize = 256;

/// The compiled trees.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// Trees that ask and answer in any way.
    Stems(Vec<Stem>),
    /// A forest of thresholds.
    Narrow(Box<Narrow>),
    /// A forest of thresholds and sets of levels.
    Wide(Box<Wide>),
    /// A forest as it lies in its file.
    Packed(Box<Packed>),
}

impl Way {
    /// Compiles trees. A single one is kept as it is: where a row ends is asked of it more often than what it answers.
    pub(super) fn new(schema: &Schema, trees: &[Tree], vote: Vote) -> Self {
        let stems = || Way::Stems(trees.iter().map(Stem::new).collect());
        if trees.len() < 2 {
            return stems();
        }
        let narrow = Narrow::new(trees, vote).map(|narrow| Way::Narrow(Box::new(narrow)));
        let wide = || Wide::new(schema, trees, vote).map(|wide| Way::Wide(Box::new(wide)));
        narrow.or_else(wide).unwrap_or_else(stems)
    }

    /// How many trees there are.
    pub(super) fn trees(&self) -> usize {
        match self {
            Way::Stems(stems) => stems.len(),
            Way::Narrow(narrow) => narrow.roots.len(),
            Way::Wide(wide) => wide.roots.len(),
            Way::Packed(packed) => packed.roots().len(),
        }
    }

    /// The bytes that a row takes while it is walked.
    pub(super) fn row_bytes(&self) -> usize {
        match self {
            Way::Stems(_) => 4,
            Way::Packed(_) => 8,
            Way::Narrow(narrow) => 2 * narrow.width(),
            Way::Wide(wide) => 8 * wide.width(),
        }
    }

    /// Adds what each tree says of the rows of a tile, in the order of the trees.
    pub(super) fn add(&self, view: &View<'_>, vote: Vote, tile: &mut Tile<'_>) {
        match self {
            Way::Stems(stems) => stems.iter().for_each(|stem| stem.add(view, vote, tile)),
            Way::Packed(packed) => packed.add(view, vote, tile),
            Way::Narrow(narrow) => match narrow.width() {
                ..=16 => narrow.add::<16>(view, tile),
                32 => narrow.add::<32>(view, tile),
                64 => narrow.add::<64>(view, tile),
                128 => narrow.add::<128>(view, tile),
                256 => narrow.add::<256>(view, tile),
                512 | 1024 => narrow.add::<1024>(view, tile),
                _ => narrow.add::<4096>(view, tile),
            },
            Way::Wide(wide) => match wide.width() {
                ..=16 => wide.add::<16>(view, tile),
                32 => wide.add::<32>(view, tile),
                64 => wide.add::<64>(view, tile),
                128 | 256 => wide.add::<256>(view, tile),
                _ => wide.add::<4096>(view, tile),
            },
        }
    }
}

impl Narrow {
    fn add<const N: usize>(&self, view: &View<'_>, tile: &mut Tile<'_>) {
        let mut rows = vec![[0_u16; N]; tile.rows()];
        let holes = self.ranks.rank(view, tile.start, &mut rows);
        let down = |open: &mut [u32], ends: &mut [u32], rows: &[[u16; N]]| {
            let row = |way: u32| &rows[way as usize];
            if holes {
                descend::<_, 8>(open, ends, row, |row, at| self.step::<N, true>(row, at), |at| self.is_leaf(at));
            } else {
                descend::<_, 8>(open, ends, row, |row, at| self.step::<N, false>(row, at), |at| self.is_leaf(at));
            }
        };
        blocks(&self.roots, &rows, tile, down, |end, sums| self.tell(end, sums));
    }
}

impl Wide {
    fn add<const N: usize>(&self, view: &View<'_>, tile: &mut Tile<'_>) {
        let mut rows = vec![[0_u64; N]; tile.rows()];
        self.value(view, tile.start, &mut rows);
        let down = |open: &mut [u32], ends: &mut [u32], rows: &[[u64; N]]| {
            let row = |way: u32| &rows[way as usize];
            if self.has_tables() {
                descend::<_, 8>(open, ends, row, |row, at| self.step::<N, true>(row, at), |at| self.is_leaf(at));
            } else {
                descend::<_, 8>(open, ends, row, |row, at| self.step::<N, false>(row, at), |at| self.is_leaf(at));
            }
        };
        blocks(&self.roots, &rows, tile, down, |end, sums| self.tell(end, sums));
    }
}

/// Lets all rows of a tile go down one tree after the other, block by block, and adds what is told at their ends.
#[inline]
fn blocks<R>(
    roots: &[u32],
    rows: &[R],
    tile: &mut Tile<'_>,
    down: impl Fn(&mut [u32], &mut [u32], &[R]),
    tell: impl Fn(u32, &mut [f64]),
) {
    let (mut open, mut ends) = ([0; BLOCK], [0; BLOCK]);
    for root in roots {
        for (rows, sums) in rows.chunks(BLOCK).zip(tile.sums.chunks_mut(BLOCK * tile.width)) {
            let (open, ends) = (&mut open[..rows.len()], &mut ends[..rows.len()]);
            for (place, way) in (0..).zip(&mut *open) {
                *way = place;
            }
            ends.fill(*root);
            down(open, ends, rows);
            for (end, sums) in ends.iter().zip(sums.chunks_exact_mut(tile.width)) {
                tell(*end, sums);
            }
        }
    }
}
