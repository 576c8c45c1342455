//! Which column wins, and why.

use std::cmp::Ordering;

use crate::grow::{Criterion, NodeRecord, Outcome, SLACK};

use super::column::Tried;
use super::document::{Block, Head, Table};
use super::figure::{decimal, listed};
use super::mixture::Mixture;
use super::story::Story;

/// Columns that are ranked; the others are counted.
const MOST_RANKED: usize = 50;
/// Names in a sentence.
const MOST_NAMED: usize = 8;

impl Story<'_> {
    /// The columns in the order of their merit, and the verdict.
    pub(super) fn ranking(&self, node: &NodeRecord, columns: &[Tried<'_>]) -> Vec<Block> {
        if columns.is_empty() {
            return Vec::new();
        }
        let order = self.order(node, columns);
        let mut blocks = Vec::new();
        if columns.len() > 1 {
            blocks.push(Block::Heading("Which column?".to_owned()));
            blocks.push(Block::Table(self.ranks(node, &order)));
        }
        if order.len() > MOST_RANKED {
            blocks.push(Block::Words(format!("{} more columns come behind these.", order.len() - MOST_RANKED)));
        }
        if let Outcome::Split(_) = node.outcome {
            blocks.push(Block::Words(self.verdict(node, &order)));
        }
        blocks
    }

    /// The best first; of equals the one that was asked first.
    pub(super) fn order<'t, 'r>(&self, node: &NodeRecord, columns: &'t [Tried<'r>]) -> Vec<&'t Tried<'r>> {
        let mut order: Vec<&Tried<'_>> = columns.iter().collect();
        if self.by_habit() {
            let key = |tried: &Tried<'_>| (self.below_average(node, tried), self.ratio(tried.best));
            order.sort_by(|one, two| {
                let ((low, ratio), (other_low, other)) = (key(one), key(two));
                (!one.made).cmp(&!two.made).then(low.cmp(&other_low)).then(other.total_cmp(&ratio))
            });
        } else {
            let random = self.settings.criterion == Criterion::Random;
            order.sort_by_key(|tried| (!tried.made, if random { 0 } else { tried.best.better }));
        }
        order
    }

    /// Whether C4.5 passes a column over.
    fn below_average(&self, node: &NodeRecord, tried: &Tried<'_>) -> bool {
        self.by_habit() && node.average_gain.is_some_and(|average| tried.best.gain < average - SLACK)
    }

    fn ranks(&self, node: &NodeRecord, order: &[&Tried<'_>]) -> Table {
        let mut heads = vec![Head::words("split")];
        let rest = self.mixture != Mixture::Poisson;
        heads.extend(rest.then(|| Head::figures(&format!("{}(Y|X)", self.mixture.sign()))));
        heads.push(Head::figures("gain"));
        if self.by_ratio() {
            heads.extend([Head::figures("split"), Head::figures("gain ratio")]);
        }
        heads.push(Head::words("").whole());
        let mut table = Table::new(heads);
        for (at, tried) in order.iter().enumerate().take(MOST_RANKED) {
            let best = tried.best;
            let mut row = vec![self.asked(best)];
            row.extend(rest.then(|| decimal(best.after)));
            row.push(decimal(best.gain));
            if self.by_ratio() {
                row.extend([decimal(best.split_entropy), decimal(self.ratio(best))]);
            }
            row.push(self.remark(node, order[0], tried));
            if tried.made {
                table.marked = Some(at);
            }
            table.rows.push(row);
        }
        table
    }

    /// Why a column won, or lost where its figures alone do not say it.
    fn remark(&self, node: &NodeRecord, first: &Tried<'_>, tried: &Tried<'_>) -> String {
        let text = if tried.made {
            "wins"
        } else if self.below_average(node, tried) {
            "below the average"
        } else if first.made && self.compare(first, tried) == Ordering::Equal {
            "equal, but stands later"
        } else {
            ""
        };
        text.to_owned()
    }

    /// Whether two columns tie.
    fn compare(&self, one: &Tried<'_>, two: &Tried<'_>) -> Ordering {
        match self.settings.criterion {
            Criterion::Random => Ordering::Less,
            _ if self.by_habit() => self.ratio(one.best).total_cmp(&self.ratio(two.best)),
            _ => one.best.better.cmp(&two.best.better),
        }
    }

    fn verdict(&self, node: &NodeRecord, order: &[&Tried<'_>]) -> String {
        let first = order[0];
        let name = self.asked(first.best);
        let guard = self.guard(node, order);
        let equal: Vec<String> = order
            .iter()
            .filter(|tried| !self.below_average(node, tried) && self.compare(first, tried) == Ordering::Equal)
            .map(|tried| self.asked(tried.best))
            .collect();
        let (largest, value) = self.largest(first);
        let first_is = if self.settings.columns_per_split.is_all() { "first in the table" } else { "one asked first" };
        let words = match (order.len(), equal.len()) {
            (1, _) => format!("{name} is the only split that can be made, and is made."),
            _ if self.settings.criterion == Criterion::Random => format!("The column is drawn at random: {name}."),
            (_, ..2) => format!("{name} has the {largest}, {value}: the node is split by it."),
            _ => format!(
                "{} have the same {largest}, {value}. Of equal columns the {first_is} wins: {name}.",
                listed(&equal, MOST_NAMED)
            ),
        };
        let nothing = if first.best.gain == 0.0 { " It gains nothing by itself, but what follows may." } else { "" };
        format!("{guard}{words}{nothing}")
    }

    /// What is compared, and the winner's figure.
    fn largest(&self, first: &Tried<'_>) -> (String, String) {
        if self.by_ratio() {
            return ("largest gain ratio".to_owned(), decimal(self.ratio(first.best)));
        }
        if self.settings.criterion == Criterion::ConditionalEntropy {
            return (format!("lowest H({} | ·)", self.words.target()), decimal(first.best.after));
        }
        ("largest gain".to_owned(), decimal(first.best.gain))
    }

    /// What C4.5's rule on the average gain did.
    fn guard(&self, node: &NodeRecord, order: &[&Tried<'_>]) -> String {
        let Some(average) = node.average_gain.filter(|_| self.by_habit() && order.len() > 1) else {
            return String::new();
        };
        let below: Vec<String> =
            order.iter().filter(|tried| self.below_average(node, tried)).map(|tried| self.asked(tried.best)).collect();
        let rule = format!(
            "{} compares ratios only among splits whose gain is at least the average, {} (less {SLACK}).",
            self.habit(),
            decimal(average)
        );
        match below.len() {
            0 => format!("{rule} All are. "),
            1 => format!("{rule} {} gains less and is passed over, whatever its ratio. ", below[0]),
            _ => format!("{rule} {} gain less and are passed over, whatever their ratio. ", listed(&below, MOST_NAMED)),
        }
    }
}
