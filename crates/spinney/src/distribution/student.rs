//! Student's t.

use super::beta::below;
use super::cross::crossing;

/// The probability that a t of so many degrees of freedom is at least so far from 0, on either side.
///
/// ```
/// use spinney::distribution::student_two_sided;
/// // One degree of freedom is Cauchy's distribution: half of it lies beyond ±1.
/// assert!((student_two_sided(1.0, 1.0) - 0.5).abs() < 1e-15);
/// assert_eq!(student_two_sided(0.0, 9.0), 1.0);
/// assert_eq!(student_two_sided(f64::INFINITY, 9.0), 0.0);
/// ```
pub fn student_two_sided(t: f64, freedom: f64) -> f64 {
    let square = t * t;
    if square.is_infinite() {
        return 0.0;
    }
    below(freedom / 2.0, 0.5, (freedom / (freedom + square), square / (freedom + square)))
}

/// The t of so many degrees of freedom that lies with this probability within ± itself: 2.262 for 0.95 and 9.
///
/// `NaN` where the probability is not between 0 and 1, or the degrees are not above 0.
///
/// ```
/// use spinney::distribution::student_quantile;
/// assert!((student_quantile(0.95, 9.0) - 2.262157162798205).abs() < 1e-12);
/// ```
pub fn student_quantile(within: f64, freedom: f64) -> f64 {
    if !((0.0..1.0).contains(&within) && freedom > 0.0) {
        return f64::NAN;
    }
    if within == 0.0 { 0.0 } else { crossing(1.0 - within, |t| student_two_sided(t, freedom)) }
}
