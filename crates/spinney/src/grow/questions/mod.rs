//! The best test of one column, for each kind of column.

/// Cuts of ordered values.
mod cuts;
/// A branch for each value, or for each node of a hierarchy.
mod values;
/// Two sets of values.
mod subset;

pub(crate) use cuts::{best_cut, random_cut};
pub(crate) use subset::{best_subset, random_subset};
pub(crate) use values::{best_height, each_value};

use super::candidate::Candidate;
use super::criterion::Measure;
use super::groups::Groups;
use super::judge::{Ground, Judge, Trial};
use super::observer::Observer;

/// One column at one node, being searched.
pub(crate) struct Search<'a, M: Measure, O> {
    pub(crate) judge: &'a Judge<'a, M>,
    pub(crate) groups: &'a Groups<M::Label>,
    pub(crate) ground: Ground<M>,
    pub(crate) column: usize,
    pub(crate) observer: &'a O,
}

impl<M: Measure, O: Observer> Search<'_, M, O> {
    fn empty(&self) -> M::Side {
        self.judge.measure.empty(&self.judge.room)
    }

    fn has_missing(&self) -> bool {
        !self.groups.missing.is_empty()
    }

    /// Keeps a trial where it is better than the best so far, or as good and earlier in the order of ties.
    fn offer(
        &self,
        best: &mut Option<Candidate>,
        trial: Trial<'_, M::Side>,
        earlier: impl Fn(&Candidate, &Candidate) -> bool,
    ) -> bool {
        if !self.judge.allows(self.column, &trial) {
            return false;
        }
        if !O::WATCHES && self.judge.hopeless(&self.ground, trial.sides, best.as_ref()) {
            return false;
        }
        let sides = trial.sides;
        let found = self.judge.candidate(self.column, &self.ground, trial);
        if O::WATCHES {
            let counted = if self.judge.joins() { self.judge.whole } else { &self.ground.known };
            self.observer.candidate(&found, sides, (counted, &self.ground.known), self.judge);
        }
        let takes = best.as_ref().is_none_or(|best| match found.merit.compare(&best.merit) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => earlier(&found, best),
            std::cmp::Ordering::Less => false,
        });
        if takes {
            *best = Some(found);
        }
        takes
    }
}
