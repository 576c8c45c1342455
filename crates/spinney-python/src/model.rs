//! A finished model, and what it answers.

use std::ops::Range;
use std::sync::OnceLock;

use numpy::ndarray::{ArrayView2, Axis, Slice};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use spinney::forest::Importances;
use spinney::grow::Criterion;
use spinney::model::Model;
use spinney::predict::{Desk, Outcome, Predicted, Predictor, Unseen};
use spinney::prune::{Risk, path};
use spinney::table::Table;
use spinney::tree::NodeId;

use crate::error::{no_tree, ours, raised, unsound};
use crate::nodes::{arrays, places, reached};
use crate::one::{Asked, Line, check, is_plain, part};
use crate::show;
use crate::table::PyTable;
use crate::work::{Bell, alone, watched};

/// Up to so many rows are answered one by one, where they lie.
const FEW: usize = 16;
/// Rows of an array that are answered at a time; between these Ctrl-C is heard.
const SPAN: usize = 1 << 16;

/// A tree or a forest with its names and settings.
#[pyclass(frozen, name = "Model", module = "spinney._core")]
pub(crate) struct PyModel {
    pub(crate) model: Model,
    predictor: OnceLock<Predictor>,
    places: OnceLock<Vec<Vec<u32>>>,
    plain: bool,
}

impl PyModel {
    /// A model for Python.
    pub(crate) fn of(model: Model) -> Self {
        let plain = is_plain(model.schema());
        PyModel { model, predictor: OnceLock::new(), places: OnceLock::new(), plain }
    }

    fn predictor(&self) -> &Predictor {
        self.predictor.get_or_init(|| Predictor::new(&self.model))
    }

    /// For each tree the place of each node, depth first.
    fn places(&self) -> &[Vec<u32>] {
        self.places.get_or_init(|| self.model.trees().iter().map(places).collect())
    }

    /// How the model's trees judge what is left to be known.
    fn criterion(&self) -> Criterion {
        let usual = if self.model.schema().classes().is_empty() { Criterion::Mse } else { Criterion::Gini };
        self.model.settings().map_or(usual, |settings| settings.criterion)
    }

    /// Answers all rows, part by part; `each` appends what it finds of a part.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        (asked, threads): (&Asked<'_>, usize),
        each: impl Fn(&Predictor, &Table, &mut T) -> PyResult<()> + Send,
        mut found: T,
    ) -> PyResult<T> {
        match asked {
            Asked::Table(table) => {
                let table = table.get();
                watched(py, threads, None, move |_| {
                    table.with(|table| each(self.predictor(), table, &mut found))?;
                    Ok(found)
                })
            }
            Asked::Wide(array) => {
                let view = array.as_array();
                watched(py, threads, None, move |bell| self.spans(view, bell, &each, found))
            }
            Asked::Slim(array) => {
                let view = array.as_array();
                watched(py, threads, None, move |bell| self.spans(view, bell, &each, found))
            }
        }
    }

    fn spans<N: Copy + Into<f64> + Sync, T>(
        &self,
        view: ArrayView2<'_, N>,
        bell: &Bell,
        each: &impl Fn(&Predictor, &Table, &mut T) -> PyResult<()>,
        mut found: T,
    ) -> PyResult<T> {
        use spinney::grow::Watch;
        check(view, self.model.schema())?;
        let predictor = self.predictor();
        for start in (0..view.nrows()).step_by(SPAN) {
            if bell.stopped() {
                break; // whoever rang it does not want the answer
            }
            let rows: Range<usize> = start..view.nrows().min(start + SPAN);
            each(predictor, &part(view.slice_axis(Axis(0), Slice::from(rows)), predictor)?, &mut found)?;
        }
        Ok(found)
    }

    /// Answers few rows of an array where they lie.
    fn few<N: Copy + Into<f64> + numpy::Element>(
        &self,
        array: &PyReadonlyArray2<'_, N>,
        mut tell: impl FnMut(Outcome, &Desk),
    ) -> PyResult<bool> {
        let view = array.as_array();
        if view.nrows() > FEW || !self.plain {
            return Ok(false);
        }
        check(view, self.model.schema())?;
        if self.predictor.get().is_none() {
            alone(array.py(), || Ok(self.predictor().trees()))?;
        }
        let (predictor, mut desk) = (self.predictor(), Desk::new());
        for row in view.rows() {
            let outcome = predictor.one(&mut desk, &Line(row));
            tell(outcome, &desk);
        }
        Ok(true)
    }

    /// The same for whatever is asked about; false where it is not such an array.
    fn told(&self, asked: &Asked<'_>, tell: impl FnMut(Outcome, &Desk)) -> PyResult<bool> {
        match asked {
            Asked::Wide(array) => self.few(array, tell),
            Asked::Slim(array) => self.few(array, tell),
            Asked::Table(_) => Ok(false),
        }
    }
}

