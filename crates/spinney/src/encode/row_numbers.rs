//! The numbers of a column, row by row.

use std::borrow::Cow;

use crate::table::Sparse;

/// The numbers of rows, where the table has them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowNumbers<'a> {
    source: Source<'a>,
    /// All where none are named.
    rows: Option<&'a [u32]>,
}

/// Where the table has them.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Source<'a> {
    Dense(&'a [f64]),
    Sparse(&'a Sparse),
}

impl<'a> RowNumbers<'a> {
    /// The numbers of these rows; of all where none are named.
    pub(super) fn new(values: &'a [f64], rows: Option<&'a [u32]>) -> Self {
        RowNumbers { source: Source::Dense(values), rows }
    }

    /// The same of a column of which most numbers are 0.
    pub(super) fn sparse(values: &'a Sparse, rows: Option<&'a [u32]>) -> Self {
        RowNumbers { source: Source::Sparse(values), rows }
    }

    /// The number of a row.
    #[inline]
    pub(super) fn at(&self, row: usize) -> f64 {
        let row = self.rows.map_or(row, |rows| rows[row] as usize);
        match self.source {
            Source::Dense(values) => values[row],
            Source::Sparse(values) => values.at(row as u32),
        }
    }

    /// The numbers of a sparse column that are not 0, of which all rows are meant.
    pub(super) fn entries(&self) -> Option<&'a [f64]> {
        match (self.source, self.rows) {
            (Source::Sparse(values), None) => Some(values.values()),
            _ => None,
        }
    }

    /// All of the table's numbers.
    fn all(&self) -> Cow<'a, [f64]> {
        match self.source {
            Source::Dense(values) => Cow::Borrowed(values),
            Source::Sparse(values) => Cow::Owned(values.spread()),
        }
    }

    /// One after the other, of a column that is not sparse; where some rows are named, they are put into the room.
    pub(super) fn in_order<'o>(&self, room: &'o mut Vec<f64>) -> &'o [f64]
    where
        'a: 'o,
    {
        room.clear();
        match (self.source, self.rows) {
            (Source::Dense(values), None) => return values,
            (Source::Dense(values), Some(rows)) => room.extend(rows.iter().map(|row| values[*row as usize])),
            (Source::Sparse(_), _) => {}
        }
        room
    }

    /// Hands over the numbers of rows from the first on, each with what is there for it.
    pub(super) fn read<T>(&self, first: usize, each: impl Iterator<Item = T>, mut put: impl FnMut(T, f64)) {
        let values = &self.all()[..];
        match self.rows {
            None => each.zip(&values[first..]).for_each(|(each, value)| put(each, *value)),
            Some(rows) => each.zip(&rows[first..]).for_each(|(each, row)| put(each, values[*row as usize])),
        }
    }

    /// Whether there are no more than two numbers, and every row has one; who looks at many numbers soon sees a third.
    pub(super) fn are_two(&self) -> bool {
        let values = &self.all()[..];
        let row = self.rows.map_or(Some(0), |rows| rows.first().map(|row| *row as usize));
        let first = row.and_then(|row| values.get(row)).copied().unwrap_or(f64::NAN);
        let mut other = first;
        let mut is_known = |value: f64| {
            if value == first || value == other {
                return true;
            }
            let is_second = other == first && !value.is_nan();
            other = value;
            is_second
        };
        match self.rows {
            None => values.iter().all(|value| is_known(*value)),
            Some(rows) => rows.iter().all(|row| is_known(values[*row as usize])),
        }
    }
}
