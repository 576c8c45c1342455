//! Reduced-error pruning: rows that the tree has not seen decide.

use super::record::{Outcome, Pruned, Weighing};
use super::tally::Tallies;
use crate::error::{Mistake, Result};
use crate::grow::Training;
use crate::table::TargetValues;
use crate::tree::{Answers, ClassAnswers, ClassWeight, Landing, NodeId, NumberAnswers, Tree, summed};

/// How reduced-error pruning goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReducedError {
    /// Whether leaves take in the rows that they were pruned by (`REPTree`); where not (J48), they answer by the rows that they
    /// were grown from.
    pub backfit: bool,
}

/// Folds every node that errs no more as a leaf, on rows that the tree has not seen, than the leaves below it.
///
/// Errors are the weight of rows whose class is not the answer, or squared distances. A node that no row reaches is folded: nothing
/// speaks for its split.
pub fn reduced_error(tree: &Tree, unseen: &Training<'_>, how: ReducedError) -> Result<Pruned> {
    unseen.check()?;
    let judged = Judged::new(tree, unseen)?;
    let mut subtree = vec![0.0; tree.len()];
    let mut fold = vec![false; tree.len()];
    let mut weighings = Vec::new();
    for id in tree.ids().rev() {
        let place = id.place();
        let Some(branches) = tree.branches(id) else {
            subtree[place] = judged.leaf[place];
            continue;
        };
        let below = branches.iter().map(|child| subtree[child.place()]).sum::<f64>() + judged.stayed[place];
        fold[place] = judged.leaf[place] <= below + 1e-6 * below.abs().min(1.0);
        subtree[place] = if fold[place] { judged.leaf[place] } else { below };
        let outcome = if fold[place] { Outcome::Folded } else { Outcome::Kept };
        weighings.push(Weighing { node: id, leaf: judged.leaf[place], subtree: below, raised: None, outcome });
    }
    let folded = tree.folded(|id| fold[id.place()]);
    let mut pruned = Pruned::new(folded, weighings);
    if how.backfit {
        pruned.tree = backfitted(&pruned.tree, unseen)?;
    }
    Ok(pruned)
}

/// What rows say of every node on their way.
struct Judged {
    /// Their error, were the node a leaf.
    leaf: Vec<f64>,
    /// The error of those that stay at a node since it has no branch for their value.
    stayed: Vec<f64>,
}

impl Judged {
    fn new(tree: &Tree, rows: &Training<'_>) -> Result<Self> {
        let majority = Tallies::new(tree).majority;
        let mut judged = Judged { leaf: vec![0.0; tree.len()], stayed: vec![0.0; tree.len()] };
        let error = |id: NodeId, row: u32| match (&rows.target.values, tree.answers()) {
            (TargetValues::Classes(classes), Answers::Classes(_)) => {
                Ok(if majority[id.place()] == Some(classes.codes[row as usize]) { 0.0 } else { 1.0 })
            }
            (TargetValues::Numbers(values), Answers::Numbers(all)) => {
                Ok((values[row as usize] - all.values[id.place()]).powi(2))
            }
            _ => Err(Mistake::WrongKind { found: "another", needed: "the tree's" }.in_column(&rows.target.name)),
        };
        for row in rows.counted() {
            let weight = rows.weight(row);
            let mut open = vec![Landing { node: NodeId::ROOT, share: weight }];
            while let Some(at) = open.pop() {
                let cost = at.share * error(at.node, row)?;
                judged.leaf[at.node.place()] += cost;
                if !tree.go_on(at, &rows.row(row), &mut open) {
                    judged.stayed[at.node.place()] += cost; // of no account at a leaf
                }
            }
        }
        Ok(judged)
    }
}

/// The tree whose leaves have taken in more rows.
fn backfitted(tree: &Tree, rows: &Training<'_>) -> Result<Tree> {
    let mut answers = tree.answers().clone();
    let mut landed: Vec<Landed> = Vec::new();
    for row in rows.counted() {
        let ends = tree.landings(&rows.row(row)).into_iter().filter(|end| tree.branches(end.node).is_none());
        landed.extend(ends.map(|end| (end.node, row, end.share * rows.weight(row))));
    }
    match (&mut answers, &rows.target.values) {
        (Answers::Classes(all), TargetValues::Classes(classes)) => take_in_classes(all, landed, &classes.codes),
        (Answers::Numbers(all), TargetValues::Numbers(values)) => take_in_numbers(tree, all, landed, values),
        _ => {}
    }
    Tree::new(tree.nodes().clone(), answers).map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())
}

/// A row at its leaf, with its weight there.
type Landed = (NodeId, u32, f64);

fn take_in_classes(all: &mut ClassAnswers, landed: Vec<Landed>, classes: &[u32]) {
    let nodes = (0..all.starts.len() as u32 - 1).map(NodeId);
    let mut weights: Vec<Vec<(u32, f64)>> =
        nodes.map(|id| all.of(id).iter().map(|pair| (pair.class, pair.weight)).collect()).collect();
    for (node, row, weight) in landed {
        let own = &mut weights[node.place()];
        let class = classes[row as usize];
        match own.binary_search_by_key(&class, |pair| pair.0) {
            Ok(found) => own[found].1 += weight,
            Err(place) => own.insert(place, (class, weight)),
        }
    }
    (all.starts, all.weights) = (vec![0], Vec::new());
    for own in weights {
        all.weights.extend(own.into_iter().map(|(class, weight)| ClassWeight { class, weight }));
        all.starts.push(all.weights.len() as u32);
    }
}

/// Means move up the tree with the rows; the squares about them follow by Steiner's rule.
fn take_in_numbers(tree: &Tree, all: &mut NumberAnswers, landed: Vec<Landed>, values: &[f64]) {
    for (node, row, weight) in landed {
        let mut at = Some(node);
        while let Some(id) = at {
            let place = id.place();
            let far = values[row as usize] - all.values[place];
            let rows = all.rows[place] + weight;
            all.values[place] += far * weight / rows;
            all.errors[place] += far * far * weight * all.rows[place] / rows;
            all.rows[place] = rows;
            at = tree.parent(id);
        }
    }
    all.rows = summed(tree.nodes(), std::mem::take(&mut all.rows));
}
