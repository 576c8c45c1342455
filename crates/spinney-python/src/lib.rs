//! The bridge from Python to the engine: convert, release the interpreter, call, map mistakes. Whatever can be said in Python is said there:
//! defaults, meanings of scikit-learn's names, documentation (`python/spinney`).
//!
//! ```text
//! array, columns, Arrow ─► Table ─┐
//! codes or numbers ─► Target ─────┼─► grow_tree, grow_forest, grow_blind ─► Model ─► answers, leaves, paths, arrays
//! settings as JSON ───────────────┘                                        bytes ⇄
//! ```
#![forbid(unsafe_code)]

/// Mistakes as Python's exceptions.
mod error;
/// Work on threads, while Python goes on and may stop it.
mod work;
/// Arrays and columns become tables.
mod table;
/// What is to be learned.
mod target;
/// One row of an array, as a model sees it.
mod one;
/// Nodes by the numbers that scikit-learn's users expect.
mod nodes;
/// A finished model.
mod model;
/// From tables to models.
mod grow;
/// A tree in words and pictures.
mod show;

use pyo3::prelude::*;

/// The module that `python/spinney` is built on.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<model::PyModel>()?;
    module.add_function(wrap_pyfunction!(target::class_order, module)?)?;
    module.add_function(wrap_pyfunction!(grow::grow_tree, module)?)?;
    module.add_function(wrap_pyfunction!(grow::grow_forest, module)?)?;
    module.add_function(wrap_pyfunction!(grow::grow_blind, module)?)?;
    module.add_function(wrap_pyfunction!(grow::bags, module)?)?;
    Ok(())
}
