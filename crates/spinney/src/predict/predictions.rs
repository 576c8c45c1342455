//! The answers for a table.

use super::answer::{Outcome, Predicted};
use super::class::{ClassShare, above_zero};
use super::desk::Desk;
use super::matching::{Rows, Unseen, UnseenValues};
use super::predictor::Predictor;
use super::walk::SPREAD;
use crate::error::{Mistake, Result};
use crate::forest::Vote;
use crate::grow::Watch;
use crate::parallel;
use crate::table::Table;
use crate::tree::{Landing, NodeId};

/// The most probabilities that are written out at once: a gibibyte.
pub const MOST_PROBABILITIES: usize = 1 << 27;
/// The most probabilities of a forest that are kept beside its answers, which they are made with: 128 mebibytes.
const MOST_KEPT: usize = 1 << 24;
/// Rows of a single tree whose probabilities one thread writes at a time.
const BLOCK: usize = 1 << 12;

/// The answers for the rows of a table.
///
/// The answer of each row is kept and, of a single tree, its end. Probabilities are made when they are asked for, row by row: a
/// table of a million rows with 100,000 classes would have 10¹¹ of them. A forest's are kept where they are few enough.
#[derive(Debug, Clone)]
pub struct Predictions<'a> {
    predictor: &'a Predictor,
    rows: Rows<'a>,
    /// Of a single tree.
    ends: Vec<u32>,
    values: Predicted,
    /// Of a forest: all probabilities, row by row, where they are few enough.
    shares: Option<Vec<f64>>,
}

impl Predictor {
    /// The answers for all rows of a table; the same for any number of threads.
    pub fn predict<'a>(&'a self, table: &'a Table, unseen: Unseen) -> Result<Predictions<'a>> {
        self.predict_watched(table, unseen, &())
    }

    /// The same, where somebody may stop it: a mistake then.
    ///
    /// ```
    /// use spinney::grow::Watch;
    /// use spinney::model::Model;
    /// use spinney::predict::{Predictor, Unseen};
    /// use spinney::table::{Column, Table};
    /// struct Enough;
    /// impl Watch for Enough {
    ///     fn stopped(&self) -> bool {
    ///         true
    ///     }
    /// }
    /// let predictor = Predictor::new(&Model::from_json(r#"{"target": "walk", "tree": {"predict": "yes"}}"#)?);
    /// let table = Table::new(vec![Column::numbers("rain", vec![1.0, 2.0])])?;
    /// assert!(predictor.predict_watched(&table, Unseen::AsNode, &()).is_ok());
    /// assert!(predictor.predict_watched(&table, Unseen::AsNode, &Enough).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn predict_watched<'a>(
        &'a self,
        table: &'a Table,
        unseen: Unseen,
        watch: &'a dyn Watch,
    ) -> Result<Predictions<'a>> {
        let rows = self.rows(table, unseen)?.watched(watch);
        let found = self.answers(rows);
        if watch.stopped() { Err(Mistake::Stopped.anywhere()) } else { Ok(found) }
    }

    fn answers<'a>(&'a self, rows: Rows<'a>) -> Predictions<'a> {
        if let Some(stem) = self.single() {
            let (ends, values) = self.all(stem, &rows);
            return Predictions { predictor: self, rows, ends, values, shares: None };
        }
        let many = rows.len().saturating_mul(self.schema().classes().len());
        let mut shares = (many <= MOST_KEPT).then(|| vec![0.0; many]);
        let values = self.forest(&rows, shares.as_deref_mut());
        Predictions { predictor: self, rows, ends: Vec::new(), values, shares }
    }

    /// Writes all probabilities of the rows of a table where they are to stay: row by row, a column for each class. They are those of
    /// [`Predictions::probabilities`], and none is made twice. A mistake where the room is not as large as they are.
    ///
    /// ```
    /// use spinney::model::Model;
    /// use spinney::predict::{Predictor, Unseen};
    /// use spinney::table::{Column, Table};
    /// let predictor = Predictor::new(&Model::from_json(r#"{"target": "walk", "tree": {"counts": {"no": 1, "yes": 3}}}"#)?);
    /// let table = Table::new(vec![Column::numbers("rain", vec![1.0, 2.0])])?;
    /// let mut room = vec![0.0; 4];
    /// predictor.write_probabilities(&table, Unseen::AsNode, &(), &mut room)?;
    /// assert_eq!(room, [0.25, 0.75, 0.25, 0.75]);
    /// assert!(predictor.write_probabilities(&table, Unseen::AsNode, &(), &mut room[1..]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_probabilities(
        &self,
        table: &Table,
        unseen: Unseen,
        watch: &dyn Watch,
        room: &mut [f64],
    ) -> Result<()> {
        let rows = self.rows(table, unseen)?.watched(watch);
        let classes = self.schema().classes().len();
        if rows.len().checked_mul(classes) != Some(room.len()) {
            return Err(Mistake::TooManyProbabilities { rows: rows.len(), classes, limit: room.len() }.anywhere());
        }
        if self.single().is_some() {
            self.answers(rows).write(room, classes);
        } else {
            self.forest(&rows, Some(room));
        }
        if watch.stopped() { Err(Mistake::Stopped.anywhere()) } else { Ok(()) }
    }
}

