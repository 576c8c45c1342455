//! The figures of one column.

use serde::Serialize;

/// The figures of one column. Those that do not apply are absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Score {
    /// H(Y|X) in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditional_entropy: Option<f64>,
    /// H(Y) − H(Y|X) in bits, times the share of known rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub information_gain: Option<f64>,
    /// The entropy of the split itself in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_entropy: Option<f64>,
    /// The gain over the split's entropy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain_ratio: Option<f64>,
    /// The weighted mean of the branches' Gini.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gini_split: Option<f64>,
    /// What the split takes off the variance, times the share of known rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mse_reduction: Option<f64>,
    /// The best cut of a continuous column: values up to it go one way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
}

impl Score {
    /// What columns are sorted by: the gain, or the reduction of the variance.
    pub fn merit(&self) -> Option<f64> {
        self.information_gain.or(self.mse_reduction)
    }
}
