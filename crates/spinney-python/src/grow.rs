//! From tables to models.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use serde_json::from_str;
use spinney::blind::BlindSettings;
use spinney::fit::{fit_blind_by, fit_several};
use spinney::forest::{Course, Findings, Forest, ForestSettings, OutOfBag, Piece};
use spinney::grow::{Training, TreeSettings, Watch};
use spinney::model::{Model, Models, Schema};
use spinney::prune::{Price, Pruning, path_several};
use spinney::tree::{NodeId, Tree};

use crate::error::{raised, unsound, wrong};
use crate::model::{PyModel, risk_of};
use crate::table::PyTable;
use crate::target::{Learned, Lesson};
use crate::urn::{Drawn, PyUrn};
use crate::work::watched;

/// What the last digits of a price may be off, as a share of it; the core's forests allow as much.
const SLACK: f64 = 1e-12;

/// The settings that a text says.
pub(crate) fn settings<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    from_str(text).map_err(|error| wrong(format!("settings: {}", misread(text, &error))))
}

/// What is wrong with settings, by the name of the setting; lines and columns are those of a text that nobody has seen.
fn misread(text: &str, error: &serde_json::Error) -> String {
    let told = error.to_string();
    let words = told.split(" at line ").next().unwrap_or_default();
    let words = words.replace("expected f64", "expected a number").replace("expected usize", "expected a whole number");
    let words =
        words.replace("expected u32", "expected a whole number").replace("expected u64", "expected a whole number");
    let before = text.get(..error.column()).unwrap_or_default();
    let name = before.rsplit("\":").nth(1).and_then(|rest| rest.rsplit('"').next());
    match name {
        Some(name) if words.starts_with("invalid") || words.starts_with("unknown variant") => {
            format!("{name:?}: {words}")
        }
        _ => words,
    }
}

/// How a tree is made smaller.
#[derive(FromPyObject)]
pub(crate) enum Smaller {
    /// By this price of a leaf, in units of impurity per row; 0 leaves the tree as it grew.
    Price(f64),
    /// In this way, as JSON.
    Way(String),
}

impl Smaller {
    /// The same as a way of pruning; none where the tree stays as it grew. A price in units of impurity is a share of the root's risk, which a tree tells.
    pub(crate) fn way(
        &self,
        training: &Training<'_>,
        how: &TreeSettings,
        watch: &dyn Watch,
    ) -> PyResult<Option<Pruning>> {
        match self {
            Smaller::Way(way) => settings(way).map(Some),
            Smaller::Price(price) if *price > 0.0 => {
                let grown = fit_several(training, how, None, watch).map_err(raised)?;
                let trees = grown.into_iter().map(|one| one.grown).collect();
                Ok(priced(trees, how, *price).1.pop())
            }
            Smaller::Price(_) => Ok(None),
        }
    }
}

/// Grows a tree, and prunes it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn grow_tree(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    price: Smaller,
    threads: usize,
) -> PyResult<PyModel> {
    let how: TreeSettings = settings(how)?;
    let way: Option<Pruning> = match &price {
        Smaller::Price(_) => None,
        Smaller::Way(way) => Some(settings(way)?),
    };
    let lesson = Lesson::new(table.take()?, learned)?;
    watched(py, threads, None, move |bell| {
        let fitted =
            fit_several(&lesson.training(), &how, way.as_ref().map(|way| (way, None)), bell).map_err(raised)?;
        let trees = fitted.into_iter().map(|one| one.pruned.map_or(one.grown, |pruned| pruned.tree)).collect();
        let (trees, pruning) = match price {
            Smaller::Price(price) => priced(trees, &how, price),
            Smaller::Way(_) => (trees, way.into_iter().collect()),
        };
        let made = |(schema, tree)| Model::made(schema, Some(how.clone()), pruning.clone(), tree).map_err(unsound);
        let models = lesson.schemas().zip(trees).map(made).collect::<PyResult<Vec<Model>>>()?;
        Ok(PyModel::of(Models::new(models).map_err(unsound)?))
    })
}

