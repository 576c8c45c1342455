//! One node after the other.

use std::sync::Arc;

use super::asked::Asked;
use super::lines::Room;
use super::patch::Patch;
use super::search::{Best, Search, Tufts};
use crate::grow::choose::Choose;
use crate::grow::criterion::{self, Measure};
use crate::grow::draft::{Draft, DraftNode, Fork};
use crate::grow::grower::Grower;
use crate::grow::hands::{class_tally, number_tally};
use crate::grow::item::{Label, Stored};
use crate::grow::limits::Limits;
use crate::grow::open::Open;
use crate::grow::quick::{Ended, Thin};
use crate::grow::tally::Tally;
use crate::grow::watch::Watch;
use crate::measure::Scale;
use crate::seed::Key;

/// A node: a patch of its rows.
struct Node<'d, R: Thin, S> {
    spot: Spot,
    patch: Patch<'d, S>,
    heap: R::Heap,
    /// The classes that labels number.
    ids: Arc<[u32]>,
    tufts: Option<Tufts<R::Tuft>>,
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Spot {
    place: u32,
    depth: u32,
    key: Key,
}

/// A tree on its way.
struct Growth<'d, 'h, R: Thin, S> {
    search: Search<'h, R>,
    limits: Limits,
    scale: &'h Scale,
    watch: &'h dyn Watch,
    draft: &'h mut Draft,
    room: Room,
    /// Patches of nodes that are done. Their rooms are used again: to ask for others would take longer than to fill those of a small node.
    spare: Vec<Patch<'d, S>>,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Whether a tree is one of a sparse table that this way serves.
    pub(crate) fn is_sparse<S>(&self, open: &Open<S>) -> bool {
        let plain = self.shape.is_none() && self.limits.are_plain() && self.limits.max_leaves.is_none();
        self.data.entries.is_some() && plain && self.to_the_heaviest() && self.chooser.thins(&open.columns)
    }

    /// Grows all that is below a node; `None` where it was stopped, nothing where sums are too large for it.
    pub(crate) fn grow_sparse<S: Stored<Label = M::Label>>(&self, open: &Open<S>, draft: &mut Draft) -> Option<bool> {
        let mut whole = self.measure.empty(&criterion::Room { ids: &open.ids });
        for item in &open.items {
            self.measure.add(&mut whole, item.stored.label());
        }
        let (Some(run), Some(entries)) = (self.measure.tabled(&whole), &self.data.entries) else { return Some(false) };
        if i32::try_from(entries.columns.len()).is_err() {
            return Some(false); // lists begin and end at numbers of 31 bits
        }
        let rows: Vec<(u32, S)> = open.items.iter().map(|item| (item.row, item.stored)).collect();
        let mut heap = <M::Tabled<'_> as Thin>::heap(open.ids.len());
        for (_, stored) in &rows {
            <M::Tabled<'_> as Thin>::add(&mut heap, stored.label());
        }
        let search = Search {
            data: self.data,
            run,
            asked: Asked::new(self.draw, self.data.columns.len()),
            numbers: self.chooser.draws_quickly(&open.columns).then(|| entries.numbers(&self.data.columns)),
            least: self.limits.min_leaf.max(1),
            pairs: Vec::new(),
            moved: Vec::new(),
            hopes: Vec::new(),
            parted: Vec::new(),
        };
        let mut tufts = search.tufts(entries.columns.len(), entries.rest.len(), open.ids.len());
        let patch = Patch::of_tree(rows, (entries, self.data.rows), &open.columns, |list, label| {
            if let Some(tufts) = &mut tufts {
                <M::Tabled<'_> as Thin>::sow(tufts.of_mut(list), label);
            }
        });
        let Grower { limits, scale, watch, .. } = *self;
        let spot = Spot { place: open.place, depth: open.depth, key: open.key };
        let root = Node { spot, patch, heap, ids: open.ids.clone(), tufts };
        Growth { search, limits, scale, watch, draft, room: Room::default(), spare: Vec::new() }.grow(root)?;
        Some(true)
    }
}

