//! The figures of a model's answers, under the names that scikit-learn gives them.

use serde::Serialize;

use crate::metric::Average;

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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnknownClass {
    /// Its name.
    pub class: String,
    /// How many rows are of it.
    pub rows: usize,
}
