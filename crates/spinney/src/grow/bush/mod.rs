//! Trees of several targets, whose columns are all in order and without holes.
//!
//! ```text
//! rows    of a node stand side by side, and are parted in place; what they say of the targets is laid out once (`quick/joint`)
//! node    rows are brought near; each column that is asked is put in order, or counted, and swept over
//! lists   where all columns are asked, small subtrees keep them in order instead (`quick/lists`)
//! ```
//! Cuts that are drawn are left to `lots`, where every row weighs 1.
//!
//! One set of running sums serves all nodes: at small ones, which are most of them, making sums anew cost more than the search.

/// The best split of a node.
mod search;
/// One node after the other.
mod nodes;
/// A small subtree of which all columns are asked.
mod listed;
