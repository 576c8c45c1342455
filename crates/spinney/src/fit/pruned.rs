//! A tree made smaller by the settings' way.

use crate::error::{Mistake, Result};
use crate::evaluate::folds;
use crate::grow::{Training, TreeSettings, Watch};
use crate::prune::{
    Crossed, Pessimism, Price, Pruned, Pruning, ReducedError, Rule, crossed, merged, path, pessimistic, reduced_error,
    shortest, snip,
};
use crate::tree::{NodeId, Tree};

/// The trees of a cost-complexity path, judged by cross-validation.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The trees, the root alone first.
    pub crossed: Crossed,
    /// The line of the tree that was chosen.
    pub chosen: usize,
}

/// Prunes a tree. `training` is what it was grown from, or, for reduced errors, the rows that it has not seen. `given` names the
/// fold of each row of the table; where it is not given, rows are dealt by the settings' seed, every class in its share.
pub fn prune(
    tree: &Tree,
    (training, settings): (&Training<'_>, &TreeSettings),
    pruning: &Pruning,
    given: Option<&[u32]>,
    watch: &dyn Watch,
) -> Result<(Pruned, Option<Judged>)> {
    training.check()?;
    pruning.check(training.target.task())?;
    if !settings.monotone.is_empty() && pruning.moves_rows() {
        let why = "pruning may not move rows between leaves: say --raising false, or --backfit false";
        return Err(Mistake::NoConstraint { why }.anywhere());
    }
    let pruned = match pruning {
        Pruning::ReducedError { backfit, .. } => reduced_error(tree, training, ReducedError { backfit: *backfit })?,
        Pruning::Pessimistic { doubt, confidence, raising } => {
            let how = Pessimism { doubt: *doubt, confidence: *confidence };
            pessimistic(tree, how, raising.then_some(training))?
        }
        Pruning::Mdl => shortest(tree, training.columns.len())?,
        Pruning::Snip { nodes } => snip(tree, &nodes.iter().map(|node| NodeId(*node)).collect::<Vec<_>>())?,
        Pruning::Merge => merged(tree),
        Pruning::CostComplexity { risk, price: Price::Share { complexity } } => {
            let path = path(tree, *risk);
            path.at(tree, complexity * path.risks[0])
        }
        Pruning::CostComplexity { risk, price: Price::Folds { folds: many, rule } } => {
            let path = path(tree, *risk);
            let dealt = match given {
                Some(given) => given.to_vec(),
                None => deal(training, *many, settings.seed)?,
            };
            let judged = crossed(&path, training, settings, (&dealt, *risk), watch)?;
            let chosen = match rule {
                Rule::Best => judged.best(),
                Rule::OneError => judged.within_one_error(),
            };
            // Lines stand from the root alone to the whole tree, the steps of the path the other way round.
            let pruned = path.at(tree, path.steps[path.steps.len() - 1 - chosen].price);
            return Ok((pruned, Some(Judged { crossed: judged, chosen })));
        }
    };
    Ok((pruned, None))
}

/// The fold of each row of the table; as many folds as there are rows at most.
fn deal(training: &Training<'_>, many: u32, seed: u64) -> Result<Vec<u32>> {
    let rows = training.counted();
    if rows.len() < 2 {
        return Err(Mistake::BadFolds { folds: many as usize, rows: rows.len() }.anywhere());
    }
    let folds = folds(&rows, (many as usize).min(rows.len()), seed, training.classes())?;
    let mut dealt = vec![0; training.table.rows()];
    for fold in 0..folds.len() {
        folds.parts(fold).test.into_iter().for_each(|row| dealt[row as usize] = fold as u32);
    }
    Ok(dealt)
}
