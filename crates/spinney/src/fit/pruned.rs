//! A tree made smaller by the settings' way.

use crate::error::{Mistake, Result};
use crate::evaluate::folds;
use crate::grow::{Training, TreeSettings, Watch, only};
use crate::prune::{
    ComplexityPath, Crossed, Pessimism, Price, Pruned, Pruning, ReducedError, Risk, Rule, crossed, merged,
    path_several, pessimistic, reduced_error, shortest, snip,
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
    training.has_one_target("a tree")?;
    let (pruned, judged) = prune_several(std::slice::from_ref(tree), (training, settings), pruning, given, watch)?;
    Ok((only(pruned)?, judged))
}

/// The same for the trees of several targets, which have the same nodes, and have them afterwards.
pub(super) fn prune_several(
    trees: &[Tree],
    (training, settings): (&Training<'_>, &TreeSettings),
    pruning: &Pruning,
    given: Option<&[u32]>,
    watch: &dyn Watch,
) -> Result<(Vec<Pruned>, Option<Judged>)> {
    training.check()?;
    pruning.check(training.target.task())?;
    if !settings.monotone.is_empty() && pruning.moves_rows() {
        let why = "pruning may not move rows between leaves: say --raising false, or --backfit false";
        return Err(Mistake::NoConstraint { why }.anywhere());
    }
    let mut judged = None;
    let mut pruned: Vec<Pruned> = match pruning {
        Pruning::Snip { nodes } => {
            let nodes: Vec<NodeId> = nodes.iter().map(|node| NodeId(*node)).collect();
            trees.iter().map(|tree| snip(tree, &nodes)).collect::<Result<_>>()?
        }
        Pruning::CostComplexity { risk, price } => {
            let Some(path) = path_several(trees, *risk) else { return Ok((Vec::new(), None)) };
            let price = match price {
                Price::Share { complexity } => complexity * path.risks[0],
                Price::Folds { folds, rule } => {
                    let found = judge(&path, (training, settings), (*risk, *folds, *rule), given, watch)?;
                    // Lines stand from the root alone to the whole tree, the steps of the path the other way round.
                    let price = path.steps[path.steps.len() - 1 - found.chosen].price;
                    judged = Some(found);
                    price
                }
            };
            trees.iter().map(|tree| path.at(tree, price)).collect()
        }
        other => {
            training.has_one_target(other.word())?;
            trees.iter().map(|tree| prune_one(tree, training, other)).collect::<Result<_>>()?
        }
    };
    if let Some((first, others)) = pruned.split_first_mut() {
        for other in others {
            other.tree.share(&first.tree);
        }
    }
    Ok((pruned, judged))
}

/// What is for one target alone.
fn prune_one(tree: &Tree, training: &Training<'_>, pruning: &Pruning) -> Result<Pruned> {
    match pruning {
        Pruning::ReducedError { backfit, .. } => reduced_error(tree, training, ReducedError { backfit: *backfit }),
        Pruning::Pessimistic { doubt, confidence, raising } => {
            let how = Pessimism { doubt: *doubt, confidence: *confidence };
            pessimistic(tree, how, raising.then_some(training))
        }
        Pruning::Mdl => shortest(tree, training.columns.len()),
        Pruning::Merge | Pruning::Snip { .. } | Pruning::CostComplexity { .. } => Ok(merged(tree)),
    }
}

/// Judges the trees of a path on folds, and chooses one.
fn judge(
    path: &ComplexityPath,
    (training, settings): (&Training<'_>, &TreeSettings),
    (risk, folds, rule): (Risk, u32, Rule),
    given: Option<&[u32]>,
    watch: &dyn Watch,
) -> Result<Judged> {
    let dealt = match given {
        Some(given) => given.to_vec(),
        None => deal(training, folds, settings.seed)?,
    };
    let crossed = crossed(path, training, settings, (&dealt, risk), watch)?;
    let chosen = match rule {
        Rule::Best => crossed.best(),
        Rule::OneError => crossed.within_one_error(),
    };
    Ok(Judged { crossed, chosen })
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
