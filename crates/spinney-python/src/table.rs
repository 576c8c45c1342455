//! Arrays and columns become tables.

use std::sync::{Mutex, PoisonError};

use arrow_array::{Float64Array, Int64Array};
use numpy::PyReadonlyArray2;
use numpy::ndarray::{ArrayView2, Axis, Slice};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3_arrow::input::AnyRecordBatch;
use rayon::prelude::*;
use spinney::error::Mistake;
use spinney::grow::Watch;
use spinney::table::{Category, CategoryKind, Column, Declared, Hierarchy, MISSING, Meaning, Number, Table, Values};
use spinney_io::{Input, Reading};

use crate::error::{raised, wrong};
use crate::lent::{lent, lines_of, of_batches, of_lines, whole, whole_codes};
use crate::near::told_apart;
use crate::sparse::Arrays;
use crate::work::{Bell, alone, heard, watched};

/// Rows of an array that are turned at a time: with some dozens of columns they stay in the cache.
const BLOCK: usize = 256;

/// Typed columns of one length.
#[pyclass(frozen, name = "Table", module = "spinney._core")]
pub(crate) struct PyTable {
    table: Mutex<Option<Table>>,
}

impl PyTable {
    /// A table for Python.
    pub(crate) fn of(table: Table) -> Self {
        PyTable { table: Mutex::new(Some(table)) }
    }

    /// The table, for what learns from it and needs it whole: there is then none left, which saves a copy of all values.
    pub(crate) fn take(&self) -> PyResult<Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(used_up)
    }

    /// What is asked of the table as it stands.
    pub(crate) fn with<T>(&self, ask: impl FnOnce(&Table) -> PyResult<T>) -> PyResult<T> {
        ask(self.table.lock().unwrap_or_else(PoisonError::into_inner).as_ref().ok_or_else(used_up)?)
    }
}

fn used_up() -> PyErr {
    wrong("the table has been learned from and is used up")
}

#[pymethods]
impl PyTable {
    /// The table of an array of numbers, a column for each name.
    #[staticmethod]
    fn from_array(array: &Bound<'_, PyAny>, names: Vec<String>, threads: usize) -> PyResult<Self> {
        let py = array.py();
        if let Some(lines) = lines_of(array)? {
            let rows = lines.len() / names.len().max(1);
            return watched(py, threads, None, move |_| Ok(PyTable::of(of_lines(&lines, names, rows)?)));
        }
        let table = if let Ok(array) = array.extract::<PyReadonlyArray2<'_, f64>>() {
            let view = array.as_array();
            heard(py, threads, |bell| of_view(view, names, bell))?
        } else {
            let array = array.extract::<PyReadonlyArray2<'_, f32>>()?;
            let view = array.as_array();
            heard(py, threads, |bell| of_view(view, names, bell))?
        };
        Ok(PyTable::of(table))
    }

    /// The table of columns: `(name, numbers)`, `(name, seconds, "time")` since 1970, or `(name, codes, levels, ordered)` with −1 for what is
    /// missing.
    #[staticmethod]
    fn from_columns(py: Python<'_>, columns: Vec<Bound<'_, PyTuple>>) -> PyResult<Self> {
        let given = columns.iter().map(Given::new).collect::<PyResult<Vec<Given>>>()?;
        alone(py, move || {
            let columns = given.into_iter().map(Given::column).collect();
            Ok(PyTable::of(Table::new(columns).map_err(raised)?))
        })
    }

    /// The table of anything that speaks Arrow's stream interface, with these names for its columns.
    #[staticmethod]
    fn from_arrow(py: Python<'_>, stream: AnyRecordBatch, names: Vec<String>) -> PyResult<Self> {
        let (batches, schema) = stream.into_table()?.into_inner();
        let table = alone(py, move || of_batches(&schema, &batches, names))?;
        Ok(PyTable::of(table))
    }

    /// The table of a sparse matrix whose lines (`indptr`, `indices`, `data`) are rows, or columns, with these names for its columns.
    #[staticmethod]
    fn from_sparse(
        py: Python<'_>,
        by_rows: bool,
        lines: (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>),
        names: Vec<String>,
        rows: usize,
    ) -> PyResult<Self> {
        let arrays = Arrays::new(&lines.0, &lines.1, &lines.2)?;
        alone(py, move || Ok(PyTable::of(arrays.table(by_rows, names, rows)?)))
    }

    /// Makes columns, by their places, what they are declared to be: `nominal`, `ordinal` with the levels in their order, `hierarchical` with
    /// the paths of the values.
    fn declare(&self, py: Python<'_>, declared: Vec<(usize, String, Vec<Vec<String>>)>) -> PyResult<()> {
        let mut columns = self.take()?.into_columns();
        let table = alone(py, move || {
            for (place, word, levels) in declared {
                let column = columns.get_mut(place).ok_or_else(|| wrong("a column is declared that is not there"))?;
                let blank = Column::numbers("", Vec::new());
                *column = kind(&word, levels)?.apply(std::mem::replace(column, blank)).map_err(raised)?;
            }
            Table::new(columns).map_err(raised)
        })?;
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = Some(table);
        Ok(())
    }

    /// How many rows there are.
    #[getter]
    fn rows(&self) -> PyResult<usize> {
        self.with(|table| Ok(table.rows()))
    }

    /// The names of the columns with their kinds.
    fn kinds(&self) -> PyResult<Vec<(String, &'static str)>> {
        self.with(|table| {
            Ok(table.columns().iter().map(|column| (column.name.clone(), column.kind().word())).collect())
        })
    }
}

