//! Trees of a forest made smaller by the price of a leaf, before anything is asked of them.

use super::settings::ForestSettings;
use crate::grow::Criterion;
use crate::prune::{Risk, path_several};
use crate::tree::{NodeId, Tree};

/// What the last digits of a price may be off, as a share of it.
const SLACK: f64 = 1e-12;

/// The trees of all targets, which have the same nodes, as the settings prune them.
pub(super) fn trimmed(mut trees: Vec<Tree>, settings: &ForestSettings) -> Vec<Tree> {
    if settings.prune_alpha <= 0.0 {
        return trees;
    }
    let risk = match settings.tree.criterion {
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Risk::Entropy,
        _ => Risk::Gini,
    };
    let Some(path) = path_several(&trees, risk) else { return trees };
    // What costs just this price by its true value may be reckoned a little dearer.
    let price = settings.prune_alpha * trees[0].rows(NodeId::ROOT) * (1.0 + SLACK);
    for tree in &mut trees {
        *tree = path.at(tree, price).tree;
    }
    if let Some((first, others)) = trees.split_first_mut() {
        for other in others {
            other.share(first);
        }
    }
    trees
}
