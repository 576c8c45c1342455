//! The nodes of a tree, 16 bytes each.
//!
//! Forests have millions of nodes, and nearly all of their splits compare one number: those fit a line. What has lists (levels, surrogates)
//! stands aside.
//!
//! ```text
//! line    | cut, level, or place aside and branches: 8 bytes | first child: 4 | kind and column: 4 |
//! aside   | split | split | …
//! ```

use std::fmt;

use super::answer::ClassAnswers;
use super::id::{ColumnId, NodeId};
use super::test::{Missing, Split, Test};

/// A node.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// Rows end here.
    Leaf,
    /// Rows go on.
    Branch {
        /// By this question.
        split: Split,
        /// To these nodes.
        branches: Branches,
    },
}

/// The children of a node: numbers that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branches {
    /// The child of branch 0.
    pub first: NodeId,
    /// How many there are.
    pub count: u32,
}

impl Branches {
    /// The child of a branch.
    pub fn child(self, branch: u32) -> NodeId {
        NodeId(self.first.0 + branch)
    }

    /// The children in the order of branches.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + Clone {
        (self.first.0..self.first.0 + self.count).map(NodeId)
    }

    /// What the children have together.
    pub(crate) fn sum(self, of: &[f64]) -> f64 {
        self.iter().map(|child| of[child.place()]).sum()
    }
}

/// Nodes by number. They are made when somebody looks: a [`Node`] is a copy, whose lists are shared.
///
/// ```
/// use spinney::tree::{Branches, ColumnId, Missing, Node, NodeId, Nodes, Split, Test};
/// let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 2.5 }, missing: Missing::Branch(1) };
/// let branches = Branches { first: NodeId(1), count: 2 };
/// let nodes = Nodes::from(vec![Node::Branch { split, branches }, Node::Leaf, Node::Leaf]);
/// assert_eq!((nodes.len(), nodes.branches(NodeId::ROOT)), (3, Some(branches)));
/// assert_eq!(nodes.iter().filter(|node| *node == Node::Leaf).count(), 2);
/// ```
#[derive(Clone, Default)]
pub struct Nodes {
    lines: Vec<Line>,
    aside: Vec<Split>,
}

/// What is not known to be sound of a split.
pub(super) enum Doubt<'a> {
    /// Its number of branches and its level cannot be wrong.
    None,
    /// Whether its cut is a number.
    Cut(f64),
    /// Everything.
    All(&'a Split),
}

/// A node in 16 bytes.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// A threshold's bits, a level, or a place aside below the number of branches.
    value: u64,
    first: u32,
    /// The kind above the column.
    what: u32,
}

/// Columns of larger numbers stand aside.
const COLUMN_BITS: u32 = 28;
const LEAF: u32 = 0;
/// Followed by where missing values go: branch 0, 1 or 2, or all.
const THRESHOLD: u32 = 1;
const CUT: u32 = THRESHOLD + 4;
const ASIDE: u32 = CUT + 4;
const SPREAD: u32 = 3;

impl Line {
    const LEAF: Line = Line { value: 0, first: 0, what: LEAF };

    fn kind(self) -> u32 {
        self.what >> COLUMN_BITS
    }

    /// A split that fits a line, which has as many branches as the ways of its rows say.
    fn short(split: &Split, branches: Branches) -> Option<Line> {
        let (kind, value) = match &split.test {
            Test::Threshold { cut } => (THRESHOLD, cut.to_bits()),
            Test::Cut { level } => (CUT, u64::from(*level)),
            Test::Values { .. } | Test::Subset { .. } | Test::Height { .. } => return None,
        };
        let way = way(&split.missing)?;
        let fits = branches.count == ways(way) && split.column.0 >> COLUMN_BITS == 0;
        fits.then(|| Line { value, first: branches.first.0, what: ((kind + way) << COLUMN_BITS) | split.column.0 })
    }

    /// Where missing values go, of a split that fits a line.
    fn way(self) -> u32 {
        if self.kind() < CUT { self.kind() - THRESHOLD } else { self.kind() - CUT }
    }

    fn branches(self) -> Option<Branches> {
        let count = match self.kind() {
            LEAF => return None,
            ASIDE => (self.value >> 32) as u32,
            _ => ways(self.way()),
        };
        Some(Branches { first: NodeId(self.first), count })
    }
}

/// How a line says where missing values go.
fn way(missing: &Missing) -> Option<u32> {
    match missing {
        Missing::Branch(branch) if *branch < SPREAD => Some(*branch),
        Missing::Spread => Some(SPREAD),
        Missing::Branch(_) | Missing::Surrogates(_) => None,
    }
}

