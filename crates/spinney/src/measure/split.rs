//! What a split tells about the target. Every function takes the split as a [`Crosstab`] of branches × classes.
//!
//! What mathematics promises, the returned floats keep: a split never raises the entropy or the Gini index, so gains
//! are never below 0, and a gain is never above what it is a part of.

use super::crosstab::Crosstab;
use super::entropy::entropy;
use super::sum::order_free_sum;

/// The entropy, in bits, that is left in the target once the branch is known.
///
/// `H(Y given X) = Σ_b n_b / n · H(Y in branch b)`, never above H(Y).
///
/// ```
/// use spinney::measure::{Crosstab, conditional_entropy};
///
/// // The restaurant by patrons: None, Some, Full.
/// let patrons = Crosstab::from_rows(&[[2.0, 0.0], [0.0, 4.0], [4.0, 2.0]]).unwrap();
/// assert!((conditional_entropy(&patrons) - 0.4591).abs() < 5e-5);
/// ```
pub fn conditional_entropy(split: &Crosstab) -> f64 {
    weighted_mean(split, entropy).min(entropy(&split.class_totals()))
}

/// The information gain, in bits: how much of the target's entropy the split takes away (their mutual information).
///
/// `IG = H(Y) − H(Y given X)`, between 0 and H(Y).
///
/// ```
/// use spinney::measure::{Crosstab, information_gain};
///
/// // Tennis by wind: Strong, Weak.
/// let wind = Crosstab::from_rows(&[[3.0, 3.0], [2.0, 6.0]]).unwrap();
/// assert!((information_gain(&wind) - 0.0481).abs() < 5e-5);
/// ```
pub fn information_gain(split: &Crosstab) -> f64 {
    entropy(&split.class_totals()) - conditional_entropy(split)
}

/// The split's own entropy, in bits: how evenly it spreads the weight over its branches, whatever the target.
///
/// `H(X) = −Σ_b n_b / n · log₂ (n_b / n)`.
///
/// ```
/// use spinney::measure::{Crosstab, split_entropy};
///
/// // Tennis by outlook: Sunny 5, Overcast 4, Rain 5.
/// let outlook = Crosstab::from_rows(&[[3.0, 2.0], [0.0, 4.0], [2.0, 3.0]]).unwrap();
/// assert!((split_entropy(&outlook) - 1.5774).abs() < 5e-5);
/// ```
pub fn split_entropy(split: &Crosstab) -> f64 {
    entropy(&split.branch_totals())
}

/// The gain ratio: the gain as a part of the split's own entropy, so that many branches are not a merit.
///
/// `GR = IG / H(X)`, between 0 and 1; 0 where H(X) is 0, since a split with one branch is none. It tames, but
/// does not cure, columns with a value per row.
///
/// ```
/// use spinney::measure::{Crosstab, gain_ratio};
///
/// let outlook = Crosstab::from_rows(&[[3.0, 2.0], [0.0, 4.0], [2.0, 3.0]]).unwrap();
/// assert!((gain_ratio(&outlook) - 0.1564).abs() < 5e-5);
/// ```
pub fn gain_ratio(split: &Crosstab) -> f64 {
    let own = split_entropy(split);
    if own > 0.0 { (information_gain(split) / own).min(1.0) } else { 0.0 }
}

/// The Gini index: the chance that two rows, drawn with putting back, differ in class.
///
/// `G = Σ pᵢ (1 − pᵢ) = 1 − Σ pᵢ²`, between 0 and 1 − 1/k; for two classes 2p(1 − p).
///
/// ```
/// use spinney::measure::gini;
///
/// assert_eq!(gini(&[3.0, 1.0]), 3.0 / 8.0);
/// assert_eq!(gini(&[8.0, 0.0]), 0.0);
/// ```
pub fn gini(weights: &[f64]) -> f64 {
    let total = order_free_sum(weights.iter().copied());
    let present: Vec<f64> = weights.iter().copied().filter(|&weight| weight > 0.0).collect();
    let largest = 1.0 - 1.0 / present.len().max(1) as f64;
    // The rest is subtracted before dividing: 1 − Σ p² would lose the small Gini of an almost pure node.
    let terms = present.into_iter().map(|weight| (weight / total) * ((total - weight) / total));
    order_free_sum(terms).max(0.0).min(largest)
}

/// The Gini index that is left once the branch is known.
///
/// `Σ_b n_b / n · G(branch b)`, never above the target's own.
///
/// ```
/// use spinney::measure::{Crosstab, gini_split};
///
/// // two_bits by x1 and by x2.
/// assert_eq!(gini_split(&Crosstab::from_rows(&[[4.0, 0.0], [1.0, 3.0]]).unwrap()), 3.0 / 16.0);
/// assert_eq!(gini_split(&Crosstab::from_rows(&[[3.0, 1.0], [2.0, 2.0]]).unwrap()), 7.0 / 16.0);
/// ```
pub fn gini_split(split: &Crosstab) -> f64 {
    weighted_mean(split, gini).min(gini(&split.class_totals()))
}

/// The Gini gain: how much of the target's Gini index the split takes away.
///
/// `G(Y) − Σ_b n_b / n · G(branch b)`, between 0 and G(Y).
///
/// ```
/// use spinney::measure::{Crosstab, gini_gain};
///
/// let x1 = Crosstab::from_rows(&[[4.0, 0.0], [1.0, 3.0]]).unwrap();
/// assert_eq!(gini_gain(&x1), 15.0 / 32.0 - 3.0 / 16.0);
/// ```
pub fn gini_gain(split: &Crosstab) -> f64 {
    gini(&split.class_totals()) - gini_split(split)
}

/// `Σ_b n_b · measure(b) / n`. Divided once, at the end: equal branches then give their common value without rounding.
fn weighted_mean(split: &Crosstab, measure: fn(&[f64]) -> f64) -> f64 {
    let totals = split.branch_totals();
    let terms = totals.iter().enumerate().map(|(branch, total)| total * measure(split.branch(branch)));
    let sum = order_free_sum(terms);
    if sum > 0.0 { sum / order_free_sum(totals.iter().copied()) } else { 0.0 }
}
