//! The part of a tree that a picture shows: all of it, or the upper part with the rest folded.

use std::ops::Range;

use crate::tree::{NodeId, Tree};

/// Branches of one node that are shown side by side; the lightest of more are shown as one.
const MOST_BRANCHES: usize = 48;
/// Rows of nodes that a picture has at most, where nobody asks for another number.
const MOST_DEPTH: u32 = 40;

/// What a picture shows of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A question, with its branches.
    Inner,
    /// A leaf.
    Leaf,
    /// A node whose branches are not shown.
    Folded,
    /// Branches that are shown as one: so many.
    Rest(u32),
}

/// A node as a picture shows it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    /// The node; the parent of the branches that are shown as one.
    pub(super) node: NodeId,
    /// Its place among its parent's branches.
    pub(super) branch: u32,
    /// The mark that it hangs from; its own for the root.
    pub(super) parent: usize,
    pub(super) children: Range<usize>,
    pub(super) kind: Kind,
    /// The weight of its rows.
    pub(super) rows: f64,
}

/// The marks of at most so many nodes, breadth first, down to at most this depth. Whole rows are shown or folded.
pub(super) fn sketch(tree: &Tree, most: usize, max_depth: Option<u32>) -> Vec<Mark> {
    let mut marks = vec![mark(tree, NodeId::ROOT, 0, 0)];
    let mut row = 0..1;
    for _ in 0..max_depth.unwrap_or(MOST_DEPTH) {
        let end = marks.len();
        for place in row.clone() {
            let start = marks.len();
            if let Some(branches) = tree.branches(marks[place].node)
                && marks[place].kind == Kind::Folded
            {
                let shown = shown(tree, marks[place].node);
                let rest = branches.count - shown.len() as u32;
                let children = shown.iter().map(|branch| mark(tree, branches.child(*branch), *branch, place));
                marks.extend(children.collect::<Vec<_>>());
                if rest > 0 {
                    let listed: f64 = marks[start..].iter().map(|mark| mark.rows).sum();
                    let rows = (marks[place].rows - listed).max(0.0);
                    let node = marks[place].node;
                    let children = 0..0;
                    marks.push(Mark { node, branch: u32::MAX, parent: place, children, kind: Kind::Rest(rest), rows });
                }
            }
            marks[place].children = start..marks.len();
        }
        if marks.len() > most && end > 1 {
            marks.truncate(end);
            row.clone().for_each(|place| marks[place].children = end..end);
            break;
        }
        for place in row.clone().filter(|place| !marks[*place].children.is_empty()).collect::<Vec<_>>() {
            marks[place].kind = Kind::Inner;
        }
        if marks.len() == end {
            break;
        }
        row = end..marks.len();
    }
    marks
}

fn mark(tree: &Tree, node: NodeId, branch: u32, parent: usize) -> Mark {
    let kind = if tree.branches(node).is_none() { Kind::Leaf } else { Kind::Folded };
    Mark { node, branch, parent, children: 0..0, kind, rows: tree.rows(node) + 0.0 }
}

/// The branches that are shown, in their order: all, or the heaviest.
fn shown(tree: &Tree, node: NodeId) -> Vec<u32> {
    let Some(branches) = tree.branches(node) else { return Vec::new() };
    let mut all: Vec<u32> = (0..branches.count).collect();
    if all.len() > MOST_BRANCHES {
        all.sort_by(|one, two| tree.rows(branches.child(*two)).total_cmp(&tree.rows(branches.child(*one))));
        all.truncate(MOST_BRANCHES - 1);
        all.sort_unstable();
    }
    all
}
