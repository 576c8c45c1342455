//! Delimited text: commas, semicolons, tabs or bars; quotes; any common encoding; streamed in blocks, parsed on all threads.
//!
//! The reader is our own for its speed (numbers are read straight off the bytes, blocks in parallel) and for its
//! messages (row, line and column); a property test holds it to the `csv` crate's reading of the same bytes.

/// Fields and records: where they begin and end.
mod scan;
/// The delimiter, by a vote of the first lines.
mod dialect;
/// Bytes of any encoding as blocks of whole records in UTF-8.
pub(super) mod blocks;
/// What the fields of a column look like.
mod shape;
/// Runs of plain numbers: the hot loop.
mod plain;
/// A block of records becomes typed cells.
mod parse;
/// Cells gathered into columns.
mod gather;
/// What the head of the text says: delimiter, names, a first guess of the slots.
mod layout;
/// From a source to a table.
mod read;
/// From a source to one table after the other.
mod pieces;

pub use pieces::read_pieces;
pub use read::read_csv;
