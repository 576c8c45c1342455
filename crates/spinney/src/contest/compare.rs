//! Learned and asked, fold by fold.

use super::asked::Asked;
use super::by::By;
use super::deal::Dealt;
use super::how::How;
use super::lesson::Lesson;
use crate::error::{Error, Result};
use crate::evaluate::{ComparedPair, FoldMean, Score, Shares, compare_models, learning_curve};
use crate::grow::Watch;

/// Shares of a learning curve where nobody names any.
pub const SHARES: [f64; 5] = [0.1, 0.2, 0.4, 0.7, 1.0];

/// A model that takes part.
#[derive(Debug)]
pub struct Contestant {
    /// As the person wrote it.
    pub name: String,
    /// How it is learned.
    pub how: How,
}

/// What a comparison came to.
#[derive(Debug)]
pub struct Compared {
    /// How each did, in the order of the contestants.
    pub models: Vec<Line>,
    /// The score that decides.
    pub by: By,
    /// Rows asked for each row learned from.
    pub ratio: f64,
    /// Every pair, at the largest share.
    pub pairs: Vec<ComparedPair>,
    /// The place of the best.
    pub best: usize,
}

/// How one model did.
#[derive(Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// By the shares of the rows learned from, the largest last.
    pub points: Vec<Point>,
}

/// How it did from one share of the rows.
#[derive(Debug)]
pub struct Point {
    /// The share.
    pub share: f64,
    /// The mean number of rows learned from.
    pub rows: f64,
    /// Fold by fold.
    pub scores: Vec<Score>,
    /// The mean number of leaves.
    pub leaves: f64,
    /// The score that decides, over the folds.
    pub by: Option<FoldMean>,
}

impl Line {
    /// How it did from the most rows.
    pub fn last(&self) -> Option<&Point> {
        self.points.last()
    }

    /// The mean of the score that decides.
    pub fn mean(&self) -> f64 {
        self.last().and_then(|point| point.by).map_or(f64::NAN, |by| by.mean)
    }
}

/// Lets every contestant learn from growing shares of each fold's rows, drawn by a seed, and be asked; nothing where no fold has the
/// score that decides.
pub fn compare(
    lesson: &Lesson,
    (contestants, dealt, by): (&[Contestant], &Dealt, By),
    (shares, seed): (&[f64], u64),
    watch: &dyn Watch,
) -> Result<Option<Compared>> {
    let how = Shares { shares, seed, classes: lesson.classes() };
    let ratio = dealt.folds.ratio();
    let mut models = Vec::new();
    for contestant in contestants {
        let curve = learning_curve(&dealt.folds, &how, watch, |_, parts| {
            let model = lesson.learn_one(&contestant.how, &parts.train, watch)?.model;
            Ok::<_, Error>((Asked::new(lesson, &parts.test).score(&model)?, model.leaves()))
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
    Ok(judged(models, by, ratio))
}

fn judged(models: Vec<Line>, by: By, ratio: f64) -> Option<Compared> {
    let values = |line: &Line| {
        line.last().map(|point| point.scores.iter().filter_map(|score| by.of(score)).collect()).unwrap_or_default()
    };
    let each: Vec<Vec<f64>> = models.iter().map(values).collect();
    if each.iter().any(Vec::is_empty) {
        return None;
    }
    let better =
        |best: usize, line: usize| if by.is_better(models[line].mean(), models[best].mean()) { line } else { best };
    let best = (0..models.len()).reduce(better).unwrap_or(0);
    Some(Compared { pairs: compare_models(&each, ratio), models, by, ratio, best })
}