/// The best tree where each leaf has this price, in units of impurity per row; the same nodes for all targets.
fn priced(trees: Vec<Tree>, how: &TreeSettings, price: f64) -> (Vec<Tree>, Vec<Pruning>) {
    let risk = risk_of(how.criterion);
    let path = if price > 0.0 { path_several(&trees, risk) } else { None };
    let Some(path) = path else { return (trees, Vec::new()) };
    let price = price * trees[0].rows(NodeId::ROOT) * (1.0 + SLACK);
    let complexity = if path.risks[0] > 0.0 { price / path.risks[0] } else { 0.0 };
    let way = Pruning::CostComplexity { risk, price: Price::Share { complexity } };
    (trees.iter().map(|tree| path.at(tree, price).tree).collect(), vec![way])
}

/// Trees that are there already, and whether rows out of bag are answered.
type Begun<'py> = (Option<Bound<'py, PyModel>>, bool);
/// What trees say of rows out of bag, for each target.
type Said<'py> = Option<Vec<Bound<'py, PyArray1<f64>>>>;

/// Grows a forest, or the trees that one lacks; beside it what trees say of rows out of bag, where that is asked for, and what rows were drawn from.
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
) -> PyResult<(PyModel, Said<'py>, Option<PyUrn>)> {
    let how: ForestSettings = settings(how)?;
    let lesson = Lesson::new(table.take()?, learned)?;
    let (before, out_of_bag) = (begun.0.map(Bound::unbind), begun.1);
    let (model, said, urn) = watched(py, threads, progress.as_ref(), move |bell| {
        let before: Vec<Vec<Tree>> = match before {
            Some(model) => model.get().models.all().iter().map(|model| model.trees().to_vec()).collect(),
            None => lesson.schemas().map(|_| Vec::new()).collect(),
        };
        let training = lesson.training();
        // What rows out of bag tell of trees, they tell of columns too.
        let course = Course { out_of_bag, importance: out_of_bag, urn: true, ..Course::new() };
        let numbers = before[0].len() as u64..u64::from(how.trees);
        let pieces = Piece::several(&training, &how, numbers, &course, bell).map_err(raised)?;
        if pieces.len() != before.len() {
            return Err(wrong("the trees that are there answer other targets"));
        }
        let said: Option<Vec<Vec<f64>>> =
            pieces.iter().map(|piece| piece.out_of_bag().map(OutOfBag::decisions)).collect();
        let urn = pieces.first().and_then(|piece| piece.urn().cloned());
        let made = |((schema, before), piece): ((Schema, Vec<Tree>), Piece)| {
            let findings = if before.is_empty() && out_of_bag { piece.findings(&training) } else { None };
            forest(schema, (how.clone(), findings), before, piece)
        };
        let models = lesson.schemas().zip(before).zip(pieces).map(made).collect::<PyResult<Vec<Model>>>()?;
        Ok((PyModel::of(Models::new(models).map_err(unsound)?), said, urn))
    })?;
    let said = said.map(|said| said.into_iter().map(|own| PyArray1::from_vec(py, own)).collect());
    Ok((model, said, urn.map(|urn| PyUrn(Drawn::Forest(urn)))))
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

/// Grows trees without a target, and beside them what rows were drawn from; they are drawn by their weights, where there are some.
#[pyfunction]
#[pyo3(signature = (table, how, threads, progress=None, weights=None))]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn grow_blind(
    py: Python<'_>,
    table: PyRef<'_, PyTable>,
    how: &str,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<(PyModel, PyUrn)> {
    let how: BlindSettings = settings(how)?;
    let table = table.take()?;
    let weights = weights.map(|weights| weights.as_array().to_vec());
    if weights.as_ref().is_some_and(|weights| weights.len() != table.rows()) {
        return Err(wrong("there is not one weight for each row"));
    }
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    watched(py, threads, progress.as_ref(), move |bell| {
        let found = fit_blind_by(&table, &columns, weights.as_deref(), &how, bell).map_err(raised)?;
        Ok((PyModel::of(found.model), PyUrn(Drawn::Blind(found.urn))))
    })
}
