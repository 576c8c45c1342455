//! A finished model, and what it answers.

use std::sync::OnceLock;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;
use spinney::forest::Importances;
use spinney::grow::{Criterion, Watch};
use spinney::model::{Body, Model, Models};
use spinney::predict::{Outcome, Predicted, Predictor};
use spinney::prune::{Risk, path_several};
use spinney::tree::{NodeId, Tree};

use crate::error::{no_target, no_tree, ours, raised, unsound};
use crate::nodes::{arrays, ends_of_trees, leaves, places, reached, told};
use crate::one::{Asked, is_plain};
use crate::part::Part;
use crate::show;
use crate::table::PyTable;
use crate::work::{alone, watched};

/// About so many nodes lie on a row's way down a tree.
const STEPS: usize = 16;

/// A tree or a forest with its names and settings. Where several targets were learned together, there is a model for each, with the same nodes.
#[pyclass(frozen, name = "Model", module = "spinney._core")]
pub(crate) struct PyModel {
    pub(crate) models: Models,
    predictors: OnceLock<Vec<Predictor>>,
    places: OnceLock<Vec<Vec<u32>>>,
    plain: bool,
}

impl PyModel {
    /// A model for Python.
    pub(crate) fn of(models: impl Into<Models>) -> Self {
        let models = models.into();
        let plain = is_plain(models.first().schema());
        PyModel { models, predictors: OnceLock::new(), places: OnceLock::new(), plain }
    }

    /// The model of the first target, whose nodes are those of all.
    pub(crate) fn first(&self) -> &Model {
        self.models.first()
    }

    /// What answers, for each target.
    pub(crate) fn predictors(&self) -> &[Predictor] {
        self.predictors.get_or_init(|| self.models.all().iter().map(Predictor::new).collect())
    }

    /// Whether what answers has been made.
    pub(crate) fn is_ready(&self) -> bool {
        self.predictors.get().is_some()
    }

    /// Whether all columns are plain numbers.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// For each tree the place of each node, depth first.
    fn places(&self) -> &[Vec<u32>] {
        self.places.get_or_init(|| self.first().trees().iter().map(places).collect())
    }

    /// How the model's trees judge what is left to be known.
    fn criterion(&self) -> Criterion {
        let usual = if self.first().schema().classes().is_empty() { Criterion::Mse } else { Criterion::Gini };
        self.first().settings().map_or(usual, |settings| settings.criterion)
    }

    /// The model of a target, counted from 0.
    pub(crate) fn target(&self, target: usize) -> PyResult<&Model> {
        self.models.all().get(target).ok_or_else(|| no_target(target))
    }

    /// Zeros for each target: so many for each row.
    fn zeros<T: Clone + Default>(&self, rows: usize, width: impl Fn(&Model) -> usize) -> PyResult<Vec<Vec<T>>> {
        self.models.all().iter().map(|model| zeros(rows, width(model))).collect()
    }

    /// A node that is counted on from tree to tree, depth first in its tree.
    fn place(&self, node: u64, roots: &[u64]) -> i64 {
        let tree = roots.partition_point(|root| *root <= node) - 1;
        (roots[tree] + u64::from(self.places()[tree][(node - roots[tree]) as usize])) as i64
    }
}

