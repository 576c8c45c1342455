//! Weights by class on both sides of a cut.

use std::cmp::Ordering;

use super::run::{Moved, Run};
use crate::grow::item::Class;
use crate::measure::NLogN;

/// What makes a sum over classes of their weights.
pub(crate) trait Part: Copy + Send + Sync {
    /// What a class of this weight adds when `more` joins it.
    fn growth(&self, weight: u64, more: u64) -> i64;
    fn of(&self, weight: u64) -> i64;
    fn score(&self, sides: &Sides) -> f64;
    /// What rows of this weight add to the score at best.
    fn best_of(&self, weight: u64) -> f64;
    fn doubt(&self, score: f64, classes: usize) -> f64;
    /// What exact comparison needs of a cut.
    type Mark: Copy + Send;
    fn mark(&self, sides: &Sides, left: &[u32], right: &[u32]) -> Self::Mark;
    /// One cut against another, exactly.
    fn compare(&self, one: &Self::Mark, two: &Self::Mark) -> Ordering;
    /// Whether the score may be this high: the same question without a division.
    fn reaches(&self, sides: &Sides, score: f64) -> bool;
}

/// Weight and sum of the parts to either side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sides {
    pub(crate) left: u64,
    pub(crate) right: u64,
    pub(crate) left_sum: i64,
    pub(crate) right_sum: i64,
}

/// Σ c²: the Gini index.
#[derive(Clone, Copy)]
pub(crate) struct SquarePart;

/// Σ c·log₂ c: entropy, in a fixed point that fits 63 bits.
#[derive(Clone, Copy)]
pub(crate) struct LogPart<'a> {
    pub(crate) fine: &'a [i64],
    pub(crate) logs: &'a NLogN,
    /// Bits of the exact fixed point that are cut off.
    pub(crate) shift: u32,
}

/// The running sums.
pub(crate) struct ClassRun<P> {
    part: P,
    left: Vec<u32>,
    right: Vec<u32>,
    sides: Sides,
    whole: Vec<u32>,
    start: Sides,
}

impl<P: Part> ClassRun<P> {
    /// All of these weights; `None` where they are too heavy for the quick way.
    pub(crate) fn new(part: P, weights: &[u64]) -> Option<Self> {
        let total: u64 = weights.iter().sum();
        if total >= 1 << 31 {
            return None;
        }
        let whole: Vec<u32> = weights.iter().map(|weight| *weight as u32).collect();
        let sum = weights.iter().map(|weight| part.of(*weight)).sum();
        let start = Sides { left: 0, right: total, left_sum: 0, right_sum: sum };
        Some(ClassRun { part, left: vec![0; whole.len()], right: whole.clone(), sides: start, whole, start })
    }

    #[inline]
    fn move_class(&mut self, class: usize, weight: u64) {
        let (left, right) = (&mut self.left[class], &mut self.right[class]);
        self.sides.left_sum += self.part.growth(u64::from(*left), weight);
        *left += weight as u32;
        *right -= weight as u32;
        self.sides.right_sum -= self.part.growth(u64::from(*right), weight);
        self.sides.left += weight;
        self.sides.right -= weight;
    }
}

/// Up to so many classes the corners of what a bucket can send are tried: 2 to the power of their number.
const MOST_CORNERS: usize = 7;

impl<P: Part> ClassRun<P> {
    /// Moves a class back.
    fn unmove_class(&mut self, class: usize, weight: u64) {
        let (left, right) = (&mut self.left[class], &mut self.right[class]);
        *left -= weight as u32;
        self.sides.left_sum -= self.part.growth(u64::from(*left), weight);
        self.sides.right_sum += self.part.growth(u64::from(*right), weight);
        *right += weight as u32;
        self.sides.left -= weight;
        self.sides.right += weight;
    }

    /// The score is convex in what goes left, so no cut among these rows is better than the best corner: each class whole, on
    /// one side or the other.
    fn corner_reaches(&mut self, bins: &[u32], score: f64) -> bool {
        let classes: Vec<usize> = (0..bins.len()).filter(|class| bins[*class] > 0).collect();
        if classes.len() > MOST_CORNERS {
            return true;
        }
        let mut reached = false;
        let mut left = 0_u32;
        for step in 1_u32..1 << classes.len() {
            let place = step.trailing_zeros() as usize;
            let (class, weight) = (classes[place], u64::from(bins[classes[place]]));
            left ^= 1 << place;
            if left >> place & 1 == 1 {
                self.move_class(class, weight);
            } else {
                self.unmove_class(class, weight);
            }
            reached = reached || self.sides.left == 0 || self.sides.right == 0 || self.score() >= score;
        }
        for (_, class) in classes.into_iter().enumerate().filter(|(place, _)| left >> place & 1 == 1) {
            self.unmove_class(class, u64::from(bins[class]));
        }
        reached
    }
}

impl<P: Part> Run for ClassRun<P> {
    type Label = Class;
    type Bin = u32;
    type Mark = P::Mark;

