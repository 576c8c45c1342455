//! Mistakes as Python's exceptions, with the core's own words.

use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyKeyboardInterrupt, PyMemoryError, PyRuntimeError, PyValueError};
use spinney::error::Mistake;
use spinney::model::ModelError;

/// What scikit-learn says of such numbers, and its users look for.
pub(crate) const INFINITE: &str = "Input X contains infinity or a value too large for dtype('float64').";

/// The exception of a mistake.
pub(crate) fn raised(error: spinney::Error) -> PyErr {
    let words = error.to_string();
    match error.mistake {
        Mistake::Stopped => PyKeyboardInterrupt::new_err(words),
        Mistake::TooLittleMemory { .. } => PyMemoryError::new_err(words),
        Mistake::BrokenTree { .. } => PyRuntimeError::new_err(words),
        _ => PyValueError::new_err(words),
    }
}

/// The exception of bytes or parts that make no model.
pub(crate) fn unsound(error: ModelError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception of something that is wrong with what the package itself hands over, or with a value that it lets through.
pub(crate) fn wrong(words: impl Into<String>) -> PyErr {
    PyValueError::new_err(words.into())
}

/// The exception of a tree that is not there.
pub(crate) fn no_tree(number: usize) -> PyErr {
    PyIndexError::new_err(format!("there is no tree {number}"))
}

/// The exception of a target that is not there.
pub(crate) fn no_target(number: usize) -> PyErr {
    PyIndexError::new_err(format!("there is no target {number}"))
}

/// The exception of a fault of ours.
pub(crate) fn ours(words: impl Into<String>) -> PyErr {
    PyRuntimeError::new_err(words.into())
}
