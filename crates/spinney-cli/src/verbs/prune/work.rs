//! Pruned, and what was weighed.

use spinney::fit::{Judged, in_terms, prune};
use spinney::grow::{Training, TreeSettings};
use spinney::model::Model;
use spinney::prune::{Price, Pruned, Pruning};
use spinney::tree::Tree;

use super::super::asking::{one, weights};
use super::super::pruning::{cost_complexity, given_folds, pruning};
use crate::args::{General, Prune as Args, PruneArg};
use crate::console::Growing;
use crate::fault::{Mistake, Ours, Outcome};
use crate::reading;

/// What pruning came to.
pub(super) struct Work {
    pub(super) before: Model,
    pub(super) after: Model,
    pub(super) pruning: Pruning,
    pub(super) pruned: Pruned,
    pub(super) judged: Option<Judged>,
}

impl Work {
    /// Reads the model and the table, and prunes.
    pub(super) fn new(args: &Args, general: &General) -> Outcome<Self> {
        let before = one(&args.model, args.tree)?;
        let table = reading::table(&args.table, general)?;
        let wrong = |error| reading::in_table(&args.table, &error);
        let weights = args.weight.as_deref().map(|name| weights(&table, name, &args.table.table)).transpose()?;
        let terms = in_terms(before.schema(), &table).map_err(wrong)?;
        let pruning = way(args)?;
        let folds = given_folds(&args.how, &args.table.read, &table, general)?;
        let settings = before.settings().cloned();
        if settings.is_none() && matches!(pruning, Pruning::CostComplexity { price: Price::Folds { .. }, .. }) {
            return Err(Mistake::new(format!(
                "{}: it does not say how it was grown, so no tree like it can be",
                args.model
            ))
            .hint("--prune-complexity sets the price of a leaf; --snip takes back nodes")
            .into());
        }
        let settings = TreeSettings { seed: general.seed, ..settings.unwrap_or_default() };
        let training = Training { weights: weights.as_deref(), ..terms.training() };
        let folds_many = match &pruning {
            Pruning::CostComplexity { price: Price::Folds { folds, .. }, .. } => *folds as usize,
            _ => 0,
        };
        let growing = Growing::new(general, terms.table.rows().saturating_mul(folds_many.saturating_sub(1)));
        let found = prune(&before.trees()[0], (&training, &settings), &pruning, folds.as_deref(), &growing);
        let (pruned, judged) = found.map_err(wrong)?;
        let after = before.pruned(pruned.tree.clone(), pruning.clone());
        let after = after.map_err(|error| Ours(format!("the pruned tree makes no model: {error}")))?;
        Ok(Work { before, after, pruning, pruned, judged })
    }
}

impl Work {
    /// The tree that was pruned; the model has no other.
    pub(super) fn tree(&self) -> &Tree {
        &self.before.trees()[0]
    }
}

/// The way that was asked for.
fn way(args: &Args) -> Outcome<Pruning> {
    if !args.snip.is_empty() {
        return Ok(Pruning::Snip { nodes: args.snip.clone() });
    }
    if args.merge {
        return Ok(Pruning::Merge);
    }
    let asks_path = args.path || args.plot.is_some();
    match pruning(&args.how, None)? {
        Some(way) if asks_path && !matches!(way, Pruning::CostComplexity { .. }) => Err(Mistake::new(format!(
            "--path and --plot are for --prune cost-complexity, and {} was asked for",
            way.word()
        ))
        .into()),
        Some(way) => Ok(way),
        None if args.how.prune == Some(PruneArg::None) && !asks_path => {
            let mistake = Mistake::new("--prune none leaves the model as it is");
            Err(mistake.hint("--prune cost-complexity, pessimistic, mdl or reduced-error; --snip 4,9").into())
        }
        None => Ok(cost_complexity(&args.how)),
    }
}
