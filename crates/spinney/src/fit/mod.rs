//! From a table to a tree that is fit for new rows: grown, then pruned.
//!
//! ```text
//! Training, TreeSettings ─► grow ─► prune ─► Fitted      the tree, the tree before, what was weighed, the judged path
//!           Pruning ────────────────┘
//! ```

/// A table in the terms of a model.
mod terms;
/// A tree made smaller by the settings' way.
mod pruned;
/// Grown, then pruned.
mod fitted;

pub use fitted::{Fitted, fit};
pub use pruned::{Judged, prune};
pub use terms::{Terms, in_terms};
