//! Answers beside what is true.

use serde::{Deserialize, Serialize};

use super::figures::{ClassScore, Measures, NamedCell, NamedClass, NumberScore, Score, UnknownClass};
use super::sheet::Sheet;
use crate::error::{Error, Mistake, Result};
use crate::measure::{MeasureError, check_weights, order_free_sum};
use crate::metric::{
    Confusion, explained_variance, max_error, mean_absolute_error, mean_absolute_percentage_error,
    mean_poisson_deviance, mean_squared_error, median_absolute_error, r2, root_mean_squared_error,
};
use crate::model::{Schema, TargetKind};
use crate::predict::{Predicted, Predictions, by_value, numbers};
use crate::table::frame::pick;
use crate::table::{Classes, Table, Target, TargetValues};

/// The target that a model answers, as a table holds it: the same task, and dates in the model's unit.
pub fn truth(schema: &Schema, table: &Table) -> Result<Target> {
    let mut target = Target::new(table, &schema.target.name, Some(schema.task()))?;
    if let TargetKind::Number { meaning } = schema.target.values {
        let column = &table.columns()[target.column];
        target.values = TargetValues::Numbers(numbers(column, meaning)?.into_owned());
    }
    Ok(target)
}

/// How good the answers are, beside what is true. Rows without a target are left out; weights, where given, are one for each
/// row of the table.
///
/// Classes are matched by name. A class that the model has never seen is wrong whatever is answered, had no chance, and is
/// reported.
pub fn score(predictions: &Predictions<'_>, target: &Target, weights: Option<&[f64]>) -> Result<Score> {
    let all: Vec<u32> = (0..predictions.len() as u32).collect();
    score_rows(predictions, &all, target, weights)
}

/// The same over some rows (from 0) of the table: those held out, a fold. Rows beyond the last are passed over.
pub fn score_rows(
    predictions: &Predictions<'_>,
    rows: &[u32],
    target: &Target,
    weights: Option<&[f64]>,
) -> Result<Score> {
    Ok(Marked::new(predictions, rows, target, weights)?.score())
}

/// Answers that have been set beside the truth: what scores, curves and intervals are made from.
#[derive(Serialize, Deserialize)]
pub struct Marked {
    pub(super) rows: usize,
    without_target: usize,
    pub(super) weights: Option<Vec<f64>>,
    pub(super) kind: Kind,
}

/// What was answered.
#[derive(Serialize, Deserialize)]
pub(super) enum Kind {
    Classes(Box<MarkedClasses>),
    Numbers { truth: Vec<f64>, answered: Vec<f64> },
}

/// Classes, in the model's terms.
#[derive(Serialize, Deserialize)]
pub(super) struct MarkedClasses {
    pub(super) sheet: Sheet,
    /// The weight of each line of the sheet.
    pub(super) lines: Vec<f64>,
    /// The model's classes and, behind them, those that only the table has.
    pub(super) names: Vec<String>,
    /// How many rows are right.
    pub(super) right: u64,
    unknown: Vec<UnknownClass>,
}

impl Marked {
    /// Sets answers beside the truth, as [`score_rows`] does.
    pub fn new(predictions: &Predictions<'_>, rows: &[u32], target: &Target, weights: Option<&[f64]>) -> Result<Self> {
        check_lengths(predictions.len(), target, weights)?;
        if let Some(wrong) = weights.and_then(|weights| check_weights(weights).err()) {
            return Err(bad_weight(wrong));
        }
        let rows: Vec<u32> = rows.iter().copied().filter(|row| (*row as usize) < predictions.len()).collect();
        let known: Vec<u32> = rows.iter().copied().filter(|row| is_known(target, *row as usize)).collect();
        let weights = weights.map(|weights| pick(weights, &known));
        let kind = match (predictions.values(), &target.values) {
            (Predicted::Classes(answered), TargetValues::Classes(classes)) => {
                let of = MarkedClasses::new(predictions, (classes, answered), &known, weights.as_deref());
                Kind::Classes(Box::new(of))
            }
            (Predicted::Numbers(answered), TargetValues::Numbers(values)) => {
                Kind::Numbers { truth: pick(values, &known), answered: pick(answered, &known) }
            }
            (Predicted::Classes(_), TargetValues::Numbers(_)) => {
                return Err(Mistake::WrongKind { found: "numeric", needed: "nominal" }.in_column(&target.name));
            }
            (Predicted::Numbers(_), TargetValues::Classes(_)) => {
                return Err(Mistake::WrongKind { found: "nominal", needed: "numeric" }.in_column(&target.name));
            }
        };
        Ok(Marked { rows: known.len(), without_target: rows.len() - known.len(), weights, kind })
    }

    /// The figures.
    pub fn score(&self) -> Score {
        let measures = match &self.kind {
            Kind::Classes(classes) => Measures::Classification(classes.score()),
            Kind::Numbers { truth, answered } => {
                Measures::Regression(number_score(truth, answered, self.weights.as_deref()))
            }
        };
        let weight = self.weights.as_ref().map(|weights| order_free_sum(weights.iter().copied()));
        Score { rows: self.rows, without_target: self.without_target, weight, measures }
    }
}

