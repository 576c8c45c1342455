//! What stands on the card of a node.

use crate::explain::figures::{count, counted, deviation, percent, rounded, share};
use crate::explain::{Summary, Words, unlisted};
use crate::tree::{Answers, Node, NodeId, Tree};

use super::sketch::{Kind, Mark};

/// Classes that a tooltip lists before it counts the others.
const MOST_LISTED: usize = 12;

/// The words and figures of one node.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Face {
    /// The branch that leads here; empty at the root.
    pub(super) branch: String,
    /// The column asked, the class answered, the number answered, or what is folded.
    pub(super) title: String,
    /// The figure beside the title of a leaf: its share, its spread.
    pub(super) note: String,
    /// The rows.
    pub(super) rows: String,
    /// Everything, in full, line by line.
    pub(super) tip: String,
    /// The share of all rows.
    pub(super) share: f64,
    pub(super) bar: Bar,
}

/// The small drawing of a node's rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Bar {
    /// The shares of classes, and the class answered.
    Classes { shares: Vec<(u32, f64)>, answer: Option<u32> },
    /// Where the answer stands between the least and the greatest of the tree (0 to 1), and its spread in that unit.
    Number { place: f64, spread: f64 },
    /// Nothing to draw.
    Nothing,
}

/// The least and the greatest answer of a tree of numbers.
pub(super) fn range(tree: &Tree) -> Option<(f64, f64)> {
    let Answers::Numbers(numbers) = tree.answers() else { return None };
    let least = numbers.values.iter().copied().fold(f64::INFINITY, f64::min);
    Some((least, numbers.values.iter().copied().fold(f64::NEG_INFINITY, f64::max)))
}

/// The faces of all marks. `words` are rounded and shortened, `full` are not.
pub(super) fn faces(tree: &Tree, marks: &[Mark], words: &Words<'_>, full: &Words<'_>) -> Vec<Face> {
    let mut kept = vec![false; tree.len()];
    for mark in marks {
        kept[mark.node.place()] = true;
    }
    let facing = Facing {
        tree,
        marks,
        words,
        full,
        summary: Summary::new(tree, |id| kept[id.place()]),
        strays: unlisted(words.schema(), tree),
        range: range(tree).unwrap_or((0.0, 0.0)),
    };
    marks.iter().enumerate().map(|(place, _)| facing.face(place)).collect()
}

struct Facing<'a> {
    tree: &'a Tree,
    marks: &'a [Mark],
    words: &'a Words<'a>,
    full: &'a Words<'a>,
    summary: Summary,
    strays: Vec<(NodeId, Vec<u32>)>,
    range: (f64, f64),
}

