//! A tree in words: what its tests ask, the rules and the formula that it amounts to.
//!
//! ```text
//! Tree ─► words     names, numbers and branches, said in one way everywhere
//!      ├► summary   what each node answers, and how many leaves hang below it
//!      └► paths ─► rules     one for each leaf
//!               └► formula   one for each class, simplified
//!      └► arrays    its nodes in the layout of another program
//! Model × row ─► its way, and what would have changed the answer
//! ```

/// Numbers as people read them.
pub mod figures;
/// Names, numbers and branches in words.
mod wording;
/// What each node answers.
mod summary;
/// The values of one column that a path lets through.
mod span;
/// The way to each leaf, and what it asks.
mod path;
/// One rule for each leaf.
mod rules;
/// Fewer and shorter conjunctions that say the same.
mod simplify;
/// One formula for each class.
mod formula;
/// The nodes as plain arrays.
mod arrays;
/// One row's way through the tree, and what would have changed its answer.
mod row;
/// What columns are worth.
mod worth;

pub use arrays::{NodeArrays, NodeValues, node_arrays};
pub use formula::{ClassFormula, Conjunction, Formula, formula};
pub use path::unlisted;
pub use row::{Change, ClassChance, ClassCount, Explanation, Holds, PathEnd, PathStep, RowAnswer, Why, explain_row};
pub use rules::{Conclusion, Rule, RuleOptions, RuleOrder, rules, rules_text};
pub use span::{Condition, Known, WithoutValue};
pub use summary::{Answered, Summary};
pub use wording::{Words, name, plain};
pub use worth::{ColumnWorth, PermutedWorth, WorthBy, Worths, ranked};
