//! The figures of a model's answers, under the names that scikit-learn gives them.

use serde::{Deserialize, Serialize};

use crate::metric::{Average, Interval};
use crate::table::Task;

/// How well a model does on the rows of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The rows that count: those whose target is known.
    pub rows: usize,
    /// Rows that are left out, since their target is not known.
    pub without_target: usize,
    /// The weight of the rows that count, where there are weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The figures.
    #[serde(flatten)]
    pub measures: Measures,
}

/// The figures of one task.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Measures {
    /// The target is a class.
    Classification(ClassScore),
    /// The target is a number.
    Regression(NumberScore),
}

/// One figure of all rows together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// Its name, as scikit-learn has it.
    pub name: &'static str,
    /// The figure, where it has a meaning.
    pub value: Option<f64>,
    /// Whether the smaller is the better.
    pub less_is_better: bool,
    /// The least and the greatest value that it can have.
    pub range: (f64, f64),
}

impl Figure {
    /// An interval without what cannot be.
    pub fn possible(&self, interval: Interval) -> Interval {
        let (least, most) = self.range;
        Interval { low: interval.low.max(least), high: interval.high.min(most) }
    }

    /// The figures that models of a task are compared by, without their values.
    pub fn of(task: Task) -> Vec<Figure> {
        let more = |name, least| Figure { name, value: None, less_is_better: false, range: (least, 1.0) };
        let less = |name, most| Figure { name, value: None, less_is_better: true, range: (0.0, most) };
        let (lowest, highest) = (f64::NEG_INFINITY, f64::INFINITY);
        match task {
            Task::Classification => vec![
                more("accuracy", 0.0),
                more("balanced_accuracy", 0.0),
                less("log_loss", highest),
                less("brier_score_loss", 2.0),
                more("roc_auc", 0.0),
                more("average_precision", 0.0),
                more("f1_macro", 0.0),
                more("matthews_corrcoef", -1.0),
                more("cohen_kappa", -1.0),
            ],
            Task::Regression => vec![
                more("r2", lowest),
                more("explained_variance", lowest),
                less("mean_squared_error", highest),
                less("root_mean_squared_error", highest),
                less("mean_absolute_error", highest),
                less("median_absolute_error", highest),
                less("max_error", highest),
                less("mean_absolute_percentage_error", highest),
                less("mean_poisson_deviance", highest),
            ],
        }
    }
}

impl Score {
    /// The figures that models are compared by, in the order of [`Figure::of`].
    pub fn figures(&self) -> Vec<Figure> {
        let (task, values) = match &self.measures {
            Measures::Classification(ClassScore { overall: all, .. }) => (
                Task::Classification,
                [
                    all.accuracy,
                    all.balanced_accuracy,
                    all.log_loss,
                    all.brier_score_loss,
                    all.roc_auc,
                    all.average_precision,
                    all.f1_macro,
                    all.matthews_corrcoef,
                    all.cohen_kappa,
                ],
            ),
            Measures::Regression(all) => (
                Task::Regression,
                [
                    all.r2,
                    all.explained_variance,
                    all.mean_squared_error,
                    all.root_mean_squared_error,
                    all.mean_absolute_error,
                    all.median_absolute_error,
                    all.max_error,
                    all.mean_absolute_percentage_error,
                    all.mean_poisson_deviance,
                ],
            ),
        };
        Figure::of(task).into_iter().zip(values).map(|(figure, value)| Figure { value, ..figure }).collect()
    }
}

/// How well classes are answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassScore {
    /// What is said of all classes together.
    #[serde(flatten)]
    pub overall: ClassOverall,
    /// The mean of the classes' precision, recall and F1, each class counting the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub macro_average: Option<Average>,
    /// The same, each class counting by its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_average: Option<Average>,
    /// Precision, recall and F1 of every class that occurs or is answered.
    pub classes: Vec<NamedClass>,
    /// Who was taken for whom.
    pub confusion: Vec<NamedCell>,
    /// True classes that the model has never seen; their rows count as wrong.
    pub unknown: Vec<UnknownClass>,
}

/// One figure each for all classes together.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClassOverall {
    /// The share of weight whose class is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// The mean, over the classes that occur, of the share of each that is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balanced_accuracy: Option<f64>,
    /// The mean of −ln(probability of the true class); less is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_loss: Option<f64>,
    /// The mean squared distance of the probabilities from what came true; less is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brier_score_loss: Option<f64>,
    /// The area under the ROC curve; with more than two classes the mean of each against the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roc_auc: Option<f64>,
    /// The average precision of the second of two classes; with more, the mean of each against the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_precision: Option<f64>,
    /// The mean of the classes' F1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f1_macro: Option<f64>,
    /// The correlation of truth and answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matthews_corrcoef: Option<f64>,
    /// How much of what chance leaves open is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cohen_kappa: Option<f64>,
}

/// How well numbers are answered.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NumberScore {
    /// The share of the target's variance that the answers take away; none where it does not vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r2: Option<f64>,
    /// The same, with answers that are all off by the same amount forgiven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explained_variance: Option<f64>,
    /// The mean squared error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_squared_error: Option<f64>,
    /// The root of the mean squared error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_mean_squared_error: Option<f64>,
    /// The mean absolute error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_absolute_error: Option<f64>,
    /// The error that half of the rows stay within.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_absolute_error: Option<f64>,
    /// The largest error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_error: Option<f64>,
    /// The mean error as a share of the truth; none where a truth is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_absolute_percentage_error: Option<f64>,
    /// The distance for counts; none where a truth is below 0 or an answer not above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_poisson_deviance: Option<f64>,
}

/// The figures of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedClass {
    /// Its name.
    pub class: String,
    /// The weight of its rows.
    pub rows: f64,
    /// Of what is answered as this class, the share that is of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Of the class, the share that is answered as such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recall: Option<f64>,
    /// The harmonic mean of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f1: Option<f64>,
}

/// The weight of one pair of classes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedCell {
    /// The true class.
    pub truth: String,
    /// The class answered.
    pub predicted: String,
    /// The weight of the rows.
    pub weight: f64,
}

/// A true class that the model has never seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnknownClass {
    /// Its name.
    pub class: String,
    /// How many rows are of it.
    pub rows: usize,
}
