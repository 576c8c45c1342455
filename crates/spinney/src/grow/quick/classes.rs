//! Weights by class on both sides of a cut.

use std::cmp::Ordering;

use super::flock::MOST;
use super::laid::LaidClasses;
use super::leaning::ShortLean;
use super::run::{Moved, Run};
use super::sketch::ClassSketch;
use super::table::Edges;
use crate::grow::item::Class;
use crate::measure::NLogN;

/// What makes a sum over classes of their weights.
pub(crate) trait Part: Copy + Send + Sync {
    /// What a class of this weight adds when `more` joins it.
    fn growth(&self, weight: u64, more: u64) -> i64;
    fn of(&self, weight: u64) -> i64;
    fn score(&self, sides: &Sides) -> f64;
    /// Whether sums are of squares, which can be sketched.
    fn is_of_squares(&self) -> bool {
        false
    }
    /// The score of a cut, from the weights of two classes to the left and to the right.
    fn score_of_two(&self, left: (u64, u64), right: (u64, u64)) -> f64;
    /// What the cut after each of these classes and weights is worth, out of weights by class; the greatest of these.
    #[inline]
    fn sweep(
        &self,
        labels: impl Iterator<Item = (u32, u32)>,
        (whole, left): (&[u32], &mut [u32]),
        scores: &mut [f64],
    ) -> f64 {
        left.fill(0);
        let of = |weight: &u32| self.of(u64::from(*weight));
        let right = whole.iter().map(|weight| u64::from(*weight)).sum();
        let mut sides = Sides { left: 0, right, left_sum: 0, right_sum: whole.iter().map(of).sum() };
        let mut most = f64::NEG_INFINITY;
        for ((class, weight), score) in labels.zip(scores) {
            let left = &mut left[class as usize];
            let before = u64::from(*left);
            *left += weight;
            let weight = u64::from(weight);
            let after = u64::from(whole[class as usize]) - before - weight;
            sides.left_sum += self.growth(before, weight);
            sides.right_sum -= self.growth(after, weight);
            sides.left += weight;
            sides.right -= weight;
            *score = self.score(&sides);
            most = if *score > most { *score } else { most };
        }
        most
    }
    /// Whether no cut of rows of this weight could be worth more.
    fn is_perfect(&self, score: f64, weight: u64) -> bool;
    /// What rows of this weight add to the score at best.
    fn best_of(&self, weight: f64) -> f64;
    fn doubt(&self, score: f64, classes: usize) -> f64;
    /// What exact comparison needs of a cut.
    type Mark: Copy + Send;
    fn mark(&self, sides: &Sides, left: &[u32], right: &[u32]) -> Self::Mark;
    /// One cut against another, exactly.
    fn compare(&self, one: &Self::Mark, two: &Self::Mark) -> Ordering;
    /// Whether the score may be this high: the same question without a division.
    fn reaches(&self, sides: &Sides, score: f64) -> bool;
    /// The score of a cut of several targets, whose sums are added up.
    fn joint_score(&self, sides: &Sides, targets: u32) -> f64;
    /// Whether it may be this high.
    #[inline]
    fn joint_reaches(&self, sides: &Sides, targets: u32, score: f64) -> bool {
        self.joint_score(sides, targets) >= score
    }
    /// What exact comparison needs of it.
    fn joint_mark(&self, sides: &Sides, counts: (&[u32], &[u32]), targets: u32) -> Self::Mark;
    /// What the cuts before each bucket are worth, from the weights of each class up to the end of each bucket.
    fn edges(&self, table: &[u32], whole: &[u32], buckets: usize, edges: &mut Edges);
    /// By how much edges may be off.
    fn edge_doubt(&self, score: f64, classes: usize) -> f64;
}

/// Weight and sum of the parts to either side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sides {
    pub(crate) left: u64,
    pub(crate) right: u64,
    pub(crate) left_sum: i64,
    pub(crate) right_sum: i64,
}

impl Sides {
    pub(super) fn add(&mut self, more: Sides) {
        self.left += more.left;
        self.right += more.right;
        self.left_sum += more.left_sum;
        self.right_sum += more.right_sum;
    }

    /// Moves rows from the right to the left, or back: what they take from the one and bring to the other.
    #[inline]
    pub(super) fn shift(&mut self, moved: &Sides, to_left: bool) {
        if to_left {
            self.left += moved.left;
            self.right -= moved.right;
            self.left_sum += moved.left_sum;
            self.right_sum -= moved.right_sum;
        } else {
            self.left -= moved.left;
            self.right += moved.right;
            self.left_sum -= moved.left_sum;
            self.right_sum += moved.right_sum;
        }
    }
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
    pub(super) part: P,
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
    pub(super) sides: Sides,
    pub(super) whole: Vec<u32>,
    pub(super) start: Sides,
    /// The classes that occur, where there are two of them.
    pub(super) pair: Option<(usize, usize)>,
    /// The classes and weights of a small subtree's rows.
    pub(super) slots: Box<[(u32, u32); MOST]>,
    /// Which way they lean, where there are two classes.
    pub(super) leans: Box<[ShortLean; MOST]>,
    /// Rows added up by value; nothing between two uses.
    pub(super) by_value: Box<[ShortLean; MOST]>,
    pub(super) laid: LaidClasses,
    pub(super) sketch: Box<ClassSketch>,
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
        Some(ClassRun {
            part,
            left: vec![0; whole.len()],
            right: whole.clone(),
            sides: start,
            whole,
            start,
            pair: None,
            slots: Box::new([(0, 0); MOST]),
            leans: Box::new([ShortLean::default(); MOST]),
            by_value: Box::new([ShortLean::default(); MOST]),
            laid: LaidClasses::default(),
            sketch: Box::new(ClassSketch::new()),
        })
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
pub(super) const MOST_CORNERS: usize = 7;

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
        let (mut classes, mut many) = ([0; MOST_CORNERS], 0);
        for class in (0..bins.len()).filter(|class| bins[*class] > 0) {
            if many == MOST_CORNERS {
                return true;
            }
            classes[many] = class;
            many += 1;
        }
        let mut reached = false;
        let mut left = 0_u32;
        for step in 1_u32..1 << many {
            let place = step.trailing_zeros() as usize % MOST_CORNERS;
            let (class, weight) = (classes[place], u64::from(bins[classes[place]]));
            left ^= 1 << place;
            if left >> place & 1 == 1 {
                self.move_class(class, weight);
            } else {
                self.unmove_class(class, weight);
            }
            reached = reached || self.sides.left == 0 || self.sides.right == 0 || self.score() >= score;
        }
        for (_, class) in classes[..many].iter().copied().enumerate().filter(|(place, _)| left >> place & 1 == 1) {
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
        let without = self.part.score(&sides) + self.part.best_of(here as f64);
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
