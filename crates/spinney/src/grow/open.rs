//! A node that is not yet decided.

use std::sync::Arc;

use super::draft::Children;
use super::item::{Item, Label, Stored};
use super::shape::Fence;
use crate::seed::Key;

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
    /// What its place in the tree leaves open to it.
    pub(crate) fence: Fence,
}

impl<S: Stored> Open<S> {
    /// The branches of this node.
    pub(crate) fn children(
        &self,
        parts: Vec<Vec<Item<S>>>,
        places: Children,
        (live, fences): (Vec<u32>, &[Fence; 3]),
    ) -> Vec<Open<S>> {
        let columns: Arc<[u32]> = live.into();
        let branches = parts.into_iter().zip(places.places()).enumerate().map(|(branch, (mut items, place))| {
            let ids = localise(&mut items, &self.ids);
            let key = self.key.child(branch as u64);
            let fence = fences[branch.min(2)].clone();
            Open { place, items, ids, columns: columns.clone(), depth: self.depth + 1, key, fence }
        });
        branches.collect()
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
        for item in items.iter() {
            seen[item.stored.label().id() as usize] = true;
        }
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
