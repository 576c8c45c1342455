//! Criteria: from the sums of a set of rows to how mixed they are.
//!
//! Every criterion is a *rest*: what is left to be known in a set of rows, times their weight (n·H, n·Gini, the sum of
//! squared or absolute errors). A split gains what the node's rest has over the sum of its branches'.

/// What every criterion can do.
mod measure;
/// Entropy and Gini: weights counted by class.
mod classes;
/// Squared errors and Poisson deviance: sums of numbers.
mod numbers;
/// Absolute errors while rows go.
mod dwindling;
/// Absolute errors around the median.
mod absolute;
/// The same of numbers that nobody has ranked.
mod medians;
/// Several targets at once.
mod several;

pub(crate) use absolute::Absolute;
pub(crate) use classes::{ClassSide, Entropy, Gini};
pub(crate) use measure::{Measure, Part, Room, Slope, Sums, Swept};
pub(crate) use medians::Medians;
pub(crate) use numbers::{Poisson, Squares};
pub(crate) use several::Several;
