//! Columns as small whole numbers. Splits depend on the order of values alone, so every column becomes ranks once, and the
//! engine never looks at a float again.
//!
//! ```text
//! 2.5  1.0  NaN  2.5      values of the rows
//!  1    0    2    1       codes: places in [1.0, 2.5]; one more than the last is missing
//! ```

/// Codes of one, two or four bytes.
mod codes;
/// The distinct numbers of a column.
mod numbers;
/// From numbers to their ranks.
mod rank;
/// One column, encoded.
mod encoded;
/// Two-valued columns in one word.
mod bits;
/// The codes of a row side by side.
mod abreast;
/// The numbers of a row side by side.
mod number_lines;
/// The numbers of columns, in short.
mod number_columns;
/// The columns of a table, encoded.
mod whole;

pub use abreast::Abreast;
pub(crate) use abreast::Low;
pub use bits::BitBlock;
pub(crate) use codes::with_codes;
pub use codes::{Code, Codes};
pub use encoded::{Coded, EncodedColumn};
pub use number_columns::NumberColumns;
pub use number_lines::NumberLines;
pub use numbers::Numbers;
pub use whole::Encoded;
