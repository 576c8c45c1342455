//! How far numbers are off.

use super::mean::{weighted_mean, weighted_median};

/// The mean squared distance between truth and answer.
///
/// ```
/// assert_eq!(spinney::metric::mean_squared_error(&[3.0, 5.0], &[2.0, 12.0], None), Some(25.0));
/// ```
pub fn mean_squared_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    weighted_mean(pairs(truth, predicted, |off| off * off), truth.len().min(predicted.len()), weights)
}

/// The root of that (RMSE): in the unit of the target.
///
/// ```
/// assert_eq!(spinney::metric::root_mean_squared_error(&[3.0, 5.0], &[2.0, 12.0], None), Some(5.0)); // √((1 + 49) / 2)
/// ```
pub fn root_mean_squared_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    mean_squared_error(truth, predicted, weights).map(f64::sqrt)
}

/// The mean distance (MAE): far misses count less than in the squares.
///
/// ```
/// assert_eq!(spinney::metric::mean_absolute_error(&[3.0, 5.0], &[2.0, 8.0], None), Some(2.0));
/// ```
pub fn mean_absolute_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    weighted_mean(pairs(truth, predicted, f64::abs), truth.len().min(predicted.len()), weights)
}

/// The distance that half of the weight stays within: far misses do not count at all.
///
/// ```
/// use spinney::metric::median_absolute_error;
/// assert_eq!(median_absolute_error(&[3.0, 5.0, 9.0], &[2.0, 8.0, 99.0], None), Some(3.0));
/// ```
pub fn median_absolute_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    weighted_median(&pairs(truth, predicted, f64::abs).collect::<Vec<_>>(), weights)
}

/// The farthest miss of a row with weight.
///
/// ```
/// assert_eq!(spinney::metric::max_error(&[3.0, 5.0], &[2.0, 8.0], None), Some(3.0));
/// assert_eq!(spinney::metric::max_error(&[3.0, 5.0], &[2.0, 8.0], Some(&[1.0, 0.0])), Some(1.0));
/// ```
pub fn max_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let counts = |row: usize| weights.is_none_or(|weights| weights.get(row).is_some_and(|weight| *weight > 0.0));
    let off = pairs(truth, predicted, f64::abs).enumerate().filter(|(row, _)| counts(*row));
    off.map(|(_, off)| off).max_by(f64::total_cmp)
}

/// The mean of the distance as a share of the truth: 0.1 is ten percent off. Truths nearer to 0 than 2⁻⁵² count as that, and
/// then the mean says nothing.
///
/// ```
/// use spinney::metric::mean_absolute_percentage_error;
/// assert_eq!(mean_absolute_percentage_error(&[4.0, -8.0], &[5.0, -8.0], None), Some(0.125));
/// ```
pub fn mean_absolute_percentage_error(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let off = |(truth, predicted): (&f64, &f64)| (predicted - truth).abs() / truth.abs().max(f64::EPSILON);
    weighted_mean(truth.iter().zip(predicted).map(off), truth.len().min(predicted.len()), weights)
}

/// The mean of 2 (y ln(y / ŷ) − y + ŷ): the distance for counts, where a miss of 1 means more beside 2 than beside 200.
///
/// `None` where a truth is below 0 or an answer not above it.
///
/// ```
/// use spinney::metric::mean_poisson_deviance;
/// assert_eq!(mean_poisson_deviance(&[0.0, 3.0], &[0.5, 3.0], None), Some(0.5)); // (2 · 0.5 + 0) / 2
/// assert_eq!(mean_poisson_deviance(&[1.0], &[0.0], None), None);
/// ```
pub fn mean_poisson_deviance(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let deviance = |(truth, predicted): (&f64, &f64)| {
        let logarithm = if *truth == 0.0 { 0.0 } else { truth * libm::log(truth / predicted) };
        2.0 * (logarithm - truth + predicted)
    };
    let counts = truth.iter().zip(predicted).all(|(truth, predicted)| *truth >= 0.0 && *predicted > 0.0);
    let mean = weighted_mean(truth.iter().zip(predicted).map(deviance), truth.len().min(predicted.len()), weights);
    mean.filter(|_| counts)
}

/// R²: the share of the truth's variance that the answers take away, 1 − Σ(y − ŷ)² / Σ(y − ȳ)².
///
/// 1 is perfect, 0 is as good as the mean, below 0 is worse. `None` where the truth does not vary.
///
/// ```
/// use spinney::metric::r2;
/// assert_eq!(r2(&[1.0, 3.0], &[1.0, 2.0], None), Some(0.5));
/// assert_eq!(r2(&[1.0, 1.0], &[1.0, 2.0], None), None);
/// ```
pub fn r2(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let truth = shared(truth, predicted, weights);
    Some(1.0 - mean_squared_error(truth, predicted, weights)? / variance_that_is_one(truth, weights)?)
}

/// As [`r2`], but answers that are all off by the same amount lose nothing: 1 − Var(y − ŷ) / Var(y).
///
/// ```
/// use spinney::metric::explained_variance;
/// assert_eq!(explained_variance(&[1.0, 3.0], &[2.0, 4.0], None), Some(1.0));
/// ```
pub fn explained_variance(truth: &[f64], predicted: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let truth = shared(truth, predicted, weights);
    let off: Vec<f64> = pairs(truth, predicted, |off| off).collect();
    Some(1.0 - variance(&off, weights)? / variance_that_is_one(truth, weights)?)
}

/// The truth up to the end of the shortest list.
fn shared<'a>(truth: &'a [f64], predicted: &[f64], weights: Option<&[f64]>) -> &'a [f64] {
    &truth[..truth.len().min(predicted.len()).min(weights.map_or(usize::MAX, <[f64]>::len))]
}

fn variance(values: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let mean = weighted_mean(values.iter().copied(), values.len(), weights)?;
    weighted_mean(values.iter().map(|value| (value - mean) * (value - mean)), values.len(), weights)
}

/// The variance of values that differ. Values that are the same everywhere may be off their own mean by a rounding.
fn variance_that_is_one(values: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let counts = |row: &usize| weights.is_none_or(|weights| weights[*row] > 0.0);
    let mut counted = (0..values.len()).filter(counts).map(|row| values[row]);
    let first = counted.next()?;
    let same = counted.all(|value| value == first);
    variance(values, weights).filter(|variance| *variance > 0.0 && !same)
}

fn pairs(truth: &[f64], predicted: &[f64], of: impl Fn(f64) -> f64) -> impl Iterator<Item = f64> {
    truth.iter().zip(predicted).map(move |(truth, predicted)| of(truth - predicted))
}
