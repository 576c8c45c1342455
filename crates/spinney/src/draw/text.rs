//! A tree as text, for a terminal.
//!
//! ```text
//! play: 14 rows, 5 leaves, depth 2
//!
//!                         answer  share  No  Yes  rows
//! outlook                                 5    9    14
//! ├─ = Overcast           Yes     100 %   0    4     4
//! ├─ = Rain: wind                         2    3     5
//! │  ├─ = Strong          No      100 %   2    0     2
//! │  └─ = Weak            Yes     100 %   0    3     3
//! └─ = Sunny: humidity                    3    2     5
//!    ├─ = High            No      100 %   3    0     3
//!    └─ = Normal          Yes     100 %   0    2     2
//! ```

use std::collections::VecDeque;

use crate::explain::figures::counted;
use crate::explain::{Words, unlisted};
use crate::model::{Model, Schema};
use crate::tree::{Node, NodeId, Tree};

use super::beside::{Beside, levels};
use super::letters::{cells, cut_cells};

/// The least room of the drawing itself.
const LEAST: usize = 24;
/// Values of a set, and values without rows, that are named before they are counted.
const MOST_VALUES: usize = 4;
/// Significant digits of long numbers.
const DIGITS: usize = 6;

/// How a tree is written as text.
#[derive(Debug, Clone, Copy)]
pub struct TextOptions {
    /// The cells of a line: names are cut, and deep branches go on below, rather than that lines grow longer.
    pub width: usize,
    /// The depth below which branches are folded.
    pub max_depth: Option<u32>,
    /// Whether the way of missing values is told.
    pub missing: bool,
    /// Whether numbers are written in full.
    pub exact: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions { width: 80, max_depth: None, missing: false, exact: false }
    }
}

/// A line before it is set.
struct Line {
    /// The box drawing in front.
    guides: String,
    /// The branch in words; empty for the root of a section.
    branch: String,
    /// What follows: the column that is asked next, a fold, a reference.
    tail: String,
    /// The figures on the right.
    figures: Vec<String>,
}

/// A branch that is still to be written.
struct Open {
    node: NodeId,
    level: usize,
    last: bool,
    branch: String,
    /// Values without rows at the node: its own answer is written.
    stray: bool,
}

/// Writes a tree as text.
pub fn text(schema: &Schema, tree: &Tree, options: &TextOptions) -> String {
    Writer::new(&[(schema, tree)], options).write()
}

/// Writes the trees of several targets, which have the same nodes, as one text: a column for each target, as many as fit. Of models that are
/// forests, the first tree is written; of no model, nothing.
///
/// ```
/// use spinney::draw::{TextOptions, text_several};
/// use spinney::model::Models;
/// let text = r#"{"models": [
///     {"target": "rain", "tree": {"counts": {"No": 5, "Yes": 9}}},
///     {"target": "wind", "tree": {"counts": {"No": 8, "Yes": 6}}}
/// ]}"#;
/// let models = Models::from_json(text)?;
/// let all: Vec<_> = models.all().iter().collect();
/// let text = text_several(&all, &TextOptions::default());
/// assert!(text.starts_with("rain, wind: 14 rows, 1 leaf, depth 0"));
/// assert!(text.contains("Yes 64 %"));
/// # Ok::<(), spinney::model::ModelError>(())
/// ```
pub fn text_several(models: &[&Model], options: &TextOptions) -> String {
    let targets: Vec<(&Schema, &Tree)> =
        models.iter().filter_map(|model| Some((model.schema(), model.trees().first()?))).collect();
    if targets.is_empty() { String::new() } else { Writer::new(&targets, options).write() }
}

struct Writer<'a> {
    words: Words<'a>,
    tree: &'a Tree,
    options: TextOptions,
    beside: Beside<'a>,
    depths: Vec<u32>,
    strays: Vec<(NodeId, Vec<u32>)>,
    /// Levels of branches on one page width; deeper ones go on in a section of their own.
    levels: usize,
    lines: Vec<Line>,
}

impl<'a> Writer<'a> {
    fn new(targets: &[(&'a Schema, &'a Tree)], options: &TextOptions) -> Self {
        let (schema, tree) = targets[0];
        let words = Words::new(schema).most(MOST_VALUES).missing(options.missing);
        let options = TextOptions { width: options.width.clamp(40, 10_000), ..*options };
        let depths = tree.depths();
        let deepest = depths.iter().max().copied().unwrap_or(0).min(options.max_depth.unwrap_or(u32::MAX));
        let (beside, figures) = Beside::new(targets, options.exact, (options.width, LEAST), deepest as usize);
        Writer {
            words: if options.exact { words } else { words.rounded(DIGITS) },
            tree,
            options,
            beside,
            depths,
            strays: unlisted(schema, tree),
            levels: levels(options.width, figures, LEAST),
            lines: Vec::new(),
        }
    }

    fn write(mut self) -> String {
        let mut sections = VecDeque::from([NodeId::ROOT]);
        while let Some(root) = sections.pop_front() {
            self.section(root, &mut sections);
        }
        self.set()
    }

