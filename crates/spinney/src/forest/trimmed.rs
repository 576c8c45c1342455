//! Trees of a forest made smaller by the price of a leaf, before anything is asked of them.

use super::settings::ForestSettings;
use crate::grow::Criterion;
use crate::prune::{Risk, path};
use crate::tree::{NodeId, Tree};

/// What the last digits of a price may be off, as a share of it.
const SLACK: f64 = 1e-12;

/// The tree as the settings prune it.
pub(super) fn trimmed(tree: Tree, settings: &ForestSettings) -> Tree {
    if settings.prune_alpha <= 0.0 {
        return tree;
    }
    let risk = match settings.tree.criterion {
        Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy => Risk::Entropy,
        _ => Risk::Gini,
    };
    // What costs just this price by its true value may be reckoned a little dearer.
    let price = settings.prune_alpha * tree.rows(NodeId::ROOT) * (1.0 + SLACK);
    path(&tree, risk).at(&tree, price).tree
}
