//! What the nodes of a tree answer, in the columns beside its drawing as text.

use crate::explain::figures::{count, deviation, percent, rounded};
use crate::explain::{Summary, Words, name};
use crate::model::Schema;
use crate::tree::{Answers, NodeId, Tree};

use super::letters::{cells, cut_cells};

/// Up to so many classes have a column of counts each.
const MOST_COUNTED: usize = 5;
/// Names of classes and targets are cut to this.
const NAME: usize = 16;
/// Significant digits of long numbers.
const DIGITS: usize = 6;

/// One target: a tree and its words.
pub(super) struct Voice<'a> {
    words: Words<'a>,
    tree: &'a Tree,
    summary: Summary,
}

/// The columns beside a tree: of one target with its counts, of several with an answer each.
pub(super) struct Beside<'a> {
    voices: Vec<Voice<'a>>,
    /// Whether each class has a column.
    counted: bool,
    /// How many targets there are, shown or not.
    all: usize,
}

impl<'a> Beside<'a> {
    /// The columns that fit a width with so much room for the drawing, which is this deep; and their width.
    pub(super) fn new(
        targets: &[(&'a Schema, &'a Tree)],
        exact: bool,
        (width, least): (usize, usize),
        deepest: usize,
    ) -> (Self, usize) {
        let (schema, tree) = targets[0];
        let digits = cells(&count(tree.rows(NodeId::ROOT))).max(4);
        let (counted, many, figures) = if targets.len() == 1 {
            let (counted, figures) = of_one(schema, digits, (width, least), deepest);
            (counted, 1, figures)
        } else {
            let mut wide = digits + 2;
            let fits = |target: &&(&Schema, &Tree)| {
                wide += 2 + answer_width(target.0);
                wide + least <= width
            };
            let many = targets.iter().take_while(fits).count().max(1);
            let wide = targets[..many].iter().map(|target| 2 + answer_width(target.0)).sum::<usize>();
            (false, many, digits + 2 + wide)
        };
        let voice = |(schema, tree): &(&'a Schema, &'a Tree)| {
            let words = Words::new(schema);
            Voice {
                words: if exact { words } else { words.rounded(DIGITS) },
                tree,
                summary: Summary::new(tree, |_| counted),
            }
        };
        (Beside { voices: targets[..many].iter().map(voice).collect(), counted, all: targets.len() }, figures)
    }

    /// The names of the targets, or how many there are.
    pub(super) fn title(&self) -> String {
        let mut names: Vec<String> = self.voices.iter().map(|voice| voice.words.target()).collect();
        if self.all > names.len() {
            names.push(format!("… {} more", self.all - names.len()));
        }
        names.join(", ")
    }

    /// What is to be said of targets that are not shown.
    pub(super) fn note(&self) -> String {
        match self.all - self.voices.len() {
            0 => String::new(),
            _ => format!("\n({} of {} targets fit the width)\n", self.voices.len(), self.all),
        }
    }

    /// How many columns hold names, which stand to the left.
    pub(super) fn names(&self) -> usize {
        let numbers = matches!(self.voices[0].tree.answers(), Answers::Numbers(_));
        if numbers { 0 } else { self.voices.len() }
    }

    /// How many leaves hang below a node.
    pub(super) fn leaves(&self, node: NodeId) -> u32 {
        self.voices[0].summary.leaves(node)
    }

    /// How many columns stay where a node has no rows of its own.
    fn answered(&self) -> usize {
        if self.all > 1 { self.voices.len() } else { 2 }
    }

    /// The names of the columns.
    pub(super) fn heading(&self) -> Vec<String> {
        let [voice] = &self.voices[..] else { return self.several_heading() };
        if self.all > 1 {
            return self.several_heading();
        }
        let numbers = matches!(voice.tree.answers(), Answers::Numbers(_));
        let mut heading = (if numbers { ["value", "± sd"] } else { ["answer", "share"] }).map(str::to_owned).to_vec();
        if self.counted {
            let classes = 0..voice.words.schema().classes().len() as u32;
            heading.extend(classes.map(|class| cut_cells(&voice.words.class(class), NAME)));
        }
        heading.push("rows".to_owned());
        heading
    }

