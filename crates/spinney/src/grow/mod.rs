//! The one engine that grows trees. ID3, C4.5, CART and regression trees are settings of it.

/// How a tree is grown.
mod settings;

pub use settings::{Conventions, Criterion, LeafKind, MissingPolicy, Nominal, Threshold, TreeSettings};
