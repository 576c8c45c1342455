//! The score that decides between models, as the flag says, and as people read it.

use spinney::contest::By;
use spinney::evaluate::Figure;
use spinney::table::Task;
use spinney::table::frame::nearest;

use crate::args::ByArg;
use crate::fault::{Mistake, Outcome};
use crate::text::{decimals, digits};

/// The one that the person named, or the usual one of the task.
pub(in crate::verbs) fn by(arg: &ByArg, task: Task) -> Outcome<By> {
    let unknown = || {
        let name = arg.by.as_deref().unwrap_or_default();
        let names: Vec<String> = Figure::of(task).iter().map(|figure| figure.name.to_owned()).collect();
        let near = nearest(name, &names).map(|near| format!("did you mean {near}?"));
        let mistake = Mistake::new(format!("--by: {name:?} is no score of a {task}"));
        mistake.hint(near.unwrap_or_else(|| names.join(", "))).into()
    };
    By::new(arg.by.as_deref(), task).ok_or_else(unknown)
}

/// A score as people read it.
pub(in crate::verbs) trait InWords {
    /// Its name over a column.
    fn heading(&self) -> &'static str;
    /// A value as text.
    fn text(&self, value: f64) -> String;
}

impl InWords for By {
    fn heading(&self) -> &'static str {
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

    fn text(&self, value: f64) -> String {
        let in_unit = self.name.ends_with("_error") && self.name != "mean_absolute_percentage_error";
        if in_unit { digits(value) } else { decimals(value) }
    }
}
