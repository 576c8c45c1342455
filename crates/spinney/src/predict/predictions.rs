//! The answers for a table.

use super::class::ClassShare;
use super::matching::{Rows, Unseen, UnseenValues};
use super::predictor::{Answer, Outcome, Predicted, Predictor};
use super::walk::SPREAD;
use crate::error::{Mistake, Result};
use crate::parallel;
use crate::table::Table;
use crate::tree::{Landing, NodeId};

/// The most probabilities that are written out at once: a gibibyte.
pub const MOST_PROBABILITIES: usize = 1 << 27;

/// The answers for the rows of a table.
///
/// The answer and the end of each row are kept. Probabilities are made when they are asked for, row by row: a table of a
/// million rows with 100,000 classes would have 10¹¹ of them.
#[derive(Debug, Clone)]
pub struct Predictions<'a> {
    predictor: &'a Predictor,
    rows: Rows<'a>,
    ends: Vec<u32>,
    values: Predicted,
}

impl Predictor {
    /// The answers for all rows of a table; the same for any number of threads.
    pub fn predict<'a>(&'a self, table: &'a Table, unseen: Unseen) -> Result<Predictions<'a>> {
        let rows = self.rows(table, unseen)?;
        let (ends, values) = self.all(&rows);
        Ok(Predictions { predictor: self, rows, ends, values })
    }
}

impl<'a> Predictions<'a> {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The answers.
    pub fn values(&self) -> &Predicted {
        &self.values
    }

    /// The answers, taken out.
    pub fn into_values(self) -> Predicted {
        self.values
    }

    /// The rows as the model saw them.
    pub fn rows(&self) -> &Rows<'a> {
        &self.rows
    }

    /// The predictor that answered.
    pub fn predictor(&self) -> &'a Predictor {
        self.predictor
    }

    /// The levels that training never saw, by column.
    pub fn unseen(&self) -> &[UnseenValues] {
        self.rows.unseen()
    }

    /// The answer for a row (from 0) as people read it: the class's name, a date for a date; `None` beyond the last row.
    pub fn text(&self, row: usize) -> Option<String> {
        let outcome = match &self.values {
            Predicted::Classes(classes) => Outcome::Class(*classes.get(row)?),
            Predicted::Numbers(values) => Outcome::Number(*values.get(row)?),
        };
        Some(self.predictor.text(outcome))
    }

    /// The node where a row (from 0) ends; `None` where it ends at several, or there is no such row.
    pub fn end(&self, row: usize) -> Option<NodeId> {
        self.ends.get(row).filter(|end| **end != SPREAD).map(|end| NodeId(*end))
    }

    /// All nodes where a row (from 0) ends, with the share of it that ends there; none beyond the last row.
    pub fn landings(&self, row: usize) -> Vec<Landing> {
        match self.end(row) {
            Some(node) => vec![Landing { node, share: 1.0 }],
            None => self.rows.row(row).map(|row| self.predictor.landings(&row)).unwrap_or_default(),
        }
    }

    /// The probabilities above 0 of a row (from 0), in the order of classes; none where the target is a number.
    pub fn shares(&self, row: usize) -> Vec<ClassShare> {
        let Some(cells) = self.rows.row(row) else { return Vec::new() };
        match self.predictor.answer(&self.landings(row), &cells) {
            Answer::Class { shares, .. } => shares,
            Answer::Number(_) => Vec::new(),
        }
    }

    /// The probability that was given to one class for a row (from 0).
    pub fn share(&self, row: usize, class: u32) -> f64 {
        self.predictor.share(&self.landings(row), class)
    }

    /// All probabilities, row by row, a column for each class; a mistake beyond [`MOST_PROBABILITIES`] of them.
    pub fn probabilities(&self) -> Result<Vec<f64>> {
        let (rows, classes) = (self.len(), self.predictor.schema().classes().len());
        let many = rows.checked_mul(classes).filter(|many| *many <= MOST_PROBABILITIES);
        let Some(many) = many else {
            return Err(Mistake::TooManyProbabilities { rows, classes, limit: MOST_PROBABILITIES }.anywhere());
        };
        let mut all = vec![0.0; many];
        let mut rows: Vec<&mut [f64]> = all.chunks_exact_mut(classes.max(1)).collect();
        parallel::change(&mut rows, |row, out| {
            for pair in self.shares(row) {
                out[pair.class as usize] = pair.share;
            }
        });
        Ok(all)
    }
}
