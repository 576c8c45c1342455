//! Many trees that answer together: random forests and extra trees.
//!
//! ```text
//! Training, ForestSettings ─► grow ─► Forest      every tree from rows and columns of its own, drawn by its number
//!                    Course ─► Piece ─► Forest     the same, with what is known of rows out of bag; grown further, merged, thinned
//! ```

/// How a forest is grown.
mod settings;
/// Trees made smaller.
mod trimmed;
/// The trees.
mod grown;
/// The rows of each tree.
mod bags;
/// Many rows down one tree.
mod descent;
/// What a tree answers for many rows.
mod answer;
/// What many trees say, added up.
mod tally;
/// What trees say of rows that they were not grown from.
mod oob;
/// The class weights of all nodes.
mod mixture;
/// What each column does in one tree.
mod credit;
/// How far a forest is grown.
mod course;
/// What tells one training from another.
mod print;
/// Trees by their numbers.
mod piece;
/// How much memory a forest takes.
mod memory;
/// Trees as they are grown.
mod growth;
/// Pieces begun, and grown further.
mod doors;
/// A forest without some of its trees.
mod thinned;
/// What columns are worth.
mod importance;
/// What was found while a forest grew.
mod findings;
/// What columns are worth by what their values in another order cost.
mod permutation;
/// Rows by the leaves where they end.
mod leaves;
/// How near rows are to each other.
mod proximity;
/// What numbers a regression forest holds for likely.
mod quantiles;

pub use bags::{Bag, bags};
pub use course::{Course, End, Settle};
pub use findings::Findings;
pub use grown::{Forest, ForestFlaw, grow, grow_several};
pub use importance::{Importances, Worth};
pub use memory::{Estimate, estimate};
pub use oob::{OutOfBag, OutOfBagMeasures, OutOfBagScore};
pub use permutation::{Repeats, permutation_on};
pub use piece::Piece;
pub use proximity::{Neighbour, Rows, nearest, proximity};
pub use quantiles::Quantiles;
pub use settings::{ForestSettings, Vote};
