//! The nodes of a tree: checked once, in order for ever after.

use std::sync::{Arc, OnceLock};

use super::answer::{Answers, ClassWeight, heaviest};
use super::check::{Flaw, check_answers, check_shape};
use super::id::NodeId;
use super::nodes::{Branches, Node, Nodes, class_rows};

/// A finished tree.
///
/// Node 0 is the root. Children have larger numbers than their parent, stand side by side, and come in the order of
/// their parents, so a loop over the numbers from the end sees every child before its parent.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Those of trees that differ in their target alone are the same.
    nodes: Arc<Nodes>,
    answers: Answers,
    /// The weight of the training rows of each node, where the target has classes; numbers say it among their answers.
    class_rows: Vec<f64>,
    /// Made when somebody asks: most trees of forests never are.
    parents: OnceLock<Vec<NodeId>>,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.answers == other.answers // the rest follows
    }
}

impl Tree {
    /// The tree of these nodes and answers; every number in them is checked here, once.
    ///
    /// ```
    /// use spinney::tree::{Answers, ClassAnswers, ClassWeight, Node, Tree};
    /// let answers = ClassAnswers::new(2, vec![0, 1], vec![ClassWeight { class: 1, weight: 3.0 }]);
    /// let stump = Tree::new(vec![Node::Leaf], Answers::Classes(answers))?;
    /// assert_eq!(stump.leaves(), 1);
    /// # Ok::<(), spinney::tree::Flaw>(())
    /// ```
    pub fn new(nodes: impl Into<Nodes>, answers: Answers) -> Result<Self, Flaw> {
        let nodes = nodes.into();
        check_shape(&nodes)?;
        check_answers(&nodes, &answers)?;
        Ok(Tree::trusted(Arc::new(nodes), answers))
    }

    /// The trees of these nodes, one for each target; the nodes are in memory once.
    ///
    /// ```
    /// use spinney::tree::{Answers, ClassAnswers, ClassWeight, Node, NodeId, Tree};
    /// let answers = |class| {
    ///     let weights = vec![ClassWeight { class, weight: 3.0 }];
    ///     Answers::Classes(ClassAnswers::new(2, vec![0, 1], weights))
    /// };
    /// let trees = Tree::several(vec![Node::Leaf], vec![answers(1), answers(0)])?;
    /// assert_eq!(trees.iter().map(|tree| tree.majority(NodeId::ROOT)).collect::<Vec<_>>(), [Some(1), Some(0)]);
    /// # Ok::<(), spinney::tree::Flaw>(())
    /// ```
    pub fn several(nodes: impl Into<Nodes>, answers: Vec<Answers>) -> Result<Vec<Self>, Flaw> {
        let nodes = nodes.into();
        check_shape(&nodes)?;
        answers.iter().try_for_each(|answers| check_answers(&nodes, answers))?;
        let nodes = Arc::new(nodes);
        Ok(answers.into_iter().map(|answers| Tree::trusted(nodes.clone(), answers)).collect())
    }

    /// The tree of the same nodes with other answers.
    pub(crate) fn saying(&self, answers: Answers) -> Result<Self, Flaw> {
        check_answers(&self.nodes, &answers)?;
        Ok(Tree::trusted(self.nodes.clone(), answers))
    }

    /// Takes another tree's nodes where they equal its own, so that they are in memory once.
    pub(crate) fn share(&mut self, other: &Tree) {
        if self.is_shaped_as(other) {
            self.nodes = other.nodes.clone();
        }
    }

