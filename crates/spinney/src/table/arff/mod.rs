//! WEKA's attribute-relation files: a header that declares the columns, then rows, dense or sparse.
//!
//! ```text
//! % a comment            @attribute size {S, 'very large'}     @data
//! @relation shirts       @attribute 'price now' numeric        S, 12.5
//!                        @attribute bought date "dd.MM.yyyy"   {1 9, 2 15.11.2026}      (sparse: size is S)
//! ```
//! Rows are cut at commas, or at blanks where a row has no comma. `?` and an empty value are missing, a quoted `'?'` is
//! a text. A comment begins with `%` at the start of a line or behind a blank, so that `50%` stays a value. What a sparse
//! row leaves out is 0 for numbers and dates and the first declared value for nominal attributes, as in WEKA; a string
//! that is left out is missing, since texts have no zero. Rows with weights and relational attributes are refused.

/// Values on a line: blanks, commas, quotes, escapes, comments.
mod scan;
/// Dates in a declared format.
mod pattern;
/// Declarations: `@relation`, `@attribute`, `@data`.
mod header;
/// Rows become columns.
mod rows;
/// From a source to a table.
mod read;

pub use read::read_arff;
