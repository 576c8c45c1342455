//! Grown, then pruned.

use super::pruned::{Judged, prune_several};
use crate::error::Result;
use crate::evaluate::holdout;
use crate::grow::{Training, TreeSettings, Watch, grow_several, only};
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
    training.has_one_target("a tree")?;
    only(fit_several(training, settings, pruning, watch)?)
}

/// The same for several targets: the tree of each, which have the same nodes. They are pruned by hand, or by the price of a leaf, the mean
/// over the targets being what nodes risk.
pub fn fit_several(
    training: &Training<'_>,
    settings: &TreeSettings,
    pruning: Option<(&Pruning, Option<&[u32]>)>,
    watch: &dyn Watch,
) -> Result<Vec<Fitted>> {
    training.check()?;
    let Some((pruning, folds)) = pruning else {
        return Ok(fitted(grow_several(training, settings, watch)?, (Vec::new(), None), 0));
    };
    pruning.check(training.target.task())?;
    let Pruning::ReducedError { share, .. } = pruning else {
        let grown = grow_several(training, settings, watch)?;
        let made = prune_several(&grown, (training, settings), pruning, folds, watch)?;
        return Ok(fitted(grown, made, 0));
    };
    let parts = holdout(&training.counted(), *share, settings.seed, training.classes())?;
    let grown = grow_several(&Training { rows: Some(&parts.train), ..*training }, settings, watch)?;
    let unseen = Training { rows: Some(&parts.test), ..*training };
    let made = prune_several(&grown, (&unseen, settings), pruning, None, watch)?;
    Ok(fitted(grown, made, parts.test.len()))
}

/// Each tree with what was made of it.
fn fitted(grown: Vec<Tree>, (pruned, judged): (Vec<Pruned>, Option<Judged>), held_out: usize) -> Vec<Fitted> {
    let pruned = pruned.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let one = |(grown, pruned)| Fitted { grown, pruned, judged: judged.clone(), held_out };
    grown.into_iter().zip(pruned).map(one).collect()
}
