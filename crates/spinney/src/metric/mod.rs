//! How good answers are: plain functions on slices of what is true and what was answered.
//!
//! Three rules hold for every function here:
//!
//! - **Weights are optional everywhere.** A row of weight 2 counts as two rows. Weights are finite and not negative
//!   ([`check_weights`](crate::measure::check_weights) says so at the door).
//! - **Order-free.** The rows in another order, or the classes under other names, give the same bits.
//! - **`None` where there is no answer**: no row, no weight, a single class where two are needed. Lists of different lengths
//!   are read up to the end of the shortest.
//!
//! Scores have the names that scikit-learn gives them, and its values to 1e-12; the test `metric_peers` says where not, and
//! why: where scikit-learn warns that there is no answer and gives some number, there is none here.

/// Means and medians of weighted values.
mod mean;
/// Who was taken for whom: the weight of every pair of true and answered class.
mod confusion;
/// Precision, recall and F1 of all classes in one figure each.
mod average;
/// How far answers agree with the truth beyond chance.
mod agreement;
/// How often the class is right.
mod classes;
/// How sure the answers were, and whether rightly so.
mod chances;
/// Rows in the order of a score.
mod ranking;
/// The ROC curve and the area under it.
mod roc;
/// The precision-recall curve and the average precision.
mod recall;
/// Whether what is said to happen in 7 of 10 cases does.
mod calibration;
/// How far numbers are off.
mod numbers;
/// How far a score may be off.
mod interval;

pub use agreement::{cohen_kappa, matthews_corrcoef};
pub use average::Average;
pub use calibration::{Bins, CalibrationBin, calibration, calibration_of_groups, expected_calibration_error};
pub(crate) use chances::brier_of_row;
pub use chances::{LEAST_CHANCE, brier_score_loss, log_loss, top_k_accuracy};
pub use classes::{accuracy, balanced_accuracy};
pub use confusion::{ClassFigures, Confusion, ConfusionCell, MOST_DENSE};
pub use interval::{Interval, Resampling, bootstrap, wilson};
pub use numbers::{
    explained_variance, max_error, mean_absolute_error, mean_absolute_percentage_error, mean_poisson_deviance,
    mean_squared_error, median_absolute_error, r2, root_mean_squared_error,
};
pub use ranking::{ScoreGroup, score_groups};
pub use recall::{
    RecallPoint, average_precision, average_precision_of_groups, average_precision_one_vs_rest, precision_recall_curve,
    precision_recall_curve_of_groups,
};
pub use roc::{RocPoint, roc_auc, roc_auc_of_groups, roc_auc_one_vs_rest, roc_curve, roc_curve_of_groups};
