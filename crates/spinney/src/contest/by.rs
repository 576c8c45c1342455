//! The score that decides between models.

use crate::evaluate::{Figure, FoldMean, Score, fold_mean};
use crate::table::Task;

/// How sure intervals are.
pub const LEVEL: f64 = 0.95;

/// The score that decides.
#[derive(Debug, Clone, Copy)]
pub struct By {
    /// Its name, as scikit-learn has it.
    pub name: &'static str,
    /// Whether the smaller is the better.
    pub less_is_better: bool,
    figure: Figure,
}

impl By {
    /// The one of this name, or the usual one of the task; none where the task has no such score.
    ///
    /// ```
    /// use spinney::contest::By;
    /// use spinney::table::Task;
    /// assert_eq!(By::new(None, Task::Regression).unwrap().name, "r2");
    /// assert!(By::new(Some("beauty"), Task::Regression).is_none());
    /// ```
    pub fn new(name: Option<&str>, task: Task) -> Option<Self> {
        let usual = if task == Task::Classification { "brier_score_loss" } else { "r2" };
        let figure = Figure::of(task).into_iter().find(|figure| figure.name == name.unwrap_or(usual))?;
        Some(By { name: figure.name, less_is_better: figure.less_is_better, figure })
    }

    /// Its value in a score.
    pub fn of(&self, score: &Score) -> Option<f64> {
        score.figures().into_iter().find(|figure| figure.name == self.name)?.value
    }

    /// Its mean over folds, whose ratio of rows asked to rows learned from is given.
    pub fn over_folds(&self, scores: &[f64], ratio: f64) -> Option<FoldMean> {
        let mut spread = fold_mean(scores, ratio, LEVEL)?;
        spread.interval = spread.interval.map(|interval| self.figure.possible(interval));
        Some(spread)
    }

    /// `brier_score_loss (less is better)`
    pub fn words(&self) -> String {
        format!("{} ({} is better)", self.name, if self.less_is_better { "less" } else { "more" })
    }

    /// Whether one value is better than another.
    pub fn is_better(&self, one: f64, other: f64) -> bool {
        if self.less_is_better { one < other } else { one > other }
    }
}
