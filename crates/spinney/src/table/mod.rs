//! Typed columns, and the way into them from bytes.
//!
//! ```text
//! bytes ─► decode ─► blocks ─► cells ─► columns ─► declared kinds ─► Table ─► Target
//!          UTF-8     whole     typed    in        nominal,           names,   task,
//!                    records            order     ordinal …          warnings classes
//! ```

/// Text that stands for a number, and back.
pub mod number;
/// Dates and times as numbers, their text and their parts.
pub mod date;
/// Levels of a category: their canonical order, and the map from text to code.
pub mod level;
/// Trees of values: city, state, country.
pub mod hierarchy;
/// Numbers of which most are 0.
pub mod sparse;
/// Numbers in a row, owned or shared.
mod floats;
/// A column: its name, its values, its kind.
pub mod column;
/// What a person would be glad to hear about a table.
pub mod warning;
/// Kinds that a person declares, and what they make of a column.
pub mod declare;
/// How a table is to be read.
pub mod options;
/// The table itself.
pub mod frame;
/// Tables of sparse columns.
mod matrix;
/// Columns as read become a table: kinds, names, missing tokens, warnings.
mod assemble;
/// Where bytes come from, again where need be.
pub mod source;
/// Delimited text.
pub mod csv;
/// WEKA's attribute-relation files.
pub mod arff;
/// svmlight and libsvm files.
pub mod svmlight;
/// What is to be predicted: the task and its classes.
pub mod target;
/// Columns that look wrong for learning.
pub mod inspect;

pub use assemble::assemble;
pub use column::{Category, CategoryKind, Column, Kind, MISSING, Meaning, Number, Values};
pub use declare::Declared;
pub use floats::Floats;
pub use frame::Table;
pub use hierarchy::Hierarchy;
pub use inspect::inspect;
pub use matrix::Matrix;
pub use options::ReadOptions;
pub use source::Source;
pub use sparse::Sparse;
pub use target::{Classes, Target, TargetValues, Task};
pub use warning::Warning;
