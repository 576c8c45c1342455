//! What a tree is grown from.

use crate::error::{Mistake, Result};
use crate::table::{Table, Target, TargetValues};

/// What a tree is grown from.
#[derive(Clone, Copy)]
pub struct Training<'a> {
    /// The table.
    pub table: &'a Table,
    /// The places of the columns to learn from, in the order of the tree's columns.
    pub columns: &'a [usize],
    /// The target.
    pub target: &'a Target,
    /// The rows to learn from; all where none are named. Rows without a target are left out.
    pub rows: Option<&'a [u32]>,
    /// A weight for each row of the table; 1 where there are none.
    pub weights: Option<&'a [f64]>,
    /// A factor for the rows of each class; 1 where there are none.
    pub class_weights: Option<&'a [f64]>,
}

impl<'a> Training<'a> {
    /// All rows of a table, each of weight 1.
    pub fn new(table: &'a Table, columns: &'a [usize], target: &'a Target) -> Self {
        Training { table, columns, target, rows: None, weights: None, class_weights: None }
    }

    /// Whether the parts fit each other.
    pub(crate) fn check(&self) -> Result<()> {
        let all = self.table.rows();
        if let Some(place) = self.columns.iter().find(|place| **place >= self.table.columns().len()) {
            self.table.column(&format!("number {place}"))?;
        }
        if let Some(row) = self.rows.and_then(|rows| rows.iter().find(|row| **row as usize >= all)) {
            return Err(Mistake::NoRow { row: u64::from(*row) + 1, rows: all }.anywhere());
        }
        let known = match &self.target.values {
            TargetValues::Classes(classes) => classes.codes.len(),
            TargetValues::Numbers(values) => values.len(),
        };
        let lengths = [(known, self.target.name.as_str()), (self.weights.map_or(all, <[f64]>::len), "weights")];
        if let Some((found, name)) = lengths.into_iter().find(|(found, _)| *found != all) {
            return Err(Mistake::UnequalLengths { found, expected: all }.in_column(name));
        }
        match (&self.target.values, self.class_weights) {
            (TargetValues::Classes(classes), Some(factors)) if factors.len() != classes.names.len() => {
                let found = factors.len() as f64;
                Err(Mistake::BadSetting { name: "class-weights", found, range: "as many as classes" }.anywhere())
            }
            _ => Ok(()),
        }
    }
}
