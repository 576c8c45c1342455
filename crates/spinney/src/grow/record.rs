//! What the engine saw and decided, node by node: the sums behind `steps`.

use serde::Serialize;

use super::candidate::{Candidate, Question, Route};
use super::criterion::Sums;
use super::draft::{Draft, Fork};
use super::finish::Finish;
use super::limits::Stop;
use super::observer::Seen;
use super::replay::{Account, Told};
use crate::measure::{Scale, entropy};
use crate::tree::{ClassWeight, ColumnId, NodeId, Test, Tree};

/// The account of a whole tree, by the number of its nodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// The nodes that were written down: all, unless some were asked for.
    pub ids: Vec<NodeId>,
    /// One account for each of them.
    pub nodes: Vec<NodeRecord>,
    /// Nodes whose split is not the one that trying every split plainly would choose. There are none: the tests see to it.
    pub differing: Vec<NodeId>,
}

/// What is to be written down of a growing tree.
#[derive(Clone, Copy)]
pub struct Recording<'a> {
    /// The nodes, chosen when the tree is grown.
    pub nodes: &'a dyn Fn(&Tree) -> Vec<NodeId>,
    /// The splits of one column at one node that are kept, the best ones; all where none is said.
    pub most: Option<usize>,
}

/// The account of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRecord {
    /// Its rows.
    pub rows: Part,
    /// Every split that was tried, in the order of columns; of the cuts of one column, in the order of cuts.
    pub trials: Vec<TrialRecord>,
    /// How many more splits of a column were tried and not kept, where a limit was set.
    pub passed_over: Vec<(ColumnId, u32)>,
    /// The average gain, below which C4.5 passes a column over; none under other conventions.
    pub average_gain: Option<f64>,
    /// What was decided.
    pub outcome: Outcome,
}

/// What was decided of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It was split by the trial of this number.
    Split(usize),
    /// It is a leaf, for this reason.
    Leaf(Stop),
}

/// One split that was tried.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialRecord {
    /// The column.
    pub column: ColumnId,
    /// The question.
    pub test: Test,
    /// How many of the node's other splits are better by the criterion: 0 for the best, the same for equals. By the gain
    /// alone where C4.5 or chance decides among columns.
    pub better: u32,
    /// The weight of the rows without a value.
    pub lost: f64,
    /// The branch that rows without a value join; none where they join none, or where there are none.
    pub missing: Option<u32>,
    /// The rows of each branch.
    pub branches: Vec<Part>,
    /// The rows that count: those with a value, and those without where these join a branch.
    pub counted: Part,
    /// The weight of all rows of the node.
    pub of: f64,
    /// What is left after the split, for each row that counts: H(Y|X), the Gini of the split, the mean squared error …
    pub after: f64,
    /// What the split gains for each row of the node.
    pub gain: f64,
    /// The entropy of the split itself, in bits; rows without a value are a branch where they join none.
    pub split_entropy: f64,
}

/// A set of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Their weight.
    pub rows: f64,
    /// The weight of each class that occurs; none where the target is a number.
    pub classes: Vec<ClassWeight>,
    /// The mean of the target; NaN where it is a class.
    pub mean: f64,
    /// How mixed they are: entropy in bits, Gini, variance, or mean absolute error.
    pub impurity: f64,
}

impl Finish<'_> {
    /// The record of a finished draft.
    pub(crate) fn record(&self, draft: &Draft, accounts: &[Account], (scale, unit): (&Scale, f64)) -> Record {
        let mut record = Record::default();
        for (number, place) in draft.order().into_iter().enumerate() {
            // A split that was taken back leaves its branches without a place in the tree; those in it have an account.
            let Ok(found) = accounts.binary_search_by_key(&place, |account| account.place) else { continue };
            let account = &accounts[found];
            let fork = draft.split_of(place);
            let of = account.tally.weight() as f64 / self.per_row;
            let trials: Vec<TrialRecord> =
                account.sights.iter().map(|told| self.trial(told, (of, scale, unit))).collect();
            let made = |fork: &Fork| account.sights.iter().position(|told| is_made(&told.sight.candidate, fork));
            let outcome = match (fork.and_then(made), &account.decision) {
                (Some(trial), _) => Outcome::Split(trial),
                (None, Err(stop)) => Outcome::Leaf(*stop),
                (None, Ok(_)) if draft.children(place).places().is_empty() => Outcome::Leaf(Stop::MaxLeaves),
                (None, Ok(_)) => Outcome::Leaf(Stop::CutBack),
            };
            let agrees = match (&account.decision, fork) {
                (Ok(candidate), Some(fork)) => is_made(candidate, fork),
                (Err(_), Some(_)) => false,
                (_, None) => true,
            };
            if !agrees {
                record.differing.push(NodeId(number as u32));
            }
            let rows = self.part(&account.whole, scale);
            record.ids.push(NodeId(number as u32));
            let passed_over = account.passed_over.iter().map(|(column, more)| (ColumnId(*column as u32), *more));
            let passed_over = passed_over.collect();
            record.nodes.push(NodeRecord { rows, trials, passed_over, average_gain: account.average, outcome });
        }
        record
    }

    fn trial(&self, told: &Told, (of, scale, unit): (f64, &Scale, f64)) -> TrialRecord {
        let sight = &told.sight;
        let candidate = &sight.candidate;
        let branches: Vec<Part> = sight.branches.iter().map(|branch| self.part(branch, scale)).collect();
        let counted = self.part(&sight.counted, scale);
        let after = branches.iter().map(|part| part.rows / counted.rows * part.impurity).sum();
        let apart = of - counted.rows;
        let weights: Vec<f64> = branches.iter().map(|part| part.rows).chain((apart > 0.0).then_some(apart)).collect();
        let missing = match candidate.route {
            Route::Branch(branch) => Some(branch),
            Route::Heaviest | Route::Spread | Route::Surrogates => None,
        };
        TrialRecord {
            column: ColumnId(candidate.column as u32),
            test: self.test(candidate.column, &candidate.question, &told.listed),
            better: told.better,
            lost: sight.lost as f64 / self.per_row,
            missing,
            branches,
            of,
            after,
            gain: candidate.gain.value() / unit / self.per_row / of,
            split_entropy: entropy(&weights),
            counted,
        }
    }

    fn part(&self, seen: &Seen, scale: &Scale) -> Part {
        match &seen.sums {
            Sums::Classes(counts) => {
                let of =
                    |(class, units): &(u32, u64)| ClassWeight { class: *class, weight: *units as f64 / self.per_row };
                let classes: Vec<ClassWeight> = counts.iter().map(of).collect();
                let rows = counts.iter().map(|(_, units)| units).sum::<u64>() as f64 / self.per_row;
                Part { rows, classes, mean: f64::NAN, impurity: seen.impurity }
            }
            Sums::Several(_) => Part { rows: f64::NAN, classes: Vec::new(), mean: f64::NAN, impurity: seen.impurity },
            Sums::Number { weight, sum } => {
                let mean = scale.centre() + *sum as f64 / *weight as f64 * scale.step();
                Part { rows: *weight as f64 / self.per_row, classes: Vec::new(), mean, impurity: seen.impurity }
            }
        }
    }
}

fn is_made(candidate: &Candidate, fork: &Fork) -> bool {
    let same = match (&candidate.question, &fork.question) {
        // Codes that the node has not may be told below the number, or not.
        (Question::At { cut: one, .. }, Question::At { cut: two, .. }) => one.total_cmp(two).is_eq(),
        (one, two) => one == two,
    };
    candidate.column == fork.column as usize && same && candidate.route == fork.route
}