#[pymethods]
impl PyModel {
    /// The model of a file's bytes, every number of which is checked.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        alone(py, || Ok(PyModel::of(Model::from_bytes(bytes).map_err(unsound)?)))
    }

    /// The bytes of its `.spinney` file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &alone(py, || Ok(self.model.to_bytes()))?))
    }

    /// The model as JSON that people can read and write.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        alone(py, || Ok(self.model.to_json_text()))
    }

    /// The model that such a text says.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        alone(py, || Ok(PyModel::of(Model::from_json(text).map_err(unsound)?)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let made = slf.get_type().getattr("from_bytes")?;
        Ok((made, (slf.get().to_bytes(slf.py())?,)))
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
        self.model.trees().len()
    }

    /// The names of its columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.model.schema().columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// The kinds of its columns.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.model.schema().columns.iter().map(|column| column.kind().word()).collect()
    }

    /// The names of the classes; none where it answers numbers.
    #[getter]
    fn class_names(&self) -> Vec<&str> {
        self.model.schema().classes().iter().map(String::as_str).collect()
    }

    /// What is subtracted from the negative score of an isolation forest.
    #[getter]
    fn offset(&self) -> Option<f64> {
        self.model.blind().map(|blind| blind.offset)
    }

    /// Nodes, leaves and depth of a tree.
    fn shape(&self, tree: usize) -> PyResult<(usize, usize, u32)> {
        let tree = self.model.trees().get(tree).ok_or_else(|| no_tree(tree))?;
        Ok((tree.len(), tree.leaves(), tree.depth()))
    }

    /// The model of one of its trees.
    fn one(&self, tree: usize) -> PyResult<Self> {
        self.model.one(tree).map(PyModel::of).ok_or_else(|| no_tree(tree))
    }

    /// The nodes of its one tree as arrays under scikit-learn's names.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        arrays(py, &self.model)
    }

    /// What the splits of each column take off the impurity: shares that sum to 1, or zeros.
    fn importances<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let columns = self.model.schema().columns.len();
        let found = watched(py, threads, None, |_| Ok(Importances::of(self.model.trees(), columns, self.criterion())))?;
        Ok(PyArray1::from_vec(py, found.impurity))
    }

    /// The prices of leaves at which its tree becomes smaller, and the impurity of what is left, both per row of the tree.
    fn complexity_path(&self, py: Python<'_>) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let tree = self.model.tree().map_err(raised)?;
        let all = tree.rows(NodeId::ROOT);
        let steps = alone(py, || Ok(path(tree, risk_of(self.criterion())).steps))?;
        Ok(steps.iter().map(|step| (step.price / all, step.risk / all)).unzip())
    }

    /// The probability of each class, for each row.
    fn proba<'py>(&self, py: Python<'py>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let classes = self.model.schema().classes().len();
        let mut all = Vec::new();
        if !self.told(&asked, |_, desk| all.extend_from_slice(desk.shares()))? {
            let each = |predictor: &Predictor, table: &Table, found: &mut Vec<f64>| {
                let more = predictor.predict(table, Unseen::AsNode).map_err(raised)?;
                found.extend(more.probabilities().map_err(raised)?);
                Ok(())
            };
            all = self.ask(py, (&asked, threads), each, all)?;
        }
        let rows = all.len() / classes.max(1);
        PyArray1::from_vec(py, all).reshape([rows, classes])
    }

    /// The class of each row, by its place.
    fn codes<'py>(&self, py: Python<'py>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut all = Vec::new();
        let few = self.told(&asked, |outcome, _| {
            all.extend(if let Outcome::Class(class) = outcome { Some(i64::from(class)) } else { None });
        })?;
        if !few {
            let each = |predictor: &Predictor, table: &Table, found: &mut Vec<i64>| {
                match predictor.predict(table, Unseen::AsNode).map_err(raised)?.into_values() {
                    Predicted::Classes(codes) => found.extend(codes.into_iter().map(i64::from)),
                    Predicted::Numbers(_) => return Err(ours("classes were asked of a model of numbers")),
                }
                Ok(())
            };
            all = self.ask(py, (&asked, threads), each, all)?;
        }
        Ok(PyArray1::from_vec(py, all))
    }

    /// The number that is answered for each row.
    fn numbers<'py>(&self, py: Python<'py>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut all = Vec::new();
        let few = self.told(&asked, |outcome, _| {
            all.extend(if let Outcome::Number(number) = outcome { Some(number) } else { None });
        })?;
        if !few {
            let each = |predictor: &Predictor, table: &Table, found: &mut Vec<f64>| {
                match predictor.predict(table, Unseen::AsNode).map_err(raised)?.into_values() {
                    Predicted::Numbers(numbers) => found.extend(numbers),
                    Predicted::Classes(_) => return Err(ours("numbers were asked of a model of classes")),
                }
                Ok(())
            };
            all = self.ask(py, (&asked, threads), each, all)?;
        }
        Ok(PyArray1::from_vec(py, all))
    }

    /// The node where each row ends, in each tree; nodes are counted depth first.
    fn leaves<'py>(&self, py: Python<'py>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let trees = self.model.trees().len();
        let each = |predictor: &Predictor, table: &Table, found: &mut Vec<i64>| {
            let rows = predictor.rows(table, Unseen::AsNode).map_err(raised)?;
            let ends = predictor.leaf_numbers(&rows, 0..rows.len());
            let places = self.places();
            found.extend(ends.iter().enumerate().map(|(at, end)| i64::from(places[at % trees][*end as usize])));
            Ok(())
        };
        let all = self.ask(py, (&asked, threads), each, Vec::new())?;
        let rows = all.len() / trees;
        PyArray1::from_vec(py, all).reshape([rows, trees])
    }

    /// How many of these rows reach each node of its one tree; nodes are counted depth first.
    fn counts<'py>(&self, py: Python<'py>, asked: Asked<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let tree = self.model.tree().map_err(raised)?;
        let each = |predictor: &Predictor, table: &Table, found: &mut Vec<i64>| {
            let rows = predictor.rows(table, Unseen::AsNode).map_err(raised)?;
            predictor.leaf_numbers(&rows, 0..rows.len()).iter().for_each(|end| found[*end as usize] += 1);
            Ok(())
        };
        let ends = self.ask(py, (&asked, threads), each, vec![0; tree.len()])?;
        Ok(PyArray1::from_vec(py, reached(tree, ends)))
    }

    /// The nodes that each row visits as the arrays of a sparse matrix, and where the nodes of each tree begin.
    #[expect(clippy::type_complexity, reason = "three arrays, as scikit-learn names them")]
    fn paths<'py>(
        &self,
        py: Python<'py>,
        asked: Asked<'py>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)> {
        let each = |predictor: &Predictor, table: &Table, (starts, nodes): &mut (Vec<i64>, Vec<i64>)| {
            let rows = predictor.rows(table, Unseen::AsNode).map_err(raised)?;
            let paths = predictor.paths(&rows, 0..rows.len());
            let before = nodes.len() as i64;
            starts.extend(paths.starts[1..].iter().map(|end| before + *end as i64));
            for row in 0..paths.len() {
                let first = nodes.len();
                nodes.extend(paths.row(row).iter().map(|node| self.place(*node, &paths.roots)));
                nodes[first..].sort_unstable();
            }
            Ok(())
        };
        let (starts, nodes) = self.ask(py, (&asked, threads), each, (vec![0], Vec::new()))?;
        let sizes = self.model.trees().iter().map(|tree| tree.len() as i64);
        let ends = sizes.scan(0, |all, size| {
            *all += size;
            Some(*all)
        });
        let roots: Vec<i64> = std::iter::once(0).chain(ends).collect();
        Ok((PyArray1::from_vec(py, starts), PyArray1::from_vec(py, nodes), PyArray1::from_vec(py, roots)))
    }

    /// A tree in words or as a picture: `text`, `rules`, `formula`, `svg`, `dot`, `latex`.
    #[pyo3(signature = (kind, max_depth=None, title=None))]
    fn show(&self, py: Python<'_>, kind: &str, max_depth: Option<u32>, title: Option<String>) -> PyResult<String> {
        alone(py, || show::show(&self.model, kind, max_depth, title))
    }

    /// Why a row of a table is answered as it is: words, and the same as JSON.
    fn explain(&self, asked: &Bound<'_, PyTable>, row: usize) -> PyResult<(String, String)> {
        let table = asked.get();
        alone(asked.py(), || table.with(|table| show::explain(&self.model, table, row)))
    }
}

impl PyModel {
    /// A node that is counted on from tree to tree, depth first in its tree.
    fn place(&self, node: u64, roots: &[u64]) -> i64 {
        let tree = roots.partition_point(|root| *root <= node) - 1;
        (roots[tree] + u64::from(self.places()[tree][(node - roots[tree]) as usize])) as i64
    }
}

/// What a leaf risks where trees are grown by this criterion.
pub(crate) fn risk_of(criterion: Criterion) -> Risk {
    match criterion {
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Risk::Entropy,
        _ => Risk::Gini,
    }
}
