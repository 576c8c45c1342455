//! How good answers are: plain functions on slices of what is true and what was answered.
//!
//! Three rules hold for every function here:
//!
//! - **Weights are optional everywhere.** A row of weight 2 counts as two rows. Weights are finite and not negative
//!   ([`check_weights`](crate::measure::check_weights) says so at the door).
//! - **Order-free.** The rows in another order, or the classes under other names, give the same bits.
//! - **`None` where there is no answer**: no row, no weight, a single class where two are needed. Lists of different lengths
//!   are read up to the end of the shortest.

/// Who was taken for whom: the weight of every pair of true and answered class.
mod confusion;
/// How often the class is right, and how sure the answers were.
mod classes;
/// The area under the ROC curve.
mod auc;
/// How far numbers are off.
mod numbers;

pub use auc::{AucGroup, auc, auc_of_groups, auc_one_vs_rest};
pub use classes::{LEAST_CHANCE, accuracy, balanced_accuracy, log_loss};
pub use confusion::{ClassFigures, Confusion, ConfusionCell, MOST_DENSE};
pub use numbers::{mae, r_squared, rmse};
