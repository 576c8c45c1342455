//! Numbers in the order of nodes.

use std::cmp::Ordering;
use std::ops::Range;

use super::laid::NumberBin;
use super::numbers::compare_bins;
use super::pile::{Pile, Said, part};
use super::table::over;
use crate::grow::item::Number;
use crate::measure::Moments;

/// The numbers of rows.
#[derive(Default)]
pub(crate) struct NumberPile {
    qs: Vec<i64>,
    spare: Vec<i64>,
    rows: Range<usize>,
    /// All rows of the node.
    sum: i64,
    /// The node's mean, to the nearest step: far from it the squares would drown what tells cuts apart.
    centre: i64,
    /// What is to the left of the cut, and of the one that was kept.
    left: NumberBin,
    kept: NumberBin,
}

/// The sums of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NumberSums {
    sum: i64,
    squares: i128,
}

impl NumberPile {
    /// The two sides of a cut, as distances from the node's mean.
    #[inline]
    fn sides(&self, left: NumberBin) -> (NumberBin, NumberBin) {
        let about = |weight: u64, sum: i64| NumberBin { weight, sum: sum - self.centre * weight.cast_signed() };
        (about(left.weight, left.sum), about(self.rows.len() as u64 - left.weight, self.sum - left.sum))
    }
}

impl Pile for NumberPile {
    type Label = Number;
    type Sums = NumberSums;

    fn lay_out(&mut self, labels: impl Iterator<Item = Number>, _: usize) -> bool {
        let mut light = true;
        self.qs = labels.inspect(|label| light &= label.weight == 1).map(|label| label.q).collect();
        self.spare.clone_from(&self.qs);
        light
    }

    fn sums(&self, rows: Range<usize>) -> NumberSums {
        let mut sums = NumberSums::default();
        for q in &self.qs[rows] {
            sums.sum += q; // the scale keeps every sum below 2⁶²
            sums.squares += i128::from(*q) * i128::from(*q);
        }
        sums
    }

    #[inline]
    fn begin(&mut self, rows: Range<usize>, sums: &NumberSums) -> bool {
        let many = rows.len() as i64;
        self.sum = sums.sum;
        self.centre = sums.sum / many;
        self.rows = rows;
        // All are the same where n · Σ q² is (Σ q)².
        self.centre * many != sums.sum || i128::from(self.centre) * i128::from(sums.sum) != sums.squares
    }

    #[inline]
    fn divide<V: Copy>(&mut self, values: &[V], is_left: impl Fn(V) -> bool) {
        let (mut weight, mut sum) = (0_i64, 0_i64);
        for (q, value) in self.qs[self.rows.clone()].iter().zip(values) {
            // All bits or none: which side a row is on is anybody's guess.
            let mask = -i64::from(is_left(*value));
            weight -= mask;
            sum += q & mask;
        }
        self.left = NumberBin { weight: weight.cast_unsigned(), sum };
    }

    #[inline]
    fn left(&self) -> usize {
        self.left.weight as usize
    }

    #[inline]
    fn score(&self) -> f64 {
        let (left, right) = self.sides(self.left);
        let part = |bin: NumberBin| bin.sum as f64 * bin.sum as f64 * over(bin.weight);
        part(left) + part(right)
    }

    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        score * 1e-14
    }

    #[inline]
    fn keep(&mut self) {
        self.kept = self.left;
    }

    #[inline]
    fn compare(&self) -> Ordering {
        if self.left == self.kept {
            return Ordering::Equal;
        }
        compare_bins(&self.sides(self.left), &self.sides(self.kept))
    }

    #[inline]
    fn is_perfect(&self, _: f64) -> bool {
        false
    }

    #[inline]
    fn part(&mut self, right: &[bool]) {
        part(&mut self.qs[self.rows.clone()], &mut self.spare, right);
    }

    #[inline]
    fn turn(&mut self, first: usize) {
        self.qs.swap(first, first + 1);
    }

    /// The squares of the smaller branch are summed; those of the other one are what is left.
    #[inline]
    fn part_sums(&self, sums: &NumberSums, middle: usize) -> [NumberSums; 2] {
        let Range { start, end } = self.rows;
        let less = |few: NumberSums| NumberSums { sum: sums.sum - few.sum, squares: sums.squares - few.squares };
        if middle - start <= end - middle {
            let few = self.sums(start..middle);
            [few, less(few)]
        } else {
            let few = self.sums(middle..end);
            [less(few), few]
        }
    }

    #[inline]
    fn said(&self, sums: &NumberSums) -> Said<'_> {
        let (rows, sum) = (self.rows.len() as u64, i128::from(sums.sum));
        Said::Numbers(Moments { rows, sum, squares: sums.squares })
    }

    #[inline]
    fn said_by(&self, row: usize) -> Said<'_> {
        Said::Number(self.qs[row])
    }
}
