//! Measures of uncertainty, in the order of the data's way: weights, tables of weights, numbers, whole counts, events.
//!
//! Plain functions on plain slices. Nothing else in the program writes the logarithm of a probability. Three rules hold
//! for every function here:
//!
//! - **Order-free.** Permuting weights, classes, branches or values gives the same bits.
//! - **One logarithm.** Every logarithm is `libm`'s, so the bits are the same on every machine and in the browser.
//! - **No panics.** Weights are finite and not negative: [`check_weights`](crate::measure::check_weights) says so at the
//!   door. Behind the door nothing is checked again; a wrong weight gives a meaningless number, never a panic.

/// What can be wrong with weights, edges and tables, and where.
mod error;
/// Sums of floats that do not depend on the order of adding.
mod sum;
/// Information content and entropy of a discrete distribution.
mod entropy;
/// Entropy as the average number of the best yes/no questions.
mod questions;
/// Entropy of continuous variables: Gaussians and histograms.
mod continuous;
/// Weights counted by branch and class: what a split does to the target.
mod crosstab;
/// How good a split is: conditional entropy, gain, gain ratio, Gini.
mod split;
/// Mean, variance, and what a split takes off the variance.
mod variance;
/// Sums and squares of a numeric target in fixed point, for the engine.
mod moments;
/// Entropy of whole counts in fixed point, for the engine.
mod nlogn;
/// Amounts that compare exactly, for the engine.
mod amount;
/// A probability as a fraction in lowest terms.
mod chance;
/// Finite probability: outcomes, events, independence, random variables.
mod probability;
/// Two random variables, counted together.
mod joint;

pub use amount::{Amount, compare_products};
pub use chance::Chance;
pub use continuous::{gaussian_entropy, histogram_entropy};
pub use crosstab::Crosstab;
pub use entropy::{NATS_PER_BIT, entropy, entropy_nats, information};
pub use error::{MeasureError, check_weights};
pub use joint::Joint;
pub use moments::{Moments, Scale};
pub use nlogn::NLogN;
pub use probability::Space;
pub use questions::{code_lengths, questions};
pub use split::{conditional_entropy, gain_ratio, gini, gini_gain, gini_split, information_gain, split_entropy};
pub(crate) use sum::order_free_sum;
pub use variance::{mean, mse_reduction, variance};
