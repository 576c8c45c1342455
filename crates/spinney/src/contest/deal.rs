//! Rows dealt into folds, with what is to be said of them.

use super::lesson::Lesson;
use crate::error::Result;
use crate::evaluate::{Folds, Lacking, Side, grouped_folds, groups_of, ordered_folds, repeated_folds, times_of};
use crate::explain::figures::{counted, label};
use crate::table::Column;

/// So many warnings of one kind are told; the others are counted.
const MOST_TOLD: usize = 3;

/// How rows are dealt into folds.
#[derive(Debug, Clone, Copy)]
pub enum Dealing<'a> {
    /// Each class in its share, so many times anew.
    Evenly(usize),
    /// Rows with the same value in this column stay together.
    Groups(&'a Column),
    /// What comes later in this column is asked by what was learned from the past.
    Order(&'a Column),
}

/// Folds, and what is to be said of them.
#[derive(Debug)]
pub struct Dealt {
    /// The folds.
    pub folds: Folds,
    /// `10 folds`, `5 folds by patient`.
    pub words: String,
    /// Classes that folds are without.
    pub warnings: Vec<String>,
}

/// Deals the rows that have a target into so many folds.
pub fn deal(lesson: &Lesson, many: usize, dealing: Dealing<'_>, seed: u64) -> Result<Dealt> {
    let (rows, plain) = (&lesson.rows, counted(many as f64, "fold"));
    let (folds, words) = match dealing {
        Dealing::Groups(column) => {
            let groups = groups_of(column, rows)?;
            (grouped_folds(rows, many, &groups, seed)?, format!("{plain} by {}", label(&column.name)))
        }
        Dealing::Order(column) => {
            let times = times_of(column, rows)?;
            (ordered_folds(rows, many, &times)?, format!("{plain} in the order of {}", label(&column.name)))
        }
        Dealing::Evenly(repeats) => {
            let folds = repeated_folds(rows, (many, repeats), seed, lesson.classes())?;
            let again = if repeats > 1 { format!(", {repeats} times") } else { String::new() };
            (folds, plain + &again)
        }
    };
    let warnings = warnings(&folds, lesson);
    Ok(Dealt { folds, words, warnings })
}

/// A class that a fold never learns is told, one that it is never asked is not: small classes do that.
fn warnings(folds: &Folds, lesson: &Lesson) -> Vec<String> {
    let Some(classes) = lesson.classes() else { return Vec::new() };
    let lacking: Vec<Lacking> =
        folds.lacking(classes).into_iter().filter(|lacking| lacking.side == Side::Train).collect();
    let name = |class: u32| lesson.class_name(class).map(label).unwrap_or_default();
    let told = lacking.iter().take(MOST_TOLD).map(|lacking| {
        let (class, fold) = (name(lacking.class), lacking.fold + 1);
        format!("fold {fold} learns from no row of class {class}, and answers all of them wrong")
    });
    let rest = lacking.len().saturating_sub(MOST_TOLD);
    let more = (rest > 0).then(|| format!("{} more of this kind", counted(rest as f64, "case")));
    told.chain(more).collect()
}
