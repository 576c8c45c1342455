//! What the rows of a sparse table say, row by row.

use std::ops::Range;

use crate::table::Sparse;

/// What some rows say in sparse columns, row by row.
#[derive(Debug)]
pub(super) struct ByRow {
    rows: Range<usize>,
    starts: Vec<usize>,
    /// The column's name, and the number.
    entries: Vec<(u32, f64)>,
}

impl ByRow {
    /// Of these columns, each with the name that entries call it by.
    pub(super) fn new(columns: &[(u32, &Sparse)], rows: Range<usize>) -> Self {
        let spans: Vec<Range<usize>> = columns.iter().map(|(_, column)| span(column, &rows)).collect();
        let mut starts = vec![0; rows.len() + 1];
        for ((_, column), span) in columns.iter().zip(&spans) {
            for row in &column.rows()[span.clone()] {
                starts[*row as usize - rows.start + 1] += 1;
            }
        }
        for row in 0..rows.len() {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0.0); starts[rows.len()]];
        for ((name, column), span) in columns.iter().zip(spans) {
            for (row, value) in column.rows()[span.clone()].iter().zip(&column.values()[span]) {
                let next = &mut next[*row as usize - rows.start];
                entries[*next] = (*name, *value);
                *next += 1;
            }
        }
        ByRow { rows, starts, entries }
    }

    /// What each row says, in their order: the columns' names and the numbers.
    pub(super) fn each(&self) -> impl Iterator<Item = &[(u32, f64)]> {
        self.starts.windows(2).map(|ends| &self.entries[ends[0]..ends[1]])
    }

    /// Puts numbers down in columns that are called by their places, or zeros where they were.
    pub(super) fn put(&self, room: &mut [f64], zeros: bool) {
        for (place, said) in self.each().enumerate() {
            for (column, value) in said {
                room[*column as usize * self.rows.len() + place] = if zeros { 0.0 } else { *value };
            }
        }
    }
}

/// The places of some rows among those that a column has numbers for.
fn span(column: &Sparse, rows: &Range<usize>) -> Range<usize> {
    let place = |end: usize| column.rows().partition_point(|row| (*row as usize) < end);
    let start = if rows.start == 0 { 0 } else { place(rows.start) };
    let end = if rows.end == column.len() { column.rows().len() } else { place(rows.end) };
    start..end
}
