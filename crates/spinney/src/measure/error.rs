//! Weights are checked once, here; the measures behind the door trust them.

use thiserror::Error;

/// What is wrong with the numbers given to a measure: what, where, and what would do. Positions count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// A weight below zero.
    #[error("weight {position} is {weight}: a weight must be 0 or more")]
    NegativeWeight {
        /// Which weight, from 1.
        position: usize,
        /// The weight itself.
        weight: f64,
    },
    /// A weight that is NaN or infinite.
    #[error("weight {position} is {weight}: a weight must be a finite number")]
    WeightNotFinite {
        /// Which weight, from 1.
        position: usize,
        /// The weight itself.
        weight: f64,
    },
    /// Finite weights whose sum is not.
    #[error("the {count} weights add up to more than a float can hold: divide them all by one number")]
    WeightsTooLarge {
        /// How many weights there are.
        count: usize,
    },
    /// A histogram whose edges and weights do not go together.
    #[error("{edges} edges and {weights} weights: a histogram of {weights} bins has {} edges", weights + 1)]
    EdgeCount {
        /// How many edges there are.
        edges: usize,
        /// How many weights there are.
        weights: usize,
    },
    /// An edge that is NaN or infinite.
    #[error("edge {position} is {edge}: every bin needs two finite edges")]
    EdgeNotFinite {
        /// Which edge, from 1.
        position: usize,
        /// The edge itself.
        edge: f64,
    },
    /// An edge that is not above the one before it.
    #[error("edge {position} is {edge}, after {before}: edges must rise")]
    EdgeNotRising {
        /// Which edge, from 1.
        position: usize,
        /// The edge itself.
        edge: f64,
        /// The edge before it.
        before: f64,
    },
    /// A table of weights whose branches differ in length.
    #[error(
        "branch {branch} has {found} weights where the first has {expected}: give one weight per class, 0 for none"
    )]
    Ragged {
        /// Which branch, from 1.
        branch: usize,
        /// Its number of weights.
        found: usize,
        /// The first branch's number of weights.
        expected: usize,
    },
}

/// Says whether the weights may pass the door: each finite and not negative, and their sum finite.
///
/// The plain measures trust their weights; a program that takes them from a person calls this first.
///
/// ```
/// use spinney::measure::check_weights;
///
/// assert!(check_weights(&[9.0, 5.0]).is_ok());
/// let wrong = check_weights(&[9.0, -5.0]).unwrap_err();
/// assert_eq!(wrong.to_string(), "weight 2 is -5: a weight must be 0 or more");
/// ```
pub fn check_weights(weights: &[f64]) -> Result<(), MeasureError> {
    for (position, &weight) in (1..).zip(weights) {
        if !weight.is_finite() {
            return Err(MeasureError::WeightNotFinite { position, weight });
        }
        if weight < 0.0 {
            return Err(MeasureError::NegativeWeight { position, weight });
        }
    }
    if weights.iter().sum::<f64>().is_finite() {
        Ok(())
    } else {
        Err(MeasureError::WeightsTooLarge { count: weights.len() })
    }
}
