//! Answers as text.

use serde::Serialize;
use spinney::model::Schema;
use spinney::predict::{Predicted, Predictions, Predictor, UnseenValues};
use spinney::table::{Task, number};

use super::ways::Ways;
use crate::args::Predict as Args;
use crate::fault::Outcome;

/// What is told of the ways of rows, where that is asked for.
pub(super) fn ways(args: &Args) -> Option<Ways> {
    match (args.leaves, args.paths) {
        (true, _) => Some(Ways::Leaves),
        (_, true) => Some(Ways::Paths),
        _ => None,
    }
}

/// The first line of CSV.
pub(super) fn first(args: &Args, predictor: &Predictor) -> String {
    ways(args).map_or_else(|| head(predictor.schema(), args.proba), |ways| ways.head(predictor.trees()))
}

/// The answers as JSON.
#[derive(Serialize)]
struct Document<'a> {
    target: &'a str,
    task: Task,
    rows: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    classes: &'a [String],
    predictions: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    probabilities: Option<Vec<&'a [f64]>>,
    unseen: &'a [UnseenValues],
}

/// Classes by name, numbers as numbers.
#[derive(Serialize)]
#[serde(untagged)]
enum Values {
    Texts(Vec<String>),
    Numbers(Vec<f64>),
}

/// All answers as one JSON document.
pub(super) fn json(predictions: &Predictions<'_>, probabilities: Option<&[f64]>) -> Outcome<String> {
    let schema = predictions.predictor().schema();
    let values = match predictions.values() {
        Predicted::Classes(_) => {
            Values::Texts((0..predictions.len()).filter_map(|row| predictions.text(row)).collect())
        }
        Predicted::Numbers(values) => Values::Numbers(values.clone()),
    };
    let classes = schema.classes().len().max(1);
    let document = Document {
        target: &schema.target.name,
        task: schema.task(),
        rows: predictions.len(),
        classes: schema.classes(),
        predictions: values,
        probabilities: probabilities.map(|all| all.chunks(classes).collect()),
        unseen: predictions.unseen(),
    };
    Ok(serde_json::to_string(&document)? + "\n")
}

/// The names of the columns, as the first line of CSV.
fn head(schema: &Schema, probabilities: bool) -> String {
    let mut out = field(&schema.target.name);
    for class in schema.classes().iter().filter(|_| probabilities) {
        out.push(',');
        out += &field(&format!("P({class})"));
    }
    out + "\n"
}

/// The answers as lines of CSV.
pub(super) fn csv(predictions: &Predictions<'_>, probabilities: Option<&[f64]>) -> String {
    let classes = predictions.predictor().schema().classes();
    let names: Vec<String> = classes.iter().map(|class| field(class)).collect();
    let mut out = String::with_capacity(8 * predictions.len());
    for row in 0..predictions.len() {
        match predictions.values() {
            Predicted::Classes(found) => out += &names[found[row] as usize],
            Predicted::Numbers(_) => out += &field(&predictions.text(row).unwrap_or_default()),
        }
        for share in probabilities.map_or(&[][..], |all| &all[row * classes.len()..][..classes.len()]) {
            out.push(',');
            out += &number::text(*share);
        }
        out.push('\n');
    }
    out
}

/// A field of a CSV file: in quotes where it must be.
fn field(text: &str) -> String {
    let plain = !text.is_empty() && text.trim() == text && !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
