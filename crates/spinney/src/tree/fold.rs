//! A tree with some of its splits taken back.

use std::sync::Arc;

use super::answer::{Answers, ClassAnswers, ClassWeight, NumberAnswers};
use super::arena::Tree;
use super::id::NodeId;
use super::nodes::{Branches, Node, Nodes};

/// A tree made from another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Folded {
    /// The tree.
    pub tree: Tree,
    /// For each of its nodes the one of the other tree that it was.
    pub from: Vec<NodeId>,
}

impl Tree {
    /// The tree in which these nodes are leaves, with the training rows of all that was below them.
    ///
    /// ```
    /// use spinney::tree::{Answers, Branches, ClassAnswers, ClassWeight, ColumnId, Missing, Node, NodeId, Split, Test, Tree};
    /// let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 2.5 }, missing: Missing::Branch(0) };
    /// let nodes = vec![Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } }, Node::Leaf, Node::Leaf];
    /// let weights = vec![ClassWeight { class: 0, weight: 3.0 }, ClassWeight { class: 1, weight: 2.0 }];
    /// let tree = Tree::new(nodes, Answers::Classes(ClassAnswers::new(2, vec![0, 0, 1, 2], weights)))?;
    /// let folded = tree.folded(|node| node == NodeId::ROOT);
    /// assert_eq!((folded.tree.leaves(), folded.tree.class_weights(NodeId::ROOT)), (1, tree.class_weights(NodeId::ROOT)));
    /// # Ok::<(), spinney::tree::Flaw>(())
    /// ```
    pub fn folded(&self, is_leaf: impl Fn(NodeId) -> bool) -> Folded {
        let mut from = vec![NodeId::ROOT];
        let mut nodes = Nodes::default();
        while let Some(id) = from.get(nodes.len()).copied() {
            match self.node(id) {
                Node::Branch { split, branches } if !is_leaf(id) => {
                    let first = NodeId(from.len() as u32);
                    from.extend(branches.iter());
                    nodes.push(Node::Branch { split, branches: Branches { first, ..branches } });
                }
                _ => nodes.push(Node::Leaf),
            }
        }
        let answers = match self.answers() {
            Answers::Classes(all) => Answers::Classes(self.class_answers(all, &nodes, &from)),
            Answers::Numbers(all) => Answers::Numbers(all.picked(&nodes, &from)),
        };
        Folded { tree: Tree::trusted(Arc::new(nodes), answers), from }
    }

    fn class_answers(&self, all: &ClassAnswers, nodes: &Nodes, from: &[NodeId]) -> ClassAnswers {
        let (mut starts, mut weights) = (vec![0], Vec::<ClassWeight>::new());
        for (branches, id) in nodes.all_branches().zip(from) {
            if branches.is_none() {
                weights.extend(self.class_weights(*id));
            }
            starts.push(weights.len() as u32);
        }
        let held = (0..).map(NodeId).zip(from).filter_map(|(place, id)| Some((place, all.held(*id)?))).collect();
        ClassAnswers { classes: all.classes, starts, weights, held }
    }
}

impl NumberAnswers {
    fn picked(&self, nodes: &Nodes, from: &[NodeId]) -> NumberAnswers {
        let pick = |values: &[f64]| from.iter().map(|id| values[id.place()]).collect();
        let linear = (0..).map(NodeId).zip(from).filter(|(place, _)| nodes.branches(*place).is_none());
        let linear = linear.filter_map(|(place, id)| {
            let found = self.linear.binary_search_by_key(id, |(id, _)| *id).ok()?;
            Some((place, self.linear[found].1.clone()))
        });
        NumberAnswers {
            rows: pick(&self.rows),
            values: pick(&self.values),
            errors: pick(&self.errors),
            linear: linear.collect(),
        }
    }
}
