//! One row's answer, with its reasons.

use serde::Serialize;

use super::change::{Change, Search};
use super::holds::ClassChance;
use super::path::{PathEnd, PathStep, path};
use crate::error::{Mistake, Result};
use crate::model::Model;
use crate::predict::{Answer, ClassShare, Outcome, Predictor, Unseen};
use crate::table::{Category, CategoryKind, Column, MISSING, Meaning, Number, Table, Values};

/// So many probabilities are named.
const MOST_CHANCES: usize = 10;

/// Why one row gets its answer: the tests on its way, what each node holds, and what would have changed the answer.
///
/// Its text (`to_string`) is for people, its JSON for programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The row, from 1.
    pub row: u64,
    /// The target's name.
    pub target: String,
    /// The answer.
    pub answer: RowAnswer,
    /// The tests on the row's way, from the root down. Where missing values are spread there are several ways, one after the
    /// other.
    pub steps: Vec<PathStep>,
    /// Where the row ends; several places only where missing values are spread.
    pub ends: Vec<PathEnd>,
    /// For each column on the way the smallest change that would have changed the answer; columns that cannot are left out.
    pub changes: Vec<Change>,
    /// Whether every value was tried; a tree of very many nodes may be too large for that.
    pub tried_all: bool,
}

/// The answer for one row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RowAnswer {
    /// A class.
    Class {
        /// Its name.
        class: String,
        /// Its probability.
        probability: f64,
        /// The probabilities above 0, the highest first, ten at most.
        probabilities: Vec<ClassChance>,
        /// Classes beyond these.
        more: usize,
    },
    /// A number.
    Number {
        /// The number.
        value: f64,
        /// As people read it: a date for a date.
        text: String,
    },
}

/// Explains the answer for one row (from 0) of a table, which needs the columns of the model's tree and no others. A
/// forest is a mistake: [`Model::one`] takes one of its trees.
///
/// What would have changed the answer is sought exactly: one column changes at a time, all others stay, and every cut and
/// every level that the row could meet is tried. For a number any other answer counts as a change. The slopes of linear leaves
/// are shown with the end and are no changes: along them every step changes the answer.
pub fn explain_row(model: &Model, table: &Table, row: usize, unseen: Unseen) -> Result<Explanation> {
    if row >= table.rows() {
        return Err(Mistake::NoRow { row: row as u64 + 1, rows: table.rows() }.anywhere());
    }
    let (schema, tree) = (model.schema(), model.tree()?);
    let predictor = Predictor::new(model);
    let alone = only(table, row)?;
    let rows = predictor.rows(&alone, unseen).map_err(|mut error| {
        error.place.row = error.place.row.map(|_| row as u64 + 1);
        error
    })?;
    let Some(matched) = rows.row(0) else {
        return Err(Mistake::NoRow { row: row as u64 + 1, rows: 0 }.anywhere());
    };
    let value = |name: &str| alone.column(name).ok().and_then(|column| column.text(0));
    let (steps, ends) = path((schema, tree), &matched, value);
    let (changes, tried_all) = Search { schema, tree, predictor: &predictor, row: &matched }.changes(value);
    let answer = answer(&predictor, predictor.answer(&predictor.landings(&matched), &matched));
    let target = schema.target.name.clone();
    Ok(Explanation { row: row as u64 + 1, target, answer, steps, ends, changes, tried_all })
}

fn answer(predictor: &Predictor, answer: Answer) -> RowAnswer {
    match answer {
        Answer::Number(value) => RowAnswer::Number { value, text: predictor.text(Outcome::Number(value)) },
        Answer::Class { class, mut shares } => {
            let probability = shares.iter().find(|pair| pair.class == class).map_or(0.0, |pair| pair.share);
            shares.sort_by(|one, two| two.share.total_cmp(&one.share));
            let more = shares.len().saturating_sub(MOST_CHANCES);
            let name = |pair: &ClassShare| ClassChance {
                class: predictor.text(Outcome::Class(pair.class)),
                probability: pair.share,
            };
            let probabilities = shares.iter().take(MOST_CHANCES).map(name).collect();
            RowAnswer::Class { class: predictor.text(Outcome::Class(class)), probability, probabilities, more }
        }
    }
}

/// A table of one row: matching the columns of a million rows to explain one would be a waste.
fn only(table: &Table, row: usize) -> Result<Table> {
    let cut = |column: &Column| {
        let values = match &column.values {
            Values::Number(number) => {
                Values::Number(Number { values: vec![number.values[row]].into(), meaning: number.meaning })
            }
            Values::Sparse(sparse) => {
                Values::Number(Number { values: vec![sparse.at(row as u32)].into(), meaning: Meaning::Plain })
            }
            Values::Category(category) => {
                let level = category.levels.get(category.codes[row] as usize);
                let codes = vec![if level.is_some() { 0 } else { MISSING }];
                let levels = level.into_iter().cloned().collect();
                Values::Category(Category { codes, levels, kind: CategoryKind::Nominal })
            }
        };
        Column { name: column.name.clone(), values }
    };
    Table::new(table.columns().iter().map(cut).collect())
}
