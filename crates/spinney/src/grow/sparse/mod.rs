//! Trees of sparse tables: all columns are in order and without holes, and at most rows each of them says the same.
//!
//! ```text
//! patch   rows of a node and of all that is below it, with the entries of each column in the order of codes
//! node    a patch of which rows have left; who meets their entries in a list takes them out
//! split   the branch of fewer rows gets a patch of its own, made of the entries of its rows; the other keeps this one
//! ```
//! So a split costs what its smaller branch holds, and rows that a column has no entry of are never looked at: their sums are what is left.
//! Sparse tables need that, for their trees part few rows from all others again and again.

/// The entries of rows, row by row.
mod lines;
/// Rows with their entries.
mod patch;
/// The lists that a node asks.
mod asked;
/// The best cut of a node.
mod search;
/// One node after the other.
mod nodes;
