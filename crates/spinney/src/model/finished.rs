//! The model itself.

use serde::{Deserialize, Serialize};

use crate::blind::{Blind, BlindSettings};
use crate::error::Mistake;
use crate::forest::{Findings, Forest, ForestSettings, Vote};
use crate::grow::TreeSettings;
use crate::prune::Pruning;
use crate::table::Meaning;
use crate::tree::Tree;

use super::body::Body;
use super::check::check;
use super::error::ModelError;
use super::schema::{ColumnSchema, Schema, TargetKind, TargetSchema};

/// A finished tree or forest with its names and the settings that it was grown by: checked as a whole, and then as it is for ever.
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
    body: Body,
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
        Model::checked(schema, Body::Tree { tree, settings, pruning })
    }

    /// The model of a forest, made here and checked tree by tree; how it was grown, and what was found while it grew, where that
    /// is known.
    ///
    /// ```
    /// use spinney::forest::{Forest, Vote};
    /// use spinney::model::Model;
    /// let [one, two] = [3, 5].map(|yes| format!(r#"{{"target": "play", "tree": {{"counts": {{"No": 4, "Yes": {yes}}}}}}}"#));
    /// let (one, two) = (Model::from_json(&one)?, Model::from_json(&two)?);
    /// let forest = Forest::new(vec![one.tree()?.clone(), two.tree()?.clone()], Vote::Mean)?;
    /// let model = Model::of_forest(one.schema().clone(), (None, None), forest)?;
    /// assert!(model.tree().is_err());
    /// assert_eq!(model.one(1), Some(two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_forest(
        schema: Schema,
        (settings, findings): (Option<ForestSettings>, Option<Findings>),
        forest: Forest,
    ) -> Result<Self, ModelError> {
        Model::checked(schema, Body::Forest { forest, settings, findings })
    }

    /// The model of trees that were grown without a target from these columns. What their leaves answer is called `depth`, or that with as
    /// many `_` behind it as tell it from the columns.
    pub fn of_blind(columns: Vec<ColumnSchema>, blind: Blind, forest: Forest) -> Result<Self, ModelError> {
        let mut name = String::from("depth");
        while columns.iter().any(|column| column.name == name) {
            name.push('_');
        }
        let target = TargetSchema { name, values: TargetKind::Number { meaning: Meaning::Plain } };
        Model::blind_of(Schema { columns, target }, blind, forest)
    }

    /// The same with all names.
    pub(super) fn blind_of(schema: Schema, blind: Blind, forest: Forest) -> Result<Self, ModelError> {
        Model::checked(schema, Body::Blind { forest, blind })
    }

    fn checked(schema: Schema, body: Body) -> Result<Self, ModelError> {
        check(&schema, &body)?;
        Ok(Model { schema, body, provenance: Provenance::here() })
    }

    /// The model of a smaller tree, which came of its own, or of one of its trees, in this way.
    pub fn pruned(&self, tree: Tree, pruning: Pruning) -> Result<Self, ModelError> {
        let ways = self.pruning().iter().cloned().chain([pruning]).collect();
        Model::made(self.schema.clone(), self.settings().cloned(), ways, tree)
    }

    /// The model of one of its trees, counted from 0; `None` beyond the last.
    #[must_use]
    pub fn one(&self, number: usize) -> Option<Self> {
        let body = match &self.body {
            Body::Tree { .. } => (number == 0).then(|| self.body.clone())?,
            Body::Forest { forest, .. } | Body::Blind { forest, .. } => Body::Tree {
                tree: forest.trees().get(number)?.clone(),
                settings: self.settings().cloned(),
                pruning: Vec::new(),
            },
        };
        Some(Model { schema: self.schema.clone(), body, provenance: self.provenance.clone() })
    }

    /// The same model with these trees in place of its own, which must fit its columns and its target. How a forest is grown stays said, but for the
    /// number of trees; what was found while it grew is left out, since that is told of other trees.
    ///
    /// ```
    /// use spinney::model::Model;
    /// let leaf = |yes: u32| format!(r#"{{"counts": {{"No": 4, "Yes": {yes}}}}}"#);
    /// let forest = |trees: String| Model::from_json(&format!(r#"{{"target": "play", "forest": {{"trees": [{trees}]}}}}"#));
    /// let (one, two) = (forest(leaf(3))?, forest(leaf(5))?);
    /// let both = one.with_trees([one.trees(), two.trees()].concat())?;
    /// assert_eq!(both, forest(leaf(3) + ", " + &leaf(5))?);
    /// assert!(both.with_trees(Vec::new()).is_err());
    /// # Ok::<(), spinney::model::ModelError>(())
    /// ```
    pub fn with_trees(&self, trees: Vec<Tree>) -> Result<Self, ModelError> {
        let many = u32::try_from(trees.len()).unwrap_or(u32::MAX);
        let forest = Forest::new(trees, self.forest().map_or(Vote::Mean, Forest::vote))?;
        match &self.body {
            Body::Blind { blind, .. } => {
                let settings = BlindSettings { trees: many, ..blind.settings.clone() };
                Model::blind_of(self.schema.clone(), Blind { settings, ..blind.clone() }, forest)
            }
            Body::Tree { .. } => Model::of_forest(self.schema.clone(), (None, None), forest),
            Body::Forest { settings, .. } => {
                let settings = settings.clone().map(|settings| settings.trees(many));
                Model::of_forest(self.schema.clone(), (settings, None), forest)
            }
        }
    }

    /// Takes the nodes of another model's trees where they equal its own, so that they are in memory once.
    pub(super) fn share(&mut self, other: &Model) {
        let trees = match &mut self.body {
            Body::Tree { tree, .. } => std::slice::from_mut(tree),
            Body::Forest { forest, .. } | Body::Blind { forest, .. } => forest.trees_mut(),
        };
        trees.iter_mut().zip(other.trees()).for_each(|(own, theirs)| own.share(theirs));
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

    /// What answers in it: a tree or a forest.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// How its tree, or each of its trees, was grown; none where they were written by hand.
    pub fn settings(&self) -> Option<&TreeSettings> {
        match &self.body {
            Body::Tree { settings, .. } => settings.as_ref(),
            Body::Forest { settings, .. } => settings.as_ref().map(|settings| &settings.tree),
            Body::Blind { .. } => None,
        }
    }

    /// How it was pruned, one way after the other; a forest is not.
    pub fn pruning(&self) -> &[Pruning] {
        match &self.body {
            Body::Tree { pruning, .. } => pruning,
            Body::Forest { .. } | Body::Blind { .. } => &[],
        }
    }

    /// Its trees: one, or those of its forest.
    pub fn trees(&self) -> &[Tree] {
        match &self.body {
            Body::Tree { tree, .. } => std::slice::from_ref(tree),
            Body::Forest { forest, .. } | Body::Blind { forest, .. } => forest.trees(),
        }
    }

    /// The nodes of all its trees.
    pub fn nodes(&self) -> usize {
        self.trees().iter().map(Tree::len).sum()
    }

    /// The leaves of all its trees.
    pub fn leaves(&self) -> usize {
        self.trees().iter().map(Tree::leaves).sum()
    }

    /// The steps from a root down to the deepest leaf of all its trees.
    pub fn depth(&self) -> u32 {
        self.trees().iter().map(Tree::depth).max().unwrap_or(0)
    }

    /// Its one tree; a forest has several, even where it has one, and is a mistake here.
    pub fn tree(&self) -> crate::error::Result<&Tree> {
        match &self.body {
            Body::Tree { tree, .. } => Ok(tree),
            Body::Forest { forest, .. } | Body::Blind { forest, .. } => {
                Err(Mistake::Forest { trees: forest.trees().len() }.anywhere())
            }
        }
    }

    /// Its forest; `None` where it is one tree.
    pub fn forest(&self) -> Option<&Forest> {
        match &self.body {
            Body::Tree { .. } => None,
            Body::Forest { forest, .. } | Body::Blind { forest, .. } => Some(forest),
        }
    }

    /// What was found while its forest grew, where that is known.
    pub fn findings(&self) -> Option<&Findings> {
        match &self.body {
            Body::Tree { .. } | Body::Blind { .. } => None,
            Body::Forest { findings, .. } => findings.as_ref(),
        }
    }

    /// What is known of trees without a target; `None` where there was one.
    pub fn blind(&self) -> Option<&Blind> {
        match &self.body {
            Body::Tree { .. } | Body::Forest { .. } => None,
            Body::Blind { blind, .. } => Some(blind),
        }
    }

    /// What made it.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}
