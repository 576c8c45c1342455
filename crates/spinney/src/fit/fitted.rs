//! Grown, then pruned.

use super::pruned::{Judged, prune};
use crate::error::Result;
use crate::evaluate::holdout;
use crate::grow::{Training, TreeSettings, Watch, grow};
use crate::prune::{Pruned, Pruning};
use crate::tree::Tree;

/// A tree that was grown and pruned, and what it was before.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The tree as it was grown.
    pub grown: Tree,
    /// The tree that was made of it, where it was pruned.
    pub pruned: Option<Pruned>,
    /// The path that it was chosen from, where one was judged.
    pub judged: Option<Judged>,
    /// The rows that were held out to prune by.
    pub held_out: usize,
}

impl Fitted {
    /// The tree, pruned where it was.
    pub fn tree(&self) -> &Tree {
        self.pruned.as_ref().map_or(&self.grown, |pruned| &pruned.tree)
    }
}

/// Grows a tree and prunes it; the fold of each row of the table may be given.
///
/// ```
/// use spinney::fit::fit;
/// use spinney::grow::{Training, TreeSettings};
/// use spinney::prune::Pruning;
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n3,no\n4,yes\n5,no\n6,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let training = Training::new(&table, &[0], &target);
/// let fitted = fit(&training, &TreeSettings::classification(), Some((&Pruning::usual(), None)), &())?;
/// assert_eq!(fitted.grown.leaves(), 4);
/// assert!(fitted.tree().leaves() <= 4);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn fit(
    training: &Training<'_>,
    settings: &TreeSettings,
    pruning: Option<(&Pruning, Option<&[u32]>)>,
    watch: &dyn Watch,
) -> Result<Fitted> {
    training.check()?;
    let Some((pruning, folds)) = pruning else {
        return Ok(Fitted { grown: grow(training, settings, watch)?, pruned: None, judged: None, held_out: 0 });
    };
    pruning.check(training.target.task())?;
    let Pruning::ReducedError { share, .. } = pruning else {
        let grown = grow(training, settings, watch)?;
        let (pruned, judged) = prune(&grown, (training, settings), pruning, folds, watch)?;
        return Ok(Fitted { grown, pruned: Some(pruned), judged, held_out: 0 });
    };
    let parts = holdout(&training.counted(), *share, settings.seed, training.classes())?;
    let grown = grow(&Training { rows: Some(&parts.train), ..*training }, settings, watch)?;
    let unseen = Training { rows: Some(&parts.test), ..*training };
    let (pruned, judged) = prune(&grown, (&unseen, settings), pruning, None, watch)?;
    Ok(Fitted { grown, pruned: Some(pruned), judged, held_out: parts.test.len() })
}
