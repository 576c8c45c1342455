//! What a model answers for the rows of a table: compiled once, then fast.
//!
//! ```text
//! bytes ─► Predictor          a forest as it lies in its file; every other model is decoded, and
//! Model ─► Predictor          flat nodes, siblings side by side: 8 bytes each in a forest of thresholds, else 16
//! Table ─► Rows               the model's columns found by name, levels by name, numbers by meaning
//!          Predictor × Rows ─► Predictions     an answer for every row; probabilities when they are asked for
//! ```
//! Where rows end is where [`Tree::landings`](crate::tree::Tree::landings) says, to the last bit of every share; a property
//! test holds the two together. A forest's probability of a class is the sum of its trees' probabilities, added one after the other in
//! the order of the trees, divided by how many trees there are: so it is the same for any number of threads and any way of walking.

/// The columns that a tree looks at.
mod used;
/// One column of a table in the terms of a model's column.
mod convert;
/// What rows of sparse tables say.
mod thin;
/// The rows of a table as a model sees them.
mod matching;
/// Trees for rows that say little.
mod detours;
/// Nodes as the fast walk wants them.
mod flat;
/// The fast walk.
mod walk;
/// What nodes say of classes.
mod class;
/// What is answered.
mod answer;
/// Rows and the sums of what trees say of them.
mod tile;
/// One tree, compiled.
mod stem;
/// Sorted numbers, and how many of them lie below a value.
mod sorted;
/// Numbers as ranks among a forest's cuts.
mod ranks;
/// Where the nodes of a tree lie.
mod layout;
/// What the leaves of a forest say.
mod told;
/// A forest of thresholds in nodes of 8 bytes.
mod narrow;
/// A forest of thresholds and sets of levels in nodes of 16 bytes.
mod wide;
/// The walk of many ways at a time.
mod descend;
/// Trees of a forest of thresholds, brought near.
mod near;
/// The walk of a forest as it lies in its file.
mod packed;
/// The compiled trees of a forest.
mod way;
/// One row at a time.
mod desk;
/// What lies above the nodes of compiled trees.
mod above;
/// A model compiled for predicting.
mod predictor;
/// From the bytes of a file to a predictor.
mod open;
/// Rows of sparse tables, some at a time.
mod thinned;
/// The answers of a forest for all rows of a table.
mod forest;
/// Where the rows of a table end.
mod ends;
/// The nodes that rows visit on their way down.
mod paths;
/// The answers for a table.
mod predictions;

pub use answer::{Answer, Outcome, Predicted};
pub use class::ClassShare;
pub(crate) use convert::{by_value, level_codes, numbers};
pub use desk::Desk;
pub use ends::OneHot;
pub use matching::{MatchedRow, Rows, Unseen, UnseenValues};
pub use paths::Paths;
pub use predictions::{MOST_PROBABILITIES, Predictions};
pub use predictor::Predictor;
