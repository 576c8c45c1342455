//! One rule for each leaf: if … and … then ….

use std::fmt::{self, Write};

use serde::Serialize;

use crate::model::Schema;
use crate::tree::{Answers, NodeId, Tree};

use super::figures::{counted, deviation, percent, share};
use super::path::{End, Paths};
use super::span::Condition;
use super::summary::Summary;
use super::wording::Words;

/// A path of a tree, read as a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// The leaf; the node that has no branch for the value, where a rule is about such values.
    pub node: NodeId,
    /// What is asked, one condition for each column, in the order of the path. None at all holds of every row.
    pub conditions: Vec<Condition>,
    /// What follows.
    pub then: Conclusion,
    /// The support: the weight of the training rows that took this path.
    pub rows: f64,
    /// The support as a share of all training rows.
    pub share: f64,
}

/// What a rule concludes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// A class.
    Class {
        /// The target's name.
        target: String,
        /// The class's number.
        class: u32,
        /// The class's name.
        name: String,
        /// The share of the rule's rows that are of this class; that of the node's rows where the rule has none of its own, and what the node is held
        /// to, where it is.
        confidence: f64,
    },
    /// A number.
    Number {
        /// The target's name.
        target: String,
        /// The answer.
        value: f64,
        /// The answer in words; a sum where the leaf holds a linear model.
        text: String,
        /// The standard deviation of the rule's rows.
        deviation: f64,
    },
    /// Nothing: the tree was grown on no weight at all.
    Nothing,
}

/// The order of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleOrder {
    /// That of the tree.
    #[default]
    Tree,
    /// The best supported first, equal ones in the order of the tree.
    Support,
}

/// Which rules, in which order.
#[derive(Debug, Clone, Copy, Default)]
pub struct RuleOptions {
    /// The order.
    pub order: RuleOrder,
    /// Whether values that no training row had at a node with a branch for each value have rules too: the node's own answer.
    /// With them, every row without missing values that the schema knows meets exactly one rule.
    pub unlisted: bool,
    /// Whether the words keep silent about the way of missing values; the conditions themselves still tell it.
    pub hide_missing: bool,
}

/// The rules of a tree, one for each leaf.
pub fn rules(schema: &Schema, tree: &Tree, options: RuleOptions) -> Vec<Rule> {
    let (words, summary) = (Words::new(schema).missing(!options.hide_missing), Summary::new(tree, |_| false));
    let mut paths = Paths::new(schema, tree);
    let mut rules = Vec::with_capacity(tree.leaves());
    while let Some(end) = paths.next(|_| false, options.unlisted) {
        let conditions =
            paths.asked().map(|(id, asked)| Condition::new(&words, id, asked.known.clone(), asked.missing)).collect();
        let (node, rows) = match end {
            End::Leaf(node) => (node, tree.rows(node) + 0.0),
            End::Stay(node) => (node, 0.0),
        };
        let then = conclusion(&words, tree, &summary, node);
        rules.push(Rule { node, conditions, then, rows, share: share(rows, tree.rows(NodeId::ROOT)) });
    }
    if options.order == RuleOrder::Support {
        rules.sort_by(|one, two| two.rows.total_cmp(&one.rows));
    }
    rules
}

fn conclusion(words: &Words<'_>, tree: &Tree, summary: &Summary, node: NodeId) -> Conclusion {
    let target = words.schema().target.name.clone();
    match tree.answers() {
        Answers::Classes(_) => summary.class(node).map_or(Conclusion::Nothing, |answer| Conclusion::Class {
            target,
            class: answer.class,
            name: words.schema().classes().get(answer.class as usize).cloned().unwrap_or_default(),
            confidence: answer.share,
        }),
        Answers::Numbers(answers) => {
            let place = node.place();
            let linear = answers.linear.binary_search_by_key(&node, |pair| pair.0).ok();
            let text =
                linear.map_or_else(|| words.answer(answers.values[place]), |at| words.linear(&answers.linear[at].1));
            let deviation = deviation(answers.errors[place], answers.rows[place]);
            Conclusion::Number { target, value: answers.values[place], text, deviation }
        }
    }
}

/// The rules as text, a line each.
///
/// ```text
/// IF outlook = Rain AND wind = Weak THEN play = Yes  [3 rows, 21 %; confidence 100 %]
/// ```
pub fn rules_text(schema: &Schema, tree: &Tree, options: RuleOptions) -> String {
    let mut text = String::new();
    for rule in rules(schema, tree, options) {
        let _ = writeln!(text, "{rule}");
    }
    text
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, condition) in self.conditions.iter().enumerate() {
            f.write_str(if place == 0 { "IF " } else { " AND " })?;
            f.write_str(&condition.text)?;
        }
        f.write_str(if self.conditions.is_empty() { "ALWAYS " } else { " THEN " })?;
        let support = if self.rows > 0.0 {
            format!("{}, {}", counted(self.rows, "row"), percent(self.share))
        } else {
            "no rows; the answer of the node above".to_owned()
        };
        match &self.then {
            Conclusion::Class { target, name, confidence, .. } => {
                let (target, name) = (super::wording::name(target), super::wording::name(name));
                write!(f, "{target} = {name}  [{support}; confidence {}]", percent(*confidence))
            }
            Conclusion::Number { target, text, deviation, .. } => {
                let spread = super::figures::rounded(*deviation, 4);
                write!(f, "{} = {text}  [{support}; ± {spread}]", super::wording::name(target))
            }
            Conclusion::Nothing => write!(f, "no answer  [{support}]"),
        }
    }
}
