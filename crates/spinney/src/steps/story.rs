//! What is said with the names and numbers at hand.

use crate::explain::Words;
use crate::grow::{Conventions, Criterion, NodeRecord, Outcome, Part, Record, TreeSettings, TrialRecord};
use crate::model::Schema;
use crate::tree::{Answers, Missing, Node, NodeId, Split, Test, Tree};

use super::figure::{decimal, listed, rows, weight};
use super::mixture::Mixture;

/// Values of a set that are named before they are counted.
const MOST_VALUES: usize = 6;
/// Significant digits of long numbers.
const DIGITS: usize = 6;
/// Classes that are named before they are counted.
const MOST_CLASSES: usize = 8;
/// Steps of a path that are told: the last ones.
const MOST_STEPS: usize = 8;

/// A grown tree with its record: what a derivation is told from.
pub(super) struct Story<'a> {
    pub(super) words: Words<'a>,
    pub(super) tree: &'a Tree,
    pub(super) record: &'a Record,
    pub(super) settings: &'a TreeSettings,
    pub(super) mixture: Mixture,
    pub(super) depths: Vec<u32>,
}

impl<'a> Story<'a> {
    pub(super) fn new(schema: &'a Schema, settings: &'a TreeSettings, grown: &'a (Tree, Record)) -> Self {
        let words = Words::new(schema).most(MOST_VALUES).rounded(DIGITS).missing(true);
        let mixture = Mixture::new(settings.criterion, schema.task());
        let (tree, record) = grown;
        Story { words, tree, record, settings, mixture, depths: tree.depths() }
    }

