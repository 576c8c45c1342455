//! The measures of a numeric target. Each value counts once; the values must be finite.

use super::sum::order_free_sum;

/// The mean of the values; NaN where there are none.
///
/// `m = Σ y / n`, never outside the values' range.
///
/// ```
/// assert_eq!(spinney::measure::mean(&[1.0, 2.0, 6.0]), 3.0);
/// ```
pub fn mean(values: &[f64]) -> f64 {
    let plain = order_free_sum(values.iter().copied()) / values.len() as f64;
    // Rounding may put the mean of equal values beside them; their variance would then not be 0.
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if plain < smallest {
        smallest
    } else if plain > largest {
        largest
    } else {
        plain
    }
}

/// The variance of the values: their mean squared error around their mean; 0 where there are none.
///
/// `MSE = Σ (y − m)² / n`. Equal values have exactly 0.
///
/// ```
/// assert_eq!(spinney::measure::variance(&[1.0, 2.0, 6.0]), 14.0 / 3.0);
/// ```
pub fn variance(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let centre = mean(values);
    order_free_sum(values.iter().map(|value| (value - centre) * (value - centre))) / values.len() as f64
}

/// How much of the variance of all values together goes away when each group is measured around its own mean.
///
/// `MSE(all) − Σ_g n_g / n · MSE(g)`, computed as `Σ_g n_g / n · (m_g − m)²`, which is the same and never negative.
/// Empty groups count for nothing.
///
/// ```
/// // 1, 1, 5, 5 has a variance of 4; cut in the middle, nothing of it is left.
/// assert_eq!(spinney::measure::mse_reduction(&[&[1.0, 1.0], &[5.0, 5.0]]), 4.0);
/// ```
pub fn mse_reduction(groups: &[&[f64]]) -> f64 {
    let all = groups.concat();
    if all.is_empty() {
        return 0.0;
    }
    let centre = mean(&all);
    let between = groups.iter().filter(|group| !group.is_empty()).map(|group| {
        let shift = mean(group) - centre;
        group.len() as f64 * (shift * shift)
    });
    (order_free_sum(between) / all.len() as f64).min(variance(&all))
}
