//! Cost-complexity: what a tree costs is its risk plus a price for each leaf. For every price there is one smallest best subtree, and
//! as the price rises these are nested: the path from the whole tree to its root.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use super::record::{Outcome, Pruned, Weighing};
use super::tally::{Tallies, each_node, summed};
use crate::measure::{entropy, gini};
use crate::tree::{Answers, NodeId, Tree};

/// What a leaf risks, for the weight of its training rows. Where the target is a number it is always the squared errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Risk {
    /// Rows outside the majority, as rpart counts.
    Errors,
    /// Rows times their Gini index, as scikit-learn counts: the squared errors of the probabilities.
    Gini,
    /// Rows times their entropy.
    Entropy,
}

/// The path of best subtrees.
#[derive(Debug, Clone, PartialEq)]
pub struct ComplexityPath {
    /// For each node the least price at which it is split no more; 0 for leaves.
    pub prices: Vec<f64>,
    /// The trees of the path, the whole one first, with the prices from which on they are best.
    pub steps: Vec<PathStep>,
    /// What each node risks as a leaf.
    pub risks: Vec<f64>,
    /// What each node's subtree risked when its split was taken back, or risks at the start for a split that never is.
    below: Vec<f64>,
}

/// One tree of the path.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PathStep {
    /// The least price of a leaf at which this tree is best, in units of risk.
    pub price: f64,
    /// Its leaves.
    pub leaves: usize,
    /// What it risks.
    pub risk: f64,
}

/// A node whose split could be taken back, by what that costs for each leaf saved.
struct Link {
    price: f64,
    node: NodeId,
    /// Which state of the node this was reckoned from.
    state: u32,
}

impl Ord for Link {
    fn cmp(&self, other: &Self) -> Ordering {
        self.price.total_cmp(&other.price).then(self.node.cmp(&other.node))
    }
}
impl PartialOrd for Link {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Link {}

/// The path of a tree.
///
/// ```
/// use spinney::prune::{Risk, path};
/// # use spinney::tree::{Answers, Branches, ClassAnswers, ClassWeight, ColumnId, Missing, Node, NodeId, Split, Test, Tree};
/// # let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 2.5 }, missing: Missing::Branch(0) };
/// # let nodes = vec![Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } }, Node::Leaf, Node::Leaf];
/// # let weights = vec![ClassWeight { class: 0, weight: 3.0 }, ClassWeight { class: 1, weight: 2.0 }];
/// # let tree = Tree::new(nodes, Answers::Classes(ClassAnswers::new(2, vec![0, 0, 1, 2], weights)))?;
/// // A stump of 3 and 2 rows: the root alone errs twice, its two leaves never.
/// let path = path(&tree, Risk::Errors);
/// assert_eq!((path.steps[0].leaves, path.steps[0].risk), (2, 0.0));
/// assert_eq!((path.steps[1].price, path.steps[1].leaves), (2.0, 1));
/// # Ok::<(), spinney::tree::Flaw>(())
/// ```
pub fn path(tree: &Tree, risk: Risk) -> ComplexityPath {
    path_by(tree, risks(tree, risk))
}

/// The path of the trees of several targets, which have the same nodes: what a node risks is the mean over the targets.
pub fn path_several(trees: &[Tree], risk: Risk) -> Option<ComplexityPath> {
    let (first, others) = trees.split_first()?;
    let mut all = risks(first, risk);
    for other in others {
        all.iter_mut().zip(risks(other, risk)).for_each(|(sum, own)| *sum += own);
    }
    for sum in &mut all {
        *sum /= trees.len() as f64;
    }
    Some(path_by(first, all))
}

fn path_by(tree: &Tree, risks: Vec<f64>) -> ComplexityPath {
    let mut work = Work {
        tree,
        below: summed(tree, |id| risks[id.place()]),
        leaves: summed(tree, |_| 1.0),
        state: vec![0; tree.len()],
        prices: tree.ids().map(|id| if is_leaf(tree, id) { 0.0 } else { f64::INFINITY }).collect(),
        risks,
    };
    let steps = work.steps();
    ComplexityPath { prices: work.prices, steps, risks: work.risks, below: work.below }
}

impl ComplexityPath {
    /// The best subtree at a price.
    pub fn at(&self, tree: &Tree, price: f64) -> Pruned {
        let folds = |id: NodeId| self.prices[id.place()] <= price;
        let left = self.left(tree, price);
        let inner = tree.ids().filter(|id| !is_leaf(tree, *id));
        let weighings = inner.map(|id| Weighing {
            node: id,
            leaf: self.risks[id.place()],
            subtree: if folds(id) { self.below[id.place()] } else { left[id.place()] },
            raised: None,
            outcome: if folds(id) { Outcome::Folded } else { Outcome::Kept },
        });
        Pruned::new(tree.folded(folds), weighings.collect())
    }

