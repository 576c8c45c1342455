//! Who chooses among the columns of a node: the engine itself, or the habits of a reference.

use super::candidate::Candidate;
use super::criterion::Measure;
use super::item::{Item, Stored};
use super::judge::Judge;
use super::observer::Observer;
use super::settings::MissingPolicy;
use crate::encode::Encoded;
use crate::seed::Key;

/// A chosen split, and the columns that may still tell something further down.
pub(crate) struct Choice {
    pub(crate) best: Option<Candidate>,
    pub(crate) live: Vec<u32>,
}

/// Chooses the split of a node.
pub(crate) trait Choose<M: Measure>: Sync + Sized {
    /// The same for other rows.
    type On<'b>: Choose<M>;
    fn on<'b>(&self, data: &'b Encoded<'b>) -> Self::On<'b>;
    /// The same, by this thread alone: others have other work.
    #[must_use]
    fn by_oneself(self) -> Self;

    fn choose<S: Stored<Label = M::Label>, O: Observer>(
        &self,
        judge: &Judge<'_, M>,
        items: &[Item<S>],
        columns: &[u32],
        seen: (Key, &O),
    ) -> Choice;

    /// Whether the quick ways serve all of these columns.
    fn is_quick(&self, _columns: &[u32]) -> bool {
        false
    }

    /// Whether all of these columns are cut, or parted into two sets, by the largest gain, with missing values as this policy has them: what
    /// the quick ways of forests are for.
    fn serves(&self, _columns: &[u32], _policy: MissingPolicy) -> bool {
        false
    }

    /// Whether all of these columns are cut by the largest gain, or at a place that is drawn, and none has holes: what the way of sparse tables
    /// is for.
    fn thins(&self, _columns: &[u32]) -> bool {
        false
    }

    /// Whether one cut is drawn for each of these columns, and the quick ways serve them all.
    fn draws_quickly(&self, _columns: &[u32]) -> bool {
        false
    }
}
