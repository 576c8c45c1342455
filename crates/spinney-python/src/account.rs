//! What a table holds, and how a tree is grown from it step by step.

use pyo3::prelude::*;
use spinney::grow::{TreeSettings, Watch};
use spinney::info::{Info, info_until};
use spinney::steps::{self, Scope};

use crate::error::{ours, raised, wrong};
use crate::grow::settings;
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

/// Every calculation of every node, as `text`, `markdown`, `latex`, `html` or `json`.
#[pyfunction]
pub(crate) fn derivation(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    kind: String,
) -> PyResult<String> {
    let how: TreeSettings = settings(how)?;
    let lesson = Lesson::new(table.take()?, learned)?;
    watched(py, 1, None, move |bell| {
        let found = steps::steps(&lesson.training(), &how, (Scope::default(), kind == "json"), bell).map_err(raised)?;
        match &kind[..] {
            "text" => Ok(steps::text(&found.derivation())),
            "markdown" => Ok(steps::markdown(&found.derivation())),
            "latex" => Ok(steps::latex(&found.derivation())),
            "html" => Ok(steps::html(&found.derivation())),
            "json" => Ok(found.json().to_string()),
            _ => Err(wrong(format!("{kind:?} is none of text, markdown, latex, html, json"))),
        }
    })
}
