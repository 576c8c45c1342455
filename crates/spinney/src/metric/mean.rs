//! Means and medians of weighted values.

use crate::measure::order_free_sum;

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

/// The value with half of the weight on either side; between two values, their middle.
pub(super) fn weighted_median(values: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    let weight = |row: usize| weights.map_or(1.0, |weights| weights.get(row).copied().unwrap_or(0.0));
    let pairs = values.iter().enumerate().map(|(row, value)| (*value, weight(row)));
    let mut pairs: Vec<(f64, f64)> = pairs.filter(|pair| pair.1 > 0.0).collect();
    pairs.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.total_cmp(&two.1)));
    let half = order_free_sum(pairs.iter().map(|pair| pair.1)) / 2.0;
    let mut below = 0.0;
    for (place, (value, weight)) in pairs.iter().enumerate() {
        below += weight;
        if below >= half {
            let next = pairs.get(place + 1).filter(|_| below == half).map_or(*value, |next| next.0);
            return Some(f64::midpoint(*value, next));
        }
    }
    None
}
