//! What a table holds, and how a tree is grown from it step by step.

use pyo3::prelude::*;
use spinney::grow::{TreeSettings, Watch};
use spinney::info::{Info, info_until};
use spinney::steps::{self, Scope, steps, steps_pruned};

use crate::error::{ours, raised, wrong};
use crate::grow::{Smaller, settings};
use crate::model::PyModel;
use crate::table::PyTable;
use crate::target::{Learned, Lesson};
use crate::work::{Bell, watched};

/// The figures of a table as JSON, with those of a target where there is one.
#[pyfunction]
#[pyo3(signature = (table, learned=None))]
pub(crate) fn account(py: Python<'_>, table: PyRef<'_, PyTable>, learned: Option<Learned<'_>>) -> PyResult<String> {
    let table = table.take()?;
    let told = |found: Info| serde_json::to_string(&found).map_err(|error| ours(error.to_string()));
    let Some(learned) = learned else {
        let work = move |bell: &Bell| told(info_until(&table, None, &[], &|| bell.stopped()).map_err(raised)?);
        return watched(py, 1, None, work);
    };
    let lesson = Lesson::new(table, learned)?;
    let work = move |bell: &Bell| {
        told(info_until(&lesson.table, Some(lesson.target()), &[], &|| bell.stopped()).map_err(raised)?)
    };
    watched(py, 1, None, work)
}

/// How a tree is grown, how it is made smaller, and what a weight of 1 stands for.
type Way = (String, Smaller, f64);

/// Every calculation of every node, as `text`, `markdown`, `latex`, `html` or `json`, and whether the tree is that of a model.
#[pyfunction]
#[pyo3(signature = (table, learned, way, kind, fitted=None))]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn derivation(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    way: Way,
    kind: String,
    fitted: Option<Bound<'_, PyModel>>,
) -> PyResult<(String, bool)> {
    let (how, smaller, unit) = way;
    let how: TreeSettings = settings(&how)?;
    let lesson = Lesson::new(table.take()?, learned)?;
    let fitted = fitted.map(Bound::unbind);
    watched(py, 1, None, move |bell| {
        let (training, told) = (lesson.training(), (Scope::default(), kind == "json"));
        let found = match smaller.way(&training, &how, bell)? {
            Some(way) => steps_pruned(&training, &how, &way, told, bell),
            None => steps(&training, &how, told, bell),
        };
        let found = found.map_err(raised)?.in_units(unit);
        let text = match &kind[..] {
            "text" => steps::text(&found.derivation()),
            "markdown" => steps::markdown(&found.derivation()),
            "latex" => steps::latex(&found.derivation()),
            "html" => steps::html(&found.derivation()),
            "json" => found.json().to_string(),
            _ => return Err(wrong(format!("{kind:?} is none of text, markdown, latex, html, json"))),
        };
        let is_left = |model: &Py<PyModel>| model.get().models.first().tree().is_ok_and(|tree| tree == found.left());
        Ok((text, fitted.as_ref().is_some_and(is_left)))
    })
}