impl Facing<'_> {
    fn face(&self, place: usize) -> Face {
        let mark = &self.marks[place];
        let (answer, note) = self.answer(mark.node);
        let title = match (mark.kind, self.tree.node(mark.node)) {
            (Kind::Rest(branches), _) => counted(f64::from(branches), "branch"),
            (Kind::Inner, Node::Branch { split, .. }) => self.words.column(split.column),
            _ => answer.clone(),
        };
        let note = match mark.kind {
            Kind::Leaf => note,
            Kind::Folded => format!("… {}", counted(f64::from(self.summary.leaves(mark.node)), "leaf")),
            Kind::Inner | Kind::Rest(_) => String::new(),
        };
        Face {
            branch: self.branch(place, self.words),
            title,
            note,
            rows: counted(mark.rows, "row"),
            tip: self.tip(place, &answer),
            share: share(mark.rows, self.tree.rows(NodeId::ROOT)),
            bar: if matches!(mark.kind, Kind::Rest(_)) { Bar::Nothing } else { self.bar(mark.node) },
        }
    }

    fn branch(&self, place: usize, words: &Words<'_>) -> String {
        let mark = &self.marks[place];
        let parent = self.marks[mark.parent].node;
        match (self.tree.node(parent), mark.kind) {
            _ if place == 0 => String::new(),
            (_, Kind::Rest(_)) => "others".to_owned(),
            (Node::Branch { split, .. }, _) => words.branch(&split, mark.branch),
            (Node::Leaf, _) => String::new(),
        }
    }

    /// What a node answers, and how sure or how exact that is.
    fn answer(&self, node: NodeId) -> (String, String) {
        match self.tree.answers() {
            Answers::Numbers(numbers) => {
                let spread = deviation(numbers.errors[node.place()], numbers.rows[node.place()]);
                (self.words.answer(numbers.values[node.place()]), format!("± {}", rounded(spread, 3)))
            }
            Answers::Classes(_) => match self.summary.class(node) {
                Some(answer) => {
                    let rows = self.tree.rows(node);
                    let part = if rows > 0.0 { percent(answer.share) } else { String::new() };
                    (self.words.class(answer.class), part)
                }
                None => ("no answer".to_owned(), String::new()),
            },
        }
    }

    fn bar(&self, node: NodeId) -> Bar {
        match self.tree.answers() {
            Answers::Classes(_) => {
                let rows = self.tree.rows(node);
                let weights = self.summary.weights(node);
                let shares = weights.iter().map(|pair| (pair.class, share(pair.weight, rows))).collect();
                Bar::Classes { shares, answer: self.summary.class(node).map(|answer| answer.class) }
            }
            Answers::Numbers(numbers) => {
                let (least, most) = self.range;
                let spread = deviation(numbers.errors[node.place()], numbers.rows[node.place()]);
                let place = share(numbers.values[node.place()] - least, most - least);
                Bar::Number { place, spread: share(spread, most - least) }
            }
        }
    }

    fn tip(&self, place: usize, answer: &str) -> String {
        let mark = &self.marks[place];
        let mut lines = Vec::new();
        if let (Node::Branch { split, .. }, true) = (self.tree.node(self.marks[mark.parent].node), place > 0) {
            let column = self.full.column(split.column);
            lines.push(format!("{column} {}", self.branch(place, self.full)));
        }
        if let (Node::Branch { split, .. }, Kind::Inner) = (self.tree.node(mark.node), mark.kind) {
            lines.push(format!("asks: {}", self.full.column(split.column)));
            if let Ok(at) = self.strays.binary_search_by_key(&mark.node, |pair| pair.0) {
                let values = self.full.most(MOST_LISTED).unlisted(split.column, &self.strays[at].1);
                lines.push(format!("{values} (no rows): {answer}"));
            }
        }
        lines.push(format!(
            "{}, {} of all",
            counted(mark.rows, "row"),
            percent(share(mark.rows, self.tree.rows(NodeId::ROOT)))
        ));
        if !matches!(mark.kind, Kind::Rest(_)) {
            lines.push(self.counts(mark.node));
            lines.extend(self.held(mark.node));
        }
        lines.join("\n")
    }

    /// What a node is held to, where that is not what its rows say.
    fn held(&self, node: NodeId) -> Option<String> {
        self.tree.held(node)?;
        let answer = self.summary.class(node)?;
        Some(format!("held to {} {}", self.full.class(answer.class), percent(answer.share)))
    }

    fn counts(&self, node: NodeId) -> String {
        let weights = self.summary.weights(node);
        match self.tree.answers() {
            Answers::Classes(_) => {
                let one =
                    |pair: &crate::tree::ClassWeight| format!("{} {}", self.full.class(pair.class), count(pair.weight));
                let mut shown: Vec<String> = weights.iter().take(MOST_LISTED).map(one).collect();
                if weights.len() > MOST_LISTED {
                    shown.push(format!("and {} more classes", weights.len() - MOST_LISTED));
                }
                shown.join(", ")
            }
            Answers::Numbers(numbers) => {
                let linear = numbers.linear.binary_search_by_key(&node, |pair| pair.0);
                let value = linear.map_or_else(
                    |_| self.full.answer(numbers.values[node.place()]),
                    |at| self.full.linear(&numbers.linear[at].1),
                );
                format!("{value} {}", self.answer(node).1)
            }
        }
    }
}
