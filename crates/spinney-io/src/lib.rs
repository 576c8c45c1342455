//! Files into Spinney's tables: CSV, TSV, ARFF, Parquet and Arrow IPC, plain or packed with gzip or zstd, from a file, a
//! pipe or standard input.
//!
//! ```text
//! Input ─► packing ─► format ─► text:           Source ─────────────────────────► core's readers ─► Table
//! file,    by magic   magic,    Parquet, Arrow: Store ─► batches ─► builders ─► core's assemble ─► Table
//! pipe     bytes      name, look
//! ```
//! ```no_run
//! use spinney_io::{Input, Reading, read};
//! let table = read(&Input::from("penguins.csv.gz"), &spinney::table::ReadOptions::new(), &Reading::default())?;
//! # Ok::<(), spinney_io::Error>(())
//! ```
//!
//! # What becomes of a typed file's columns
//!
//! | Arrow or Parquet type | column |
//! | --- | --- |
//! | integers, floats, decimals | numbers; null and NaN are missing |
//! | 64-bit integers with a value beyond 2⁵³ | categories by their digits, with a warning, unless declared continuous |
//! | booleans | categories `false` and `true` |
//! | text, also in a dictionary of any key width | categories of the values that occur; an empty text is missing, as in CSV |
//! | a dictionary of integers or booleans | categories of the values that occur; its order is not taken for an ordinal one |
//! | dates; timestamps of any unit, with or without a zone | dates in days; times in seconds |
//! | null | numbers, all missing |
//! | anything else | an error that names the column; ignored columns are not decoded and may be of any type |
#![forbid(unsafe_code)]

/// Formats and packings: by content, by name.
mod format;
/// Where a table comes from, and how it is read.
mod input;
/// What can be wrong with a file.
mod error;
/// Work of other crates that may panic.
mod guard;
/// How large a table a file of some size can hold.
mod limit;
/// A file or pipe as bytes, unpacked, again where need be.
mod source;
/// Bytes at any place of a file.
mod store;
/// Batches of Arrow arrays become columns, and Arrow's own files batches.
mod arrow;
/// Parquet files become batches.
mod parquet;
/// From an input to a table.
mod read;
/// Trees of values from files.
mod paths;
/// Files that are written whole or not at all.
mod save;
/// Models from files.
mod model;

pub use arrow::from_batches;
pub use error::{Error, Problem};
pub use format::{Format, Packing};
pub use input::{Input, Progress, Reading};
pub use model::{load_model, load_models, open_model, open_models};
pub use paths::read_paths;
pub use read::{read, read_in_pieces};
pub use save::{abandon, load, save};
