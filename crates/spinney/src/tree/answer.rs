//! What a node says of the target.

use super::id::{ColumnId, NodeId};

/// The answers of all nodes of a tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Answers {
    /// Weights of classes.
    Classes(ClassAnswers),
    /// Numbers.
    Numbers(NumberAnswers),
}

/// The class weights of all leaves, sparse; a node with children holds none, since its weights are the sum of its leaves'.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassAnswers {
    /// How many classes the target has.
    pub classes: u32,
    /// For each node the start of its weights, and their end as one more entry.
    pub starts: Vec<u32>,
    /// Weights above 0, in the order of nodes and, within a node, of classes.
    pub weights: Vec<ClassWeight>,
    /// Of two classes: nodes that answer another share of the second than their rows have, since answers may only rise, or only fall, along a
    /// column; in the order of nodes, leaves or not.
    pub held: Vec<(NodeId, f64)>,
}

/// The weight of one class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassWeight {
    /// The class.
    pub class: u32,
    /// The weight of its training rows.
    pub weight: f64,
}

/// What each node, leaf or not, says of a numeric target.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberAnswers {
    /// The weight of the node's training rows; that of a node with children is the sum of theirs, exactly.
    pub rows: Vec<f64>,
    /// The answer: their mean or median.
    pub values: Vec<f64>,
    /// The sum of their squared distances from the mean.
    pub errors: Vec<f64>,
    /// Leaves that answer by a linear regression, in the order of nodes.
    pub linear: Vec<(NodeId, LinearModel)>,
}

/// A linear regression of a leaf's rows: base + Σ slope · (x − centre), kept between low and high.
#[derive(Debug, Clone, PartialEq)]
pub struct LinearModel {
    /// The answer where every column is at its centre.
    pub base: f64,
    /// The columns that count.
    pub terms: Vec<Term>,
    /// The least answer: the least target seen here.
    pub low: f64,
    /// The greatest answer.
    pub high: f64,
}

/// One column's part in a linear model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// The column.
    pub column: ColumnId,
    /// What the answer gains with each unit.
    pub slope: f64,
    /// The mean of the column in the leaf; a missing value counts as this.
    pub centre: f64,
}

impl ClassAnswers {
    /// Nodes that answer what their rows say.
    pub fn new(classes: u32, starts: Vec<u32>, weights: Vec<ClassWeight>) -> Self {
        ClassAnswers { classes, starts, weights, held: Vec::new() }
    }

    /// The weights that a leaf holds; none for a node with children.
    pub fn of(&self, node: NodeId) -> &[ClassWeight] {
        &self.weights[self.starts[node.place()] as usize..self.starts[node.place() + 1] as usize]
    }

    /// The share of the second class that a node is held to, where it is not that of its rows.
    pub fn held(&self, node: NodeId) -> Option<f64> {
        let place = self.held.binary_search_by_key(&node, |(id, _)| *id).ok()?;
        Some(self.held[place].1)
    }

    /// What a node that is held answers, as weights that add up to 1.
    pub(crate) fn held_weights(&self, node: NodeId) -> Option<Vec<ClassWeight>> {
        let second = self.held(node)?;
        let both = [(0, 1.0 - second), (1, second)].map(|(class, weight)| ClassWeight { class, weight });
        Some(both.into_iter().filter(|pair| pair.weight > 0.0).collect())
    }
}

/// The heaviest of classes, the first of equal ones; `None` where there is none.
pub(crate) fn heaviest(weights: &[ClassWeight]) -> Option<ClassWeight> {
    let most = weights.iter().map(|pair| pair.weight).fold(f64::NEG_INFINITY, f64::max);
    weights.iter().find(|pair| pair.weight == most).copied()
}

impl LinearModel {
    /// The answer for values of its columns; NaN is missing.
    pub fn answer(&self, value: impl Fn(ColumnId) -> f64) -> f64 {
        let part = |term: &Term| {
            let x = value(term.column);
            if x.is_nan() { 0.0 } else { term.slope * (x - term.centre) }
        };
        let sum = self.base + self.terms.iter().map(part).sum::<f64>();
        if sum.is_nan() { self.base } else { sum.clamp(self.low, self.high) }
    }
}
