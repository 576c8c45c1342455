//! What is asked at a node of a forest's tree.

use crate::grow::candidate::{Question, Route};
use crate::grow::item::Item;
use crate::seed::Key;

/// The plain search of one column: of these rows, the best split into two.
pub(crate) type Plainly<'q, S> = dyn Fn(&[Item<S>], u32) -> Option<(Question, Route)> + 'q;

/// What is asked of the columns of a node.
pub(crate) struct Asked<'q, S> {
    /// The node's key, where cuts are drawn.
    pub(crate) key: Key,
    /// What must be to either side.
    pub(crate) least: u64,
    /// Values of less weight are not told apart from each other.
    pub(crate) least_value: u64,
    /// For columns that no quick way serves here.
    pub(crate) plainly: &'q Plainly<'q, S>,
}

impl<S> Clone for Asked<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Asked<'_, S> {}
