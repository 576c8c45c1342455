//! Sums of numbers on both sides of a cut.

use std::cmp::Ordering;

use super::flock::MOST;
use super::laid::{LaidNumbers, NumberBin};
use super::run::{Moved, Run};
use super::table::Lean;
use crate::grow::item::Number;
use crate::measure::{Amount, Moments};

/// The same, with the sum of the distances above the mean alone: what a cut could send at most.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WideBin {
    pub(super) bin: NumberBin,
    pub(super) above: i64,
}

/// The running sums.
pub(crate) struct NumberRun {
    pub(super) left: NumberBin,
    pub(super) right: NumberBin,
    pub(super) whole: NumberBin,
    /// The node's mean, to the nearest step; at the nodes of a small subtree that of its root. Far from it the squares would drown
    /// what tells cuts apart.
    pub(super) centre: i64,
    /// How far from it the farthest row is.
    pub(super) farthest: f64,
    /// The rows of a small subtree, and what those of a node there come to.
    pub(super) slots: Box<NumberSlots>,
    /// The rows of a node, laid out.
    pub(super) laid: LaidNumbers,
    pub(super) moments: Moments,
    /// One side of the best parting that there could be of the rows of a node, and what it is worth.
    pub(super) peak: Option<(NumberBin, f64)>,
}

/// The rows of a small subtree.
#[derive(Debug, Clone)]
pub(super) struct NumberSlots {
    /// Weights, and these times the distance from the centre.
    pub(super) bins: [NumberBin; MOST],
    pub(super) qs: [i64; MOST],
    /// Weights times q².
    pub(super) squares: [i128; MOST],
    /// Rows added up by value; nothing between two uses.
    pub(super) by_value: [Lean; MOST],
}

impl NumberRun {
    /// All rows of a node; `None` where the sums could be too large for the quick way.
    pub(crate) fn new(weight: u64, sum: i128) -> Option<Self> {
        if weight >= 1 << 31 {
            return None;
        }
        // The scale keeps every sum of whole weights below 2⁶².
        let centre = (sum / i128::from(weight.max(1))) as i64;
        let whole = NumberBin { weight, sum: (sum - i128::from(centre) * i128::from(weight)) as i64 };
        Some(NumberRun {
            left: NumberBin::default(),
            right: whole,
            whole,
            centre,
            farthest: f64::INFINITY,
            slots: Box::new(NumberSlots {
                bins: [NumberBin::default(); MOST],
                qs: [0; MOST],
                squares: [0; MOST],
                by_value: [Lean::default(); MOST],
            }),
            laid: LaidNumbers::default(),
            moments: Moments::default(),
            peak: None,
        })
    }

    fn score_with(&self, weight: u64, sum: i64) -> f64 {
        let part = |weight: u64, sum: i64| if weight == 0 { 0.0 } else { sum as f64 * sum as f64 / weight as f64 };
        part(self.left.weight + weight, self.left.sum + sum) + part(self.right.weight - weight, self.right.sum - sum)
    }
}

impl Run for NumberRun {
    type Label = Number;
    type Bin = WideBin;
    type Mark = (NumberBin, NumberBin);

    fn stride(&self) -> usize {
        1
    }
    #[inline]
    fn count(&self, bins: &mut [WideBin], label: Number) {
        let WideBin { bin, above } = &mut bins[0];
        let sum = (label.q - self.centre) * label.weight.cast_signed();
        bin.weight += label.weight;
        bin.sum += sum;
        *above += sum.max(0);
    }
    #[inline]
    fn kind(_: Number) -> Moved {
        Moved::Mixed
    }
    fn reset(&mut self) {
        self.left = NumberBin::default();
        self.right = self.whole;
    }
    #[inline]
    fn shift_bins(&mut self, bins: &[WideBin]) -> Moved {
        let bin = bins[0].bin;
        self.left.weight += bin.weight;
        self.left.sum += bin.sum;
        self.right.weight -= bin.weight;
        self.right.sum -= bin.sum;
        if bin.weight == 0 { Moved::None } else { Moved::Mixed }
    }
    fn weight_of(&self, bins: &[WideBin]) -> u64 {
        bins[0].bin.weight
    }
    #[inline]
    fn look(&self, bins: &[WideBin]) -> Moved {
        if bins[0].bin.weight == 0 { Moved::None } else { Moved::Mixed }
    }
    #[inline]
    fn shift(&mut self, label: Number) {
        let sum = (label.q - self.centre) * label.weight.cast_signed();
        self.left.weight += label.weight;
        self.left.sum += sum;
        self.right.weight -= label.weight;
        self.right.sum -= sum;
    }
    #[inline]
    fn weights(&self) -> (u64, u64) {
        (self.left.weight, self.right.weight)
    }
    #[inline]
    fn score(&self) -> f64 {
        let part = |bin: NumberBin| bin.sum as f64 * bin.sum as f64 / bin.weight as f64;
        part(self.left) + part(self.right)
    }
    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        score * 1e-14
    }
    /// The score is convex in the weight and the sum that go left, so its corners bound it.
    fn could_reach(&mut self, bins: &[WideBin], score: f64) -> bool {
        let WideBin { bin, above } = bins[0];
        // With no rows for sure on a side, a corner is no bound: a few rows may be far from the mean.
        if self.left.weight == 0 || self.right.weight == bin.weight {
            return true;
        }
        let sums = [above, bin.sum - above];
        sums.iter().any(|sum| self.score_with(0, *sum) >= score || self.score_with(bin.weight, *sum) >= score)
    }
    fn mark(&self) -> (NumberBin, NumberBin) {
        (self.left, self.right)
    }
    #[inline]
    fn reaches(&self, score: f64) -> bool {
        let (left, right) = (self.left.weight as f64, self.right.weight as f64);
        let square = |bin: NumberBin| bin.sum as f64 * bin.sum as f64;
        square(self.left) * right + square(self.right) * left >= score * (left * right)
    }
    fn compare_marks(&self, one: &Self::Mark, two: &Self::Mark) -> Ordering {
        compare_bins(one, two)
    }
}

/// One cut against another of the same node, exactly: what lies to their left and to their right.
pub(super) fn compare_bins(one: &(NumberBin, NumberBin), two: &(NumberBin, NumberBin)) -> Ordering {
    if one.0 == two.0 || one.0 == two.1 {
        return Ordering::Equal; // the same two sides
    }
    let exact = |(left, right): &(NumberBin, NumberBin)| {
        let square = |amount: Amount, bin: &NumberBin| {
            amount.plus_fraction(i128::from(bin.sum), i128::from(bin.sum), bin.weight)
        };
        square(square(Amount::whole(0), left), right)
    };
    exact(one).cmp(&exact(two))
}
