//! Nodes by the numbers that scikit-learn's users expect: depth first, the first branch before the others. The core counts depth by depth.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spinney::explain::{NodeArrays, node_arrays};
use spinney::model::Model;
use spinney::tree::{NodeId, Tree};

use crate::error::{ours, raised};

/// The place of each node, depth first.
pub(crate) fn places(tree: &Tree) -> Vec<u32> {
    let (mut open, mut places, mut next) = (vec![NodeId::ROOT], vec![0; tree.len()], 0);
    while let Some(id) = open.pop() {
        places[id.place()] = next;
        next += 1;
        if let Some(branches) = tree.branches(id) {
            open.extend(branches.iter().rev());
        }
    }
    places
}

/// The leaves, depth first.
pub(crate) fn leaves(tree: &Tree) -> Vec<i64> {
    let mut found: Vec<i64> = tree
        .ids()
        .zip(places(tree))
        .filter(|(id, _)| tree.branches(*id).is_none())
        .map(|(_, place)| i64::from(place))
        .collect();
    found.sort_unstable();
    found
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

/// Where the nodes of each tree end, and those of the next begin.
pub(crate) fn ends_of_trees(trees: &[Tree]) -> Vec<i64> {
    let ends = trees.iter().scan(0, |all, tree| {
        *all += tree.len() as i64;
        Some(*all)
    });
    std::iter::once(0).chain(ends).collect()
}

/// What the nodes of one tree say, together for all targets.
pub(crate) struct Told {
    /// Of the first target.
    found: NodeArrays,
    targets: usize,
    value: Vec<f64>,
    impurity: Vec<f64>,
}

/// What the nodes of one tree say, given its model for each target.
pub(crate) fn told(models: &[Model]) -> PyResult<Told> {
    let found = models.iter().map(node_arrays).collect::<Result<Vec<NodeArrays>, _>>().map_err(raised)?;
    let (targets, (value, impurity)) = (found.len(), together(&found));
    let found = found.into_iter().next().ok_or_else(|| ours("a model of no target"))?;
    Ok(Told { found, targets, value, impurity })
}

/// The same as arrays under scikit-learn's names.
pub(crate) fn arrays(py: Python<'_>, told: Told) -> PyResult<Bound<'_, PyDict>> {
    let Told { found, targets, value, impurity } = told;
    let nodes = found.node_count;
    let width = value.len() / (nodes * targets).max(1);
    let all = PyDict::new(py);
    all.set_item("value", PyArray1::from_vec(py, value).reshape([nodes, targets, width])?)?;
    all.set_item("impurity", PyArray1::from_vec(py, impurity))?;
    let samples: Vec<i64> = found.n_node_samples.into_iter().map(|rows| rows as i64).collect();
    all.set_item("children_left", PyArray1::from_vec(py, found.children_left))?;
    all.set_item("children_right", PyArray1::from_vec(py, found.children_right))?;
    all.set_item("feature", PyArray1::from_vec(py, found.feature))?;
    all.set_item("threshold", PyArray1::from_vec(py, found.threshold))?;
    all.set_item("n_node_samples", PyArray1::from_vec(py, samples))?;
    all.set_item("weighted_n_node_samples", PyArray1::from_vec(py, found.weighted_n_node_samples))?;
    let left: Vec<u8> = found.missing_go_to_left.into_iter().map(u8::from).collect();
    all.set_item("missing_go_to_left", PyArray1::from_vec(py, left))?;
    Ok(all)
}

/// What all targets answer at each node, as wide as the one of most classes, and the mean of their impurities.
fn together(found: &[NodeArrays]) -> (Vec<f64>, Vec<f64>) {
    let width = found.iter().map(|arrays| arrays.value.width).max().unwrap_or(1);
    let nodes = 0..found.first().map_or(0, |arrays| arrays.node_count);
    let (mut value, mut impurity) = (Vec::new(), Vec::new());
    for node in nodes {
        for arrays in found {
            let own = arrays.value.of(node);
            value.extend(own.iter().copied().chain(std::iter::repeat_n(0.0, width - own.len())));
        }
        impurity.push(found.iter().map(|arrays| arrays.impurity[node]).sum::<f64>() / found.len() as f64);
    }
    (value, impurity)
}
