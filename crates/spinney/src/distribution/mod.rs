//! Tails and quantiles of the distributions that intervals and tests need.
//!
//! Written out here since three functions are all that is needed: the incomplete beta function, from which Student's t and the
//! binomial follow, and the normal's quantile. Tests hold them to SciPy.

/// The regularised incomplete beta function.
mod beta;
/// Where a falling function crosses a level.
mod cross;
/// The normal distribution.
mod normal;
/// Student's t.
mod student;
/// The binomial distribution.
mod binomial;

pub use beta::incomplete_beta;
pub use binomial::{binomial_at_most, fair_coin};
pub use normal::normal_quantile;
pub use student::{student_quantile, student_two_sided};
