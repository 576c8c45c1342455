//! A finished model: the names, the settings, and the tree or forest; its file, and its text.
//!
//! ```text
//! grown, or written by hand ─► Model::new ─► to_bytes ─► .spinney ─► from_bytes ─► Model::new
//!        schema, tree          checks all    one form for each model, checksum     checks all
//! ```

/// The words by which files and JSON call the kinds of tests.
mod kind;
/// Why bytes, a text or parts make no model.
mod error;
/// Columns and targets as they are written.
mod form;
/// The names behind the numbers.
mod schema;
/// A tree, or a forest.
mod body;
/// Whether a tree fits its names.
mod check;
/// The model itself.
mod finished;
/// The models of several targets.
mod several;
/// Models as bytes.
mod file;
/// Models as text that people can write.
mod json;

pub use body::Body;
pub use error::{ArrayFault, FileFault, JsonFault, JsonPlace, Misfit, ModelError};
pub(crate) use file::{Opened, Packed};
pub use finished::{Model, Provenance};
pub use schema::{ColumnSchema, ColumnValues, Schema, TargetKind, TargetSchema};
pub use several::Models;
