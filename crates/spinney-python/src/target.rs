//! What is to be learned.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use spinney::grow::Training;
use spinney::model::Schema;
use spinney::table::level::canonical_order;
use spinney::table::{
    Category, CategoryKind, Classes, Column, MISSING, Meaning, Number, Table, Target, TargetValues, Values,
};

use crate::error::{raised, wrong};

/// The place of each class in canonical order: `order[i]` is the class that stands at place `i`.
#[pyfunction]
pub(crate) fn class_order(names: Vec<String>) -> Vec<u32> {
    canonical_order(&names)
}

/// What Python says of a target.
#[derive(FromPyObject)]
pub(crate) enum Labels<'py> {
    /// Codes of classes in canonical order, [`MISSING`] where there is none, and their names.
    Classes(PyReadonlyArray1<'py, u32>, Vec<String>),
    /// Numbers.
    Numbers(PyReadonlyArray1<'py, f64>),
}

/// What is learned: the name and the labels of each target, and the weights of the rows.
pub(crate) type Learned<'py> = (Vec<(String, Labels<'py>)>, Option<PyReadonlyArray1<'py, f64>>);

/// A table to learn from, its targets as further columns of it, and the weights of its rows.
pub(crate) struct Lesson {
    pub(crate) table: Table,
    target: Target,
    others: Vec<Target>,
    columns: Vec<usize>,
    weights: Option<Vec<f64>>,
}

impl Lesson {
    /// The lesson of a table of features and of what is learned.
    pub(crate) fn new(features: Table, (labels, weights): Learned<'_>) -> PyResult<Self> {
        let many = features.columns().len();
        let mut columns = features.into_columns();
        let mut targets = Vec::with_capacity(labels.len());
        for (name, labels) in &labels {
            let (name, values, known) = (free(&columns, name), values_of(labels)?, known(labels));
            targets.push(Target { column: columns.len(), name: name.clone(), values, known });
            columns.push(column(name, labels));
        }
        let table = Table::new(columns).map_err(raised)?;
        let weights = weights.map(|weights| weights.as_array().to_vec());
        let others = targets.split_off(targets.len().min(1));
        let target = targets.pop().ok_or_else(|| wrong("there is nothing to learn"))?;
        Ok(Lesson { table, target, others, columns: (0..many).collect(), weights })
    }

    /// What trees grow from.
    pub(crate) fn training(&self) -> Training<'_> {
        Training {
            weights: self.weights.as_deref(),
            others: &self.others,
            ..Training::new(&self.table, &self.columns, &self.target)
        }
    }

    /// The table, all targets, the places of the features, and the weights.
    pub(crate) fn into_parts(self) -> (Table, Vec<Target>, Vec<usize>, Option<Vec<f64>>) {
        let targets = std::iter::once(self.target).chain(self.others).collect();
        (self.table, targets, self.columns, self.weights)
    }

    /// The first target.
    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    /// What a model of each target knows of the columns and of its target.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = Schema> {
        self.training().targets().map(|target| Schema::new(&self.table, &self.columns, target))
    }
}

/// How many rows have a label.
fn known(labels: &Labels<'_>) -> usize {
    match labels {
        Labels::Numbers(numbers) => numbers.as_array().iter().filter(|value| !value.is_nan()).count(),
        Labels::Classes(codes, _) => codes.as_array().iter().filter(|code| **code != MISSING).count(),
    }
}

fn values_of(labels: &Labels<'_>) -> PyResult<TargetValues> {
    match labels {
        Labels::Numbers(numbers) => {
            Ok(TargetValues::Numbers(numbers.as_array().iter().map(|value| value + 0.0).collect()))
        }
        Labels::Classes(codes, names) => {
            let codes = codes.as_array().to_vec();
            if codes.iter().any(|code| *code != MISSING && *code as usize >= names.len()) {
                return Err(wrong("a class has no name"));
            }
            Ok(TargetValues::Classes(Classes { codes, names: names.clone() }))
        }
    }
}

/// The engine reads a target from `Target`; its column names it, and is what figures of the table are about.
fn column(name: String, labels: &Labels<'_>) -> Column {
    let values = match labels {
        Labels::Numbers(numbers) => {
            let values = numbers.as_array().iter().map(|value| value + 0.0).collect();
            Values::Number(Number { values, meaning: Meaning::Plain })
        }
        Labels::Classes(codes, names) => {
            let (codes, levels) = (codes.as_array().to_vec(), names.clone());
            Values::Category(Category { codes, levels, kind: CategoryKind::Nominal })
        }
    };
    Column { name, values }
}

/// The name, with as many `_` behind it as tell it from all columns.
fn free(columns: &[Column], name: &str) -> String {
    let mut name = name.to_owned();
    while columns.iter().any(|column| column.name == name) {
        name.push('_');
    }
    name
}
