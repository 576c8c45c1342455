//! Columns as small whole numbers. Splits depend on the order of values alone, so every column becomes ranks once, and the
//! engine never looks at a float again.
//!
//! ```text
//! 2.5  1.0  NaN  2.5      values of the rows
//!  1    0    2    1       codes: places in [1.0, 2.5]; one more than the last is missing
//! ```

/// Codes of columns of which most numbers are 0.
mod sparse;
/// Codes of one, two or four bytes.
mod codes;
/// The numbers of a column, row by row.
mod row_numbers;
/// The distinct numbers of a column.
mod numbers;
/// Where codes are kept.
mod shelf;
/// Codes in buckets.
mod buckets;
/// Numbers as ranks.
mod ranked;
/// One look at a column's numbers.
mod survey;
/// Whole numbers that lie close together.
mod close;
/// Few numbers.
mod few;
/// Numbers in order.
mod sort;
/// From numbers to their ranks.
mod rank;
/// What tells codes of one bucket apart.
mod lows;
/// One column, encoded.
mod encoded;
/// Two-valued columns in one word.
mod bits;
/// From columns of bytes to lines.
mod turn;
/// The codes of a row side by side.
mod abreast;
/// The numbers of a row side by side.
mod number_lines;
/// Columns of numbers of some rows.
mod field;
/// The numbers of columns.
mod number_columns;
/// What rows say that is not what most say.
mod entries;
/// The columns of a table, encoded.
mod whole;
/// All of this, said plainly.
#[cfg(test)]
mod plain;

pub use abreast::Abreast;
pub(crate) use abreast::{Low, Word};
pub use bits::BitBlock;
pub(crate) use codes::with_codes;
pub use codes::{Code, Codes};
pub use encoded::{Coded, EncodedColumn};
pub(crate) use entries::{ByCode, Entries, Entry};
pub(crate) use field::{Field, Real};
pub use number_columns::NumberColumns;
pub(crate) use number_columns::{NumberField, NumberSpot};
pub use number_lines::NumberLines;
pub use numbers::Numbers;
pub use sparse::SparseCodes;
pub use whole::Encoded;
