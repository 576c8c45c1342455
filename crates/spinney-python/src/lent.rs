//! Numbers that stay where Python has them: arrays that lie column by column, and columns of Arrow.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type};
use arrow_array::{
    Array, ArrayRef, Float32Array, Float64Array, Int32Array, Int64Array, PrimitiveArray, RecordBatch, UInt8Array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use numpy::{PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use pyo3_arrow::buffer::AnyBufferProtocol;
use rayon::prelude::*;
use spinney::table::{Column, Floats, Meaning, Number, ReadOptions, Table, Values};

use crate::error::{INFINITE, raised, wrong};
use crate::near::{column_told_apart, told_apart};

/// Numbers of an Arrow array, or of a stretch of one.
struct Lent(Float64Array);

impl AsRef<[f64]> for Lent {
    fn as_ref(&self) -> &[f64] {
        self.0.values()
    }
}

/// A column of numbers that are not copied.
pub(crate) fn lent(name: String, numbers: Float64Array) -> Column {
    let values = Floats::shared(Arc::new(Lent(numbers)));
    Column { name, values: Values::Number(told_apart(Number { values, meaning: Meaning::Plain })) }
}

/// The numbers of an array of 64 bits that lies column by column, one column after the other; none where it does not.
pub(crate) fn lines_of(array: &Bound<'_, PyAny>) -> PyResult<Option<Float64Array>> {
    let Ok(array) = array.cast::<PyArray2<f64>>() else { return Ok(None) };
    if !array.is_fortran_contiguous() || array.is_empty() {
        return Ok(None);
    }
    let order: Bound<'_, PyDict> = [("order", "F")].into_py_dict(array.py())?;
    line_of(&array.call_method("ravel", (), Some(&order))?) // a view: it lies so already
}

/// The numbers of an array of one dimension, where they lie side by side.
fn line_of(array: &Bound<'_, PyAny>) -> PyResult<Option<Float64Array>> {
    kept(array, AnyBufferProtocol::Float64)
}

/// The same of any kind of numbers: they are kept alive for whoever has them.
fn kept<E: Element, T: ArrowPrimitiveType>(
    array: &Bound<'_, PyAny>,
    of: impl Fn(PyBuffer<E>) -> AnyBufferProtocol,
) -> PyResult<Option<PrimitiveArray<T>>> {
    let Ok(buffer) = PyBuffer::get(array) else { return Ok(None) };
    if !buffer.is_c_contiguous() || buffer.item_count() == 0 {
        return Ok(None);
    }
    Ok(of(buffer).into_arrow_array()?.as_primitive_opt::<T>().cloned())
}

/// Numbers of an array of one dimension that work may take with it: where they lie, or a copy where they do not lie side by side.
pub(crate) fn whole(array: &Bound<'_, PyAny>) -> PyResult<Float64Array> {
    let numbers = |array: PyReadonlyArray1<'_, f64>| Float64Array::from_iter_values(array.as_array().iter().copied());
    line_of(array)?.map_or_else(|| Ok(numbers(array.extract()?)), Ok)
}

/// The same of whole numbers.
pub(crate) fn whole_codes(array: &Bound<'_, PyAny>) -> PyResult<Int64Array> {
    let codes = |array: PyReadonlyArray1<'_, i64>| Int64Array::from_iter_values(array.as_array().iter().copied());
    kept(array, AnyBufferProtocol::Int64)?.map_or_else(|| Ok(codes(array.extract()?)), Ok)
}

/// The same of whole numbers of 32 bits.
pub(crate) fn whole_slim_codes(array: &Bound<'_, PyAny>) -> PyResult<Int32Array> {
    let codes = |array: PyReadonlyArray1<'_, i32>| Int32Array::from_iter_values(array.as_array().iter().copied());
    kept(array, AnyBufferProtocol::Int32)?.map_or_else(|| Ok(codes(array.extract()?)), Ok)
}

/// The same of numbers of half the width.
pub(crate) fn whole_slim(array: &Bound<'_, PyAny>) -> PyResult<Float32Array> {
    let numbers = |array: PyReadonlyArray1<'_, f32>| Float32Array::from_iter_values(array.as_array().iter().copied());
    kept(array, AnyBufferProtocol::Float32)?.map_or_else(|| Ok(numbers(array.extract()?)), Ok)
}

/// The table of such numbers, a column for each name.
pub(crate) fn of_lines(lines: &Float64Array, names: Vec<String>, rows: usize) -> PyResult<Table> {
    if names.len() * rows != lines.len() {
        return Err(wrong(format!("{} names for {} numbers", names.len(), lines.len())));
    }
    let columns = names.into_par_iter().enumerate().map(|(place, name)| lent(name, lines.slice(place * rows, rows)));
    Table::new(columns.collect()).map_err(raised)
}

/// Batches of Arrow arrays as a table; booleans are the numbers 0 and 1, as in arrays. A column of 64-bit numbers that lies in one piece, without holes, stays where it
/// is.
pub(crate) fn of_batches(schema: &Schema, batches: &[RecordBatch], names: Vec<String>) -> PyResult<Table> {
    if schema.fields().len() != names.len() {
        return Err(wrong(format!("{} names for {} columns", names.len(), schema.fields().len())));
    }
    let whole: Vec<Option<Float64Array>> = match batches {
        [batch] => batch.columns().iter().map(in_one_piece).collect(),
        _ => names.iter().map(|_| None).collect(),
    };
    let others: Vec<usize> = (0..names.len()).filter(|place| whole[*place].is_none()).collect();
    let mut copied = copied(schema, batches, &others)?.into_iter();
    let columns = whole.into_iter().zip(names).map(|(numbers, name)| match numbers {
        Some(numbers) => Some(lent(name, numbers)),
        None => copied.next().map(|column| column_told_apart(Column { name, ..column })),
    });
    let columns: Vec<Column> = columns.collect::<Option<_>>().ok_or_else(|| wrong("a column is missing"))?;
    let infinite = |column: &Column| match &column.values {
        Values::Number(number) => number.values.iter().any(|value| value.is_infinite()),
        _ => false,
    };
    if columns.par_iter().any(infinite) {
        return Err(wrong(INFINITE));
    }
    Table::new(columns).map_err(raised)
}

/// The numbers of an array without holes.
fn in_one_piece(array: &ArrayRef) -> Option<Float64Array> {
    array.as_primitive_opt::<Float64Type>().filter(|array| array.null_count() == 0).cloned()
}

/// Some columns of batches, as tables have them.
fn copied(schema: &Schema, batches: &[RecordBatch], places: &[usize]) -> PyResult<Vec<Column>> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let told = |error: &dyn std::fmt::Display| wrong(error.to_string());
    let field = |place: &usize| match &schema.fields()[*place] {
        field if field.data_type() == &DataType::Boolean => Arc::new(Field::new(field.name(), DataType::UInt8, true)),
        field => FieldRef::clone(field),
    };
    let counted = Arc::new(Schema::new(places.iter().map(field).collect::<Vec<_>>()));
    let batch = |batch: &RecordBatch| {
        let arrays = places.iter().map(|place| as_numbers(batch.column(*place))).collect();
        RecordBatch::try_new(Arc::clone(&counted), arrays)
    };
    let batches = batches.iter().map(batch).collect::<Result<Vec<_>, _>>().map_err(|error| told(&error))?;
    let table = spinney_io::from_batches(&counted, &batches, &ReadOptions::new()).map_err(|error| told(&error))?;
    Ok(table.into_columns())
}

/// Booleans as 0 and 1; other arrays as they are.
fn as_numbers(array: &ArrayRef) -> ArrayRef {
    match array.as_boolean_opt() {
        Some(booleans) => Arc::new(booleans.iter().map(|value| value.map(u8::from)).collect::<UInt8Array>()),
        None => Arc::clone(array),
    }
}
