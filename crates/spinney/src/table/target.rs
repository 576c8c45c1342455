//! What is to be predicted: the task and its classes.

use std::fmt;

use serde::Serialize;

use super::column::{Column, MISSING, Meaning, Values};
use super::declare::Declared;
use super::frame::{Table, pick};
use crate::error::{Mistake, Result};

/// Whole numbers with at most this many distinct values are classes unless the person says otherwise.
pub const MOST_CLASS_NUMBERS: usize = 20;

/// Larger numbers have squares beyond the range of an f64.
const LARGEST_TARGET: f64 = 1e150;

/// What is learned: a class or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The target is one of a few classes.
    Classification,
    /// The target is a number.
    Regression,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Task::Classification => "classification",
            Task::Regression => "regression",
        })
    }
}

/// The target of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Its column's place in the table.
    pub column: usize,
    /// Its column's name.
    pub name: String,
    /// Its values, one for each row of the table.
    pub values: TargetValues,
    /// Rows that have a value; the others are left out of everything that concerns the target.
    pub known: usize,
}

/// The values of a target.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetValues {
    /// Classes.
    Classes(Classes),
    /// Numbers, NaN where missing.
    Numbers(Vec<f64>),
}

/// Classes as codes into their names.
#[derive(Debug, Clone, PartialEq)]
pub struct Classes {
    /// One code for each row, [`MISSING`] where there is no value.
    pub codes: Vec<u32>,
    /// The names, in canonical order.
    pub names: Vec<String>,
}

impl Target {
    /// The target of this name. Text, booleans and whole numbers with at most 20 distinct values are classes; other numbers,
    /// dates among them, are numbers, unless the task is given.
    ///
    /// ```
    /// use spinney::table::{Column, Table, Target, Task};
    /// let table = Table::new(vec![Column::numbers("rent", vec![700.5, 810.0])])?;
    /// assert_eq!(Target::new(&table, "rent", None)?.task(), Task::Regression);
    /// assert_eq!(Target::new(&table, "rent", Some(Task::Classification))?.task(), Task::Classification);
    /// # Ok::<(), spinney::Error>(())
    /// ```
    pub fn new(table: &Table, name: &str, task: Option<Task>) -> Result<Self> {
        let place = table.position(name)?;
        let column = &table.columns()[place];
        let known = column.len() - column.missing();
        if known == 0 {
            return Err(Mistake::EmptyTarget.in_column(name));
        }
        let values = match task.unwrap_or_else(|| natural_task(column)) {
            Task::Classification => TargetValues::Classes(classes(column)?),
            Task::Regression => TargetValues::Numbers(numbers(column)?),
        };
        Ok(Target { column: place, name: name.to_owned(), values, known })
    }

    /// The rows, from 0, whose target is known.
    pub fn known_rows(&self) -> Vec<u32> {
        let is_known: &dyn Fn(usize) -> bool = match &self.values {
            TargetValues::Classes(classes) => &|row| classes.codes[row] != MISSING,
            TargetValues::Numbers(values) => &|row| !values[row].is_nan(),
        };
        let many = match &self.values {
            TargetValues::Classes(classes) => classes.codes.len(),
            TargetValues::Numbers(values) => values.len(),
        };
        (0..many as u32).filter(|row| is_known(*row as usize)).collect()
    }

    /// The target of some rows (from 0) of the table, as [`Table::picked`] has them; classes that none of them has stay.
    #[must_use]
    pub fn picked(&self, rows: &[u32]) -> Target {
        let (values, known) = match &self.values {
            TargetValues::Classes(classes) => {
                let codes: Vec<u32> = pick(&classes.codes, rows);
                let known = codes.iter().filter(|code| **code != MISSING).count();
                (TargetValues::Classes(Classes { codes, names: classes.names.clone() }), known)
            }
            TargetValues::Numbers(values) => {
                let values = pick(values, rows);
                let known = values.iter().filter(|value| !value.is_nan()).count();
                (TargetValues::Numbers(values), known)
            }
        };
        Target { column: self.column, name: self.name.clone(), values, known }
    }

    /// What is learned.
    pub fn task(&self) -> Task {
        match self.values {
            TargetValues::Classes(_) => Task::Classification,
            TargetValues::Numbers(_) => Task::Regression,
        }
    }
}

impl Classes {
    /// How many rows each class has.
    pub fn rows(&self) -> Vec<u64> {
        let mut rows = vec![0; self.names.len()];
        for code in self.codes.iter().filter(|code| **code != MISSING) {
            rows[*code as usize] += 1;
        }
        rows
    }
}

fn natural_task(column: &Column) -> Task {
    match &column.values {
        Values::Category(_) => Task::Classification,
        Values::Sparse(sparse) => {
            let few = sparse.is_whole() && sparse.distinct_values().len() <= MOST_CLASS_NUMBERS;
            if few { Task::Classification } else { Task::Regression }
        }
        Values::Number(number) => {
            let few = number.is_whole() && number.distinct_up_to(MOST_CLASS_NUMBERS).is_some();
            if few && number.meaning == Meaning::Plain { Task::Classification } else { Task::Regression }
        }
    }
}

fn classes(column: &Column) -> Result<Classes> {
    let category = match Declared::Nominal.apply(column.clone())?.values {
        Values::Category(category) => category,
        Values::Number(_) | Values::Sparse(_) => return Err(Mistake::EmptyTarget.in_column(&column.name)),
    };
    Ok(Classes { codes: category.codes, names: category.levels })
}

fn numbers(column: &Column) -> Result<Vec<f64>> {
    let as_numbers = Declared::Continuous.apply(column.clone()).map_err(|error| match error.mistake {
        Mistake::NotANumber { found } => Mistake::TextTarget { found }.in_place(*error.place),
        _ => error,
    });
    let values = match as_numbers?.values {
        Values::Number(number) => number.values.into_vec(),
        Values::Sparse(sparse) => sparse.spread(),
        Values::Category(_) => return Err(Mistake::EmptyTarget.in_column(&column.name)),
    };
    let Some(row) = values.iter().position(|value| value.abs() > LARGEST_TARGET) else { return Ok(values) };
    let found = values[row];
    let mistake = if found.is_infinite() { Mistake::InfiniteTarget { found } } else { Mistake::HugeTarget { found } };
    Err(mistake.at(row as u64 + 1, &column.name))
}
