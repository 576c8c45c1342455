//! The rows of a table on a plane.

use crate::error::Result;
use crate::evaluate::truth;
use crate::model::Model;
use crate::predict::{MatchedRow, Predictor, Rows, Unseen, by_value};
use crate::seed::Key;
use crate::table::{Table, TargetValues};
use crate::tree::{Cell, ColumnId, Row};

/// The most rows that are drawn; which of more is drawn by lot, the same for ever.
const MOST_DRAWN: usize = 2000;

/// What is true of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Truth {
    Class(u32),
    Number(f64),
    Unknown,
}

/// The rows that are drawn.
pub(super) struct Dots<'a> {
    rows: Rows<'a>,
    /// Their numbers, in order, and what is true of them.
    pub(super) drawn: Vec<(usize, Truth)>,
    /// How many rows the table has.
    pub(super) all: usize,
    /// Rows with a level that the model does not know.
    pub(super) unseen: usize,
}

impl<'a> Dots<'a> {
    /// The rows of a table that has these columns of a model; it may lack the target.
    pub(super) fn new(model: &Model, predictor: &Predictor, columns: &[ColumnId], table: &'a Table) -> Result<Self> {
        let mut asked = columns.to_vec();
        asked.sort_unstable();
        asked.dedup();
        let rows = predictor.rows_of(&asked, table, Unseen::AsNode)?;
        let known = |row: &MatchedRow<'_>| asked.iter().all(|column| row.cell(*column) != Cell::Unseen);
        let mut picked: Vec<usize> = (0..rows.len()).filter(|row| rows.row(*row).as_ref().is_some_and(known)).collect();
        let unseen = rows.len() - picked.len();
        if picked.len() > MOST_DRAWN {
            picked.sort_by_cached_key(|row| Key::new(0).child(*row as u64).number());
            picked.truncate(MOST_DRAWN);
            picked.sort_unstable();
        }
        let truths = truths(model, table)?;
        let drawn = picked.into_iter().map(|row| (row, truths.get(row).copied().unwrap_or(Truth::Unknown))).collect();
        Ok(Dots { all: rows.len(), rows, drawn, unseen })
    }

    /// How large a row is drawn: smaller where there are many.
    pub(super) fn radius(&self) -> f64 {
        if self.drawn.len() > 600 { 2.1 } else { 2.9 }
    }

    pub(super) fn row(&self, row: usize) -> Option<MatchedRow<'_>> {
        self.rows.row(row)
    }

    /// All rows that are drawn, as tests see them.
    pub(super) fn seen(&self) -> Vec<MatchedRow<'_>> {
        self.drawn.iter().filter_map(|(row, _)| self.rows.row(*row)).collect()
    }
}

/// What is true of each row of a table; nothing where it has no target.
fn truths(model: &Model, table: &Table) -> Result<Vec<Truth>> {
    let schema = model.schema();
    let there =
        table.columns().iter().any(|column| column.name == schema.target.name && column.missing() < column.len());
    if !there {
        return Ok(Vec::new());
    }
    Ok(match truth(schema, table)?.values {
        TargetValues::Numbers(values) => {
            values.iter().map(|value| if value.is_finite() { Truth::Number(*value) } else { Truth::Unknown }).collect()
        }
        TargetValues::Classes(classes) => {
            let to = by_value(&classes.names, schema.classes());
            let class = |code: &u32| to.get(*code as usize).copied().flatten().map_or(Truth::Unknown, Truth::Class);
            classes.codes.iter().map(class).collect()
        }
    })
}
