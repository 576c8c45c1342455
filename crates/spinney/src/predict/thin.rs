//! What the rows of a sparse table say, row by row.

use std::ops::Range;

use crate::table::Sparse;

/// What rows say in sparse columns, row by row.
#[derive(Debug, Clone)]
pub(super) struct ByRow {
    starts: Vec<usize>,
    /// The column's place among the sparse ones, and the number.
    entries: Vec<(u32, f64)>,
    /// How many columns are sparse.
    pub(super) columns: usize,
}

impl ByRow {
    /// By these columns of so many rows; some may be 0 everywhere.
    pub(super) fn new(columns: &[Option<&Sparse>], rows: usize) -> Self {
        let mut starts = vec![0; rows + 1];
        for column in columns.iter().flatten() {
            column.rows().iter().for_each(|row| starts[*row as usize + 1] += 1);
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0.0); starts[rows]];
        for (place, column) in (0..).zip(columns) {
            for (row, value) in column.iter().flat_map(|own| own.rows().iter().zip(own.values())) {
                let next = &mut next[*row as usize];
                entries[*next] = (place, *value);
                *next += 1;
            }
        }
        ByRow { starts, entries, columns: columns.len() }
    }

    /// What a row says: the column's place among the sparse ones, and the number.
    pub(super) fn of(&self, row: usize) -> &[(u32, f64)] {
        &self.entries[self.starts[row]..self.starts[row + 1]]
    }

    /// Puts the numbers of rows down in columns of so many rows, or zeros where they were.
    pub(super) fn put(&self, rows: Range<usize>, room: &mut [f64], zeros: bool) {
        let many = rows.len();
        for (place, row) in rows.enumerate() {
            for (column, value) in self.of(row) {
                room[*column as usize * many + place] = if zeros { 0.0 } else { *value };
            }
        }
    }
}