impl<'a> Predictions<'a> {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
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

    /// The node of a single tree where a row (from 0) ends; `None` where it ends at several, in a forest, or there is no such row.
    pub fn end(&self, row: usize) -> Option<NodeId> {
        self.ends.get(row).filter(|end| **end != SPREAD).map(|end| NodeId(*end))
    }

    /// All nodes of the first tree where a row (from 0) ends, with the share of it that ends there; none beyond the last row.
    pub fn landings(&self, row: usize) -> Vec<Landing> {
        match self.end(row) {
            Some(node) => vec![Landing { node, share: 1.0 }],
            None => self.rows.row(row).map(|row| self.predictor.landings(&row)).unwrap_or_default(),
        }
    }

    /// The probabilities above 0 of a row (from 0), in the order of classes; none where the target is a number.
    pub fn shares(&self, row: usize) -> Vec<ClassShare> {
        let Some(cells) = self.rows.row(row) else { return Vec::new() };
        if let Some(stem) = self.predictor.single() {
            return stem.shares(&self.landings(row));
        }
        if let Some(shares) = self.kept(row) {
            return above_zero(shares);
        }
        let mut desk = Desk::new();
        self.predictor.one(&mut desk, &cells);
        above_zero(desk.shares())
    }

    /// The probability that was given to one class for a row (from 0).
    pub fn share(&self, row: usize, class: u32) -> f64 {
        if let Some(shares) = self.kept(row) {
            return shares.get(class as usize).copied().unwrap_or(0.0);
        }
        let landings = if self.predictor.single().is_some() { self.landings(row) } else { Vec::new() };
        self.rows.row(row).map_or(0.0, |cells| self.predictor.share(&landings, &cells, class))
    }

    /// The probabilities of a row that are kept.
    fn kept(&self, row: usize) -> Option<&[f64]> {
        let classes = self.predictor.schema().classes().len();
        self.shares.as_ref()?.get(row * classes..(row + 1) * classes)
    }

    /// All probabilities, row by row, a column for each class; a mistake beyond [`MOST_PROBABILITIES`] of them.
    pub fn probabilities(&self) -> Result<Vec<f64>> {
        let (rows, classes) = (self.len(), self.predictor.schema().classes().len());
        let many = rows.checked_mul(classes).filter(|many| *many <= MOST_PROBABILITIES);
        let Some(many) = many else {
            return Err(Mistake::TooManyProbabilities { rows, classes, limit: MOST_PROBABILITIES }.anywhere());
        };
        if let (true, Some(shares)) = (self.predictor.single().is_none(), &self.shares) {
            return Ok(shares.clone());
        }
        let mut all = vec![0.0; many];
        if self.predictor.single().is_none() {
            self.predictor.forest(&self.rows, Some(&mut all));
        } else {
            self.write(&mut all, classes);
        }
        Ok(all)
    }

    /// Writes the probabilities of a single tree.
    fn write(&self, room: &mut [f64], classes: usize) {
        let Some(stem) = self.predictor.single() else { return };
        let mut blocks: Vec<&mut [f64]> = room.chunks_mut(BLOCK * classes.max(1)).collect();
        parallel::change(&mut blocks, |block, shares| {
            shares.fill(0.0);
            for (row, shares) in (block * BLOCK..).zip(shares.chunks_exact_mut(classes.max(1))) {
                match self.end(row) {
                    Some(node) => stem.vote(&[Landing { node, share: 1.0 }], Vote::Mean, shares),
                    None => stem.vote(&self.landings(row), Vote::Mean, shares),
                }
            }
        });
    }
}
