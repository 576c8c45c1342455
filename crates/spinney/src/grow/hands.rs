//! What the trees of forests take from node to node: columns that are drawn, those that are known to be constant, and sums of numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::candidate::{Question, Route};
use super::draft::{Draft, DraftNode, Fork, More};
use super::draw::{Draw, Drawn};
use super::item::Item;
use super::limits::Limits;
use super::open::Open;
use super::partition::Paths;
use super::quick::{Ended, Tabled};
use super::sheaf::Stand;
use super::tally::Tally;
use super::watch::Watch;
use crate::encode::Encoded;
use crate::measure::{Moments, Scale};
use crate::seed::Key;

/// A node.
pub(super) struct Spot {
    pub(super) place: u32,
    pub(super) stand: Stand,
    pub(super) depth: u32,
    pub(super) key: Key,
    /// Where the columns that are known to be constant begin, one bit each.
    pub(super) constant: usize,
    pub(super) ids: Arc<[u32]>,
}

/// The plain search of one column at a node, for what no quick way serves.
pub(super) type Plain<'a, S> = dyn Fn(&[Item<S>], &Spot, u32) -> Option<(Question, Route)> + 'a;

/// What goes from node to node, and what stays the same. It hangs on the running sums alone, so that criteria that have the same ones
/// share its machine code.
pub(super) struct Hands<'h, R> {
    pub(super) data: &'h Encoded<'h>,
    pub(super) limits: Limits,
    pub(super) scale: &'h Scale,
    pub(super) watch: &'h dyn Watch,
    pub(super) run: R,
    pub(super) draft: &'h mut Draft,
    pub(super) draw: Draw<'h>,
    pub(super) drawn: Drawn,
    pub(super) constants: Constants,
    pub(super) sums: NodeSums,
    /// Whether cuts of numbers are drawn.
    pub(super) by_lot: bool,
    /// Room for the nodes of a small subtree that are still open.
    pub(super) knots: Vec<Knot>,
}

/// A node of a small subtree: a range of its slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knot {
    pub(super) place: u32,
    pub(super) start: u16,
    pub(super) end: u16,
    pub(super) depth: u32,
    pub(super) key: Key,
    /// Where the columns that are known to be constant begin, one bit each.
    pub(super) constant: usize,
}

/// The columns that are known to be constant at nodes of the path: one bit for each column of the data.
pub(super) struct Constants {
    words: Vec<u64>,
    stride: usize,
}

impl<R: Tabled> Hands<'_, R> {
    /// Sums up a node of so many classes at this depth; whether it may be split.
    pub(super) fn goes_on(&mut self, labels: impl Iterator<Item = R::Label>, depth: u32, classes: usize) -> bool {
        let mixed = self.run.restart(labels, classes);
        mixed && self.may_split(depth, self.run.weights().1)
    }

    /// Whether limits let a node of this depth and weight be split.
    pub(super) fn may_split(&self, depth: u32, weight: u64) -> bool {
        depth < self.limits.max_depth && weight >= self.limits.min_split
    }

    /// Writes a leaf down, whose rows were just summed up.
    pub(super) fn end(&mut self, labels: impl Iterator<Item = R::Label>, place: u32, ids: &[u32]) {
        let tally = match self.run.ended(labels) {
            Ended::Classes(weights) => class_tally(weights, ids),
            Ended::Numbers(moments) => {
                self.sums.parts.insert(place, moments);
                number_tally(&moments, self.scale)
            }
        };
        *self.draft.node_mut(place) = DraftNode::leaf(tally);
    }

    /// Draws the columns of a node, all that are asked.
    pub(super) fn draw(&mut self, (key, constant): (Key, usize), mut is_constant: impl FnMut(u32) -> bool) {
        self.constants.keep(constant);
        let known = |column: u32| self.constants.holds(constant, column);
        let mut drawing = self.draw.begin(key, known, &mut self.drawn);
        while drawing.next(&mut is_constant).is_some() {}
    }

    /// Makes a split; the branches, whose rows part here. The run stands at the node, or at one of its cuts.
    pub(super) fn branch(&mut self, spot: Spot, split: (u32, Question, Route), middle: usize) -> [Spot; 2] {
        let (left, right) = self.run.weights();
        self.sums.inner.push(spot.place);
        let first = self.fork(spot.place, Tally::sum(left + right), split);
        let constant = self.constants.with(spot.constant, &self.drawn.constant);
        let (key, depth) = (spot.key, spot.depth + 1);
        let branch = |branch: u32, stand: Stand, ids: Arc<[u32]>| Spot {
            place: first + branch,
            stand,
            depth,
            key: key.child(u64::from(branch)),
            constant,
            ids,
        };
        let [left, right] = spot.stand.branches(middle);
        [branch(0, left, spot.ids.clone()), branch(1, right, spot.ids)]
    }

    /// Writes a split into two down; the place of its first branch.
    pub(super) fn fork(&mut self, place: u32, tally: Tally, (column, question, route): (u32, Question, Route)) -> u32 {
        let more = match &question {
            // Of nearly all splits: the question says it all.
            Question::Between { .. } | Question::Rows { .. } | Question::At { .. } | Question::Subset(_) => None,
            _ => {
                let listed = Paths::among(&question, &self.data.columns[column as usize], &[]).into_listed();
                (!listed.is_empty()).then(|| Box::new(More { listed, substitutes: Vec::new() }))
            }
        };
        let fork = Fork { column, branches: 2, route, question, more };
        self.draft.fork(place, (tally, fork)).places().start
    }
}

