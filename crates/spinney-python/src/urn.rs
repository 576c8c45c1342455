//! Which rows each tree of a forest was grown from.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use spinney::grow::{Urn, tree_seed};

/// The arrays and numbers that an urn is made of.
type Parts<'py> = (Bound<'py, PyArray1<u32>>, Option<Bound<'py, PyArray1<u64>>>, u64, bool, u64);

/// What the rows of a forest's trees are drawn from.
#[pyclass(frozen, name = "Urn", module = "spinney._core")]
pub(crate) struct PyUrn(pub(crate) Arc<Urn>);

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
        PyUrn(Arc::new(Urn { rows: rows.as_array().to_vec(), ends, drawn, replaced, seed }))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (py, urn) = (slf.py(), &slf.get().0);
        let ends = urn.ends.as_ref().map(|ends| PyArray1::from_slice(py, ends));
        let parts = (PyArray1::from_slice(py, &urn.rows), ends, urn.drawn, urn.replaced, urn.seed);
        Ok((slf.get_type().getattr("of")?, parts))
    }

    /// The rows of the tree of this number, in the order in which they were drawn.
    fn rows_of<'py>(&self, py: Python<'py>, tree: u64) -> Bound<'py, PyArray1<i32>> {
        let rows = py.detach(|| self.0.rows_of(tree).into_iter().map(u32::cast_signed).collect());
        PyArray1::from_vec(py, rows)
    }
}

/// The seed from which a tree of a forest grows again from its own rows.
#[pyfunction]
pub(crate) fn seed_of_tree(seed: u64, tree: u64) -> u64 {
    tree_seed(seed, tree)
}
