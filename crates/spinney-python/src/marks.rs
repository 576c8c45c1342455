//! Answers beside the truth: scores, intervals, curves, and pictures of them.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use serde::Serialize;
use spinney::draw::{AnswerChart, answers};
use spinney::evaluate::{Calibration, Intervals, Marked, RecallCurve, RocCurve, ScoreDocument, truth};
use spinney::metric::{Bins, Resampling};
use spinney::predict::{Predictor, Unseen};

use crate::error::{ours, raised, wrong};
use crate::model::PyModel;
use crate::table::PyTable;
use crate::target::{Learned, Lesson};
use crate::work::{alone, watched};

/// How sure intervals are.
const LEVEL: f64 = 0.95;
/// Bins of a calibration.
const BINS: u32 = 10;

/// Answers that have been set beside the truth.
#[pyclass(frozen, name = "Marks", module = "spinney._core")]
pub(crate) struct PyMarks {
    target: String,
    marked: Marked,
}

/// A text of JSON.
pub(crate) fn json(found: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(found).map_err(|error| ours(error.to_string()))
}

/// Sets what a model answers of a target beside what is true.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn mark(
    py: Python<'_>,
    model: &Bound<'_, PyModel>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    target: usize,
    threads: usize,
) -> PyResult<PyMarks> {
    let (model, lesson) = (model.clone().unbind(), Lesson::new(table.take()?, learned)?);
    watched(py, threads, None, move |bell| {
        let model = model.get().target(target)?;
        let predictor = Predictor::new(model);
        let truth = truth(model.schema(), &lesson.table).map_err(raised)?;
        let predictions = predictor.predict_watched(&lesson.table, Unseen::AsNode, bell).map_err(raised)?;
        let all: Vec<u32> = (0..predictions.len() as u32).collect();
        let marked = Marked::new(&predictions, &all, &truth, lesson.training().weights).map_err(raised)?;
        Ok(PyMarks { target: truth.name, marked })
    })
}

impl PyMarks {
    /// The classes that curves are of.
    fn classes(&self, class: Option<String>) -> PyResult<Vec<String>> {
        let known = self.marked.known_classes();
        match class {
            _ if known.is_empty() => Err(wrong("the target is a number, and curves and calibrations are of classes")),
            None => Ok(self.marked.curve_classes()),
            Some(class) if known.contains(&class) => Ok(vec![class]),
            Some(class) => {
                Err(wrong(format!("the model does not know the class {class:?}; the classes are {}", known.join(", "))))
            }
        }
    }

    fn roc(&self, classes: &[String]) -> Vec<RocCurve> {
        classes.iter().filter_map(|class| self.marked.roc_curve(class)).collect()
    }

    fn recall(&self, classes: &[String]) -> Vec<RecallCurve> {
        classes.iter().filter_map(|class| self.marked.precision_recall_curve(class)).collect()
    }

    fn calibration(&self, classes: &[String], bins: Bins) -> Vec<Calibration> {
        classes.iter().filter_map(|class| self.marked.calibration(class, bins)).collect()
    }
}

#[pymethods]
impl PyMarks {
    /// Marks that were kept.
    #[staticmethod]
    fn kept(py: Python<'_>, target: String, text: PyBackedStr) -> PyResult<Self> {
        let none = || wrong("these are no answers beside the truth as they are kept");
        alone(py, move || Ok(PyMarks { target, marked: Marked::from_json(&text).ok_or_else(none)? }))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let (own, infinite) = (slf.clone().unbind(), "answers that are not finite cannot be kept: keep data instead");
        let text = alone(slf.py(), move || own.get().marked.to_json().ok_or_else(|| wrong(infinite)))?;
        Ok((slf.get_type().getattr("kept")?, (slf.get().target.clone(), text)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf // it never changes
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// The target's name.
    #[getter]
    fn target(&self) -> &str {
        &self.target
    }

    /// Every figure as JSON; with a seed, the intervals of all of them, for which rows are drawn again.
    #[pyo3(signature = (seed=None, threads=1))]
    fn document(slf: &Bound<'_, Self>, seed: Option<u64>, threads: usize) -> PyResult<String> {
        let own = slf.clone().unbind();
        watched(slf.py(), threads, None, move |bell| {
            let marked = &own.get().marked;
            let found = match seed {
                Some(seed) => {
                    let how = Resampling { level: LEVEL, seed, ..Resampling::default() };
                    marked.intervals(&how, bell).map_err(raised)?
                }
                None => marked.accuracy_interval(LEVEL).into_iter().collect(),
            };
            json(&ScoreDocument {
                score: marked.score(),
                intervals: Intervals::new(LEVEL, found),
                calibration: Vec::new(),
                roc_curve: Vec::new(),
                precision_recall_curve: Vec::new(),
            })
        })
    }

    /// A curve (`roc`, `pr`, `calibration`, `calibration-quantile`) of a class against the rest, or of the classes that are usually shown:
    /// its points as JSON, and the picture; none where all rows, or no row, are of the class.
    #[pyo3(signature = (kind, class_, /))]
    fn curve(slf: &Bound<'_, Self>, kind: String, class_: Option<String>) -> PyResult<(String, Option<String>)> {
        let own = slf.clone().unbind();
        alone(slf.py(), move || {
            let own = own.get();
            let (classes, score) = (own.classes(class_)?, own.marked.score());
            let drawn = |what| answers(&own.target, score.rows, what);
            match &kind[..] {
                "roc" => {
                    let found = own.roc(&classes);
                    Ok((json(&found)?, drawn(AnswerChart::Roc(&found))))
                }
                "pr" => {
                    let found = own.recall(&classes);
                    Ok((json(&found)?, drawn(AnswerChart::Recall(&found))))
                }
                "calibration" | "calibration-quantile" => {
                    let bins = if kind == "calibration" { Bins::Uniform(BINS) } else { Bins::Quantile(BINS) };
                    let found = own.calibration(&classes, bins);
                    Ok((json(&found)?, drawn(AnswerChart::Calibration(&found, bins, score.weight.is_none()))))
                }
                _ => Err(wrong(format!("{kind:?} is none of roc, pr, calibration, calibration-quantile"))),
            }
        })
    }
}
