//! Answers beside what is true.

use super::areas::class_auc;
use super::figures::{ClassScore, Measures, NamedCell, NamedClass, NumberScore, Score, UnknownClass};
use crate::error::{Error, Mistake, Result};
use crate::measure::{MeasureError, check_weights, order_free_sum};
use crate::metric::{Confusion, log_loss, mae, r_squared, rmse};
use crate::model::{Schema, TargetKind};
use crate::predict::{Predicted, Predictions, by_value, numbers};
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
    check_lengths(predictions.len(), target, weights)?;
    if let Some(wrong) = weights.and_then(|weights| check_weights(weights).err()) {
        return Err(bad_weight(wrong));
    }
    let rows: Vec<u32> = rows.iter().copied().filter(|row| (*row as usize) < predictions.len()).collect();
    let known: Vec<u32> = rows.iter().copied().filter(|row| is_known(target, *row as usize)).collect();
    let weights = weights.map(|weights| pick(weights, &known));
    let measures = match (predictions.values(), &target.values) {
        (Predicted::Classes(_), TargetValues::Classes(classes)) => {
            Measures::Classification(class_score(predictions, classes, &known, weights.as_deref()))
        }
        (Predicted::Numbers(answered), TargetValues::Numbers(values)) => {
            Measures::Regression(number_score(&pick(values, &known), &pick(answered, &known), weights.as_deref()))
        }
        (Predicted::Classes(_), TargetValues::Numbers(_)) => {
            return Err(Mistake::WrongKind { found: "numeric", needed: "nominal" }.in_column(&target.name));
        }
        (Predicted::Numbers(_), TargetValues::Classes(_)) => {
            return Err(Mistake::WrongKind { found: "nominal", needed: "numeric" }.in_column(&target.name));
        }
    };
    let weight = weights.map(order_free_sum);
    Ok(Score { rows: known.len(), without_target: rows.len() - known.len(), weight, measures })
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

fn pick<T: Copy>(values: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|row| values[*row as usize]).collect()
}

fn number_score(truth: &[f64], answered: &[f64], weights: Option<&[f64]>) -> NumberScore {
    NumberScore {
        r_squared: r_squared(truth, answered, weights),
        rmse: rmse(truth, answered, weights),
        mae: mae(truth, answered, weights),
    }
}

fn class_score(predictions: &Predictions<'_>, classes: &Classes, known: &[u32], weights: Option<&[f64]>) -> ClassScore {
    let (names, codes) = in_model_terms(predictions.predictor().schema().classes(), &classes.names);
    let truth: Vec<u32> = known.iter().map(|row| codes[classes.codes[*row as usize] as usize]).collect();
    let answered = match predictions.values() {
        Predicted::Classes(answered) => pick(answered, known),
        Predicted::Numbers(_) => Vec::new(),
    };
    let chance = |(row, class): (&u32, &u32)| predictions.share(*row as usize, *class);
    let chances: Vec<f64> = known.iter().zip(&truth).map(chance).collect();
    let confusion = Confusion::new(&truth, &answered, weights);
    let name = |class: u32| names.get(class as usize).map_or_else(String::new, |name| (*name).to_owned());
    ClassScore {
        accuracy: confusion.accuracy(),
        balanced_accuracy: confusion.balanced_accuracy(),
        log_loss: log_loss(&chances, weights),
        auc: class_auc(predictions, known, &truth, weights),
        classes: confusion
            .classes()
            .into_iter()
            .map(|of| NamedClass {
                class: name(of.class),
                rows: of.rows,
                precision: of.precision,
                recall: of.recall,
                f1: of.f1,
            })
            .collect(),
        confusion: confusion
            .cells()
            .iter()
            .map(|cell| NamedCell { truth: name(cell.truth), predicted: name(cell.predicted), weight: cell.weight })
            .collect(),
        unknown: unknown(predictions.predictor().schema().classes().len(), &names, &truth),
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
