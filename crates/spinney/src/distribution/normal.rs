//! The normal distribution.

use super::cross::crossing;

/// The point that a standard normal number is below with this probability. `NaN` outside of 0 to 1.
///
/// ```
/// use spinney::distribution::normal_quantile;
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
/// assert_eq!(normal_quantile(0.5), 0.0);
/// assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
/// ```
pub fn normal_quantile(probability: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    let tail = probability.min(1.0 - probability);
    let far = match tail {
        0.0 => f64::INFINITY,
        0.5 => 0.0,
        _ => crossing(tail, |z| 0.5 * libm::erfc(z / std::f64::consts::SQRT_2)),
    };
    if probability < 0.5 { -far } else { far }
}
