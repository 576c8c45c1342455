//! Going down a finished tree again, plainly, with someone watching.

use super::candidate::Candidate;
use super::choose::Choose;
use super::criterion::{Measure, Room};
use super::draft::{Draft, Tally};
use super::grower::Grower;
use super::item::Stored;
use super::limits::Stop;
use super::observer::{Seen, Sight, Watcher};
use super::open::Open;
use super::partition::Paths;

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
                Err(stop) => (Err(stop), open.columns.to_vec()),
                Ok(chosen) => (Ok(chosen.candidate), chosen.live),
            };
            let whole = self.seen(&open);
            accounts[place] = Some(Account { place: open.place, whole, tally, sights, decision });
            if let Some(fork) = &draft.nodes[place].fork {
                let parted = self.part(&open, (fork.column, &fork.question, fork.route), &live);
                frontier.extend(open.children(parted.parts, &fork.children, live));
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
}
