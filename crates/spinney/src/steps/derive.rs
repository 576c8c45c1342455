//! The door: a table and settings in, a derivation out.

use serde_json::Value;

use crate::error::{Mistake, Result};
use crate::grow::{Record, Recording, Training, TreeSettings, Watch, grow_recorded_for};
use crate::model::Schema;
use crate::tree::{NodeId, Tree};

use super::column::MOST_LISTED;
use super::document::{Block, Derivation};
use super::json::document;
use super::scope::{Scope, in_reading_order};
use super::story::Story;

/// A tree with the account of how it was grown.
pub struct Steps {
    schema: Schema,
    settings: TreeSettings,
    grown: (Tree, Record),
    scope: Scope,
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
    Ok(Steps { schema, settings: settings.clone(), grown, scope, told, all })
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

    /// How many nodes are told, and how many there would be without a limit.
    pub fn told(&self) -> (usize, usize) {
        (self.told.len(), self.all)
    }

    /// The derivation, to be set in some format.
    pub fn derivation(&self) -> Derivation {
        let story = Story::new(&self.schema, &self.settings, &self.grown);
        let mut opening = story.opening();
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
        let ending = if self.scope.node.is_some() { Vec::new() } else { story.ending(self.fold()) };
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
        document(&Story::new(&self.schema, &self.settings, &self.grown), &self.told)
    }
}
