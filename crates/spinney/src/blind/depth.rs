//! How deep rows lie, and what that says of them.

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// How deep the rows of a random tree lie on average: c(n) = 2·H(n−1) − 2·(n−1)/n, where H(m) = ln m + 0.5772… stands for the harmonic
/// number; 0 for one row, 1 for two, as in scikit-learn.
///
/// ```
/// use spinney::blind::usual_depth;
/// assert_eq!([0.0, 1.0, 2.0].map(usual_depth), [0.0, 0.0, 1.0]);
/// assert!((usual_depth(5.0) - 2.327_020_052).abs() < 1e-9);
/// assert!((usual_depth(256.0) - 10.244_770_92).abs() < 1e-8);
/// ```
pub fn usual_depth(rows: f64) -> f64 {
    if rows <= 1.0 {
        return 0.0;
    }
    if rows <= 2.0 {
        return 1.0;
    }
    2.0 * (libm::log(rows - 1.0) + EULER) - 2.0 * (rows - 1.0) / rows
}

/// How unlike the others a row is: 2^(−depth / c(n)), from the mean depth of a row in trees of n rows each. 0.5 where it lies as deep as
/// rows do on average, 1 where it is parted from all others at once. scikit-learn's `score_samples` is its negative.
///
/// ```
/// use spinney::blind::{outlyingness, usual_depth};
/// assert_eq!(outlyingness(usual_depth(256.0), 256), 0.5);
/// assert_eq!(outlyingness(0.0, 256), 1.0);
/// assert_eq!(outlyingness(0.0, 1), 0.5); // one row alone tells nothing
/// ```
pub fn outlyingness(depth: f64, rows: u32) -> f64 {
    let usual = usual_depth(f64::from(rows));
    libm::exp2(if usual > 0.0 { -depth / usual } else { -1.0 })
}
