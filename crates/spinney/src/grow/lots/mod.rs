//! Trees whose cuts are drawn: all columns are numbers without holes, and every row weighs 1.
//!
//! ```text
//! field    numbers column by column    |a0 a1 a2 …|b0 b1 b2 …|    of the table; of a node's rows alone where those are few
//! rows     in the order of nodes       |r …    |r … |r  |         each node is a range, and is parted in place
//! pile     their labels, beside them   |l …    |l … |l  |
//! ```
//! At a node the numbers of a column that was drawn are gathered, a cut is drawn between the least and the greatest of them, and what
//! lies below it is summed; nothing but the best cut so far is remembered. A pile may be of several targets: then it says what rows are in each.

/// The numbers of a node's rows.
mod gather;
/// The best of the cuts that are drawn at a node.
mod search;
/// One node after the other.
mod nodes;

pub(super) use nodes::Lots;
