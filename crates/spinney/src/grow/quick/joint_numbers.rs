//! The numbers of several targets on both sides of a cut.

use std::cmp::Ordering;

use super::joint_mark::{JointMark, compare_marks};
use super::run::{Moved, Run};
use crate::grow::item::{Class, Number};
use crate::measure::Moments;

/// Targets are summed up so many at a time; sums of none are 0.
pub(super) const LANES: usize = 4;

/// The numbers of several targets. A counter has the weight, then for each target the sum of the distances from its mean, and of those above it
/// alone.
pub(crate) struct JointNumbers<'r> {
    /// The number of each row in each target.
    pub(super) labels: Vec<&'r [Number]>,
    /// The node's mean in each target, to the nearest step.
    pub(super) centres: Vec<i64>,
    pub(super) left: Vec<[i64; LANES]>,
    pub(super) whole: Vec<[i64; LANES]>,
    pub(super) weight: u64,
    pub(super) total: u64,
    /// About the sums to the left, and of all, in floats; whether the first are kept up.
    pub(super) rough: Vec<[f64; LANES]>,
    pub(super) rough_whole: Vec<[f64; LANES]>,
    pub(super) is_rough: bool,
    /// By how much a score of these may be off.
    pub(super) slack: f64,
    /// What the rows that are laid out say of each target.
    pub(super) laid: Vec<i64>,
    /// The rows that are near, with their weights, and these times the distances from the means: as whole numbers and as floats.
    pub(super) rows: Vec<(u32, u64)>,
    pub(super) near: Vec<[i64; LANES]>,
    pub(super) rough_near: Vec<[f64; LANES]>,
    /// What the rows of the node come to.
    pub(super) moments: Vec<Moments>,
}

impl<'r> JointNumbers<'r> {
    /// All rows of a node, of this weight, which have these sums in each target; `None` where they are too heavy.
    pub(crate) fn new(weight: u64, targets: impl Iterator<Item = (&'r [Number], i128)>) -> Option<Self> {
        if weight >= 1 << 31 {
            return None;
        }
        let (labels, sums): (Vec<_>, Vec<i128>) = targets.unzip();
        let blocks = labels.len().div_ceil(LANES);
        let mut run = JointNumbers {
            centres: vec![0; labels.len()],
            left: vec![[0; LANES]; blocks],
            whole: vec![[0; LANES]; blocks],
            weight: 0,
            total: weight,
            rough: vec![[0.0; LANES]; blocks],
            rough_whole: vec![[0.0; LANES]; blocks],
            is_rough: false,
            slack: 0.0,
            laid: Vec::new(),
            rows: Vec::new(),
            near: Vec::new(),
            rough_near: Vec::new(),
            moments: Vec::new(),
            labels,
        };
        run.centre(sums.iter().copied());
        run.take_whole(sums.iter().copied());
        Some(run)
    }

    /// Numbers are counted from the mean.
    pub(super) fn centre(&mut self, sums: impl Iterator<Item = i128>) {
        for (centre, sum) in self.centres.iter_mut().zip(sums) {
            // The scale keeps every sum of whole weights below 2⁶².
            *centre = (sum / i128::from(self.total.max(1))) as i64;
        }
    }

    pub(super) fn take_whole(&mut self, sums: impl Iterator<Item = i128>) {
        let whole = self.whole.as_flattened_mut().iter_mut().zip(self.rough_whole.as_flattened_mut());
        for (((whole, rough), centre), sum) in whole.zip(&self.centres).zip(sums) {
            *whole = (sum - i128::from(*centre) * i128::from(self.total)) as i64;
            *rough = *whole as f64;
        }
    }

    /// What a row says of a target.
    #[inline]
    fn number(&self, target: usize, row: u32) -> i64 {
        if self.laid.is_empty() {
            self.labels[target][row as usize].q
        } else {
            self.laid[row as usize * self.labels.len() + target]
        }
    }

    /// What a target is worth with so much more to the left.
    fn score_with(&self, target: usize, weight: u64, sum: i64) -> f64 {
        let part = |weight: u64, sum: i64| if weight == 0 { 0.0 } else { sum as f64 * sum as f64 / weight as f64 };
        let left = self.left.as_flattened()[target] + sum;
        let right = self.whole.as_flattened()[target] - left;
        part(self.weight + weight, left) + part(self.total - self.weight - weight, right)
    }
}

impl Run for JointNumbers<'_> {
    type Label = Class;
    type Bin = i64;
    type Mark = JointMark;

