//! Linear regression in leaves: ridge-stabilised, the mean where there are too few rows, never outside the range seen.

use super::draft::Draft;
use super::material::Training;
use super::tally::Tally;
use crate::measure::order_free_sum;
use crate::parallel;
use crate::table::{TargetValues, Values};
use crate::tree::{ColumnId, LinearModel, Term};

/// A leaf needs this many rows more than it has columns.
const SPARE_ROWS: usize = 3;
/// The share of a column's variance that is added to it, so that columns that say the same do not run away.
const RIDGE: f64 = 1e-3;
/// The most columns of a leaf's regression: the work grows with their cube.
const MOST_COLUMNS: usize = 64;

/// The regression of each leaf that has rows enough, by the leaf's number in the draft; from the rows of the table, and the units
/// in a weight of 1.
pub(crate) fn linear_models(draft: &Draft, training: &Training<'_>, weighed: (&[u32], f64)) -> Vec<(u32, LinearModel)> {
    let leaves: Vec<u32> = draft.order().into_iter().filter(|place| !draft.node(*place).is_split()).collect();
    let mut models: Vec<(u32, LinearModel)> = parallel::map(&leaves, |place| {
        let Tally::Number { value, .. } = draft.node(*place).tally else { return None };
        model(draft.rows.get(place).map_or(&[], Vec::as_slice), value, training, weighed).map(|model| (*place, model))
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

fn model(rows: &[(u32, u64)], mean: f64, training: &Training<'_>, weighed: (&[u32], f64)) -> Option<LinearModel> {
    let TargetValues::Numbers(target) = &training.target.values else { return None };
    let weights: Vec<f64> = rows.iter().map(|(_, units)| *units as f64 / weighed.1).collect();
    let rows: Vec<u32> = rows.iter().map(|(row, _)| *row).collect();
    let answers: Vec<f64> = rows.iter().map(|row| target[weighed.0[*row as usize] as usize]).collect();
    let columns = centred(&rows, &weights, training, weighed);
    // A row of weight 3 is three rows here too.
    if columns.is_empty() || order_free_sum(weights.iter().copied()) < (columns.len() + SPARE_ROWS) as f64 {
        return None;
    }
    let slopes = solve(&columns, &weights, &answers, mean)?;
    let terms =
        columns.iter().zip(slopes).map(|(column, slope)| Term { column: column.column, slope, centre: column.centre });
    let low = answers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = answers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some(LinearModel { base: mean, terms: terms.collect(), low, high })
}

/// The continuous columns that vary in the leaf, the first of them where there are too many.
fn centred(rows: &[u32], weights: &[f64], training: &Training<'_>, weighed: (&[u32], f64)) -> Vec<Centred> {
    let mut columns = Vec::new();
    for (id, place) in training.columns.iter().enumerate() {
        let at = |row: &u32| weighed.0[*row as usize];
        let mut values: Vec<f64> = match &training.table.columns()[*place].values {
            Values::Number(number) => rows.iter().map(|row| number.values[at(row) as usize]).collect(),
            Values::Sparse(sparse) => rows.iter().map(|row| sparse.at(at(row))).collect(),
            Values::Category(_) => continue,
        };
        let known = || values.iter().zip(weights).filter(|(value, _)| value.is_finite());
        let total = exact_sum(known().map(|(_, weight)| (*weight, 1.0)));
        let centre = exact_sum(known().map(|(value, weight)| (*weight, *value))) / total;
        if total == 0.0 || !centre.is_finite() {
            continue;
        }
        for value in &mut values {
            *value = if value.is_finite() { *value - centre } else { 0.0 };
        }
        let squares = exact_sum(values.iter().zip(weights).map(|(value, weight)| (*weight, value * value)));
        if squares > 0.0 && squares.is_finite() {
            columns.push(Centred { column: ColumnId(id as u32), centre, values, squares });
        }
        if columns.len() == MOST_COLUMNS {
            break;
        }
    }
    columns
}

/// Σ weight · value, rounded once: the same in any order, and a weight of 3 is three rows.
fn exact_sum(terms: impl Iterator<Item = (f64, f64)>) -> f64 {
    order_free_sum(terms.flat_map(|(weight, value)| {
        let product = weight * value;
        [product, libm::fma(weight, value, -product)]
    }))
}

/// Slopes by the normal equations of standardised columns, with the ridge on the diagonal (Cholesky).
fn solve(columns: &[Centred], weights: &[f64], answers: &[f64], mean: f64) -> Option<Vec<f64>> {
    let count = columns.len();
    let size: Vec<f64> = columns.iter().map(|column| libm::sqrt(column.squares)).collect();
    let mut lower = vec![vec![0.0; count]; count];
    for row in 0..count {
        for column in 0..=row {
            let product = columns[row].values.iter().zip(&columns[column].values).zip(weights);
            let sum = exact_sum(product.map(|((one, two), weight)| (*weight, one / size[row] * (two / size[column]))));
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
            exact_sum(parts.map(|((value, answer), weight)| (*weight, value / size * (answer - mean))))
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
