//! Rows dealt into folds, as the flags say.

use spinney::contest::{self, Dealing, Dealt};

use super::lesson::Lesson;
use crate::args::{CvArgs, General, LearnArgs};
use crate::fault::Outcome;
use crate::reading;

/// Deals the rows that have a target.
pub(in crate::verbs) fn deal(
    (args, cv, usual): (&LearnArgs, &CvArgs, usize),
    lesson: &Lesson,
    general: &General,
) -> Outcome<Dealt> {
    let column = |name: &str| lesson.table.column(name);
    let dealt = || {
        let dealing = match (&cv.cv_groups, &cv.cv_order) {
            (Some(name), _) => Dealing::Groups(column(name)?),
            (_, Some(name)) => Dealing::Order(column(name)?),
            _ => Dealing::Evenly(cv.cv_repeats.unwrap_or(1)),
        };
        contest::deal(lesson, cv.cv.unwrap_or(usual), dealing, general.seed)
    };
    dealt().map_err(|error| reading::in_table(&args.table, &error))
}
