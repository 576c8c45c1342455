//! The model itself.

use serde::{Deserialize, Serialize};

use crate::grow::TreeSettings;
use crate::prune::Pruning;
use crate::tree::Tree;

use super::check::{check, check_pruning};
use super::error::ModelError;
use super::schema::Schema;

/// A finished tree with its names and the settings that it was grown by: checked as a whole, and then as it is for ever.
///
/// ```
/// use spinney::model::Model;
/// let model = Model::from_json(r#"{"target": "play", "tree": {
///     "split": {"column": "windy"},
///     "children": [{"when": "yes", "node": {"predict": "No"}}, {"when": "no", "node": {"predict": "Yes"}}]
/// }}"#)?;
/// assert_eq!(model.schema().classes(), ["No", "Yes"]);
/// assert_eq!(Model::from_bytes(&model.to_bytes())?, model);
/// # Ok::<(), spinney::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    schema: Schema,
    settings: Option<TreeSettings>,
    pruning: Vec<Pruning>,
    tree: Tree,
    provenance: Provenance,
}

/// What made a model. It holds no time: equal inputs give equal bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The program.
    pub tool: String,
    /// Its version.
    pub version: String,
}

impl Provenance {
    /// This program, in this version.
    pub fn here() -> Self {
        Provenance { tool: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

impl Model {
    /// The model of these parts, made here. The one door: a model that was grown, read or written by hand is checked the same.
    pub fn new(schema: Schema, settings: Option<TreeSettings>, tree: Tree) -> Result<Self, ModelError> {
        Model::made(schema, settings, Vec::new(), tree)
    }

    /// The same with a tree that was pruned in these ways, one after the other.
    pub fn made(
        schema: Schema,
        settings: Option<TreeSettings>,
        pruning: Vec<Pruning>,
        tree: Tree,
    ) -> Result<Self, ModelError> {
        check(&schema, settings.as_ref(), &tree)?;
        check_pruning(&schema, &pruning)?;
        Ok(Model { schema, settings, pruning, tree, provenance: Provenance::here() })
    }

    /// The same model with a smaller tree, which came of its own in this way.
    pub fn pruned(&self, tree: Tree, pruning: Pruning) -> Result<Self, ModelError> {
        let ways = self.pruning.iter().cloned().chain([pruning]).collect();
        Model::made(self.schema.clone(), self.settings.clone(), ways, tree)
    }

    /// The same model, made elsewhere.
    #[must_use]
    pub(super) fn made_by(mut self, provenance: Provenance) -> Self {
        self.provenance = provenance;
        self
    }

    /// The names of columns, levels and classes.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How it was grown; none for a tree that was written by hand.
    pub fn settings(&self) -> Option<&TreeSettings> {
        self.settings.as_ref()
    }

    /// How it was pruned, one way after the other.
    pub fn pruning(&self) -> &[Pruning] {
        &self.pruning
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What made it.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}
