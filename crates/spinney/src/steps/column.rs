//! One column at one node: every split of it that was tried, and the best in full.

use crate::grow::{NodeRecord, Outcome, TrialRecord};
use crate::tree::{ColumnId, Test};

use super::document::{Block, Head, Table};
use super::figure::decimal;
use super::mixture::Mixture;
use super::story::Story;

/// Splits of one column that are listed: the best ones.
pub(super) const MOST_LISTED: usize = 12;

/// The splits of one column at one node.
pub(super) struct Tried<'a> {
    pub(super) column: ColumnId,
    pub(super) trials: &'a [TrialRecord],
    /// The best of them.
    pub(super) best: &'a TrialRecord,
    /// Whether the node is split by the best.
    pub(super) made: bool,
    /// Splits that the record did not keep.
    passed_over: u32,
}

/// What was tried at a node, column by column.
pub(super) fn by_column(node: &NodeRecord) -> Vec<Tried<'_>> {
    let chosen = match node.outcome {
        Outcome::Split(trial) => Some(trial),
        Outcome::Leaf(_) => None,
    };
    let mut start = 0;
    let mut columns = Vec::new();
    for trials in node.trials.chunk_by(|one, two| one.column == two.column) {
        let made = chosen.and_then(|chosen| chosen.checked_sub(start)).and_then(|at| trials.get(at));
        start += trials.len();
        let first_best = trials.iter().min_by_key(|trial| trial.better).unwrap_or(&trials[0]);
        let column = trials[0].column;
        let passed_over = node.passed_over.binary_search_by_key(&column, |pair| pair.0);
        let passed_over = passed_over.map_or(0, |at| node.passed_over[at].1);
        columns.push(Tried { column, trials, best: made.unwrap_or(first_best), made: made.is_some(), passed_over });
    }
    columns
}

impl Tried<'_> {
    /// How many splits of the column there were.
    fn count(&self) -> usize {
        self.trials.len() + self.passed_over as usize
    }

    /// What they are called.
    fn word(&self) -> &'static str {
        match self.best.test {
            _ if self.trials.iter().any(|trial| trial.missing.is_some()) => "split",
            Test::Threshold { .. } | Test::Cut { .. } => "cut",
            Test::Subset { .. } => "pair of sets",
            _ => "split",
        }
    }
}

impl Story<'_> {
    /// Everything about one column at one node.
    pub(super) fn column(&self, node: &NodeRecord, tried: &Tried<'_>) -> Vec<Block> {
        let mut blocks = vec![Block::Heading(self.words.column(tried.column))];
        blocks.extend(self.lost(tried.best).map(Block::Words));
        if tried.count() > 1 {
            let (list, words) = self.list(node, tried);
            blocks.extend([Block::Table(list), Block::Words(words)]);
        } else if let Some(cuts) = self.cuts_paid_for(tried.best) {
            let (habit, cuts) = (self.habit(), decimal(cuts));
            blocks.push(Block::Words(format!(
                "The best of {cuts} cuts; {habit} takes log₂({cuts}) bits off for the choice, shared among the rows."
            )));
        }
        blocks.extend(self.trial(node, tried.best));
        blocks
    }

    /// The best splits of a column in their order, and which is the best.
    fn list(&self, node: &NodeRecord, tried: &Tried<'_>) -> (Table, String) {
        let routes = tried.trials.iter().any(|trial| trial.missing.is_some());
        let mut heads = vec![Head::words(&self.words.column(tried.column))];
        heads.extend(routes.then(|| Head::words("missing join")));
        heads.push(Head::words(&self.shares_head(node)));
        let rest = self.mixture != Mixture::Poisson;
        heads.extend(rest.then(|| Head::figures(self.mixture.sign())));
        heads.push(Head::figures("gain"));
        heads.extend(self.by_ratio().then(|| Head::figures("ratio")));
        let mut table = Table::new(heads);
        for trial in listed(tried) {
            if std::ptr::eq(trial, tried.best) {
                table.marked = Some(table.rows.len());
            }
            let mut row = vec![self.asked_short(trial)];
            row.extend(routes.then(|| self.route(trial)));
            row.push(self.shares(node, trial));
            row.extend(rest.then(|| decimal(trial.after)));
            row.push(decimal(trial.gain));
            row.extend(self.by_ratio().then(|| decimal(self.ratio(trial))));
            table.rows.push(row);
        }
        let words = self.best_in_words(tried, table.rows.len());
        (table, words)
    }

    fn best_in_words(&self, tried: &Tried<'_>, shown: usize) -> String {
        let word = tried.word();
        let more = tried.count() - shown;
        let left = match more {
            0 => String::new(),
            1 => format!("One more {word} was tried, no better than these. "),
            _ => format!("{more} more {}s were tried, none better than these. ", word.replace(" of sets", "")),
        };
        let ties = tried.trials.iter().filter(|trial| trial.better == tried.best.better).count();
        let rule = match tried.best.test {
            Test::Threshold { .. } | Test::Cut { .. } => "the lowest cut is taken",
            _ => "the first is taken",
        };
        let tie = if ties > 1 { format!(" {ties} are equally good: {rule}.") } else { String::new() };
        format!("{left}The best is {}.{tie}", self.asked_whole(tried.best))
    }

    /// `≤ 2.5`, `in {a, b}`, `1 level up`.
    fn asked_short(&self, trial: &TrialRecord) -> String {
        match &trial.test {
            Test::Values { .. } | Test::Height { height: 0, .. } => "each value".to_owned(),
            Test::Height { height: 1, .. } => "1 level up".to_owned(),
            Test::Height { height, .. } => format!("{height} levels up"),
            _ => self.words.missing(false).branch(&Self::split(trial), 0),
        }
    }

    /// `size ≤ 2.5`, with the branch that rows without a value join.
    fn asked_whole(&self, trial: &TrialRecord) -> String {
        let asked = match &trial.test {
            Test::Values { .. } | Test::Height { .. } => self.asked(trial),
            _ => self.words.missing(false).test(&Self::split(trial), 0),
        };
        match trial.missing {
            Some(branch) if branch < trial.test.branches() && !asked.ends_with("is known") => {
                let joined = self.words.missing(false).test(&Self::split(trial), branch);
                format!("{asked}, missing values joining {joined}")
            }
            _ => asked,
        }
    }

    fn route(&self, trial: &TrialRecord) -> String {
        match trial.missing {
            Some(branch) => self.words.missing(false).branch(&Self::split(trial), branch),
            None => String::new(),
        }
    }
}

/// The best splits of a column, in their own order.
fn listed<'a>(tried: &Tried<'a>) -> Vec<&'a TrialRecord> {
    let mut order: Vec<usize> = (0..tried.trials.len()).collect();
    order.sort_by_key(|at| (!std::ptr::eq(&raw const tried.trials[*at], tried.best), tried.trials[*at].better));
    order.truncate(MOST_LISTED);
    order.sort_unstable();
    order.into_iter().map(|at| &tried.trials[at]).collect()
}
