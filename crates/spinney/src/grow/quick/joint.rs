//! Sums of several targets on both sides of a cut: a label is the number of a row, and says what the row is in each target.

use std::cmp::Ordering;

use super::classes::{Part, Sides};
use super::run::{Moved, Run};
use crate::grow::item::{Class, Number};
use crate::measure::Amount;

/// The most that the squares of all targets' weights may come to.
const MOST_SQUARES: u128 = 1 << 62;

/// The classes of several targets, counted side by side.
pub(crate) struct JointClasses<'r, P> {
    part: P,
    /// The class of each row in each target.
    labels: Vec<&'r [Class]>,
    /// Where the classes of each target begin.
    starts: Vec<usize>,
    left: Vec<u32>,
    right: Vec<u32>,
    whole: Vec<u32>,
    sides: Sides,
    start: Sides,
}

impl<'r, P: Part> JointClasses<'r, P> {
    /// All rows of a node, which have these weights by class in each target; `None` where they are too heavy.
    pub(crate) fn new<'w>(part: P, targets: impl Iterator<Item = (&'r [Class], &'w [u64])>) -> Option<Self> {
        let (mut labels, mut starts, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        let (mut total, mut sum) = (0_u64, 0_i64);
        for (own, weights) in targets {
            labels.push(own);
            starts.push(whole.len());
            total = weights.iter().sum();
            if u128::from(total) * u128::from(total) * labels.len() as u128 >= MOST_SQUARES {
                return None;
            }
            whole.extend(weights.iter().map(|weight| *weight as u32));
            sum += weights.iter().map(|weight| part.of(*weight)).sum::<i64>();
        }
        let start = Sides { left: 0, right: total, left_sum: 0, right_sum: sum };
        Some(JointClasses {
            part,
            labels,
            starts,
            left: vec![0; whole.len()],
            right: whole.clone(),
            whole,
            sides: start,
            start,
        })
    }

    fn many(&self) -> u32 {
        self.labels.len() as u32
    }

    #[inline]
    fn move_class(&mut self, class: usize, weight: u32) {
        let (left, right) = (&mut self.left[class], &mut self.right[class]);
        self.sides.left_sum += self.part.growth(u64::from(*left), u64::from(weight));
        *left += weight;
        *right -= weight;
        self.sides.right_sum -= self.part.growth(u64::from(*right), u64::from(weight));
    }

    #[inline]
    fn move_weight(&mut self, weight: u64) {
        self.sides.left += weight;
        self.sides.right -= weight;
    }

    /// The weight of the rows of counters: that of any target.
    fn weight(&self, bins: &[u32]) -> u64 {
        let end = self.starts.get(1).copied().unwrap_or(bins.len());
        bins[..end].iter().map(|weight| u64::from(*weight)).sum()
    }
}

impl<P: Part> Run for JointClasses<'_, P> {
    type Label = Class;
    type Bin = u32;
    type Mark = P::Mark;

    fn stride(&self) -> usize {
        self.whole.len()
    }
    #[inline]
    fn count(&self, bins: &mut [u32], label: Class) {
        for (labels, start) in self.labels.iter().zip(&self.starts) {
            bins[start + labels[label.class as usize].class as usize] += label.weight as u32;
        }
    }
    /// Rows that agree in all targets are not looked for.
    #[inline]
    fn kind(_: Class) -> Moved {
        Moved::Mixed
    }
    fn reset(&mut self) {
        self.left.fill(0);
        self.right.copy_from_slice(&self.whole);
        self.sides = self.start;
    }
    fn shift_bins(&mut self, bins: &[u32]) -> Moved {
        let weight = self.weight(bins);
        if weight == 0 {
            return Moved::None;
        }
        for (class, weight) in bins.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            self.move_class(class, *weight);
        }
        self.move_weight(weight);
        Moved::Mixed
    }
    fn weight_of(&self, bins: &[u32]) -> u64 {
        self.weight(bins)
    }
    fn look(&self, bins: &[u32]) -> Moved {
        if bins.iter().all(|weight| *weight == 0) { Moved::None } else { Moved::Mixed }
    }
    #[inline]
    fn shift(&mut self, label: Class) {
        for target in 0..self.labels.len() {
            let class = self.labels[target][label.class as usize].class as usize;
            self.move_class(self.starts[target] + class, label.weight as u32);
        }
        self.move_weight(label.weight);
    }
    #[inline]
    fn weights(&self) -> (u64, u64) {
        (self.sides.left, self.sides.right)
    }
    #[inline]
    fn score(&self) -> f64 {
        self.part.joint_score(&self.sides, self.many())
    }
    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        self.part.doubt(score, self.whole.len() + 2 * self.labels.len())
    }
    /// Without the rows in doubt, which only make things worse.
    fn could_reach(&mut self, bins: &[u32], score: f64) -> bool {
        let here = self.weight(bins);
        if self.sides.left == 0 || self.sides.right == here {
            return true;
        }
        let mut sides = self.sides;
        for (right, weight) in self.right.iter().zip(bins) {
            sides.right_sum -= self.part.growth(u64::from(right - weight), u64::from(*weight));
        }
        sides.right -= here;
        let most = self.part.joint_score(&sides, self.many()) + f64::from(self.many()) * self.part.best_of(here as f64);
        most >= score - self.doubt(score)
    }
    fn mark(&self) -> P::Mark {
        self.part.joint_mark(&self.sides, (&self.left, &self.right), self.many())
    }
    #[inline]
    fn reaches(&self, score: f64) -> bool {
        self.score() >= score
    }
    fn compare_marks(&self, one: &P::Mark, two: &P::Mark) -> Ordering {
        self.part.compare(one, two)
    }
}