/// How many branches a line has: two, and one more where missing values have their own.
fn ways(way: u32) -> u32 {
    if way == 2 { 3 } else { 2 }
}

impl Nodes {
    /// What a node takes that does not stand aside.
    pub(crate) const BYTES: u64 = size_of::<Line>() as u64;

    /// Room for so many.
    pub(crate) fn with_capacity(room: usize) -> Self {
        Nodes { lines: Vec::with_capacity(room), aside: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// One node; a leaf where there is none of that number.
    pub fn node(&self, id: NodeId) -> Node {
        self.made(self.lines.get(id.place()).copied().unwrap_or(Line::LEAF))
    }

    fn made(&self, line: Line) -> Node {
        match line.branches() {
            None => Node::Leaf,
            Some(branches) => Node::Branch { split: self.split(line), branches },
        }
    }

    fn split(&self, line: Line) -> Split {
        let test = match line.kind() {
            ASIDE => return self.aside[line.value as u32 as usize].clone(),
            CUT.. => Test::Cut { level: line.value as u32 },
            _ => Test::Threshold { cut: f64::from_bits(line.value) },
        };
        let missing = match line.way() {
            SPREAD => Missing::Spread,
            branch => Missing::Branch(branch),
        };
        Split { column: ColumnId(line.what & ((1 << COLUMN_BITS) - 1)), test, missing }
    }

    /// The children of a node; none of a leaf.
    #[inline]
    pub fn branches(&self, id: NodeId) -> Option<Branches> {
        self.lines.get(id.place()).copied().and_then(Line::branches)
    }

    /// The children of every node.
    pub(crate) fn all_branches(
        &self,
    ) -> impl DoubleEndedIterator<Item = Option<Branches>> + ExactSizeIterator + Clone + '_ {
        self.lines.iter().map(|line| line.branches())
    }

    /// All nodes, by number.
    pub fn iter(&self) -> Iter<'_> {
        Iter { nodes: self, lines: self.lines.iter() }
    }

    /// The splits that stand aside.
    pub(crate) fn aside(&self) -> &[Split] {
        &self.aside
    }

    /// What could be wrong with a split: all of one that stands aside, and the cut of one that does not.
    pub(super) fn doubtful(&self, id: NodeId) -> Doubt<'_> {
        match self.lines.get(id.place()) {
            Some(line) if line.kind() == ASIDE => Doubt::All(&self.aside[line.value as u32 as usize]),
            Some(line) if (THRESHOLD..CUT).contains(&line.kind()) => Doubt::Cut(f64::from_bits(line.value)),
            _ => Doubt::None,
        }
    }

    /// All nodes in a list.
    pub fn to_vec(&self) -> Vec<Node> {
        self.iter().collect()
    }

    /// One more node.
    pub fn push(&mut self, node: Node) {
        let line = match node {
            Node::Leaf => Line::LEAF,
            Node::Branch { split, branches } => {
                Line::short(&split, branches).unwrap_or_else(|| self.put_aside(split, branches))
            }
        };
        self.lines.push(line);
    }

    fn put_aside(&mut self, split: Split, branches: Branches) -> Line {
        let value = (u64::from(branches.count) << 32) | self.aside.len() as u64;
        self.aside.push(split);
        Line { value, first: branches.first.0, what: ASIDE << COLUMN_BITS }
    }

    /// Sends missing values of a split down one of its branches.
    pub(crate) fn send_missing(&mut self, id: NodeId, branch: u32) {
        let line = self.lines[id.place()];
        let Some(branches) = line.branches() else { return };
        if line.kind() == ASIDE {
            self.aside[line.value as u32 as usize].missing = Missing::Branch(branch);
        } else {
            let split = Split { missing: Missing::Branch(branch), ..self.split(line) };
            let line = Line::short(&split, branches).unwrap_or_else(|| self.put_aside(split, branches));
            self.lines[id.place()] = line;
        }
    }
}

/// Goes through nodes.
#[derive(Debug, Clone)]
pub struct Iter<'a> {
    nodes: &'a Nodes,
    lines: std::slice::Iter<'a, Line>,
}

impl Iterator for Iter<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        self.lines.next().map(|line| self.nodes.made(*line))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.lines.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Node> {
        self.lines.next_back().map(|line| self.nodes.made(*line))
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Nodes {
    type Item = Node;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter()) // by their numbers: 0 and −0 are the same cut
    }
}