    fn stride(&self) -> usize {
        1 + 2 * self.labels.len()
    }
    #[inline]
    fn count(&self, bins: &mut [i64], label: Class) {
        let weight = label.weight.cast_signed();
        bins[0] += weight;
        let sums = bins[1..].as_chunks_mut::<2>().0;
        for ((target, centre), [sum, above]) in self.centres.iter().enumerate().zip(sums) {
            let far = (self.number(target, label.class) - centre) * weight;
            *sum += far;
            *above += far.max(0);
        }
    }
    #[inline]
    fn kind(_: Class) -> Moved {
        Moved::Mixed
    }
    fn reset(&mut self) {
        self.left.fill([0; LANES]);
        self.rough.fill([0.0; LANES]);
        self.weight = 0;
        self.is_rough = !self.near.is_empty();
    }
    #[inline]
    fn shift_bins(&mut self, bins: &[i64]) -> Moved {
        self.weight += bins[0].cast_unsigned();
        let sums = bins[1..].as_chunks::<2>().0;
        self.left.as_flattened_mut().iter_mut().zip(sums).for_each(|(left, [sum, _])| *left += sum);
        self.is_rough = false;
        if bins[0] == 0 { Moved::None } else { Moved::Mixed }
    }
    fn weight_of(&self, bins: &[i64]) -> u64 {
        bins[0].cast_unsigned()
    }
    #[inline]
    fn look(&self, bins: &[i64]) -> Moved {
        if bins[0] == 0 { Moved::None } else { Moved::Mixed }
    }
    #[inline]
    fn shift(&mut self, label: Class) {
        self.weight += label.weight;
        for target in 0..self.labels.len() {
            let far = self.number(target, label.class) - self.centres[target];
            self.left.as_flattened_mut()[target] += far * label.weight.cast_signed();
        }
        self.is_rough = false;
    }
    #[inline]
    fn weights(&self) -> (u64, u64) {
        (self.weight, self.total - self.weight)
    }
    #[inline]
    fn score(&self) -> f64 {
        let (mut left, mut right) = (0.0, 0.0);
        for (own, all) in self.left.as_flattened().iter().zip(self.whole.as_flattened()) {
            let (own, other) = (*own as f64, (all - own) as f64);
            left += own * own;
            right += other * other;
        }
        left / self.weight as f64 + right / (self.total - self.weight) as f64
    }
    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        score * 1e-15 * (10 + self.labels.len()) as f64
    }
    /// The score of a target is convex in the weight and the sum that go left, so its corners bound it.
    fn could_reach(&mut self, bins: &[i64], score: f64) -> bool {
        let here = bins[0].cast_unsigned();
        // With no rows for sure on a side, a corner is no bound: a few rows may be far from the mean.
        if self.weight == 0 || self.total - self.weight == here {
            return true;
        }
        let most = |(target, [sum, above]): (usize, &[i64; 2])| {
            let sums = [*above, sum - above];
            let corners =
                sums.iter().flat_map(|sum| [self.score_with(target, 0, *sum), self.score_with(target, here, *sum)]);
            corners.fold(0.0, f64::max)
        };
        let most: f64 = bins[1..].as_chunks::<2>().0.iter().enumerate().map(most).sum();
        most >= score - self.doubt(score)
    }
    fn mark(&self) -> JointMark {
        JointMark::new(self.weight, &self.left.as_flattened()[..self.labels.len()])
    }
    #[inline]
    fn reaches(&self, score: f64) -> bool {
        if !self.is_rough {
            return self.score() >= score;
        }
        let (mut left, mut right) = ([0.0; LANES], [0.0; LANES]);
        for (own, all) in self.rough.iter().zip(&self.rough_whole) {
            for lane in 0..LANES {
                left[lane] += own[lane] * own[lane];
                right[lane] += (all[lane] - own[lane]) * (all[lane] - own[lane]);
            }
        }
        let [left, right] = [left, right].map(|[one, two, three, four]| (one + two) + (three + four));
        let (weight, other) = (self.weight as f64, (self.total - self.weight) as f64);
        left * other + right * weight >= (score - self.slack) * (weight * other)
    }
    fn compare_marks(&self, one: &JointMark, two: &JointMark) -> Ordering {
        compare_marks(one, two, (self.total, &self.whole.as_flattened()[..self.labels.len()]))
    }
}
