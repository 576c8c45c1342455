//! The nodes of a tree as plain arrays, in the layout that scikit-learn documents for its `tree_`.

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::error::{Mistake, Result, Unlike};
use crate::grow::Criterion;
use crate::measure::{entropy, gini};
use crate::model::Model;
use crate::tree::{Answers, Branches, Missing, Node, NodeId, Split, Test, Tree};

/// What stands for no child.
const NO_CHILD: i64 = -1;
/// What stands for no column and no cut.
const NO_SPLIT: i64 = -2;

/// The nodes of a binary tree as arrays, an entry for each node, in the names and the layout of scikit-learn's `tree_`.
///
/// Nodes are counted depth first, the left branch before the right; `ids` leads back to the tree's own numbers.
///
/// ```
/// use spinney::explain::node_arrays;
/// use spinney::model::Model;
/// let model = Model::from_json(r#"{"target": "walk", "tree": {"split": {"column": "rain", "missing": 0}, "children": [
///     {"when": "<= 1", "node": {"counts": {"no": 1, "yes": 3}}}, {"when": "> 1", "node": {"counts": {"no": 4}}}]}}"#)?;
/// let arrays = node_arrays(&model)?;
/// assert_eq!((&arrays.children_left[..], &arrays.children_right[..]), (&[1, -1, -1][..], &[2, -1, -1][..]));
/// assert_eq!((&arrays.feature[..], &arrays.threshold[..]), (&[0, -2, -2][..], &[1.0, -2.0, -2.0][..]));
/// assert_eq!(arrays.value.of(1), [0.25, 0.75]);
/// assert_eq!(arrays.impurity[1], 0.375);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NodeArrays {
    /// How many nodes there are.
    pub node_count: usize,
    /// The left child: of values up to and including the cut; −1 for a leaf.
    pub children_left: Vec<i64>,
    /// The right child; −1 for a leaf.
    pub children_right: Vec<i64>,
    /// The column that is asked, by its place among the model's columns; −2 for a leaf.
    pub feature: Vec<i64>,
    /// The cut; −2 for a leaf. Between two levels of an ordinal column, which are counted from 0, it lies half way.
    pub threshold: Vec<f64>,
    /// The Gini index or the entropy in bits, as the tree's criterion says (Gini where it says neither); for a number the mean squared
    /// error, whatever the criterion: that is what trees keep.
    pub impurity: Vec<f64>,
    /// The weight of the node's training rows, rounded to a whole number: how many they are where each weighs 1. Trees keep weights and
    /// no counts, so that a row of weight 3 counts as three, and a row that a bootstrap drew twice as two.
    pub n_node_samples: Vec<u64>,
    /// The weight of the node's training rows.
    pub weighted_n_node_samples: Vec<f64>,
    /// The shares of the classes, or the answer.
    pub value: NodeValues,
    /// Whether rows without a value go to the left; false for a leaf.
    pub missing_go_to_left: Vec<bool>,
    /// The number of each node in the tree that the arrays are of.
    pub ids: Vec<u32>,
}

/// Numbers for each node: nodes × 1 × classes, or nodes × 1 × 1 where the target is a number. JSON has as many brackets.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeValues {
    /// How many numbers a node has.
    pub width: usize,
    /// The numbers, node by node.
    pub numbers: Vec<f64>,
}

impl NodeValues {
    /// The numbers of a node.
    pub fn of(&self, node: usize) -> &[f64] {
        &self.numbers[node * self.width..(node + 1) * self.width]
    }
}

impl Serialize for NodeValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut nodes = serializer.serialize_seq(None)?;
        for node in self.numbers.chunks(self.width.max(1)) {
            nodes.serialize_element(&[node])?;
        }
        nodes.end()
    }
}

/// The nodes of a model's one tree as arrays.
///
/// A mistake, which names the first node that is at fault, where the tree is not binary, asks for names, spreads rows without a value over
/// branches or asks other columns for them, or where a leaf answers by a linear model: the layout has no place for these.
pub fn node_arrays(model: &Model) -> Result<NodeArrays> {
    let tree = model.tree()?;
    let mut arrays = NodeArrays::empty(model.schema().classes().len(), tree.len());
    let mut places = vec![0; tree.len()];
    for (place, id) in (0..).zip(preorder(tree)) {
        places[id.place()] = place;
        arrays.ids.push(id.0);
    }
    for place in 0..tree.len() {
        let id = NodeId(arrays.ids[place]);
        match tree.node(id) {
            Node::Leaf => arrays.leaf(),
            Node::Branch { split, branches } => {
                let cut = cut(&split, branches).ok_or_else(|| unlike(id, &split, branches))?;
                arrays.branch(&split, cut, branches, &places);
            }
        }
        arrays.n_node_samples.push(tree.rows(id).round() as u64);
        arrays.weighted_n_node_samples.push(tree.rows(id));
    }
    match tree.answers() {
        Answers::Classes(_) => arrays.classes(tree, model.settings().map(|settings| settings.criterion)),
        Answers::Numbers(numbers) => {
            if let Some((id, _)) = numbers.linear.first() {
                return Err(Mistake::NoNodeArrays { node: id.0, why: Unlike::Linear }.anywhere());
            }
            for id in &arrays.ids {
                let place = *id as usize;
                arrays.value.numbers.push(numbers.values[place]);
                let mean = numbers.errors[place] / numbers.rows[place];
                arrays.impurity.push(if numbers.rows[place] > 0.0 { mean } else { 0.0 });
            }
        }
    }
    Ok(arrays)
}

