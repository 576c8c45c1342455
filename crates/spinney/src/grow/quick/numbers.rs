//! Sums of numbers on both sides of a cut.

use std::cmp::Ordering;

use super::run::{Moved, Run};
use crate::grow::item::Number;
use crate::measure::Amount;

/// Weight and sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct NumberBin {
    weight: u64,
    sum: i64,
}

/// The running sums.
pub(crate) struct NumberRun {
    left: NumberBin,
    right: NumberBin,
    whole: NumberBin,
}

impl NumberRun {
    /// All rows of a node; `None` where the sums could be too large for the quick way.
    pub(crate) fn new(weight: u64, sum: i128) -> Option<Self> {
        if weight >= 1 << 31 {
            return None;
        }
        // The scale keeps every sum of whole weights below 2⁶².
        let whole = NumberBin { weight, sum: sum as i64 };
        Some(NumberRun { left: NumberBin::default(), right: whole, whole })
    }
}

impl Run for NumberRun {
    type Label = Number;
    type Bin = NumberBin;
    type Mark = (NumberBin, NumberBin);

    fn stride(&self) -> usize {
        1
    }
    #[inline(always)]
    fn count(bins: &mut [NumberBin], label: Number) {
        let bin = &mut bins[0];
        bin.weight += label.weight;
        bin.sum += label.q * label.weight as i64;
    }
    fn reset(&mut self) {
        self.left = NumberBin::default();
        self.right = self.whole;
    }
    #[inline]
    fn shift_bins(&mut self, bins: &[NumberBin]) -> Moved {
        let bin = bins[0];
        self.left.weight += bin.weight;
        self.left.sum += bin.sum;
        self.right.weight -= bin.weight;
        self.right.sum -= bin.sum;
        if bin.weight == 0 { Moved::None } else { Moved::Mixed }
    }
    #[inline]
    fn look(&self, bins: &[NumberBin]) -> Moved {
        if bins[0].weight == 0 { Moved::None } else { Moved::Mixed }
    }
    #[inline(always)]
    fn shift(&mut self, label: Number) {
        let sum = label.q * label.weight as i64;
        self.left.weight += label.weight;
        self.left.sum += sum;
        self.right.weight -= label.weight;
        self.right.sum -= sum;
    }
    #[inline(always)]
    fn weights(&self) -> (u64, u64) {
        (self.left.weight, self.right.weight)
    }
    #[inline(always)]
    fn score(&self) -> f64 {
        let part = |bin: NumberBin| bin.sum as f64 * bin.sum as f64 / bin.weight as f64;
        part(self.left) + part(self.right)
    }
    #[inline(always)]
    fn doubt(&self, score: f64) -> f64 {
        score * 1e-14
    }
    fn mark(&self) -> (NumberBin, NumberBin) {
        (self.left, self.right)
    }
    fn compare(&self, other: &Self::Mark) -> Ordering {
        self.compare_marks(&self.mark(), other)
    }
    fn compare_marks(&self, one: &Self::Mark, two: &Self::Mark) -> Ordering {
        if one.0 == two.0 || one.0 == two.1 {
            return Ordering::Equal; // the same two sides
        }
        let exact = |(left, right): &Self::Mark| {
            let square = |amount: Amount, bin: &NumberBin| {
                amount.plus_fraction(i128::from(bin.sum), i128::from(bin.sum), bin.weight)
            };
            square(square(Amount::whole(0), left), right)
        };
        exact(one).cmp(&exact(two))
    }
}
