//! The race over folds, and the winner, grown on all rows.

use std::time::Instant;

use spinney::contest::{By, Dealt, Grid, Running, Tuned, tune};
use spinney::prune::Rule;

use super::super::learning::{Lesson, growing};
use crate::args::{General, RuleArg, Tune as Args};
use crate::console::Growing;
use crate::fault::{Mistake, Outcome};

/// Lets the contenders run.
pub(super) fn work(
    args: &Args,
    lesson: &Lesson,
    (grid, dealt, by): (Grid, &Dealt, By),
    general: &General,
) -> Outcome<Tuned> {
    let bar = Growing::contenders(general, grid.contenders().len() * dealt.folds.len());
    let end = args.budget.map(|budget| (Instant::now(), budget));
    let late = || end.is_some_and(|(started, budget)| started.elapsed() > budget);
    let running = Running { keep_losers: args.keep_losers, late: &late, watch: &bar };
    let rule = if args.rule == RuleArg::Best { Rule::Best } else { Rule::OneError };
    let found =
        tune(lesson, (grid, dealt, by), (rule, &running), |how| Box::new(growing(how, general, 1, lesson.rows.len())))?;
    let none = || Mistake::new(format!("no fold has the score {}", by.name));
    Ok(found.ok_or_else(|| none().hint("fewer folds, or another score (--by)"))?)
}
