//! Error against size: how a tree overfits, and where it was cut.

use spinney::draw::{Axis, Chart, Guide, Point, Series, Spread, chart};
use spinney::fit::in_terms;
use spinney::prune::{ComplexityPath, Price, Pruning, Risk, asked, path};
use spinney::table::Task;

use super::work::Work;
use crate::args::{General, Prune as Args};
use crate::fault::Outcome;
use crate::reading;
use crate::text::{counted, label};

/// Lines of so many points look like lines.
const MOST_POINTS: usize = 400;

/// The drawing: what each tree of the path risks on the rows it grew from, on rows left out, and on those of another table.
pub(super) fn plot(args: &Args, work: &Work, general: &General) -> Outcome<String> {
    let risk = match &work.pruning {
        Pruning::CostComplexity { risk, .. } => *risk,
        _ => Risk::Gini,
    };
    let path = path(work.tree(), risk);
    let (leaves, shown) = sizes(&path);
    let line = |values: &dyn Fn(usize) -> Point| shown.iter().map(|at| values(*at)).collect::<Vec<_>>();
    let total = work.tree().rows(spinney::tree::NodeId::ROOT);
    let step = |at: usize| &path.steps[path.steps.len() - 1 - at];
    let mut series = vec![Series::new("training", line(&|at| Point::new(leaves[at], step(at).risk / total)))];
    if let Some(judged) = &work.judged {
        let unit = judged.crossed.root_risk / total;
        let lines = &judged.crossed.lines;
        let point =
            |at: usize| Point::new(leaves[at], lines[at].crossed_risk * unit).give_or_take(lines[at].deviation * unit);
        series.push(Series::new("cross-validation", line(&point)).spread(Spread::Band));
    }
    if let Some(file) = &args.test {
        let risks = test_risks(args, work, (file, &path, risk), general)?;
        series.push(Series::new(&label(file), line(&|at| Point::new(leaves[at], risks[at]))));
    }
    let chosen = work.pruned.tree.leaves();
    Ok(chart(&Chart {
        title: format!("{}: error against size", work.before.schema().target.name),
        note: note(work),
        series,
        guides: vec![Guide::Place { x: chosen as f64, label: format!("chosen: {}", counted(chosen, "leaf")) }],
        ..Chart::new(Axis::new("leaves").log().whole(), Axis::new(error_name(work, risk)).from(0.0))
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

/// What each tree of the path risks on another table.
fn test_risks(
    args: &Args,
    work: &Work,
    (file, path, risk): (&str, &ComplexityPath, Risk),
    general: &General,
) -> Outcome<Vec<f64>> {
    let table = reading::another(file, &args.table.read, general)?;
    let risks =
        in_terms(work.before.schema(), &table).and_then(|terms| asked(work.tree(), path, &terms.training(), risk));
    risks.map_err(|error| reading::in_file(file, &error))
}

fn note(work: &Work) -> String {
    match &work.pruning {
        Pruning::CostComplexity { price: Price::Folds { folds, .. }, .. } => {
            format!("the path of cost-complexity, judged by {folds} folds; the band is one standard error")
        }
        _ => "the path of cost-complexity".to_owned(),
    }
}

fn error_name(work: &Work, risk: Risk) -> &'static str {
    match (work.before.schema().task(), risk) {
        (Task::Regression, _) => "mean squared error",
        (_, Risk::Errors) => "share of rows that are answered wrong",
        (_, Risk::Gini) => "squared error of the probabilities",
        (_, Risk::Entropy) => "squared error of the probabilities (training: bits)",
    }
}