    /// Writes a node and what hangs from it; nodes too deep for the page are noted as sections to come.
    fn section(&mut self, root: NodeId, sections: &mut VecDeque<NodeId>) {
        let mut open = vec![Open { node: root, level: 0, last: true, branch: String::new(), stray: false }];
        let mut more: Vec<bool> = Vec::new();
        while let Some(next) = open.pop() {
            let guides = guides(&mut more, next.level, next.last);
            if next.stray {
                let figures = self.beside.stray_figures(next.node);
                self.lines.push(Line { guides, branch: next.branch, tail: " (no rows)".to_owned(), figures });
                continue;
            }
            let Node::Branch { split, .. } = self.tree.node(next.node) else {
                let figures = self.beside.figures(next.node, true);
                self.lines.push(Line { guides, branch: next.branch, tail: String::new(), figures });
                continue;
            };
            let folded = self.options.max_depth.is_some_and(|most| self.depths[next.node.place()] >= most);
            let later = !folded && next.level == self.levels;
            let mut tail =
                if next.level > 0 { format!(": {}", self.words.column(split.column)) } else { String::new() };
            if next.level == 0 {
                let number = if root == NodeId::ROOT { String::new() } else { format!("[{root}] ") };
                tail = format!("{number}{}", self.words.column(split.column));
            }
            if folded {
                tail = format!(" … {}", counted(f64::from(self.beside.leaves(next.node)), "leaf"));
            } else if later {
                tail = format!("{tail} → [{}]", next.node);
                sections.push_back(next.node);
            } else {
                self.unfold(next.node, next.level + 1, &mut open);
            }
            let figures = self.beside.figures(next.node, folded);
            self.lines.push(Line { guides, branch: next.branch, tail, figures });
        }
    }

    /// Puts the branches of a node, and its values without rows, on the stack, the first on top.
    fn unfold(&self, node: NodeId, level: usize, open: &mut Vec<Open>) {
        let Node::Branch { split, branches } = self.tree.node(node) else { return };
        let strays = self.strays.binary_search_by_key(&node, |pair| pair.0).ok();
        if let Some(place) = strays {
            let branch = self.words.unlisted(split.column, &self.strays[place].1);
            open.push(Open { node, level, last: true, branch, stray: true });
        }
        for branch in (0..branches.count).rev() {
            let last = branch + 1 == branches.count && strays.is_none();
            let words = self.words.branch(&split, branch);
            open.push(Open { node: branches.child(branch), level, last, branch: words, stray: false });
        }
    }

    /// Sets all lines in columns.
    fn set(self) -> String {
        let heading = self.beside.heading();
        let mut widths: Vec<usize> = heading.iter().map(|cell| cells(cell)).collect();
        for line in &self.lines {
            for (width, cell) in widths.iter_mut().zip(&line.figures) {
                *width = (*width).max(cells(cell));
            }
        }
        let all: usize = widths.iter().map(|width| width + 2).sum();
        let room = self.options.width.saturating_sub(all).max(LEAST);
        let widest = self.lines.iter().map(Line::cells).max().unwrap_or(0);
        let left = room.min(widest.max(LEAST));
        let names = self.beside.names();
        let row = |label: String, figures: &[String]| set_row(label, left, figures, &widths, names);
        let mut out = self.title();
        out += &row(String::new(), &heading);
        for line in &self.lines {
            if line.guides.is_empty() && line.tail.starts_with('[') {
                out.push('\n');
            }
            out += &row(line.label(left), &line.figures);
        }
        if !self.strays.is_empty() && self.lines.iter().any(|line| line.tail == " (no rows)") {
            out += "\n(no rows): no training row had these values there; the answer is that of the node itself\n";
        }
        out + &self.beside.note()
    }

    fn title(&self) -> String {
        let rows = counted(self.tree.rows(NodeId::ROOT), "row");
        let leaves = counted(self.tree.leaves() as f64, "leaf");
        let depth = self.depths.iter().max().copied().unwrap_or(0);
        let title = format!("{}: {rows}, {leaves}, depth {depth}", self.beside.title());
        format!("{}\n\n", cut_cells(&title, self.options.width))
    }
}

/// The box drawing in front of a branch; `more` tells for each level above whether branches follow there.
fn guides(more: &mut Vec<bool>, level: usize, last: bool) -> String {
    more.truncate(level.saturating_sub(1));
    let mut text: String = more.iter().map(|more| if *more { "│  " } else { "   " }).collect();
    if level > 0 {
        text += if last { "└─ " } else { "├─ " };
        more.push(!last);
    }
    text
}

impl Line {
    fn cells(&self) -> usize {
        cells(&self.guides) + cells(&self.branch) + cells(&self.tail)
    }

    /// The drawing of the line in this many cells: the branch is cut before what follows it.
    fn label(&self, most: usize) -> String {
        let room = most.saturating_sub(cells(&self.guides));
        if cells(&self.branch) + cells(&self.tail) <= room {
            return format!("{}{}{}", self.guides, self.branch, self.tail);
        }
        // The number of a section to come is what leads there.
        let section = self.tail.rfind(" → [").filter(|at| self.tail.len() - at < 20);
        let (tail, section) = self.tail.split_at(section.unwrap_or(self.tail.len()));
        let room = room.saturating_sub(cells(section));
        let short = cut_cells(tail, if self.branch.is_empty() { room } else { room / 2 });
        let branch = cut_cells(&self.branch, room.saturating_sub(cells(&short)));
        let tail = cut_cells(tail, room.saturating_sub(cells(&branch)));
        format!("{}{branch}{tail}{section}", self.guides)
    }
}

/// One line: the label on the left, the figures in their columns; so many names to the left, numbers to the right.
fn set_row(label: String, left: usize, figures: &[String], widths: &[usize], names: usize) -> String {
    let mut line = label;
    line += &" ".repeat(left.saturating_sub(cells(&line)));
    for (place, (cell, width)) in figures.iter().zip(widths).enumerate() {
        let gap = " ".repeat(width.saturating_sub(cells(cell)));
        let left = place < names;
        let (first, second) = if left { (cell.as_str(), gap.as_str()) } else { (gap.as_str(), cell.as_str()) };
        line.extend(["  ", first, second]);
    }
    format!("{}\n", line.trim_end())
}
