//! Sparse matrices become tables, without their zeros.

use arrow_array::{Float32Array, Float64Array, Int32Array, Int64Array};
use pyo3::prelude::*;
use spinney::table::{Column, Matrix, Table};

use crate::error::{raised, wrong};
use crate::lent::{whole, whole_codes, whole_slim, whole_slim_codes};
use crate::near::column_told_apart;

/// Indices as scipy keeps them.
enum Places {
    /// Of 32 bits.
    Slim(Int32Array),
    /// Of 64 bits.
    Wide(Int64Array),
}

/// Numbers as scipy keeps them.
enum Entries {
    /// Of 64 bits.
    Wide(Float64Array),
    /// Of 32 bits.
    Slim(Float32Array),
}

impl Places {
    fn new(array: &Bound<'_, PyAny>) -> PyResult<Self> {
        whole_slim_codes(array).map(Places::Slim).or_else(|_| whole_codes(array).map(Places::Wide))
    }

    /// The indices, where all are small enough.
    fn all<T: TryFrom<i32> + TryFrom<i64>>(&self) -> PyResult<Vec<T>> {
        let found: Option<Vec<T>> = match self {
            Places::Slim(places) => places.values().iter().map(|place| T::try_from(*place).ok()).collect(),
            Places::Wide(places) => places.values().iter().map(|place| T::try_from(*place).ok()).collect(),
        };
        found.ok_or_else(|| wrong("an index of the sparse matrix is below 0 or beyond all rows and columns"))
    }
}

impl Entries {
    fn new(array: &Bound<'_, PyAny>) -> PyResult<Self> {
        whole(array).map(Entries::Wide).or_else(|_| whole_slim(array).map(Entries::Slim))
    }
}

/// The arrays of a sparse matrix as scipy has them: `indptr`, `indices` and `data`. They stay where Python has them.
pub(crate) struct Arrays {
    starts: Places,
    places: Places,
    values: Entries,
}

impl Arrays {
    /// The arrays that Python hands over.
    pub(crate) fn new(
        starts: &Bound<'_, PyAny>,
        places: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Arrays { starts: Places::new(starts)?, places: Places::new(places)?, values: Entries::new(values)? })
    }

    /// The table of a matrix whose lines are rows, or columns; a column for each name, and so many rows.
    pub(crate) fn table(&self, by_rows: bool, names: Vec<String>, rows: usize) -> PyResult<Table> {
        let length = if by_rows { names.len() } else { rows };
        let (starts, places) = (self.starts.all()?, self.places.all()?);
        let widened: Vec<f64>;
        let values: &[f64] = match &self.values {
            Entries::Wide(numbers) => numbers.values(),
            Entries::Slim(numbers) => {
                widened = numbers.values().iter().map(|number| f64::from(*number)).collect();
                &widened
            }
        };
        let matrix = Matrix { starts: &starts, places: &places, values, length };
        let table = if by_rows { Table::from_csr(matrix) } else { Table::from_csc(matrix) }.map_err(raised)?;
        let columns = table.into_columns();
        if columns.len() != names.len() || columns.first().is_some_and(|column| column.len() != rows) {
            return Err(wrong("the names of the columns do not fit the sparse matrix"));
        }
        let named = columns.into_iter().zip(names).map(|(column, name)| column_told_apart(Column { name, ..column }));
        Table::new(named.collect()).map_err(raised)
    }
}
