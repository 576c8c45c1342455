//! A tree under construction.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::Range;

use super::candidate::{Question, Route};
use super::surrogate::Substitute;
use super::tally::Tally;
use crate::encode::Encoded;

/// A node of a draft: 32 bytes, so that two branches, which are looked at one after the other, share a line of the cache.
#[derive(Debug, Clone)]
pub(crate) struct DraftNode {
    pub(crate) tally: Tally,
    /// The place of its split among those of its piece, which are counted from 1, twice, and one more where it was taken back; 0 where
    /// there never was one.
    fork: u32,
    /// The first of its branches.
    first: u32,
}

impl DraftNode {
    /// A place for a node that is still open.
    pub(crate) fn blank() -> Self {
        DraftNode::leaf(Tally::blank())
    }

    /// A node that is not split.
    pub(crate) fn leaf(tally: Tally) -> Self {
        DraftNode { tally, fork: 0, first: 0 }
    }

    pub(crate) fn is_split(&self) -> bool {
        self.fork != 0 && self.fork & 1 == 0
    }

    /// Takes the split back, if there is one.
    pub(crate) fn take_back(&mut self) {
        self.fork |= u32::from(self.fork != 0);
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
    /// How many branches it has.
    pub(crate) branches: u32,
    pub(crate) route: Route,
    pub(crate) question: Question,
    /// What a cut without surrogates has not: most forks are such.
    pub(crate) more: Option<Box<More>>,
}

/// What only some forks have.
#[derive(Debug, Clone)]
pub(crate) struct More {
    /// Codes and their branches, where the question asks for values that the node has.
    pub(crate) listed: Vec<(u32, u32)>,
    pub(crate) substitutes: Vec<(Substitute, Vec<(u32, u32)>)>,
}

impl Fork {
    /// A cut into two, from which missing values go down the heavier branch.
    pub(crate) fn cut(column: u32, question: Question) -> Self {
        Fork { column, branches: 2, route: Route::Heaviest, question, more: None }
    }

    /// Codes and their branches, where the question lists them.
    pub(crate) fn listed(&self) -> &[(u32, u32)] {
        match &self.question {
            Question::Subset(sides) => sides.listed(),
            _ => self.more.as_ref().map_or(&[], |more| &more.listed),
        }
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
    /// Keeps a split; what its node notes. (Every split has branches: there are fewer of them than half of all places.)
    fn keep(&mut self, fork: Fork) -> u32 {
        self.forks.push(fork);
        2 * self.forks.len() as u32
    }

    /// The split of a node, also one that was taken back.
    fn fork(&self, node: &DraftNode) -> Option<&Fork> {
        (node.fork != 0).then(|| &self.forks[node.fork as usize / 2 - 1])
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
    pub(crate) fn fork(&mut self, place: u32, (tally, fork): (Tally, Fork)) -> Children {
        let children = Children { first: self.len() as u32, count: fork.branches };
        if let Some(last) = self.pieces.last_mut() {
            last.nodes.extend((0..fork.branches).map(|_| DraftNode::blank()));
        }
        let piece = self.piece(place);
        let piece = &mut self.pieces[piece];
        let fork = piece.keep(fork);
        piece.nodes[(place - piece.start) as usize] = DraftNode { tally, fork, first: children.first };
        children
    }

    /// The branches of a node, also those of a split that was taken back.
    pub(crate) fn children(&self, place: u32) -> Children {
        let piece = &self.pieces[self.piece(place)];
        let node = &piece.nodes[(place - piece.start) as usize];
        Children { first: node.first, count: piece.fork(node).map_or(0, |fork| fork.branches) }
    }

    /// The branches of a node, unless its split was taken back.
    pub(crate) fn branches(&self, place: u32) -> Range<u32> {
        if self.node(place).is_split() { self.children(place).places() } else { 0..0 }
    }

    /// Hangs other drafts in the places of this draft's leaves.
    pub(crate) fn graft(&mut self, others: Vec<(u32, Draft)>) {
        for (place, mut other) in others {
            let offset = self.len() as u32;
            for piece in &mut other.pieces {
                piece.nodes.iter_mut().for_each(|node| node.first += offset);
            }
            let fork = other.split_of(0).cloned();
            let mut root = std::mem::replace(other.node_mut(0), DraftNode::blank());
            let piece = self.piece(place);
            root.fork = fork.map_or(0, |fork| self.pieces[piece].keep(fork));
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
        (node, piece.fork(node).filter(|_| node.is_split()))
    }

    /// Looks at these nodes and their splits, which are far apart, one right after the other: the machine then waits for all of them at
    /// once, and finds them near when they are gone through.
    pub(crate) fn bring_near(&self, places: &[u32]) {
        let forks = places.iter().fold(0, |sum: u32, place| sum.wrapping_add(self.node(*place).first));
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
            order.extend(self.branches(*node));
            next += 1;
        }
        order
    }
}
