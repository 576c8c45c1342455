//! How a model is asked: few rows where they lie, many part by part.

use std::ops::Range;

use numpy::PyReadonlyArray2;
use numpy::ndarray::{ArrayView2, Axis, Slice};
use pyo3::prelude::*;
use spinney::grow::Watch;
use spinney::predict::{Desk, Outcome};

use crate::model::PyModel;
use crate::one::{Asked, Line, check, check_width, part};
use crate::part::{Part, SPAN};
use crate::work::{Bell, alone, watched};

/// Up to so many rows are answered one by one, where they lie.
const FEW: usize = 16;

impl PyModel {
    /// Answers all rows, part by part; `each` appends what it finds of a part.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        (asked, threads): (&Asked<'_>, usize),
        each: impl Fn(&Part<'_>, &mut T) -> PyResult<()> + Send,
        mut found: T,
    ) -> PyResult<T> {
        match asked {
            Asked::Table(table) => {
                let table = table.get();
                watched(py, threads, None, move |bell| {
                    table.with(|table| each(&Part { predictors: self.predictors(), table, bell }, &mut found))?;
                    Ok(found)
                })
            }
            Asked::Wide(array) => {
                let view = array.as_array();
                watched(py, threads, None, move |bell| self.spans(view, bell, &each, found))
            }
            Asked::Slim(array) => {
                let view = array.as_array();
                watched(py, threads, None, move |bell| self.spans(view, bell, &each, found))
            }
        }
    }

    fn spans<N: Copy + Into<f64> + Sync, T>(
        &self,
        view: ArrayView2<'_, N>,
        bell: &Bell,
        each: &impl Fn(&Part<'_>, &mut T) -> PyResult<()>,
        mut found: T,
    ) -> PyResult<T> {
        // Whoever asks many rows has looked through the numbers; few come as they are.
        let look = if view.nrows() > FEW { check_width } else { check };
        look(view, self.first().schema())?;
        let predictors = self.predictors();
        for start in (0..view.nrows()).step_by(SPAN) {
            if bell.stopped() {
                break; // whoever rang it does not want the answer
            }
            let rows: Range<usize> = start..view.nrows().min(start + SPAN);
            let table = part(view.slice_axis(Axis(0), Slice::from(rows)), &predictors[0])?;
            each(&Part { predictors, table: &table, bell }, &mut found)?;
        }
        Ok(found)
    }

    /// Answers few rows of an array where they lie; `tell` hears the target with each answer.
    fn few<N: Copy + Into<f64> + numpy::Element>(
        &self,
        array: &PyReadonlyArray2<'_, N>,
        mut tell: impl FnMut(usize, Outcome, &Desk),
    ) -> PyResult<bool> {
        let view = array.as_array();
        if view.nrows() > FEW || !self.is_plain() {
            return Ok(false);
        }
        check(view, self.first().schema())?;
        if !self.is_ready() {
            alone(array.py(), || Ok(self.predictors().len()))?;
        }
        let mut desk = Desk::new();
        for row in view.rows() {
            for (target, predictor) in self.predictors().iter().enumerate() {
                let outcome = predictor.one(&mut desk, &Line(row));
                tell(target, outcome, &desk);
            }
        }
        Ok(true)
    }

    /// The same for whatever is asked about; false where it is not such an array.
    pub(crate) fn told(&self, asked: &Asked<'_>, tell: impl FnMut(usize, Outcome, &Desk)) -> PyResult<bool> {
        match asked {
            Asked::Wide(array) => self.few(array, tell),
            Asked::Slim(array) => self.few(array, tell),
            Asked::Table(_) => Ok(false),
        }
    }
}