    fn stride(&self) -> usize {
        self.whole.len()
    }
    #[inline]
    fn count(&self, bins: &mut [u32], label: Class) {
        bins[label.class as usize] += label.weight as u32;
    }
    #[inline]
    fn kind(label: Class) -> Moved {
        Moved::Pure(label.class)
    }
    fn reset(&mut self) {
        self.left.fill(0);
        self.right.copy_from_slice(&self.whole);
        self.sides = self.start;
    }
    #[inline]
    fn shift_bins(&mut self, bins: &[u32]) -> Moved {
        let mut moved = Moved::None;
        for (class, weight) in bins.iter().enumerate() {
            if *weight > 0 {
                self.move_class(class, u64::from(*weight));
                moved = if moved == Moved::None { Moved::Pure(class as u32) } else { Moved::Mixed };
            }
        }
        moved
    }
    fn weight_of(&self, bins: &[u32]) -> u64 {
        bins.iter().map(|weight| u64::from(*weight)).sum()
    }
    #[inline]
    fn look(&self, bins: &[u32]) -> Moved {
        let mut moved = Moved::None;
        for (class, weight) in bins.iter().enumerate() {
            if *weight > 0 {
                if moved != Moved::None {
                    return Moved::Mixed;
                }
                moved = Moved::Pure(class as u32);
            }
        }
        moved
    }
    #[inline]
    fn shift(&mut self, label: Class) {
        self.move_class(label.class as usize, label.weight);
    }
    #[inline]
    fn weights(&self) -> (u64, u64) {
        (self.sides.left, self.sides.right)
    }
    #[inline]
    fn score(&self) -> f64 {
        self.part.score(&self.sides)
    }
    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        self.part.doubt(score, self.whole.len())
    }
    /// First without the rows in doubt, which only make things worse; then by corners.
    fn could_reach(&mut self, bins: &[u32], score: f64) -> bool {
        let here: u64 = bins.iter().map(|weight| u64::from(*weight)).sum();
        if self.sides.left == 0 || self.sides.right == here {
            return self.corner_reaches(bins, score);
        }
        let mut sides = self.sides;
        for (right, weight) in self.right.iter().zip(bins) {
            sides.right_sum -= self.part.growth(u64::from(right - weight), u64::from(*weight));
        }
        sides.right -= here;
        let without = self.part.score(&sides) + self.part.best_of(here);
        without >= score && self.corner_reaches(bins, score)
    }
    fn mark(&self) -> P::Mark {
        self.part.mark(&self.sides, &self.left, &self.right)
    }
    #[inline]
    fn reaches(&self, score: f64) -> bool {
        self.part.reaches(&self.sides, score)
    }
    fn compare_marks(&self, one: &P::Mark, two: &P::Mark) -> Ordering {
        self.part.compare(one, two)
    }
}

impl Part for SquarePart {
    #[inline]
    fn growth(&self, weight: u64, more: u64) -> i64 {
        (more * (2 * weight + more)).cast_signed()
    }
    fn of(&self, weight: u64) -> i64 {
        (weight * weight).cast_signed()
    }
    #[inline]
    fn score(&self, sides: &Sides) -> f64 {
        sides.left_sum as f64 / sides.left as f64 + sides.right_sum as f64 / sides.right as f64
    }
    fn best_of(&self, weight: u64) -> f64 {
        weight as f64
    }
    #[inline]
    fn doubt(&self, score: f64, _: usize) -> f64 {
        score * 1e-14
    }
    type Mark = Sides;
    fn mark(&self, sides: &Sides, _: &[u32], _: &[u32]) -> Sides {
        *sides
    }
    #[inline]
    fn reaches(&self, sides: &Sides, score: f64) -> bool {
        let (left, right) = (sides.left as f64, sides.right as f64);
        sides.left_sum as f64 * right + sides.right_sum as f64 * left >= score * (left * right)
    }
    /// Both as (whole, rest / denominator): below 2³¹ rows every product fits 128 bits.
    fn compare(&self, one: &Sides, two: &Sides) -> Ordering {
        let turned = Sides { left: one.right, right: one.left, left_sum: one.right_sum, right_sum: one.left_sum };
        if one == two || turned == *two {
            return Ordering::Equal;
        }
        let fraction = |sides: &Sides| {
            let (left, right) = (u128::from(sides.left), u128::from(sides.right));
            let over = sides.left_sum as u128 * right + sides.right_sum as u128 * left;
            (over / (left * right), over % (left * right), left * right)
        };
        let (one, two) = (fraction(one), fraction(two));
        one.0.cmp(&two.0).then((one.1 * two.2).cmp(&(two.1 * one.2)))
    }
}

impl Part for LogPart<'_> {
    #[inline]
    fn growth(&self, weight: u64, more: u64) -> i64 {
        self.of(weight + more) - self.of(weight)
    }
    #[inline]
    fn of(&self, weight: u64) -> i64 {
        self.fine.get(weight as usize).copied().unwrap_or_else(|| (self.logs.at(weight) >> self.shift) as i64)
    }
    #[inline]
    fn score(&self, sides: &Sides) -> f64 {
        (sides.left_sum + sides.right_sum - self.of(sides.left) - self.of(sides.right)) as f64
    }
    fn best_of(&self, _: u64) -> f64 {
        0.0
    }
    #[inline]
    fn doubt(&self, score: f64, classes: usize) -> f64 {
        4.0 * (classes + 2) as f64 - score * 1e-14
    }
    /// What is left to be known, exactly.
    type Mark = i128;
    fn mark(&self, sides: &Sides, left: &[u32], right: &[u32]) -> i128 {
        let parts = |counts: &[u32]| counts.iter().map(|count| self.logs.at(u64::from(*count))).sum::<i128>();
        self.logs.at(sides.left) - parts(left) + self.logs.at(sides.right) - parts(right)
    }
    #[inline]
    fn reaches(&self, sides: &Sides, score: f64) -> bool {
        self.score(sides) >= score
    }
    fn compare(&self, one: &i128, two: &i128) -> Ordering {
        two.cmp(one)
    }
}
