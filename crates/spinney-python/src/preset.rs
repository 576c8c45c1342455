//! Presets in the words of model files.

use pyo3::prelude::*;
use serde_json::{Value, from_value, to_value};
use spinney::grow::{Preset, TreeSettings};
use spinney::prune::Pruning;
use spinney::table::Task;

use crate::error::{ours, wrong};

/// The settings of a preset as JSON, for numbers or for classes, and how trees are pruned with it.
#[pyfunction]
pub(crate) fn preset(word: &str, numbers: bool) -> PyResult<(String, Option<String>)> {
    let named = from_value(Value::from(word));
    let preset: Preset = named.map_err(|_| wrong(format!("there is no preset {word:?}")))?;
    let task = if numbers { Task::Regression } else { Task::Classification };
    let text = |found: Result<Value, serde_json::Error>| match found {
        Ok(value) => Ok(value.to_string()),
        Err(error) => Err(ours(error.to_string())),
    };
    let pruning = Pruning::preset(preset).map(|way| text(to_value(way))).transpose()?;
    Ok((text(to_value(TreeSettings::preset(preset, task)))?, pruning))
}
