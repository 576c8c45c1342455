//! What nodes say of classes.
//!
//! Leaves hold their weights. A row may also have to stay at a node above them, whose weights are the sum of its leaves';
//! these sums are made beforehand, for the nodes that can need them and no others.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::flat::NONE;
use crate::tree::{ClassAnswers, ClassWeight, Landing, Node, NodeId, Test, Tree, heaviest};

/// So many sums are kept beyond those of a few times the leaves; a chain of nodes that hold nearly all classes each would
/// ask for the square of its length. The others are summed when a row needs them.
const MOST_SUMS: usize = 1 << 20;

/// The probability of one class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClassShare {
    /// The class.
    pub class: u32,
    /// Its share of the weight where the row ends.
    pub share: f64,
}

/// The probabilities above 0, by class.
pub(super) fn above_zero(shares: &[f64]) -> Vec<ClassShare> {
    let pairs = (0..).zip(shares).map(|(class, share)| ClassShare { class, share: *share });
    pairs.filter(|pair| pair.share > 0.0).collect()
}

/// The most probable class, the first of equal ones.
#[inline]
pub(super) fn most(shares: &[f64]) -> u32 {
    let mut best = 0;
    for (class, share) in shares.iter().enumerate() {
        if *share > shares[best] {
            best = class;
        }
    }
    best as u32
}

/// The class answers of a tree.
#[derive(Debug, Clone)]
pub(super) struct ClassTable {
    leaves: ClassAnswers,
    /// The node whose answer counts: the node itself, or the nearest above it that has any.
    source: Vec<NodeId>,
    /// The class that is answered; [`NONE`] where no row can end.
    best: Vec<u32>,
    /// The weights of nodes with children, in the order of nodes.
    sums: Vec<(NodeId, Box<[ClassWeight]>)>,
    /// What nodes answer that are held to other shares than those of their rows.
    held: Vec<(NodeId, Box<[ClassWeight]>)>,
    /// For each node where its children begin, or would; they end where the next node's begin.
    children: Vec<u32>,
}

/// Class weights that grow, and the heaviest of them.
#[derive(Default)]
struct Tally {
    weights: BTreeMap<u32, f64>,
    best: Option<ClassWeight>,
}

