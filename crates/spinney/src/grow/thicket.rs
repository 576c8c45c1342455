//! All that is below a node, where at each node only some columns are asked and the quick ways serve them all: the trees of
//! forests, on rows that are parted in place.

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Arc;

use super::candidate::Route;
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::{Draft, Fork, Tally};
use super::draw::{Draw, Drawn};
use super::grower::Grower;
use super::item::{Item, Label, Stored};
use super::leaf::tally;
use super::open::{Open, localise};
use super::quick::{Bench, Best, Run, Tabled};
use super::sheaf::Sheaf;
use crate::measure::{Moments, Scale};
use crate::seed::Key;

/// From so many rows on labels are numbered by the classes that occur: counts by class and bucket get shorter.
const MANY: usize = 128;

/// A node: a range of the rows.
struct Spot {
    place: u32,
    rows: Range<usize>,
    depth: u32,
    key: Key,
    /// Where the columns that are known to be constant begin, one bit each.
    constant: usize,
    ids: Arc<[u32]>,
}

/// The columns that are known to be constant at nodes of the path: one bit for each column of the data.
struct Constants {
    words: Vec<u64>,
    stride: usize,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Whether a node may be grown on with all that is below it.
    pub(crate) fn is_thicket<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> bool {
        let limits = &self.limits;
        let plain = limits.any_gain() && limits.acceptable_error.is_none() && !limits.takes_back;
        let quick = self.draw.is_some() && self.is_quick(open);
        plain && !limits.median && !limits.keep_rows && (quick || self.draws_cuts(open))
    }

    /// Whether one cut is drawn for each column, and the quick ways serve them all.
    fn draws_cuts<S>(&self, open: &Open<S>) -> bool {
        self.to_the_heaviest() && self.chooser.draws_quickly(&open.columns)
    }

    /// Grows all that is below a node; `None` where it was stopped. What `open` holds is used up.
    pub(crate) fn grow_thicket<S: Stored<Label = M::Label>>(&self, mut open: Open<S>, draft: &mut Draft) -> Option<()> {
        let columns = open.columns.clone();
        let draw = self.draw.unwrap_or(Draw { columns: &columns, many: usize::MAX });
        let by_lot = self.draws_cuts(&open);
        let Some(mut run) = self.run(&open) else { return self.depth_first(open, draft, Some) };
        let mut sheaf = Sheaf::new(std::mem::take(&mut open.items), self.data);
        let mut bench: Bench<'_, M::Run<'_>> = Bench::new(self.data);
        let mut constants = Constants::new(self.data.columns.len(), &open.columns);
        let (mut drawn, mut sums) = (Drawn::default(), Sums::new(draft, open.place));
        let mut frontier = vec![Spot::root(&open, sheaf.len())];
        while let Some(mut spot) = frontier.pop() {
            if self.watch.stopped() {
                return None;
            }
            if spot.ids.len() > 2 && (spot.rows.len() >= MANY || spot.ids.len() > spot.rows.len()) {
                spot.ids = localise(sheaf.items_mut(spot.rows.clone()), &spot.ids);
            }
            let flock = sheaf.flock(spot.rows.clone());
            let own = flock.items;
            let mixed = run.restart(own, spot.ids.len());
            let weight = run.weights().1;
            let best = if mixed && spot.depth < self.limits.max_depth && weight >= self.limits.min_split {
                constants.keep(spot.constant);
                let known = |column: u32| constants.holds(spot.constant, column);
                draw.draw(spot.key, known, |column| bench.is_constant(flock, column), &mut drawn);
                if by_lot {
                    bench.drawn(&mut run, flock, &drawn.asked, (spot.key, self.limits.min_leaf))
                } else {
                    bench.best(&mut run, flock, &drawn.asked, self.limits.min_leaf)
                }
            } else {
                None
            };
            let Some(Best { column, question, low, side }) = best else {
                let tally = self.end(own, &spot.ids);
                sums.leaf(spot.place, self.moments(own, &spot.ids));
                self.leaf(draft, spot.place, tally, own);
                continue;
            };
            let middle = sheaf.part(spot.rows.clone(), side, (&self.data.columns[column as usize], low));
            let fork = Fork { column, route: Route::Heaviest, question, more: None };
            let tally = Tally::Sum(NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN));
            let children = draft.fork(spot.place, (tally, fork), 2);
            let constant = constants.with(spot.constant, &drawn.constant);
            for (branch, place) in children.places().enumerate() {
                let rows = if branch == 0 { spot.rows.start..middle } else { middle..spot.rows.end };
                let (key, depth, ids) = (spot.key.child(branch as u64), spot.depth + 1, spot.ids.clone());
                frontier.push(Spot { place, rows, depth, key, constant, ids });
            }
        }
        sums.fill(draft, self.scale);
        Some(())
    }

    /// Running sums for a node and all that is below it; `None` where they are too heavy.
    fn run<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> Option<M::Run<'_>> {
        let mut whole = self.measure.empty(&Room { ids: &open.ids });
        open.items.iter().for_each(|item| self.measure.add(&mut whole, item.stored.label()));
        self.measure.run(&whole)
    }

    /// The tally of a leaf.
    fn end<S: Stored<Label = M::Label>>(&self, items: &[Item<S>], ids: &[u32]) -> Tally {
        let room = Room { ids };
        let mut whole = self.measure.empty(&room);
        for item in items {
            self.measure.add(&mut whole, item.stored.label());
        }
        tally(self.measure, (items, &room), &whole, (self.scale, false))
    }

    /// The sums of numbers of a leaf; `None` where labels are classes.
    fn moments<S: Stored<Label = M::Label>>(&self, items: &[Item<S>], ids: &[u32]) -> Option<Moments> {
        let mut moments = Moments::default();
        for item in items {
            let label = item.stored.label();
            moments.add_copies(self.measure.number(label, &Room { ids })?, label.weight());
        }
        Some(moments)
    }
}

impl Spot {
    fn root<S>(open: &Open<S>, rows: usize) -> Self {
        let Open { place, ids, depth, key, .. } = open;
        Spot { place: *place, rows: 0..rows, depth: *depth, key: *key, constant: 0, ids: ids.clone() }
    }
}

/// The sums of numbers below a node, leaf by leaf; where labels are classes there are none.
struct Sums {
    root: u32,
    /// The first place below the root.
    first: u32,
    leaves: Vec<(u32, Moments)>,
}

impl Sums {
    fn new(draft: &Draft, root: u32) -> Self {
        Sums { root, first: draft.len() as u32, leaves: Vec::new() }
    }

    fn leaf(&mut self, place: u32, moments: Option<Moments>) {
        self.leaves.extend(moments.map(|moments| (place, moments)));
    }

    /// What inner nodes answer is made of their leaves' sums, exactly.
    fn fill(self, draft: &mut Draft, scale: &Scale) {
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
    fn new(all: usize, live: &[u32]) -> Self {
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
