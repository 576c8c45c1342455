//! How sure the answers were, and whether rightly so.

use super::mean::weighted_mean;
use crate::measure::order_free_sum;

/// No chance counts as less than this in [`log_loss`]: one row that was thought impossible would make the loss infinite,
/// and models could no longer be compared. It is 2⁻⁵², and the dearest row costs 36.04.
pub const LEAST_CHANCE: f64 = f64::EPSILON;

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

/// The mean squared distance between the probabilities of a row and what came true: 1 for its class, 0 for the others.
///
/// With two classes it is the distance of one probability alone, from 0 to 1; with more, the sum over classes, up to 2.
/// `chances` holds a probability for each row and class, row by row.
///
/// ```
/// use spinney::metric::brier_score_loss;
/// assert_eq!(brier_score_loss(&[0, 1], &[0.75, 0.25, 0.5, 0.5], 2, None), Some(0.15625)); // (0.0625 + 0.25) / 2
/// assert_eq!(brier_score_loss(&[0], &[0.5, 0.5, 0.0], 3, None), Some(0.5));
/// ```
pub fn brier_score_loss(truth: &[u32], chances: &[f64], classes: usize, weights: Option<&[f64]>) -> Option<f64> {
    let of_row = |(truth, row): (&u32, &[f64])| {
        let own = row.get(*truth as usize).copied().unwrap_or(0.0);
        brier_of_row(own, order_free_sum(row.iter().map(|chance| chance * chance)), classes)
    };
    let rows = truth.iter().zip(chances.chunks_exact(classes.max(1)));
    weighted_mean(rows.clone().map(of_row), rows.len(), weights)
}

/// The same of one row: the chance of its true class, and the sum of the squares of all chances.
pub(crate) fn brier_of_row(own: f64, squares: f64, classes: usize) -> f64 {
    // Σ (chance − truth)² = Σ chance² − 2 own + 1; written so that a sure and right answer costs exactly 0.
    let sum = (squares - own * own) + (1.0 - own) * (1.0 - own);
    if classes == 2 { sum / 2.0 } else { sum }
}

/// The share of weight whose true class is among the k with the highest chances; of equal chances the first class stands first.
///
/// ```
/// use spinney::metric::top_k_accuracy;
/// let chances = [0.5, 0.3, 0.2, 0.5, 0.3, 0.2];
/// assert_eq!(top_k_accuracy(&[1, 2], &chances, 3, 2, None), Some(0.5));
/// ```
pub fn top_k_accuracy(
    truth: &[u32],
    chances: &[f64],
    classes: usize,
    k: usize,
    weights: Option<&[f64]>,
) -> Option<f64> {
    let found = |(truth, row): (&u32, &[f64])| {
        let truth = *truth as usize;
        let Some(own) = row.get(truth) else { return 0.0 };
        let before = |(class, chance): &(usize, &f64)| *chance > own || (*chance == own && *class < truth);
        if row.iter().enumerate().filter(before).count() < k { 1.0 } else { 0.0 }
    };
    let rows = truth.iter().zip(chances.chunks_exact(classes.max(1)));
    weighted_mean(rows.clone().map(found), rows.len(), weights)
}
