//! The names behind the numbers: what columns and classes a model knows.

use serde::{Deserialize, Serialize};

use crate::table::{CategoryKind, Column, Kind, Meaning, Table, Target, TargetValues, Task, Values};
use crate::tree::ColumnId;

use super::form::{ColumnForm, TargetForm};

/// The columns that a model asks for, and the target that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// The columns, in the order of [`ColumnId`].
    pub columns: Vec<ColumnSchema>,
    /// The target.
    pub target: TargetSchema,
}

/// One column of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "ColumnForm", into = "ColumnForm")]
pub struct ColumnSchema {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: ColumnValues,
}

/// What values a column has.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnValues {
    /// Numbers.
    Continuous {
        /// What they stand for.
        meaning: Meaning,
    },
    /// Names without an order.
    Nominal {
        /// The names, in the order of their codes.
        levels: Vec<String>,
    },
    /// Names in an order.
    Ordinal {
        /// The names, in their order.
        levels: Vec<String>,
    },
    /// Names in a tree.
    Hierarchical {
        /// The names, in the order of their codes.
        levels: Vec<String>,
        /// For each name the nodes above it, nearest first.
        above: Vec<Vec<String>>,
    },
}

/// The target of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "TargetForm", into = "TargetForm")]
pub struct TargetSchema {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: TargetKind,
}

/// What values a target has.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetKind {
    /// One of these classes, in canonical order.
    Classes {
        /// Their names.
        names: Vec<String>,
    },
    /// A number.
    Number {
        /// What it stands for.
        meaning: Meaning,
    },
}

impl Schema {
    /// The schema of these columns of a table, and of its target.
    pub fn new(table: &Table, places: &[usize], target: &Target) -> Self {
        let columns = places.iter().map(|place| ColumnSchema::of(&table.columns()[*place])).collect();
        let values = match &target.values {
            TargetValues::Classes(classes) => TargetKind::Classes { names: classes.names.clone() },
            TargetValues::Numbers(_) => TargetKind::Number { meaning: meaning(&table.columns()[target.column]) },
        };
        Schema { columns, target: TargetSchema { name: target.name.clone(), values } }
    }

    /// One column.
    pub fn column(&self, id: ColumnId) -> &ColumnSchema {
        &self.columns[id.place()]
    }

    /// What is learned.
    pub fn task(&self) -> Task {
        match self.target.values {
            TargetKind::Classes { .. } => Task::Classification,
            TargetKind::Number { .. } => Task::Regression,
        }
    }

    /// The names of the classes; none where the target is a number.
    pub fn classes(&self) -> &[String] {
        match &self.target.values {
            TargetKind::Classes { names } => names,
            TargetKind::Number { .. } => &[],
        }
    }
}

fn meaning(column: &Column) -> Meaning {
    match &column.values {
        Values::Number(number) => number.meaning,
        Values::Sparse(_) | Values::Category(_) => Meaning::Plain,
    }
}

impl ColumnSchema {
    /// The schema of a column of a table.
    pub(crate) fn of(column: &Column) -> Self {
        let values = match &column.values {
            Values::Number(number) => ColumnValues::Continuous { meaning: number.meaning },
            Values::Sparse(_) => ColumnValues::Continuous { meaning: Meaning::Plain },
            Values::Category(category) => {
                let levels = category.levels.clone();
                match &category.kind {
                    CategoryKind::Nominal => ColumnValues::Nominal { levels },
                    CategoryKind::Ordinal => ColumnValues::Ordinal { levels },
                    CategoryKind::Hierarchical(tree) => {
                        let above = |level: &String| tree.above(level).unwrap_or_default().to_vec();
                        ColumnValues::Hierarchical { above: levels.iter().map(above).collect(), levels }
                    }
                }
            }
        };
        ColumnSchema { name: column.name.clone(), values }
    }

    /// Its kind in one word.
    pub fn kind(&self) -> Kind {
        match self.values {
            ColumnValues::Continuous { .. } => Kind::Continuous,
            ColumnValues::Nominal { .. } => Kind::Nominal,
            ColumnValues::Ordinal { .. } => Kind::Ordinal,
            ColumnValues::Hierarchical { .. } => Kind::Hierarchical,
        }
    }

    /// The names of its levels; none where it holds numbers.
    pub fn levels(&self) -> &[String] {
        match &self.values {
            ColumnValues::Continuous { .. } => &[],
            ColumnValues::Nominal { levels }
            | ColumnValues::Ordinal { levels }
            | ColumnValues::Hierarchical { levels, .. } => levels,
        }
    }

    /// The hierarchy's node that holds a level at so many steps above it (a shorter path ends at its top), written from the
    /// top down; the level itself where there is no hierarchy.
    pub fn node(&self, level: u32, height: u32) -> String {
        let name = &self.levels()[level as usize];
        let ColumnValues::Hierarchical { above, .. } = &self.values else { return name.clone() };
        let steps: Vec<&str> = std::iter::once(name).chain(&above[level as usize]).map(String::as_str).collect();
        let from = (height as usize).min(steps.len() - 1);
        steps[from..].iter().rev().copied().collect::<Vec<_>>().join("/")
    }
}

impl From<ColumnForm> for ColumnSchema {
    fn from(form: ColumnForm) -> Self {
        let (name, values) = match form {
            ColumnForm::Continuous { name, format } => (name, ColumnValues::Continuous { meaning: format }),
            ColumnForm::Nominal { name, levels } => (name, ColumnValues::Nominal { levels }),
            ColumnForm::Ordinal { name, levels } => (name, ColumnValues::Ordinal { levels }),
            ColumnForm::Hierarchical { name, levels, above } => (name, ColumnValues::Hierarchical { levels, above }),
        };
        ColumnSchema { name, values }
    }
}

impl From<ColumnSchema> for ColumnForm {
    fn from(ColumnSchema { name, values }: ColumnSchema) -> Self {
        match values {
            ColumnValues::Continuous { meaning } => ColumnForm::Continuous { name, format: meaning },
            ColumnValues::Nominal { levels } => ColumnForm::Nominal { name, levels },
            ColumnValues::Ordinal { levels } => ColumnForm::Ordinal { name, levels },
            ColumnValues::Hierarchical { levels, above } => ColumnForm::Hierarchical { name, levels, above },
        }
    }
}

impl From<TargetForm> for TargetSchema {
    fn from(form: TargetForm) -> Self {
        let (name, values) = match form {
            TargetForm::Nominal { name, classes } => (name, TargetKind::Classes { names: classes }),
            TargetForm::Continuous { name, format } => (name, TargetKind::Number { meaning: format }),
        };
        TargetSchema { name, values }
    }
}

impl From<TargetSchema> for TargetForm {
    fn from(TargetSchema { name, values }: TargetSchema) -> Self {
        match values {
            TargetKind::Classes { names } => TargetForm::Nominal { name, classes: names },
            TargetKind::Number { meaning } => TargetForm::Continuous { name, format: meaning },
        }
    }
}
