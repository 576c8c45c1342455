//! The way of one row through the tree.

use super::arena::Tree;
use super::id::NodeId;
use super::nodes::Node;
use super::row::{Cell, Row};
use super::test::{Missing, Split, Test};

/// Where a row, or a share of it, ends: at a leaf, or at a node that has no branch for its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landing {
    /// The node whose answer counts.
    pub node: NodeId,
    /// How much of the row ends there.
    pub share: f64,
}

/// What a split does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It goes down this branch.
    Down(u32),
    /// It goes down every branch.
    Spread,
    /// It goes no further: the node's own answer counts.
    Stay,
}

impl Tree {
    /// What the split of a node does with a row.
    ///
    /// A value that the test has no branch for goes down the heaviest branch of a subset, and stays at a node with a branch
    /// per value, whose own answer is the best there is. Missing values go where the split says.
    pub fn step(&self, node: NodeId, split: &Split, row: &impl Row) -> Step {
        let cell = row.cell(split.column);
        if let Some(branch) = split.test.branch(cell) {
            return Step::Down(branch);
        }
        if cell != Cell::Missing {
            let each = matches!(split.test, Test::Values { .. } | Test::Height { .. });
            return if each { Step::Stay } else { Step::Down(self.heaviest(node)) };
        }
        match &split.missing {
            Missing::Branch(branch) => Step::Down(*branch),
            Missing::Spread => Step::Spread,
            Missing::Surrogates(surrogates) => {
                let answer = surrogates.iter().find_map(|other| {
                    other.test.branch(row.cell(other.column)).map(|branch| other.to[branch as usize])
                });
                Step::Down(answer.unwrap_or_else(|| self.heaviest(node)))
            }
        }
    }

    /// Where a row ends. Several places, whose shares add up to 1, only where missing values are spread.
    pub fn landings(&self, row: &impl Row) -> Vec<Landing> {
        let mut open = vec![Landing { node: NodeId::ROOT, share: 1.0 }];
        let mut ended = Vec::with_capacity(1);
        while let Some(Landing { node, share }) = open.pop() {
            let at = Landing { node, share };
            if !self.go_on(at, row, &mut open) {
                ended.push(at);
            }
        }
        ended
    }

    /// Puts where a row, or a share of it, goes from a node on top of those still open, the first branch last; whether it goes on.
    pub(crate) fn go_on(&self, at: Landing, row: &impl Row, open: &mut Vec<Landing>) -> bool {
        let Node::Branch { split, branches } = self.node(at.node) else { return false };
        let total = self.rows(at.node);
        match self.step(at.node, &split, row) {
            Step::Down(branch) => open.push(Landing { node: branches.child(branch), ..at }),
            Step::Spread if total > 0.0 => {
                let weighed = branches.iter().rev().filter(|child| self.rows(*child) > 0.0);
                open.extend(weighed.map(|node| Landing { node, share: at.share * self.rows(node) / total }));
            }
            // Where nothing tells the shares, the row stays.
            Step::Stay | Step::Spread => return false,
        }
        true
    }
}
