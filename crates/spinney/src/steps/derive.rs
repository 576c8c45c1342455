//! The door: a table and settings in, a derivation out.

use serde_json::Value;

use crate::error::{Mistake, Result};
use crate::evaluate::holdout;
use crate::fit::fit;
use crate::grow::{Record, Recording, Training, TreeSettings, Watch, grow_recorded_for};
use crate::model::Schema;
use crate::prune::Pruning;
use crate::tree::{NodeId, Tree};

use super::after::After;

use super::column::MOST_LISTED;
use super::document::{Block, Derivation};
use super::json::document;
use super::method::weighed;
use super::scope::{Scope, in_reading_order};
use super::story::Story;

/// A tree with the account of how it was grown.
pub struct Steps {
    schema: Schema,
    settings: TreeSettings,
    grown: (Tree, Record),
    scope: Scope,
    /// What a weight of 1 stands for; none where all rows weigh 1.
    unit: Option<f64>,
    /// What was made of the tree once it was grown, where it was pruned.
    after: Option<After>,
    /// The nodes that are told, in the order of their numbers.
    told: Vec<NodeId>,
    /// How many there would be without a limit.
    all: usize,
}

/// Grows a tree, and keeps the account of those of its nodes that are to be told; with `whole`, of every split that was tried
/// and not only of the best ones of each column, which is what [`json`](Steps::json) is for.
///
/// ```
/// use spinney::grow::{Preset, Training, TreeSettings};
/// use spinney::steps::{Scope, steps, text};
/// use spinney::table::{ReadOptions, Table, Target, Task};
/// let table = Table::from_csv(b"size,fits\nsmall,yes\nsmall,yes\nlarge,no\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let settings = TreeSettings::preset(Preset::Id3, Task::Classification);
/// let steps = steps(&Training::new(&table, &[0], &target), &settings, (Scope::default(), false), &())?;
/// assert!(text(&steps.derivation()).contains("gain(size) = 0.9183 − 0 = 0.9183"));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn steps(
    training: &Training<'_>,
    settings: &TreeSettings,
    (scope, whole): (Scope, bool),
    watch: &dyn Watch,
) -> Result<Steps> {
    let schema = Schema::new(training.table, training.columns, training.target);
    let nodes = |tree: &Tree| with_branches(tree, scope.nodes(tree).0);
    let recording = Recording { nodes: &nodes, most: (!whole).then_some(MOST_LISTED) };
    let grown = grow_recorded_for(training, settings, watch, recording)?;
    if let Some(node) = scope.node.filter(|node| node.place() >= grown.0.len()) {
        return Err(Mistake::NoNode { found: node.0, nodes: grown.0.len() as u32 }.anywhere());
    }
    let (told, all) = scope.nodes(&grown.0);
    let unit = training.weights.map(|_| 1.0);
    Ok(Steps { schema, settings: settings.clone(), grown, scope, unit, after: None, told, all })
}

/// The same of a tree that is pruned once it is grown: what was weighed at its nodes, and the tree that is left. Rows that are held out to prune by
/// are not among those that the sums are of.
///
/// ```
/// use spinney::grow::{Training, TreeSettings};
/// use spinney::prune::Pruning;
/// use spinney::steps::{Scope, steps_pruned, text};
/// use spinney::table::{ReadOptions, Table, Target};
/// let table = Table::from_csv(b"size,fits\n1,yes\n2,yes\n3,no\n4,yes\n", &ReadOptions::new())?;
/// let target = Target::new(&table, "fits", None)?;
/// let (training, settings) = (Training::new(&table, &[0], &target), TreeSettings::classification());
/// let steps = steps_pruned(&training, &settings, &Pruning::Mdl, (Scope::default(), false), &())?;
/// assert!(text(&steps.derivation()).contains("2 of 2 splits were taken back"));
/// # Ok::<(), spinney::Error>(())
/// ```
pub fn steps_pruned(
    training: &Training<'_>,
    settings: &TreeSettings,
    pruning: &Pruning,
    told: (Scope, bool),
    watch: &dyn Watch,
) -> Result<Steps> {
    let fitted = fit(training, settings, Some((pruning, None)), watch)?;
    let parts = match pruning {
        Pruning::ReducedError { share, .. } => {
            Some(holdout(&training.counted(), *share, settings.seed, training.classes())?)
        }
        _ => None,
    };
    let seen = match &parts {
        Some(parts) => Training { rows: Some(&parts.train), ..*training },
        None => *training,
    };
    let found = steps(&seen, settings, told, watch)?;
    Ok(Steps { after: Some(After { pruning: pruning.clone(), fitted }), ..found })
}

/// The nodes with their branches: what becomes of these is told too.
fn with_branches(tree: &Tree, mut nodes: Vec<NodeId>) -> Vec<NodeId> {
    for at in 0..nodes.len() {
        if let Some(branches) = tree.branches(nodes[at]) {
            nodes.extend(branches.iter());
        }
    }
    nodes
}

impl Steps {
    /// The grown tree.
    pub fn tree(&self) -> &Tree {
        &self.grown.0
    }

    /// The tree that is left: the grown one, pruned where it was.
    pub fn left(&self) -> &Tree {
        self.after.as_ref().map_or(&self.grown.0, |after| after.fitted.tree())
    }

    /// Weights that were scaled before they came here are told with what 1 of them stands for.
    #[must_use]
    pub fn in_units(self, unit: f64) -> Self {
        Steps { unit: self.unit.map(|_| unit), ..self }
    }

    /// How many nodes are told, and how many there would be without a limit.
    pub fn told(&self) -> (usize, usize) {
        (self.told.len(), self.all)
    }

    /// The derivation, to be set in some format.
    pub fn derivation(&self) -> Derivation {
        let story = Story::new(&self.schema, &self.settings, &self.grown);
        let mut opening = story.opening();
        opening.extend(self.unit.map(weighed));
        if self.told.len() < self.all {
            opening.push(Block::Words(format!(
                "The tree has {} nodes. The first {}, from the root down, are worked out here.",
                self.tree().len(),
                self.told.len()
            )));
        }
        let alone = |id: NodeId| id == NodeId::ROOT || Some(id) == self.scope.node;
        let order = in_reading_order(self.tree(), &self.told);
        let sections = order.into_iter().filter_map(|id| story.section(id, alone(id))).collect();
        let mut ending = Vec::new();
        if self.scope.node.is_none() {
            ending.extend(story.ending(self.fold()));
            ending.extend(self.after.iter().flat_map(|after| story.taken_back(after, self.fold())));
        }
        Derivation { title: format!("Growing a tree for {}", story.words.target()), opening, sections, ending }
    }

    /// The depth below which the drawing of the tree is folded: one below what is told.
    fn fold(&self) -> Option<u32> {
        let depths = self.tree().depths();
        let deepest = self.told.iter().map(|id| depths[id.place()]).max().unwrap_or(0);
        (self.told.len() < self.tree().len()).then_some(deepest + 1)
    }

    /// The account for programs.
    pub fn json(&self) -> Value {
        let mut found = document(&Story::new(&self.schema, &self.settings, &self.grown), &self.told);
        if let Some(after) = &self.after {
            found["pruning"] = after.document();
        }
        found
    }
}
