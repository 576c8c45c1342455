//! `spinney predict`: a model's answer for every row of a table.

use serde::Serialize;
use spinney::predict::{Predicted, Predictions, Predictor, UnseenValues};
use spinney::table::{Task, number};

use super::asking::{model, tell_unseen, unseen};
use crate::args::{General, Predict as Args};
use crate::console::Report;
use crate::fault::{Mistake, Outcome};
use crate::reading;
use crate::saving::Place;
use crate::text::counted;

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

/// The answers, printed or saved.
pub(crate) fn run(args: &Args, general: &General) -> Outcome<Report> {
    let place = args.out.as_deref().map(|out| Place::new(out, &[&args.model, &args.table.table])).transpose()?;
    check_name(place.as_ref(), general)?;
    let model = model(&args.model)?;
    if args.proba && model.schema().task() == Task::Regression {
        let target = &model.schema().target.name;
        return Err(Mistake::new(format!("--proba: {target:?} is a number, and has no classes")).into());
    }
    let predictor = Predictor::new(&model);
    let table = reading::table(&args.table, general)?;
    let in_table = |error| reading::in_table(&args.table, &error);
    let predictions = predictor.predict(&table, unseen(args.unseen)).map_err(in_table)?;
    let probabilities = args.proba.then(|| predictions.probabilities()).transpose().map_err(in_table)?;
    tell_unseen(predictions.unseen(), args.unseen, general);
    let text = if general.json {
        json(&predictions, probabilities.as_deref())?
    } else {
        csv(&predictions, probabilities.as_deref())
    };
    let Some(place) = place else { return Ok(text.into()) };
    place.save(text.as_bytes())?;
    let rows = counted(predictions.len(), "row");
    let note = format!("the answers for {rows} are in {}", args.out.as_deref().unwrap_or_default());
    Ok(Report { out: Vec::new(), notes: vec![note] })
}

/// A name that promises another format would mislead whoever reads the file.
fn check_name(place: Option<&Place>, general: &General) -> Outcome {
    let ending = place.map(Place::ending).unwrap_or_default();
    if !matches!(ending.as_str(), "parquet" | "arrow" | "feather" | "arff" | "gz" | "zst" | "tsv" | "xlsx" | "json") {
        return Ok(());
    }
    match (ending.as_str(), general.json) {
        ("json", true) => Ok(()),
        ("json", false) => Err(Mistake::new("answers are written as CSV, and the file is called .json")
            .hint("--json writes them as JSON")
            .into()),
        _ => Err(Mistake::new(format!("answers are written as CSV, and the file is called .{ending}"))
            .hint("--out with a name in .csv")
            .into()),
    }
}

fn json(predictions: &Predictions<'_>, probabilities: Option<&[f64]>) -> Outcome<String> {
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

fn csv(predictions: &Predictions<'_>, probabilities: Option<&[f64]>) -> String {
    let schema = predictions.predictor().schema();
    let mut out = field(&schema.target.name);
    for class in schema.classes().iter().filter(|_| probabilities.is_some()) {
        out.push(',');
        out += &field(&format!("P({class})"));
    }
    out.push('\n');
    let classes = schema.classes().len();
    for row in 0..predictions.len() {
        out += &field(&predictions.text(row).unwrap_or_default());
        for share in probabilities.map_or(&[][..], |all| &all[row * classes..][..classes]) {
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