fn of_view<T: Copy + Into<f64> + Sync>(view: ArrayView2<'_, T>, names: Vec<String>, bell: &Bell) -> PyResult<Table> {
    if view.ncols() != names.len() {
        return Err(wrong(format!("{} names for {} columns", names.len(), view.ncols())));
    }
    let places: Vec<usize> = (0..view.ncols()).collect();
    let columns = names.into_iter().zip(columns_of(view, &places, bell)?);
    Table::new(columns.map(|(name, values)| plain(name, values)).collect()).map_err(raised)
}

/// Some columns of an array, whichever way it lies in memory; −0.0 becomes 0.0.
pub(crate) fn columns_of<T: Copy + Into<f64> + Sync>(
    view: ArrayView2<'_, T>,
    places: &[usize],
    bell: &Bell,
) -> PyResult<Vec<Vec<f64>>> {
    let rows = view.nrows();
    // What lies column by column is read so; of what lies row by row, each thread takes a stretch of columns, and few rows at a time.
    let stretch = places.len().div_ceil(rayon::current_num_threads().max(1)).max(1);
    let block = if view.strides()[0] <= view.strides()[1] { rows.max(1) } else { BLOCK };
    let width = view.ncols().max(1); // of what lies row by row, one row after the other
    let part = |places: &[usize]| {
        let mut columns: Vec<Vec<f64>> = places.iter().map(|_| Vec::with_capacity(rows)).collect();
        for first in (0..rows).step_by(block) {
            let some = first..rows.min(first + block);
            for (place, column) in places.iter().zip(&mut columns).take_while(|_| !bell.stopped()) {
                if let Some(all) = view.as_slice() {
                    let lines = all[some.start * width..some.end * width].chunks_exact(width);
                    column.extend(lines.map(|line| line[*place].into() + 0.0));
                } else {
                    let values = view.column(*place);
                    let some = values.slice_axis(Axis(0), Slice::from(some.clone()));
                    column.extend(some.iter().map(|value| (*value).into() + 0.0));
                }
            }
        }
        columns
    };
    let columns = places.par_chunks(stretch).map(part).collect::<Vec<_>>().into_iter().flatten().collect();
    if bell.stopped() { Err(raised(Mistake::Stopped.anywhere())) } else { Ok(columns) }
}

/// The paths of a tree of values from a file, as the program reads it.
#[pyfunction]
pub(crate) fn read_paths(py: Python<'_>, file: String) -> PyResult<Vec<Vec<String>>> {
    let read = move || spinney_io::read_paths(&Input::from(&file[..]), &Reading::default());
    alone(py, move || read().map_err(|error| wrong(error.to_string())))
}

fn kind(word: &str, mut levels: Vec<Vec<String>>) -> PyResult<Declared> {
    match word {
        "nominal" => Ok(Declared::Nominal),
        "ordinal" => Ok(Declared::Ordinal(levels.pop().unwrap_or_default())),
        "hierarchical" => Ok(Declared::Hierarchical(Hierarchy::from_paths(levels).map_err(raised)?)),
        _ => Err(wrong(format!("{word:?} is no kind of column"))),
    }
}

fn plain(name: String, values: Vec<f64>) -> Column {
    Column { name, values: Values::Number(told_apart(Number { values: values.into(), meaning: Meaning::Plain })) }
}

/// A column as Python hands it over; its numbers stay where Python has them.
enum Given {
    Numbers(String, Float64Array),
    Seconds(String, Float64Array),
    Names(String, Int64Array, Vec<String>, bool),
}

impl Given {
    fn new(tuple: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let name: String = tuple.get_item(0)?.extract()?;
        let values = tuple.get_item(1)?;
        match tuple.len() {
            2 => Ok(Given::Numbers(name, whole(&values)?)),
            3 => Ok(Given::Seconds(name, whole(&values)?)),
            _ => {
                let (levels, ordered) = (tuple.get_item(2)?.extract()?, tuple.get_item(3)?.extract()?);
                Ok(Given::Names(name, whole_codes(&values)?, levels, ordered))
            }
        }
    }

    fn column(self) -> Column {
        match self {
            Given::Numbers(name, numbers) => lent(name, numbers),
            Given::Seconds(name, seconds) => {
                let values = seconds.values().iter().map(|value| value + 0.0).collect();
                Column { name, values: Values::Number(Number { values, meaning: Meaning::Time }) }
            }
            Given::Names(name, codes, levels, ordered) => {
                let code = |code: &i64| u32::try_from(*code).ok().filter(|code| (*code as usize) < levels.len());
                let codes: Vec<u32> = codes.values().iter().map(|found| code(found).unwrap_or(MISSING)).collect();
                let category = if ordered {
                    Category { codes, levels, kind: CategoryKind::Ordinal }
                } else {
                    let (codes, levels) = occurring(codes, &levels);
                    Category::canonical(codes, &levels)
                };
                Column { name, values: Values::Category(category) }
            }
        }
    }
}

/// The levels that occur, with the codes that they then have.
fn occurring(mut codes: Vec<u32>, levels: &[String]) -> (Vec<u32>, Vec<&str>) {
    let mut place = vec![MISSING; levels.len()];
    for code in codes.iter().filter(|code| **code != MISSING) {
        place[*code as usize] = 0;
    }
    let mut kept = Vec::new();
    for (place, level) in place.iter_mut().zip(levels).filter(|(place, _)| **place == 0) {
        *place = kept.len() as u32;
        kept.push(level.as_str());
    }
    for code in codes.iter_mut().filter(|code| **code != MISSING) {
        *code = place[*code as usize];
    }
    (codes, kept)
}