/// The numbers of several targets. A counter has the weight, then for each target the sum of the distances from its mean, and of those above it
/// alone.
pub(crate) struct JointNumbers<'r> {
    /// The number of each row in each target.
    labels: Vec<&'r [Number]>,
    /// The node's mean in each target, to the nearest step.
    centres: Vec<i64>,
    left: Vec<i64>,
    whole: Vec<i64>,
    weight: u64,
    total: u64,
}

/// Up to so many sums are kept where they stand.
const FEW: usize = 6;

/// The weight and the sums to the left of a cut: the first in place, further ones in a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JointMark {
    weight: u64,
    first: [i64; FEW],
    rest: Vec<i64>,
}

impl JointMark {
    fn new(weight: u64, sums: &[i64]) -> Self {
        let (few, rest) = sums.split_at(sums.len().min(FEW));
        let mut first = [0; FEW];
        first[..few.len()].copy_from_slice(few);
        JointMark { weight, first, rest: rest.to_vec() }
    }

    fn sums(&self) -> impl Iterator<Item = i64> {
        self.first.iter().chain(&self.rest).copied()
    }
}

impl<'r> JointNumbers<'r> {
    /// All rows of a node, of this weight, which have these sums in each target; `None` where they are too heavy.
    pub(crate) fn new(weight: u64, targets: impl Iterator<Item = (&'r [Number], i128)>) -> Option<Self> {
        if weight >= 1 << 31 {
            return None;
        }
        let (mut labels, mut centres, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for (own, sum) in targets {
            // The scale keeps every sum of whole weights below 2⁶².
            let centre = (sum / i128::from(weight.max(1))) as i64;
            labels.push(own);
            centres.push(centre);
            whole.push((sum - i128::from(centre) * i128::from(weight)) as i64);
        }
        Some(JointNumbers { left: vec![0; whole.len()], labels, centres, whole, weight: 0, total: weight })
    }

    /// What a target is worth with so much more to the left.
    fn score_with(&self, target: usize, weight: u64, sum: i64) -> f64 {
        let part = |weight: u64, sum: i64| if weight == 0 { 0.0 } else { sum as f64 * sum as f64 / weight as f64 };
        let left = self.left[target] + sum;
        part(self.weight + weight, left) + part(self.total - self.weight - weight, self.whole[target] - left)
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
        for ((labels, centre), [sum, above]) in self.labels.iter().zip(&self.centres).zip(sums) {
            let far = (labels[label.class as usize].q - centre) * weight;
            *sum += far;
            *above += far.max(0);
        }
    }
    #[inline]
    fn kind(_: Class) -> Moved {
        Moved::Mixed
    }
    fn reset(&mut self) {
        self.left.fill(0);
        self.weight = 0;
    }
    #[inline]
    fn shift_bins(&mut self, bins: &[i64]) -> Moved {
        self.weight += bins[0].cast_unsigned();
        let sums = bins[1..].as_chunks::<2>().0;
        self.left.iter_mut().zip(sums).for_each(|(left, [sum, _])| *left += sum);
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
        for ((left, labels), centre) in self.left.iter_mut().zip(&self.labels).zip(&self.centres) {
            *left += (labels[label.class as usize].q - centre) * label.weight.cast_signed();
        }
    }
    #[inline]
    fn weights(&self) -> (u64, u64) {
        (self.weight, self.total - self.weight)
    }
    #[inline]
    fn score(&self) -> f64 {
        let (mut left, mut right) = (0.0, 0.0);
        for (own, all) in self.left.iter().zip(&self.whole) {
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
        JointMark::new(self.weight, &self.left)
    }
    #[inline]
    fn reaches(&self, score: f64) -> bool {
        self.score() >= score
    }
    fn compare_marks(&self, one: &JointMark, two: &JointMark) -> Ordering {
        if one == two {
            return Ordering::Equal;
        }
        let exact = |mark: &JointMark| {
            let square =
                |amount: Amount, sum: i64, weight: u64| amount.plus_fraction(i128::from(sum), i128::from(sum), weight);
            mark.sums().zip(&self.whole).fold(Amount::whole(0), |amount, (left, whole)| {
                square(square(amount, left, mark.weight), whole - left, self.total - mark.weight)
            })
        };
        exact(one).cmp(&exact(two))
    }
}
