//! Grown on some rows, asked about others.

use std::time::{Duration, Instant};

use spinney::contest::{Asked, Dealt, How, Learned, Story};
use spinney::evaluate::{Parts, Score, holdout};
use spinney::model::Model;
use spinney::table::Table;

use super::super::asking::ask_table;
use super::super::learning::{self, Lesson, Until, growing, in_table};
use crate::args::{Fit as Args, General};
use crate::fault::Outcome;
use crate::reading;

/// Folds where the person names no number.
const FOLDS: usize = 10;

/// What a fit came to for one target.
pub(super) struct Trial {
    pub(super) model: Model,
    pub(super) story: Story,
    /// How long the model took to grow.
    pub(super) time: Duration,
    /// Rows that it learned from.
    pub(super) rows: usize,
    pub(super) train: Score,
    pub(super) test: Option<Test>,
}

/// How rows were asked that were not learned from.
pub(super) enum Test {
    /// A share of the rows was held out.
    Fraction { fraction: f64, score: Score },
    /// Every fold was asked by a model grown on the others.
    Folds { words: String, ratio: f64, each: Vec<Score>, warnings: Vec<String> },
    /// Another table was asked.
    File { file: String, score: Score },
}

/// Which rows are learned from, and which are asked.
enum Deal<'a> {
    /// All are learned from.
    All,
    Fraction(f64, Parts),
    Folds(Dealt),
    File(&'a str, Table),
}

/// Grows the model of each target, and asks it.
pub(super) fn trials(args: &Args, lesson: &Lesson, how: &How, general: &General) -> Outcome<Vec<Trial>> {
    let deal = deal(args, lesson, general)?;
    let (train, folds) = match &deal {
        Deal::Fraction(_, parts) => (&parts.train, 0),
        Deal::Folds(dealt) => (&lesson.rows, dealt.folds.len()),
        Deal::All | Deal::File(..) => (&lesson.rows, 0),
    };
    let growing = growing(how, general, 1 + folds, train.len() + lesson.rows.len() * folds.saturating_sub(1));
    let wrong = |error| in_table(&args.learn, error);
    let learned = |how: &How, rows: &[u32], budget: Option<Duration>| {
        lesson.learn(how, rows, &Until::new(&growing, budget)).map_err(|error| wrong(error.into()))
    };
    let started = Instant::now();
    let all = learned(how, train, args.course.budget)?;
    let time = started.elapsed();
    let scores = |all: &[Learned], rows: &[u32]| -> Outcome<Vec<Score>> {
        let asked = Asked::new(lesson, rows);
        let score = |(target, one): (usize, &Learned)| asked.score_of(target, &one.model);
        all.iter().enumerate().map(score).collect::<spinney::Result<_>>().map_err(|error| wrong(error.into()))
    };
    let tests: Vec<Test> = match &deal {
        Deal::All => Vec::new(),
        Deal::Fraction(fraction, parts) => {
            let scores = scores(&all, &parts.test)?.into_iter();
            scores.map(|score| Test::Fraction { fraction: *fraction, score }).collect()
        }
        Deal::Folds(Dealt { folds, words, warnings }) => {
            let beside = how.beside(&all[0].model);
            let each = folds.iter().map(|parts| scores(&learned(&beside, &parts.train, None)?, &parts.test));
            let each: Vec<Vec<Score>> = each.collect::<Outcome<_>>()?;
            let of_target = |target: usize| Test::Folds {
                words: words.clone(),
                ratio: folds.ratio(),
                each: each.iter().map(|scores| scores[target].clone()).collect(),
                warnings: warnings.clone(),
            };
            (0..all.len()).map(of_target).collect()
        }
        Deal::File(file, table) => {
            let test = |one: &Learned| {
                let score = ask_table(&one.model, (file, table), args.learn.weight.as_deref())?;
                Ok(Test::File { file: (*file).to_owned(), score })
            };
            all.iter().map(test).collect::<Outcome<_>>()?
        }
    };
    let train_scores = scores(&all, train)?;
    let tests = tests.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let each = all.into_iter().zip(train_scores).zip(tests);
    Ok(each
        .map(|((Learned { model, story }, score), test)| Trial {
            model,
            story,
            time,
            rows: train.len(),
            train: score,
            test,
        })
        .collect())
}

/// Deals the rows; what can be wrong with another table is found before the long work.
fn deal<'a>(args: &'a Args, lesson: &Lesson, general: &General) -> Outcome<Deal<'a>> {
    let wrong = |error| reading::in_table(&args.learn.table, &error);
    Ok(match (&args.test.test_fraction, &args.test.test) {
        (Some(share), _) => {
            let parts = holdout(&lesson.rows, *share, general.seed, lesson.classes());
            Deal::Fraction(*share, parts.map_err(wrong)?)
        }
        (_, Some(file)) => Deal::File(file, reading::another(file, &args.learn.table.read, general)?),
        _ if args.cv.is_asked() => Deal::Folds(learning::deal((&args.learn, &args.cv, FOLDS), lesson, general)?),
        _ => Deal::All,
    })
}