    /// What was written down of a node.
    pub(super) fn account(&self, id: NodeId) -> Option<&'a NodeRecord> {
        let record = self.record;
        record.ids.binary_search(&id).ok().and_then(|at| record.nodes.get(at))
    }

    /// A split that was tried, as if it were made.
    pub(super) fn split(trial: &TrialRecord) -> Split {
        let missing = trial.missing.map_or(Missing::Spread, Missing::Branch);
        Split { column: trial.column, test: trial.test.clone(), missing }
    }

    /// A split in few words: `outlook`, `size ≤ 3`.
    pub(super) fn asked(&self, trial: &TrialRecord) -> String {
        match &trial.test {
            Test::Values { .. } | Test::Subset { .. } => self.words.column(trial.column),
            Test::Height { height, .. } => match height {
                0 => self.words.column(trial.column),
                1 => format!("{}, 1 level up", self.words.column(trial.column)),
                _ => format!("{}, {height} levels up", self.words.column(trial.column)),
            },
            Test::Threshold { .. } | Test::Cut { .. } => self.words.missing(false).test(&Self::split(trial), 0),
        }
    }

    /// The way to a node, the last steps of it where it is long.
    pub(super) fn path(&self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut at = id;
        while let (Some(parent), true) = (self.tree.parent(at), steps.len() < MOST_STEPS) {
            steps.push(self.branch_words(parent, at));
            at = parent;
        }
        let left = self.depths[at.place()];
        steps.extend((left > 0).then(|| format!("… {left} more")));
        steps.reverse();
        steps.join(", ")
    }

    /// The branch of a node that leads to this child: `outlook = Sunny`.
    pub(super) fn branch_words(&self, parent: NodeId, child: NodeId) -> String {
        match self.tree.node(parent) {
            Node::Branch { split, branches } => {
                self.words.missing(self.has_lost(parent)).test(&split, child.0 - branches.first.0)
            }
            Node::Leaf => String::new(),
        }
    }

    /// Whether rows of a node have no value of the column that it asks.
    pub(super) fn has_lost(&self, id: NodeId) -> bool {
        let Some(account) = self.account(id) else { return false };
        matches!(account.outcome, Outcome::Split(trial) if account.trials.get(trial).is_some_and(|trial| trial.lost > 0.0))
    }

    /// What rows say of the target: `No 5, Yes 9`, or `mean 3.5`.
    pub(super) fn contents(&self, part: &Part) -> String {
        match part.classes.as_slice() {
            [] => format!("mean {}", self.mean(part)),
            [one] => format!("all {}", self.words.class(one.class)),
            many => {
                let name = |pair: &crate::tree::ClassWeight| {
                    format!("{} {}", self.words.class(pair.class), weight(pair.weight))
                };
                let names: Vec<String> = many.iter().take(MOST_CLASSES).map(name).collect();
                let more = many.len() - names.len();
                let more = if more > 0 { format!(" and {more} more classes") } else { String::new() };
                format!("{}{more}", names.join(", "))
            }
        }
    }

    /// The mean of rows: a date where the target is one.
    pub(super) fn mean(&self, part: &Part) -> String {
        match &self.words.schema().target.values {
            crate::model::TargetKind::Number { meaning: crate::table::Meaning::Plain } => decimal(part.mean),
            _ => self.words.answer(part.mean),
        }
    }

    /// What a leaf answers, in words.
    pub(super) fn answer(&self, id: NodeId) -> String {
        match self.tree.answers() {
            Answers::Classes(_) => {
                self.tree.majority(id).map_or_else(|| "no answer".to_owned(), |class| self.words.class(class))
            }
            Answers::Numbers(numbers) => match numbers.linear.binary_search_by_key(&id, |pair| pair.0) {
                Ok(at) => self.words.linear(&numbers.linear[at].1),
                Err(_) => self.words.answer(numbers.values[id.place()]),
            },
        }
    }

    /// Whether gains are over the split's own entropy.
    pub(super) fn by_ratio(&self) -> bool {
        self.settings.criterion == Criterion::GainRatio
    }

    /// Whether the habits of C4.5 or J48 are followed.
    pub(super) fn by_habit(&self) -> bool {
        self.by_ratio() && self.settings.conventions != Conventions::Exact
    }

    /// Whose habits these are.
    pub(super) fn habit(&self) -> &'static str {
        if self.settings.conventions == Conventions::J48 { "J48" } else { "C4.5" }
    }

    /// The gain ratio of a split.
    pub(super) fn ratio(&self, trial: &TrialRecord) -> f64 {
        // The references call the ratio of a split that hardly splits 0.
        let least = match self.settings.conventions {
            Conventions::Exact => 0.0,
            Conventions::C45 => crate::grow::SLACK,
            Conventions::J48 => 1e-6 / trial.of,
        };
        if trial.split_entropy > least { trial.gain / trial.split_entropy } else { 0.0 }
    }

    /// Rows without a value of a column, and what is done with them.
    pub(super) fn lost(&self, trial: &TrialRecord) -> Option<String> {
        if trial.lost <= 0.0 {
            return None;
        }
        let column = self.words.column(trial.column);
        let some = format!("{} of {} have no value of {column}", weight(trial.lost), rows(trial.of));
        Some(match trial.missing {
            Some(branch) if branch >= trial.test.branches() => format!("{some}: they are a branch of their own."),
            Some(branch) => {
                let joined = self.words.missing(false).test(&Self::split(trial), branch);
                format!("{some}: they gain most where they join {}.", own_words(&joined))
            }
            None => format!(
                "{some}: the sums are over the others, and the gain is multiplied by their share, {}.",
                super::figure::fraction(trial.counted.rows, trial.of)
            ),
        })
    }

    /// What stands in for the split of a node where rows have no value.
    pub(super) fn stand_ins(&self, id: NodeId) -> Option<String> {
        let Node::Branch { split: Split { missing, column, .. }, .. } = self.tree.node(id) else { return None };
        let column = self.words.column(column);
        match missing {
            Missing::Branch(_) => None,
            Missing::Spread => {
                Some(format!("Rows without a value of {column} go down every branch, each with its share."))
            }
            Missing::Surrogates(others) if others.is_empty() => {
                Some(format!("Rows without a value of {column} go down the heaviest branch."))
            }
            Missing::Surrogates(others) => {
                let asked = |other: &crate::tree::Surrogate| {
                    let split = Split { column: other.column, test: other.test.clone(), missing: Missing::Spread };
                    self.words.test(&split, 0)
                };
                let names: Vec<String> = others.iter().map(asked).collect();
                Some(format!("Rows without a value of {column} go as the first of these says: {}.", listed(&names, 3)))
            }
        }
    }
}

/// A branch for missing values alone reads better so.
fn own_words(joined: &str) -> String {
    if joined.ends_with("is missing") { "no other branch".to_owned() } else { joined.to_owned() }
}
