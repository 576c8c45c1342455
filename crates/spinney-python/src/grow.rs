//! From tables to models.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use serde_json::from_str;
use spinney::blind::BlindSettings;
use spinney::fit::fit_blind;
use spinney::forest::{Course, Findings, Forest, ForestSettings, Piece};
use spinney::grow::{Training, TreeSettings, grow};
use spinney::model::{Model, Schema};
use spinney::prune::{Price, Pruning, path};
use spinney::tree::{NodeId, Tree};

use crate::error::{ours, raised, unsound, wrong};
use crate::model::{PyModel, risk_of};
use crate::table::PyTable;
use crate::target::{Labels, Lesson};
use crate::work::watched;

/// What the last digits of a price may be off, as a share of it; the core's forests allow as much.
const SLACK: f64 = 1e-12;

/// What is learned: the name of the target, its labels, and the weights of the rows.
pub(crate) type Learned<'py> = (String, Labels<'py>, Option<PyReadonlyArray1<'py, f64>>);

/// The settings that a text says.
pub(crate) fn settings<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    from_str(text).map_err(|error| wrong(format!("settings: {error}")))
}

/// Grows a tree, and prunes it by the price of a leaf where there is one.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn grow_tree(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    price: f64,
    threads: usize,
) -> PyResult<PyModel> {
    let how: TreeSettings = settings(how)?;
    let (name, labels, weights) = learned;
    let lesson = Lesson::new(table.take()?, &name, &labels)?;
    let weights = weights.map(|weights| weights.as_array().to_vec());
    watched(py, threads, None, |bell| {
        let training =
            Training { weights: weights.as_deref(), ..Training::new(&lesson.table, &lesson.columns, &lesson.target) };
        let tree = grow(&training, &how, bell).map_err(raised)?;
        let schema = Schema::new(&lesson.table, &lesson.columns, &lesson.target);
        let (tree, pruning) = priced(tree, &how, price);
        Ok(PyModel::of(Model::made(schema, Some(how), pruning, tree).map_err(unsound)?))
    })
}

/// The best tree where each leaf has this price, in units of impurity per row.
fn priced(tree: Tree, how: &TreeSettings, price: f64) -> (Tree, Vec<Pruning>) {
    if price <= 0.0 {
        return (tree, Vec::new());
    }
    let risk = risk_of(how.criterion);
    let path = path(&tree, risk);
    let price = price * tree.rows(NodeId::ROOT) * (1.0 + SLACK);
    let complexity = if path.risks[0] > 0.0 { price / path.risks[0] } else { 0.0 };
    let way = Pruning::CostComplexity { risk, price: Price::Share { complexity } };
    (path.at(&tree, price).tree, vec![way])
}

/// Trees that are there already, the number of the first new one, and whether rows out of bag are answered.
type Begun<'py> = (Option<PyRef<'py, PyModel>>, bool);

/// Grows a forest, or the trees that one lacks; beside it what trees say of rows out of bag, where that is asked for.
#[pyfunction]
#[pyo3(signature = (table, learned, how, begun, threads, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn grow_forest<'py>(
    py: Python<'py>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    begun: Begun<'_>,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(PyModel, Option<Bound<'py, PyArray1<f64>>>)> {
    let how: ForestSettings = settings(how)?;
    let (name, labels, weights) = learned;
    let lesson = Lesson::new(table.take()?, &name, &labels)?;
    let weights = weights.map(|weights| weights.as_array().to_vec());
    let (before, out_of_bag) = begun;
    let before: Vec<Tree> = before.map_or_else(Vec::new, |model| model.model.trees().to_vec());
    let (model, said) = watched(py, threads, progress.as_ref(), |bell| {
        let training =
            Training { weights: weights.as_deref(), ..Training::new(&lesson.table, &lesson.columns, &lesson.target) };
        let course = Course { out_of_bag, ..Course::new() };
        let numbers = before.len() as u64..u64::from(how.trees);
        let piece = Piece::of(&training, &how, numbers, &course, bell).map_err(raised)?;
        let said = piece.out_of_bag().map(spinney::forest::OutOfBag::decisions);
        let findings = if before.is_empty() && out_of_bag { piece.findings(&training) } else { None };
        let schema = Schema::new(&lesson.table, &lesson.columns, &lesson.target);
        Ok((forest(schema, (how, findings), before, piece)?, said))
    })?;
    Ok((PyModel::of(model), said.map(|said| PyArray1::from_vec(py, said))))
}

/// The model of the trees that were there, and of those that were grown.
fn forest(
    schema: Schema,
    made: (ForestSettings, Option<Findings>),
    mut trees: Vec<Tree>,
    piece: Piece,
) -> PyResult<Model> {
    trees.extend(piece.into_forest().trees().iter().cloned());
    let forest = Forest::new(trees, made.0.vote).map_err(|flaw| wrong(flaw.to_string()))?;
    Model::of_forest(schema, (Some(made.0), made.1), forest).map_err(unsound)
}

/// Grows trees without a target.
#[pyfunction]
#[pyo3(signature = (table, how, threads, progress=None))]
pub(crate) fn grow_blind(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    how: &str,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<PyModel> {
    let how: BlindSettings = settings(how)?;
    let table = table.take()?;
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    watched(py, threads, progress.as_ref(), |bell| {
        Ok(PyModel::of(fit_blind(&table, &columns, &how, bell).map_err(raised)?.model))
    })
}

/// The rows that each of these trees is grown from, each as often as it was drawn.
#[pyfunction]
pub(crate) fn bags<'py>(
    py: Python<'py>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    numbers: Vec<u64>,
) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
    let how: ForestSettings = settings(how)?;
    let (name, labels, weights) = learned;
    let lesson = Lesson::new(table.take()?, &name, &labels)?;
    let weights = weights.map(|weights| weights.as_array().to_vec());
    let found = watched(py, 1, None, |_| {
        let training =
            Training { weights: weights.as_deref(), ..Training::new(&lesson.table, &lesson.columns, &lesson.target) };
        spinney::forest::bags(&training, &how, &numbers).map_err(raised)
    })?;
    if found.len() != numbers.len() {
        return Err(ours("a tree has no rows"));
    }
    let rows = |bag: &spinney::forest::Bag| {
        let times = |(row, times): &(u32, f64)| std::iter::repeat_n(i64::from(*row), times.round().max(1.0) as usize);
        bag.rows.iter().flat_map(times).collect::<Vec<i64>>()
    };
    Ok(found.iter().map(|bag| PyArray1::from_vec(py, rows(bag))).collect())
}
