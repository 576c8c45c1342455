//! Models and the tables that they are asked about.

use std::path::Path;

use spinney::evaluate::{Score, score, truth};
use spinney::model::Model;
use spinney::predict::{Predictor, Unseen, UnseenValues};
use spinney::table::{Meaning, Table, Values};

use crate::args::{General, UnseenArg};
use crate::console;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{counted, label};

/// Reads a model.
pub(super) fn model(file: &str) -> Outcome<Model> {
    Ok(spinney_io::load_model(Path::new(file))?)
}

/// Opens a model for predicting: nothing of a forest's file is decoded that need not be.
pub(super) fn predictor(file: &str) -> Outcome<Predictor> {
    Ok(spinney_io::open_model(Path::new(file))?)
}

/// Reads a model for what is asked of one tree: its only one, or the one of this number.
pub(super) fn one(file: &str, number: Option<u32>) -> Outcome<Model> {
    let model = model(file)?;
    let wrong = |error| reading::in_file(file, &error);
    let Some(number) = number else {
        model.tree().map_err(wrong)?;
        return Ok(model);
    };
    let beyond = || spinney::error::Mistake::NoTree { tree: number.into(), trees: model.trees().len() };
    model.one(number as usize).ok_or_else(|| wrong(beyond().anywhere()))
}

/// What becomes of values that training never saw.
pub(super) fn unseen(arg: UnseenArg) -> Unseen {
    match arg {
        UnseenArg::Node => Unseen::AsNode,
        UnseenArg::Missing => Unseen::Missing,
        UnseenArg::Error => Unseen::Error,
    }
}

/// Tells the person of values that training never saw.
pub(super) fn tell_unseen(found: &[UnseenValues], how: UnseenArg, general: &General) {
    let become_of = match how {
        UnseenArg::Missing => "taken as missing",
        UnseenArg::Node | UnseenArg::Error => "each node decides (--unseen missing or error)",
    };
    for UnseenValues { column, values, rows, row, example } in found {
        let (column, values, rows) = (label(column), counted(*values, "value"), counted(*rows, "row"));
        let example = label(example);
        let line = format!(
            "{column}: {values} in {rows} that training never saw, such as {example:?} in row {row}; {become_of}"
        );
        console::note(general, &line);
    }
}

/// The weights that a column holds.
pub(super) fn weights(table: &Table, name: &str, file: &str) -> Outcome<Vec<f64>> {
    let column = table.column(name).map_err(|error| reading::in_file(file, &error))?;
    match &column.values {
        Values::Number(number) if number.meaning == Meaning::Plain => Ok(number.values.clone()),
        Values::Sparse(sparse) => Ok(sparse.spread()),
        _ => Err(Mistake::new(format!("{file}: column {name:?} holds no numbers, and weights are numbers"))
            .hint("--weight names a column with the weight of each row")
            .into()),
    }
}

/// The score over another table.
pub(super) fn ask_table(model: &Model, (file, table): (&str, &Table), weight: Option<&str>) -> Outcome<Score> {
    let weights = weight.map(|name| weights(table, name, file)).transpose()?;
    let predictor = Predictor::new(model);
    let scored = || {
        let target = truth(model.schema(), table)?;
        score(&predictor.predict(table, Unseen::AsNode)?, &target, weights.as_deref())
    };
    scored().map_err(|error| reading::in_file(file, &error))
}
