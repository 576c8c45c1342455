//! The builder: joins the roles into the method of every tree.

use std::cmp::Ordering;
use std::sync::Arc;

use super::candidate::{Candidate, Question, Route};
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::{Draft, DraftNode, Fork, Tally};
use super::item::{Item, Label, Stored};
use super::judge::Judge;
use super::leaf::{own_error, tally};
use super::limits::{Limits, Stop};
use super::observer::{Nobody, Observer, Seen, Sight, Watcher};
use super::partition::{Paths, partition};
use super::settings::{Criterion, MissingPolicy};
use super::splitter::ALONE;
use super::surrogate::{Substitute, branch_of, substitutes};
use crate::encode::Encoded;
use crate::measure::{NLogN, Scale};
use crate::parallel;
use crate::seed::Key;

/// Who may stop the work, and is told how far it is.
pub trait Watch: Sync {
    /// Whether to stop as soon as may be.
    fn stopped(&self) -> bool {
        false
    }
    /// So many more rows have reached their leaf.
    fn settled(&self, _rows: u64) {}
}

/// Nobody watches.
impl Watch for () {}

/// A node that is not yet decided.
pub(crate) struct Open<S> {
    pub(crate) place: u32,
    pub(crate) items: Vec<Item<S>>,
    /// The classes, or target values, that the labels number.
    pub(crate) ids: Arc<[u32]>,
    /// Columns that may tell something.
    pub(crate) columns: Arc<[u32]>,
    pub(crate) depth: u32,
    pub(crate) key: Key,
}

/// Everything that stays the same while a tree grows.
pub(crate) struct Grower<'a, M, C> {
    pub(crate) measure: &'a M,
    pub(crate) chooser: C,
    pub(crate) data: &'a Encoded,
    pub(crate) criterion: Criterion,
    pub(crate) policy: MissingPolicy,
    pub(crate) limits: Limits,
    pub(crate) logs: &'a NLogN,
    pub(crate) scale: &'a Scale,
    pub(crate) watch: &'a dyn Watch,
}

impl<S: Stored> Open<S> {
    /// The branches of this node.
    fn children(&self, parts: Vec<Vec<Item<S>>>, places: &[u32], live: Vec<u32>) -> Vec<Open<S>> {
        let columns: Arc<[u32]> = live.into();
        let branches = parts.into_iter().zip(places).enumerate().map(|(branch, (mut items, place))| {
            let ids = localise(&mut items, &self.ids);
            let key = self.key.child(branch as u64);
            Open { place: *place, items, ids, columns: columns.clone(), depth: self.depth + 1, key }
        });
        branches.collect()
    }
}

/// What became of a node.
enum Decision {
    Leaf(Stop),
    Split(Candidate, Vec<u32>),
}

/// What was seen of one node.
pub(crate) struct Account {
    pub(crate) place: u32,
    pub(crate) whole: Seen,
    pub(crate) tally: Tally,
    /// Every candidate, with its listed codes and their branches.
    pub(crate) sights: Vec<(Vec<(u32, u32)>, Sight)>,
    /// What the plain search would do.
    pub(crate) decision: Result<Candidate, Stop>,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// The draft of the whole tree; `None` where it was stopped.
    pub(crate) fn grow<S: Stored<Label = M::Label>>(&self, root: Open<S>) -> Option<Draft> {
        let mut draft = Draft::default();
        if let Some(most) = self.limits.max_leaves {
            self.best_first(root, most, &mut draft)?;
            return Some(draft);
        }
        // Large nodes first, each by all threads; the subtrees that are left are shared out among them.
        let small = (root.items.len() / 16).max(2 * ALONE);
        let mut later = Vec::new();
        self.depth_first(root, &mut draft, |open| {
            let is_small = open.items.len() <= small;
            if is_small { Err(later.push(open)) } else { Ok(open) }
        })?;
        later.sort_by_key(|open| std::cmp::Reverse(open.items.len()));
        let places: Vec<u32> = later.iter().map(|open| open.place).collect();
        let subtrees = parallel::map_owned(later, |open| {
            let mut subtree = Draft::default();
            self.depth_first(Open { place: 0, ..open }, &mut subtree, Ok).map(|()| subtree)
        });
        for (place, subtree) in places.into_iter().zip(subtrees) {
            draft.graft(place, subtree?);
        }
        Some(draft)
    }

