//! Sparse matrices become tables, without their zeros.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use spinney::table::{Column, Matrix, Table};

use crate::error::{raised, wrong};
use crate::near::column_told_apart;

/// Indices as scipy keeps them.
#[derive(FromPyObject)]
pub(crate) enum Places<'py> {
    /// Of 32 bits.
    Slim(PyReadonlyArray1<'py, i32>),
    /// Of 64 bits.
    Wide(PyReadonlyArray1<'py, i64>),
}

/// Numbers as scipy keeps them.
#[derive(FromPyObject)]
pub(crate) enum Entries<'py> {
    /// Of 64 bits.
    Wide(PyReadonlyArray1<'py, f64>),
    /// Of 32 bits.
    Slim(PyReadonlyArray1<'py, f32>),
}

impl Places<'_> {
    /// The indices, where all are small enough.
    fn all<T: TryFrom<i32> + TryFrom<i64>>(&self) -> PyResult<Vec<T>> {
        let found: Option<Vec<T>> = match self {
            Places::Slim(places) => places.as_array().iter().map(|place| T::try_from(*place).ok()).collect(),
            Places::Wide(places) => places.as_array().iter().map(|place| T::try_from(*place).ok()).collect(),
        };
        found.ok_or_else(|| wrong("an index of the sparse matrix is below 0 or beyond all rows and columns"))
    }
}

impl Entries<'_> {
    fn all(&self) -> Vec<f64> {
        match self {
            Entries::Wide(numbers) => numbers.as_array().to_vec(),
            Entries::Slim(numbers) => numbers.as_array().iter().map(|number| f64::from(*number)).collect(),
        }
    }
}

/// The arrays of a sparse matrix as scipy has them: `indptr`, `indices` and `data`.
pub(crate) struct Arrays {
    starts: Vec<usize>,
    places: Vec<u32>,
    values: Vec<f64>,
}

impl Arrays {
    /// The arrays that Python hands over.
    pub(crate) fn new(starts: &Places<'_>, places: &Places<'_>, values: &Entries<'_>) -> PyResult<Self> {
        Ok(Arrays { starts: starts.all()?, places: places.all()?, values: values.all() })
    }

    /// The table of a matrix whose lines are rows, or columns; a column for each name, and so many rows.
    pub(crate) fn table(&self, by_rows: bool, names: Vec<String>, rows: usize) -> PyResult<Table> {
        let length = if by_rows { names.len() } else { rows };
        let matrix = Matrix { starts: &self.starts, places: &self.places, values: &self.values, length };
        let table = if by_rows { Table::from_csr(matrix) } else { Table::from_csc(matrix) }.map_err(raised)?;
        let columns = table.into_columns();
        if columns.len() != names.len() || columns.first().is_some_and(|column| column.len() != rows) {
            return Err(wrong("the names of the columns do not fit the sparse matrix"));
        }
        let named = columns.into_iter().zip(names).map(|(column, name)| column_told_apart(Column { name, ..column }));
        Table::new(named.collect()).map_err(raised)
    }
}