#[pymethods]
impl PyModel {
    /// The model of a file's bytes, every number of which is checked.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: PyBackedBytes) -> PyResult<Self> {
        alone(py, move || Ok(PyModel::of(Models::from_bytes(&bytes).map_err(unsound)?)))
    }

    /// The bytes of its `.spinney` file.
    fn to_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let own = slf.clone().unbind();
        Ok(PyBytes::new(slf.py(), &alone(slf.py(), move || Ok(own.get().models.to_bytes()))?))
    }

    /// The model as JSON that people can read and write.
    fn to_json(slf: &Bound<'_, Self>) -> PyResult<String> {
        let own = slf.clone().unbind();
        alone(slf.py(), move || Ok(own.get().models.to_json_text()))
    }

    /// The model that such a text says.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: PyBackedStr) -> PyResult<Self> {
        alone(py, move || Ok(PyModel::of(Models::from_json(&text).map_err(unsound)?)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let made = slf.get_type().getattr("from_bytes")?;
        Ok((made, (PyModel::to_bytes(slf)?,)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf // it never changes
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// How many trees there are.
    #[getter]
    fn trees(&self) -> usize {
        self.first().trees().len()
    }

    /// What it is: `tree`, `forest` or `blind`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.first().body() {
            Body::Tree { .. } => "tree",
            Body::Forest { .. } => "forest",
            Body::Blind { .. } => "blind",
        }
    }

    /// The names of its targets.
    #[getter]
    fn targets(&self) -> Vec<&str> {
        self.models.names().collect()
    }

    /// The names of its columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.first().schema().columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// The kinds of its columns.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.first().schema().columns.iter().map(|column| column.kind().word()).collect()
    }

    /// The names of the classes of each target; none where it answers numbers.
    #[getter]
    fn class_names(&self) -> Vec<Vec<&str>> {
        self.models.all().iter().map(|model| model.schema().classes().iter().map(String::as_str).collect()).collect()
    }

    /// What is subtracted from the negative score of an isolation forest.
    #[getter]
    fn offset(&self) -> Option<f64> {
        self.first().blind().map(|blind| blind.offset)
    }

    /// Nodes, leaves and depth of a tree.
    fn shape(&self, tree: usize) -> PyResult<(usize, usize, u32)> {
        let tree = self.first().trees().get(tree).ok_or_else(|| no_tree(tree))?;
        Ok((tree.len(), tree.leaves(), tree.depth()))
    }

    /// The leaves of one of its trees; nodes are counted depth first.
    fn ends<'py>(&self, py: Python<'py>, tree: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let tree = self.first().trees().get(tree).ok_or_else(|| no_tree(tree))?;
        Ok(PyArray1::from_vec(py, leaves(tree)))
    }

    /// The model of one of its trees.
    fn one(&self, tree: usize) -> PyResult<Self> {
        let models = self.models.all().iter().map(|model| model.one(tree));
        let models = models.collect::<Option<Vec<Model>>>().ok_or_else(|| no_tree(tree))?;
        Ok(PyModel::of(Models::new(models).map_err(unsound)?))
    }

    /// The nodes of its one tree as arrays under scikit-learn's names.
    fn arrays<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let own = slf.clone().unbind();
        arrays(slf.py(), alone(slf.py(), move || told(own.get().models.all()))?)
    }

    /// What the splits of each column take off the impurity: shares that sum to 1, or zeros.
    fn importances<'py>(slf: &Bound<'py, Self>, threads: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let own = slf.clone().unbind();
        let found = watched(slf.py(), threads, None, move |_| {
            let own = own.get();
            let trees: Vec<&[Tree]> = own.models.all().iter().map(Model::trees).collect();
            Ok(Importances::of_several(&trees, own.first().schema().columns.len(), own.criterion()))
        })?;
        Ok(PyArray1::from_vec(slf.py(), found.impurity))
    }

    /// The prices of leaves at which its tree becomes smaller, and the impurity of what is left, both per row of the tree.
    fn complexity_path(slf: &Bound<'_, Self>) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let own = slf.clone().unbind();
        alone(slf.py(), move || {
            let own = own.get();
            let trees = own.models.all().iter().map(|model| model.tree().cloned());
            let trees = trees.collect::<Result<Vec<Tree>, _>>().map_err(raised)?;
            let all = trees[0].rows(NodeId::ROOT);
            let steps = path_several(&trees, risk_of(own.criterion())).map_or_else(Vec::new, |path| path.steps);
            Ok(steps.iter().map(|step| (step.price / all, step.risk / all)).unzip())
        })
    }

    /// For each target the probability of each class, for each row.
    fn proba<'py>(
        slf: &Bound<'py, Self>,
        asked: Asked<'py>,
        threads: usize,
    ) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        let models = &slf.get().models;
        let mut all = vec![Vec::new(); models.all().len()];
        if !PyModel::told(slf, &asked, |target, _, desk| all[target].extend_from_slice(desk.shares()))? {
            all = slf.get().zeros(asked.rows()?, |model| model.schema().classes().len())?;
            let each = |_: &PyModel, part: &Part<'_>, rooms: &mut Vec<Vec<f64>>| part.write_probabilities(rooms);
            all = PyModel::ask(slf, (&asked, threads), each, all)?;
        }
        let shaped = |(model, shares): (&Model, Vec<f64>)| {
            let classes = model.schema().classes().len();
            let rows = shares.len() / classes.max(1);
            PyArray1::from_vec(slf.py(), shares).reshape([rows, classes])
        };
        models.all().iter().zip(all).map(shaped).collect()
    }

    /// For each target the class of each row, by its place.
    fn codes<'py>(
        slf: &Bound<'py, Self>,
        asked: Asked<'py>,
        threads: usize,
    ) -> PyResult<Vec<Bound<'py, PyArray1<i64>>>> {
        let mut all = vec![Vec::new(); slf.get().models.all().len()];
        let few = PyModel::told(slf, &asked, |target, outcome, _| {
            all[target].extend(if let Outcome::Class(class) = outcome { Some(i64::from(class)) } else { None });
        })?;
        if !few {
            let each = |_: &PyModel, part: &Part<'_>, rooms: &mut Vec<Vec<i64>>| {
                for (more, room) in part.answers().zip(rooms) {
                    match more?.into_values() {
                        Predicted::Classes(codes) => part.write(codes.into_iter().map(i64::from), room, 1),
                        Predicted::Numbers(_) => return Err(ours("classes were asked of a model of numbers")),
                    }
                }
                Ok(())
            };
            all = PyModel::ask(slf, (&asked, threads), each, slf.get().zeros(asked.rows()?, |_| 1)?)?;
        }
        Ok(all.into_iter().map(|codes| PyArray1::from_vec(slf.py(), codes)).collect())
    }

    /// For each target the number that is answered for each row.
    fn numbers<'py>(
        slf: &Bound<'py, Self>,
        asked: Asked<'py>,
        threads: usize,
    ) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        let mut all = vec![Vec::new(); slf.get().models.all().len()];
        let few = PyModel::told(slf, &asked, |target, outcome, _| {
            all[target].extend(if let Outcome::Number(number) = outcome { Some(number) } else { None });
        })?;
        if !few {
            let each = |_: &PyModel, part: &Part<'_>, rooms: &mut Vec<Vec<f64>>| {
                for (more, room) in part.answers().zip(rooms) {
                    match more?.into_values() {
                        Predicted::Numbers(numbers) => part.write(numbers.into_iter(), room, 1),
                        Predicted::Classes(_) => return Err(ours("numbers were asked of a model of classes")),
                    }
                }
                Ok(())
            };
            all = PyModel::ask(slf, (&asked, threads), each, slf.get().zeros(asked.rows()?, |_| 1)?)?;
        }
        Ok(all.into_iter().map(|numbers| PyArray1::from_vec(slf.py(), numbers)).collect())
    }

    /// The node where each row ends, in each tree; nodes are counted depth first.
    fn leaves<'py>(slf: &Bound<'py, Self>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let (trees, rows) = (slf.get().first().trees().len(), asked.rows()?);
        let each = move |model: &PyModel, part: &Part<'_>, all: &mut Vec<i64>| {
            let (rows, places) = (part.rows()?, model.places());
            for span in part.spans(rows.len(), 1) {
                let own = &mut all[(part.start + span.start) * trees..];
                let ends = part.predictors[0].leaf_numbers(&rows, span);
                let told = own.par_chunks_mut(trees).zip(ends.par_chunks(trees));
                told.for_each(|(own, ends)| {
                    let placed = ends.iter().zip(places).map(|(end, places)| i64::from(places[*end as usize]));
                    own.iter_mut().zip(placed).for_each(|(own, place)| *own = place);
                });
            }
            Ok(())
        };
        let all = PyModel::ask(slf, (&asked, threads), each, zeros(rows, trees)?)?;
        PyArray1::from_vec(slf.py(), all).reshape([rows, trees])
    }

    /// How many of these rows reach each node of its one tree; nodes are counted depth first.
    fn counts<'py>(slf: &Bound<'py, Self>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let tree = slf.get().first().tree().map_err(raised)?;
        let each = |_: &PyModel, part: &Part<'_>, found: &mut Vec<i64>| {
            let rows = part.rows()?;
            for span in part.spans(rows.len(), 1) {
                part.predictors[0].leaf_numbers(&rows, span).iter().for_each(|end| found[*end as usize] += 1);
            }
            Ok(())
        };
        let ends = PyModel::ask(slf, (&asked, threads), each, vec![0; tree.len()])?;
        Ok(PyArray1::from_vec(slf.py(), reached(tree, ends)))
    }

    /// The nodes that each row visits as the arrays of a sparse matrix, and where the nodes of each tree begin.
    #[expect(clippy::type_complexity, reason = "three arrays, as scikit-learn names them")]
    fn paths<'py>(
        slf: &Bound<'py, Self>,
        asked: Asked<'py>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)> {
        let each = |model: &PyModel, part: &Part<'_>, (starts, nodes): &mut (Vec<i64>, Vec<i64>)| {
            let rows = part.rows()?;
            for span in part.spans(rows.len(), STEPS) {
                let paths = part.predictors[0].paths(&rows, span);
                let before = nodes.len() as i64;
                starts.extend(paths.starts[1..].iter().map(|end| before + *end as i64));
                for row in (0..paths.len()).take_while(|_| !part.bell.stopped()) {
                    let first = nodes.len();
                    nodes.extend(paths.row(row).iter().map(|node| model.place(*node, &paths.roots)));
                    nodes[first..].sort_unstable();
                }
            }
            Ok(())
        };
        let (starts, nodes) = PyModel::ask(slf, (&asked, threads), each, (vec![0], Vec::new()))?;
        let (py, roots) = (slf.py(), ends_of_trees(slf.get().first().trees()));
        Ok((PyArray1::from_vec(py, starts), PyArray1::from_vec(py, nodes), PyArray1::from_vec(py, roots)))
    }

    /// A tree in words or as a picture: `text`, `rules`, `formula`, `svg`, `dot`, `latex`.
    #[pyo3(signature = (kind, max_depth=None, title=None, target=0))]
    fn show(
        slf: &Bound<'_, Self>,
        kind: String,
        max_depth: Option<u32>,
        title: Option<String>,
        target: usize,
    ) -> PyResult<String> {
        let own = slf.clone().unbind();
        alone(slf.py(), move || show::show(own.get().target(target)?, &kind, max_depth, title))
    }

    /// Why a row of a table is answered as it is: words, and the same as JSON.
    #[pyo3(signature = (asked, row, target=0))]
    fn explain(
        slf: &Bound<'_, Self>,
        asked: &Bound<'_, PyTable>,
        row: usize,
        target: usize,
    ) -> PyResult<(String, String)> {
        let (own, asked) = (slf.clone().unbind(), asked.clone().unbind());
        alone(slf.py(), move || {
            let model = own.get().target(target)?;
            asked.get().with(|table| show::explain(model, table, row))
        })
    }
}

/// Zeros, so many for each row, which the memory must have room for.
fn zeros<T: Clone + Default>(rows: usize, width: usize) -> PyResult<Vec<T>> {
    let many = rows.saturating_mul(width);
    let room = Vec::<T>::new().try_reserve_exact(many);
    room.map_err(|_| PyMemoryError::new_err(format!("there is no room for {rows} rows of {width} numbers")))?;
    Ok(vec![T::default(); many])
}

/// What a leaf risks where trees are grown by this criterion.
pub(crate) fn risk_of(criterion: Criterion) -> Risk {
    match criterion {
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Risk::Entropy,
        _ => Risk::Gini,
    }
}
