//! A finished model: the names, the settings, and the tree.

/// The names behind the numbers.
mod schema;
/// The model itself.
mod finished;

pub use finished::Model;
pub use schema::{ColumnSchema, ColumnValues, Schema, TargetKind, TargetSchema};