    /// Goes down a finished draft again, plainly, with someone watching: what was seen of each of its nodes, by place.
    pub(crate) fn replay<S: Stored<Label = M::Label>>(&self, draft: &Draft, root: Open<S>) -> Option<Vec<Account>> {
        let mut accounts: Vec<Option<Account>> = Vec::new();
        accounts.resize_with(draft.nodes.len(), || None);
        let mut frontier = vec![root];
        while let Some(open) = frontier.pop() {
            if self.watch.stopped() {
                return None;
            }
            let watcher = Watcher::default();
            let (tally, decision) = self.decide(&open, &watcher);
            let sights = watcher.into_seen().into_iter().map(|sight| {
                let column = &self.data.columns[sight.candidate.column];
                let paths = Paths::new(&sight.candidate.question, column, &open.items);
                (paths.listed().to_vec(), sight)
            });
            let sights = sights.collect();
            let place = open.place as usize;
            let (decision, live) = match decision {
                Decision::Leaf(stop) => (Err(stop), open.columns.to_vec()),
                Decision::Split(candidate, live) => (Ok(candidate), live),
            };
            let whole = self.seen(&open);
            accounts[place] = Some(Account { place: open.place, whole, tally, sights, decision });
            if let Some(fork) = &draft.nodes[place].fork {
                let (_, _, parts) = self.part(&open, (fork.column, &fork.question, fork.route), &live);
                frontier.extend(open.children(parts, &fork.children, live));
            }
        }
        Some(accounts.into_iter().flatten().collect())
    }

    fn seen<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> Seen {
        let room = Room { ids: &open.ids };
        let mut whole = self.measure.empty(&room);
        open.items.iter().for_each(|item| self.measure.add(&mut whole, item.stored.label()));
        Seen { sums: self.measure.sums(&whole, &room), impurity: self.measure.impurity(&whole) }
    }

    /// Grows one node after the other; what `take` refuses stays open.
    fn depth_first<S: Stored<Label = M::Label>>(
        &self,
        root: Open<S>,
        draft: &mut Draft,
        mut take: impl FnMut(Open<S>) -> Result<Open<S>, ()>,
    ) -> Option<()> {
        draft.nodes.push(DraftNode::blank());
        let mut frontier = vec![root];
        while let Some(open) = frontier.pop() {
            let Ok(open) = take(open) else { continue };
            if self.watch.stopped() {
                return None;
            }
            let (tally, decision) = self.decide(&open, &Nobody);
            match decision {
                Decision::Leaf(_) => self.close(draft, open, tally),
                Decision::Split(candidate, live) => frontier.extend(self.branch(draft, open, tally, candidate, live)),
            }
        }
        Some(())
    }

    /// The tally of a node, and whether it is split.
    fn decide<S: Stored<Label = M::Label>, O: Observer>(&self, open: &Open<S>, observer: &O) -> (Tally, Decision) {
        let room = Room { ids: &open.ids };
        let mut whole = self.measure.empty(&room);
        for item in &open.items {
            self.measure.add(&mut whole, item.stored.label());
        }
        let tally = tally(self.measure, (&open.items, &room), &whole, (self.scale, self.limits.median));
        if let Some(stop) = self.stops(open, &whole, &tally) {
            return (tally, Decision::Leaf(stop));
        }
        let judge = Judge {
            measure: self.measure,
            criterion: self.criterion,
            policy: self.policy,
            least: self.limits.min_leaf,
            logs: self.logs,
            room,
            whole: &whole,
        };
        let choice = self.chooser.choose(&judge, &open.items, &open.columns, (open.key, observer));
        let decision = match choice.best {
            None => Decision::Leaf(Stop::NoColumn),
            Some(best) if !self.gains_enough(&best, M::weight(&whole)) => Decision::Leaf(Stop::NoGain),
            Some(best) => Decision::Split(best, choice.live),
        };
        (tally, decision)
    }

    fn stops<S>(&self, open: &Open<S>, whole: &M::Side, tally: &Tally) -> Option<Stop> {
        let accepted = self.limits.acceptable_error.is_some_and(|most| own_error(tally) <= most);
        if M::is_pure(whole) {
            Some(Stop::Pure)
        } else if open.depth >= self.limits.max_depth {
            Some(Stop::MaxDepth)
        } else if M::weight(whole) < self.limits.min_split {
            Some(Stop::FewRows)
        } else if accepted {
            Some(Stop::Accepted)
        } else {
            None
        }
    }

    fn gains_enough(&self, best: &Candidate, weight: u64) -> bool {
        let gain = best.gain.value() / self.measure.scale() / weight as f64;
        (self.limits.zero_gain || best.gain.sign() == Ordering::Greater)
            && (self.limits.min_gain <= 0.0 || gain >= self.limits.min_gain)
    }

