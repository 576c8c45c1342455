//! The classes of several targets on both sides of a cut.

use std::cmp::Ordering;

use super::classes::{Part, Sides};
use super::joint::Joint;
use super::joint_class_pile::{JointClassPile, MOST_SQUARES};
use super::run::{Moved, Run};
use super::table::Ended;
use crate::grow::item::Class;

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
    /// Where the class of each row that is laid out is counted, in each target.
    laid: Vec<u32>,
    /// The same of the rows that are near, and their weights.
    near: Vec<u32>,
    weights: Vec<u32>,
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
            laid: Vec::new(),
            near: Vec::new(),
            weights: Vec::new(),
        })
    }

    fn many(&self) -> u32 {
        self.labels.len() as u32
    }

    /// Where a row's class in a target is counted.
    #[inline]
    fn class(&self, target: usize, row: u32) -> usize {
        if self.laid.is_empty() {
            self.starts[target] + self.labels[target][row as usize].class as usize
        } else {
            self.laid[row as usize * self.labels.len() + target] as usize
        }
    }

    /// Where the classes of a target are counted.
    fn own(&self, target: usize) -> std::ops::Range<usize> {
        self.starts[target]..self.starts.get(target + 1).copied().unwrap_or(self.whole.len())
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
        for target in 0..self.labels.len() {
            bins[self.class(target, label.class)] += label.weight as u32;
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
            self.move_class(self.class(target, label.class), label.weight as u32);
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
        self.part.joint_reaches(&self.sides, self.many(), score)
    }
    fn compare_marks(&self, one: &P::Mark, two: &P::Mark) -> Ordering {
        self.part.compare(one, two)
    }
}

impl<'r, P: Part> Joint for JointClasses<'r, P> {
    type Pile = JointClassPile<'r, P>;

    fn pile(&self) -> JointClassPile<'r, P> {
        let classes = (0..self.labels.len()).map(|target| self.own(target).len()).collect();
        JointClassPile::new(self.part, self.labels.clone(), classes)
    }
    fn lay(&mut self, rows: impl Iterator<Item = u32>) {
        let mut laid = Vec::new();
        for row in rows {
            laid.extend(
                (0..self.labels.len())
                    .map(|target| (self.starts[target] + self.labels[target][row as usize].class as usize) as u32),
            );
        }
        self.laid = laid;
    }
    fn gather(&mut self, labels: impl Iterator<Item = Class>) -> bool {
        let many = self.labels.len();
        self.near.clear();
        self.weights.clear();
        for label in labels {
            self.near.extend_from_slice(&self.laid[label.class as usize * many..][..many]);
            self.weights.push(label.weight as u32);
        }
        self.stand_among(0..self.weights.len())
    }
    fn stand_among(&mut self, places: impl Iterator<Item = usize>) -> bool {
        let many = self.labels.len();
        self.whole.fill(0);
        let mut total = 0;
        for place in places {
            let weight = self.weights[place];
            total += weight;
            for class in &self.near[place * many..][..many] {
                self.whole[*class as usize] += weight;
            }
        }
        let sum = self.whole.iter().map(|weight| self.part.of(u64::from(*weight))).sum();
        self.start = Sides { left: 0, right: u64::from(total), left_sum: 0, right_sum: sum };
        self.reset();
        self.whole.iter().any(|weight| *weight > 0 && *weight < total)
    }
    #[inline]
    fn shift_at(&mut self, place: usize) {
        let (many, weight) = (self.labels.len(), self.weights[place]);
        for target in place * many..(place + 1) * many {
            self.move_class(self.near[target] as usize, weight);
        }
        self.move_weight(u64::from(weight));
    }
    #[inline]
    fn part(&mut self, are_left: impl Iterator<Item = bool> + Clone) {
        self.left.fill(0);
        let mut left = 0_u32;
        for ((classes, weight), is_left) in self.near.chunks_exact(self.labels.len()).zip(&self.weights).zip(are_left) {
            let weight = weight & u32::from(is_left).wrapping_neg(); // no guess goes wrong
            left += weight;
            for class in classes {
                self.left[*class as usize] += weight;
            }
        }
        for ((right, left), whole) in self.right.iter_mut().zip(&self.left).zip(&self.whole) {
            *right = whole - left;
        }
        let of = |counts: &[u32]| counts.iter().map(|weight| self.part.of(u64::from(*weight))).sum();
        let (left, right) = (u64::from(left), self.start.right - u64::from(left));
        self.sides = Sides { left, right, left_sum: of(&self.left), right_sum: of(&self.right) };
    }
    fn targets(&self) -> usize {
        self.labels.len()
    }
    fn said_of(&self, target: usize) -> Ended<'_> {
        Ended::Classes(&self.whole[self.own(target)])
    }
}
