//! Models and the tables that they are asked about.

use std::path::Path;

use spinney::evaluate::{Score, score, truth};
use spinney::model::{Model, Models};
use spinney::predict::{Predictor, Unseen, UnseenValues};
use spinney::table::{Meaning, Table, Values};

use crate::args::{General, UnseenArg};
use crate::console;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::text::{counted, label, listed};

/// Reads a model of one target.
pub(super) fn model(file: &str) -> Outcome<Model> {
    Ok(spinney_io::load_model(Path::new(file))?)
}

/// Reads the models of all targets, or of the one of this name.
pub(super) fn models(file: &str, target: Option<&str>) -> Outcome<Models> {
    let models = spinney_io::load_models(Path::new(file))?;
    let Some(target) = target else { return Ok(models) };
    if let Some(model) = models.of(target) {
        return Ok(model.clone().into());
    }
    let names: Vec<String> = models.names().map(label).collect();
    let mistake = Mistake::new(format!("{file}: it answers no target {:?}", label(target)));
    Err(mistake.hint(listed("its targets:", &names, usize::MAX).trim_end()).into())
}

/// Opens a model for predicting, a predictor for each target: nothing of a forest's file is decoded that need not be.
pub(super) fn predictors(file: &str) -> Outcome<Vec<Predictor>> {
    Ok(spinney_io::open_models(Path::new(file))?)
}

/// Reads a model of one target for what is asked of one tree: its only one, or the one of this number.
pub(super) fn one(file: &str, number: Option<u32>) -> Outcome<Model> {
    tree_of(&model(file)?, file, number)
}

/// The model of one tree: of the only one, or of the one of this number.
pub(super) fn tree_of(model: &Model, file: &str, number: Option<u32>) -> Outcome<Model> {
    let wrong = |error| reading::in_file(file, &error);
    let Some(number) = number else {
        model.tree().map_err(wrong)?;
        return Ok(model.clone());
    };
    let beyond = || spinney::error::Mistake::NoTree { tree: number.into(), trees: model.trees().len() };
    model.one(number as usize).ok_or_else(|| wrong(beyond().anywhere()))
}

/// What is told of each target: one text after the other, or a list where it is JSON.
pub(super) fn of_each(models: &Models, json: bool, tell: impl FnMut(&Model) -> Outcome<String>) -> Outcome<String> {
    let mut texts = models.all().iter().map(tell).collect::<Outcome<Vec<String>>>()?;
    if texts.len() < 2 {
        return Ok(texts.pop().unwrap_or_default());
    }
    if json {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
        return Ok(format!("[\n{}\n]\n", texts.join(",\n")));
    }
    Ok(texts.join("\n"))
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
        Values::Number(number) if number.meaning == Meaning::Plain => Ok(number.values.to_vec()),
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