impl MarkedClasses {
    fn new(
        predictions: &Predictions<'_>,
        (classes, answered): (&Classes, &[u32]),
        known: &[u32],
        weights: Option<&[f64]>,
    ) -> Self {
        let model = predictions.predictor().schema().classes();
        let (names, codes) = in_model_terms(model, &classes.names);
        let truth: Vec<u32> = known.iter().map(|row| codes[classes.codes[*row as usize] as usize]).collect();
        let answered = pick(answered, known);
        let right = truth.iter().zip(&answered).filter(|(truth, answered)| truth == answered).count() as u64;
        let sheet = Sheet::new(predictions, known, &truth, &answered);
        let unknown = unknown(model.len(), &names, &truth);
        let names = names.into_iter().map(str::to_owned).collect();
        MarkedClasses { lines: sheet.weights(weights), sheet, names, right, unknown }
    }

    pub(super) fn name(&self, class: u32) -> String {
        self.names.get(class as usize).cloned().unwrap_or_default()
    }

    fn score(&self) -> ClassScore {
        let confusion = self.sheet.confusion(&self.lines);
        ClassScore {
            overall: self.sheet.overall(&self.lines),
            macro_average: confusion.macro_average(),
            weighted_average: confusion.weighted_average(),
            classes: self.named(&confusion),
            confusion: confusion
                .cells()
                .iter()
                .map(|cell| NamedCell {
                    truth: self.name(cell.truth),
                    predicted: self.name(cell.predicted),
                    weight: cell.weight,
                })
                .collect(),
            unknown: self.unknown.clone(),
        }
    }

    fn named(&self, confusion: &Confusion) -> Vec<NamedClass> {
        let named = |of: crate::metric::ClassFigures| NamedClass {
            class: self.name(of.class),
            rows: of.rows,
            precision: of.precision,
            recall: of.recall,
            f1: of.f1,
        };
        confusion.classes().into_iter().map(named).collect()
    }
}

/// The figures of numbers.
pub(super) fn number_score(truth: &[f64], answered: &[f64], weights: Option<&[f64]>) -> NumberScore {
    let shares = truth.iter().all(|value| *value != 0.0);
    NumberScore {
        r2: r2(truth, answered, weights),
        explained_variance: explained_variance(truth, answered, weights),
        mean_squared_error: mean_squared_error(truth, answered, weights),
        root_mean_squared_error: root_mean_squared_error(truth, answered, weights),
        mean_absolute_error: mean_absolute_error(truth, answered, weights),
        median_absolute_error: median_absolute_error(truth, answered, weights),
        max_error: max_error(truth, answered, weights),
        mean_absolute_percentage_error: mean_absolute_percentage_error(truth, answered, weights).filter(|_| shares),
        mean_poisson_deviance: mean_poisson_deviance(truth, answered, weights),
    }
}

fn check_lengths(expected: usize, target: &Target, weights: Option<&[f64]>) -> Result<()> {
    let given = match &target.values {
        TargetValues::Classes(classes) => classes.codes.len(),
        TargetValues::Numbers(values) => values.len(),
    };
    match [given, weights.map_or(given, <[f64]>::len)].into_iter().find(|found| *found != expected) {
        Some(found) => Err(Mistake::UnequalLengths { found, expected }.in_column(&target.name)),
        None => Ok(()),
    }
}

fn bad_weight(wrong: MeasureError) -> Error {
    match wrong {
        MeasureError::NegativeWeight { position, weight } | MeasureError::WeightNotFinite { position, weight } => {
            Mistake::BadWeight { found: weight }.in_row(position as u64)
        }
        _ => Mistake::BadWeight { found: f64::INFINITY }.anywhere(),
    }
}

fn is_known(target: &Target, row: usize) -> bool {
    match &target.values {
        TargetValues::Classes(classes) => (classes.codes[row] as usize) < classes.names.len(),
        TargetValues::Numbers(values) => !values[row].is_nan(),
    }
}

/// The model's classes and, behind them, those that only the table has; and for each class of the table its place there.
fn in_model_terms<'a>(model: &'a [String], table: &'a [String]) -> (Vec<&'a str>, Vec<u32>) {
    let mut names: Vec<&str> = model.iter().map(String::as_str).collect();
    let mut codes = Vec::with_capacity(table.len());
    for (name, known) in table.iter().zip(by_value(table, model)) {
        codes.push(known.unwrap_or(names.len() as u32));
        if known.is_none() {
            names.push(name);
        }
    }
    (names, codes)
}

/// The classes beyond the model's that occur.
fn unknown(model: usize, names: &[&str], truth: &[u32]) -> Vec<UnknownClass> {
    let mut rows = vec![0; names.len() - model];
    for class in truth.iter().filter(|class| **class as usize >= model) {
        rows[*class as usize - model] += 1;
    }
    let beyond = names[model..].iter().zip(rows).filter(|(_, rows)| *rows > 0);
    beyond.map(|(class, rows)| UnknownClass { class: (*class).to_owned(), rows }).collect()
}
