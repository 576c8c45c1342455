//! The nodes of a tree: checked once, in order for ever after.

use std::sync::{Arc, OnceLock};

use super::answer::{Answers, ClassWeight};
use super::id::NodeId;
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

/// A finished tree.
///
/// Node 0 is the root. Children have larger numbers than their parent, stand side by side, and come in the order of
/// their parents, so a loop over the numbers from the end sees every child before its parent.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Those of trees that differ in their target alone are the same.
    nodes: Arc<Vec<Node>>,
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

/// Why nodes and answers make no tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// No node at all.
    #[error("it has no root")]
    NoRoot,
    /// More nodes than a number can count.
    #[error("it has more than 4,294,967,294 nodes")]
    TooMany,
    /// Children that are not the next free nodes.
    #[error("the children of node {node} are not the next nodes in order")]
    OutOfOrder {
        /// The parent.
        node: u32,
    },
    /// A node that is nobody's child.
    #[error("node {node} hangs from no other")]
    Orphan {
        /// The first such node.
        node: u32,
    },
    /// A test or route that points at a branch that is not there.
    #[error("node {node} has {count} branches, and its split names branch {branch}")]
    NoBranch {
        /// The node.
        node: u32,
        /// Its branches.
        count: u32,
        /// The one named.
        branch: u32,
    },
    /// Fewer than two branches, or more than its test and missing values can use.
    #[error("node {node} has {count} branches, which its test does not")]
    WrongCount {
        /// The node.
        node: u32,
        /// Its branches.
        count: u32,
    },
    /// Levels out of order or named twice.
    #[error("the levels of node {node} are not in order, each once")]
    Levels {
        /// The node.
        node: u32,
    },
    /// A cut that is not a number.
    #[error("the cut of node {node} is not a number")]
    Cut {
        /// The node.
        node: u32,
    },
    /// Answers of another size than the nodes, or weights that are none.
    #[error("the answers do not fit the nodes at node {node}")]
    Answers {
        /// The first node at fault.
        node: u32,
    },
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

