//! A forest of thresholds in nodes of 8 bytes.
//!
//! ```text
//! bits  0 … 15   the code of the cut; at a leaf 2¹⁵ or more, which no value's code reaches: 2¹⁵ + its class, or + ODD
//! bits 16 … 29   the place of the column in a row of codes; 0 at a leaf
//! bits 30, 31    the branch of missing values; 0 at a leaf
//! bits 32 … 63   the place of branch 0; at a leaf its own: a step from a leaf leads back to it
//! ```
//! So a step is the same for all nodes, leaves among them, and rows can be walked in step without asking which have ended.

use rustc_hash::FxHashMap;

use super::class::{ClassShare, ClassTable};
use super::layout::layout;
use super::ranks::Ranks;
use crate::forest::Vote;
use crate::parallel;
use crate::tree::{Answers, ColumnId, Landing, Missing, Node, NodeId, Split, Test, Tree};

/// What a leaf's bits 0 to 15 have in common.
pub(super) const LEAF: u64 = 1 << 15;
/// The rest of these bits where the leaf's answer is not one class alone.
pub(super) const ODD: u64 = LEAF - 1;
/// The most places of a row of codes.
pub(super) const MOST_PLACES: usize = 1 << 12;
/// Bytes of a line of the cache.
const LINE: usize = 64;

/// A forest of thresholds.
#[derive(Debug, Clone)]
pub(super) struct Narrow {
    pub(super) ranks: Ranks,
    /// The nodes of all trees.
    pub(super) nodes: Vec<u64>,
    /// The place of each tree's root.
    pub(super) roots: Vec<u32>,
    /// The number of each node in its tree.
    ids: Vec<u32>,
    pub(super) told: Told,
}

/// What leaves say.
#[derive(Debug, Clone)]
pub(super) enum Told {
    /// Classes; where a leaf holds several, the number of its mixture, by place of the node. Empty where no leaf does.
    Classes { odd: Vec<u32>, mixtures: Mixtures },
    /// A number for each leaf, by place of the node.
    Numbers(Vec<f64>),
}

/// The different probabilities of leaves that hold several classes.
#[derive(Debug, Clone, Default)]
pub(super) struct Mixtures {
    /// Where each begins, and the end as one more entry.
    starts: Vec<u32>,
    shares: Vec<ClassShare>,
}

/// One tree, its places counted from its own root.
struct Part {
    places: Vec<Option<NodeId>>,
    nodes: Vec<u64>,
    /// Leaves that hold several classes, by place.
    odd: Vec<(u32, Vec<ClassShare>)>,
}

impl Narrow {
    /// Compiles trees of thresholds; `None` where a tree asks or answers otherwise.
    pub(super) fn new(trees: &[Tree], vote: Vote) -> Option<Self> {
        let mut cuts: Vec<(ColumnId, f64)> = Vec::new();
        for tree in trees {
            cuts.extend(tree_cuts(tree)?);
            if cuts.len() > 1 << 22 {
                cuts = distinct(cuts);
            }
        }
        let ranks = Ranks::new(cuts);
        if ranks.places() > MOST_PLACES {
            return None;
        }
        let parts = parallel::map(trees, |tree| Part::new(tree, &ranks, vote));
        let total: usize = parts.iter().map(|part| part.nodes.len()).sum();
        if u32::try_from(total + LINE).is_err() {
            return None;
        }
        Some(Narrow::joined(trees, ranks, parts))
    }

    fn joined(trees: &[Tree], ranks: Ranks, parts: Vec<Part>) -> Self {
        let total: usize = parts.iter().map(|part| part.nodes.len()).sum();
        let mut nodes: Vec<u64> = Vec::with_capacity(total + LINE / 8);
        // The trees were laid out in lines; where the first begins is the allocator's choice.
        nodes.resize((nodes.as_ptr().addr().next_multiple_of(LINE) - nodes.as_ptr().addr()) / 8, LEAF);
        let mut narrow = Narrow { ranks, roots: Vec::new(), ids: vec![0; nodes.len()], nodes, told: Told::new(trees) };
        let mut known = FxHashMap::default();
        for (tree, part) in trees.iter().zip(parts) {
            let root = narrow.nodes.len() as u32;
            narrow.roots.push(root);
            narrow.nodes.extend(part.nodes.iter().map(|node| node + (u64::from(root) << 32)));
            narrow.ids.extend(part.places.iter().map(|id| id.map_or(0, |id| id.0)));
            narrow.told.extend(tree, root, part, &mut known);
        }
        narrow
    }

    /// The node of a tree that lies at a place.
    pub(super) fn id(&self, place: u32) -> NodeId {
        NodeId(self.ids[place as usize])
    }
}

