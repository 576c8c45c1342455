//! What a model answers for the rows of a table: compiled once, then fast.
//!
//! ```text
//! Model ─► Predictor          flat nodes of 16 bytes, siblings side by side
//! Table ─► Rows               the model's columns found by name, levels by name, numbers by meaning
//!          Predictor × Rows ─► Predictions     an answer for every row; probabilities when they are asked for
//! ```
//! Where rows end is where [`Tree::landings`](crate::tree::Tree::landings) says, to the last bit of every share; a property
//! test holds the two together.

/// The columns that a tree looks at.
mod used;
/// One column of a table in the terms of a model's column.
mod convert;
/// The rows of a table as a model sees them.
mod matching;
/// Nodes as the fast walk wants them.
mod flat;
/// The fast walk.
mod walk;
/// What nodes say of classes.
mod class;
/// A model compiled for predicting.
mod predictor;
/// The answers for a table.
mod predictions;

pub use class::ClassShare;
pub(crate) use convert::{by_value, level_codes, numbers};
pub use matching::{MatchedRow, Rows, Unseen, UnseenValues};
pub use predictions::{MOST_PROBABILITIES, Predictions};
pub use predictor::{Answer, Outcome, Predicted, Predictor};
