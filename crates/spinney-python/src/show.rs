//! A tree in words and pictures.

use pyo3::prelude::*;
use spinney::draw::{PictureOptions, TextOptions, dot, latex, svg, text};
use spinney::explain::{RuleOptions, explain_row, formula, rules_text};
use spinney::model::Model;
use spinney::predict::Unseen;
use spinney::table::Table;

use crate::error::{ours, raised, wrong};

/// The letters of a line of a formula.
const WIDTH: usize = 100;

/// A model's one tree as `text`, `rules`, `formula`, `svg`, `dot` or `latex`.
pub(crate) fn show(model: &Model, kind: &str, max_depth: Option<u32>, title: Option<String>) -> PyResult<String> {
    let (schema, tree) = (model.schema(), model.tree().map_err(raised)?);
    let picture = PictureOptions { title, max_depth, ..PictureOptions::default() };
    match kind {
        "text" => Ok(text(schema, tree, &TextOptions { max_depth, ..TextOptions::default() })),
        "rules" => Ok(rules_text(schema, tree, RuleOptions::default())),
        "formula" => Ok(formula(schema, tree).map_err(raised)?.text(WIDTH)),
        "svg" => Ok(svg(schema, tree, &picture)),
        "dot" => Ok(dot(schema, tree, &picture)),
        "latex" => Ok(latex(schema, tree, &picture)),
        _ => Err(wrong(format!("{kind:?} is none of text, rules, formula, svg, dot, latex"))),
    }
}

/// Why a row is answered as it is: words, and the same as JSON.
pub(crate) fn explain(model: &Model, table: &Table, row: usize) -> PyResult<(String, String)> {
    let found = explain_row(model, table, row, Unseen::AsNode).map_err(raised)?;
    let json = serde_json::to_string(&found).map_err(|error| ours(error.to_string()))?;
    Ok((found.to_string(), json))
}
