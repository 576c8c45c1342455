//! The numbers of several targets, of rows that are near.

use super::joint::Joint;
use super::joint_number_pile::JointNumberPile;
use super::joint_numbers::{JointNumbers, LANES};
use super::run::Run;
use super::table::Ended;
use crate::grow::item::Class;
use crate::measure::Moments;

impl JointNumbers<'_> {
    /// Adds up what some of the rows that are near say; whether they differ.
    fn sum_up(&mut self, places: impl Iterator<Item = usize>) -> bool {
        let many = self.labels.len();
        self.moments.clear();
        self.moments.resize(many, Moments::default());
        let (mut first, mut is_mixed, mut total) = (None, false, 0);
        for place in places {
            let (row, weight) = self.rows[place];
            let said = &self.laid[row as usize * many..][..many];
            is_mixed |= said != *first.get_or_insert(said);
            total += weight;
            for (moments, q) in self.moments.iter_mut().zip(said) {
                moments.add_copies(*q, weight);
            }
        }
        self.total = total;
        is_mixed
    }

    /// Stands at the node that was summed up.
    fn settle(&mut self) {
        let moments = std::mem::take(&mut self.moments);
        self.take_whole(moments.iter().map(|moments| moments.sum));
        // Distances from the mean, each as often as its row weighs, come to no more than A = √(W · Σ d²). A sum of floats is off by W · ε · A
        // at most, so that its square over any weight is off by three times A of these, on either side.
        let squares = |(moments, centre): (&Moments, &i64)| {
            let centre = i128::from(*centre);
            moments.squares - 2 * centre * moments.sum + centre * centre * i128::from(moments.rows)
        };
        let squares: f64 = moments.iter().zip(&self.centres).map(squares).map(|squares| squares as f64).sum();
        let weight = self.total as f64;
        self.slack = 8.0 * f64::EPSILON * (weight + 8.0) * weight * squares;
        self.moments = moments;
        self.reset();
    }
}

impl<'r> Joint for JointNumbers<'r> {
    type Pile = JointNumberPile<'r>;

    fn pile(&self) -> JointNumberPile<'r> {
        JointNumberPile::new(self.labels.clone())
    }
    fn lay(&mut self, rows: impl Iterator<Item = u32>) {
        let mut laid = Vec::new();
        for row in rows {
            laid.extend(self.labels.iter().map(|labels| labels[row as usize].q));
        }
        self.laid = laid;
    }
    fn gather(&mut self, labels: impl Iterator<Item = Class>) -> bool {
        self.rows.clear();
        self.rows.extend(labels.map(|label| (label.class, label.weight)));
        let is_mixed = self.sum_up(0..self.rows.len());
        let moments = std::mem::take(&mut self.moments);
        self.centre(moments.iter().map(|moments| moments.sum));
        self.moments = moments;
        let (many, blocks) = (self.labels.len(), self.left.len());
        self.near.clear();
        self.near.resize(self.rows.len() * blocks, [0; LANES]);
        self.rough_near.clear();
        self.rough_near.resize(self.rows.len() * blocks, [0.0; LANES]);
        let near = self.near.chunks_exact_mut(blocks).zip(self.rough_near.chunks_exact_mut(blocks));
        for ((near, rough), (row, weight)) in near.zip(&self.rows) {
            let said = self.laid[*row as usize * many..][..many].iter().zip(&self.centres);
            let sums = near.as_flattened_mut().iter_mut().zip(rough.as_flattened_mut());
            for ((near, rough), (q, centre)) in sums.zip(said) {
                *near = (q - centre) * weight.cast_signed();
                *rough = *near as f64;
            }
        }
        self.settle();
        is_mixed
    }
    fn stand_among(&mut self, places: impl Iterator<Item = usize>) -> bool {
        let is_mixed = self.sum_up(places);
        self.settle();
        is_mixed
    }
    #[inline]
    fn shift_at(&mut self, place: usize) {
        let blocks = self.left.len();
        let sums = self.left.iter_mut().zip(&self.near[place * blocks..]);
        for (left, near) in sums {
            left.iter_mut().zip(near).for_each(|(left, near)| *left += near);
        }
        for (rough, near) in self.rough.iter_mut().zip(&self.rough_near[place * blocks..]) {
            rough.iter_mut().zip(near).for_each(|(rough, near)| *rough += near);
        }
        self.weight += self.rows[place].1;
    }
    #[inline]
    fn part(&mut self, are_left: impl Iterator<Item = bool> + Clone) {
        let blocks = self.left.len();
        for (block, left) in self.left.iter_mut().enumerate() {
            let near = &self.near[block.min(self.near.len())..];
            (*left, self.weight) = if blocks == 1 {
                sum_of(near.iter().zip(&self.rows), are_left.clone()) // of up to four targets, and quicker
            } else {
                sum_of(near.iter().step_by(blocks).zip(&self.rows), are_left.clone())
            };
        }
        self.is_rough = false;
    }
    fn targets(&self) -> usize {
        self.labels.len()
    }
    fn said_of(&self, target: usize) -> Ended<'_> {
        Ended::Numbers(self.moments[target])
    }
}

/// The sums and the weight of those rows of which it is said that they go left.
#[inline]
fn sum_of<'n>(
    rows: impl Iterator<Item = (&'n [i64; LANES], &'n (u32, u64))>,
    are_left: impl Iterator<Item = bool>,
) -> ([i64; LANES], u64) {
    let (mut sums, mut weight) = ([0; LANES], 0);
    for ((near, (_, own)), is_left) in rows.zip(are_left) {
        let mask = i64::from(is_left).wrapping_neg(); // no guess goes wrong
        sums.iter_mut().zip(near).for_each(|(sum, near)| *sum += near & mask);
        weight += own & mask.cast_unsigned();
    }
    (sums, weight)
}