/// What the rows of a node say of classes that have these numbers.
pub(super) fn class_tally(weights: &[u32], ids: &[u32]) -> Tally {
    let mut present = weights.iter().zip(ids).filter(|(weight, _)| **weight > 0);
    if let (Some((weight, class)), None) = (present.next(), present.next()) {
        return Tally::pure(*class, u64::from(*weight));
    }
    let present = weights.iter().zip(ids).filter(|(weight, _)| **weight > 0);
    Tally::Classes(present.map(|(weight, class)| (*class, u64::from(*weight))).collect())
}

/// What they say of a number.
pub(super) fn number_tally(moments: &Moments, scale: &Scale) -> Tally {
    let (mean, sse) = moments.mean_and_sse(scale);
    Tally::number(moments.rows, mean, sse)
}

impl Spot {
    pub(super) fn root<S>(open: &Open<S>, rows: usize) -> Self {
        let Open { place, ids, depth, key, .. } = open;
        Spot { place: *place, stand: Stand::whole(rows), depth: *depth, key: *key, constant: 0, ids: ids.clone() }
    }
}

/// The sums of numbers of the nodes below one, where labels are numbers: those of leaves and of small subtrees are known as they end,
/// those of large nodes are made of these.
#[derive(Default)]
pub(super) struct NodeSums {
    pub(super) parts: BTreeMap<u32, Moments>,
    /// Nodes that are made of others, parents before children.
    inner: Vec<u32>,
}

impl NodeSums {
    /// What inner nodes answer is made of their branches' sums, exactly.
    pub(super) fn fill(mut self, draft: &mut Draft, scale: &Scale) {
        if self.parts.is_empty() {
            return;
        }
        for place in self.inner.iter().rev() {
            let mut own = Moments::default();
            draft.branches(*place).filter_map(|child| self.parts.get(&child)).for_each(|part| own.merge(part));
            draft.node_mut(*place).tally = number_tally(&own, scale);
            self.parts.insert(*place, own);
        }
    }
}

impl Constants {
    /// All columns but these (ascending) are known to be constant.
    pub(super) fn new(all: usize, live: &[u32]) -> Self {
        let stride = all.div_ceil(64);
        let mut words = vec![u64::MAX; stride];
        for column in live {
            words[*column as usize / 64] &= !(1 << (column % 64));
        }
        Constants { words, stride }
    }

    pub(super) fn holds(&self, start: usize, column: u32) -> bool {
        self.words[start + column as usize / 64] >> (column % 64) & 1 == 1
    }

    /// Lets go of what was known further down than here: those nodes are done.
    pub(super) fn keep(&mut self, start: usize) {
        self.words.truncate(start + self.stride);
    }

    /// Where all that is known here is known with these columns as well.
    pub(super) fn with(&mut self, start: usize, columns: &[u32]) -> usize {
        if columns.is_empty() {
            return start;
        }
        let more = self.words.len();
        self.words.extend_from_within(start..start + self.stride);
        for column in columns {
            self.words[more + *column as usize / 64] |= 1 << (column % 64);
        }
        more
    }
}
