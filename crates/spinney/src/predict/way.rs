//! The compiled trees of a forest, in the way that suits them.

use super::descend::{Descent, Sink, all_down};
use super::detours::Detours;
use super::narrow::Narrow;
use super::near::Room;
use super::stem::Stem;
use super::tile::{LeafTile, Tile};
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
            Way::Stems(stems) => {
                stems.iter().take_while(|_| !view.stopped()).for_each(|stem| stem.add(view, vote, tile));
            }
            Way::Packed(packed) => packed.add(view, vote, tile),
            Way::Narrow(narrow) => narrow.walk(view, tile),
            Way::Wide(wide) => wide.walk(view, tile),
        }
    }

    /// The same trees for rows that say little; `None` where they do not ask by thresholds alone, or lie as they lie in their file.
    pub(super) fn detours(&self, columns: usize) -> Option<Detours> {
        match self {
            Way::Stems(stems) if stems.iter().all(Stem::is_plain) => {
                let asked = |tree: usize, at: u32| Some(stems[tree].flats.nodes[at as usize].asked());
                Detours::new(&vec![0; stems.len()], columns, asked)
            }
            Way::Narrow(narrow) => Detours::new(&narrow.roots, columns, |_, at| narrow.asked(at)),
            _ => None,
        }
    }

    /// Adds what a tree says at a place of these.
    #[inline]
    pub(super) fn add_at(&self, (tree, end): (usize, u32), vote: Vote, sums: &mut [f64]) {
        match self {
            Way::Stems(stems) => stems[tree].add_at(end, vote, sums),
            Way::Narrow(narrow) => narrow.tell(end, sums),
            Way::Wide(_) | Way::Packed(_) => {}
        }
    }

    /// The number in its tree of the node at a place of these.
    pub(super) fn number_at(&self, end: u32) -> u32 {
        if let Way::Narrow(narrow) = self { narrow.ids[end as usize] } else { end }
    }

    /// Notes where the rows of a tile end in each tree: where most of a row ends, and of equal parts at the node of the lowest number.
    pub(super) fn note(&self, view: &View<'_>, tile: &mut LeafTile<'_>) {
        match self {
            Way::Stems(stems) => {
                let wanted = stems.iter().enumerate().take_while(|_| !view.stopped());
                wanted.for_each(|(tree, stem)| stem.note(view, tree, tile));
            }
            Way::Packed(packed) => packed.note(view, tile),
            Way::Narrow(narrow) => narrow.walk(view, tile),
            Way::Wide(wide) => wide.walk(view, tile),
        }
    }
}

impl Narrow {
    /// Lets the rows of a tile go down all trees.
    fn walk(&self, view: &View<'_>, sink: &mut impl Sink) {
        match self.width() {
            ..=16 => self.walk_wide::<16>(view, sink),
            32 => self.walk_wide::<32>(view, sink),
            64 => self.walk_wide::<64>(view, sink),
            128 => self.walk_wide::<128>(view, sink),
            256 => self.walk_wide::<256>(view, sink),
            512 | 1024 => self.walk_wide::<1024>(view, sink),
            _ => self.walk_wide::<4096>(view, sink),
        }
    }

    fn walk_wide<const N: usize>(&self, view: &View<'_>, sink: &mut impl Sink) {
        let (start, many) = sink.span();
        let mut rows = vec![[0_u16; N]; many];
        if self.ranks.rank(view, start, &mut rows) {
            self.walk_ranked::<N, true>(view, &rows, sink);
        } else {
            self.walk_ranked::<N, false>(view, &rows, sink);
        }
    }

    fn walk_ranked<const N: usize, const HOLES: bool>(&self, view: &View<'_>, rows: &[[u16; N]], sink: &mut impl Sink) {
        let (mut room, mut tree) = (Room::default(), 0);
        while tree < self.roots.len() && !view.stopped() {
            let near = room.bring::<N, HOLES>(self, tree, rows.len());
            match (&near[..], HOLES) {
                ([], _) => all_down::<_, 8>(&[Far::<_, HOLES> { forest: self, tree }], rows, sink),
                (near, true) => all_down::<_, 8>(near, rows, sink),
                (near, false) => all_down::<_, 16>(near, rows, sink),
            }
            tree += near.len().max(1);
        }
    }
}

impl Wide {
    /// Lets the rows of a tile go down all trees.
    fn walk(&self, view: &View<'_>, sink: &mut impl Sink) {
        match self.width() {
            ..=16 => self.walk_wide::<16>(view, sink),
            32 => self.walk_wide::<32>(view, sink),
            64 => self.walk_wide::<64>(view, sink),
            128 | 256 => self.walk_wide::<256>(view, sink),
            _ => self.walk_wide::<4096>(view, sink),
        }
    }

    fn walk_wide<const N: usize>(&self, view: &View<'_>, sink: &mut impl Sink) {
        let (start, many) = sink.span();
        let mut rows = vec![[0_u64; N]; many];
        self.value(view, start, &mut rows);
        for tree in (0..self.roots.len()).take_while(|_| !view.stopped()) {
            if self.has_tables() {
                all_down::<_, 8>(&[Far::<_, true> { forest: self, tree }], &rows, sink);
            } else {
                all_down::<_, 8>(&[Far::<_, false> { forest: self, tree }], &rows, sink);
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

    fn tree(&self) -> usize {
        self.tree
    }

    #[inline]
    fn number(&self, at: u32) -> u32 {
        self.forest.ids[at as usize]
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

    fn tree(&self) -> usize {
        self.tree
    }

    #[inline]
    fn number(&self, at: u32) -> u32 {
        self.forest.ids[at as usize]
    }
}
