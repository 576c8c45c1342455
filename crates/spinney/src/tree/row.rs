//! A row as tests see it.

use super::id::ColumnId;

/// One value of a row, as tests see it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    /// No value.
    Missing,
    /// A number; never NaN.
    Number(f64),
    /// A level that the schema knows.
    Level(u32),
    /// A level that training never saw.
    Unseen,
}

/// A row: a value for each column of the schema.
pub trait Row {
    /// The value of a column.
    fn cell(&self, column: ColumnId) -> Cell;
}
