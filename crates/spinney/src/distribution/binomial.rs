//! The binomial distribution.

use super::beta::incomplete_beta;

/// The probability of at most so many successes in n trials.
///
/// ```
/// use spinney::distribution::binomial_at_most;
/// assert!((binomial_at_most(1, 3, 0.5) - 0.5).abs() < 1e-15);
/// assert_eq!(binomial_at_most(3, 3, 0.5), 1.0);
/// ```
pub fn binomial_at_most(successes: u64, trials: u64, probability: f64) -> f64 {
    if successes >= trials {
        return 1.0;
    }
    incomplete_beta((trials - successes) as f64, successes as f64 + 1.0, 1.0 - probability)
}

/// The probability that n throws of a fair coin fall at least as unevenly as so many to so many: 1 for as even as may be.
///
/// ```
/// use spinney::distribution::fair_coin;
/// assert!((fair_coin(0, 3) - 0.25).abs() < 1e-15); // three heads or three tails: 2 of 8
/// assert_eq!(fair_coin(2, 2), 1.0);
/// assert_eq!(fair_coin(0, 0), 1.0);
/// ```
pub fn fair_coin(heads: u64, tails: u64) -> f64 {
    let fewer = heads.min(tails);
    if heads == tails { 1.0 } else { (2.0 * binomial_at_most(fewer, heads + tails, 0.5)).min(1.0) }
}