impl FromIterator<Node> for Nodes {
    fn from_iter<I: IntoIterator<Item = Node>>(nodes: I) -> Self {
        let nodes = nodes.into_iter();
        let mut all = Nodes::with_capacity(nodes.size_hint().0);
        nodes.for_each(|node| all.push(node));
        all
    }
}

impl From<Vec<Node>> for Nodes {
    fn from(nodes: Vec<Node>) -> Self {
        nodes.into_iter().collect()
    }
}

/// The weights of all nodes, summed up from the leaves. The engine's are whole numbers or multiples of one small unit, so their
/// sums are exact.
pub(crate) fn summed(nodes: &Nodes, mut rows: Vec<f64>) -> Vec<f64> {
    for (place, branches) in nodes.all_branches().enumerate().rev() {
        if let Some(branches) = branches {
            rows[place] = branches.sum(&rows);
        }
    }
    rows
}

/// The weights of all nodes of a tree of classes.
pub(super) fn class_rows(nodes: &Nodes, classes: &ClassAnswers) -> Vec<f64> {
    let own = |place: usize| classes.of(NodeId(place as u32)).iter().map(|pair| pair.weight).sum();
    summed(nodes, (0..nodes.len()).map(own).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::LevelBranch;

    fn tests() -> Vec<Test> {
        let level = |level, branch| LevelBranch { level, branch };
        let branches: crate::tree::List<LevelBranch> = vec![level(0, 1), level(3, 0)].into();
        let cuts = [2.5, -0.0, f64::INFINITY, f64::NAN].map(|cut| Test::Threshold { cut });
        let lists = [
            Test::Cut { level: u32::MAX },
            Test::Values { branches: branches.clone() },
            Test::Subset { branches: branches.clone() },
            Test::Height { height: 2, branches },
        ];
        cuts.into_iter().chain(lists).collect()
    }

    #[test]
    fn a_node_takes_sixteen_bytes() {
        assert_eq!(size_of::<Line>(), 16);
    }

    #[test]
    fn every_node_comes_back_as_it_was_put_in() {
        let ways = [0, 1, 2, 3, 7].map(Missing::Branch).into_iter();
        let ways: Vec<Missing> = ways.chain([Missing::Spread, Missing::Surrogates(Vec::new().into())]).collect();
        let mut all = vec![Node::Leaf];
        for test in tests() {
            for missing in &ways {
                for column in [0, 1, (1 << COLUMN_BITS) - 1, 1 << COLUMN_BITS, u32::MAX] {
                    for count in [0, 1, 2, 3, 4, u32::MAX] {
                        let split = Split { column: ColumnId(column), test: test.clone(), missing: missing.clone() };
                        all.push(Node::Branch { split, branches: Branches { first: NodeId(u32::MAX - 9), count } });
                    }
                }
            }
        }
        let nodes = Nodes::from(all.clone());
        let told = |node: &Node| format!("{node:?}"); // a cut that is no number differs from itself
        for (place, node) in (0..).zip(&all) {
            assert_eq!(told(&nodes.node(NodeId(place))), told(node));
            let branches = match node {
                Node::Leaf => None,
                Node::Branch { branches, .. } => Some(*branches),
            };
            assert_eq!(nodes.branches(NodeId(place)), branches);
        }
        assert_eq!(nodes.len(), all.len());
        assert_eq!(nodes.node(NodeId(all.len() as u32)), Node::Leaf);
    }

    #[test]
    fn missing_values_are_sent_where_they_are_sent() {
        for test in tests().into_iter().filter(|test| !matches!(test, Test::Threshold { cut } if cut.is_nan())) {
            for branch in [0, 1] {
                let split = Split { column: ColumnId(4), test: test.clone(), missing: Missing::Branch(1 - branch) };
                let branches = Branches { first: NodeId(1), count: 2 };
                let mut nodes = Nodes::from(vec![Node::Branch { split: split.clone(), branches }, Node::Leaf]);
                nodes.send_missing(NodeId::ROOT, branch);
                nodes.send_missing(NodeId(1), branch);
                let split = Split { missing: Missing::Branch(branch), ..split };
                assert_eq!(nodes.to_vec(), [Node::Branch { split, branches }, Node::Leaf]);
            }
        }
    }

    #[test]
    fn zero_and_minus_zero_are_the_same_cut() {
        let at = |cut| {
            let split = Split { column: ColumnId(0), test: Test::Threshold { cut }, missing: Missing::Branch(0) };
            Nodes::from(vec![Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } }])
        };
        assert_eq!(at(0.0), at(-0.0));
        assert_ne!(at(0.0), at(1.0));
    }
}
