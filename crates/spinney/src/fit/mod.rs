//! From a table to a tree that is fit for new rows: grown, then pruned.
//!
//! ```text
//! Training, TreeSettings ─► grow ─► prune ─► Fitted      the tree, the tree before, what was weighed, the judged path
//!           Pruning ────────────────┘
//! Training, TreeSettings, [Variant] ─► variants          trees of several depths and prunings, grown once
//! ```

/// A table in the terms of a model.
mod terms;
/// A tree made smaller by the settings' way.
mod pruned;
/// Grown, then pruned.
mod fitted;
/// Trees without a target, and the model of them.
mod blind;
/// Several trees out of one growth.
mod family;

pub use blind::{Blinded, fit_blind, fit_blind_by};
pub use family::{Variant, variants};
pub use fitted::{Fitted, fit, fit_several};
pub use pruned::{Judged, prune};
pub use terms::{Terms, in_terms};
