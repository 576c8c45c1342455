//! A table in the terms of a model: its columns in their order, its levels and classes by their numbers.

use crate::error::Result;
use crate::evaluate::truth;
use crate::grow::Training;
use crate::model::{ColumnSchema, ColumnValues, Schema};
use crate::predict::{by_value, level_codes, numbers};
use crate::table::{
    Category, CategoryKind, Classes, Column, Hierarchy, MISSING, Meaning, Number, Table, Target, TargetValues, Values,
};

/// A table in the terms of a model.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The model's columns, in its order. Levels that it does not know stand behind those that it knows.
    pub table: Table,
    /// The places of the columns.
    pub columns: Vec<usize>,
    /// The target; classes that the model does not know stand behind those that it knows.
    pub target: Target,
}

impl Terms {
    /// All rows, each of weight 1.
    pub fn training(&self) -> Training<'_> {
        Training::new(&self.table, &self.columns, &self.target)
    }
}

/// The rows of a table as a model's training would have seen them.
pub fn in_terms(schema: &Schema, table: &Table) -> Result<Terms> {
    let mut target = truth(schema, table)?;
    let columns = schema.columns.iter().map(|known| in_column_terms(known, table.column(&known.name)?));
    let columns: Vec<Column> = columns.collect::<Result<_>>()?;
    if let TargetValues::Classes(classes) = &mut target.values {
        *classes = in_class_terms(schema.classes(), classes);
    }
    target.column = columns.len(); // it stands behind them
    let places = (0..columns.len()).collect();
    Ok(Terms { table: Table::new(columns)?, columns: places, target })
}

fn in_class_terms(known: &[String], classes: &Classes) -> Classes {
    let (names, to) = widened(known, &classes.names, &by_value(&classes.names, known));
    Classes {
        names,
        codes: classes.codes.iter().map(|code| to.get(*code as usize).copied().unwrap_or(MISSING)).collect(),
    }
}

fn in_column_terms(known: &ColumnSchema, column: &Column) -> Result<Column> {
    let name = known.name.clone();
    if let ColumnValues::Continuous { meaning } = known.values {
        if let (Values::Sparse(_), Meaning::Plain) = (&column.values, meaning) {
            return Ok(Column { name, values: column.values.clone() });
        }
        let values = numbers(column, meaning)?.into_owned();
        return Ok(Column { name, values: Values::Number(Number { values: values.into(), meaning }) });
    }
    let (codes, to) = level_codes(column, known.levels());
    let (levels, codes) = match to {
        None => (known.levels().to_vec(), codes.into_owned()),
        Some(to) => {
            let own = match &column.values {
                Values::Category(category) => category.levels.clone(),
                Values::Number(_) | Values::Sparse(_) => (0..to.len()).map(|level| format!("value {level}")).collect(),
            };
            let (levels, to) = widened(known.levels(), &own, &to);
            (levels, codes.iter().map(|code| to.get(*code as usize).copied().unwrap_or(MISSING)).collect())
        }
    };
    let kind = match &known.values {
        ColumnValues::Ordinal { .. } => CategoryKind::Ordinal,
        ColumnValues::Hierarchical { levels, above } => {
            let path = |(level, above): (&String, &Vec<String>)| std::iter::once(level).chain(above).cloned().collect();
            let paths: Vec<Vec<String>> = levels.iter().zip(above).map(path).collect();
            Hierarchy::from_paths(paths).map_or(CategoryKind::Nominal, CategoryKind::Hierarchical)
        }
        ColumnValues::Nominal { .. } | ColumnValues::Continuous { .. } => CategoryKind::Nominal,
    };
    Ok(Column { name, values: Values::Category(Category { codes, levels, kind }) })
}

/// The known names with those behind them that are not, and for each of these names its place there.
fn widened(known: &[String], these: &[String], to: &[Option<u32>]) -> (Vec<String>, Vec<u32>) {
    let mut all = known.to_vec();
    let mut places = Vec::with_capacity(these.len());
    for (name, place) in these.iter().zip(to) {
        places.push(place.unwrap_or(all.len() as u32));
        if place.is_none() {
            all.push(name.clone());
        }
    }
    (all, places)
}
