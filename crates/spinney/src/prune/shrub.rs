//! A tree with its rows in it: where a branch is raised, the rows of the node go down it.

use std::collections::BTreeMap;

use super::doubt::{Doubt, Pessimism};
use super::record::{Outcome, Pruned, Weighing};
use crate::error::{Mistake, Result};
use crate::grow::Training;
use crate::table::TargetValues;
use crate::tree::{
    Answers, Branches, Cell, ClassAnswers, ClassWeight, LevelBranch, Missing, Node, NodeId, Row, Split, Test, Tree,
};

/// Rows with their weights.
type Rows = Vec<(u32, f64)>;

/// A node with its rows.
struct Limb {
    /// The node whose split it has.
    from: NodeId,
    split: Option<Split>,
    children: Vec<usize>,
    rows: Rows,
}

/// The rows of a node in its branches.
struct Parts {
    /// For each branch.
    branches: Vec<Rows>,
    /// For each level that has no branch yet and is to have one.
    fresh: BTreeMap<u32, Rows>,
}

pub(super) struct Shrub<'a> {
    training: &'a Training<'a>,
    codes: &'a [u32],
    classes: u32,
    limbs: Vec<Limb>,
}

impl<'a> Shrub<'a> {
    pub(super) fn new(tree: &Tree, training: &'a Training<'a>) -> Result<Self> {
        let (Answers::Classes(all), TargetValues::Classes(classes)) = (tree.answers(), &training.target.values) else {
            return Err(Mistake::PruneNumbers { method: "pessimistic" }.anywhere());
        };
        let limb = |id: NodeId| match tree.node(id) {
            Node::Leaf => Limb { from: id, split: None, children: Vec::new(), rows: Vec::new() },
            Node::Branch { split, branches } => {
                let children = branches.iter().map(NodeId::place).collect();
                Limb { from: id, split: Some(split.clone()), children, rows: Vec::new() }
            }
        };
        let limbs = tree.ids().map(limb).collect();
        let mut shrub = Shrub { training, codes: &classes.codes, classes: all.classes, limbs };
        let rows = training.counted().into_iter().map(|row| (row, training.weight(row))).collect();
        shrub.fill(0, rows);
        Ok(shrub)
    }

    /// Sends rows into a limb and on to its branches.
    fn fill(&mut self, limb: usize, rows: Rows) {
        let mut open = vec![(limb, rows)];
        while let Some((limb, rows)) = open.pop() {
            let parts = self.parts(limb, &rows);
            self.limbs[limb].rows = rows;
            for level in parts.fresh.keys() {
                self.add_branch(limb, *level);
            }
            let all = parts.branches.into_iter().chain(parts.fresh.into_values());
            open.extend(self.limbs[limb].children.clone().into_iter().zip(all));
        }
    }

    /// A branch for a level that none of the rows had where the split was made.
    fn add_branch(&mut self, limb: usize, level: u32) {
        let child = self.limbs.len();
        let (from, branch) = (self.limbs[limb].from, self.limbs[limb].children.len() as u32);
        self.limbs.push(Limb { from, split: None, children: Vec::new(), rows: Vec::new() });
        self.limbs[limb].children.push(child);
        if let Some(Split { test: Test::Values { branches }, .. }) = &mut self.limbs[limb].split {
            let mut all = branches.to_vec();
            all.push(LevelBranch { level, branch });
            all.sort_unstable();
            *branches = all.into();
        }
    }

    /// The branches of rows at a limb; none where it is a leaf.
    fn parts(&self, limb: usize, rows: &Rows) -> Parts {
        let mut parts = Parts { branches: vec![Vec::new(); self.limbs[limb].children.len()], fresh: BTreeMap::new() };
        let Some(split) = &self.limbs[limb].split else { return parts };
        let mut lost = Vec::new();
        for (row, weight) in rows {
            let cells = self.training.row(*row);
            let cell = cells.cell(split.column);
            let branch = split.test.branch(cell).or_else(|| substitute(split, cell, &cells));
            match (branch, cell, &split.test, &split.missing) {
                (Some(branch), ..) => parts.branches[branch as usize].push((*row, *weight)),
                (None, Cell::Level(level), Test::Values { .. }, Missing::Spread) => {
                    parts.fresh.entry(level).or_default().push((*row, *weight));
                }
                _ => lost.push((*row, *weight)),
            }
        }
        if !lost.is_empty() {
            settle(split, lost, &mut parts);
        }
        parts
    }

    /// The weight of each class among rows.
    fn counts(&self, rows: &Rows) -> BTreeMap<u32, f64> {
        let mut counts: BTreeMap<u32, f64> = BTreeMap::new();
        for (row, weight) in rows {
            *counts.entry(self.codes[*row as usize]).or_default() += weight;
        }
        counts
    }

    /// What rows are charged with in one leaf.
    fn charge(&self, rows: &Rows, how: Pessimism) -> f64 {
        let counts = self.counts(rows);
        let total: f64 = counts.values().sum();
        how.charge(total, total - counts.values().copied().fold(0.0, f64::max))
    }

    /// What a limb would be charged with if these rows went down it.
    fn estimate(&self, limb: usize, rows: &Rows, how: Pessimism) -> f64 {
        let mut sum = 0.0;
        let mut open = vec![(limb, self.parts(limb, rows), rows.clone())];
        while let Some((limb, parts, rows)) = open.pop() {
            if self.limbs[limb].split.is_none() {
                sum += self.charge(&rows, how);
                continue;
            }
            sum += parts.fresh.values().map(|rows| self.charge(rows, how)).sum::<f64>();
            for (child, rows) in self.limbs[limb].children.iter().zip(parts.branches) {
                open.push((*child, self.parts(*child, &rows), rows));
            }
        }
        sum
    }

