//! Finite probability: outcomes with whole weights, and events as marks on them.

use pyo3::prelude::*;
use spinney::measure::{Chance, Joint, Space};
use spinney::table::{Column, Declared, Table, Values};

use crate::error::{ours, raised, wrong};
use crate::table::PyTable;

/// The space of outcomes that are known by their places.
fn space(weights: &[u64]) -> Space<usize> {
    Space::weighted(weights.iter().copied().enumerate())
}

/// Whether there is a mark for each outcome.
fn check(weights: &[u64], marks: usize) -> PyResult<()> {
    if marks == weights.len() {
        return Ok(());
    }
    Err(wrong(format!("the event has {marks} marks for {} outcomes", weights.len())))
}

fn fraction(chance: Chance) -> (u128, u128) {
    (chance.numerator(), chance.denominator())
}

/// The chance of an event as a fraction, once another is known to have happened where there is one; none where that cannot happen.
#[pyfunction]
#[pyo3(signature = (weights, event, given=None))]
pub(crate) fn chance(weights: Vec<u64>, event: Vec<bool>, given: Option<Vec<bool>>) -> PyResult<Option<(u128, u128)>> {
    check(&weights, event.len())?;
    let space = space(&weights);
    let Some(given) = given else { return Ok(Some(fraction(space.chance(|place| event[*place])))) };
    check(&weights, given.len())?;
    Ok(space.chance_given(|place| event[*place], |place| given[*place]).map(fraction))
}

/// Whether two events are independent.
#[pyfunction]
pub(crate) fn independent_events(weights: Vec<u64>, one: Vec<bool>, other: Vec<bool>) -> PyResult<bool> {
    check(&weights, one.len())?;
    check(&weights, other.len())?;
    Ok(space(&weights).independent(|place| one[*place], |place| other[*place]))
}

/// Whether two random variables are, whose values are told apart by numbers.
#[pyfunction]
pub(crate) fn independent_variables(weights: Vec<u64>, one: Vec<u32>, other: Vec<u32>) -> PyResult<bool> {
    check(&weights, one.len())?;
    check(&weights, other.len())?;
    Ok(space(&weights).independent_variables(|place| one[*place], |place| other[*place]))
}

/// The expectation of a random variable.
#[pyfunction]
pub(crate) fn expectation(weights: Vec<u64>, values: Vec<f64>) -> PyResult<f64> {
    check(&weights, values.len())?;
    Ok(space(&weights).expectation(|place| values[*place]))
}

/// Two columns of a table as random variables: the values of each, and what is known of both as JSON.
#[pyfunction]
pub(crate) fn joint(table: PyRef<'_, PyTable>) -> PyResult<(Vec<Vec<String>>, String)> {
    table.with(|table| {
        let [(x, xs), (y, ys)] = [variable(table, 0)?, variable(table, 1)?];
        let pairs: Vec<(u32, u32)> = xs.into_iter().zip(ys).collect();
        let found = Joint::new(&pairs, (x.len(), y.len()));
        if found.rows == 0 {
            return Err(wrong("no row has a value in both columns"));
        }
        let json = serde_json::to_string(&found).map_err(|error| ours(error.to_string()))?;
        Ok((vec![x, y], json))
    })
}

/// The values of a column in canonical order, and the place of each row's value among them.
fn variable(table: &Table, place: usize) -> PyResult<(Vec<String>, Vec<u32>)> {
    let column = table.columns().get(place).ok_or_else(|| ours("a joint distribution has two columns"))?;
    match Declared::Nominal.apply(column.clone()).map_err(raised)? {
        Column { values: Values::Category(category), .. } => Ok((category.levels, category.codes)),
        Column { name, .. } => Err(wrong(format!("column {name:?} has no values"))),
    }
}
