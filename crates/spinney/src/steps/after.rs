//! What pruning made of the tree once it was grown.

use serde_json::{Value, json};

use crate::fit::Fitted;
use crate::prune::{Doubt, Outcome, Price, Pruned, Pruning, Risk, Weighing};

use super::document::{Block, Head, Table};
use super::figure::{decimal, rows, weight};
use super::method::counted;
use super::story::Story;

/// Nodes of which it is told what was weighed.
const MOST_WEIGHED: usize = 200;

/// How a grown tree was pruned, and what came of it.
pub(super) struct After {
    pub(super) pruning: Pruning,
    pub(super) fitted: Fitted,
}

impl After {
    /// The same for programs.
    pub(super) fn document(&self) -> Value {
        let tree = self.fitted.tree();
        let mut found = json!({
            "pruning": self.pruning,
            "tree": { "nodes": tree.len(), "leaves": tree.leaves(), "depth": tree.depth() },
            "held_out": self.fitted.held_out,
        });
        if let Some(pruned) = &self.fitted.pruned {
            found["from"] = pruned.from.iter().map(|node| node.0).collect();
            found["weighings"] = json!(pruned.weighings);
        }
        found
    }

    /// The price of a leaf as a share of the root's risk.
    fn price(&self, price: &Price) -> f64 {
        match (price, &self.fitted.judged) {
            (Price::Share { complexity }, _) => *complexity,
            (Price::Folds { .. }, Some(judged)) => judged.crossed.lines[judged.chosen].complexity,
            (Price::Folds { .. }, None) => 0.0,
        }
    }

    /// What decides at each node.
    fn rule(&self) -> String {
        match &self.pruning {
            Pruning::ReducedError { backfit, .. } => {
                let then = if *backfit { " Leaves take these rows in afterwards." } else { "" };
                format!(
                    "{} were held out while the tree grew, and are in none of the sums above. A node becomes a leaf where they find no more error in it than in what hangs below it.{then}",
                    rows(self.fitted.held_out as f64)
                )
            }
            Pruning::Pessimistic { doubt, confidence, raising } => {
                let whose = if *doubt == Doubt::J48 { "J48" } else { "C4.5" };
                let raised =
                    if *raising { ", and its largest branch takes its place where that makes the fewest" } else { "" };
                format!(
                    "Errors are those of the rows with a surcharge for doubt, as {whose} reckons it (confidence {}). A node becomes a leaf where it makes no more of them than what hangs below it{raised}.",
                    weight(*confidence)
                )
            }
            Pruning::CostComplexity { risk, price } => {
                let cost = match risk {
                    Risk::Gini => "its rows times their Gini index, or their squared errors",
                    Risk::Entropy => "its rows times their entropy",
                    Risk::Errors => "its errors",
                };
                let who = match price {
                    Price::Folds { folds, .. } => format!(" (found by {folds} folds)"),
                    Price::Share { .. } => String::new(),
                };
                format!(
                    "A node costs {cost}. Each leaf has a price of {} of what the root costs{who}: a node becomes a leaf where what hangs below it takes off no more than its leaves are priced.",
                    decimal(self.price(price))
                )
            }
            Pruning::Mdl => {
                "A node becomes a leaf where the tree and its exceptions are written down in no more bits so."
                    .to_owned()
            }
            Pruning::Snip { .. } => "Splits were taken back by hand.".to_owned(),
            Pruning::Merge => "A split whose branches answer the same is taken back.".to_owned(),
        }
    }
}

impl Story<'_> {
    /// What was weighed at the nodes, and the tree that is left.
    pub(super) fn taken_back(&self, after: &After, max_depth: Option<u32>) -> Vec<Block> {
        let Some(pruned) = &after.fitted.pruned else { return Vec::new() };
        let mut blocks = vec![Block::Heading("Pruning".to_owned()), Block::Words(after.rule())];
        if !pruned.weighings.is_empty() {
            blocks.push(Block::Table(weighed(pruned)));
        }
        let more = pruned.weighings.len().saturating_sub(MOST_WEIGHED);
        if more > 0 {
            blocks.push(Block::Words(format!("{more} more nodes were weighed.")));
        }
        let splits = |tree: &crate::tree::Tree| tree.len() - tree.leaves();
        let (before, left) = (splits(self.tree), splits(&pruned.tree));
        if left == before {
            let same = pruned.tree == *self.tree;
            let then =
                if same { "" } else { " Rows that go down several branches were dealt anew, or leaves took rows in:" };
            blocks.push(Block::Words(format!("No split was taken back.{then}")));
        } else {
            let were = if before - left == 1 { "was" } else { "were" };
            let of = format!(
                "{} of {} {were} taken back: this is the tree.",
                before - left,
                counted(before, "split", "splits")
            );
            blocks.push(Block::Words(of));
        }
        if pruned.tree != *self.tree {
            blocks.extend(self.drawn(&pruned.tree, max_depth));
        }
        blocks
    }
}

/// What nodes cost as they were, and as leaves.
fn weighed(pruned: &Pruned) -> Table {
    let raises = pruned.weighings.iter().any(|weighing| weighing.raised.is_some());
    let mut heads = vec![Head::figures("node"), Head::figures("as a leaf"), Head::figures("as it was")];
    heads.extend(raises.then(|| Head::figures("branch raised")));
    heads.push(Head::words("so it is"));
    let mut table = Table::new(heads);
    for Weighing { node, leaf, subtree, raised, outcome } in pruned.weighings.iter().take(MOST_WEIGHED) {
        let mut cells = vec![node.to_string(), decimal(*leaf), decimal(*subtree)];
        cells.extend(raises.then(|| raised.map(decimal).unwrap_or_default()));
        let done = match outcome {
            Outcome::Kept => "kept",
            Outcome::Folded => "a leaf",
            Outcome::Raised => "its branch",
        };
        cells.push(done.to_owned());
        table.rows.push(cells);
    }
    table
}
