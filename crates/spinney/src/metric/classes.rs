//! How often the class is right.

use super::confusion::Confusion;

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
