//! Error against size: how a tree overfits, and where it was cut.

use super::axis::Axis;
use super::chart::{Chart, Guide, chart};
use super::curve::{Point, Series, Spread};
use crate::error::Result;
use crate::explain::figures::counted;
use crate::fit::Judged;
use crate::grow::Training;
use crate::model::Model;
use crate::prune::{ComplexityPath, Price, Pruning, Risk, asked, path};
use crate::table::Task;
use crate::tree::NodeId;

/// Lines of so many points look like lines.
const MOST_POINTS: usize = 400;

/// A tree that was pruned, and what is known of the trees between it and its root.
#[derive(Clone, Copy)]
pub struct Sizes<'a> {
    /// The model of the tree as it was.
    pub before: &'a Model,
    /// How it was pruned.
    pub pruning: &'a Pruning,
    /// What cross-validation found.
    pub judged: Option<&'a Judged>,
    /// The leaves of the tree that was chosen.
    pub chosen: usize,
    /// Rows that the tree has not seen, and what they are called.
    pub test: Option<(&'a str, &'a Training<'a>)>,
}

/// The drawing: what each tree of the path of cost-complexity risks on the rows it grew from, on rows left out, and on others.
pub fn error_against_size(of: &Sizes<'_>) -> Result<String> {
    let risk = match of.pruning {
        Pruning::CostComplexity { risk, .. } => *risk,
        _ => Risk::Gini,
    };
    let tree = of.before.tree()?;
    let path = path(tree, risk);
    let (leaves, shown) = sizes(&path);
    let line = |values: &dyn Fn(usize) -> Point| shown.iter().map(|at| values(*at)).collect::<Vec<_>>();
    let total = tree.rows(NodeId::ROOT);
    let step = |at: usize| &path.steps[path.steps.len() - 1 - at];
    let mut series = vec![Series::new("training", line(&|at| Point::new(leaves[at], step(at).risk / total)))];
    if let Some(judged) = of.judged {
        let unit = judged.crossed.root_risk / total;
        let lines = &judged.crossed.lines;
        let point =
            |at: usize| Point::new(leaves[at], lines[at].crossed_risk * unit).give_or_take(lines[at].deviation * unit);
        series.push(Series::new("cross-validation", line(&point)).spread(Spread::Band));
    }
    if let Some((name, rows)) = of.test {
        let risks = asked(tree, &path, rows, risk)?;
        series.push(Series::new(name, line(&|at| Point::new(leaves[at], risks[at]))));
    }
    let words = format!("chosen: {}", counted(of.chosen as f64, "leaf"));
    Ok(chart(&Chart {
        title: format!("{}: error against size", of.before.schema().target.name),
        note: note(of.pruning),
        series,
        guides: vec![Guide::Place { x: of.chosen as f64, label: words }],
        ..Chart::new(Axis::new("leaves").log().whole(), Axis::new(error_name(of.before, risk)).from(0.0))
    }))
}

/// The leaves of each tree of the path, the root alone first, and the places that are drawn.
fn sizes(path: &ComplexityPath) -> (Vec<f64>, Vec<usize>) {
    let leaves: Vec<f64> = path.steps.iter().rev().map(|step| step.leaves as f64).collect();
    // As many for every doubling of the size.
    let most = leaves.last().copied().unwrap_or(1.0).max(2.0).ln();
    let slot = |at: usize| (leaves[at].ln() / most * MOST_POINTS as f64) as usize;
    let shown = (0..leaves.len()).filter(|at| *at == 0 || *at + 1 == leaves.len() || slot(*at) != slot(*at - 1));
    (leaves.clone(), shown.collect())
}

fn note(pruning: &Pruning) -> String {
    match pruning {
        Pruning::CostComplexity { price: Price::Folds { folds, .. }, .. } => {
            format!("the path of cost-complexity, judged by {folds} folds; the band is one standard error")
        }
        _ => "the path of cost-complexity".to_owned(),
    }
}

fn error_name(model: &Model, risk: Risk) -> &'static str {
    match (model.schema().task(), risk) {
        (Task::Regression, _) => "mean squared error",
        (_, Risk::Errors) => "share of rows that are answered wrong",
        (_, Risk::Gini) => "squared error of the probabilities",
        (_, Risk::Entropy) => "squared error of the probabilities (training: bits)",
    }
}
