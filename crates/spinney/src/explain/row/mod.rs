//! One row's way through the tree, and what would have changed its answer.

/// What nodes hold, summed up along a path.
mod holds;
/// One row's way through the tree.
mod path;
/// Values of one column that are worth trying.
mod candidate;
/// What would have changed the answer.
mod change;
/// One row's answer, with its reasons.
mod answer;
/// The same as text.
mod text;

pub use answer::{Explanation, RowAnswer, explain_row};
pub use change::Change;
pub use holds::{ClassChance, ClassCount, Holds};
pub use path::{PathEnd, PathStep, Why};
