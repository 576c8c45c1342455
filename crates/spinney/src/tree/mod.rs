//! A tree is data: tests that route rows, and answers where they end.
//!
//! ```text
//! Tree ── nodes     breadth first: the root is node 0, children stand side by side and after their parent
//!      └─ answers   what each node would say: class weights (kept at leaves, summed up for the others) or numbers
//! ```
//! Columns and levels are numbers here; their names are the schema's. Values are raw: cuts are in the column's own unit.

/// Nodes and columns by number.
mod id;
/// A row as tests see it.
mod row;
/// A list that takes one word where it stands.
mod list;
/// What a node asks of a row, and where rows without an answer go.
mod test;
/// What a node says of the target.
mod answer;
/// Nodes in few bytes.
mod nodes;
/// What nodes and answers must be to make a tree.
mod check;
/// The tree: nodes and answers, checked and in order.
mod arena;
/// The way of one row through the tree.
mod walk;
/// A tree with some of its splits taken back.
mod fold;

pub(crate) use answer::heaviest;
pub use answer::{Answers, ClassAnswers, ClassWeight, LinearModel, NumberAnswers, Term};
pub use arena::Tree;
pub use check::Flaw;
pub use fold::Folded;
pub use id::{ColumnId, NodeId};
pub use list::List;
pub(crate) use nodes::summed;
pub use nodes::{Branches, Node, Nodes};
pub use row::{Cell, Row};
pub use test::{LevelBranch, Missing, Split, Surrogate, Test};
pub use walk::{Landing, Step};
