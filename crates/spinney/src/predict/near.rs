//! Trees of a forest of thresholds, brought near.
//!
//! Thousands of rows go down a tree before the next. Its nodes lie in far memory, and rows ask for them here and there, the slowest way to
//! read. So trees are first copied, from one end to the other, into a room that stays in the cache: as many as it holds, since rows and
//! their sums, too, are read once for all trees of the room. The copy has the form that takes the fewest instructions for a step; no place
//! of it needs to be checked. With the steps of neighbours (`descend`) it takes a third off the time of a large forest.
//!
//! ```text
//! first word   bits 0 … 15 as in the forest; 16, 17 the branch of missing values; the place of the column, in as many of the highest
//!              bits as the places of a row take
//! second word  the place of branch 0 in the room: below 2¹⁶
//! ```

use super::descend::Descent;
use super::narrow::{LEAF, Narrow};
use super::ranks::HOLE;

/// The most nodes that are brought near at a time: half a mebibyte.
const MOST: usize = 1 << 16;
/// The places of the room: none that a node can name lies beyond.
const PLACES: usize = MOST + 3;
/// A row pays for the copying of so many nodes of a tree.
const PAID: usize = 16;

/// Where trees are brought.
#[derive(Default)]
pub(super) struct Room {
    nodes: Vec<[u32; 2]>,
}

/// A tree in the room, for rows of `N` codes, some of which may be `HOLES`.
pub(super) struct Near<'a, const N: usize, const HOLES: bool> {
    nodes: &'a [[u32; 2]; PLACES],
    forest: &'a Narrow,
    tree: usize,
    /// The place of the tree's root in the room.
    root: u16,
}

impl Room {
    /// Brings trees near, from one on: as many as there is room for. None where the first is too large, or so few rows are not worth it.
    pub(super) fn bring<'a, const N: usize, const HOLES: bool>(
        &'a mut self,
        forest: &'a Narrow,
        first: usize,
        rows: usize,
    ) -> Vec<Near<'a, N, HOLES>> {
        let worth = |tree: usize| forest.nodes(tree).len() <= MOST.min(rows.saturating_mul(PAID));
        if self.nodes.is_empty() && worth(first) {
            self.nodes = vec![[0; 2]; PLACES];
        }
        let (mut roots, mut filled) = (Vec::new(), 0);
        for tree in (first..forest.roots.len()).take_while(|tree| worth(*tree)) {
            let nodes = forest.nodes(tree);
            if filled + nodes.len() > MOST {
                break;
            }
            copy::<N>(nodes, forest.roots[tree], filled as u32, &mut self.nodes[filled..]);
            roots.push((tree, filled as u16));
            filled += nodes.len();
        }
        let Some(nodes) = self.nodes.first_chunk() else { return Vec::new() };
        roots.into_iter().map(|(tree, root)| Near { nodes, forest, tree, root }).collect()
    }
}

/// Copies the nodes of a tree, whose root moves from one place to another.
fn copy<const N: usize>(nodes: &[u64], from: u32, to: u32, room: &mut [[u32; 2]]) {
    for (near, node) in room.iter_mut().zip(nodes) {
        let (ask, first) = (*node as u32, (node >> 32) as u32);
        let (missing, place) = (ask >> 30, (ask >> 16) & 0x3FFF);
        *near = [ask & 0xFFFF | missing << 16 | place << (32 - N.ilog2()), first - from + to];
    }
}

impl<const N: usize, const HOLES: bool> Descent<[u16; N]> for Near<'_, N, HOLES> {
    fn root(&self) -> u32 {
        u32::from(self.root)
    }

    fn steps(&self) -> usize {
        self.forest.steps[self.tree]
    }

    #[inline]
    fn place(&self, at: u32) -> u32 {
        at & 0xFFFF
    }

    #[inline]
    fn step(&self, row: &[u16; N], at: u32) -> u32 {
        let [ask, first] = &self.nodes[at as usize];
        let code = row[(ask >> (32 - N.ilog2())) as usize];
        let known = u32::from(code > *ask as u16);
        u32::from(*first as u16) + if HOLES && code == HOLE { (ask >> 16) & 3 } else { known }
    }

    #[inline]
    fn is_leaf(&self, at: u32) -> bool {
        u64::from(self.nodes[at as usize][0]) & LEAF != 0
    }

    #[inline]
    fn tell_all<'a>(&self, ends: &[u32], rows: impl Iterator<Item = &'a mut [f64]>) {
        let root = self.forest.roots[self.tree];
        let leaf = |end: u32| (end - u32::from(self.root) + root, u64::from(self.nodes[end as usize][0]) & (LEAF - 1));
        self.forest.told.add_all(ends, leaf, rows);
    }

    fn tree(&self) -> usize {
        self.tree
    }

    #[inline]
    fn number(&self, at: u32) -> u32 {
        self.forest.ids[(at - u32::from(self.root) + self.forest.roots[self.tree]) as usize]
    }
}
