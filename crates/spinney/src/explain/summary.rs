//! What each node answers, and how many leaves hang below it.

use super::figures::share;
use crate::tree::{Answers, ClassWeight, Node, NodeId, Tree, heaviest};

/// The class that a node answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answered {
    /// The class.
    pub class: u32,
    /// The weight of its rows.
    pub weight: f64,
    /// The share that is answered: that of its rows, unless the node is held to another. 0 where the node has no rows.
    pub share: f64,
}

/// What is said of every node of a tree, summed up from the leaves in one pass.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    leaves: Vec<u32>,
    classes: Vec<Option<Answered>>,
    weights: Vec<Vec<ClassWeight>>,
}

impl Summary {
    /// The summary of a tree; class weights are kept of the nodes that `keep` names, since those of all nodes of a large tree
    /// with many classes would fill the memory.
    pub fn new(tree: &Tree, keep: impl Fn(NodeId) -> bool) -> Self {
        let mut summary = Summary {
            leaves: vec![1; tree.len()],
            classes: vec![None; tree.len()],
            weights: vec![Vec::new(); tree.len()],
        };
        for id in tree.ids().rev() {
            summary.add(tree, id, &keep);
        }
        if !keep(NodeId::ROOT) {
            summary.weights[0] = Vec::new();
        }
        // A node without weight answers as the one above it.
        for id in tree.ids().skip(1) {
            let above = tree.parent(id).and_then(|parent| summary.classes[parent.place()]);
            let own = &mut summary.classes[id.place()];
            *own = own.or(above.map(|answer| Answered { weight: 0.0, share: 0.0, ..answer }));
        }
        summary
    }

    fn add(&mut self, tree: &Tree, id: NodeId, keep: &impl Fn(NodeId) -> bool) {
        let mut sum = Vec::new();
        match (tree.node(id), tree.answers()) {
            (Node::Leaf, Answers::Classes(answers)) => sum = answers.of(id).to_vec(),
            (Node::Leaf, Answers::Numbers(_)) => {}
            (Node::Branch { branches, .. }, _) => {
                self.leaves[id.place()] = 0;
                for child in branches.iter() {
                    self.leaves[id.place()] += self.leaves[child.place()];
                    sum = merged(&sum, &self.weights[child.place()]);
                    if !keep(child) {
                        self.weights[child.place()] = Vec::new();
                    }
                }
            }
        }
        self.classes[id.place()] = answered(tree, id, &sum);
        self.weights[id.place()] = sum;
    }

    /// How many leaves hang below a node; 1 for a leaf.
    pub fn leaves(&self, id: NodeId) -> u32 {
        self.leaves[id.place()]
    }

    /// The class that a node answers: the heaviest, the first of equal ones, and that of the node above where the node has no weight. `None` for a numeric target.
    pub fn class(&self, id: NodeId) -> Option<Answered> {
        self.classes[id.place()]
    }

    /// The class weights of a node that was to be kept, in the order of classes.
    pub fn weights(&self, id: NodeId) -> &[ClassWeight] {
        &self.weights[id.place()]
    }
}

/// The class that a node with these rows answers.
fn answered(tree: &Tree, id: NodeId, rows: &[ClassWeight]) -> Option<Answered> {
    let held = tree.held_weights(id);
    let heaviest = heaviest(held.as_deref().unwrap_or(rows))?;
    let own = rows.iter().find(|pair| pair.class == heaviest.class);
    let weight = own.map_or(0.0, |pair| pair.weight);
    let share = if held.is_some() { heaviest.weight } else { share(weight, tree.rows(id)) };
    Some(Answered { class: heaviest.class, weight, share })
}

/// Two lists in the order of classes as one.
fn merged(one: &[ClassWeight], two: &[ClassWeight]) -> Vec<ClassWeight> {
    let mut all = Vec::with_capacity(one.len().max(two.len()));
    let (mut left, mut right) = (one.iter().peekable(), two.iter().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if a.class == b.class => {
                let sum = ClassWeight { class: a.class, weight: a.weight + b.weight };
                left.next();
                right.next();
                sum
            }
            (Some(a), Some(b)) if a.class < b.class => {
                let own = **a;
                left.next();
                own
            }
            (_, Some(b)) => {
                let own = **b;
                right.next();
                own
            }
            (Some(a), None) => {
                let own = **a;
                left.next();
                own
            }
            (None, None) => return all,
        };
        all.push(next);
    }
}