impl<'d, R: Thin, S: Stored<Label = R::Label>> Growth<'d, '_, R, S> {
    fn grow(&mut self, root: Node<'d, R, S>) -> Option<()> {
        if !self.may_split(&root.heap, root.spot.depth, root.patch.stored.first().map(|stored| stored.label())) {
            self.leaf(root.spot.place, &root.heap, &root.ids, root.patch.many);
            return Some(());
        }
        let mut nodes = vec![root];
        while let Some(mut node) = nodes.pop() {
            if self.watch.stopped() {
                return None;
            }
            self.search.run.stand_on(&node.heap);
            let best = self.search.best(&mut node.patch, node.spot.key, node.tufts.as_ref());
            match best {
                Some(best) => self.branch(node, &best, &mut nodes),
                None => self.end(node),
            }
        }
        Some(())
    }

    /// Whether rows differ, and limits let them be parted.
    fn may_split(&self, heap: &R::Heap, depth: u32, first: Option<R::Label>) -> bool {
        let is_mixed = first.is_some_and(|first| R::is_mixed(heap, first));
        is_mixed && depth < self.limits.max_depth && R::weight(heap) >= self.limits.min_split
    }

    /// Makes a split. The branch of fewer rows gets a patch of its own; branches that are not split are written down at once.
    fn branch(&mut self, mut node: Node<'d, R, S>, best: &Best<R::Mark>, nodes: &mut Vec<Node<'d, R, S>>) {
        let (few, is_right) = self.fewer(&mut node.patch, best);
        let mut heap = R::heap(node.ids.len());
        for row in &few {
            R::add(&mut heap, node.patch.label(*row));
        }
        let tally = match R::said(&node.heap) {
            Ended::Classes(_) => Tally::sum(R::weight(&node.heap)),
            Ended::Numbers(moments) => number_tally(&moments, self.scale),
        };
        let column = node.patch.columns[best.list as usize];
        let fork = Fork::cut(column, best.question.clone());
        let first = self.draft.fork(node.spot.place, (tally, fork)).places().start;
        let Spot { depth, key, .. } = node.spot;
        let spot =
            |right: bool| Spot { place: first + u32::from(right), depth: depth + 1, key: key.child(u64::from(right)) };
        R::take(&mut node.heap, &heap);
        let own = spot(is_right);
        let label = |row: Option<&u32>| row.map(|row| node.patch.label(*row));
        let part = if self.may_split(&heap, own.depth, label(few.first())) {
            Some(self.part(&mut node, (&few, heap), own))
        } else {
            self.leaf(own.place, &heap, &node.ids, few.len());
            None
        };
        let tufts = &mut node.tufts;
        node.patch.leave(&few, |list, label| {
            if let Some(tufts) = tufts {
                R::mow(tufts.of_mut(list), label);
            }
        });
        node.spot = spot(!is_right);
        let label = node.patch.first();
        if self.may_split(&node.heap, node.spot.depth, label) {
            nodes.push(node);
        } else {
            self.end(node);
        }
        nodes.extend(part);
    }

    /// The rows of the branch that has fewer, and whether it is the right one.
    fn fewer(&self, patch: &mut Patch<'_, S>, best: &Best<R::Mark>) -> (Vec<u32>, bool) {
        let rest = self.search.rest(patch.columns[best.list as usize]);
        let (all, entries) = (patch.many, patch.list(best.list));
        let middle = entries.partition_point(|entry| entry.code <= best.low);
        let rest_is_right = rest > best.low;
        let has_rest = entries.len() < all;
        // The branch that the rest is not in is known by its entries.
        let (known, is_right) =
            if has_rest && !rest_is_right { (&entries[middle..], true) } else { (&entries[..middle], false) };
        let known: Vec<u32> = known.iter().map(|entry| entry.place).collect();
        if 2 * known.len() <= all {
            return (known, is_right);
        }
        (patch.others(&known), !is_right)
    }

    /// A node of its own, of some rows of another.
    fn part(&mut self, node: &mut Node<'d, R, S>, (rows, mut heap): (&[u32], R::Heap), spot: Spot) -> Node<'d, R, S> {
        let mut patch = self.spare.pop().unwrap_or_default();
        patch.stored.clear();
        patch.stored.extend(rows.iter().map(|row| node.patch.stored[*row as usize]));
        let mut ids = node.ids.clone();
        if ids.len() > 2 {
            let mut present: Vec<u32> = patch.stored.iter().map(|stored| stored.label().id()).collect();
            present.sort_unstable();
            present.dedup();
            heap = R::heap(present.len());
            for stored in &mut patch.stored {
                let label = stored.label();
                let label = label.with_id(present.partition_point(|id| *id < label.id()) as u32);
                R::add(&mut heap, label);
                *stored = S::store(label);
            }
            ids = present.iter().map(|id| ids[*id as usize]).collect();
        }
        node.patch.part(rows, &mut patch, &mut self.room);
        let mut tufts = self.search.tufts(patch.size(), patch.columns.len(), ids.len());
        if let Some(tufts) = &mut tufts {
            patch.each(|list, label| R::sow(tufts.of_mut(list), label));
        }
        Node { spot, patch, heap, ids, tufts }
    }

    /// A node that is not split.
    fn end(&mut self, node: Node<'d, R, S>) {
        self.leaf(node.spot.place, &node.heap, &node.ids, node.patch.many);
        if node.patch.is_small() {
            self.spare.push(node.patch);
        }
    }

    fn leaf(&mut self, place: u32, heap: &R::Heap, ids: &[u32], rows: usize) {
        let tally = match R::said(heap) {
            Ended::Classes(weights) => class_tally(weights, ids),
            Ended::Numbers(moments) => number_tally(&moments, self.scale),
        };
        *self.draft.node_mut(place) = DraftNode::leaf(tally);
        self.watch.settled(rows as u64);
    }
}
