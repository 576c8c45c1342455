//! Batches of Arrow arrays become columns, and Arrow's own files batches.

/// The cells of an array.
mod cells;
/// A column that grows batch by batch.
mod builder;
/// The columns of a schema.
mod columns;
/// Arrow IPC files and streams.
mod ipc;

pub(crate) use columns::Columns;
pub use columns::from_batches;
pub(crate) use ipc::read_arrow;
