//! Trees of a forest made smaller by the price of a leaf, before anything is asked of them.

use super::settings::ForestSettings;
use crate::grow::Criterion;
use crate::prune::{Risk, path};
use crate::tree::{NodeId, Tree};

/// The tree as the settings prune it.
pub(super) fn trimmed(tree: Tree, settings: &ForestSettings) -> Tree {
    if settings.prune_alpha <= 0.0 {
        return tree;
    }
    let risk = match settings.tree.criterion {
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Risk::Entropy,
        _ => Risk::Gini,
    };
    path(&tree, risk).at(&tree, settings.prune_alpha * tree.rows(NodeId::ROOT)).tree
}
