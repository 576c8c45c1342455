//! Who chooses among the columns of a node: the engine itself, or the habits of a reference.

use super::candidate::Candidate;
use super::criterion::Measure;
use super::item::{Item, Stored};
use super::judge::Judge;
use super::observer::Observer;
use super::quick::Lists;
use crate::seed::Key;

/// A chosen split, and the columns that may still tell something further down.
pub(crate) struct Choice {
    pub(crate) best: Option<Candidate>,
    pub(crate) live: Vec<u32>,
}

/// A node to be split: its rows, the columns that may tell something, and where it is small, its rows in their order.
pub(crate) struct View<'a, S> {
    pub(crate) items: &'a [Item<S>],
    pub(crate) columns: &'a [u32],
    pub(crate) lists: Option<&'a Lists<S>>,
}

/// Chooses the split of a node.
pub(crate) trait Choose<M: Measure>: Sync {
    fn choose<S: Stored<Label = M::Label>, O: Observer>(
        &self,
        judge: &Judge<'_, M>,
        view: &View<'_, S>,
        seen: (Key, &O),
    ) -> Choice;

    /// Whether a node of these columns can use sorted lists.
    fn wants_lists(&self, _columns: &[u32]) -> bool {
        false
    }
}