    fn close<S: Stored>(&self, draft: &mut Draft, open: Open<S>, tally: Tally) {
        let rows = if self.limits.keep_rows { open.items.iter().map(|item| item.row).collect() } else { Vec::new() };
        self.watch.settled(open.items.len() as u64);
        draft.nodes[open.place as usize] = DraftNode { tally, fork: None, rows };
    }

    /// Makes the split, and opens its branches.
    fn branch<S: Stored<Label = M::Label>>(
        &self,
        draft: &mut Draft,
        open: Open<S>,
        tally: Tally,
        candidate: Candidate,
        live: Vec<u32>,
    ) -> Vec<Open<S>> {
        let split = (candidate.column, &candidate.question, candidate.route);
        let (paths, others, parts) = self.part(&open, split, &live);
        let first = draft.nodes.len() as u32;
        let children: Vec<u32> = (first..).take(parts.len()).collect();
        draft.nodes.extend(parts.iter().map(|_| DraftNode::blank()));
        let substitutes = others.into_iter().map(|(other, paths)| (other, paths.listed().to_vec())).collect();
        let fork = Fork {
            column: candidate.column,
            question: candidate.question,
            route: candidate.route,
            substitutes,
            listed: paths.listed().to_vec(),
            children: children.clone(),
        };
        draft.nodes[open.place as usize] = DraftNode { tally, fork: Some(fork), rows: Vec::new() };
        open.children(parts, &children, live)
    }

    /// The rows of each branch, with the branches of codes and the surrogates.
    fn part<S: Stored>(
        &self,
        open: &Open<S>,
        (column, question, route): (usize, &Question, Route),
        live: &[u32],
    ) -> (Paths, Vec<(Substitute, Paths)>, Vec<Vec<Item<S>>>) {
        let coded = &self.data.columns[column];
        let paths = Paths::new(question, coded, &open.items);
        let others = match route {
            Route::Surrogates => self.substitutes(open, (column, &paths), live),
            _ => Vec::new(),
        };
        let parts = partition(&open.items, coded, (&paths, route), |row| branch_of(self.data, &others, row));
        (paths, others, parts)
    }

    fn substitutes<S: Stored>(
        &self,
        open: &Open<S>,
        split: (usize, &Paths),
        columns: &[u32],
    ) -> Vec<(Substitute, Paths)> {
        substitutes(self.data, &open.items, split, columns, self.limits.per_row as u64)
    }

    /// The split with the largest gain in the whole tree first, until there are enough leaves.
    fn best_first<S: Stored<Label = M::Label>>(&self, root: Open<S>, most: u32, draft: &mut Draft) -> Option<()> {
        draft.nodes.push(DraftNode::blank());
        let mut waiting: Vec<(Open<S>, Tally, Candidate, Vec<u32>)> = Vec::new();
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
                    Decision::Leaf(_) => self.close(draft, open, tally),
                    Decision::Split(candidate, live) => waiting.push((open, tally, candidate, live)),
                }
            }
            let order = |one: &usize, two: &usize| {
                let (first, second) = (&waiting[*one], &waiting[*two]);
                first.2.gain.cmp(&second.2.gain).then(second.0.place.cmp(&first.0.place))
            };
            let Some(next) = (0..waiting.len()).max_by(order).filter(|_| leaves < most) else { break };
            let (open, tally, candidate, live) = waiting.swap_remove(next);
            fresh = self.branch(draft, open, tally, candidate, live);
            leaves += fresh.len() as u32 - 1;
        }
        waiting.into_iter().for_each(|(open, tally, ..)| self.close(draft, open, tally));
        Some(())
    }
}

/// Numbers the labels of a node by the classes that occur in it, so that sums over classes stay short. The list says what
/// the numbers stand for.
pub(crate) fn localise<S: Stored>(items: &mut [Item<S>], ids: &Arc<[u32]>) -> Arc<[u32]> {
    if ids.len() <= 1 {
        return ids.clone();
    }
    let mut present: Vec<u32>;
    if items.len() < ids.len() {
        present = items.iter().map(|item| item.stored.label().id()).collect();
        present.sort_unstable();
        present.dedup();
    } else {
        let mut seen = vec![false; ids.len()];
        items.iter().for_each(|item| seen[item.stored.label().id() as usize] = true);
        present = (0..ids.len() as u32).filter(|id| seen[*id as usize]).collect();
    }
    if present.len() == ids.len() {
        return ids.clone();
    }
    for item in items {
        let label = item.stored.label();
        let place = present.partition_point(|id| *id < label.id()) as u32;
        item.stored = S::store(label.with_id(place));
    }
    present.into_iter().map(|id| ids[id as usize]).collect()
}
