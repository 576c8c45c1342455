//! A forest of thresholds in nodes of 8 bytes.
//!
//! ```text
//! bits  0 … 15   the code of the cut; at a leaf 2¹⁵ + its voice, which no value's code reaches
//! bits 16 … 29   the place of the column in a row of codes; 0 at a leaf
//! bits 30, 31    the branch of missing values; 0 at a leaf
//! bits 32 … 63   the place of branch 0; at a leaf its own: a step from a leaf leads back to it
//! ```
//! So a step is the same for all nodes, leaves among them, and rows can be walked in step without asking which have ended.

use super::detours::Asked;
use super::layout::{Laid, usual_steps};
use super::ranks::{HOLE, Ranks};
use super::told::{Known, Told, Voices};
use crate::forest::Vote;
use crate::parallel;
use crate::tree::{Answers, ColumnId, Missing, Node, NodeId, Split, Test, Tree};

/// What bits 0 to 15 of leaves have in common.
pub(super) const LEAF: u64 = 1 << 15;
/// The most places of a row of codes.
const MOST_PLACES: usize = 1 << 12;

/// A forest of thresholds.
#[derive(Debug, Clone)]
pub(super) struct Narrow {
    pub(super) ranks: Ranks,
    /// The nodes of all trees.
    nodes: Vec<u64>,
    /// The place of each tree's root.
    pub(super) roots: Vec<u32>,
    /// The usual steps of a row in each tree.
    pub(super) steps: Vec<usize>,
    /// The number of each node in its tree.
    pub(super) ids: Vec<u32>,
    pub(super) told: Told,
}

impl Narrow {
    /// Compiles trees of thresholds; `None` where a tree asks or answers otherwise.
    pub(super) fn new(trees: &[Tree], vote: Vote) -> Option<Self> {
        let mut cuts: Vec<(ColumnId, f64)> = Vec::new();
        for tree in trees {
            cuts.extend(tree_cuts(tree)?);
        }
        let ranks = Ranks::new(cuts);
        let parts = || parallel::map(trees, |tree| part(tree, &ranks, vote));
        let parts = (ranks.places() <= MOST_PLACES).then(parts)?;
        let total: usize = parts.iter().map(|(nodes, ..)| nodes.len()).sum();
        u32::try_from(total).ok()?;
        let (nodes, ids) = (Vec::with_capacity(total), Vec::with_capacity(total));
        let steps = trees.iter().map(usual_steps).collect();
        let mut narrow = Narrow { ranks, nodes, roots: Vec::new(), steps, ids, told: Told::new(trees) };
        let mut known = Known::default();
        for (tree, (nodes, laid, voices)) in trees.iter().zip(parts) {
            let root = narrow.nodes.len() as u32;
            narrow.roots.push(root);
            narrow.nodes.extend(nodes.iter().map(|node| node + (u64::from(root) << 32)));
            narrow.ids.extend(laid.nodes.iter().map(|id| id.0));
            narrow.told.extend((tree, voices.odd), root, &laid.nodes, &mut known);
        }
        Some(narrow)
    }

    /// The nodes of a tree.
    pub(super) fn nodes(&self, tree: usize) -> &[u64] {
        let end = self.roots.get(tree + 1).map_or(self.nodes.len(), |root| *root as usize);
        &self.nodes[self.roots[tree] as usize..end]
    }

    /// Tells of each tree how many nodes it has, and of each of these its number and that of its first child; a leaf's is its own.
    pub(super) fn families(&self, mut each: impl FnMut(usize, &mut dyn Iterator<Item = (u32, u32)>)) {
        for (tree, root) in self.roots.iter().enumerate() {
            let nodes = self.nodes(tree);
            let first = |node: &u64| self.ids[(node >> 32) as usize];
            each(nodes.len(), &mut self.ids[*root as usize..].iter().copied().zip(nodes.iter().map(first)));
        }
    }

    /// One step of a row of codes.
    #[inline]
    pub(super) fn step<const N: usize, const HOLES: bool>(&self, row: &[u16; N], at: u32) -> u32 {
        let node = self.nodes[at as usize];
        let code = row[(node >> 16) as usize & (N - 1)];
        let known = u32::from(code > node as u16);
        let missing = (node >> 30) as u32 & 3;
        (node >> 32) as u32 + if HOLES && code == HOLE { missing } else { known }
    }

    /// The node at a place, for rows that say little.
    pub(super) fn asked(&self, at: u32) -> Option<Asked> {
        let node = self.nodes[at as usize];
        if self.is_leaf(at) {
            return Some(Asked::Leaf);
        }
        let (column, cut) = self.ranks.asked((node >> 16) as usize & (MOST_PLACES - 1), node as u16)?;
        Some(Asked::Number { column: column.0, cut, missing: (node >> 30) as u32 & 3, first: (node >> 32) as u32 })
    }

    /// Whether the node at a place is a leaf.
    #[inline]
    pub(super) fn is_leaf(&self, at: u32) -> bool {
        self.nodes[at as usize] & LEAF != 0
    }

    /// Adds what the leaves at these places say, to the sums of each row.
    #[inline]
    pub(super) fn tell_all<'a>(&self, ends: &[u32], rows: impl Iterator<Item = &'a mut [f64]>) {
        self.told.add_all(ends, |end| (end, self.nodes[end as usize] & (LEAF - 1)), rows);
    }

    /// Adds what the leaf at a place says.
    #[inline]
    pub(super) fn tell(&self, end: u32, sums: &mut [f64]) {
        self.tell_all(&[end], std::iter::once(sums));
    }

    /// The places that a row of codes is given: a power of two, so that no place needs to be checked.
    pub(super) fn width(&self) -> usize {
        self.ranks.places().next_power_of_two()
    }
}

/// One tree, its places counted from its own root.
fn part(tree: &Tree, ranks: &Ranks, vote: Vote) -> (Vec<u64>, Laid, Voices) {
    let (laid, mut voices) = (Laid::new(tree), Voices::new(tree, vote));
    let node = |(place, id): (u32, &NodeId)| match tree.node(*id) {
        Node::Branch { split, branches } => branch(&split, ranks) | u64::from(laid.place(branches.first)) << 32,
        Node::Leaf => LEAF | voices.leaf(*id, place) | u64::from(place) << 32,
    };
    let nodes = (0..).zip(&laid.nodes).map(node).collect();
    (nodes, laid, voices)
}

/// The lower half of the node of a split.
fn branch(split: &Split, ranks: &Ranks) -> u64 {
    let cut = if let Test::Threshold { cut } = split.test { cut } else { f64::INFINITY };
    let missing = if let Missing::Branch(branch) = split.missing { branch } else { 0 };
    let (place, code) = ranks.cut(split.column, cut);
    u64::from(code) | (place as u64) << 16 | u64::from(missing) << 30
}

/// The cuts of a tree, each once; `None` where it asks otherwise than by thresholds, or answers by linear models.
fn tree_cuts(tree: &Tree) -> Option<Vec<(ColumnId, f64)>> {
    if matches!(tree.answers(), Answers::Numbers(numbers) if !numbers.linear.is_empty()) {
        return None;
    }
    let splits = tree.nodes().iter().filter_map(|node| match node {
        Node::Branch { split, .. } => Some(split),
        Node::Leaf => None,
    });
    let cut = |split: Split| match (&split.test, &split.missing) {
        (Test::Threshold { cut }, Missing::Branch(0..3)) => Some((split.column, *cut)),
        _ => None,
    };
    let mut cuts = splits.map(cut).collect::<Option<Vec<_>>>()?;
    cuts.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
    cuts.dedup();
    Some(cuts)
}
