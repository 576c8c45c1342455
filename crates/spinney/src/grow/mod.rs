//! The one engine that grows trees. ID3, C4.5, CART, extra trees and regression trees are settings of it.
//!
//! ```text
//! criterion   sums of rows ─► what is left to be known          splitter   the best test of each column, the best column
//! partition   rows ─► branches                                  grower     decides a node; frontier: which one is next
//! observer    sees every candidate, or nobody does              draft      the tree under construction
//! ```

/// How many of the columns are drawn.
mod columns;
/// Which rows each tree of many is grown from.
mod sample;
/// How a tree is grown.
mod settings;
/// Named sets of settings.
mod preset;
/// What a tree is grown from.
mod material;
/// A row on its way down.
mod item;
/// A split that could be made.
mod candidate;
/// What is asked of a tree's shape.
mod shape;
/// Columns drawn for a node.
mod draw;
/// The quick ways to the best cut.
mod quick;
/// Criteria: from sums to how mixed rows are.
mod criterion;
/// The rows of a node by their value in one column.
mod groups;
/// Who may stop the work.
mod watch;
/// From the sides of a split to its merit.
mod judge;
/// Who watches.
mod observer;
/// The best test of one column.
mod questions;
/// Who chooses among columns.
mod choose;
/// The best column.
mod splitter;
/// The habits of C4.5 and J48.
mod c45;
/// Rows to their branches.
mod partition;
/// Other columns that stand in for a split.
mod surrogate;
/// When growth stops.
mod limits;
/// What the rows of a node say, in a draft.
mod tally;
/// A tree under construction.
mod draft;
/// The finished tree.
mod finish;
/// What the rows of a node say of the target.
mod leaf;
/// A node that is not yet decided.
mod open;
/// The builder.
mod grower;
/// A small subtree in one go.
mod grove;
/// Rows in the order of nodes.
mod sheaf;
/// What goes from node to node where columns are drawn.
mod hands;
/// All that is below a node of few rows.
mod copse;
/// Trees of sparse tables.
mod sparse;
/// Trees whose cuts are drawn.
mod lots;
/// Trees of several targets.
mod bush;
/// All that is below a node, of columns that are drawn.
mod thicket;
/// Which node is next.
mod frontier;
/// Going down a finished tree again.
mod replay;
/// Taking back splits that did not pay.
mod cutback;
/// Weights as whole numbers.
mod weigh;
/// Linear regression in leaves.
mod linear;
/// What several targets say of each row.
mod parts;
/// What trees are grown from, made ready.
mod ground;
/// Rows in an order of their own.
mod canonical;
/// Classes that weigh the same.
mod balance;
/// Stretches of rows that are drawn from apart.
mod strata;
/// What rows are drawn from.
mod urn;
/// Rows drawn for a tree.
mod bag;
/// What was seen and decided.
mod record;
/// Many trees of one ground.
mod crop;
/// The door: a table and settings in, a tree out.
mod training;

pub use balance::balanced;
pub(crate) use c45::SLACK;
pub use columns::Columns;
pub(crate) use crop::{Grown, Sown, Variety, crop, sown};
pub use limits::Stop;
pub use material::Training;
pub(crate) use material::only;
pub use preset::Preset;
pub(crate) use quick::drawn_cut;
pub use record::{NodeRecord, Outcome, Part, Record, Recording, TrialRecord};
pub use sample::{Sample, SampleBy};
pub use settings::{Conventions, Criterion, Direction, LeafKind, MissingPolicy, Nominal, Threshold, TreeSettings};
pub use training::{grow, grow_recorded, grow_recorded_for, grow_several};
pub use urn::{Urn, tree_seed};
pub use watch::Watch;
