//! The bridge from Python to the engine: convert, release the interpreter, call, map mistakes. Whatever can be said in Python is said there:
//! defaults, meanings of scikit-learn's names, documentation (`python/spinney`).
//!
//! ```text
//! array, columns, Arrow ─► Table ─┐
//! codes or numbers ─► Target ─────┼─► grow_tree, grow_forest, grow_blind ─► Model ─► answers, leaves, paths, arrays
//! settings as JSON ───────────────┘                                        bytes ⇄
//! ```
#![forbid(unsafe_code)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "what Python hands over is taken whole, and views of arrays are a few words"
)]
#![allow(
    clippy::cast_possible_wrap,
    reason = "numbers of nodes and rows, which Python's arrays count in 64 bits with a sign"
)]

/// Mistakes as Python's exceptions.
mod error;
/// Work on threads, while Python goes on and may stop it.
mod work;
/// Columns that scikit-learn holds for constant.
mod near;
/// Numbers that stay where Python has them.
mod lent;
/// Sparse matrices become tables, without their zeros.
mod sparse;
/// Arrays and columns become tables.
mod table;
/// What is to be learned.
mod target;
/// One row of an array, as a model sees it.
mod one;
/// Nodes by the numbers that scikit-learn's users expect.
mod nodes;
/// A tree in words and pictures.
mod show;
/// Rows that a model is asked about at a time.
mod part;
/// A finished model.
mod model;
/// How a model is asked.
mod ask;
/// Which rows each tree was grown from.
mod urn;
/// Presets in the words of model files.
mod preset;
/// From tables to models.
mod grow;
/// Forests of trees that are there already.
mod gather;
/// What a table holds, and how a tree is grown from it step by step.
mod account;
/// Answers beside the truth.
mod marks;
/// A smaller tree out of a larger one.
mod prune;
/// Models beside each other on the same folds.
mod contest;
/// What columns are worth, and what a tree makes of two of them.
mod columns;
/// Sums of the lectures.
mod measure;
/// Finite probability.
mod chance;

use pyo3::prelude::*;

/// The module that `python/spinney` is built on.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<model::PyModel>()?;
    module.add_class::<urn::PyUrn>()?;
    module.add_function(wrap_pyfunction!(target::class_order, module)?)?;
    module.add_function(wrap_pyfunction!(table::read_paths, module)?)?;
    module.add_function(wrap_pyfunction!(preset::preset, module)?)?;
    module.add_function(wrap_pyfunction!(grow::grow_tree, module)?)?;
    module.add_function(wrap_pyfunction!(grow::grow_forest, module)?)?;
    module.add_function(wrap_pyfunction!(grow::grow_blind, module)?)?;
    module.add_function(wrap_pyfunction!(urn::seed_of_tree, module)?)?;
    module.add_function(wrap_pyfunction!(gather::gather, module)?)?;
    module.add_function(wrap_pyfunction!(account::account, module)?)?;
    module.add_function(wrap_pyfunction!(account::derivation, module)?)?;
    module.add_class::<marks::PyMarks>()?;
    module.add_function(wrap_pyfunction!(marks::mark, module)?)?;
    module.add_function(wrap_pyfunction!(prune::snip_nodes, module)?)?;
    module.add_function(wrap_pyfunction!(prune::prune_alone, module)?)?;
    module.add_function(wrap_pyfunction!(prune::prune_by, module)?)?;
    module.add_function(wrap_pyfunction!(prune::pruned_drawing, module)?)?;
    module.add_function(wrap_pyfunction!(contest::compare_on_folds, module)?)?;
    module.add_function(wrap_pyfunction!(contest::tune_on_folds, module)?)?;
    module.add_function(wrap_pyfunction!(columns::worth_grown, module)?)?;
    module.add_function(wrap_pyfunction!(columns::worth_permuted, module)?)?;
    module.add_function(wrap_pyfunction!(columns::regions, module)?)?;
    module.add_function(wrap_pyfunction!(measure::of_weights, module)?)?;
    module.add_function(wrap_pyfunction!(measure::of_split, module)?)?;
    module.add_function(wrap_pyfunction!(measure::of_numbers, module)?)?;
    module.add_function(wrap_pyfunction!(measure::mse_reduction, module)?)?;
    module.add_function(wrap_pyfunction!(measure::code_lengths, module)?)?;
    module.add_function(wrap_pyfunction!(measure::gaussian_entropy, module)?)?;
    module.add_function(wrap_pyfunction!(measure::histogram_entropy, module)?)?;
    module.add_function(wrap_pyfunction!(measure::information, module)?)?;
    module.add_function(wrap_pyfunction!(chance::chance, module)?)?;
    module.add_function(wrap_pyfunction!(chance::independent_events, module)?)?;
    module.add_function(wrap_pyfunction!(chance::independent_variables, module)?)?;
    module.add_function(wrap_pyfunction!(chance::expectation, module)?)?;
    module.add_function(wrap_pyfunction!(chance::joint, module)?)?;
    Ok(())
}
