//! The numbers of columns in 32 bits, where every one of them fits exactly: cuts that are drawn between numbers read them column by
//! column where nodes are large.

use super::encoded::{Coded, EncodedColumn};
use crate::parallel;

/// For each column its numbers, row by row; nothing where they are not exact in 32 bits, or none.
#[derive(Debug)]
pub struct NumberColumns {
    columns: Vec<Vec<f32>>,
}

impl NumberColumns {
    pub(super) fn new(columns: &[EncodedColumn<'_>], rows: usize) -> Self {
        let short = |column: &EncodedColumn<'_>| {
            let (Coded::Numbers(source), false) = (&column.coded, column.has_missing) else { return Vec::new() };
            let numbers = (0..rows).map(|row| source.at(row));
            if numbers.clone().any(|value| f64::from(value as f32) != value) {
                return Vec::new();
            }
            numbers.map(|value| value as f32).collect()
        };
        NumberColumns { columns: parallel::map(columns, short) }
    }

    /// The numbers of these rows in a column.
    pub(crate) fn take(
        &self,
        (place, column): (u32, &EncodedColumn<'_>),
        rows: impl Iterator<Item = u32>,
        out: &mut Vec<f64>,
    ) {
        out.clear();
        match &self.columns[place as usize][..] {
            [] => out.extend(rows.map(|row| column.number(row))),
            short => out.extend(rows.map(|row| f64::from(short[row as usize]))),
        }
    }
}
