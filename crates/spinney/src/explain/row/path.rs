//! One row's way through the tree: the tests, what the row says to each, and what every node on the way holds.

use serde::Serialize;

use super::holds::{ClassChance, Holds, holds};
use crate::explain::Words;
use crate::model::Schema;
use crate::tree::{Answers, Cell, Landing, LinearModel, Missing, Node, NodeId, Row, Split, Step, Tree, heaviest};

/// So many values of a set are named.
const MOST_NAMES: usize = 6;

/// One test that a row meets.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PathStep {
    /// The node that asks.
    pub node: NodeId,
    /// How much of the row comes here: all of it, unless missing values were spread above.
    pub share: f64,
    /// The training rows of the node.
    pub holds: Holds,
    /// The column asked about.
    pub column: String,
    /// The row's value there, as the table has it; none where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The branch that the row takes; none where it takes all or stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<u32>,
    /// What holds for the values that take this branch, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Why it takes this branch.
    pub why: Why,
}

/// Why a row goes where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Its value says so.
    Value,
    /// It has no value, and rows without one go this way.
    Missing,
    /// It has no value, and another column answers in its place: what holds there, in words.
    Surrogate(String),
    /// It has no value, nor has any column that could answer in its place: the heaviest branch.
    NoSurrogate,
    /// It has no value, and goes down every branch, with the share of the training rows that did.
    Spread,
    /// Training rows never had its value here: the heaviest branch.
    Unseen,
    /// Training rows never had its value here, where each value has a branch: it stays, and the node answers.
    Stays,
}

/// A place where the row ends.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PathEnd {
    /// The node.
    pub node: NodeId,
    /// How much of the row ends here.
    pub share: f64,
    /// The training rows of the node.
    pub holds: Holds,
    /// The class that is answered and its share, where a constraint holds the node to another than that of its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<ClassChance>,
    /// The formula of a leaf that answers by a linear regression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
}

/// The steps of a row from the root down, and where it ends; in the order of the tree's own walk.
pub(super) fn path(
    (schema, tree): (&Schema, &Tree),
    row: &impl Row,
    value: impl Fn(&str) -> Option<String>,
) -> (Vec<PathStep>, Vec<PathEnd>) {
    let words = Words::new(schema).most(MOST_NAMES);
    let (visits, ends) = visit(tree, row);
    let nodes: Vec<NodeId> = visits.iter().chain(&ends).map(|landing| landing.node).collect();
    let held = holds(schema, tree, &nodes);
    let of = |node: NodeId| held.get(&node).cloned().unwrap_or(Holds::Classes { rows: 0.0, classes: vec![], more: 0 });
    let step = |visit: &Landing| {
        let Node::Branch { split, .. } = tree.node(visit.node) else { return None };
        let column = schema.column(split.column);
        let (branch, why) = reason(&words, tree, visit.node, &split, row);
        Some(PathStep {
            node: visit.node,
            share: visit.share,
            holds: of(visit.node),
            column: column.name.clone(),
            value: value(&column.name),
            branch,
            condition: branch.map(|branch| words.values(split.column, &split.test, branch)),
            why,
        })
    };
    let end = |landing: &Landing| PathEnd {
        node: landing.node,
        share: landing.share,
        holds: of(landing.node),
        held: held_to(schema, tree, landing.node),
        formula: linear(tree, landing.node).map(|model| words.linear(model)),
    };
    (visits.iter().filter_map(step).collect(), ends.iter().map(end).collect())
}

/// The nodes that ask the row, and those where it ends.
fn visit(tree: &Tree, row: &impl Row) -> (Vec<Landing>, Vec<Landing>) {
    let mut open = vec![Landing { node: NodeId::ROOT, share: 1.0 }];
    let (mut visits, mut ends) = (Vec::new(), Vec::new());
    while let Some(landing) = open.pop() {
        if tree.branches(landing.node).is_some() {
            visits.push(landing);
        }
        if !tree.go_on(landing, row, &mut open) {
            ends.push(landing);
        }
    }
    (visits, ends)
}

/// The branch that a row takes at a node, and why.
fn reason(words: &Words<'_>, tree: &Tree, node: NodeId, split: &Split, row: &impl Row) -> (Option<u32>, Why) {
    let cell = row.cell(split.column);
    let branch = match tree.step(node, split, row) {
        Step::Down(branch) => Some(branch),
        Step::Spread | Step::Stay => None,
    };
    let why = match (&split.missing, branch) {
        _ if split.test.branch(cell).is_some() => Why::Value,
        (_, None) if cell != Cell::Missing => Why::Stays,
        (_, Some(_)) if cell != Cell::Missing => Why::Unseen,
        (Missing::Branch(_), _) => Why::Missing,
        (Missing::Spread, _) => Why::Spread,
        (Missing::Surrogates(surrogates), _) => {
            let answers = surrogates.iter().find_map(|other| {
                let branch = other.test.branch(row.cell(other.column))?;
                Some(words.values(other.column, &other.test, branch))
            });
            answers.map_or(Why::NoSurrogate, Why::Surrogate)
        }
    };
    (branch, why)
}

fn held_to(schema: &Schema, tree: &Tree, node: NodeId) -> Option<ClassChance> {
    let answer = heaviest(&tree.held_weights(node)?)?;
    Some(ClassChance { class: schema.classes()[answer.class as usize].clone(), probability: answer.weight })
}

fn linear(tree: &Tree, node: NodeId) -> Option<&LinearModel> {
    let Answers::Numbers(all) = tree.answers() else { return None };
    let place = all.linear.binary_search_by_key(&node, |(id, _)| *id).ok()?;
    Some(&all.linear[place].1)
}
