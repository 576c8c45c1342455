//! Going down a finished tree again, plainly, with someone watching.

use super::candidate::Candidate;
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::Draft;
use super::grower::Grower;
use super::item::Stored;
use super::limits::Stop;
use super::observer::{Nobody, Seen, Sight, Watcher};
use super::open::Open;
use super::partition::Paths;
use super::tally::Tally;

/// What was seen of one node.
pub(crate) struct Account {
    pub(crate) place: u32,
    pub(crate) whole: Seen,
    pub(crate) tally: Tally,
    /// Every candidate, or the best of each column.
    pub(crate) sights: Vec<Told>,
    /// Columns with the number of their candidates that were not kept.
    pub(crate) passed_over: Vec<(usize, u32)>,
    /// The average gain of the columns, where C4.5 asked for it.
    pub(crate) average: Option<f64>,
    /// What the plain search would do.
    pub(crate) decision: Result<Candidate, Stop>,
}

/// A candidate that is told.
pub(crate) struct Told {
    pub(crate) sight: Sight,
    /// How many candidates of the node are better.
    pub(crate) better: u32,
    /// Codes and their branches, where the question lists them.
    pub(crate) listed: Vec<(u32, u32)>,
}

impl<M: Measure, C: Choose<M>> Grower<'_, M, C> {
    /// Goes down a finished draft again, plainly, with someone watching: what was seen of each node that is wanted, in the
    /// order of places. Where nothing below a node is wanted, nobody goes there.
    pub(crate) fn replay<S: Stored<Label = M::Label>>(
        &self,
        draft: &Draft,
        root: Open<S>,
        (wanted, most): (&[bool], usize),
    ) -> Option<Vec<Account>> {
        let mut accounts: Vec<Account> = Vec::new();
        let visited = leads_to(draft, wanted);
        let mut frontier = vec![root];
        while let Some(open) = frontier.pop() {
            if self.watch.stopped() {
                return None;
            }
            let live = if wanted[open.place as usize] {
                let (account, live) = self.account(&open, most);
                accounts.push(account);
                live
            } else {
                self.decide(&open, &Nobody).1.map_or_else(|_| open.columns.to_vec(), |chosen| chosen.live)
            };
            if let Some(fork) = draft.split_of(open.place) {
                let (column, question) = (fork.column as usize, &fork.question);
                let live = self.meeting(&open, column, live);
                let parts = self.part(&open, (column, question, fork.route), &live).parts;
                let fences = self.fences(&open, (column, question), &parts);
                let children = open.children(parts, draft.children(open.place), (live, &fences));
                frontier.extend(children.into_iter().filter(|child| visited[child.place as usize]));
            }
        }
        Some(in_order(accounts))
    }

    /// What is seen of one node, and the columns that may still tell something below it.
    fn account<S: Stored<Label = M::Label>>(&self, open: &Open<S>, most: usize) -> (Account, Vec<u32>) {
        let watcher = Watcher::default();
        let (tally, decision) = self.decide(open, &watcher);
        let view = watcher.into_view();
        let better = better_ones(&view.sights);
        let (kept, passed_over) = the_best(&view.sights, &better, (most, decision.as_ref().ok().map(|c| &c.candidate)));
        let told = view.sights.into_iter().zip(better).zip(kept).filter(|(_, kept)| *kept);
        let told = told.map(|((sight, better), _)| {
            let column = &self.data.columns[sight.candidate.column];
            let paths = Paths::new(&sight.candidate.question, column, &open.items);
            Told { listed: paths.listed().to_vec(), sight, better }
        });
        let sights = told.collect();
        let (decision, live) = match decision {
            Err(stop) => (Err(stop), open.columns.to_vec()),
            Ok(chosen) => (Ok(chosen.candidate), chosen.live),
        };
        let whole = self.seen(open);
        (Account { place: open.place, whole, tally, sights, passed_over, average: view.average, decision }, live)
    }

    fn seen<S: Stored<Label = M::Label>>(&self, open: &Open<S>) -> Seen {
        let room = Room { ids: &open.ids };
        let mut whole = self.measure.empty(&room);
        open.items.iter().for_each(|item| self.measure.add(&mut whole, item.stored.label()));
        Seen { sums: self.measure.sums(&whole, &room), impurity: self.measure.impurity(&whole) }
    }
}

/// Nodes from the first to the last.
fn in_order(mut accounts: Vec<Account>) -> Vec<Account> {
    accounts.sort_by_key(|account| account.place);
    accounts
}

/// For each candidate of a node how many are better.
fn better_ones(sights: &[Sight]) -> Vec<u32> {
    let merit = |at: usize| &sights[at].candidate.merit;
    let mut order: Vec<usize> = (0..sights.len()).collect();
    order.sort_by(|one, two| merit(*two).compare(merit(*one)));
    let mut better = vec![0; order.len()];
    let mut before = 0;
    for equals in order.chunk_by(|one, two| merit(*one).compare(merit(*two)).is_eq()) {
        for at in equals {
            better[*at] = before;
        }
        before += equals.len() as u32;
    }
    better
}

/// Which candidates are among the best of their column, or chosen; and how many of each column are not.
fn the_best(
    sights: &[Sight],
    better: &[u32],
    (most, chosen): (usize, Option<&Candidate>),
) -> (Vec<bool>, Vec<(usize, u32)>) {
    let mut kept = vec![true; sights.len()];
    let mut passed_over = Vec::new();
    let mut start = 0;
    for column in sights.chunk_by(|one, two| one.candidate.column == two.candidate.column) {
        let mut order: Vec<usize> = (start..start + column.len()).collect();
        start += column.len();
        order.sort_by_key(|at| better[*at]);
        let chosen = |at: usize| {
            let own = &sights[at].candidate;
            chosen.is_some_and(|it| (own.column, own.route) == (it.column, it.route) && own.question == it.question)
        };
        let mut more = 0;
        for at in order.into_iter().skip(most).filter(|at| !chosen(*at)) {
            kept[at] = false;
            more += 1;
        }
        passed_over.extend((more > 0).then_some((column[0].candidate.column, more)));
    }
    (kept, passed_over)
}

/// The nodes that are wanted, and those above them.
fn leads_to(draft: &Draft, wanted: &[bool]) -> Vec<bool> {
    let mut visited = wanted.to_vec();
    for place in draft.order().into_iter().rev() {
        visited[place as usize] |= draft.branches(place).any(|child| visited[child as usize]);
    }
    visited
}
