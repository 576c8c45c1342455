//! A tree under construction.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Range;

use super::candidate::{Question, Route};
use super::surrogate::Substitute;
use crate::encode::Encoded;

/// What the rows of a node say of the target.
#[derive(Debug, Clone)]
pub(crate) enum Tally {
    /// The weight of each class that occurs, in units.
    Classes(Box<[(u32, u64)]>),
    /// The same where only one class occurs, as in most leaves of forests.
    Pure { class: u32, weight: NonZeroU64 },
    /// Weight in units, answer, and the sum of squared errors in the target's own unit times units. That no node weighs
    /// nothing saves a word in each.
    Number { weight: NonZeroU64, value: f64, error: f64 },
    /// The weight of a node with branches, whose classes are those of its leaves.
    Sum(NonZeroU64),
    /// What they say of each of several targets.
    Several(Box<[Tally]>),
}

impl Tally {
    /// That of a node with branches.
    pub(crate) fn sum(weight: u64) -> Self {
        Tally::Sum(NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN)) // a node has rows
    }

    /// That of rows of one class.
    pub(crate) fn pure(class: u32, weight: u64) -> Self {
        Tally::Pure { class, weight: NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN) }
    }

    /// That of rows that have the same number.
    pub(crate) fn same_number(value: f64, weight: u64) -> Self {
        Tally::Number { weight: NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN), value, error: 0.0 }
    }

    /// That of a node that is still open.
    pub(crate) fn blank() -> Self {
        Tally::Classes(Box::default())
    }

    /// That of each target.
    pub(crate) fn parts(&self) -> &[Tally] {
        match self {
            Tally::Several(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// The weight of all rows, in units.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Tally::Classes(counts) => counts.iter().map(|(_, weight)| weight).sum(),
            Tally::Number { weight, .. } | Tally::Pure { weight, .. } | Tally::Sum(weight) => weight.get(),
            Tally::Several(all) => all.first().map_or(0, Tally::weight),
        }
    }
}

/// A node of a draft.
#[derive(Debug, Clone)]
pub(crate) struct DraftNode {
    pub(crate) tally: Tally,
    /// The place of its split among those of its piece; none for a leaf.
    fork: Option<NonZeroU32>,
    /// The branches, also those of a split that was taken back.
    pub(crate) children: Children,
}

impl DraftNode {
    /// A place for a node that is still open.
    pub(crate) fn blank() -> Self {
        DraftNode::leaf(Tally::blank())
    }

    /// A node that is not split.
    pub(crate) fn leaf(tally: Tally) -> Self {
        DraftNode { tally, fork: None, children: Children::default() }
    }

    /// The branches, unless the split was taken back.
    pub(crate) fn branches(&self) -> Range<u32> {
        if self.is_split() { self.children.places() } else { 0..0 }
    }

    pub(crate) fn is_split(&self) -> bool {
        self.fork.is_some()
    }

    /// Takes the split back.
    pub(crate) fn take_back(&mut self) {
        self.fork = None;
    }
}

/// Nodes side by side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Children {
    first: u32,
    count: u32,
}

impl Children {
    pub(crate) fn places(self) -> Range<u32> {
        self.first..self.first + self.count
    }
}

/// A split of a draft.
#[derive(Debug, Clone)]
pub(crate) struct Fork {
    pub(crate) column: u32,
    pub(crate) route: Route,
    pub(crate) question: Question,
    /// What a cut without surrogates has not: most forks are such.
    pub(crate) more: Option<Box<More>>,
}

/// What only some forks have.
#[derive(Debug, Clone)]
pub(crate) struct More {
    /// Codes and their branches, where the question lists them.
    pub(crate) listed: Vec<(u32, u32)>,
    pub(crate) substitutes: Vec<(Substitute, Vec<(u32, u32)>)>,
}

impl Fork {
    pub(crate) fn listed(&self) -> &[(u32, u32)] {
        self.more.as_ref().map_or(&[], |more| &more.listed)
    }

    pub(crate) fn substitutes(&self) -> &[(Substitute, Vec<(u32, u32)>)] {
        self.more.as_ref().map_or(&[], |more| &more.substitutes)
    }
}

/// Nodes by their places; the root has place 0. They lie in pieces, so that parts of a tree that were drafted apart come
/// together without a copy.
#[derive(Debug)]
pub(crate) struct Draft {
    pieces: Vec<Piece>,
    /// The rows of leaves with their weights in units, where answers need them later.
    pub(crate) rows: BTreeMap<u32, Vec<(u32, u64)>>,
}

/// Nodes whose places follow each other, and their splits, which are counted from 1.
#[derive(Debug)]
struct Piece {
    start: u32,
    nodes: Vec<DraftNode>,
    forks: Vec<Fork>,
}

impl Piece {
    /// Keeps a split.
    fn keep(&mut self, fork: Fork) -> Option<NonZeroU32> {
        self.forks.push(fork);
        NonZeroU32::new(self.forks.len() as u32)
    }

