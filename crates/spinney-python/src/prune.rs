//! A smaller tree out of a larger one.

use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use spinney::draw::{Sizes, error_against_size};
use spinney::fit::{Judged, in_terms, prune};
use spinney::grow::{Training, TreeSettings};
use spinney::model::{Model, Models};
use spinney::prune::{Crossed, CrossedLine, Price, Pruned, Pruning, Weighing, merged, path, path_several, snip};
use spinney::tree::{NodeId, Tree};

use crate::error::{no_tree, raised, unsound, wrong};
use crate::grow::settings;
use crate::marks::json;
use crate::model::PyModel;
use crate::nodes::places;
use crate::table::PyTable;
use crate::target::{Learned, Lesson};
use crate::work::{alone, watched};

/// The model of a smaller tree, and what was weighed on the way there, as JSON.
type Told = (PyModel, String);

/// The size of a tree.
#[derive(Serialize)]
struct Size {
    nodes: usize,
    leaves: usize,
    depth: u32,
}

#[derive(Serialize)]
struct Document<'a> {
    pruning: &'a Pruning,
    before: Size,
    after: Size,
    /// For each node of the pruned tree the one that it was; nodes are counted depth first.
    from: Vec<u32>,
    weighings: Vec<Weighing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a [CrossedLine]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<usize>,
}

fn size(tree: &Tree) -> Size {
    Size { nodes: tree.len(), leaves: tree.leaves(), depth: tree.depth() }
}

fn trees(models: &Models) -> PyResult<Vec<Tree>> {
    models.all().iter().map(|model| model.tree().cloned()).collect::<Result<_, _>>().map_err(raised)
}

/// The models of smaller trees.
fn smaller(before: &Models, pruning: &Pruning, trees: Vec<Tree>) -> PyResult<Models> {
    let made = before.all().iter().zip(trees).map(|(model, tree)| model.pruned(tree, pruning.clone()));
    Models::new(made.collect::<Result<Vec<Model>, _>>().map_err(unsound)?).map_err(unsound)
}

/// Takes back the splits of these nodes, which are counted depth first.
#[pyfunction]
pub(crate) fn snip_nodes(py: Python<'_>, model: &Bound<'_, PyModel>, nodes: Vec<u32>) -> PyResult<PyModel> {
    let model = model.clone().unbind();
    alone(py, move || {
        let before = &model.get().models;
        let trees = trees(before)?;
        let places = places(trees.first().ok_or_else(|| no_tree(0))?);
        let id = |node: &u32| places.iter().position(|place| place == node).map_or(u32::MAX, |id| id as u32);
        let pruning = Pruning::Snip { nodes: nodes.iter().map(id).collect() };
        if let Some(node) = nodes.iter().find(|node| **node as usize >= places.len()) {
            return Err(wrong(format!("there is no node {node}: the tree has nodes 0 to {}", places.len() - 1)));
        }
        let ids: Vec<NodeId> = nodes.iter().map(|node| NodeId(id(node))).collect();
        let trees = trees.iter().map(|tree| snip(tree, &ids).map(|pruned| pruned.tree));
        let trees = trees.collect::<Result<Vec<Tree>, _>>().map_err(raised)?;
        Ok(PyModel::of(smaller(before, &pruning, trees)?))
    })
}

/// Prunes without rows: splits whose branches answer the same (`merge`), or by a price of a leaf that is a share of the root's risk.
#[pyfunction]
pub(crate) fn prune_alone(py: Python<'_>, model: &Bound<'_, PyModel>, how: &str) -> PyResult<Told> {
    let pruning: Pruning = settings(how)?;
    let model = model.clone().unbind();
    alone(py, move || {
        let before = &model.get().models;
        let whole = trees(before)?;
        pruning.check(before.first().schema().task()).map_err(raised)?;
        let pruned: Vec<Pruned> = match &pruning {
            Pruning::Merge if whole.len() == 1 => whole.iter().map(merged).collect(),
            Pruning::CostComplexity { risk, price: Price::Share { complexity } } => {
                let path = path_several(&whole, *risk).ok_or_else(|| wrong("there is no tree"))?;
                whole.iter().map(|tree| path.at(tree, complexity * path.risks[0])).collect()
            }
            other => return Err(wrong(format!("pruning by {} needs X and y", other.word()))),
        };
        made(before, pruning, pruned, None)
    })
}

