//! Learned and asked, fold by fold.

use spinney::contest::{By, Compared, Contestant, Dealt, SHARES, compare};

use super::super::learning::Lesson;
use crate::args::{Compare as Args, General};
use crate::console::Growing;
use crate::fault::{Mistake, Outcome};

/// The shares that are asked for.
fn shares(args: &Args) -> Vec<f64> {
    match (&args.shares[..], &args.plot) {
        ([], None) => vec![1.0],
        ([], Some(_)) => SHARES.to_vec(),
        (shares, _) => shares.to_vec(),
    }
}

/// Lets every model learn and be asked.
pub(super) fn work(
    args: &Args,
    lesson: &Lesson,
    (contestants, dealt, by): (&[Contestant], &Dealt, By),
    general: &General,
) -> Outcome<Compared> {
    let shares = shares(args);
    let one: f64 = shares.iter().map(|share| share * lesson.rows.len() as f64 * dealt.folds.len() as f64).sum();
    let all: usize = contestants.iter().map(|contestant| contestant.how.work(one as usize)).sum();
    let growing = Growing::new(general, all);
    let found = compare(lesson, (contestants, dealt, by), (&shares, general.seed), &growing)?;
    let none = || Mistake::new(format!("no fold has the score {}", by.name));
    Ok(found.ok_or_else(|| none().hint("fewer folds, or another score (--by)"))?)
}
