//! The score that decides between models.

use spinney::evaluate::{Figure, FoldMean, Score, fold_mean};
use spinney::table::Task;
use spinney::table::frame::nearest;

use super::super::figures::LEVEL;
use crate::args::ByArg;
use crate::fault::{Mistake, Outcome};
use crate::text::{decimals, digits};

/// The score that decides.
#[derive(Debug, Clone, Copy)]
pub(in crate::verbs) struct By {
    pub(in crate::verbs) name: &'static str,
    pub(in crate::verbs) less_is_better: bool,
    figure: Figure,
}

impl By {
    /// The one that the person named, or the usual one of the task.
    pub(in crate::verbs) fn new(arg: &ByArg, task: Task) -> Outcome<Self> {
        let usual = if task == Task::Classification { "brier_score_loss" } else { "r2" };
        let name = arg.by.as_deref().unwrap_or(usual);
        let known = Figure::of(task);
        if let Some(figure) = known.iter().find(|figure| figure.name == name).copied() {
            return Ok(By { name: figure.name, less_is_better: figure.less_is_better, figure });
        }
        let names: Vec<String> = known.iter().map(|figure| figure.name.to_owned()).collect();
        let near = nearest(name, &names).map(|near| format!("did you mean {near}?"));
        let mistake = Mistake::new(format!("--by: {name:?} is no score of a {task}"));
        Err(mistake.hint(near.unwrap_or_else(|| names.join(", "))).into())
    }

    /// Its name over a column.
    pub(in crate::verbs) fn heading(&self) -> &'static str {
        match self.name {
            "balanced_accuracy" => "balanced",
            "log_loss" => "log loss",
            "brier_score_loss" => "Brier",
            "roc_auc" => "AUC",
            "average_precision" => "precision",
            "f1_macro" => "F1",
            "matthews_corrcoef" => "MCC",
            "cohen_kappa" => "kappa",
            "r2" => "R²",
            "explained_variance" => "explained",
            "mean_squared_error" => "MSE",
            "root_mean_squared_error" => "RMSE",
            "mean_absolute_error" => "MAE",
            "median_absolute_error" => "median error",
            "max_error" => "max error",
            "mean_absolute_percentage_error" => "MAPE",
            "mean_poisson_deviance" => "deviance",
            other => other,
        }
    }

    /// Its value in a score.
    pub(in crate::verbs) fn of(&self, score: &Score) -> Option<f64> {
        score.figures().into_iter().find(|figure| figure.name == self.name)?.value
    }

    /// Its mean over folds, whose ratio of rows asked to rows learned from is given.
    pub(in crate::verbs) fn over_folds(&self, scores: &[f64], ratio: f64) -> Option<FoldMean> {
        let mut spread = fold_mean(scores, ratio, LEVEL)?;
        spread.interval = spread.interval.map(|interval| self.figure.possible(interval));
        Some(spread)
    }

    /// `brier_score_loss (less is better)`
    pub(in crate::verbs) fn words(&self) -> String {
        format!("{} ({} is better)", self.name, if self.less_is_better { "less" } else { "more" })
    }

    /// A value as text.
    pub(in crate::verbs) fn text(&self, value: f64) -> String {
        let in_unit = self.name.ends_with("_error") && self.name != "mean_absolute_percentage_error";
        if in_unit { digits(value) } else { decimals(value) }
    }

    /// Whether one value is better than another.
    pub(in crate::verbs) fn is_better(&self, one: f64, other: f64) -> bool {
        if self.less_is_better { one < other } else { one > other }
    }
}
