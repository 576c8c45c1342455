//! Grown on some rows, asked about others.

use std::time::{Duration, Instant};

use spinney::error::Mistake;
use spinney::evaluate::{Folds, Parts, Score, folds, holdout, score, score_rows, truth};
use spinney::fit::Fitted;
use spinney::model::Model;
use spinney::predict::{Predictor, Unseen};
use spinney::table::Table;

use super::super::asking::weights;
use super::lesson::{How, Lesson};
use crate::args::{Fit as Args, General, TestArgs};
use crate::console::Growing;
use crate::fault::Outcome;
use crate::reading;

/// What a fit came to.
pub(super) struct Trial {
    pub(super) model: Model,
    /// The tree before and after it was pruned.
    pub(super) fitted: Fitted,
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
    /// Every fold was asked by a tree grown on the others.
    Folds { each: Vec<Score> },
    /// Another table was asked.
    File { file: String, score: Score },
}

/// Which rows are learned from, and which are asked.
enum Deal<'a> {
    /// All are learned from.
    All,
    Fraction(f64, Parts),
    Folds(Folds),
    File(&'a str, Table),
}

/// Grows the model, and asks it.
pub(super) fn trial(args: &Args, lesson: &Lesson, how: &How, general: &General) -> Outcome<Trial> {
    let deal = deal(args, lesson, general)?;
    let (train, folds) = match &deal {
        Deal::Fraction(_, parts) => (&parts.train, 0),
        Deal::Folds(folds) => (&lesson.rows, folds.len()),
        Deal::All | Deal::File(..) => (&lesson.rows, 0),
    };
    let rows = train.len() + lesson.rows.len() * folds.saturating_sub(1);
    let growing = Growing::new(general, how.work(rows));
    let learned = |rows: &[u32]| lesson.learn(how, rows, &growing).map_err(|error| in_table(args, error));
    let asked = |model: &Model, rows: &[u32]| ask(lesson, model, rows).map_err(|error| in_table(args, error.into()));
    let started = Instant::now();
    let (model, fitted) = learned(train)?;
    let time = started.elapsed();
    let test = match &deal {
        Deal::All => None,
        Deal::Fraction(fraction, parts) => {
            Some(Test::Fraction { fraction: *fraction, score: asked(&model, &parts.test)? })
        }
        Deal::Folds(folds) => {
            let parts = (0..folds.len()).map(|fold| folds.parts(fold));
            let each = parts.map(|parts| asked(&learned(&parts.train)?.0, &parts.test));
            Some(Test::Folds { each: each.collect::<Outcome<_>>()? })
        }
        Deal::File(file, table) => {
            let score = ask_table(&model, (file, table), args.weight.as_deref())?;
            Some(Test::File { file: (*file).to_owned(), score })
        }
    };
    Ok(Trial { rows: train.len(), train: asked(&model, train)?, test, model, fitted, time })
}

/// Deals the rows; what can be wrong with another table is found before the long work.
fn deal<'a>(args: &'a Args, lesson: &Lesson, general: &General) -> Outcome<Deal<'a>> {
    let wrong = |error| reading::in_table(&args.table, &error);
    let TestArgs { test_fraction, cv, test } = &args.test;
    Ok(match (test_fraction, cv, test) {
        (Some(share), ..) => {
            let parts = holdout(&lesson.rows, *share, general.seed, lesson.classes());
            Deal::Fraction(*share, parts.map_err(wrong)?)
        }
        (_, Some(many), _) => Deal::Folds(folds(&lesson.rows, *many, general.seed, lesson.classes()).map_err(wrong)?),
        (_, _, Some(file)) => Deal::File(file, reading::another(file, &args.table.read, general)?),
        _ => Deal::All,
    })
}

/// A mistake in the table names it; a mistake of ours stays what it is.
fn in_table(args: &Args, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<spinney::Error>() {
        Ok(error) if matches!(error.mistake, Mistake::BrokenTree { .. }) => error.into(),
        Ok(error) => reading::in_table(&args.table, &error),
        Err(error) => error,
    }
}

/// The score over some rows of the lesson's own table.
fn ask(lesson: &Lesson, model: &Model, rows: &[u32]) -> spinney::Result<Score> {
    let predictor = Predictor::new(model);
    let predictions = predictor.predict(&lesson.table, Unseen::AsNode)?;
    score_rows(&predictions, rows, &lesson.target, lesson.weights.as_deref())
}

/// The score over another table.
fn ask_table(model: &Model, (file, table): (&str, &Table), weight: Option<&str>) -> Outcome<Score> {
    let weights = weight.map(|name| weights(table, name, file)).transpose()?;
    let predictor = Predictor::new(model);
    let scored = || {
        let target = truth(model.schema(), table)?;
        score(&predictor.predict(table, Unseen::AsNode)?, &target, weights.as_deref())
    };
    scored().map_err(|error| reading::in_file(file, &error))
}
