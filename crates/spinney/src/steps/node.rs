//! All about one node.

use crate::tree::{Node, NodeId};

use super::column::by_column;
use super::document::{Block, Section};
use super::figure::rows;
use super::formula::Formula;
use super::story::Story;

/// Columns that are told in full.
const MOST_COLUMNS: usize = 60;

impl Story<'_> {
    /// The section of a node; none for a leaf of which there is no more to say than its parent does, unless it stands `alone`.
    pub(super) fn section(&self, id: NodeId, alone: bool) -> Option<Section> {
        let node = self.account(id)?;
        let plain = self.tree.branches(id).is_none() && node.trials.is_empty();
        if plain && !alone {
            return None;
        }
        let columns = by_column(node);
        let target = self.words.target();
        let mut blocks = Vec::new();
        let way =
            if self.depths[id.place()] > 1 { format!(" The way here: {}.", self.path(id)) } else { String::new() };
        blocks.push(Block::Words(format!("{}: {}.{way}", rows(node.rows.rows), self.contents(&node.rows))));
        let head = Formula::of(self.mixture.sign(), &target, None);
        blocks.extend(self.mixture.written_out(head, &target, &node.rows).map(Block::Formula));
        // Of very many columns the best are told in full.
        let mut best = self.order(node, &columns);
        let more = best.len().saturating_sub(MOST_COLUMNS);
        best.truncate(MOST_COLUMNS);
        best.sort_by_key(|tried| tried.column);
        for tried in best {
            blocks.extend(self.column(node, tried));
        }
        if more > 0 {
            blocks.push(Block::Words(format!("{more} more columns were tried, none better than these.")));
        }
        let ranking = self.ranking(node, &columns);
        // What is left out is said before the verdict, under its heading where there is one.
        let at = ranking.iter().position(|block| matches!(block, Block::Heading(_))).unwrap_or(0);
        blocks.extend(ranking[..at].iter().cloned());
        blocks.extend(self.silent(node, &columns).map(Block::Words));
        blocks.extend(ranking[at..].iter().cloned());
        blocks.extend(self.fate(id, node, &columns));
        Some(Section { node: id.0, heading: self.heading(id), gist: self.gist(id), blocks })
    }

    /// What was decided, in a few words.
    fn gist(&self, id: NodeId) -> String {
        match self.tree.node(id) {
            Node::Branch { split, .. } => format!("asks {}", self.words.column(split.column)),
            Node::Leaf => format!("leaf: {}", self.answer(id)),
        }
    }

    /// `Node 0: all rows`, `Node 2: outlook = Rain`.
    fn heading(&self, id: NodeId) -> String {
        match self.tree.parent(id) {
            None => format!("Node {id}: all rows"),
            Some(NodeId::ROOT) => format!("Node {id}: {}", self.branch_words(NodeId::ROOT, id)),
            Some(parent) => format!("Node {id}, below node {parent}: {}", self.branch_words(parent, id)),
        }
    }
}
