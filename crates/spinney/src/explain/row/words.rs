//! A branch's condition in words.

use crate::model::{ColumnSchema, ColumnValues};
use crate::table::{Meaning, Number};
use crate::tree::Test;

/// So many levels of a set are named.
const MOST_NAMES: usize = 6;

/// `outlook = Sunny`, `age ≤ 42.5`, `colour in {red, blue}`: what holds for the values that take a branch.
pub(super) fn condition(column: &ColumnSchema, test: &Test, branch: u32) -> String {
    let name = &column.name;
    match test {
        _ if branch >= test.branches() => format!("{name} is missing"),
        Test::Threshold { cut } if *cut == f64::INFINITY => {
            format!("{name} is {}", if branch == 0 { "known" } else { "missing" })
        }
        Test::Threshold { cut } => format!("{name} {} {}", sign(branch), number(column, *cut)),
        Test::Cut { level } => format!("{name} {} {}", sign(branch), level_name(column, *level)),
        Test::Values { branches } | Test::Subset { branches } | Test::Height { branches, .. } => {
            let height = if let Test::Height { height, .. } = test { *height } else { 0 };
            let levels = branches.iter().filter(|pair| pair.branch == branch);
            let mut names: Vec<String> = levels.map(|pair| node_name(column, pair.level, height)).collect();
            names.dedup();
            format!("{name} {}", one_of(&names))
        }
    }
}

fn sign(branch: u32) -> char {
    if branch == 0 { '≤' } else { '>' }
}

fn one_of(names: &[String]) -> String {
    match names {
        [] => "is missing".to_owned(), // a side that no level takes is left to missing values
        [only] => format!("= {only}"),
        _ => {
            let more = names.len().saturating_sub(MOST_NAMES);
            let shown = names[..names.len() - more].join(", ");
            if more > 0 { format!("in {{{shown}, and {more} more}}") } else { format!("in {{{shown}}}") }
        }
    }
}

/// A number of a column as people read it: a date for a date.
pub(super) fn number(column: &ColumnSchema, value: f64) -> String {
    let meaning = if let ColumnValues::Continuous { meaning } = column.values { meaning } else { Meaning::Plain };
    number_of(meaning, value)
}

/// A number as people read it.
pub(super) fn number_of(meaning: Meaning, value: f64) -> String {
    Number { values: Vec::new(), meaning }.text(value)
}

/// The name of a level.
pub(super) fn level_name(column: &ColumnSchema, level: u32) -> String {
    column.levels().get(level as usize).cloned().unwrap_or_default()
}

fn node_name(column: &ColumnSchema, level: u32, height: u32) -> String {
    if height > 0 { column.node(level, height) } else { level_name(column, level) }
}
