//! Nodes by the numbers that scikit-learn's users expect: depth first, the first branch before the others. The core counts depth by depth.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spinney::explain::{NodeArrays, node_arrays};
use spinney::model::Model;
use spinney::tree::{Node, NodeId, Tree};

use crate::error::raised;
use crate::work::alone;

/// The place of each node, depth first.
pub(crate) fn places(tree: &Tree) -> Vec<u32> {
    let (mut open, mut places, mut next) = (vec![NodeId::ROOT], vec![0; tree.len()], 0);
    while let Some(id) = open.pop() {
        places[id.place()] = next;
        next += 1;
        if let Node::Branch { branches, .. } = tree.node(id) {
            open.extend(branches.iter().rev());
        }
    }
    places
}

/// How many rows reach each node, depth first, given how many end at each.
pub(crate) fn reached(tree: &Tree, mut rows: Vec<i64>) -> Vec<i64> {
    for id in tree.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            rows[parent.place()] += rows[id.place()]; // children stand after their parents
        }
    }
    let mut found = vec![0; rows.len()];
    places(tree).iter().zip(rows).for_each(|(place, rows)| found[*place as usize] = rows);
    found
}

/// The nodes of a model's one tree as arrays under scikit-learn's names.
pub(crate) fn arrays<'py>(py: Python<'py>, model: &Model) -> PyResult<Bound<'py, PyDict>> {
    let NodeArrays {
        node_count,
        children_left,
        children_right,
        feature,
        threshold,
        impurity,
        n_node_samples,
        weighted_n_node_samples,
        value,
        missing_go_to_left,
        ids: _,
    } = alone(py, || node_arrays(model).map_err(raised))?;
    let samples: Vec<i64> = n_node_samples.into_iter().map(|rows| rows as i64).collect();
    let all = PyDict::new(py);
    all.set_item("children_left", PyArray1::from_vec(py, children_left))?;
    all.set_item("children_right", PyArray1::from_vec(py, children_right))?;
    all.set_item("feature", PyArray1::from_vec(py, feature))?;
    all.set_item("threshold", PyArray1::from_vec(py, threshold))?;
    all.set_item("impurity", PyArray1::from_vec(py, impurity))?;
    all.set_item("n_node_samples", PyArray1::from_vec(py, samples))?;
    all.set_item("weighted_n_node_samples", PyArray1::from_vec(py, weighted_n_node_samples))?;
    all.set_item("value", PyArray1::from_vec(py, value.numbers).reshape([node_count, 1, value.width])?)?;
    let left: Vec<u8> = missing_go_to_left.into_iter().map(u8::from).collect();
    all.set_item("missing_go_to_left", PyArray1::from_vec(py, left))?;
    Ok(all)
}
