//! Weights as whole numbers of units, so that sums do not depend on their order.
//!
//! Whole weights are their own units: a row of weight 3 is three rows, exactly. Other weights, and rows that are spread over
//! branches, are kept to a unit of 2⁻ᵏ, chosen so that all weights together stay below 2⁵².

use crate::error::{Mistake, Result};
use crate::measure::order_free_sum;

/// All weights together stay below this power of two, in units.
const MOST_BITS: i32 = 52;
/// No unit is finer than this.
const FINEST_BITS: i32 = 40;

/// Rows with their weights in units.
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    /// Rows of the table that count, in order.
    pub(crate) rows: Vec<u32>,
    /// The weight of each; none where every row weighs one unit.
    pub(crate) units: Option<Vec<u64>>,
    /// Units in a weight of 1.
    pub(crate) per_row: f64,
    /// All weights together, in units.
    pub(crate) total: u64,
    /// How many copies each row stands for, where rows are spread and all weights are whole: the copies are spread alike.
    pub(crate) copies: Option<Vec<u64>>,
    /// Whether rows are spread over branches, so that parts of them count.
    pub(crate) spreads: bool,
}

impl Weighed {
    /// Whether every weight is a whole number.
    pub(crate) fn is_whole(&self) -> bool {
        let one = self.per_row as u64;
        self.units.as_ref().is_none_or(|units| units.iter().all(|units| units % one == 0))
    }
}

/// Weighs these rows; those of weight 0 are left out. `spreads` says whether parts of the rows that count are needed.
pub(crate) fn weigh(
    mut rows: Vec<u32>,
    weight: Option<&dyn Fn(u32) -> f64>,
    spreads: impl FnOnce(&[u32]) -> bool,
) -> Result<Weighed> {
    let Some(weight) = weight else {
        let count = rows.len() as u64;
        if !spreads(&rows) {
            return Ok(Weighed { rows, units: None, per_row: 1.0, total: count, copies: None, spreads: false });
        }
        let per_row = per_row(count as f64);
        let units = vec![per_row as u64; rows.len()];
        let total = count * per_row as u64;
        return Ok(Weighed { rows, units: Some(units), per_row, total, copies: None, spreads: true });
    };
    for row in &rows {
        let found = weight(*row);
        if !(found.is_finite() && found >= 0.0) {
            return Err(Mistake::BadWeight { found }.in_row(u64::from(*row) + 1));
        }
    }
    rows.retain(|row| weight(*row) > 0.0);
    let sum = order_free_sum(rows.iter().map(|row| weight(*row)));
    if sum >= (1_u64 << MOST_BITS) as f64 {
        return Err(Mistake::HeavyWeights { found: sum }.anywhere());
    }
    let (spreads, whole) = (spreads(&rows), rows.iter().all(|row| weight(*row).fract() == 0.0));
    let per_row = if whole && !spreads { 1.0 } else { per_row(sum) };
    let copies = (whole && spreads).then(|| rows.iter().map(|row| weight(*row) as u64).collect());
    // A weight far below all others may be less than half a unit: it is kept as one.
    let units: Vec<u64> = rows.iter().map(|row| ((weight(*row) * per_row).round() as u64).max(1)).collect();
    let total = units.iter().sum();
    let all_one = per_row == 1.0 && units.iter().all(|unit| *unit == 1);
    Ok(Weighed { rows, units: (!all_one).then_some(units), per_row, total, copies, spreads })
}

/// The finest unit that keeps the sum of all weights below the limit.
pub(super) fn per_row(sum: f64) -> f64 {
    let (_, exponent) = libm::frexp(sum.max(f64::MIN_POSITIVE));
    libm::ldexp(1.0, (MOST_BITS - 1 - exponent).min(FINEST_BITS))
}
