//! The model itself.

use crate::grow::TreeSettings;
use crate::tree::Tree;

use super::schema::Schema;

/// A finished tree with its names and the settings that it was grown by.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The names of columns, levels and classes.
    pub schema: Schema,
    /// How it was grown; none for a tree that was written by hand.
    pub settings: Option<TreeSettings>,
    /// The tree.
    pub tree: Tree,
}
