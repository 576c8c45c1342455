//! Answers as text.

use serde::Serialize;
use spinney::blind::BlindKind;
use spinney::model::Schema;
use spinney::predict::{Predicted, Predictions, Predictor, UnseenValues};
use spinney::table::{Task, number};

use super::ways::Ways;
use crate::args::Predict as Args;
use crate::fault::Outcome;

/// What is told of the ways of rows, where that is asked for.
pub(super) fn ways(args: &Args, predictor: &Predictor) -> Option<Ways> {
    let embedding = predictor.blind().is_some_and(|blind| blind.settings.kind == BlindKind::Embedding);
    match (args.leaves, args.paths) {
        (_, true) => Some(Ways::Paths),
        (leaves, _) => (leaves || embedding).then_some(Ways::Leaves),
    }
}

/// The first line of CSV.
pub(super) fn first(args: &Args, predictor: &Predictor) -> String {
    if let Some(ways) = ways(args, predictor) {
        return ways.head(predictor.trees());
    }
    match predictor.blind() {
        Some(blind) if blind.settings.contamination.is_some() => "score,outlier\n".to_owned(),
        Some(_) => "score\n".to_owned(),
        None => head(predictor.schema(), args.proba),
    }
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

/// The scores of an isolation forest as JSON.
#[derive(Serialize)]
struct Outlying<'a> {
    rows: usize,
    offset: f64,
    scores: &'a [f64],
    #[serde(skip_serializing_if = "Option::is_none")]
    outliers: Option<Vec<bool>>,
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
    if let (Some(blind), Predicted::Numbers(scores)) = (predictions.predictor().blind(), predictions.values()) {
        let outliers =
            blind.settings.contamination.map(|_| scores.iter().map(|score| blind.is_outlying(*score)).collect());
        let (rows, offset, unseen) = (scores.len(), blind.offset, predictions.unseen());
        return Ok(serde_json::to_string(&Outlying { rows, offset, scores, outliers, unseen })? + "\n");
    }
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
    let marked = predictions.predictor().blind().filter(|blind| blind.settings.contamination.is_some());
    let mut out = String::with_capacity(8 * predictions.len());
    for row in 0..predictions.len() {
        match predictions.values() {
            Predicted::Classes(found) => out += &names[found[row] as usize],
            Predicted::Numbers(_) => out += &field(&predictions.text(row).unwrap_or_default()),
        }
        if let (Some(blind), Predicted::Numbers(scores)) = (marked, predictions.values()) {
            out += if blind.is_outlying(scores[row]) { ",yes" } else { ",no" };
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
