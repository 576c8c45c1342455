//! Which node is next.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::choose::Choose;
use super::criterion::Measure;
use super::draft::Draft;
use super::grower::{Chosen, Grower};
use super::item::Stored;
use super::observer::Nobody;
use super::open::Open;
use super::quick::MOST_LISTED;
use super::splitter::ALONE;
use super::tally::Tally;
use crate::parallel;

/// Tables of no more cells are near enough.
const FAR: usize = 1 << 18;
/// A node with this part of the rows is small.
const SHARE: usize = 16;

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// The draft of the whole tree; `None` where it was stopped.
    pub(crate) fn grow<S: Stored<Label = M::Label>>(&self, root: Open<S>) -> Option<Draft> {
        let mut draft = Draft::new();
        if let Some(most) = self.limits.max_leaves {
            self.best_first(root, most, &mut draft)?;
            return Some(draft);
        }
        if self.is_sparse(&root) && self.grow_sparse(&root, &mut draft)? {
            return Some(draft);
        }
        if self.alone || self.draws_lots(&root) {
            self.below(root, &mut draft)?;
            return Some(draft);
        }
        // Large nodes first, each by all threads; the subtrees that are left are shared out among them.
        let small = (root.items.len() / SHARE).max(2 * ALONE);
        let mut later = Vec::new();
        self.depth_first(root, &mut draft, |open| {
            if open.items.len() > small {
                return Some(open);
            }
            later.push(open);
            None
        })?;
        let order = largest_first(&later.iter().map(|open| open.items.len()).collect::<Vec<usize>>());
        let mut later: Vec<Option<Open<S>>> = later.into_iter().map(Some).collect();
        let later: Vec<Open<S>> = order.into_iter().filter_map(|at| later[at].take()).collect();
        let places: Vec<u32> = later.iter().map(|open| open.place).collect();
        let subtrees = parallel::map_owned(later, |open| {
            let mut subtree = Draft::new();
            self.subtree(Open { place: 0, ..open }, &mut subtree)?;
            subtree.shrink();
            Some(subtree)
        });
        let subtrees = places.into_iter().zip(subtrees).map(|(place, subtree)| Some((place, subtree?)));
        draft.graft(subtrees.collect::<Option<_>>()?);
        Some(draft)
    }

    /// Grows all that is below a node, by one thread. Its rows are scattered over the table: where that is long, and the quick ways
    /// will look at them again and again, they are first brought together.
    fn subtree<S: Stored<Label = M::Label>>(&self, mut open: Open<S>, draft: &mut Draft) -> Option<()> {
        let far = self.data.rows.saturating_mul(open.columns.len()) > FAR;
        if !far || open.items.len() <= MOST_LISTED || self.limits.keep_rows || !self.is_plain(&open) {
            return self.below(open, draft);
        }
        let rows: Vec<u32> = open.items.iter().map(|item| item.row).collect();
        let near = self.data.gathered(&rows, &open.columns);
        open.items.iter_mut().zip(0..).for_each(|(item, row)| item.row = row);
        let grower = Grower {
            measure: self.measure,
            chooser: self.chooser.on(&near),
            data: &near,
            criterion: self.criterion,
            policy: self.policy,
            limits: self.limits,
            logs: self.logs,
            scale: self.scale,
            copies: None, // nothing is spread
            draw: self.draw,
            alone: self.alone,
            watch: self.watch,
            shape: self.shape,
        };
        // And once more where they are still many.
        let small = open.items.len() / SHARE;
        let mut later = Vec::new();
        grower.depth_first(open, draft, |open| {
            if open.items.len() > small {
                return Some(open);
            }
            later.push(open);
            None
        })?;
        later.into_iter().try_for_each(|open| grower.subtree(open, draft))
    }

    /// Grows all that is below a node, where its rows are.
    fn below<S: Stored<Label = M::Label>>(&self, open: Open<S>, draft: &mut Draft) -> Option<()> {
        if self.grow_bush(&open, draft)? {
            return Some(());
        }
        if self.is_thicket(&open) { self.grow_thicket(open, draft) } else { self.depth_first(open, draft, Some) }
    }

    /// Grows one node after the other; what `take` refuses stays open.
    pub(crate) fn depth_first<S: Stored<Label = M::Label>>(
        &self,
        root: Open<S>,
        draft: &mut Draft,
        mut take: impl FnMut(Open<S>) -> Option<Open<S>>,
    ) -> Option<()> {
        let mut frontier = vec![root];
        while let Some(open) = frontier.pop() {
            let Some(mut open) = take(open) else { continue };
            if self.watch.stopped() {
                return None;
            }
            if open.items.len() <= MOST_LISTED && self.grow_bush(&open, draft)? {
                continue;
            }
            if self.is_grove(&open) {
                self.grow_grove(&mut open, draft);
                continue;
            }
            let (tally, decision) = self.decide(&open, &Nobody);
            match decision {
                Err(_) => self.leaf(draft, open.place, tally, &open.items),
                Ok(chosen) => frontier.extend(self.branch(draft, &open, tally, chosen)),
            }
        }
        Some(())
    }

    /// The split with the largest gain in the whole tree first, until there are enough leaves. A split into more branches than
    /// there is room for is passed over.
    fn best_first<S: Stored<Label = M::Label>>(&self, root: Open<S>, most: u32, draft: &mut Draft) -> Option<()> {
        let mut waiting: BinaryHeap<Waiting<S>> = BinaryHeap::new();
        let mut fresh = vec![root];
        let mut leaves = 1;
        loop {
            if self.watch.stopped() {
                return None;
            }
            let decided = parallel::map_owned(fresh, |open| {
                let (tally, decision) = self.decide(&open, &Nobody);
                (open, tally, decision)
            });
            for (open, tally, decision) in decided {
                match decision {
                    Err(_) => self.leaf(draft, open.place, tally, &open.items),
                    Ok(chosen) => waiting.push(Waiting { open, tally, chosen }),
                }
            }
            let Some(Waiting { open, tally, chosen }) = waiting.pop() else { return Some(()) };
            let more = self.branches(&open, &chosen.candidate) - 1;
            if leaves + more > most {
                self.leaf(draft, open.place, tally, &open.items);
                fresh = Vec::new();
                continue;
            }
            leaves += more;
            fresh = self.branch(draft, &open, tally, chosen);
        }
    }
}

/// Places of sizes, the largest first and the first of equal ones first.
fn largest_first(sizes: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|at| Reverse(sizes[*at]));
    order
}

/// A node that could be split next.
struct Waiting<S> {
    open: Open<S>,
    tally: Tally,
    chosen: Chosen,
}

/// By gain, then the lower node first.
impl<S> Ord for Waiting<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        let gains = self.chosen.candidate.gain.cmp(&other.chosen.candidate.gain);
        gains.then(other.open.place.cmp(&self.open.place))
    }
}

impl<S> PartialOrd for Waiting<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> PartialEq for Waiting<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<S> Eq for Waiting<S> {}
