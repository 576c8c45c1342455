//! A derivation for a terminal: 80 cells wide.

use crate::draw::{cells, cut_cells};

use super::document::{Block, Derivation, Fit, Section, Table};
use super::formula::{Formula, cut_name};

/// The cells of a line.
const WIDTH: usize = 80;
/// Names in formulae are cut to this.
const NAME: usize = 28;
/// Columns of words are not cut below this …
const LEAST: usize = 14;
/// … unless nothing else would do.
const BARE: usize = 6;

/// Sets a derivation for a terminal.
pub fn text(derivation: &Derivation) -> String {
    let mut page = Page::default();
    page.underlined(&derivation.title, '═');
    page.gap();
    page.blocks(&derivation.opening);
    for Section { heading, blocks, .. } in &derivation.sections {
        page.gap();
        page.gap();
        page.underlined(heading, '─');
        page.blocks(blocks);
    }
    if let Some((Block::Heading(heading), rest)) = derivation.ending.split_first() {
        page.gap();
        page.gap();
        page.underlined(heading, '─');
        page.blocks(rest);
    }
    page.out
}

/// What stood last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    #[default]
    Heading,
    Words,
    Formula,
    Table,
}

#[derive(Default)]
struct Page {
    out: String,
    last: Last,
    /// Whether what follows belongs to a heading within a section.
    inside: bool,
}

impl Page {
    fn gap(&mut self) {
        self.out.push('\n');
    }

    fn line(&mut self, indent: usize, line: &str) {
        self.out += format!("{}{line}", " ".repeat(indent)).trim_end();
        self.gap();
    }

    fn underlined(&mut self, heading: &str, rule: char) {
        let heading = cut_cells(heading, WIDTH);
        self.line(0, &heading);
        self.line(0, &rule.to_string().repeat(cells(&heading)));
        (self.last, self.inside) = (Last::Heading, false);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            let now = match block {
                Block::Heading(heading) => {
                    self.gap();
                    self.line(0, &cut_cells(heading, WIDTH));
                    self.inside = true;
                    Last::Heading
                }
                Block::Words(words) => {
                    if self.last != Last::Heading && !(self.inside && self.last == Last::Words) {
                        self.gap();
                    }
                    let indent = if self.inside { 2 } else { 0 };
                    for line in wrapped(words, WIDTH - indent) {
                        self.line(indent, &line);
                    }
                    Last::Words
                }
                Block::Formula(formula) => {
                    self.formula(formula);
                    Last::Formula
                }
                Block::Table(table) => {
                    if matches!(self.last, Last::Formula | Last::Words) {
                        self.gap();
                    }
                    // Two cells for the indent, and two for the mark of the winner.
                    for line in set(table, WIDTH - 4) {
                        self.line(2, &line);
                    }
                    Last::Table
                }
                Block::Drawing(drawing) => {
                    for line in drawing.lines() {
                        let fits = cells(line) <= WIDTH;
                        let lines = if fits { vec![line.to_owned()] } else { wrapped(line, WIDTH) };
                        for line in lines {
                            self.line(0, &line);
                        }
                    }
                    Last::Table
                }
            };
            self.last = now;
        }
    }

    /// A formula; lines that follow the first go further in.
    fn formula(&mut self, formula: &Formula) {
        if matches!(self.last, Last::Words | Last::Table) {
            self.gap();
        }
        for (at, line) in formula.cut(NAME).lines(WIDTH - 8).iter().enumerate() {
            self.line(if at == 0 { 2 } else { 6 }, line.text().trim_start());
        }
    }
}

/// Words on lines of at most this many cells; a word that is longer than a line is broken.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let mut word = word;
        let last = lines.len() - 1;
        if !lines[last].is_empty() && cells(&lines[last]) + 1 + cells(word) > width {
            lines.push(String::new());
        }
        while cells(word) > width {
            let at = breaking(word, width);
            let last = lines.len() - 1;
            word[..at].clone_into(&mut lines[last]);
            lines.push(String::new());
            word = &word[at..];
        }
        let last = lines.len() - 1;
        if !lines[last].is_empty() {
            lines[last].push(' ');
        }
        lines[last] += word;
    }
    lines
}

/// Where a long word is broken.
fn breaking(word: &str, width: usize) -> usize {
    let fits = |at: &usize| *at > 0 && cells(&word[..*at]) <= width;
    let first = word.chars().next().map_or(1, char::len_utf8);
    word.char_indices().map(|(at, _)| at).take_while(|at| *at == 0 || fits(at)).last().unwrap_or(0).max(first)
}

/// A table in lines of at most this many cells: spare columns go first, then columns of words are cut.
fn set(table: &Table, width: usize) -> Vec<String> {
    let mut shown: Vec<usize> = (0..table.heads.len()).collect();
    let natural = |column: usize| {
        let cell = |row: &Vec<String>| row.get(column).map_or(0, |cell| cells(cell));
        table.rows.iter().map(cell).chain([cells(&table.heads[column].text)]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..table.heads.len()).map(natural).collect();
    let least = |column: usize| {
        let head = &table.heads[column];
        match head.fit {
            Fit::Spare => widths[column],
            Fit::Whole => whole(table, column).max(4),
            Fit::Cut => widths[column].min(LEAST),
        }
    };
    let mut floors: Vec<usize> = (0..widths.len()).map(least).collect();
    let floor = |shown: &[usize], floors: &[usize]| shown.iter().map(|column| floors[*column] + 2).sum::<usize>();
    if floor(&shown, &floors) > width + 2 {
        shown.retain(|column| table.heads[*column].fit != Fit::Spare);
    }
    if floor(&shown, &floors) > width + 2 {
        floors
            .iter_mut()
            .zip(&table.heads)
            .filter(|(_, head)| head.fit == Fit::Cut)
            .for_each(|(it, _)| *it = BARE.min(*it));
    }
    // The widest column that may shrink gives way, cell by cell.
    while shown.iter().map(|column| widths[*column] + 2).sum::<usize>() > width + 2 {
        let widest = shown.iter().copied().filter(|column| widths[*column] > floors[*column]);
        let Some(column) = widest.max_by_key(|column| (widths[*column], usize::MAX - *column)) else { break };
        widths[column] -= 1;
    }
    let heads: Vec<String> = table.heads.iter().map(|head| head.text.clone()).collect();
    let mut lines = vec![row(table, &heads, &shown, &widths)];
    for (at, cells) in table.rows.iter().enumerate() {
        let line = row(table, cells, &shown, &widths);
        let mark = if table.marked == Some(at) { "◄" } else { "" };
        let line = line.trim_end();
        lines.push(if mark.is_empty() { line.to_owned() } else { format!("{line} {mark}") });
    }
    lines
}

/// The cells that a column takes without its head.
fn whole(table: &Table, column: usize) -> usize {
    table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cells(cell)).max().unwrap_or(0)
}

fn row(table: &Table, row: &[String], shown: &[usize], widths: &[usize]) -> String {
    let mut line = String::new();
    for (place, column) in shown.iter().enumerate() {
        let cell = cut_name(row.get(*column).map_or("", String::as_str), widths[*column]);
        let gap = " ".repeat(widths[*column].saturating_sub(cells(&cell)));
        let (one, two) = if table.heads[*column].figures { (gap, cell) } else { (cell, gap) };
        line.extend([if place == 0 { "" } else { "  " }, &one, &two]);
    }
    line.trim_end().to_owned()
}
