//! Tables of sparse columns, from the entries of a matrix.

use super::column::{Column, Values};
use super::frame::Table;
use super::sparse::{Sparse, check_order, not_finite};
use crate::error::{Mistake, Result};

impl Column {
    /// A column of numbers of which most are 0: those of these rows (from 0, ascending), of a column of so many.
    ///
    /// ```
    /// use spinney::table::Column;
    /// let column = Column::sparse("words", vec![2], vec![3.0], 1000)?;
    /// assert_eq!((column.len(), column.distinct()), (1000, 2));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn sparse(name: &str, rows: Vec<u32>, values: Vec<f64>, len: usize) -> Result<Self> {
        let values = Sparse::new(rows, values, len).map_err(|mut error| {
            error.place.column = Some(name.to_owned());
            error
        })?;
        Ok(Column { name: name.to_owned(), values: Values::Sparse(values) })
    }
}

/// Entries of a sparse matrix, line by line: those of line i are `starts[i]..starts[i + 1]`, each with its place in the line.
#[derive(Debug, Clone, Copy)]
pub struct Matrix<'a> {
    /// Where each line begins, and where the last one ends.
    pub starts: &'a [usize],
    /// For each entry the column (of a line that is a row), or the row, from 0.
    pub places: &'a [u32],
    /// For each entry its value.
    pub values: &'a [f64],
    /// How long lines are.
    pub length: usize,
}

impl Matrix<'_> {
    /// Lengths and starts fit each other, places are within the line. What lines are is for the caller to say.
    fn check(&self, line_is_row: bool) -> Result<()> {
        let lengths = |what, found, expected, of| Err(Mistake::SparseLengths { what, found, expected, of }.anywhere());
        if self.places.len() != self.values.len() {
            return lengths("indices", self.places.len(), self.values.len(), "values");
        }
        let ends = (self.starts.first().copied().unwrap_or(0), self.starts.last().copied().unwrap_or(0));
        if ends.0 != 0 || ends.1 != self.values.len() {
            return Err(Mistake::SparseStarts { first: ends.0, last: ends.1, entries: self.values.len() }.anywhere());
        }
        for (line, bounds) in self.starts.windows(2).enumerate() {
            if bounds[0] > bounds[1] || bounds[1] > self.values.len() {
                return Err(
                    Mistake::SparseStarts { first: bounds[0], last: bounds[1], entries: self.values.len() }.anywhere()
                );
            }
            for entry in bounds[0]..bounds[1] {
                let (place, value) = (self.places[entry], self.values[entry]);
                let (row, column) = if line_is_row { (line as u64, place) } else { (u64::from(place), line as u32) };
                let wrong = |mistake: Mistake| mistake.at(row + 1, &column.to_string());
                if place as usize >= self.length {
                    return Err(wrong(Mistake::SparseRange { found: i64::from(place), most: self.length }));
                }
                if entry > bounds[0] {
                    let before = u64::from(self.places[entry - 1]);
                    check_order(before, u64::from(place)).map_err(|error| wrong(error.mistake))?;
                }
                if !value.is_finite() {
                    return Err(wrong(not_finite(value)));
                }
            }
        }
        Ok(())
    }

    fn lines(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }
}

impl Table {
    /// A table of sparse columns from entries row by row (scipy's CSR: `indptr`, `indices`, `data`). The columns are named by their
    /// places, from 0.
    ///
    /// ```
    /// use spinney::table::{Matrix, Table};
    /// let rows = Matrix { starts: &[0, 2, 2, 3], places: &[0, 2, 2], values: &[1.0, 2.0, 3.0], length: 3 };
    /// let table = Table::from_csr(rows)?;
    /// assert_eq!((table.rows(), table.columns().len()), (3, 3));
    /// assert_eq!(table.column("2")?.text(2).as_deref(), Some("3"));
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn from_csr(rows: Matrix<'_>) -> Result<Self> {
        rows.check(true)?;
        let mut counts = vec![0; rows.length];
        for place in rows.places {
            counts[*place as usize] += 1;
        }
        let mut columns: Vec<(Vec<u32>, Vec<f64>)> =
            counts.iter().map(|many| (Vec::with_capacity(*many), Vec::with_capacity(*many))).collect();
        for (row, bounds) in (0..).zip(rows.starts.windows(2)) {
            for entry in bounds[0]..bounds[1] {
                let (own, values) = &mut columns[rows.places[entry] as usize];
                own.push(row);
                values.push(rows.values[entry]);
            }
        }
        Table::of_sparse(columns.into_iter(), rows.lines())
    }

    /// The same from entries column by column (CSC).
    ///
    /// ```
    /// use spinney::table::{Matrix, Table};
    /// let columns = Matrix { starts: &[0, 1, 1], places: &[4], values: &[2.0], length: 5 };
    /// assert_eq!(Table::from_csc(columns)?.rows(), 5);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn from_csc(columns: Matrix<'_>) -> Result<Self> {
        columns.check(false)?;
        let lines = columns.starts.windows(2).map(|bounds| {
            (columns.places[bounds[0]..bounds[1]].to_vec(), columns.values[bounds[0]..bounds[1]].to_vec())
        });
        Table::of_sparse(lines, columns.length)
    }

    fn of_sparse(columns: impl Iterator<Item = (Vec<u32>, Vec<f64>)>, len: usize) -> Result<Self> {
        let column = |(place, (rows, values)): (usize, (Vec<u32>, Vec<f64>))| Column {
            name: place.to_string(),
            values: Values::Sparse(Sparse::sound(rows, values, len)),
        };
        Table::new(columns.enumerate().map(column).collect())
    }
}
