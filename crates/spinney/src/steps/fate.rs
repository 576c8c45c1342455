//! What becomes of a node: its branches, or why it is a leaf.

use crate::grow::{NodeRecord, Outcome, Stop};
use crate::tree::{Answers, Node, NodeId};

use super::column::Tried;
use super::document::{Block, Head, Table};
use super::figure::{decimal, fraction, listed, weight};
use super::story::Story;

/// Branches that are named.
const MOST_BRANCHES: usize = 24;
/// Columns that are named.
const MOST_NAMED: usize = 12;

impl Story<'_> {
    /// What becomes of a node.
    pub(super) fn fate(&self, id: NodeId, node: &NodeRecord, columns: &[Tried<'_>]) -> Vec<Block> {
        match node.outcome {
            Outcome::Split(_) => self.branches_of(id),
            Outcome::Leaf(stop) => vec![Block::Words(self.leaf(id, node, stop, columns))],
        }
    }

    /// The branches of a node, and what becomes of each.
    fn branches_of(&self, id: NodeId) -> Vec<Block> {
        let Some(branches) = self.tree.branches(id) else { return Vec::new() };
        let heads = vec![Head::words("branch"), Head::figures("rows"), Head::words("holds"), Head::words("becomes")];
        let mut table = Table::new(heads);
        for child in branches.iter().take(MOST_BRANCHES) {
            let holds = self.account(child).map(|account| self.contents(&account.rows)).unwrap_or_default();
            table.rows.push(vec![
                self.branch_words(id, child),
                weight(self.tree.rows(child)),
                holds,
                self.becomes(child),
            ]);
        }
        let mut blocks = Vec::new();
        blocks.extend(self.stand_ins(id).filter(|_| self.has_lost(id)).map(Block::Words));
        blocks.push(Block::Table(table));
        let more = (branches.count as usize).saturating_sub(MOST_BRANCHES);
        if more > 0 {
            blocks.push(Block::Words(format!("There are {more} more branches.")));
        }
        blocks
    }

    /// What becomes of a branch, in a few words.
    pub(super) fn becomes(&self, child: NodeId) -> String {
        if let Node::Branch { .. } = self.tree.node(child) {
            return format!("node {child}");
        }
        let answer = self.answer(child);
        let Some(account) = self.account(child) else { return format!("leaf: {answer}") };
        let why = match account.outcome {
            Outcome::Split(_) | Outcome::Leaf(Stop::Pure) => return format!("leaf: {answer}"),
            // A leaf that was tried to be split has a section of its own.
            Outcome::Leaf(_) if !account.trials.is_empty() => return format!("node {child}, leaf: {answer}"),
            Outcome::Leaf(stop) => match stop {
                Stop::NoColumn => "no column left",
                Stop::NoGain => "nothing gains",
                Stop::MaxDepth => "depth limit",
                Stop::FewRows => "few rows",
                Stop::Fenced => "one answer allowed",
                Stop::Accepted => "error accepted",
                Stop::MaxLeaves => "enough leaves",
                Stop::CutBack | Stop::Pure => "cut back",
            },
        };
        format!("leaf: {answer} ({why})")
    }

    /// Why a node is a leaf, and what it answers.
    fn leaf(&self, id: NodeId, node: &NodeRecord, stop: Stop, columns: &[Tried<'_>]) -> String {
        let best = columns.iter().min_by_key(|tried| tried.best.better);
        let settings = self.settings;
        let why = match stop {
            Stop::Pure if node.rows.classes.is_empty() => "All rows have the same value".to_owned(),
            Stop::Pure => "All rows are of one class".to_owned(),
            Stop::NoColumn if columns.is_empty() => "No column is left that could be asked".to_owned(),
            Stop::NoColumn => "No split is worth making".to_owned(),
            Stop::NoGain => match best.map(|tried| tried.best.gain).filter(|gain| *gain > 0.0) {
                Some(gain) if gain >= settings.min_gain && settings.min_tree_gain > 0.0 => {
                    let (of_tree, least) = (gain * node.rows.rows / self.all_rows(), settings.min_tree_gain);
                    let told = "per row of the tree, which is below the least asked for";
                    format!("The best split gains {} {told}, {}", decimal(of_tree), decimal(least))
                }
                Some(gain) => {
                    format!("The best gain, {}, is below the least asked for, {}", decimal(gain), decimal(settings.min_gain))
                }
                None => "No column gains anything".to_owned(),
            },
            Stop::MaxDepth => format!("The tree may not be deeper than {}", settings.max_depth.unwrap_or(0)),
            Stop::FewRows => format!("A node with fewer than {} rows is not split", weight(settings.least_split(self.all_rows()))),
            Stop::Fenced => "Constraints leave room for one answer".to_owned(),
            Stop::Accepted => {
                format!("Its error is at most {}, which is accepted", decimal(settings.acceptable_error.unwrap_or(0.0)))
            }
            Stop::MaxLeaves => "The tree has as many leaves as it may have, and other splits gained more".to_owned(),
            Stop::CutBack if settings.collapse => {
                "It was split, but what hung below made no fewer errors on these rows than one leaf does, and was taken back"
                    .to_owned()
            }
            Stop::CutBack => {
                let price = decimal(settings.complexity);
                format!("It was split, but the split took less than {price} of the root's error off and was taken back")
            }
        };
        format!("{why}: the node is a leaf and answers {}.", self.answer_of(id, node))
    }

    /// The weight of all rows of the tree.
    fn all_rows(&self) -> f64 {
        self.tree.rows(NodeId::ROOT)
    }

    /// The answer, and how sure it is.
    fn answer_of(&self, id: NodeId, node: &NodeRecord) -> String {
        let answer = self.answer(id);
        let classes = &node.rows.classes;
        if let (Answers::Classes(_), [_, _, ..]) = (self.tree.answers(), classes.as_slice()) {
            let most = classes.iter().map(|pair| pair.weight).fold(0.0, f64::max);
            let share = fraction(most, node.rows.rows);
            let ties = classes.iter().filter(|pair| pair.weight == most).count();
            let tie = if ties > 1 { ", the first of those that tie" } else { "" };
            return format!("{answer} ({share} of its rows{tie})");
        }
        answer
    }

    /// Columns of which nothing could be asked at a node.
    pub(super) fn silent(&self, node: &NodeRecord, columns: &[Tried<'_>]) -> Option<String> {
        // A leaf that was not even searched says why itself.
        let searched = matches!(node.outcome, Outcome::Split(_)) || !columns.is_empty();
        let all = 0..self.words.schema().columns.len() as u32;
        let left =
            all.map(crate::tree::ColumnId).filter(|id| columns.binary_search_by_key(id, |tried| tried.column).is_err());
        let names: Vec<String> = left.map(|id| self.words.column(id)).collect();
        if names.is_empty() || !searched {
            return None;
        }
        let least = self.settings.least_leaf(self.all_rows());
        let few = if least > 1.0 {
            format!(", or a branch would hold fewer than {} rows", weight(least))
        } else {
            String::new()
        };
        let price = if self.by_habit() { ", or no cut is worth its price" } else { "" };
        let why = format!("only one value is left here{few}{price}");
        let many = format!(" ({} columns)", names.len());
        let many = if names.len() > MOST_NAMED { many.as_str() } else { "" };
        Some(format!("Nothing can be asked of {}{many}: {why}.", listed(&names, MOST_NAMED)))
    }
}
