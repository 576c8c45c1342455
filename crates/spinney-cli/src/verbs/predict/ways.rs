//! Where rows end, and the nodes that they pass, as text.

use std::fmt::Write as _;

use serde::Serialize;
use spinney::predict::{Paths, Predictor, Rows, UnseenValues};

use crate::fault::Outcome;

/// Rows that are told at a time: of the others nothing is held but text.
const BLOCK: usize = 1 << 14;

/// What is told of the ways of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    /// Where they end.
    Leaves,
    /// All nodes that they pass.
    Paths,
}

/// Where rows end, as JSON.
#[derive(Serialize)]
struct Ended<'a> {
    target: &'a str,
    rows: usize,
    trees: usize,
    leaves: Vec<&'a [u32]>,
    unseen: &'a [UnseenValues],
}

/// The nodes that rows pass, as JSON.
#[derive(Serialize)]
struct Passed<'a> {
    target: &'a str,
    rows: usize,
    trees: usize,
    roots: &'a [u64],
    starts: &'a [u64],
    nodes: &'a [u64],
    unseen: &'a [UnseenValues],
}

impl Ways {
    /// The names of the columns, as the first line of CSV.
    pub(super) fn head(self, trees: usize) -> String {
        let word = if self == Ways::Leaves { "leaf" } else { "path" };
        if trees == 1 {
            return format!("{word}\n");
        }
        let names: Vec<String> = (0..trees).map(|tree| format!("{word}_{tree}")).collect();
        names.join(",") + "\n"
    }

    /// All rows as lines of CSV.
    pub(super) fn csv(self, predictor: &Predictor, rows: &Rows<'_>) -> String {
        let mut out = String::new();
        for start in (0..rows.len()).step_by(BLOCK) {
            match self {
                Ways::Leaves => {
                    let leaves = predictor.leaf_numbers(rows, start..start + BLOCK);
                    leaves.chunks(predictor.trees().max(1)).for_each(|row| line(row, ',', &mut out));
                }
                Ways::Paths => {
                    let paths = predictor.paths(rows, start..start + BLOCK);
                    (0..paths.len()).for_each(|row| path(&paths, row, &mut out));
                }
            }
        }
        out
    }

    /// All rows as one JSON document.
    pub(super) fn json(self, predictor: &Predictor, rows: &Rows<'_>) -> Outcome<String> {
        let (target, trees, unseen) = (&*predictor.schema().target.name, predictor.trees(), rows.unseen());
        let text = match self {
            Ways::Leaves => {
                let all = predictor.leaf_numbers(rows, 0..rows.len());
                let leaves = all.chunks(trees.max(1)).collect();
                serde_json::to_string(&Ended { target, rows: rows.len(), trees, leaves, unseen })
            }
            Ways::Paths => {
                let Paths { roots, starts, nodes } = &predictor.paths(rows, 0..rows.len());
                serde_json::to_string(&Passed { target, rows: rows.len(), trees, roots, starts, nodes, unseen })
            }
        };
        Ok(text? + "\n")
    }
}

/// Numbers with a sign between.
fn line(numbers: &[u32], between: char, out: &mut String) {
    for (place, number) in numbers.iter().enumerate() {
        if place > 0 {
            out.push(between);
        }
        let _ = write!(out, "{number}"); // a text takes everything
    }
    out.push('\n');
}

/// The nodes of one row: a field for each tree, whose root is 0 again.
fn path(paths: &Paths, row: usize, out: &mut String) {
    let mut tree = 0;
    for (place, node) in paths.row(row).iter().enumerate() {
        if *node >= paths.roots[tree + 1] {
            tree += 1;
            out.push(',');
        } else if place > 0 {
            out.push(' ');
        }
        let _ = write!(out, "{}", node - paths.roots[tree]);
    }
    out.push('\n');
}
