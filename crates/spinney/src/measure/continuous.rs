//! Differential entropy: of a density instead of probabilities, in nats, and below 0 where the density is narrow.

use super::error::{MeasureError, check_weights};
use super::sum::order_free_sum;

/// The entropy, in nats, of a Gaussian with standard deviation `sd`; its mean does not matter.
///
/// `h = ½ (1 + ln 2πσ²)`. It grows with σ; it is −∞ where `sd` is 0 (no uncertainty at all) and NaN where `sd` is below
/// 0.
///
/// ```
/// use spinney::measure::gaussian_entropy;
///
/// assert!((gaussian_entropy(1.0) - 1.4189).abs() < 5e-5);
/// assert!(gaussian_entropy(2.0) > gaussian_entropy(1.0));
/// ```
pub fn gaussian_entropy(sd: f64) -> f64 {
    // ln σ stands outside the square, which would overflow from 1e154 on.
    0.5 * (1.0 + libm::log(std::f64::consts::TAU)) + libm::log(sd)
}

/// The entropy, in nats, of a variable that is spread evenly inside each bin of a histogram.
///
/// `h = −Σ pᵢ ln (pᵢ / widthᵢ)` with `pᵢ = wᵢ / Σ w` and 0 · ln 0 = 0; 0 where no bin has weight.
///
/// Bin i lies between `edges[i]` and `edges[i + 1]`. This function checks what it is given: edges must be finite, must
/// rise, and must be one more than the weights; weights must pass [`check_weights`].
///
/// ```
/// use spinney::measure::histogram_entropy;
///
/// // Spread evenly over a range of 2: ln 2 nats, however the range is cut.
/// let h = histogram_entropy(&[0.0, 0.5, 2.0], &[1.0, 3.0]).unwrap();
/// assert!((h - 2.0_f64.ln()).abs() < 1e-15);
/// ```
pub fn histogram_entropy(edges: &[f64], weights: &[f64]) -> Result<f64, MeasureError> {
    check_edges(edges, weights.len())?;
    check_weights(weights)?;
    let total = order_free_sum(weights.iter().copied());
    let terms = weights.iter().zip(edges.windows(2)).filter_map(|(weight, bin)| {
        let share = weight / total;
        (share > 0.0).then(|| share * (libm::log(bin[1] - bin[0]) - libm::log(share)))
    });
    Ok(order_free_sum(terms))
}

fn check_edges(edges: &[f64], weights: usize) -> Result<(), MeasureError> {
    if edges.len() != weights + 1 {
        return Err(MeasureError::EdgeCount { edges: edges.len(), weights });
    }
    if let Some((position, &edge)) = (1..).zip(edges).find(|(_, edge)| !edge.is_finite()) {
        return Err(MeasureError::EdgeNotFinite { position, edge });
    }
    match (2..).zip(edges.windows(2)).find(|(_, pair)| pair[0] >= pair[1]) {
        Some((position, pair)) => Err(MeasureError::EdgeNotRising { position, edge: pair[1], before: pair[0] }),
        None => Ok(()),
    }
}
