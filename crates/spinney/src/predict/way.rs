//! The compiled trees of a forest, in the way that suits them.

use super::descend::{Descent, all_down};
use super::narrow::Narrow;
use super::near::Room;
use super::stem::Stem;
use super::tile::Tile;
use super::walk::View;
use super::wide::Wide;
use crate::forest::Vote;
use crate::model::{Packed, Schema};
use crate::tree::Tree;

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
        if self.ranks.rank(view, tile.start, &mut rows) {
            self.add_ranked::<N, true>(&rows, tile);
        } else {
            self.add_ranked::<N, false>(&rows, tile);
        }
    }

    fn add_ranked<const N: usize, const HOLES: bool>(&self, rows: &[[u16; N]], tile: &mut Tile<'_>) {
        let (mut room, mut tree) = (Room::default(), 0);
        while tree < self.roots.len() {
            let near = room.bring::<N, HOLES>(self, tree, rows.len());
            match (&near[..], HOLES) {
                ([], _) => all_down::<_, 8>(&[Far::<_, HOLES> { forest: self, tree }], rows, tile),
                (near, true) => all_down::<_, 8>(near, rows, tile),
                (near, false) => all_down::<_, 16>(near, rows, tile),
            }
            tree += near.len().max(1);
        }
    }
}

impl Wide {
    fn add<const N: usize>(&self, view: &View<'_>, tile: &mut Tile<'_>) {
        let mut rows = vec![[0_u64; N]; tile.rows()];
        self.value(view, tile.start, &mut rows);
        for tree in 0..self.roots.len() {
            if self.has_tables() {
                all_down::<_, 8>(&[Far::<_, true> { forest: self, tree }], &rows, tile);
            } else {
                all_down::<_, 8>(&[Far::<_, false> { forest: self, tree }], &rows, tile);
            }
        }
    }
}

/// A tree where it lies in its forest; `MORE` where rows have holes, or splits tables.
struct Far<'a, F, const MORE: bool> {
    forest: &'a F,
    tree: usize,
}

impl<const N: usize, const HOLES: bool> Descent<[u16; N]> for Far<'_, Narrow, HOLES> {
    fn root(&self) -> u32 {
        self.forest.roots[self.tree]
    }

    fn steps(&self) -> usize {
        self.forest.steps[self.tree]
    }

    #[inline]
    fn place(&self, at: u32) -> u32 {
        at
    }

    #[inline]
    fn step(&self, row: &[u16; N], at: u32) -> u32 {
        self.forest.step::<N, HOLES>(row, at)
    }

    #[inline]
    fn is_leaf(&self, at: u32) -> bool {
        self.forest.is_leaf(at)
    }

    #[inline]
    fn tell_all<'a>(&self, ends: &[u32], rows: impl Iterator<Item = &'a mut [f64]>) {
        self.forest.tell_all(ends, rows);
    }
}

impl<const N: usize, const TABLES: bool> Descent<[u64; N]> for Far<'_, Wide, TABLES> {
    fn root(&self) -> u32 {
        self.forest.roots[self.tree]
    }

    fn steps(&self) -> usize {
        self.forest.steps[self.tree]
    }

    #[inline]
    fn place(&self, at: u32) -> u32 {
        at
    }

    #[inline]
    fn step(&self, row: &[u64; N], at: u32) -> u32 {
        self.forest.step::<N, TABLES>(row, at)
    }

    #[inline]
    fn is_leaf(&self, at: u32) -> bool {
        self.forest.is_leaf(at)
    }

    #[inline]
    fn tell_all<'a>(&self, ends: &[u32], rows: impl Iterator<Item = &'a mut [f64]>) {
        self.forest.tell_all(ends, rows);
    }
}
