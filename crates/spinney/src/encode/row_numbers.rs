//! The numbers of a column, row by row.

/// The numbers of rows, where the table has them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowNumbers<'a> {
    values: &'a [f64],
    /// All where none are named.
    rows: Option<&'a [u32]>,
}

impl<'a> RowNumbers<'a> {
    /// The number of a row.
    #[inline]
    pub(super) fn at(&self, row: usize) -> f64 {
        self.values[self.rows.map_or(row, |rows| rows[row] as usize)]
    }

    /// The numbers of these rows; of all where none are named.
    pub(super) fn new(values: &'a [f64], rows: Option<&'a [u32]>) -> Self {
        RowNumbers { values, rows }
    }

    /// One after the other; where some rows are named, they are put into the room.
    pub(super) fn in_order<'o>(&self, room: &'o mut Vec<f64>) -> &'o [f64]
    where
        'a: 'o,
    {
        let Some(rows) = self.rows else { return self.values };
        room.clear();
        room.extend(rows.iter().map(|row| self.values[*row as usize]));
        room
    }

    /// Hands over the numbers of rows from the first on, each with what is there for it.
    pub(super) fn read<T>(&self, first: usize, each: impl Iterator<Item = T>, mut put: impl FnMut(T, f64)) {
        match self.rows {
            None => each.zip(&self.values[first..]).for_each(|(each, value)| put(each, *value)),
            Some(rows) => each.zip(&rows[first..]).for_each(|(each, row)| put(each, self.values[*row as usize])),
        }
    }

    /// Whether there are no more than two numbers, and every row has one; who looks at many numbers soon sees a third.
    pub(super) fn are_two(&self) -> bool {
        let first = self.first();
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
            None => self.values.iter().all(|value| is_known(*value)),
            Some(rows) => rows.iter().all(|row| is_known(self.values[*row as usize])),
        }
    }

    fn first(&self) -> f64 {
        let row = self.rows.map_or(Some(0), |rows| rows.first().map(|row| *row as usize));
        row.and_then(|row| self.values.get(row)).copied().unwrap_or(f64::NAN)
    }
}