    /// Whether both have the same nodes.
    pub(crate) fn is_shaped_as(&self, other: &Tree) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes) || self.nodes == other.nodes
    }

    /// The tree of nodes and answers that come from a checked tree, in order.
    pub(super) fn trusted(nodes: Arc<Nodes>, answers: Answers) -> Self {
        let class_rows = match &answers {
            Answers::Classes(classes) => class_rows(&nodes, classes),
            Answers::Numbers(_) => Vec::new(),
        };
        Tree { nodes, answers, class_rows, parents: OnceLock::new() }
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, by number.
    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// All node numbers, parents before children.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// One node.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes.node(id)
    }

    /// The children of a node; none of a leaf.
    pub fn branches(&self, id: NodeId) -> Option<Branches> {
        self.nodes.branches(id)
    }

    /// The answers of all nodes.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// The weight of the training rows that reached a node.
    pub fn rows(&self, id: NodeId) -> f64 {
        match &self.answers {
            Answers::Classes(_) => self.class_rows[id.place()],
            Answers::Numbers(numbers) => numbers.rows[id.place()],
        }
    }

    /// The branch of a node that holds most weight, the first of equal ones.
    pub fn heaviest(&self, id: NodeId) -> u32 {
        let Some(branches) = self.branches(id) else { return 0 };
        let weights = branches.iter().map(|child| self.rows(child));
        let most = weights.clone().fold(f64::NEG_INFINITY, f64::max);
        weights.clone().position(|weight| weight == most).unwrap_or(0) as u32
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.parents.get_or_init(|| parents(&self.nodes))[id.place()])
    }

    /// How many nodes are leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.all_branches().filter(Option::is_none).count()
    }

    /// The steps from the root down to each node.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.nodes.len()];
        for (place, branches) in self.nodes.all_branches().enumerate() {
            if let Some(branches) = branches {
                let below = depths[place] + 1;
                branches.iter().for_each(|child| depths[child.place()] = below);
            }
        }
        depths
    }

    /// The steps from the root down to the deepest leaf.
    pub fn depth(&self) -> u32 {
        self.depths().into_iter().max().unwrap_or(0)
    }

    /// The class weights of a node, summed up from its leaves, in the order of classes; empty for a numeric target.
    pub fn class_weights(&self, id: NodeId) -> Vec<ClassWeight> {
        let Answers::Classes(classes) = &self.answers else { return Vec::new() };
        let mut open = vec![id];
        let mut found: Vec<ClassWeight> = Vec::new();
        while let Some(id) = open.pop() {
            match self.branches(id) {
                None => found.extend_from_slice(classes.of(id)),
                Some(branches) => open.extend(branches.iter()),
            }
        }
        found.sort_by_key(|pair| pair.class);
        found.dedup_by(|next, kept| {
            let same = next.class == kept.class;
            if same {
                kept.weight += next.weight;
            }
            same
        });
        found
    }

    /// The class that a node answers: the heaviest of its voice, the first of equal ones; `None` for a numeric target, or where the node
    /// has no weight.
    pub fn majority(&self, id: NodeId) -> Option<u32> {
        heaviest(&self.class_voice(id)).map(|pair| pair.class)
    }

    /// The class weights that a node answers by: those of its rows, unless it is held to others, which add up to 1.
    pub fn class_voice(&self, id: NodeId) -> Vec<ClassWeight> {
        self.held_weights(id).unwrap_or_else(|| self.class_weights(id))
    }

    /// The share of the second class that a node is held to, where it is not that of its rows.
    pub fn held(&self, id: NodeId) -> Option<f64> {
        match &self.answers {
            Answers::Classes(classes) => classes.held(id),
            Answers::Numbers(_) => None,
        }
    }

    /// What a node that is held answers, as weights that add up to 1.
    pub(crate) fn held_weights(&self, id: NodeId) -> Option<Vec<ClassWeight>> {
        match &self.answers {
            Answers::Classes(classes) => classes.held_weights(id),
            Answers::Numbers(_) => None,
        }
    }
}

/// The parent of each node; the root is its own.
fn parents(nodes: &Nodes) -> Vec<NodeId> {
    let mut parents = vec![NodeId::ROOT; nodes.len()];
    for (place, branches) in (0..).zip(nodes.all_branches()) {
        if let Some(branches) = branches {
            branches.iter().for_each(|child| parents[child.place()] = NodeId(place));
        }
    }
    parents
}
