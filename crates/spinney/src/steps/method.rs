//! What is done, told before it is done; and what came of it.

use crate::draw::{self, TextOptions};
use crate::grow::{Criterion, MissingPolicy, Nominal, Part, Threshold};
use crate::table::number;
use crate::tree::{Answers, NodeId, Tree};

use super::document::Block;
use super::figure::{listed, rows};
use super::formula::{Formula, Token};
use super::mixture::Mixture;
use super::story::Story;

/// Columns that are named.
const MOST_NAMED: usize = 20;

impl Story<'_> {
    /// The rows, the columns, the method.
    pub(super) fn opening(&self) -> Vec<Block> {
        let schema = self.words.schema();
        let names: Vec<String> =
            (0..schema.columns.len() as u32).map(|column| self.words.column(crate::tree::ColumnId(column))).collect();
        let columns = match names.len() {
            1 => format!("one column, {}", names[0]),
            count => format!("{count} columns: {}", listed(&names, MOST_NAMED)),
        };
        let all = self.tree.rows(NodeId::ROOT);
        let target = self.words.target();
        let holds = match self.tree.answers() {
            Answers::Classes(_) => {
                let classes = self.tree.class_weights(NodeId::ROOT);
                format!(" ({})", self.contents(&Part { rows: all, classes, mean: f64::NAN, impurity: 0.0 }))
            }
            Answers::Numbers(_) => String::new(),
        };
        let mut blocks =
            vec![Block::Words(format!("{} with the target {target}{holds}, and {columns}.", rows(all))), self.rule()];
        blocks.extend(self.definitions().into_iter().map(Block::Formula));
        let mut notes = self.notes();
        notes.push(
            "Numbers are rounded where they are shown, and the sums go on with all digits: the last digit of a result may differ by one from what the shown digits give."
                .to_owned(),
        );
        blocks.push(Block::Words(notes.join(" ")));
        blocks
    }

    /// How a node is split, in a sentence or two.
    fn rule(&self) -> Block {
        let target = self.words.target();
        let asks = match self.settings.criterion {
            Criterion::Entropy => format!(
                "Each node asks the column that gains most: the one that takes most of the entropy of {target} away."
            ),
            Criterion::GainRatio => {
                "Each node asks the column with the largest gain ratio: its gain over the entropy of the split itself."
                    .to_owned()
            }
            Criterion::Gini => {
                format!("Each node makes the split that takes most of the Gini index of {target} away.")
            }
            Criterion::ConditionalEntropy => {
                format!("Each node asks the column that leaves the lowest conditional entropy of {target}.")
            }
            Criterion::Random => {
                "Each node asks a column drawn at random, in its best way: to see what a poor choice costs.".to_owned()
            }
            Criterion::Mse => {
                format!("Each node makes the split that takes most of the squared error of {target} away.")
            }
            Criterion::Mae => {
                format!("Each node makes the split that takes most of the absolute error of {target} away.")
            }
            Criterion::Poisson => {
                format!("Each node makes the split that takes most of the Poisson deviance of {target} away.")
            }
        };
        let stops = "It goes on until the rows of a node agree, or nothing is left to ask or to gain.";
        Block::Words(format!("{asks} {stops}"))
    }

    /// The measures.
    fn definitions(&self) -> Vec<Formula> {
        let target = self.words.target();
        let sign = self.mixture.sign();
        let whole = Formula::of(sign, &target, None).then([Token::Equals]);
        let mean = [Token::Fraction("1".to_owned(), "n".to_owned()), Token::Times];
        let mixed = match self.mixture {
            Mixture::Entropy => whole.then([Token::Negative, Token::Bits]),
            Mixture::Gini => whole.then([Token::Number("1".to_owned()), Token::Minus, Token::SquaredShares]),
            Mixture::Squares => whole.then(mean).then([Token::Squares(target.clone(), "mean".to_owned())]),
            Mixture::Absolute => whole.then(mean).then([Token::Distances(target.clone())]),
            Mixture::Poisson => return Vec::new(),
        };
        let gain = Formula::of("gain", "X", None).then([Token::Equals]);
        let gain = gain.then(Formula::of(sign, &target, None).tokens).then([Token::Minus]);
        let mut all = vec![mixed, gain.then(Formula::of(sign, &target, Some("X")).tokens)];
        if self.by_ratio() {
            let ratio = Formula::of("gain ratio", "X", None).then([Token::Equals]);
            let ratio = ratio.then(Formula::of("gain", "X", None).tokens).then([Token::Over]);
            all.push(ratio.then(Formula::of("split", "X", None).tokens));
        }
        all
    }

    /// What else one should know before reading on.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.mixture == Mixture::Poisson {
            notes.push(
                "What a split gains is Σ share·mean·ln(mean) of its branches, less the same of the node.".to_owned(),
            );
        }
        notes.push(match self.settings.nominal {
            Nominal::Values => "A column of names gets a branch for each value; numbers are cut in two.".to_owned(),
            Nominal::Subset => "A column of names is split into two sets of values; numbers are cut in two.".to_owned(),
        });
        if self.settings.threshold == Threshold::Random {
            notes.push("Cuts and sets are drawn at random, one for each column.".to_owned());
        }
        let lost = self.record.nodes.iter().flat_map(|node| &node.trials).any(|trial| trial.lost > 0.0);
        if lost {
            notes.push(
                match self.settings.missing {
                    _ if self.by_habit() => {
                        "Rows without a value do not count in a column's sums, and go down every branch in part."
                    }
                    MissingPolicy::Learned => "Rows without a value join the branch where they gain most.",
                    MissingPolicy::Fractions => {
                        "Rows without a value do not count in a column's sums, and go down every branch in part."
                    }
                    MissingPolicy::Surrogates => {
                        "Rows without a value do not count in a column's sums, and go where other columns say."
                    }
                    MissingPolicy::Own => "A missing value is a value like any other.",
                }
                .to_owned(),
            );
        }
        notes
    }

    /// The finished tree, folded below this depth, and its size.
    pub(super) fn ending(&self, max_depth: Option<u32>) -> Vec<Block> {
        let mut blocks = vec![Block::Heading("The tree".to_owned())];
        blocks.extend(self.drawn(self.tree, max_depth));
        blocks
    }

    /// A tree as text, folded below this depth, and its size.
    pub(super) fn drawn(&self, tree: &Tree, max_depth: Option<u32>) -> [Block; 2] {
        let text = draw::text(self.words.schema(), tree, &TextOptions { max_depth, ..TextOptions::default() });
        let (nodes, leaves) = (counted(tree.len(), "node", "nodes"), counted(tree.leaves(), "leaf", "leaves"));
        [Block::Drawing(text), Block::Words(format!("{nodes}, of which {leaves}; depth {}.", tree.depth()))]
    }
}

/// `1 node`, `2 nodes`.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// That rows have weights, and what 1 of them stands for.
pub(super) fn weighed(unit: f64) -> Block {
    let scaled =
        if unit == 1.0 { String::new() } else { format!(", and 1 stands for a weight of {}", number::text(unit)) };
    Block::Words(format!("Rows have weights: what is counted here are the weights of rows{scaled}."))
}