impl Part {
    fn new(tree: &Tree, ranks: &Ranks, vote: Vote) -> Self {
        let places = layout(tree);
        let mut place_of = vec![0_u32; tree.len()];
        for (place, id) in (0..).zip(&places) {
            if let Some(id) = id {
                place_of[id.place()] = place;
            }
        }
        let classes = match tree.answers() {
            Answers::Classes(leaves) => Some(ClassTable::new(tree, leaves)),
            Answers::Numbers(_) => None,
        };
        let rows: Vec<f64> = tree.ids().map(|id| tree.rows(id)).collect();
        let mut part = Part { places: Vec::new(), nodes: Vec::with_capacity(places.len()), odd: Vec::new() };
        for (place, id) in (0_u32..).zip(&places) {
            let node = match id.map(|id| (id, tree.node(id))) {
                Some((_, Node::Branch { split, branches })) => branch(split, ranks, place_of[branches.first.place()]),
                Some((id, Node::Leaf)) => {
                    let says = classes.as_ref().map_or(ODD, |table| part.leaf(table, (id, place), &rows, vote));
                    LEAF | says | u64::from(place) << 32
                }
                None => LEAF | u64::from(place) << 32,
            };
            part.nodes.push(node);
        }
        Part { places, ..part }
    }

    /// The class of a leaf, or [`ODD`], whose probabilities are noted.
    fn leaf(&mut self, classes: &ClassTable, (id, place): (NodeId, u32), rows: &[f64], vote: Vote) -> u64 {
        let shares = match vote {
            Vote::Majority => vec![ClassShare { class: classes.class_at(id.0), share: 1.0 }],
            Vote::Mean => classes.shares(&[Landing { node: id, share: 1.0 }], rows),
        };
        match shares[..] {
            [ClassShare { class, share: 1.0 }] if u64::from(class) < ODD => u64::from(class),
            _ => {
                self.odd.push((place, shares));
                ODD
            }
        }
    }
}

impl Told {
    fn new(trees: &[Tree]) -> Self {
        match trees.first().map(Tree::answers) {
            Some(Answers::Numbers(_)) => Told::Numbers(Vec::new()),
            _ => Told::Classes { odd: Vec::new(), mixtures: Mixtures { starts: vec![0], shares: Vec::new() } },
        }
    }

    /// Takes over what the leaves of a tree say, whose nodes are the last up to now and begin at `root`.
    fn extend(&mut self, tree: &Tree, root: u32, part: Part, known: &mut FxHashMap<Vec<(u32, u64)>, u32>) {
        match (self, tree.answers()) {
            (Told::Numbers(all), Answers::Numbers(numbers)) => {
                all.resize(root as usize, 0.0);
                all.extend(part.places.iter().map(|id| id.map_or(0.0, |id| numbers.values[id.place()])));
            }
            (Told::Classes { odd, mixtures }, _) if !part.odd.is_empty() => {
                odd.resize(root as usize + part.nodes.len(), 0);
                for (place, shares) in part.odd {
                    let key = shares.iter().map(|pair| (pair.class, pair.share.to_bits())).collect();
                    let number = *known.entry(key).or_insert_with(|| mixtures.push(&shares));
                    odd[(root + place) as usize] = number;
                }
            }
            _ => {}
        }
    }
}

impl Mixtures {
    fn push(&mut self, shares: &[ClassShare]) -> u32 {
        self.shares.extend_from_slice(shares);
        self.starts.push(self.shares.len() as u32);
        self.starts.len() as u32 - 2
    }

    /// The probabilities above 0 of a mixture, in the order of classes.
    #[inline]
    pub(super) fn of(&self, number: u32) -> &[ClassShare] {
        &self.shares[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }
}

/// The node of a split whose first branch lies at this place.
fn branch(split: &Split, ranks: &Ranks, first: u32) -> u64 {
    let cut = if let Test::Threshold { cut } = split.test { cut } else { f64::INFINITY };
    let missing = if let Missing::Branch(branch) = split.missing { branch } else { 0 };
    let (place, code) = ranks.cut(split.column, cut);
    u64::from(code) | (place as u64) << 16 | u64::from(missing) << 30 | u64::from(first) << 32
}

/// The cuts of a tree; `None` where it asks otherwise than by thresholds, or answers by linear models.
fn tree_cuts(tree: &Tree) -> Option<Vec<(ColumnId, f64)>> {
    if matches!(tree.answers(), Answers::Numbers(numbers) if !numbers.linear.is_empty()) {
        return None;
    }
    let splits = tree.nodes().iter().filter_map(|node| match node {
        Node::Branch { split, .. } => Some(split),
        Node::Leaf => None,
    });
    let cut = |split: &Split| match (&split.test, &split.missing) {
        (Test::Threshold { cut }, Missing::Branch(0..3)) => Some((split.column, *cut)),
        _ => None,
    };
    splits.map(cut).collect::<Option<Vec<_>>>().map(distinct)
}

fn distinct(mut cuts: Vec<(ColumnId, f64)>) -> Vec<(ColumnId, f64)> {
    cuts.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
    cuts.dedup();
    cuts
}
