//! What columns are worth, and what a tree makes of one or two of them.

use pyo3::prelude::*;
use spinney::draw::{RegionOptions, regions as draw_regions, worth_bars};
use spinney::explain::Worths;
use spinney::forest::Repeats;
use spinney::model::Model;
use spinney::table::frame::nearest;
use spinney::tree::ColumnId;

use crate::error::{raised, wrong};
use crate::marks::json;
use crate::model::PyModel;
use crate::table::PyTable;
use crate::target::{Learned, Lesson};
use crate::work::{alone, watched};

/// What was found of columns while a model grew, else what its trees alone tell: JSON, and bars.
#[pyfunction]
pub(crate) fn worth_grown(py: Python<'_>, model: &Bound<'_, PyModel>, target: usize) -> PyResult<(String, String)> {
    let model = model.clone().unbind();
    alone(py, move || {
        let found = Worths::grown(model.get().target(target)?);
        Ok((json(&found)?, worth_bars(&found)))
    })
}

/// What is lost on rows where the values of a column are dealt out so many times anew: JSON, and bars.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn worth_permuted(
    py: Python<'_>,
    model: &Bound<'_, PyModel>,
    target: usize,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: (u32, u64),
    threads: usize,
) -> PyResult<(String, String)> {
    let (model, lesson) = (model.clone().unbind(), Lesson::new(table.take()?, learned)?);
    watched(py, threads, None, move |bell| {
        let model = model.get().target(target)?;
        let how = Repeats { repeats: how.0, seed: how.1 };
        let found = Worths::permuted(model, (&lesson.table, lesson.training().weights), how, bell).map_err(raised)?;
        Ok((json(&found)?, worth_bars(&found)))
    })
}

/// The cells that a tree cuts one or two columns into, with the rows of a table where there is one.
#[pyfunction]
#[pyo3(signature = (model, target, columns, table=None, learned=None, title=None))]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn regions(
    py: Python<'_>,
    model: &Bound<'_, PyModel>,
    target: usize,
    columns: Vec<String>,
    table: Option<PyRef<'_, PyTable>>,
    learned: Option<Learned<'_>>,
    title: Option<String>,
) -> PyResult<String> {
    let model = model.clone().unbind();
    let rows = match (table, learned) {
        (Some(table), Some(learned)) => Some(Lesson::new(table.take()?, learned)?.table),
        (Some(table), None) => Some(table.take()?),
        (None, _) => None,
    };
    alone(py, move || {
        let model = model.get().target(target)?;
        let ids = columns.iter().map(|name| column(model, name)).collect::<PyResult<Vec<ColumnId>>>()?;
        let (across, up) = match ids[..] {
            [across] => (across, None),
            [across, up] if across != up => (across, Some(up)),
            _ => return Err(wrong("regions are drawn of one column, or of two different ones")),
        };
        draw_regions(model, &RegionOptions { across, up, rows: rows.as_ref(), title }).map_err(raised)
    })
}

fn column(model: &Model, name: &str) -> PyResult<ColumnId> {
    let known: Vec<String> = model.schema().columns.iter().map(|column| column.name.clone()).collect();
    let place = known.iter().position(|known| known == name);
    place.map(|place| ColumnId(place as u32)).ok_or_else(|| {
        let near = nearest(name, &known).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        wrong(format!("the model knows no column {name:?}{near}"))
    })
}
