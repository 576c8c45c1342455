//! The trees of a forest.

use super::settings::ForestSettings;
use crate::error::Result;
use crate::grow::{Training, Watch, crop};
use crate::tree::Tree;

/// Trees that answer together, in the order of their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    trees: Vec<Tree>,
}

impl Forest {
    /// The forest of these trees, as the settings say.
    pub(super) fn of(trees: Vec<Tree>, _settings: &ForestSettings) -> Self {
        Forest { trees }
    }

    /// The trees.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }
}

/// Grows a forest.
pub fn grow(training: &Training<'_>, settings: &ForestSettings, watch: &dyn Watch) -> Result<Forest> {
    settings.check()?;
    let numbers = (0..u64::from(settings.trees), u64::from(settings.trees));
    let mut trees = Vec::new();
    crop(training, settings.variety(), watch, numbers, &|grown| grown.tree, &mut |wave| {
        trees.extend(wave);
        u64::from(settings.trees)
    })?;
    Ok(Forest::of(trees, settings))
}
