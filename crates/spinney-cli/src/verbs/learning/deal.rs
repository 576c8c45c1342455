//! Rows dealt into folds, as the flags say.

use spinney::evaluate::{Folds, Lacking, Side, grouped_folds, groups_of, ordered_folds, repeated_folds, times_of};

use super::lesson::Lesson;
use crate::args::{CvArgs, General, LearnArgs};
use crate::fault::Outcome;
use crate::reading;
use crate::text::{counted, label};

/// So many warnings of one kind are told; the others are counted.
const MOST_TOLD: usize = 3;

/// Folds, and what is to be said of them.
pub(in crate::verbs) struct Dealt {
    pub(in crate::verbs) folds: Folds,
    /// `10 folds`, `5 folds by patient`.
    pub(in crate::verbs) words: String,
    /// Classes that folds are without.
    pub(in crate::verbs) warnings: Vec<String>,
}

/// Deals the rows that have a target.
pub(in crate::verbs) fn deal(
    (args, cv, usual): (&LearnArgs, &CvArgs, usize),
    lesson: &Lesson,
    general: &General,
) -> Outcome<Dealt> {
    let (many, rows) = (cv.cv.unwrap_or(usual), &lesson.rows);
    let column = |name: &str| lesson.table.column(name);
    let dealt = || -> spinney::Result<(Folds, String)> {
        let plain = counted(many, "fold");
        Ok(match (&cv.cv_groups, &cv.cv_order) {
            (Some(name), _) => {
                let groups = groups_of(column(name)?, rows)?;
                (grouped_folds(rows, many, &groups, general.seed)?, format!("{plain} by {}", label(name)))
            }
            (_, Some(name)) => {
                let times = times_of(column(name)?, rows)?;
                (ordered_folds(rows, many, &times)?, format!("{plain} in the order of {}", label(name)))
            }
            _ => {
                let repeats = cv.cv_repeats.unwrap_or(1);
                let folds = repeated_folds(rows, (many, repeats), general.seed, lesson.classes())?;
                let again = if repeats > 1 { format!(", {repeats} times") } else { String::new() };
                (folds, plain + &again)
            }
        })
    };
    let (folds, words) = dealt().map_err(|error| reading::in_table(&args.table, &error))?;
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
    let more = (rest > 0).then(|| format!("{} more of this kind", counted(rest, "case")));
    told.chain(more).collect()
}