    fn fork(&self, node: &DraftNode) -> Option<&Fork> {
        node.fork.map(|place| &self.forks[place.get() as usize - 1])
    }
}

impl Draft {
    /// A root that is still open.
    pub(crate) fn new() -> Self {
        let root = Piece { start: 0, nodes: vec![DraftNode::blank()], forks: Vec::new() };
        Draft { pieces: vec![root], rows: BTreeMap::new() }
    }

    /// The places; some may be nobody's.
    pub(crate) fn len(&self) -> usize {
        self.pieces.last().map_or(0, |piece| piece.start as usize + piece.nodes.len())
    }

    pub(crate) fn node(&self, place: u32) -> &DraftNode {
        let piece = &self.pieces[self.piece(place)];
        &piece.nodes[(place - piece.start) as usize]
    }

    pub(crate) fn node_mut(&mut self, place: u32) -> &mut DraftNode {
        let piece = self.piece(place);
        let piece = &mut self.pieces[piece];
        &mut piece.nodes[(place - piece.start) as usize]
    }

    /// The split of a node; none where it is a leaf, or its split was taken back.
    pub(crate) fn split_of(&self, place: u32) -> Option<&Fork> {
        self.look(place).1
    }

    fn piece(&self, place: u32) -> usize {
        self.pieces.partition_point(|piece| piece.start <= place) - 1
    }

    /// Lets go of room that no node needs.
    pub(crate) fn shrink(&mut self) {
        for piece in &mut self.pieces {
            piece.nodes.shrink_to_fit();
            piece.forks.shrink_to_fit();
        }
    }

    /// Splits a node that was blank; its branches are blank.
    pub(crate) fn fork(&mut self, place: u32, (tally, fork): (Tally, Fork), count: usize) -> Children {
        let children = Children { first: self.len() as u32, count: count as u32 };
        if let Some(last) = self.pieces.last_mut() {
            last.nodes.extend((0..count).map(|_| DraftNode::blank()));
        }
        let piece = self.piece(place);
        let piece = &mut self.pieces[piece];
        let fork = piece.keep(fork);
        piece.nodes[(place - piece.start) as usize] = DraftNode { tally, fork, children };
        children
    }

    /// Hangs other drafts in the places of this draft's leaves.
    pub(crate) fn graft(&mut self, others: Vec<(u32, Draft)>) {
        for (place, mut other) in others {
            let offset = self.len() as u32;
            for piece in &mut other.pieces {
                piece.nodes.iter_mut().for_each(|node| node.children.first += offset);
            }
            let fork = other.split_of(0).cloned();
            let mut root = std::mem::replace(other.node_mut(0), DraftNode::blank());
            let piece = self.piece(place);
            root.fork = fork.and_then(|fork| self.pieces[piece].keep(fork));
            *self.node_mut(place) = root;
            let moved = |leaf: u32| if leaf == 0 { place } else { leaf + offset };
            self.rows.extend(other.rows.into_iter().map(|(leaf, rows)| (moved(leaf), rows)));
            self.pieces.extend(other.pieces.into_iter().map(|piece| Piece { start: piece.start + offset, ..piece }));
        }
    }

    /// Says of cuts between rows which codes they lie between.
    pub(crate) fn name_codes(&mut self, data: &Encoded<'_>) {
        for fork in self.forks() {
            if let Question::Rows { low, high } = fork.question {
                let codes = &data.columns[fork.column as usize].codes;
                fork.question = Question::Between { low: codes.at(low), high: codes.at(high) };
            }
        }
    }

    /// A node with its split; none where it is a leaf, or its split was taken back.
    pub(crate) fn look(&self, place: u32) -> (&DraftNode, Option<&Fork>) {
        let piece = &self.pieces[self.piece(place)];
        let node = &piece.nodes[(place - piece.start) as usize];
        (node, piece.fork(node))
    }

    /// Looks at these nodes and their splits, which are far apart, one right after the other: the machine then waits for all of them at
    /// once, and finds them near when they are gone through.
    pub(crate) fn bring_near(&self, places: &[u32]) {
        let forks = places.iter().fold(0, |sum: u32, place| sum.wrapping_add(self.node(*place).children.count));
        let columns = places.iter().fold(forks, |sum, place| sum ^ self.split_of(*place).map_or(0, |fork| fork.column));
        black_box(columns);
    }

    /// All splits, those of nobody's nodes among them.
    pub(crate) fn forks(&mut self) -> impl Iterator<Item = &mut Fork> {
        self.pieces.iter_mut().flat_map(|piece| &mut piece.forks)
    }

    /// The numbers of the nodes, breadth first.
    pub(crate) fn order(&self) -> Vec<u32> {
        let mut order = vec![0_u32];
        let mut next = 0;
        while let Some(node) = order.get(next) {
            order.extend(self.node(*node).branches());
            next += 1;
        }
        order
    }
}
