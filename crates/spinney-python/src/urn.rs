//! Which rows each tree of a forest was grown from.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use spinney::blind::BlindUrn;
use spinney::grow::{Urn, tree_seed};

/// The arrays and numbers that an urn is made of.
type Parts<'py> = (Bound<'py, PyArray1<u32>>, Option<Bound<'py, PyAny>>, u64, bool, u64);

/// What the rows of a forest's trees are drawn from.
#[pyclass(frozen, name = "Urn", module = "spinney._core")]
pub(crate) struct PyUrn(pub(crate) Drawn);

/// Whose rows are drawn.
pub(crate) enum Drawn {
    /// Those of trees with a target.
    Forest(Arc<Urn>),
    /// Those of trees without one.
    Blind(BlindUrn),
}

#[pymethods]
impl PyUrn {
    /// The urn of these rows, the ends of their copies, how many are drawn, whether they are put back, and the forest's seed.
    #[staticmethod]
    fn of(
        rows: PyReadonlyArray1<'_, u32>,
        ends: Option<PyReadonlyArray1<'_, u64>>,
        drawn: u64,
        replaced: bool,
        seed: u64,
    ) -> Self {
        let ends = ends.map(|ends| ends.as_array().to_vec());
        PyUrn(Drawn::Forest(Arc::new(Urn { rows: rows.as_array().to_vec(), ends, drawn, replaced, seed })))
    }

    /// The same of trees without a target, which put no row back: rows may have weights, which are their chances.
    #[staticmethod]
    fn of_blind(
        rows: PyReadonlyArray1<'_, u32>,
        weights: Option<PyReadonlyArray1<'_, f64>>,
        drawn: u64,
        _replaced: bool,
        seed: u64,
    ) -> Self {
        let weights = weights.map(|weights| weights.as_array().to_vec());
        PyUrn(Drawn::Blind(BlindUrn::new(rows.as_array().to_vec(), weights, drawn as usize, seed)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (py, kind) = (slf.py(), slf.get_type());
        match &slf.get().0 {
            Drawn::Forest(urn) => {
                let ends = urn.ends.as_ref().map(|ends| PyArray1::from_slice(py, ends).into_any());
                let parts = (PyArray1::from_slice(py, &urn.rows), ends, urn.drawn, urn.replaced, urn.seed);
                Ok((kind.getattr("of")?, parts))
            }
            Drawn::Blind(urn) => {
                let weights = urn.weights().map(|weights| PyArray1::from_slice(py, weights).into_any());
                let parts = (PyArray1::from_slice(py, urn.rows()), weights, urn.drawn() as u64, false, urn.seed());
                Ok((kind.getattr("of_blind")?, parts))
            }
        }
    }

    /// The rows of the tree of this number, in the order in which they were drawn.
    fn rows_of<'py>(&self, py: Python<'py>, tree: u64) -> Bound<'py, PyArray1<i32>> {
        let rows = py.detach(|| match &self.0 {
            Drawn::Forest(urn) => urn.rows_of(tree),
            Drawn::Blind(urn) => urn.rows_of(tree),
        });
        PyArray1::from_vec(py, rows.into_iter().map(u32::cast_signed).collect())
    }
}

/// The seed from which a tree of a forest grows again from its own rows.
#[pyfunction]
pub(crate) fn seed_of_tree(seed: u64, tree: u64) -> u64 {
    tree_seed(seed, tree)
}