impl NodeArrays {
    fn empty(classes: usize, nodes: usize) -> Self {
        NodeArrays {
            node_count: nodes,
            children_left: Vec::new(),
            children_right: Vec::new(),
            feature: Vec::new(),
            threshold: Vec::new(),
            impurity: Vec::new(),
            n_node_samples: Vec::new(),
            weighted_n_node_samples: Vec::new(),
            value: NodeValues { width: classes.max(1), numbers: Vec::new() },
            missing_go_to_left: Vec::new(),
            ids: Vec::new(),
        }
    }

    fn leaf(&mut self) {
        self.children_left.push(NO_CHILD);
        self.children_right.push(NO_CHILD);
        self.feature.push(NO_SPLIT);
        self.threshold.push(NO_SPLIT as f64);
        self.missing_go_to_left.push(false);
    }

    fn branch(&mut self, split: &Split, cut: f64, branches: Branches, places: &[i64]) {
        self.children_left.push(places[branches.child(0).place()]);
        self.children_right.push(places[branches.child(1).place()]);
        self.feature.push(i64::from(split.column.0));
        self.threshold.push(cut);
        self.missing_go_to_left.push(split.missing == Missing::Branch(0));
    }

    /// The shares and impurities of classes. A node without weight has those of the nearest above it that has some, whose answer it gives.
    fn classes(&mut self, tree: &Tree, criterion: Option<Criterion>) {
        let width = self.value.width;
        let mut weights = vec![0.0; tree.len() * width];
        for id in tree.ids().rev() {
            let from = id.place() * width;
            if let Answers::Classes(classes) = tree.answers() {
                classes.of(id).iter().for_each(|pair| weights[from + pair.class as usize] += pair.weight);
            }
            let Some(branches) = tree.branches(id) else { continue };
            for child in branches.iter() {
                let (own, below) = weights.split_at_mut(child.place() * width);
                own[from..from + width].iter_mut().zip(&below[..width]).for_each(|(sum, weight)| *sum += weight);
            }
        }
        for id in tree.ids().filter(|id| tree.rows(*id) <= 0.0) {
            if let Some(parent) = tree.parent(id) {
                weights.copy_within(parent.place() * width..(parent.place() + 1) * width, id.place() * width);
            }
        }
        let bits =
            |criterion| matches!(criterion, Criterion::Entropy | Criterion::GainRatio | Criterion::ConditionalEntropy);
        let impurity = if criterion.is_some_and(bits) { entropy } else { gini };
        for id in &self.ids {
            let own = &weights[*id as usize * width..(*id as usize + 1) * width];
            let total: f64 = own.iter().sum();
            self.impurity.push(impurity(own));
            match tree.held(NodeId(*id)) {
                Some(second) => self.value.numbers.extend([1.0 - second, second]),
                None => self.value.numbers.extend(own.iter().map(|weight| weight / total)),
            }
        }
    }
}

/// All nodes, depth first, the first branch before the others.
fn preorder(tree: &Tree) -> Vec<NodeId> {
    let (mut open, mut found) = (vec![NodeId::ROOT], Vec::with_capacity(tree.len()));
    while let Some(id) = open.pop() {
        found.push(id);
        if let Some(branches) = tree.branches(id) {
            open.extend(branches.iter().rev());
        }
    }
    found
}

/// The cut of a split, where it has one, two branches, and one of these for missing values.
fn cut(split: &Split, branches: Branches) -> Option<f64> {
    match (&split.test, &split.missing, branches.count) {
        (Test::Threshold { cut }, Missing::Branch(_), 2) => Some(*cut),
        (Test::Cut { level }, Missing::Branch(_), 2) => Some(f64::from(*level) + 0.5),
        _ => None,
    }
}

/// Why a split has no place in the arrays.
fn unlike(id: NodeId, split: &Split, branches: Branches) -> crate::error::Error {
    let why = match (&split.test, branches.count) {
        (_, 3..) => Unlike::Branches(branches.count),
        (Test::Threshold { .. } | Test::Cut { .. }, _) => Unlike::Missing,
        _ => Unlike::Names,
    };
    Mistake::NoNodeArrays { node: id.0, why }.anywhere()
}
