//! What answers in a model: a tree, or a forest, with a target or without.

use crate::blind::Blind;
use crate::forest::{Findings, Forest, ForestSettings};
use crate::grow::TreeSettings;
use crate::prune::Pruning;
use crate::tree::Tree;

/// What answers in a model, and how it came to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// One tree.
    Tree {
        /// The tree.
        tree: Tree,
        /// How it was grown; none for a tree that was written by hand.
        settings: Option<TreeSettings>,
        /// How it was pruned, one way after the other.
        pruning: Vec<Pruning>,
    },
    /// Many trees.
    Forest {
        /// The trees.
        forest: Forest,
        /// How they were grown; none where they were written by hand.
        settings: Option<ForestSettings>,
        /// What was found while they grew; none where they were written by hand.
        findings: Option<Findings>,
    },
    /// Many trees that were grown without a target.
    Blind {
        /// The trees.
        forest: Forest,
        /// How they were grown, and what follows from it.
        blind: Blind,
    },
}
