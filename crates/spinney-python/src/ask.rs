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
use crate::work::{Bell, heard, watched};

/// Up to so many rows are answered one by one, where they lie.
const FEW: usize = 16;

impl PyModel {
    /// Answers all rows, part by part; `each` writes what it finds of a part.
    pub(crate) fn ask<T: Send + 'static>(
        slf: &Bound<'_, Self>,
        (asked, threads): (&Asked<'_>, usize),
        each: impl Fn(&PyModel, &Part<'_>, &mut T) -> PyResult<()> + Send + 'static,
        mut found: T,
    ) -> PyResult<T> {
        let (py, model) = (slf.py(), slf.clone().unbind());
        match asked {
            Asked::Table(table) => {
                let table = table.clone().unbind();
                watched(py, threads, None, move |bell| {
                    let (model, table) = (model.get(), table.get());
                    let predictors = model.predictors();
                    table.with(|table| each(model, &Part { predictors, table, start: 0, bell }, &mut found))?;
                    Ok(found)
                })
            }
            Asked::Wide(array) => {
                PyModel::make_ready(slf, threads)?;
                let view = array.as_array();
                heard(py, threads, move |bell| model.get().spans(view, bell, &each, found))
            }
            Asked::Slim(array) => {
                PyModel::make_ready(slf, threads)?;
                let view = array.as_array();
                heard(py, threads, move |bell| model.get().spans(view, bell, &each, found))
            }
        }
    }

    /// Makes what answers, where nobody has asked before.
    fn make_ready(slf: &Bound<'_, Self>, threads: usize) -> PyResult<()> {
        if slf.get().is_ready() {
            return Ok(());
        }
        let model = slf.clone().unbind();
        watched(slf.py(), threads, None, move |_| Ok(model.get().predictors().len())).map(drop)
    }

    fn spans<N: Copy + Into<f64> + Sync, T>(
        &self,
        view: ArrayView2<'_, N>,
        bell: &Bell,
        each: &impl Fn(&PyModel, &Part<'_>, &mut T) -> PyResult<()>,
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
            let table = part(view.slice_axis(Axis(0), Slice::from(rows)), &predictors[0], bell)?;
            each(self, &Part { predictors, table: &table, start, bell }, &mut found)?;
        }
        Ok(found)
    }

    /// Answers few rows of an array where they lie; `tell` hears the target with each answer.
    fn few<N: Copy + Into<f64> + numpy::Element>(
        slf: &Bound<'_, Self>,
        array: &PyReadonlyArray2<'_, N>,
        mut tell: impl FnMut(usize, Outcome, &Desk),
    ) -> PyResult<bool> {
        let (view, model) = (array.as_array(), slf.get());
        if view.nrows() > FEW || !model.is_plain() {
            return Ok(false);
        }
        check(view, model.first().schema())?;
        PyModel::make_ready(slf, 1)?;
        let mut desk = Desk::new();
        for row in view.rows() {
            for (target, predictor) in model.predictors().iter().enumerate() {
                let outcome = predictor.one(&mut desk, &Line(row));
                tell(target, outcome, &desk);
            }
        }
        Ok(true)
    }

    /// The same for whatever is asked about; false where it is not such an array.
    pub(crate) fn told(
        slf: &Bound<'_, Self>,
        asked: &Asked<'_>,
        tell: impl FnMut(usize, Outcome, &Desk),
    ) -> PyResult<bool> {
        match asked {
            Asked::Wide(array) => PyModel::few(slf, array, tell),
            Asked::Slim(array) => PyModel::few(slf, array, tell),
            Asked::Table(_) => Ok(false),
        }
    }
}