    /// What the leaves below a limb are charged with.
    fn cost(&self, limb: usize, how: Pessimism) -> f64 {
        let mut sum = 0.0;
        let mut open = vec![limb];
        while let Some(limb) = open.pop() {
            match self.limbs[limb].split {
                None => sum += self.charge(&self.limbs[limb].rows, how),
                Some(_) => open.extend(&self.limbs[limb].children),
            }
        }
        sum
    }

    /// The heaviest branch: the last of equal ones where J48 is followed.
    fn largest(&self, limb: usize, doubt: Doubt) -> usize {
        let weight = |child: usize| self.limbs[child].rows.iter().map(|(_, weight)| weight).sum::<f64>();
        let mut best = (self.limbs[limb].children[0], f64::NEG_INFINITY);
        for child in &self.limbs[limb].children {
            let found = weight(*child);
            let takes = if doubt == Doubt::J48 { found >= best.1 - 1e-6 } else { found > best.1 };
            if takes {
                best = (*child, found);
            }
        }
        best.0
    }

    pub(super) fn pruned(mut self, how: Pessimism) -> Result<Pruned> {
        let mut weighings = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((limb, next)) = open.last_mut() {
            let limb = *limb;
            if let Some(child) = self.limbs[limb].children.get(*next) {
                *next += 1;
                open.push((*child, 0));
                continue;
            }
            if self.limbs[limb].split.is_none() {
                open.pop();
                continue;
            }
            let weighing = self.weigh(limb, how);
            match weighing.outcome {
                Outcome::Kept => {
                    open.pop();
                }
                Outcome::Folded => {
                    (self.limbs[limb].split, self.limbs[limb].children) = (None, Vec::new());
                    open.pop();
                }
                Outcome::Raised => {
                    self.raise(limb, how.doubt);
                    *next = 0; // what came with it is weighed again
                }
            }
            weighings.push(weighing);
        }
        self.finish(weighings)
    }

    fn weigh(&self, limb: usize, how: Pessimism) -> Weighing {
        let rows = &self.limbs[limb].rows;
        let largest = self.largest(limb, how.doubt);
        let (leaf, subtree) = (self.charge(rows, how), self.cost(limb, how));
        let raised = self.estimate(largest, rows, how);
        let outcome = if how.at_most(leaf, subtree) && how.at_most(leaf, raised) {
            Outcome::Folded
        } else if how.at_most(raised, subtree) {
            Outcome::Raised
        } else {
            Outcome::Kept
        };
        Weighing { node: self.limbs[limb].from, leaf, subtree, raised: Some(raised), outcome }
    }

    fn raise(&mut self, limb: usize, doubt: Doubt) {
        let child = self.largest(limb, doubt);
        let (from, split) = (self.limbs[child].from, self.limbs[child].split.take());
        let children = std::mem::take(&mut self.limbs[child].children);
        let rows = std::mem::take(&mut self.limbs[limb].rows);
        let place = &mut self.limbs[limb];
        (place.from, place.split, place.children) = (from, split, children);
        self.fill(limb, rows);
    }

    fn finish(self, weighings: Vec<Weighing>) -> Result<Pruned> {
        let mut order = vec![0];
        let (mut nodes, mut from, mut starts, mut weights) = (Vec::new(), Vec::new(), vec![0], Vec::new());
        while let Some(limb) = order.get(nodes.len()).map(|limb| &self.limbs[*limb]) {
            from.push(limb.from);
            if let Some(split) = &limb.split {
                let branches = Branches { first: NodeId(order.len() as u32), count: limb.children.len() as u32 };
                order.extend(&limb.children);
                nodes.push(Node::Branch { split: split.clone(), branches });
            } else {
                weights
                    .extend(self.counts(&limb.rows).into_iter().map(|(class, weight)| ClassWeight { class, weight }));
                nodes.push(Node::Leaf);
            }
            starts.push(weights.len() as u32);
        }
        let answers = Answers::Classes(ClassAnswers::new(self.classes, starts, weights));
        let tree = Tree::new(nodes, answers);
        let tree = tree.map_err(|flaw| Mistake::BrokenTree { flaw: flaw.to_string() }.anywhere())?;
        Ok(Pruned { tree, from, weighings })
    }
}

/// Where a row without a value goes at once.
fn substitute(split: &Split, cell: Cell, row: &impl Row) -> Option<u32> {
    match &split.missing {
        _ if cell != Cell::Missing => None,
        Missing::Branch(branch) => Some(*branch),
        Missing::Spread => None,
        Missing::Surrogates(others) => others
            .iter()
            .find_map(|other| other.test.branch(row.cell(other.column)).map(|branch| other.to[branch as usize])),
    }
}

/// Rows that know no way: down every branch in proportion, or down the heaviest.
fn settle(split: &Split, lost: Rows, parts: &mut Parts) {
    let weights: Vec<f64> = parts
        .branches
        .iter()
        .chain(parts.fresh.values())
        .map(|rows| rows.iter().map(|(_, weight)| weight).sum())
        .collect();
    let total: f64 = weights.iter().sum();
    let mut all: Vec<&mut Rows> = parts.branches.iter_mut().chain(parts.fresh.values_mut()).collect();
    if split.missing != Missing::Spread {
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let heaviest = weights.iter().position(|weight| *weight == most).unwrap_or(0);
        all[heaviest].extend(lost);
        return;
    }
    let even = 1.0 / weights.len() as f64;
    for (rows, weight) in all.iter_mut().zip(&weights) {
        let share = if total > 0.0 { weight / total } else { even };
        if share > 0.0 {
            rows.extend(lost.iter().map(|(row, weight)| (*row, weight * share)));
        }
    }
}
