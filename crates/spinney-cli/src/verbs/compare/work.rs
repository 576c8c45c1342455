//! Learned and asked, fold by fold.

use spinney::evaluate::{ComparedPair, FoldMean, Score, Shares, compare_models, learning_curve};

use super::super::learning::{Asked, By, Dealt, Lesson};
use super::contestants::Contestant;
use crate::args::{Compare as Args, General};
use crate::console::Growing;
use crate::fault::{Mistake, Outcome};

/// Shares of a learning curve where the person names none.
const SHARES: [f64; 5] = [0.1, 0.2, 0.4, 0.7, 1.0];

/// What a comparison came to.
pub(super) struct Compared {
    pub(super) models: Vec<Line>,
    pub(super) by: By,
    /// Rows asked for each row learned from.
    pub(super) ratio: f64,
    /// Every pair, at the largest share.
    pub(super) pairs: Vec<ComparedPair>,
    /// The place of the best.
    pub(super) best: usize,
}

/// How one model did.
pub(super) struct Line {
    pub(super) name: String,
    /// By the shares of the rows learned from, the largest last.
    pub(super) points: Vec<Point>,
}

/// How it did from one share of the rows.
pub(super) struct Point {
    pub(super) share: f64,
    /// The mean number of rows learned from.
    pub(super) rows: f64,
    /// Fold by fold.
    pub(super) scores: Vec<Score>,
    /// The mean number of leaves.
    pub(super) leaves: f64,
    /// The score that decides, over the folds.
    pub(super) by: Option<FoldMean>,
}

impl Line {
    /// How it did from the most rows.
    pub(super) fn last(&self) -> Option<&Point> {
        self.points.last()
    }

    /// The mean of the score that decides.
    pub(super) fn mean(&self) -> f64 {
        self.last().and_then(|point| point.by).map_or(f64::NAN, |by| by.mean)
    }
}

/// The shares that are asked for.
pub(super) fn shares(args: &Args) -> Vec<f64> {
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
    let how = Shares { shares: &shares, seed: general.seed, classes: lesson.classes() };
    let ratio = dealt.folds.ratio();
    let mut models = Vec::new();
    for contestant in contestants {
        let curve = learning_curve(&dealt.folds, &how, &growing, |_, parts| {
            let model = lesson.learn_one(&contestant.how, &parts.train, &growing)?.model;
            Ok::<_, anyhow::Error>((Asked::new(lesson, &parts.test).score(&model)?, model.leaves()))
        })?;
        let points = curve.into_iter().map(|point| {
            let many = point.each.len() as f64;
            let leaves = point.each.iter().map(|(_, leaves)| *leaves as f64).sum::<f64>() / many;
            let scores: Vec<Score> = point.each.into_iter().map(|(score, _)| score).collect();
            let values: Vec<f64> = scores.iter().filter_map(|score| by.of(score)).collect();
            let rows = point.rows.iter().sum::<usize>() as f64 / many;
            Point { share: point.share, rows, scores, leaves, by: by.over_folds(&values, ratio) }
        });
        models.push(Line { name: contestant.name.clone(), points: points.collect() });
    }
    judged(models, by, ratio)
}

fn judged(models: Vec<Line>, by: By, ratio: f64) -> Outcome<Compared> {
    let values = |line: &Line| {
        line.last().map(|point| point.scores.iter().filter_map(|score| by.of(score)).collect()).unwrap_or_default()
    };
    let each: Vec<Vec<f64>> = models.iter().map(values).collect();
    if each.iter().any(Vec::is_empty) {
        let mistake = Mistake::new(format!("no fold has the score {}", by.name));
        return Err(mistake.hint("fewer folds, or another score (--by)").into());
    }
    let better =
        |best: usize, line: usize| if by.is_better(models[line].mean(), models[best].mean()) { line } else { best };
    let best = (0..models.len()).reduce(better).unwrap_or(0);
    Ok(Compared { pairs: compare_models(&each, ratio), models, by, ratio, best })
}
