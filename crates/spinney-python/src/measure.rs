//! Sums of the lectures, on plain lists.

use pyo3::prelude::*;
use spinney::measure::{self, Crosstab, check_weights};

use crate::error::wrong;

/// A sum of weights by its name: `entropy`, `entropy_nats`, `gini` or `questions`.
#[pyfunction]
pub(crate) fn of_weights(name: &str, weights: Vec<f64>) -> PyResult<f64> {
    check_weights(&weights).map_err(|error| wrong(error.to_string()))?;
    match name {
        "entropy" => Ok(measure::entropy(&weights)),
        "entropy_nats" => Ok(measure::entropy_nats(&weights)),
        "gini" => Ok(measure::gini(&weights)),
        "questions" => Ok(measure::questions(&weights)),
        _ => Err(wrong(format!("there is no sum {name:?} of weights"))),
    }
}

/// A sum of a split by its name; a row of weights for each branch, an entry for each class.
#[pyfunction]
pub(crate) fn of_split(name: &str, branches: Vec<Vec<f64>>) -> PyResult<f64> {
    check_weights(&branches.concat()).map_err(|error| wrong(error.to_string()))?;
    let split = Crosstab::from_rows(&branches).map_err(|error| wrong(error.to_string()))?;
    match name {
        "conditional_entropy" => Ok(measure::conditional_entropy(&split)),
        "information_gain" => Ok(measure::information_gain(&split)),
        "split_entropy" => Ok(measure::split_entropy(&split)),
        "gain_ratio" => Ok(measure::gain_ratio(&split)),
        "gini_split" => Ok(measure::gini_split(&split)),
        "gini_gain" => Ok(measure::gini_gain(&split)),
        _ => Err(wrong(format!("there is no sum {name:?} of a split"))),
    }
}

/// A sum of numbers by its name: `mean` or `variance`.
#[pyfunction]
pub(crate) fn of_numbers(name: &str, numbers: Vec<f64>) -> PyResult<f64> {
    match name {
        "mean" => Ok(measure::mean(&numbers)),
        "variance" => Ok(measure::variance(&numbers)),
        _ => Err(wrong(format!("there is no sum {name:?} of numbers"))),
    }
}

/// What parting numbers into groups takes off their mean squared error.
#[pyfunction]
pub(crate) fn mse_reduction(groups: Vec<Vec<f64>>) -> f64 {
    let groups: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
    measure::mse_reduction(&groups)
}

/// The fewest yes-or-no questions that tell each of some values, as lengths of a prefix code.
#[pyfunction]
pub(crate) fn code_lengths(weights: Vec<f64>) -> PyResult<Vec<u32>> {
    check_weights(&weights).map_err(|error| wrong(error.to_string()))?;
    Ok(measure::code_lengths(&weights))
}

/// The differential entropy of a normal distribution, by the natural logarithm.
#[pyfunction]
pub(crate) fn gaussian_entropy(sd: f64) -> PyResult<f64> {
    if !(sd > 0.0 && sd.is_finite()) {
        return Err(wrong(format!("{sd} is not a standard deviation: it must be above 0")));
    }
    Ok(measure::gaussian_entropy(sd))
}

/// What an outcome of this probability tells, in bits.
#[pyfunction]
pub(crate) fn information(probability: f64) -> PyResult<f64> {
    if !(probability > 0.0 && probability <= 1.0) {
        return Err(wrong(format!("{probability} is not a probability above 0 and up to 1")));
    }
    Ok(measure::information(probability))
}

/// The differential entropy of a histogram, by the natural logarithm.
#[pyfunction]
pub(crate) fn histogram_entropy(edges: Vec<f64>, weights: Vec<f64>) -> PyResult<f64> {
    measure::histogram_entropy(&edges, &weights).map_err(|error| wrong(error.to_string()))
}