    /// What each node's subtree risks in the best subtree at a price.
    fn left(&self, tree: &Tree, price: f64) -> Vec<f64> {
        let mut left = self.risks.clone();
        // Children come after their parents.
        for id in tree.ids().rev() {
            if let Some(branches) = tree.branches(id).filter(|_| self.prices[id.place()] > price) {
                left[id.place()] = branches.iter().map(|child| left[child.place()]).sum();
            }
        }
        left
    }
}

fn is_leaf(tree: &Tree, id: NodeId) -> bool {
    tree.branches(id).is_none()
}

/// What each node risks as a leaf.
pub(super) fn risks(tree: &Tree, risk: Risk) -> Vec<f64> {
    let tallies = Tallies::new(tree);
    if risk == Risk::Errors || matches!(tree.answers(), Answers::Numbers(_)) {
        return tallies.errors;
    }
    let mut risks = vec![0.0; tree.len()];
    each_node(tree, |id, weights| {
        let counts: Vec<f64> = weights.iter().map(|pair| pair.weight).collect();
        let impurity = if risk == Risk::Gini { gini(&counts) } else { entropy(&counts) };
        risks[id.place()] = tallies.rows[id.place()] * impurity;
    });
    risks
}

struct Work<'a> {
    tree: &'a Tree,
    risks: Vec<f64>,
    below: Vec<f64>,
    leaves: Vec<f64>,
    state: Vec<u32>,
    prices: Vec<f64>,
}

impl Work<'_> {
    fn steps(&mut self) -> Vec<PathStep> {
        let inner = self.tree.ids().filter(|id| !is_leaf(self.tree, *id));
        let mut links: BinaryHeap<Reverse<Link>> = inner.map(|id| Reverse(self.link(id))).collect();
        let mut steps = vec![self.step(0.0)];
        let mut price = 0.0_f64;
        while let Some(Reverse(link)) = links.pop() {
            // Taken back already, or with a branch that has changed since.
            if link.state != self.state[link.node.place()] || self.prices[link.node.place()].is_finite() {
                continue;
            }
            price = price.max(link.price);
            self.take_back(link.node, price);
            for above in self.recount(link.node) {
                links.push(Reverse(self.link(above)));
            }
            match steps.last_mut() {
                Some(last) if last.price == price => *last = self.step(price),
                _ => steps.push(self.step(price)),
            }
        }
        steps
    }

    fn step(&self, price: f64) -> PathStep {
        if self.prices[0].is_finite() {
            return PathStep { price, leaves: 1, risk: self.risks[0] };
        }
        PathStep { price, leaves: self.leaves[0] as usize, risk: self.below[0] }
    }

    fn link(&self, node: NodeId) -> Link {
        let place = node.place();
        let price = (self.risks[place] - self.below[place]) / (self.leaves[place] - 1.0);
        Link { price, node, state: self.state[place] }
    }

    /// The node and all below it are split no more.
    fn take_back(&mut self, node: NodeId, price: f64) {
        let mut open = vec![node];
        while let Some(id) = open.pop() {
            let Some(branches) = self.tree.branches(id) else { continue };
            if self.prices[id.place()].is_infinite() {
                self.prices[id.place()] = price;
                open.extend(branches.iter());
            }
        }
    }

    /// Reckons the nodes above one that is a leaf now; their numbers.
    fn recount(&mut self, node: NodeId) -> Vec<NodeId> {
        let mut changed = Vec::new();
        let mut at = self.tree.parent(node);
        let now = |work: &Self, id: NodeId| {
            let folded = work.prices[id.place()].is_finite();
            if folded { (work.risks[id.place()], 1.0) } else { (work.below[id.place()], work.leaves[id.place()]) }
        };
        while let Some(id) = at {
            if let Some(branches) = self.tree.branches(id) {
                let sums = branches.iter().map(|child| now(self, child));
                (self.below[id.place()], self.leaves[id.place()]) =
                    sums.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            }
            self.state[id.place()] += 1;
            changed.push(id);
            at = self.tree.parent(id);
        }
        changed
    }
}
