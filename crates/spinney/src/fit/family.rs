//! Several trees out of one growth: a tree that may grow less deep is the deep one, folded.

use std::collections::BTreeMap;

use super::fitted::fit;
use super::pruned::prune;
use crate::error::{Mistake, Result};
use crate::grow::{LeafKind, Training, TreeSettings, Watch, grow};
use crate::parallel;
use crate::prune::{ComplexityPath, Price, Pruning, Risk, path};
use crate::tree::Tree;

/// One of several trees that are grown by the same settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Its greatest depth, in place of the settings'.
    pub max_depth: Option<u32>,
    /// How it is pruned.
    pub pruning: Option<Pruning>,
}

/// Calls the closure with the tree of each variant, and gathers what it gives. Each tree is the one that [`fit`](super::fit) makes of
/// the same settings with the variant's depth; most of them are not grown for that.
///
/// Variants whose tree is the same, since it grows less deep than it may, are asked once.
///
/// ```
/// use spinney::fit::{Variant, variants};
/// use spinney::grow::{Training, TreeSettings};
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n3,no\n4,yes\n5,no\n6,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let depths = [0, 1, 9].map(|depth| Variant { max_depth: Some(depth), pruning: None });
/// let settings = TreeSettings::classification();
/// let leaves = variants(&Training::new(&table, &[0], &target), &settings, &depths, &(), |tree| Ok(tree.leaves()))?;
/// assert_eq!(leaves, [1, 2, 4]);
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn variants<S: Clone + Send + Sync>(
    training: &Training<'_>,
    settings: &TreeSettings,
    variants: &[Variant],
    watch: &dyn Watch,
    ask: impl Fn(&Tree) -> Result<S> + Sync + Send,
) -> Result<Vec<S>> {
    training.check()?;
    variants.iter().filter_map(|one| one.pruning.as_ref()).try_for_each(|way| way.check(training.target.task()))?;
    let family = Family { training, settings, watch };
    let mut depths: Vec<Option<u32>> = variants.iter().map(|one| one.max_depth).collect();
    depths.sort_unstable_by_key(|depth| std::cmp::Reverse(depth.unwrap_or(u32::MAX)));
    depths.dedup();
    let deepest = depths.first().copied().flatten();
    let grown = if family.folds() { Some(family.grown(deepest)?) } else { None };
    let reached = grown.as_ref().map_or(u32::MAX, Tree::depth);
    let effective = |depth: Option<u32>| depth.unwrap_or(u32::MAX).min(reached);
    // One piece of work for each depth that makes a difference, with its own ways of pruning.
    let mut work: BTreeMap<u32, Vec<&Variant>> = BTreeMap::new();
    for one in variants {
        let ways = work.entry(effective(one.max_depth)).or_default();
        if !ways.iter().any(|other| other.is_pruned_as(one)) {
            ways.push(one);
        }
    }
    let work: Vec<(u32, Vec<&Variant>)> = work.into_iter().collect();
    let found = parallel::map(&work, |(depth, ways)| {
        let base = match &grown {
            Some(grown) => folded(grown, *depth),
            None => family.grown(ways[0].max_depth)?,
        };
        family.asked(&base, ways, &ask)
    });
    let found: Vec<Vec<S>> = found.into_iter().collect::<Result<_>>()?;
    let place = |one: &Variant| {
        let at = work.partition_point(|(depth, _)| *depth < effective(one.max_depth));
        let way = work[at].1.iter().position(|other| other.is_pruned_as(one)).unwrap_or(0);
        found[at][way].clone()
    };
    Ok(variants.iter().map(place).collect())
}

impl Variant {
    /// Whether both make the same of one tree, which grows less deep than either may.
    fn is_pruned_as(&self, other: &Variant) -> bool {
        let grows_others = matches!(
            self.pruning,
            Some(Pruning::ReducedError { .. } | Pruning::CostComplexity { price: Price::Folds { .. }, .. })
        );
        self.pruning == other.pruning && (!grows_others || self.max_depth == other.max_depth)
    }
}

struct Family<'a> {
    training: &'a Training<'a>,
    settings: &'a TreeSettings,
    watch: &'a dyn Watch,
}

impl Family<'_> {
    /// Whether less deep trees are the deep one folded: nothing else looks below a node, and leaves need no rows.
    fn folds(&self) -> bool {
        let TreeSettings { leaf, collapse, complexity, max_leaves, .. } = self.settings;
        *leaf != LeafKind::Linear && !collapse && *complexity == 0.0 && max_leaves.is_none()
    }

    fn to_depth(&self, max_depth: Option<u32>) -> TreeSettings {
        TreeSettings { max_depth, ..self.settings.clone() }
    }

    fn grown(&self, max_depth: Option<u32>) -> Result<Tree> {
        grow(self.training, &self.to_depth(max_depth), self.watch)
    }

    /// What is said of a tree pruned in these ways.
    fn asked<S>(&self, base: &Tree, ways: &[&Variant], ask: &(impl Fn(&Tree) -> Result<S> + Sync)) -> Result<Vec<S>> {
        let mut paths: Vec<(Risk, ComplexityPath)> = Vec::new();
        let mut found = Vec::with_capacity(ways.len());
        for one in ways {
            if self.watch.stopped() {
                return Err(Mistake::Stopped.anywhere());
            }
            let settings = || self.to_depth(one.max_depth);
            found.push(match &one.pruning {
                None => ask(base)?,
                Some(Pruning::CostComplexity { risk, price: Price::Share { complexity } }) => {
                    let known = paths.iter().position(|(known, _)| known == risk);
                    let at = known.unwrap_or_else(|| {
                        paths.push((*risk, path(base, *risk)));
                        paths.len() - 1
                    });
                    let path = &paths[at].1;
                    ask(&path.at(base, complexity * path.risks[0]).tree)?
                }
                Some(way @ Pruning::ReducedError { .. }) => {
                    ask(fit(self.training, &settings(), Some((way, None)), self.watch)?.tree())?
                }
                Some(way) => ask(&prune(base, (self.training, &settings()), way, None, self.watch)?.0.tree)?,
            });
        }
        Ok(found)
    }
}

/// The tree down to a depth.
fn folded(tree: &Tree, depth: u32) -> Tree {
    let depths = tree.depths();
    tree.folded(|id| depths[id.place()] >= depth).tree
}
