//! Many trees that answer together: random forests and extra trees.
//!
//! ```text
//! Training, ForestSettings ─► grow ─► Forest      every tree from rows and columns of its own, drawn by its number
//! ```

/// How a forest is grown.
mod settings;
/// The trees.
mod grown;

pub use grown::{Forest, ForestFlaw, grow};
pub use settings::{ForestSettings, Vote};