/// Prunes by rows: those that the tree was grown from, or, for reduced errors, rows that it has not seen.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn prune_by(
    py: Python<'_>,
    model: &Bound<'_, PyModel>,
    table: PyRef<'_, PyTable>,
    learned: Learned<'_>,
    how: &str,
    seed: Option<u64>,
    threads: usize,
) -> PyResult<Told> {
    let pruning: Pruning = settings(how)?;
    let (model, lesson) = (model.clone().unbind(), Lesson::new(table.take()?, learned)?);
    watched(py, threads, None, move |bell| {
        let before = &model.get().models;
        let [model] = before.all() else {
            return Err(wrong("a tree of several targets is pruned by complexity or by hand"));
        };
        let by_folds = matches!(pruning, Pruning::CostComplexity { price: Price::Folds { .. }, .. });
        let how = match model.settings() {
            Some(how) => TreeSettings { seed: seed.unwrap_or(how.seed), ..how.clone() },
            None if by_folds => {
                return Err(wrong("the tree does not say how it was grown, so no tree like it can be: set complexity"));
            }
            None => TreeSettings::default(),
        };
        let terms = in_terms(model.schema(), &lesson.table).map_err(raised)?;
        let training = Training { weights: lesson.training().weights, ..terms.training() };
        let tree = model.tree().map_err(raised)?;
        let (pruned, judged) = prune(tree, (&training, &how), &pruning, None, bell).map_err(raised)?;
        made(before, pruning, vec![pruned], judged)
    })
}

fn made(before: &Models, pruning: Pruning, pruned: Vec<Pruned>, judged: Option<Judged>) -> PyResult<Told> {
    let after = smaller(before, &pruning, pruned.iter().map(|pruned| pruned.tree.clone()).collect())?;
    let pruned = pruned.into_iter().next().ok_or_else(|| no_tree(0))?;
    let told = document(before.first().tree().map_err(raised)?, &pruning, &pruned, judged.as_ref())?;
    Ok((PyModel::of(after), told))
}

/// What was weighed, as JSON; nodes are counted depth first.
fn document(before: &Tree, pruning: &Pruning, pruned: &Pruned, judged: Option<&Judged>) -> PyResult<String> {
    let (of_before, of_after) = (places(before), places(&pruned.tree));
    let mut from = vec![0; pruned.tree.len()];
    for (place, id) in of_after.iter().zip(&pruned.from) {
        from[*place as usize] = of_before[id.place()];
    }
    let weighing = |of: &Weighing| Weighing { node: NodeId(of_before[of.node.place()]), ..of.clone() };
    json(&Document {
        pruning,
        before: size(before),
        after: size(&pruned.tree),
        from,
        weighings: pruned.weighings.iter().map(weighing).collect(),
        path: judged.map(|judged| &judged.crossed.lines[..]),
        chosen: judged.map(|judged| judged.chosen),
    })
}

/// What a picture needs of such a document.
#[derive(Deserialize)]
struct Drawn {
    pruning: Pruning,
    after: Leaves,
    path: Option<Vec<CrossedLine>>,
    chosen: Option<usize>,
}

#[derive(Deserialize)]
struct Leaves {
    leaves: usize,
}

impl Drawn {
    /// What folds found; none where there were none. The path must be that of the tree as it was.
    fn judged(&mut self, before: &Tree) -> PyResult<Option<Judged>> {
        let (Some(lines), Some(chosen)) = (self.path.take(), self.chosen) else { return Ok(None) };
        let Pruning::CostComplexity { risk, .. } = self.pruning else { return Ok(None) };
        let own = path(before, risk);
        if lines.len() != own.steps.len() || chosen >= lines.len() {
            return Err(wrong("what was weighed is of another tree"));
        }
        Ok(Some(Judged { crossed: Crossed { lines, root_risk: own.risks[0] }, chosen }))
    }
}

/// Error against size as a picture: of a model that was pruned, by what was told of it, with rows that the tree has not seen where there are any.
#[pyfunction]
#[pyo3(signature = (model, told, name=None, table=None, learned=None))]
#[expect(clippy::too_many_arguments, reason = "Python's token is one of them")]
pub(crate) fn pruned_drawing(
    py: Python<'_>,
    model: &Bound<'_, PyModel>,
    told: &str,
    name: Option<String>,
    table: Option<PyRef<'_, PyTable>>,
    learned: Option<Learned<'_>>,
) -> PyResult<String> {
    let (model, mut told): (_, Drawn) = (model.clone().unbind(), settings(told)?);
    let lesson = match (table, learned) {
        (Some(table), Some(learned)) => Some(Lesson::new(table.take()?, learned)?),
        _ => None,
    };
    alone(py, move || {
        let before = model.get().models.first();
        let judged = told.judged(before.tree().map_err(raised)?)?;
        let (pruning, chosen) = (&told.pruning, told.after.leaves);
        let sizes = Sizes { before, pruning, judged: judged.as_ref(), chosen, test: None };
        let Some(lesson) = lesson else { return error_against_size(&sizes).map_err(raised) };
        let terms = in_terms(before.schema(), &lesson.table).map_err(raised)?;
        let training = Training { weights: lesson.training().weights, ..terms.training() };
        let name = name.unwrap_or_else(|| "other rows".to_owned());
        error_against_size(&Sizes { test: Some((&name, &training)), ..sizes }).map_err(raised)
    })
}
