//! What would have changed the answer: for each column that the row was asked about, the smallest change of its value, all
//! others as they are, that leads to another answer.
//!
//! Exact: along one column the answer can change only at the cuts and levels that the tree asks for, and each of those is
//! tried, the nearest first.

use std::collections::BTreeSet;

use serde::Serialize;

use super::candidate::{Candidate, Reach, candidates};
use crate::model::{ColumnValues, Schema};
use crate::predict::{Outcome, Predictor};
use crate::tree::{Cell, ColumnId, Missing, Node, NodeId, Row, Split, Step, Tree};

/// The most nodes that are walked for one explanation, a fraction of a second; a tree of ordinary size takes a thousandth.
const MOST_WORK: usize = 20_000_000;

/// The smallest change of one column that changes the answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The column.
    pub column: String,
    /// The row's value there; none where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What it would have to be, in words: `Normal`, `≤ 2`, `> 3.5`.
    pub to: String,
    /// How far that is from the row's value: in the column's unit, or in steps of its order; none for names and missing values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Other levels of the column that would change the answer too.
    pub others: usize,
    /// The answer then.
    pub answer: String,
    /// Its probability, where it is a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
}

/// There is no room for more work.
struct Spent;

/// A row with another value in one column.
struct Changed<'a, R> {
    row: &'a R,
    column: ColumnId,
    cell: Cell,
}

impl<R: Row> Row for Changed<'_, R> {
    fn cell(&self, column: ColumnId) -> Cell {
        if column == self.column { self.cell } else { self.row.cell(column) }
    }
}

/// The search for changes of one row.
pub(super) struct Search<'a, R> {
    pub(super) schema: &'a Schema,
    pub(super) tree: &'a Tree,
    pub(super) predictor: &'a Predictor,
    pub(super) row: &'a R,
}

impl<R: Row> Search<'_, R> {
    /// The changes, in the order in which the columns are asked; and whether everything could be tried.
    pub(super) fn changes(&self, value: impl Fn(&str) -> Option<String>) -> (Vec<Change>, bool) {
        let (mut left, mut all) = (MOST_WORK, true);
        let mut found = Vec::new();
        let landings = self.predictor.landings(self.row);
        let now = self.predictor.outcome(&landings, self.row);
        let columns = self.asked();
        for (place, column) in columns.iter().enumerate() {
            // What a column leaves over is for those behind it.
            let share = left / (columns.len() - place);
            let mut room = share;
            let reach = self.reach(*column, &mut room);
            match reach.and_then(|reach| self.nearest(*column, &reach, now, &mut room)) {
                Ok(Some(change)) => found.push(Change { from: value(&change.column), ..change }),
                Ok(None) => {}
                Err(Spent) => all = false,
            }
            left -= share - room;
        }
        (found, all)
    }

    /// The columns that decide the row's way, in order.
    fn asked(&self) -> Vec<ColumnId> {
        let mut seen = BTreeSet::new();
        let mut columns = Vec::new();
        self.walk(None, |split| {
            let missing = self.row.cell(split.column) == Cell::Missing;
            let others: &[_] = if let Missing::Surrogates(others) = &split.missing { others } else { &[] };
            let others = others.iter().filter(|_| missing).map(|other| other.column);
            columns.extend(std::iter::once(split.column).chain(others).filter(|column| seen.insert(*column)));
            true
        });
        columns
    }

    /// The cuts and levels of a column that the row can meet while only that column changes.
    fn reach(&self, column: ColumnId, room: &mut usize) -> Result<Reach, Spent> {
        let mut reach = Reach::default();
        let fits = self.walk(Some(column), |split| {
            reach.nodes += 1;
            let others: &[_] = if let Missing::Surrogates(others) = &split.missing { others } else { &[] };
            let surrogates = others.iter().map(|other| (other.column, &other.test));
            for (asked, test) in std::iter::once((split.column, &split.test)).chain(surrogates) {
                if asked == column {
                    reach.note(test);
                }
            }
            reach.nodes <= *room
        });
        *room -= reach.nodes.min(*room);
        if fits { Ok(reach) } else { Err(Spent) }
    }

    /// All nodes with a test that the row meets, where one column may hold anything; ends, and says so, where told to.
    fn walk(&self, free: Option<ColumnId>, mut meet: impl FnMut(&Split) -> bool) -> bool {
        let tree = self.tree;
        let mut open = vec![NodeId::ROOT];
        while let Some(node) = open.pop() {
            let Node::Branch { split, branches } = tree.node(node) else { continue };
            if !meet(&split) {
                return false;
            }
            let surrogate = |free: ColumnId| match &split.missing {
                Missing::Surrogates(others) if self.row.cell(split.column) == Cell::Missing => {
                    others.iter().any(|other| other.column == free)
                }
                _ => false,
            };
            if free.is_some_and(|free| free == split.column || surrogate(free)) {
                open.extend(branches.iter().rev());
                continue;
            }
            match tree.step(node, &split, self.row) {
                Step::Down(branch) => open.push(branches.child(branch)),
                Step::Spread => open.extend(branches.iter().rev().filter(|child| tree.rows(*child) > 0.0)),
                Step::Stay => {}
            }
        }
        true
    }

    /// The nearest value of a column with another answer, if there is one.
    fn nearest(
        &self,
        column: ColumnId,
        reach: &Reach,
        now: Outcome,
        room: &mut usize,
    ) -> Result<Option<Change>, Spent> {
        let schema = self.schema.column(column);
        // Names have no distance: all that change the answer are counted.
        let first_is_enough = matches!(schema.values, ColumnValues::Continuous { .. } | ColumnValues::Ordinal { .. });
        let mut found: Option<Change> = None;
        for candidate in candidates(self.schema, column, reach, self.row.cell(column)) {
            *room = room.checked_sub(reach.nodes).ok_or(Spent)?;
            let changed = Changed { row: self.row, column, cell: candidate.cell };
            let landings = self.predictor.landings(&changed);
            let then = self.predictor.outcome(&landings, &changed);
            if then == now {
                continue;
            }
            if let Some(first) = &mut found {
                first.others += candidate.alike;
                continue;
            }
            let Candidate { words: to, distance, alike, .. } = candidate;
            found = Some(Change {
                column: schema.name.clone(),
                from: None,
                to,
                distance,
                others: alike - 1,
                answer: self.predictor.text(then),
                probability: match then {
                    Outcome::Class(class) => Some(self.predictor.share(&landings, &changed, class)),
                    Outcome::Number(_) => None,
                },
            });
            if first_is_enough {
                break;
            }
        }
        Ok(found)
    }
}
