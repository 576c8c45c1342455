//! A smaller tree out of a larger one: pruning takes a tree and gives another, and says of every node why.
//!
//! ```text
//! Tree ─► reduced_error   rows that the tree has not seen make no more errors at the node than below it
//!      ├► pessimistic     training errors with a surcharge for doubt do (C4.5, J48), with branches raised
//!      ├► path            cost-complexity: the whole sequence of best subtrees ─► crossed: which one, by cross-validation
//!      ├► shortest        the description of tree and exceptions is the shorter without
//!      └► snip, merged    by hand; branches that answer the same
//! ```

/// What each node's training rows say against it.
mod tally;
/// What was weighed at each node.
mod record;
/// Splits taken back by hand, and branches that answer the same.
mod snip;
/// Rows that the tree has not seen.
mod unseen;
/// Errors that rows not seen can be expected to make.
mod doubt;
/// A tree with its rows in it, for branches that are raised.
mod shrub;
/// Pessimistic pruning.
mod pessimistic;
/// Minimum description length.
mod shortest;
/// Cost-complexity: the path of best subtrees.
mod path;
/// What a row costs that ends at some nodes.
mod costs;
/// Which of them, by cross-validation.
mod crossed;
/// How a tree is pruned.
mod settings;

pub use crossed::{Crossed, CrossedLine, asked, crossed};
pub use doubt::{Doubt, Pessimism, added_errors};
pub use path::{ComplexityPath, PathStep, Risk, path, path_several};
pub use pessimistic::pessimistic;
pub use record::{Outcome, Pruned, Weighing};
pub use settings::{Price, Pruning, Rule};
pub use shortest::shortest;
pub use snip::{merged, snip};
pub use unseen::{ReducedError, reduced_error};
