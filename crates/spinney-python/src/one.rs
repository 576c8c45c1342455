//! Rows of an array, as a model sees them.

use numpy::PyReadonlyArray2;
use numpy::ndarray::{ArrayView1, ArrayView2};
use pyo3::prelude::*;
use spinney::model::{ColumnSchema, ColumnValues, Schema};
use spinney::predict::Predictor;
use spinney::table::{Column, Kind, Meaning, Number, Table, Values};
use spinney::tree::{Cell, ColumnId, Row};

use crate::error::{INFINITE, raised, wrong};
use crate::table::{PyTable, columns_of};
use crate::work::Bell;

/// What is asked about.
#[derive(FromPyObject)]
pub(crate) enum Asked<'py> {
    /// An array of numbers.
    Wide(PyReadonlyArray2<'py, f64>),
    /// An array of numbers of half the width.
    Slim(PyReadonlyArray2<'py, f32>),
    /// A table.
    Table(Bound<'py, PyTable>),
}

impl Asked<'_> {
    /// How many rows there are.
    pub(crate) fn rows(&self) -> PyResult<usize> {
        match self {
            Asked::Wide(array) => Ok(array.as_array().nrows()),
            Asked::Slim(array) => Ok(array.as_array().nrows()),
            Asked::Table(table) => table.get().with(|table| Ok(table.rows())),
        }
    }
}

/// A row of an array.
pub(crate) struct Line<'a, T>(pub(crate) ArrayView1<'a, T>);

impl<T: Copy + Into<f64>> Row for Line<'_, T> {
    fn cell(&self, column: ColumnId) -> Cell {
        let value: f64 = self.0[column.place()].into();
        if value.is_nan() { Cell::Missing } else { Cell::Number(value) }
    }
}

/// Whether all columns are plain numbers, so that rows of an array can be asked as they are.
pub(crate) fn is_plain(schema: &Schema) -> bool {
    let plain = |column: &ColumnSchema| column.values == ColumnValues::Continuous { meaning: Meaning::Plain };
    schema.columns.iter().all(plain)
}

/// Whether an array has a column for each of the model's.
pub(crate) fn check_width<T>(view: ArrayView2<'_, T>, schema: &Schema) -> PyResult<()> {
    let (found, expected) = (view.ncols(), schema.columns.len());
    if found != expected {
        return Err(wrong(format!("X has {found} features, but Model is expecting {expected} features as input.")));
    }
    Ok(())
}

/// The same, and whether it has no infinite number.
pub(crate) fn check<T: Copy + Into<f64>>(view: ArrayView2<'_, T>, schema: &Schema) -> PyResult<()> {
    check_width(view, schema)?;
    if view.iter().any(|value| (*value).into().is_infinite()) {
        return Err(wrong(INFINITE));
    }
    Ok(())
}

/// Some rows of an array as a table of the columns that the model asks for.
pub(crate) fn part<T: Copy + Into<f64> + Sync>(
    view: ArrayView2<'_, T>,
    predictor: &Predictor,
    bell: &Bell,
) -> PyResult<Table> {
    let schema = predictor.schema();
    let name = |id: &ColumnId| schema.column(*id).name.clone();
    let mut used: Vec<ColumnId> = predictor.used().to_vec();
    if used.is_empty() {
        used.push(ColumnId(0)); // a table knows how many rows it has by its columns
    }
    let is_missing = |id: &ColumnId| view.column(id.place()).iter().all(|value| (*value).into().is_nan());
    if let Some(id) = used.iter().find(|id| schema.column(**id).kind() != Kind::Continuous && !is_missing(id)) {
        return Err(wrong(format!(
            "column {:?} holds names, and is asked with numbers: make it texts or a category, in a frame or an array of objects",
            name(id)
        )));
    }
    let places: Vec<usize> = used.iter().map(|id| id.place()).collect();
    let columns = used.iter().map(name).zip(columns_of(view, &places, bell)?);
    let column = |(name, values): (String, Vec<f64>)| {
        let values = Values::Number(Number { values: values.into(), meaning: Meaning::Plain });
        Column { name, values }
    };
    Table::new(columns.map(column).collect()).map_err(raised)
}