    fn several_heading(&self) -> Vec<String> {
        let names = self.voices.iter().map(|voice| cut_cells(&voice.words.target(), NAME));
        names.chain(["rows".to_owned()]).collect()
    }

    /// The figures of a node: what it answers (where rows end), its share, its counts.
    pub(super) fn figures(&self, node: NodeId, answers: bool) -> Vec<String> {
        let rows = count(self.voices[0].tree.rows(node));
        if self.all > 1 {
            let short = |voice: &Voice<'_>| {
                if answers { voice.answer(node).join(" ").trim_end().to_owned() } else { String::new() }
            };
            return self.voices.iter().map(short).chain([rows]).collect();
        }
        let voice = &self.voices[0];
        let mut figures = if answers { voice.answer(node).to_vec() } else { vec![String::new(); 2] };
        if self.counted {
            figures.extend(voice.counts(node));
        }
        figures.push(rows);
        figures
    }

    /// Values without rows get the node's answer, and have no figures of their own.
    pub(super) fn stray_figures(&self, node: NodeId) -> Vec<String> {
        let mut figures = self.figures(node, true);
        figures.iter_mut().skip(self.answered()).for_each(String::clear);
        figures
    }
}

impl Voice<'_> {
    /// What a node answers, and its share or spread.
    fn answer(&self, node: NodeId) -> [String; 2] {
        match self.tree.answers() {
            Answers::Numbers(numbers) => {
                let (value, weight) = (numbers.values[node.place()], numbers.rows[node.place()]);
                let spread = rounded(deviation(numbers.errors[node.place()], weight), 4);
                [self.words.answer(value), format!("± {spread}")]
            }
            Answers::Classes(_) => {
                let Some(answer) = self.summary.class(node) else { return ["no answer".to_owned(), String::new()] };
                let rows = self.tree.rows(node);
                let part = if rows > 0.0 { percent(answer.share) } else { String::new() };
                [cut_cells(&self.words.class(answer.class), NAME), part]
            }
        }
    }

    fn counts(&self, node: NodeId) -> Vec<String> {
        let mut counts = vec!["0".to_owned(); self.words.schema().classes().len()];
        for pair in self.summary.weights(node) {
            if let Some(own) = counts.get_mut(pair.class as usize) {
                *own = count(pair.weight);
            }
        }
        counts
    }
}

/// Whether the counts of one target's classes have room, and what its columns take.
fn of_one(schema: &Schema, digits: usize, (width, least): (usize, usize), deepest: usize) -> (bool, usize) {
    let names = schema.classes().iter().take(MOST_COUNTED + 1);
    let names: Vec<usize> = names.map(|class| cells(&name(class)).min(NAME)).collect();
    // Answer, share and rows, with the space before each; 16 cells for a number and its spread.
    let figures = names.iter().max().map_or(16, |most| (*most).max(6)) + 2 + 9 + digits + 2;
    let counts: usize = names.iter().map(|name| 2 + digits.max(*name)).sum();
    // A tree in one piece says more than counts beside its parts.
    let room = figures + counts + least <= width && levels(width, figures + counts, least) >= deepest;
    let counted = (1..=MOST_COUNTED).contains(&names.len()) && room;
    (counted, if counted { figures + counts } else { figures })
}

/// Levels of branches that fit a width beside these figures; at least 3.
pub(super) fn levels(width: usize, figures: usize, least: usize) -> usize {
    (width.saturating_sub(figures + least) / 3).max(3)
}

/// The cells of a target's answer: a class with its share, or a number with its spread.
fn answer_width(schema: &Schema) -> usize {
    let class = schema.classes().iter().map(|class| cells(&name(class)).min(NAME) + 6).max();
    class.unwrap_or(16).max(cells(&name(&schema.target.name)).min(NAME))
}
