//! Information and entropy of a discrete distribution.

use super::sum::order_free_sum;

/// How many nats a bit is: ln 2. Multiply bits by it to get nats, divide nats by it to get bits.
///
/// ```
/// use spinney::measure::{NATS_PER_BIT, entropy, entropy_nats};
///
/// assert_eq!(entropy_nats(&[9.0, 5.0]), entropy(&[9.0, 5.0]) * NATS_PER_BIT);
/// ```
pub const NATS_PER_BIT: f64 = std::f64::consts::LN_2;

/// The information content, in bits, of an outcome of probability `p`: the rarer, the more it tells.
///
/// `I(p) = −log₂ p`. A certain outcome tells nothing (0); an impossible one (`p` = 0) would tell infinitely much.
///
/// ```
/// use spinney::measure::information;
///
/// // The favourite season for watermelon: summer for three of four people, spring for one of twenty.
/// assert!((information(0.75) - 0.415).abs() < 5e-4);
/// assert!((information(0.05) - 4.322).abs() < 5e-4);
/// assert_eq!(information(1.0), 0.0);
/// assert_eq!(information(0.0), f64::INFINITY);
/// ```
pub fn information(p: f64) -> f64 {
    // Subtracted from zero, not negated: a certain outcome is then 0.0 and not −0.0.
    0.0 - libm::log2(p)
}

/// The entropy, in bits, of a distribution given by weights (counts or probabilities).
///
/// `H = −Σ pᵢ log₂ pᵢ` with `pᵢ = wᵢ / Σ w`, and 0 · log 0 = 0.
///
/// Always between 0 and log₂ k for k weights above zero; a pure distribution has exactly 0, as have no weights at all
/// and weights that are all 0. The weights are trusted ([`check_weights`](super::check_weights)).
///
/// ```
/// use spinney::measure::entropy;
///
/// assert_eq!(entropy(&[0.5, 0.5]), 1.0);
/// assert!((entropy(&[9.0, 5.0]) - 0.9403).abs() < 5e-5);
/// assert!((entropy(&[0.99, 0.01]) - 0.0808).abs() < 5e-5);
/// assert_eq!(entropy(&[8.0, 0.0]), 0.0);
/// ```
pub fn entropy(weights: &[f64]) -> f64 {
    let total = order_free_sum(weights.iter().copied());
    // A share may round to 0 although its weight is not 0; 0 · log 0 = 0 holds for both.
    let shares: Vec<f64> = weights.iter().map(|weight| weight / total).filter(|&share| share > 0.0).collect();
    let largest = libm::log2(shares.len().max(1) as f64);
    order_free_sum(shares.into_iter().map(|share| share * information(share))).max(0.0).min(largest)
}

/// The entropy, in nats, of a distribution given by weights (counts or probabilities).
///
/// `H = −Σ pᵢ ln pᵢ`, which is the entropy in bits times ln 2.
///
/// ```
/// use spinney::measure::entropy_nats;
///
/// assert!((entropy_nats(&[0.5, 0.5]) - 0.6931).abs() < 5e-5);
/// ```
pub fn entropy_nats(weights: &[f64]) -> f64 {
    entropy(weights) * NATS_PER_BIT
}