impl Tree {
    /// The tree of these nodes and answers; every number in them is checked here, once.
    ///
    /// ```
    /// use spinney::tree::{Answers, ClassAnswers, ClassWeight, Node, Tree};
    /// let answers = ClassAnswers { classes: 2, starts: vec![0, 1], weights: vec![ClassWeight { class: 1, weight: 3.0 }] };
    /// let stump = Tree::new(vec![Node::Leaf], Answers::Classes(answers))?;
    /// assert_eq!(stump.leaves(), 1);
    /// # Ok::<(), spinney::tree::Flaw>(())
    /// ```
    pub fn new(nodes: Vec<Node>, answers: Answers) -> Result<Self, Flaw> {
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
    ///     Answers::Classes(ClassAnswers { classes: 2, starts: vec![0, 1], weights })
    /// };
    /// let trees = Tree::several(vec![Node::Leaf], vec![answers(1), answers(0)])?;
    /// assert_eq!(trees.iter().map(|tree| tree.majority(NodeId::ROOT)).collect::<Vec<_>>(), [Some(1), Some(0)]);
    /// # Ok::<(), spinney::tree::Flaw>(())
    /// ```
    pub fn several(nodes: Vec<Node>, answers: Vec<Answers>) -> Result<Vec<Self>, Flaw> {
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
    pub(super) fn trusted(nodes: Arc<Vec<Node>>, answers: Answers) -> Self {
        let class_rows = match &answers {
            Answers::Classes(classes) => {
                let own = |place: usize| classes.of(NodeId(place as u32)).iter().map(|pair| pair.weight).sum();
                summed(&nodes, (0..nodes.len()).map(own).collect())
            }
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
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All node numbers, parents before children.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// One node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.place()]
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
        let Node::Branch { branches, .. } = self.node(id) else { return 0 };
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
        self.nodes.iter().filter(|node| matches!(node, Node::Leaf)).count()
    }

    /// The steps from the root down to each node.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            if let Node::Branch { branches, .. } = node {
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
            match self.node(id) {
                Node::Leaf => found.extend_from_slice(classes.of(id)),
                Node::Branch { branches, .. } => open.extend(branches.iter()),
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

    /// The class that a node answers: the heaviest, the first of equal ones; `None` for a numeric target, or where the node
    /// has no weight.
    pub fn majority(&self, id: NodeId) -> Option<u32> {
        let weights = self.class_weights(id);
        let most = weights.iter().map(|pair| pair.weight).fold(f64::NEG_INFINITY, f64::max);
        weights.iter().find(|pair| pair.weight == most).map(|pair| pair.class)
    }
}

/// The weights of all nodes, summed up from the leaves. The engine's are whole numbers or multiples of one small unit, so their
/// sums are exact.
pub(crate) fn summed(nodes: &[Node], mut rows: Vec<f64>) -> Vec<f64> {
    for (place, node) in nodes.iter().enumerate().rev() {
        if let Node::Branch { branches, .. } = node {
            rows[place] = branches.sum(&rows);
        }
    }
    rows
}

/// The parent of each node; the root is its own.
fn parents(nodes: &[Node]) -> Vec<NodeId> {
    let mut parents = vec![NodeId::ROOT; nodes.len()];
    for (place, node) in (0..).zip(nodes) {
        if let Node::Branch { branches, .. } = node {
            branches.iter().for_each(|child| parents[child.place()] = NodeId(place));
        }
    }
    parents
}

/// Children must be the next nodes, so that every node but the root has one parent and stands after it.
fn check_shape(nodes: &[Node]) -> Result<(), Flaw> {
    if nodes.is_empty() {
        return Err(Flaw::NoRoot);
    }
    if nodes.len() >= u32::MAX as usize {
        return Err(Flaw::TooMany);
    }
    let mut next = 1_usize;
    for (place, node) in nodes.iter().enumerate() {
        if place >= next {
            return Err(Flaw::Orphan { node: place as u32 });
        }
        let Node::Branch { split, branches } = node else { continue };
        let (node, end) = (place as u32, next + branches.count as usize);
        if branches.first.place() != next || end > nodes.len() {
            return Err(Flaw::OutOfOrder { node });
        }
        check_split(node, split, branches.count)?;
        next = end;
    }
    Ok(())
}

fn check_split(node: u32, split: &Split, count: u32) -> Result<(), Flaw> {
    let known = check_test(node, &split.test)?;
    let within = |branch: u32| if branch < count { Ok(()) } else { Err(Flaw::NoBranch { node, count, branch }) };
    // One branch more than the test's own may stand for missing values.
    let own = u32::from(matches!(split.missing, Missing::Branch(branch) if branch == known));
    if count != known + own || count < 2 {
        return Err(Flaw::WrongCount { node, count });
    }
    match &split.missing {
        Missing::Spread => Ok(()),
        Missing::Branch(branch) => within(*branch),
        Missing::Surrogates(surrogates) => surrogates.iter().try_for_each(|surrogate| {
            let branches = check_test(node, &surrogate.test)?;
            if surrogate.to.len() != branches as usize || !surrogate.agreement.is_finite() {
                return Err(Flaw::WrongCount { node, count: branches });
            }
            surrogate.to.iter().try_for_each(|branch| within(*branch))
        }),
    }
}

/// How many branches the test has; its levels must be in order, and its branches without a gap.
fn check_test(node: u32, test: &Test) -> Result<u32, Flaw> {
    if matches!(test, Test::Threshold { cut } if cut.is_nan()) {
        return Err(Flaw::Cut { node });
    }
    let Some(levels) = test.levels() else { return Ok(2) };
    if !levels.is_sorted_by(|one, two| one.level < two.level) {
        return Err(Flaw::Levels { node });
    }
    // Never more branches than levels, and two of a subset: a wild number asks for no memory, and points at no other's child.
    let most = if matches!(test, Test::Subset { .. }) { 2 } else { levels.len().max(2) as u32 };
    let mut used = vec![false; most as usize];
    for pair in levels {
        *used.get_mut(pair.branch as usize).ok_or(Flaw::NoBranch { node, count: most, branch: pair.branch })? = true;
    }
    let count = test.branches();
    // A subset's second branch may be left to missing values.
    let gap = used.iter().take(count as usize).position(|used| !used);
    match gap {
        Some(branch) if !(matches!(test, Test::Subset { .. }) && branch == 1) => {
            Err(Flaw::NoBranch { node, count, branch: branch as u32 })
        }
        _ => Ok(count),
    }
}

fn check_answers(nodes: &[Node], answers: &Answers) -> Result<(), Flaw> {
    let sound = |weight: f64| weight.is_finite() && weight >= 0.0;
    match answers {
        Answers::Classes(all) => {
            let ends = all.starts.first() == Some(&0) && all.starts.last() == Some(&(all.weights.len() as u32));
            if all.starts.len() != nodes.len() + 1 || !ends || !all.starts.is_sorted() {
                return Err(Flaw::Answers { node: 0 });
            }
            for (place, node) in nodes.iter().enumerate() {
                let own = all.of(NodeId(place as u32));
                let ordered = own.is_sorted_by(|one, two| one.class < two.class);
                let fits = own.iter().all(|pair| pair.class < all.classes && sound(pair.weight) && pair.weight > 0.0);
                if !ordered || !fits || (matches!(node, Node::Branch { .. }) && !own.is_empty()) {
                    return Err(Flaw::Answers { node: place as u32 });
                }
            }
            Ok(())
        }
        Answers::Numbers(all) => {
            let lengths = [all.rows.len(), all.values.len(), all.errors.len()];
            if lengths != [nodes.len(); 3] {
                return Err(Flaw::Answers { node: 0 });
            }
            let wrong = |place: &usize| {
                let summed = match &nodes[*place] {
                    Node::Branch { branches, .. } => branches.sum(&all.rows) == all.rows[*place],
                    Node::Leaf => true,
                };
                !summed || !sound(all.rows[*place]) || !all.values[*place].is_finite() || !sound(all.errors[*place])
            };
            if let Some(place) = (0..nodes.len()).find(wrong) {
                return Err(Flaw::Answers { node: place as u32 });
            }
            check_linear(nodes, &all.linear)
        }
    }
}

fn check_linear(nodes: &[Node], models: &[(NodeId, super::answer::LinearModel)]) -> Result<(), Flaw> {
    let ordered = models.is_sorted_by(|one, two| one.0 < two.0);
    for (id, model) in models {
        let leaf = matches!(nodes.get(id.place()), Some(Node::Leaf));
        let terms = model.terms.iter().all(|term| term.slope.is_finite() && term.centre.is_finite());
        let range = model.low.is_finite() && model.high.is_finite() && model.low <= model.high;
        if !ordered || !leaf || !terms || !range || !model.base.is_finite() {
            return Err(Flaw::Answers { node: id.0 });
        }
    }
    Ok(())
}
