//! How often the class is right, and how sure the answers were.

use super::confusion::Confusion;
use crate::measure::order_free_sum;

/// No chance counts as less than this in [`log_loss`]: one row that was thought impossible would make the loss infinite,
/// and models could no longer be compared. It is 2⁻⁵², and the dearest row costs 36.04.
pub const LEAST_CHANCE: f64 = f64::EPSILON;

/// The share of weight whose class is answered right.
///
/// ```
/// use spinney::metric::accuracy;
/// assert_eq!(accuracy(&[0, 0, 1, 1], &[0, 0, 1, 0], None), Some(0.75));
/// assert_eq!(accuracy(&[], &[], None), None);
/// ```
pub fn accuracy(truth: &[u32], predicted: &[u32], weights: Option<&[f64]>) -> Option<f64> {
    Confusion::new(truth, predicted, weights).accuracy()
}

/// The mean, over the classes that occur in the truth, of the share of each class that is answered right.
///
/// ```
/// use spinney::metric::balanced_accuracy;
/// // All of the large class, half of the small one.
/// assert_eq!(balanced_accuracy(&[0, 0, 0, 0, 1, 1], &[0, 0, 0, 0, 0, 1], None), Some(0.75));
/// ```
pub fn balanced_accuracy(truth: &[u32], predicted: &[u32], weights: Option<&[f64]>) -> Option<f64> {
    Confusion::new(truth, predicted, weights).balanced_accuracy()
}

/// The mean of −ln(chance), where each row's chance is the probability that was given to its true class.
///
/// Chances below [`LEAST_CHANCE`] count as that.
///
/// ```
/// use spinney::metric::log_loss;
/// let loss = log_loss(&[0.5, 0.5], None).unwrap_or_default();
/// assert_eq!(loss, 0.6931471805599453); // ln 2
/// assert_eq!(log_loss(&[1.0], None), Some(0.0));
/// ```
pub fn log_loss(chances: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let loss = |chance: &f64| 0.0 - libm::log(chance.max(LEAST_CHANCE));
    weighted_mean(chances.iter().map(loss), chances.len(), weights)
}

/// The mean of so many values; `None` where they have no weight.
pub(super) fn weighted_mean(values: impl Iterator<Item = f64>, many: usize, weights: Option<&[f64]>) -> Option<f64> {
    let (sum, weight) = match weights {
        None => (order_free_sum(values), many as f64),
        Some(weights) => (
            order_free_sum(values.zip(weights).map(|(value, weight)| value * weight)),
            order_free_sum(weights.iter().take(many).copied()),
        ),
    };
    (weight > 0.0).then(|| sum / weight)
}