impl ClassTable {
    pub(super) fn new(tree: &Tree, leaves: &ClassAnswers) -> Self {
        let mut source: Vec<NodeId> = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            let above = if tree.rows(id) <= 0.0 { tree.parent(id) } else { None };
            source.push(above.map_or(id, |parent| source[parent.place()]));
        }
        let mut needed = vec![false; tree.len()];
        for id in tree.ids().filter(|id| can_end(tree, *id)) {
            needed[source[id.place()].place()] = true;
        }
        let held = leaves.held.iter().filter_map(|(id, _)| Some((*id, leaves.held_weights(*id)?.into())));
        let mut table = ClassTable {
            leaves: leaves.clone(),
            source,
            best: vec![NONE; tree.len()],
            sums: Vec::new(),
            held: held.collect(),
            children: children(tree),
        };
        table.fill(tree, &needed);
        table
    }

    /// The answers of the nodes that need one, from the leaves up.
    fn fill(&mut self, tree: &Tree, needed: &[bool]) {
        let inner = tree.ids().any(|id| needed[id.place()] && tree.branches(id).is_some());
        let mut room = MOST_SUMS + 8 * self.leaves.weights.len();
        let mut tallies: Vec<Tally> = Vec::new();
        tallies.resize_with(if inner { tree.len() } else { 0 }, Tally::default);
        for id in tree.ids().rev() {
            let tally = match tree.node(id) {
                Node::Leaf => Tally::of(self.leaves.of(id)),
                Node::Branch { .. } if !inner => continue,
                Node::Branch { branches, .. } => branches
                    .iter()
                    .map(|child| std::mem::take(&mut tallies[child.place()]))
                    .reduce(Tally::merge)
                    .unwrap_or_default(),
            };
            if needed[id.place()] {
                let own = tally.best.map(|best| best.class);
                let class = self.leaves.held_weights(id).map_or(own, |held| heaviest(&held).map(|pair| pair.class));
                self.best[id.place()] = class.unwrap_or(NONE);
                if tree.branches(id).is_some() && tally.weights.len() <= room {
                    room -= tally.weights.len();
                    self.sums.push((id, tally.weights()));
                }
            }
            if inner {
                tallies[id.place()] = tally;
            }
        }
        self.sums.reverse();
        for place in 0..self.best.len() {
            self.best[place] = self.best[self.source[place].place()];
        }
    }

    /// The class that a row answers.
    pub(super) fn class_at(&self, end: u32) -> u32 {
        self.best[end as usize]
    }

    /// The weights that count where a row ends, in the order of classes, and their sum; `rows` are those of all nodes.
    fn weights(&self, node: NodeId, rows: &[f64]) -> (Cow<'_, [ClassWeight]>, f64) {
        let source = self.source[node.place()];
        if let Ok(place) = self.held.binary_search_by_key(&source, |(id, _)| *id) {
            return (Cow::Borrowed(&self.held[place].1), 1.0);
        }
        let (own, total) = (self.leaves.of(source), rows[source.place()]);
        if !own.is_empty() {
            return (Cow::Borrowed(own), total);
        }
        let weights = match self.sums.binary_search_by_key(&source, |(id, _)| *id) {
            Ok(place) => Cow::Borrowed(&*self.sums[place].1),
            Err(_) => Cow::Owned(self.gather(source)),
        };
        (weights, total)
    }

    /// Sums the leaves below a node. Nodes of one depth stand side by side, and so do their leaves' weights.
    fn gather(&self, node: NodeId) -> Vec<ClassWeight> {
        let (mut first, mut end) = (node.0, node.0 + 1);
        let mut found: Vec<ClassWeight> = Vec::new();
        while first < end {
            let slice = self.leaves.starts[first as usize] as usize..self.leaves.starts[end as usize] as usize;
            found.extend_from_slice(&self.leaves.weights[slice]);
            (first, end) = (self.children[first as usize], self.children[end as usize]);
        }
        found.sort_by_key(|pair| pair.class);
        let sum = |group: &[ClassWeight]| ClassWeight {
            class: group[0].class,
            weight: group.iter().map(|pair| pair.weight).sum(),
        };
        found.chunk_by(|one, two| one.class == two.class).map(sum).collect()
    }

    /// The probabilities above 0, in the order of classes: each landing's shares of weight, mixed by its own share.
    pub(super) fn shares(&self, landings: &[Landing], rows: &[f64]) -> Vec<ClassShare> {
        let mut mixed: Vec<ClassShare> = Vec::new();
        for landing in landings {
            let (weights, total) = self.weights(landing.node, rows);
            let share = |pair: &ClassWeight| landing.share * (pair.weight / total);
            mixed.extend(weights.iter().map(|pair| ClassShare { class: pair.class, share: share(pair) }));
        }
        if landings.len() > 1 {
            mixed.sort_by_key(|pair| pair.class); // stable: equal classes are added in the order of landings
            mixed.dedup_by(|next, kept| {
                let same = next.class == kept.class;
                kept.share += if same { next.share } else { 0.0 };
                same
            });
        }
        mixed
    }

    /// Adds the probabilities to sums by class, to the same bits as adding those of [`ClassTable::shares`].
    pub(super) fn add(&self, landings: &[Landing], rows: &[f64], sums: &mut [f64]) {
        let [only] = landings else {
            return self.shares(landings, rows).iter().for_each(|pair| sums[pair.class as usize] += pair.share);
        };
        let (weights, total) = self.weights(only.node, rows);
        for pair in &*weights {
            sums[pair.class as usize] += only.share * (pair.weight / total);
        }
    }

    /// The probability of one class alone, to the same bits as among [`ClassTable::shares`].
    pub(super) fn share(&self, landings: &[Landing], rows: &[f64], class: u32) -> f64 {
        let part = |landing: &Landing| {
            let (weights, total) = self.weights(landing.node, rows);
            let place = weights.binary_search_by_key(&class, |pair| pair.class).ok()?;
            Some(landing.share * (weights[place].weight / total))
        };
        landings.iter().filter_map(part).fold(0.0, |sum, part| sum + part)
    }

    /// The class that is answered for landings with these shares: the most probable, the first of equal ones. At a single
    /// landing weights decide, which no division has rounded.
    pub(super) fn best(&self, landings: &[Landing], shares: &[ClassShare]) -> u32 {
        if let [only] = landings {
            return self.class_at(only.node.0);
        }
        let most = shares.iter().map(|pair| pair.share).fold(f64::NEG_INFINITY, f64::max);
        shares.iter().find(|pair| pair.share == most).map_or(0, |pair| pair.class)
    }
}

impl Tally {
    fn of(weights: &[ClassWeight]) -> Self {
        let mut tally = Tally::default();
        for pair in weights {
            tally.add(pair.class, pair.weight);
        }
        tally
    }

    /// Weights only grow, so the heaviest stays so unless the one that grew passes it.
    fn add(&mut self, class: u32, weight: f64) {
        let sum = self.weights.entry(class).or_insert(0.0);
        *sum += weight;
        let behind = |best: &ClassWeight| (best.weight, class) < (*sum, best.class);
        if self.best.as_ref().is_none_or(behind) {
            self.best = Some(ClassWeight { class, weight: *sum });
        }
    }

    /// The smaller one is added to the larger, so that a class moves at most as often as the tree can double.
    fn merge(self, other: Tally) -> Tally {
        let (mut large, small) = if self.weights.len() >= other.weights.len() { (self, other) } else { (other, self) };
        for (class, weight) in small.weights {
            large.add(class, weight);
        }
        large
    }

    fn weights(&self) -> Box<[ClassWeight]> {
        self.weights.iter().map(|(class, weight)| ClassWeight { class: *class, weight: *weight }).collect()
    }
}

/// Whether rows can end at a node: a leaf, or a branch per value, which some values lack. (A spread without weights keeps
/// its rows too, and has leaves without weights below it, which ask for the same.)
fn can_end(tree: &Tree, id: NodeId) -> bool {
    match tree.node(id) {
        Node::Leaf => true,
        Node::Branch { split, .. } => matches!(split.test, Test::Values { .. } | Test::Height { .. }),
    }
}

fn children(tree: &Tree) -> Vec<u32> {
    let mut next = 1;
    let mut starts = Vec::with_capacity(tree.len() + 1);
    for node in tree.nodes() {
        starts.push(next);
        next += if let Node::Branch { branches, .. } = node { branches.count } else { 0 };
    }
    starts.push(next);
    starts
}
