//! The way to each leaf, and what it asks of each column.

use crate::model::Schema;
use crate::tree::{ColumnId, Node, NodeId, Split, Tree};

use super::span::{Condition, Known, WithoutValue};
use super::wording::Words;

/// Where a path ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At a leaf, or at a node that is taken for one.
    Leaf(NodeId),
    /// At a node that has no branch for the value.
    Stay(NodeId),
}

impl End {
    /// The node whose answer counts.
    pub(super) fn node(self) -> NodeId {
        match self {
            End::Leaf(node) | End::Stay(node) => node,
        }
    }
}

/// What the path so far asks of a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    /// The known values that come this way.
    pub(super) known: Option<Known>,
    /// The way of missing ones.
    pub(super) missing: WithoutValue,
}

enum Event {
    Enter { node: NodeId, parent: NodeId, branch: u32 },
    Stay(NodeId),
    Leave { column: ColumnId, before: Option<Asked> },
}

/// All paths in the order of the tree, each with the conditions on its way: one entry for each column, however often it is asked.
pub(super) struct Paths<'a> {
    schema: &'a Schema,
    tree: &'a Tree,
    events: Vec<Event>,
    asked: Vec<Option<Asked>>,
    /// The columns asked so far, in the order of their first question.
    order: Vec<ColumnId>,
}

impl<'a> Paths<'a> {
    pub(super) fn new(schema: &'a Schema, tree: &'a Tree) -> Self {
        let root = Event::Enter { node: NodeId::ROOT, parent: NodeId::ROOT, branch: 0 };
        let splits = tree.nodes().iter().filter_map(|node| match node {
            Node::Branch { split, .. } => Some(split.column.place() + 1),
            Node::Leaf => None,
        });
        let columns = splits.max().unwrap_or(0);
        Paths { schema, tree, events: vec![root], asked: vec![None; columns], order: Vec::new() }
    }

    /// The end of the next path; `stop` tells the nodes that are taken for leaves, `stays` whether values without a branch
    /// count as paths of their own.
    pub(super) fn next(&mut self, stop: impl Fn(NodeId) -> bool, stays: bool) -> Option<End> {
        while let Some(event) = self.events.pop() {
            match event {
                Event::Leave { column, before } => {
                    if before.is_none() {
                        self.order.pop();
                    }
                    self.asked[column.place()] = before;
                }
                Event::Stay(node) => {
                    if self.enter_unlisted(node) {
                        return Some(End::Stay(node));
                    }
                }
                Event::Enter { node, parent, branch } => {
                    if node != NodeId::ROOT {
                        self.enter(parent, branch);
                    }
                    let Some(branches) = self.tree.branches(node) else { return Some(End::Leaf(node)) };
                    if stop(node) {
                        return Some(End::Leaf(node));
                    }
                    if stays {
                        self.events.push(Event::Stay(node));
                    }
                    let enter = |branch: u32| Event::Enter { node: branches.child(branch), parent: node, branch };
                    self.events.extend((0..branches.count).rev().map(enter));
                }
            }
        }
        None
    }

    fn enter(&mut self, parent: NodeId, branch: u32) {
        let Node::Branch { split, .. } = self.tree.node(parent) else { return };
        let strays = self.tree.heaviest(parent) == branch && matches!(split.test, crate::tree::Test::Subset { .. });
        let known = Known::of(&split, branch, self.levels(&split), strays);
        self.ask(split.column, Asked { known, missing: WithoutValue::of(&split, branch) });
    }

    /// Whether there are values that end at this node.
    fn enter_unlisted(&mut self, node: NodeId) -> bool {
        let Node::Branch { split, .. } = self.tree.node(node) else { return false };
        let Some(known) = Known::unlisted(&split, self.levels(&split)) else { return false };
        let asked = Asked { known: Some(known), missing: WithoutValue::Leaves };
        self.ask(split.column, asked);
        self.asked[split.column.place()].as_ref().is_some_and(|asked| asked.known.is_some())
    }

    fn ask(&mut self, column: ColumnId, asked: Asked) {
        let before = self.asked[column.place()].take();
        let now = match &before {
            None => asked,
            Some(old) => Asked {
                known: old.known.as_ref().zip(asked.known.as_ref()).and_then(|(old, new)| old.both(new)),
                missing: old.missing.then(asked.missing),
            },
        };
        if before.is_none() {
            self.order.push(column);
        }
        self.asked[column.place()] = Some(now);
        self.events.push(Event::Leave { column, before });
    }

    fn levels(&self, split: &Split) -> u32 {
        level_count(self.schema, split.column)
    }

    /// What the path at hand asks, in the order of the first question about each column.
    pub(super) fn asked(&self) -> impl Iterator<Item = (ColumnId, &Asked)> {
        self.order.iter().filter_map(|column| Some((*column, self.asked[column.place()].as_ref()?)))
    }
}

/// How many levels a column has.
pub(super) fn level_count(schema: &Schema, column: ColumnId) -> u32 {
    schema.columns.get(column.place()).map_or(0, |column| column.levels().len() as u32)
}

impl Condition {
    pub(super) fn new(words: &Words<'_>, id: ColumnId, known: Option<Known>, missing: WithoutValue) -> Self {
        let column = words.schema().columns.get(id.place()).map_or_else(String::new, |column| column.name.clone());
        let text = words.condition(id, known.as_ref(), missing);
        Condition { id, column, text, known, missing }
    }
}

/// The values that the schema knows and a node with a branch for each value has none for, where a row could bring them there;
/// in the order of nodes. The node's own answer is theirs.
pub fn unlisted(schema: &Schema, tree: &Tree) -> Vec<(NodeId, Vec<u32>)> {
    let mut paths = Paths::new(schema, tree);
    let mut found = Vec::new();
    while let Some(end) = paths.next(|_| false, true) {
        let (End::Stay(node), Node::Branch { split, .. }) = (end, tree.node(end.node())) else { continue };
        let asked = paths.asked[split.column.place()].as_ref().and_then(|asked| asked.known.as_ref());
        if let Some(Known::Levels(levels)) = asked {
            found.push((node, levels.clone()));
        }
    }
    found.sort_by_key(|(node, _)| *node);
    found
}
