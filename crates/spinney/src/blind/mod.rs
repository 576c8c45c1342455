//! Trees that are grown without a target: isolation forests and totally random trees.
//!
//! ```text
//! Table, columns, BlindSettings ─► grow ─► Forest     every split drawn: a column, then a cut of what its values span
//! ```
//! What a leaf answers is how deep it lies, and how much deeper its rows would lie had they been parted: rows that are unlike the others
//! are parted from them early.

/// How such trees are grown.
mod settings;
/// How deep rows lie.
mod depth;
/// Splits that are drawn.
mod lot;
/// Rows that are drawn by their weights.
mod chances;
/// What rows are drawn from.
mod urn;
/// One tree after the other.
mod grow;

pub use depth::{outlyingness, usual_depth};
pub use grow::{grow, grow_by, grow_from};
pub use settings::{Blind, BlindKind, BlindSettings, SampleRows};
pub use urn::BlindUrn;
