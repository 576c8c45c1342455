//! How far numbers are off.

use super::classes::weighted_mean;

/// The mean distance between truth and answer (mean absolute error).
///
/// ```
/// assert_eq!(spinney::metric::mae(&[3.0, 5.0], &[2.0, 8.0], None), Some(2.0));
/// ```
pub fn mae(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    weighted_mean(pairs(truth, predicted, f64::abs), truth.len().min(predicted.len()), weights)
}

/// The root of the mean squared distance.
///
/// ```
/// assert_eq!(spinney::metric::rmse(&[3.0, 5.0], &[2.0, 12.0], None), Some(5.0)); // √((1 + 49) / 2)
/// ```
pub fn rmse(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    mean_square(truth, predicted, weights).map(f64::sqrt)
}

/// R²: the share of the truth's variance that the answers take away, 1 − Σ(y − ŷ)² / Σ(y − ȳ)².
///
/// 1 is perfect, 0 is as good as the mean, below 0 is worse. `None` where the truth does not vary.
///
/// ```
/// use spinney::metric::r_squared;
/// assert_eq!(r_squared(&[1.0, 3.0], &[1.0, 2.0], None), Some(0.5));
/// assert_eq!(r_squared(&[1.0, 1.0], &[1.0, 2.0], None), None);
/// ```
pub fn r_squared(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let truth = &truth[..truth.len().min(predicted.len()).min(weights.map_or(usize::MAX, <[f64]>::len))];
    let mean = weighted_mean(truth.iter().copied(), truth.len(), weights)?;
    let varies = weighted_mean(truth.iter().map(|value| (value - mean) * (value - mean)), truth.len(), weights)?;
    // A truth that is the same everywhere may be off its own mean by a rounding.
    let first = truth.first()?;
    let same = truth.iter().all(|value| value == first);
    (varies > 0.0 && !same).then_some(1.0 - mean_square(truth, predicted, weights)? / varies)
}

fn mean_square(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    weighted_mean(pairs(truth, predicted, |off| off * off), truth.len().min(predicted.len()), weights)
}

fn pairs(truth: &[f64], predicted: &[f64], of: impl Fn(f64) -> f64) -> impl Iterator<Item = f64> {
    truth.iter().zip(predicted).map(move |(truth, predicted)| of(truth - predicted))
}
