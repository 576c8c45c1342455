//! What the trees of forests take from node to node: columns that are drawn, those that are known to be constant, and sums of numbers.

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

use super::candidate::{Question, Route};
use super::draft::{Draft, DraftNode, Fork, More, Tally};
use super::draw::{Draw, Drawn};
use super::item::Item;
use super::limits::Limits;
use super::open::Open;
use super::partition::Paths;
use super::quick::{Ended, Tabled};
use super::watch::Watch;
use crate::encode::Encoded;
use crate::measure::{Moments, Scale};
use crate::seed::Key;

/// A node: a range of the rows.
pub(super) struct Spot {
    pub(super) place: u32,
    pub(super) rows: Range<usize>,
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
    pub(super) sums: LeafSums,
    /// Whether cuts of numbers are drawn.
    pub(super) by_lot: bool,
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
        mixed && depth < self.limits.max_depth && self.run.weights().1 >= self.limits.min_split
    }

    /// Writes a leaf down, whose rows were just summed up.
    pub(super) fn end(&mut self, labels: impl Iterator<Item = R::Label>, place: u32, ids: &[u32]) {
        let tally = match self.run.ended(labels) {
            Ended::Classes(weights) => {
                let present = weights.iter().zip(ids).filter(|(weight, _)| **weight > 0);
                Tally::Classes(present.map(|(weight, class)| (*class, u64::from(*weight))).collect())
            }
            Ended::Numbers(moments, weight) => {
                let weight = NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN); // a node has rows
                self.sums.leaves.push((place, moments));
                Tally::Number { weight, value: moments.mean(self.scale), error: moments.sse(self.scale) }
            }
        };
        *self.draft.node_mut(place) = DraftNode::leaf(tally);
    }

    /// Draws the columns of a node.
    pub(super) fn draw(&mut self, spot: &Spot, is_constant: impl FnMut(u32) -> bool) {
        self.constants.keep(spot.constant);
        let known = |column: u32| self.constants.holds(spot.constant, column);
        self.draw.draw(spot.key, known, is_constant, &mut self.drawn);
    }

    /// Makes a split; the branches, whose rows part here. The run stands at the node, or at one of its cuts.
    pub(super) fn branch(
        &mut self,
        spot: Spot,
        (column, question, route): (u32, Question, Route),
        middle: usize,
    ) -> [Spot; 2] {
        let listed = Paths::among(&question, &self.data.columns[column as usize], &[]).listed().to_vec();
        let more = (!listed.is_empty()).then(|| Box::new(More { listed, substitutes: Vec::new() }));
        let fork = Fork { column, route, question, more };
        let (left, right) = self.run.weights();
        let tally = Tally::Sum(NonZeroU64::new(left + right).unwrap_or(NonZeroU64::MIN));
        let children = self.draft.fork(spot.place, (tally, fork), 2);
        let constant = self.constants.with(spot.constant, &self.drawn.constant);
        let first = children.places().start;
        let (key, depth) = (spot.key, spot.depth + 1);
        let branch = |branch: u32, rows: Range<usize>, ids: Arc<[u32]>| Spot {
            place: first + branch,
            rows,
            depth,
            key: key.child(u64::from(branch)),
            constant,
            ids,
        };
        let one = branch(0, spot.rows.start..middle, spot.ids.clone());
        [one, branch(1, middle..spot.rows.end, spot.ids)]
    }
}

impl Spot {
    pub(super) fn root<S>(open: &Open<S>, rows: usize) -> Self {
        let Open { place, ids, depth, key, .. } = open;
        Spot { place: *place, rows: 0..rows, depth: *depth, key: *key, constant: 0, ids: ids.clone() }
    }
}

/// The sums of numbers below a node, leaf by leaf; where labels are classes there are none.
pub(super) struct LeafSums {
    root: u32,
    /// The first place below the root.
    first: u32,
    leaves: Vec<(u32, Moments)>,
}

impl LeafSums {
    pub(super) fn new(draft: &Draft, root: u32) -> Self {
        LeafSums { root, first: draft.len() as u32, leaves: Vec::new() }
    }

    /// What inner nodes answer is made of their leaves' sums, exactly.
    pub(super) fn fill(self, draft: &mut Draft, scale: &Scale) {
        if self.leaves.is_empty() {
            return;
        }
        let end = draft.len() as u32;
        let at = |place: u32| if place == self.root { 0 } else { (place - self.first) as usize + 1 };
        let mut sums = vec![Moments::default(); at(end.max(self.first))];
        self.leaves.into_iter().for_each(|(place, moments)| sums[at(place)] = moments);
        for place in (self.first..end).rev().chain([self.root]) {
            let node = draft.node_mut(place);
            let Tally::Sum(weight) = node.tally else { continue };
            let children = node.branches();
            let mut own = Moments::default();
            children.for_each(|child| own.merge(&sums[at(child)]));
            node.tally = Tally::Number { weight, value: own.mean(scale), error: own.sse(scale) };
            sums[at(place)] = own;
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

    fn holds(&self, start: usize, column: u32) -> bool {
        self.words[start + column as usize / 64] >> (column % 64) & 1 == 1
    }

    /// Lets go of what was known further down than here: those nodes are done.
    fn keep(&mut self, start: usize) {
        self.words.truncate(start + self.stride);
    }

    /// Where all that is known here is known with these columns as well.
    fn with(&mut self, start: usize, columns: &[u32]) -> usize {
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
