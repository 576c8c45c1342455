//! What is to be learned.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use spinney::table::level::canonical_order;
use spinney::table::{Category, CategoryKind, Classes, Column, Meaning, Number, Table, Target, TargetValues, Values};

use crate::error::{raised, wrong};

/// The place of each class in canonical order: `order[i]` is the class that stands at place `i`.
#[pyfunction]
pub(crate) fn class_order(names: Vec<String>) -> Vec<u32> {
    canonical_order(&names)
}

/// What Python says of a target.
#[derive(FromPyObject)]
pub(crate) enum Labels<'py> {
    /// Codes of classes in canonical order, and their names.
    Classes(PyReadonlyArray1<'py, u32>, Vec<String>),
    /// Numbers.
    Numbers(PyReadonlyArray1<'py, f64>),
}

/// A table to learn from, and its target as one more column of it.
pub(crate) struct Lesson {
    pub(crate) table: Table,
    pub(crate) target: Target,
    pub(crate) columns: Vec<usize>,
}

impl Lesson {
    /// The lesson of a table of features and labels.
    pub(crate) fn new(features: Table, name: &str, labels: &Labels<'_>) -> PyResult<Self> {
        let place = features.columns().len();
        let name = free(&features, name);
        let (values, known) = match labels {
            Labels::Numbers(numbers) => {
                let numbers: Vec<f64> = numbers.as_array().iter().map(|value| value + 0.0).collect();
                let known = numbers.len();
                (TargetValues::Numbers(numbers), known)
            }
            Labels::Classes(codes, names) => {
                let codes = codes.as_array().to_vec();
                if codes.iter().any(|code| *code as usize >= names.len()) {
                    return Err(wrong("a class has no name"));
                }
                let known = codes.len();
                (TargetValues::Classes(Classes { codes, names: names.clone() }), known)
            }
        };
        // The engine reads the target from `Target`; its column names it, and is what figures of the table are about.
        let column = match &values {
            TargetValues::Numbers(values) => Values::Number(Number { values: values.clone(), meaning: Meaning::Plain }),
            TargetValues::Classes(Classes { codes, names }) => {
                let (codes, levels) = (codes.clone(), names.clone());
                Values::Category(Category { codes, levels, kind: CategoryKind::Nominal })
            }
        };
        let mut columns = features.into_columns();
        columns.push(Column { name: name.clone(), values: column });
        let table = Table::new(columns).map_err(raised)?;
        Ok(Lesson { table, target: Target { column: place, name, values, known }, columns: (0..place).collect() })
    }
}

/// The name, with as many `_` behind it as tell it from all columns.
fn free(table: &Table, name: &str) -> String {
    let mut name = name.to_owned();
    while table.columns().iter().any(|column| column.name == name) {
        name.push('_');
    }
    name
}
