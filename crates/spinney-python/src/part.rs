//! Rows that a model is asked about at a time.

use std::ops::Range;

use pyo3::prelude::*;
use spinney::grow::Watch;
use spinney::predict::{Predictions, Predictor, Rows, Unseen};
use spinney::table::Table;

use crate::error::{ours, raised};
use crate::work::Bell;

/// Rows of an array that are answered at a time.
pub(crate) const SPAN: usize = 1 << 17;
/// About so many ends of rows in trees are noted at a time.
const NOTED: usize = 1 << 21;

/// Rows that a model is asked about, with the predictors of all targets, and who may stop it.
pub(crate) struct Part<'a> {
    pub(crate) predictors: &'a [Predictor],
    pub(crate) table: &'a Table,
    /// How many rows were asked about before these.
    pub(crate) start: usize,
    pub(crate) bell: &'a Bell,
}

impl<'a> Part<'a> {
    /// What is answered, target by target.
    pub(crate) fn answers(&self) -> impl Iterator<Item = PyResult<Predictions<'a>>> {
        let (table, bell) = (self.table, self.bell);
        self.predictors.iter().map(move |one| one.predict_watched(table, Unseen::AsNode, bell).map_err(raised))
    }

    /// Writes the probabilities of all targets where those of all rows stay.
    pub(crate) fn write_probabilities(&self, rooms: &mut [Vec<f64>]) -> PyResult<()> {
        for (one, room) in self.predictors.iter().zip(rooms) {
            let classes = one.schema().classes().len();
            let own = self.start * classes..(self.start + self.table.rows()) * classes;
            let own = room.get_mut(own).ok_or_else(|| ours("there is no room for the probabilities"))?;
            one.write_probabilities(self.table, Unseen::AsNode, self.bell, own).map_err(raised)?;
        }
        Ok(())
    }

    /// Writes what is found of these rows where that of all rows stays, so many numbers a row.
    pub(crate) fn write<T>(&self, found: impl Iterator<Item = T>, room: &mut [T], width: usize) {
        room.iter_mut().skip(self.start * width).zip(found).for_each(|(room, found)| *room = found);
    }

    /// The rows as the model sees them.
    pub(crate) fn rows(&self) -> PyResult<Rows<'a>> {
        Ok(self.predictors[0].rows(self.table, Unseen::AsNode).map_err(raised)?.watched(self.bell))
    }

    /// So many rows some at a time, until somebody stops it: what is noted of all trees, so much of each, takes room, and time.
    pub(crate) fn spans(&self, rows: usize, noted: usize) -> impl Iterator<Item = Range<usize>> {
        let each = (NOTED / (self.predictors[0].trees() * noted).max(1)).clamp(1, SPAN);
        let wanted = (0..rows).step_by(each).take_while(|_| !self.bell.stopped());
        wanted.map(move |start| start..rows.min(start + each))
    }
}
