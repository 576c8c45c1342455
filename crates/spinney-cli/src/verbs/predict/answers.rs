//! Answers as text.

use serde::Serialize;
use spinney::blind::{Blind, BlindKind};
use spinney::model::Schema;
use spinney::predict::{Predicted, Predictions, Predictor, Rows, UnseenValues};
use spinney::table::{Table, Task, number};

use super::super::asking::unseen;
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

/// The answers for one target, with probabilities where they are asked for.
pub(super) struct Answered<'a> {
    predictions: Predictions<'a>,
    shares: Option<Vec<f64>>,
}

impl<'a> Answered<'a> {
    /// Asks a table.
    pub(super) fn new(predictor: &'a Predictor, table: &'a Table, args: &Args) -> spinney::Result<Self> {
        let predictions = predictor.predict(table, unseen(args.unseen))?;
        let shares = args.proba.then(|| predictions.probabilities()).transpose()?;
        Ok(Answered { predictions, shares })
    }

    pub(super) fn rows(&self) -> &Rows<'a> {
        self.predictions.rows()
    }
}

/// The first line of CSV.
pub(super) fn first(args: &Args, predictors: &[Predictor]) -> String {
    if let Some(ways) = ways(args, &predictors[0]) {
        return ways.head(predictors[0].trees());
    }
    match predictors[0].blind() {
        Some(blind) if blind.settings.contamination.is_some() => "score,outlier\n".to_owned(),
        Some(_) => "score\n".to_owned(),
        None => {
            let heads: Vec<String> =
                predictors.iter().map(|one| head(one.schema(), args.proba, predictors.len() > 1)).collect();
            heads.join(",") + "\n"
        }
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

/// All answers as one JSON document; of several targets, a list of those of each.
pub(super) fn json(answered: &[Answered<'_>]) -> Outcome<String> {
    let mut texts = answered.iter().map(of_one).collect::<Outcome<Vec<String>>>()?;
    match texts.len() {
        1 => Ok(texts.remove(0) + "\n"),
        _ => Ok(format!("{{\"targets\":[{}]}}\n", texts.join(","))),
    }
}

fn of_one(Answered { predictions, shares }: &Answered<'_>) -> Outcome<String> {
    let schema = predictions.predictor().schema();
    if let (Some(blind), Predicted::Numbers(scores)) = (predictions.predictor().blind(), predictions.values()) {
        let outliers =
            blind.settings.contamination.map(|_| scores.iter().map(|score| blind.is_outlying(*score)).collect());
        let (rows, offset, unseen) = (scores.len(), blind.offset, predictions.unseen());
        return Ok(serde_json::to_string(&Outlying { rows, offset, scores, outliers, unseen })?);
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
        probabilities: shares.as_ref().map(|all| all.chunks(classes).collect()),
        unseen: predictions.unseen(),
    };
    Ok(serde_json::to_string(&document)?)
}

/// The names of the columns of a target, which is one of several or the only one.
fn head(schema: &Schema, probabilities: bool, several: bool) -> String {
    let target = &schema.target.name;
    let mut out = field(target);
    for class in schema.classes().iter().filter(|_| probabilities) {
        out.push(',');
        out += &field(&if several { format!("P({target}={class})") } else { format!("P({class})") });
    }
    out
}

/// The answers as lines of CSV.
pub(super) fn csv(answered: &[Answered<'_>]) -> String {
    let columns: Vec<Lines<'_>> = answered.iter().map(Lines::new).collect();
    let rows = answered[0].predictions.len();
    let mut out = String::with_capacity(8 * rows * columns.len());
    for row in 0..rows {
        for (place, column) in columns.iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            column.write(row, &mut out);
        }
        out.push('\n');
    }
    out
}

/// The lines of one target.
struct Lines<'a> {
    predictions: &'a Predictions<'a>,
    shares: Option<&'a [f64]>,
    /// The names of classes, as fields.
    names: Vec<String>,
    /// What says which rows are outlying.
    marked: Option<&'a Blind>,
}

impl<'a> Lines<'a> {
    fn new(Answered { predictions, shares }: &'a Answered<'a>) -> Self {
        let predictor = predictions.predictor();
        Lines {
            predictions,
            shares: shares.as_deref(),
            names: predictor.schema().classes().iter().map(|class| field(class)).collect(),
            marked: predictor.blind().filter(|blind| blind.settings.contamination.is_some()),
        }
    }

    fn write(&self, row: usize, out: &mut String) {
        match self.predictions.values() {
            Predicted::Classes(found) => *out += &self.names[found[row] as usize],
            Predicted::Numbers(_) => *out += &field(&self.predictions.text(row).unwrap_or_default()),
        }
        if let (Some(blind), Predicted::Numbers(scores)) = (self.marked, self.predictions.values()) {
            *out += if blind.is_outlying(scores[row]) { ",yes" } else { ",no" };
        }
        let many = self.names.len();
        for share in self.shares.map_or(&[][..], |all| &all[row * many..][..many]) {
            out.push(',');
            *out += &number::text(*share);
        }
    }
}

/// A field of a CSV file: in quotes where it must be.
fn field(text: &str) -> String {
    let plain = !text.is_empty() && text.trim() == text && !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
