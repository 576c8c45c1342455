//! What nodes hold, summed up along a path.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::model::Schema;
use crate::tree::{Answers, ClassAnswers, Node, NodeId, Tree};

/// So many classes of a node are named.
const MOST_CLASSES: usize = 10;

/// The training rows of a node.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Holds {
    /// Of classes.
    Classes {
        /// The weight of all its rows.
        rows: f64,
        /// The weight of each class, the heaviest first, ten at most.
        classes: Vec<ClassCount>,
        /// Classes beyond these.
        more: usize,
    },
    /// Of numbers.
    Numbers {
        /// The weight of all its rows.
        rows: f64,
        /// Their mean or median: what the node would answer.
        value: f64,
        /// The root of their mean squared distance from their mean; none where they have no weight.
        deviation: Option<f64>,
    },
}

/// The weight of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassCount {
    /// The class's name.
    pub class: String,
    /// Its weight.
    pub weight: f64,
}

/// The probability of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassChance {
    /// The class's name.
    pub class: String,
    /// Its probability.
    pub probability: f64,
}

/// What each of these nodes holds; they must make up a tree from the root down, as the nodes of a path do.
///
/// Sums are carried up from child to parent, so a path costs the size of the tree, however long it is.
pub(super) fn holds(schema: &Schema, tree: &Tree, nodes: &[NodeId]) -> BTreeMap<NodeId, Holds> {
    match tree.answers() {
        Answers::Classes(leaves) => class_holds(schema, tree, leaves, nodes),
        Answers::Numbers(all) => {
            let of = |node: &NodeId| {
                let (rows, error) = (tree.rows(*node), all.errors[node.place()]);
                let deviation = (rows > 0.0).then(|| (error / rows).sqrt());
                (*node, Holds::Numbers { rows, value: all.values[node.place()], deviation })
            };
            nodes.iter().map(of).collect()
        }
    }
}

fn class_holds(schema: &Schema, tree: &Tree, leaves: &ClassAnswers, nodes: &[NodeId]) -> BTreeMap<NodeId, Holds> {
    let ordered: BTreeSet<NodeId> = nodes.iter().copied().collect();
    let mut rankings: BTreeMap<NodeId, Ranking> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for node in ordered.iter().rev().copied() {
        let mut ranking = Ranking::default();
        match tree.node(node) {
            Node::Leaf => ranking.gather(tree, leaves, node),
            Node::Branch { branches, .. } => {
                for child in branches.iter() {
                    match rankings.remove(&child) {
                        Some(below) => ranking.join(below),
                        None => ranking.gather(tree, leaves, child),
                    }
                }
            }
        }
        let classes: Vec<ClassCount> = ranking.first().map(|(class, weight)| count(schema, class, weight)).collect();
        let more = ranking.weights.len() - classes.len();
        found.insert(node, Holds::Classes { rows: tree.rows(node), classes, more });
        rankings.insert(node, ranking);
    }
    found
}

fn count(schema: &Schema, class: u32, weight: f64) -> ClassCount {
    ClassCount { class: schema.classes()[class as usize].clone(), weight }
}

/// Class weights that grow, with the heaviest always at hand.
#[derive(Default)]
struct Ranking {
    weights: BTreeMap<u32, f64>,
    /// Heaviest first, the first class of equal ones; weights above 0 are in the order of their bits.
    order: BTreeSet<(Reverse<u64>, u32)>,
}

impl Ranking {
    fn add(&mut self, class: u32, weight: f64) {
        let sum = self.weights.entry(class).or_insert(0.0);
        self.order.remove(&(Reverse(sum.to_bits()), class));
        *sum += weight;
        self.order.insert((Reverse(sum.to_bits()), class));
    }

    fn join(&mut self, mut other: Ranking) {
        if other.weights.len() > self.weights.len() {
            std::mem::swap(self, &mut other);
        }
        for (class, weight) in other.weights {
            self.add(class, weight);
        }
    }

    /// Adds all leaves at or below a node.
    fn gather(&mut self, tree: &Tree, leaves: &ClassAnswers, node: NodeId) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match tree.node(node) {
                Node::Leaf => leaves.of(node).iter().for_each(|pair| self.add(pair.class, pair.weight)),
                Node::Branch { branches, .. } => open.extend(branches.iter()),
            }
        }
    }

    fn first(&self) -> impl Iterator<Item = (u32, f64)> {
        self.order.iter().take(MOST_CLASSES).map(|(bits, class)| (*class, f64::from_bits(bits.0)))
    }
}
