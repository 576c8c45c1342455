//! One split: its branches with their counts, what is left after it, what it gains.

use crate::grow::{NodeRecord, Part, TrialRecord};
use crate::tree::{ClassWeight, Test};

use super::document::{Block, Head, Table};
use super::figure::{decimal, rows, weight};
use super::formula::{Formula, Token, number, part};
use super::mixture::Mixture;
use super::story::Story;

/// Branches that are written out; the others are summed up.
const MOST_BRANCHES: usize = 24;
/// Letters of a sum in a table.
const LONGEST_CELL: usize = 38;
/// Classes that have a column of counts each.
const MOST_COUNTED: usize = 4;

impl Story<'_> {
    /// Everything about one split.
    pub(super) fn trial(&self, node: &NodeRecord, trial: &TrialRecord) -> Vec<Block> {
        let mut blocks = vec![Block::Table(self.branches(node, trial))];
        let apart = trial.counted.rows < trial.of;
        let target = self.words.target();
        if apart {
            let head = Formula::known(self.mixture.sign(), &target, &self.words.column(trial.column));
            blocks.extend(self.mixture.written_out(head, &target, &trial.counted).map(Block::Formula));
        }
        blocks.extend(self.rest(trial).map(Block::Formula));
        blocks.push(Block::Formula(self.gain(trial)));
        if self.by_ratio() {
            blocks.push(Block::Formula(self.split_entropy(trial)));
            blocks.push(Block::Formula(self.gain_ratio(trial)));
        }
        blocks
    }

    /// The branches with their counts.
    fn branches(&self, node: &NodeRecord, trial: &TrialRecord) -> Table {
        let classes = &node.rows.classes;
        let counted = if classes.len() <= MOST_COUNTED { classes.as_slice() } else { &[] };
        let mut heads = vec![Head::words(&self.words.column(trial.column)), Head::figures("rows")];
        heads.extend(counted.iter().map(|pair| Head::figures(&self.words.class(pair.class)).spare()));
        if classes.is_empty() {
            heads.push(Head::figures("mean"));
        }
        if self.mixture != Mixture::Poisson {
            let sign = self.mixture.sign();
            heads.push(if classes.is_empty() { Head::figures(sign) } else { Head::words(sign).whole() });
        }
        let mut table = Table::new(heads);
        let split = Self::split(trial);
        let mixed = self.mixtures(node, trial);
        for (branch, part) in trial.branches.iter().enumerate().take(MOST_BRANCHES) {
            let mut row = vec![self.words.branch(&split, branch as u32), weight(part.rows)];
            row.extend(counted.iter().map(|pair| weight(of_class(part, pair))));
            if classes.is_empty() {
                row.push(self.mean(part));
            }
            if self.mixture != Mixture::Poisson {
                row.push(mixed[branch].clone());
            }
            table.rows.push(row);
        }
        if let Some(more @ [_, ..]) = trial.branches.get(MOST_BRANCHES..) {
            let mut row =
                vec![format!("{} more branches", more.len()), weight(more.iter().map(|part| part.rows).sum())];
            row.resize(table.heads.len(), String::new());
            table.rows.push(row);
        }
        table
    }

    /// How mixed each branch is: `H(2/5, 3/5) = 0.9710`, or the numbers alone where that would be long.
    fn mixtures(&self, node: &NodeRecord, trial: &TrialRecord) -> Vec<String> {
        let shown = trial.branches.iter().take(MOST_BRANCHES);
        let cells: Vec<String> = shown.clone().map(|part| self.mixture.cell(part, &node.rows.classes)).collect();
        let long = cells.iter().any(|cell| cell.chars().count() > LONGEST_CELL);
        if long { shown.map(|part| decimal(part.impurity)).collect() } else { cells }
    }

    /// What is left after the split: `H(play | outlook) = 4/14·0 + 5/14·0.9710 + 5/14·0.9710 = 0.6935`.
    fn rest(&self, trial: &TrialRecord) -> Option<Formula> {
        if self.mixture == Mixture::Poisson {
            return None;
        }
        let head = Formula::of(self.mixture.sign(), &self.words.target(), Some(&self.asked(trial)));
        let term = |branch: &Part| vec![part(branch.rows, trial.counted.rows), Token::Times, number(branch.impurity)];
        let value = |branch: &Part| branch.rows / trial.counted.rows * branch.impurity;
        let sum = head.then([Token::Equals]).then(summed(&trial.branches, term, value));
        Some(sum.is(trial.after))
    }

    /// `gain(outlook) = 0.9403 − 0.6935 = 0.2467`, times the share of rows that count, less what C4.5 takes off cuts.
    fn gain(&self, trial: &TrialRecord) -> Formula {
        let apart = trial.counted.rows < trial.of;
        let mut sum = Formula::of("gain", &self.asked(trial), None).then([Token::Equals]);
        if apart {
            sum = sum.then([part(trial.counted.rows, trial.of), Token::Times, Token::Open]);
        }
        sum = if self.mixture == Mixture::Poisson {
            let term = |branch: &Part| {
                let mut term = vec![part(branch.rows, trial.counted.rows), Token::Times];
                term.extend(by_its_logarithm(branch.mean));
                term
            };
            let value = |branch: &Part| branch.rows / trial.counted.rows * branch.mean * libm::log(branch.mean);
            sum.then(summed(&trial.branches, term, value))
                .then([Token::Minus])
                .then(by_its_logarithm(trial.counted.mean))
        } else {
            sum.number(trial.counted.impurity).then([Token::Minus]).number(trial.after)
        };
        if apart {
            sum = sum.then([Token::Close]);
        }
        if let Some(cuts) = self.cuts_paid_for(trial) {
            let price = [Token::Minus, Token::Log2, Token::Open, number(cuts), Token::Close, Token::Over];
            sum = sum.then(price).number(trial.of);
        }
        sum.is(trial.gain)
    }

    /// C4.5 takes log₂(cuts) bits off the best of several cuts; the record holds what is left. None where there was one cut.
    pub(super) fn cuts_paid_for(&self, trial: &TrialRecord) -> Option<f64> {
        if !self.by_habit() || !matches!(trial.test, Test::Threshold { .. } | Test::Cut { .. }) {
            return None;
        }
        let gross = trial.counted.rows / trial.of * (trial.counted.impurity - trial.after);
        let cuts = libm::round(libm::exp2((gross - trial.gain) * trial.of));
        (cuts >= 2.0).then_some(cuts)
    }

    /// `split(outlook) = H(4/14, 5/14, 5/14) = 1.5774`
    fn split_entropy(&self, trial: &TrialRecord) -> Formula {
        let apart = trial.of - trial.counted.rows;
        let parts = trial.branches.iter().map(|branch| branch.rows).chain((apart > 0.0).then_some(apart));
        let mut tokens = vec![Token::Equals];
        // Of very many branches the list would say little.
        if trial.branches.len() <= MOST_BRANCHES {
            tokens.extend([Token::Measure("H"), Token::Open]);
            for (at, rows) in parts.enumerate() {
                tokens.extend((at > 0).then_some(Token::Comma));
                tokens.push(part(rows, trial.of));
            }
            tokens.extend([Token::Close, Token::Equals]);
        }
        Formula::of("split", &self.asked(trial), None).then(tokens).number(trial.split_entropy)
    }

    fn gain_ratio(&self, trial: &TrialRecord) -> Formula {
        let ratio = self.ratio(trial);
        let head = Formula::of("gain ratio", &self.asked(trial), None).then([Token::Equals]);
        if ratio == 0.0 && trial.gain > 0.0 {
            return head.number(0.0); // by the references' rule for splits that hardly split
        }
        head.number(trial.gain).then([Token::Over]).number(trial.split_entropy).is(ratio)
    }

    /// The rows of each branch in few signs, for a list of many splits: `(3, 1) (2, 8)`.
    pub(super) fn shares(&self, node: &NodeRecord, trial: &TrialRecord) -> String {
        let classes = &node.rows.classes;
        let few = trial.branches.len() <= MOST_COUNTED;
        let one = |branch: &Part| {
            if classes.is_empty() {
                return format!("{} ({})", weight(branch.rows), self.mean(branch));
            }
            if classes.len() > MOST_COUNTED {
                return weight(branch.rows);
            }
            let counts: Vec<String> = classes.iter().map(|pair| weight(of_class(branch, pair))).collect();
            format!("({})", counts.join(", "))
        };
        if !few {
            return format!("{} branches of {}", trial.branches.len(), rows(trial.counted.rows));
        }
        trial.branches.iter().map(one).collect::<Vec<String>>().join("  ")
    }

    /// What [`shares`](Self::shares) shows.
    pub(super) fn shares_head(&self, node: &NodeRecord) -> String {
        let classes = &node.rows.classes;
        if classes.is_empty() {
            return "rows (mean) of each branch".to_owned();
        }
        if classes.len() > MOST_COUNTED {
            return "rows of each branch".to_owned();
        }
        let names: Vec<String> = classes.iter().map(|pair| self.words.class(pair.class)).collect();
        format!("({})", names.join(", "))
    }
}

fn of_class(part: &Part, class: &ClassWeight) -> f64 {
    part.classes.iter().find(|own| own.class == class.class).map_or(0.0, |own| own.weight)
}

/// `2.5·ln(2.5)`
fn by_its_logarithm(mean: f64) -> [Token; 6] {
    [number(mean), Token::Times, Token::Ln, Token::Open, number(mean), Token::Close]
}

/// The terms of the branches with + between; those beyond the most are one number.
fn summed(branches: &[Part], term: impl Fn(&Part) -> Vec<Token>, value: impl Fn(&Part) -> f64) -> Vec<Token> {
    let mut sum = Vec::new();
    for branch in branches.iter().take(MOST_BRANCHES) {
        if !sum.is_empty() {
            sum.push(Token::Plus);
        }
        sum.extend(term(branch));
    }
    if let Some(more @ [_, ..]) = branches.get(MOST_BRANCHES..) {
        sum.extend([Token::Plus, Token::Number(decimal(more.iter().map(value).sum()))]);
    }
    sum
}
