//! Linear regression in leaves: ridge-stabilised, the mean where there are too few rows, never outside the range seen.

use super::draft::{Draft, Tally};
use super::training::Training;
use super::weigh::Weighed;
use crate::parallel;
use crate::table::{TargetValues, Values};
use crate::tree::{ColumnId, LinearModel, Term};

/// A leaf needs this many rows more than it has columns.
const SPARE_ROWS: usize = 3;
/// The share of a column's variance that is added to it, so that columns that say the same do not run away.
const RIDGE: f64 = 1e-3;
/// The most columns of a leaf's regression: the work grows with their cube.
const MOST_COLUMNS: usize = 64;

/// The regression of each leaf that has rows enough, by the leaf's number in the draft.
pub(crate) fn linear_models(draft: &Draft, training: &Training<'_>, weighed: &Weighed) -> Vec<(u32, LinearModel)> {
    let leaves: Vec<u32> =
        draft.order().into_iter().filter(|place| draft.nodes[*place as usize].fork.is_none()).collect();
    let mut models: Vec<(u32, LinearModel)> = parallel::map(&leaves, |place| {
        let node = &draft.nodes[*place as usize];
        let Tally::Number { value, .. } = node.tally else { return None };
        model(&node.rows, value, training, weighed).map(|model| (*place, model))
    })
    .into_iter()
    .flatten()
    .collect();
    models.sort_by_key(|pair| pair.0);
    models
}

/// A column of a leaf: centred values, 0 where missing.
struct Centred {
    column: ColumnId,
    centre: f64,
    values: Vec<f64>,
    squares: f64,
}

fn model(rows: &[u32], mean: f64, training: &Training<'_>, weighed: &Weighed) -> Option<LinearModel> {
    let TargetValues::Numbers(target) = &training.target.values else { return None };
    let mut rows = rows.to_vec();
    rows.sort_unstable(); // the sums below are floats: one order for all
    rows.dedup();
    let weight = |row: u32| weighed.units.as_ref().map_or(1.0, |units| units[row as usize] as f64 / weighed.per_row);
    let weights: Vec<f64> = rows.iter().map(|row| weight(*row)).collect();
    let answers: Vec<f64> = rows.iter().map(|row| target[weighed.rows[*row as usize] as usize]).collect();
    let columns = centred(&rows, &weights, training, weighed);
    if columns.is_empty() || rows.len() < columns.len() + SPARE_ROWS {
        return None;
    }
    let slopes = solve(&columns, &weights, &answers, mean)?;
    let terms =
        columns.iter().zip(slopes).map(|(column, slope)| Term { column: column.column, slope, centre: column.centre });
    let low = answers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = answers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some(LinearModel { base: mean, terms: terms.collect(), low, high })
}

/// The continuous columns that vary in the leaf, those that vary most in their own unit's terms first.
fn centred(rows: &[u32], weights: &[f64], training: &Training<'_>, weighed: &Weighed) -> Vec<Centred> {
    let mut columns = Vec::new();
    for (id, place) in training.columns.iter().enumerate() {
        let Values::Number(number) = &training.table.columns()[*place].values else { continue };
        let mut values: Vec<f64> = rows.iter().map(|row| number.values[weighed.rows[*row as usize] as usize]).collect();
        let known = || values.iter().zip(weights).filter(|(value, _)| value.is_finite());
        let total: f64 = known().map(|(_, weight)| weight).sum();
        let centre = known().map(|(value, weight)| value * (weight / total)).sum::<f64>();
        if total == 0.0 || !centre.is_finite() {
            continue;
        }
        values.iter_mut().for_each(|value| *value = if value.is_finite() { *value - centre } else { 0.0 });
        let squares: f64 = values.iter().zip(weights).map(|(value, weight)| weight * value * value).sum();
        if squares > 0.0 && squares.is_finite() {
            columns.push(Centred { column: ColumnId(id as u32), centre, values, squares });
        }
        if columns.len() == MOST_COLUMNS {
            break;
        }
    }
    columns
}

/// Slopes by the normal equations of standardised columns, with the ridge on the diagonal (Cholesky).
fn solve(columns: &[Centred], weights: &[f64], answers: &[f64], mean: f64) -> Option<Vec<f64>> {
    let count = columns.len();
    let size: Vec<f64> = columns.iter().map(|column| libm::sqrt(column.squares)).collect();
    let mut lower = vec![vec![0.0; count]; count];
    for row in 0..count {
        for column in 0..=row {
            let product = columns[row].values.iter().zip(&columns[column].values).zip(weights);
            let sum: f64 = product.map(|((one, two), weight)| one / size[row] * (two / size[column]) * weight).sum();
            lower[row][column] = if row == column { 1.0 + RIDGE } else { sum };
        }
    }
    for row in 0..count {
        for column in 0..=row {
            let done: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest = lower[row][column] - done;
            lower[row][column] = if row == column { libm::sqrt(rest) } else { rest / lower[column][column] };
        }
    }
    let mut solution: Vec<f64> = columns
        .iter()
        .zip(&size)
        .map(|(column, size)| {
            let parts = column.values.iter().zip(answers).zip(weights);
            parts.map(|((value, answer), weight)| value / size * (answer - mean) * weight).sum()
        })
        .collect();
    for row in 0..count {
        let done: f64 = (0..row).map(|k| lower[row][k] * solution[k]).sum();
        solution[row] = (solution[row] - done) / lower[row][row];
    }
    for row in (0..count).rev() {
        let done: f64 = (row + 1..count).map(|k| lower[k][row] * solution[k]).sum();
        solution[row] = (solution[row] - done) / lower[row][row];
    }
    let slopes: Vec<f64> = solution.iter().zip(&size).map(|(slope, size)| slope / size).collect();
    slopes.iter().all(|slope| slope.is_finite()).then_some(slopes)
}
