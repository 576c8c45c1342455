//! The numbers of rows in several targets.

use std::cmp::Ordering;

use super::joint_mark::compare_marks;
use super::joint_part::{FEW, JointPart};
use super::pile::{Four, Pile, Said, fours};
use crate::grow::item::{Class, Number};
use crate::measure::Moments;

/// Up to so many targets are summed up in one look at the rows.
const LANES: usize = 4;

/// The numbers of rows in several targets.
pub(crate) struct JointNumberPile<'r> {
    labels: Vec<&'r [Number]>,
    /// What each row of the field says of each target.
    base: Vec<i64>,
    /// Targets that are summed up together; for each four rows of the node what they say of one, then of the next.
    blocks: Vec<Vec<Four<i64>>>,
    lanes: usize,
    /// What the rows of the node come to in each target.
    moments: Vec<Moments>,
    /// The node's means, to the nearest step: far from these the squares would drown what tells cuts apart. Sums are of distances from them.
    centres: Vec<i64>,
    whole: JointPart,
    /// What is to the left of the cut, of the one that was kept, and of one that nothing could be better than, where that is known.
    left: JointPart,
    kept: JointPart,
    ideal: JointPart,
    has_ideal: bool,
}

impl<'r> JointNumberPile<'r> {
    pub(super) fn new(labels: Vec<&'r [Number]>) -> Self {
        let many = labels.len();
        let lanes = many.clamp(2, LANES);
        JointNumberPile {
            base: Vec::new(),
            blocks: vec![Vec::new(); many.div_ceil(lanes)],
            lanes,
            moments: vec![Moments::default(); many],
            centres: vec![0; many],
            whole: JointPart::of(many),
            left: JointPart::of(many),
            kept: JointPart::of(many),
            ideal: JointPart::of(many),
            has_ideal: false,
            labels,
        }
    }

    #[inline]
    fn said_of(&self, row: u32) -> &[i64] {
        let many = self.labels.len();
        &self.base[row as usize * many..][..many]
    }

    /// Lays out what the rows of a node say.
    #[inline]
    fn gather(&mut self, rows: &[u32]) {
        let (many, base) = (self.labels.len(), &self.base);
        let (fours, rest) = rows.as_chunks::<4>();
        for (block, first) in self.blocks.iter_mut().zip((0..).step_by(self.lanes)) {
            let targets = first..first + self.lanes;
            // There may be less targets than the last block has room for.
            let of = |row: u32, target| if target < many { base[row as usize * many + target] } else { 0 };
            block.clear();
            for four in fours {
                block.extend(targets.clone().map(|target| four.map(|row| of(row, target))));
            }
            if !rest.is_empty() {
                let of = |place: usize, target| rest.get(place).map_or(0, |row| of(*row, target));
                block.extend(targets.map(|target| std::array::from_fn(|place| of(place, target))));
            }
        }
    }

    /// Sums up the rows of a node; whether they differ in any target.
    #[inline]
    fn sum_up(&mut self, rows: &[u32]) -> bool {
        self.whole.rows = rows.len() as u64;
        let many = self.whole.rows.cast_signed();
        let mut is_mixed = false;
        for (target, moments) in self.moments.iter_mut().enumerate() {
            let (block, lane) = (&self.blocks[target / self.lanes], target % self.lanes);
            // Those that are not there are 0. The scale keeps every sum below 2⁶².
            let (mut sum, mut squares) = (0_i64, 0_i128);
            for four in block.iter().skip(lane).step_by(self.lanes) {
                sum += (four[0] + four[1]) + (four[2] + four[3]);
                squares += four.iter().map(|q| i128::from(*q) * i128::from(*q)).sum::<i128>();
            }
            let centre = sum / many.max(1);
            (self.centres[target], self.whole.sums[target]) = (centre, sum - centre * many);
            *moments = Moments { rows: self.whole.rows, sum: i128::from(sum), squares };
            // All are the same where n · Σ q² is (Σ q)².
            is_mixed |= centre * many != sum || i128::from(centre) * i128::from(sum) != squares;
        }
        is_mixed
    }

    /// Sums up what is to the left, so many targets in one look.
    #[inline]
    fn sum_left<V: Copy, const FOURS: usize, const LANES: usize>(
        &mut self,
        values: &[Four<V>],
        is_left: impl Fn(V) -> bool,
    ) {
        let values = fours::<_, FOURS>(values);
        let (mut counts, mut next) = ([0_u32; 4], self.left.sums.chunks_mut(LANES));
        for block in &self.blocks {
            let mut sums = [[0_i64; 4]; LANES];
            counts = [0; 4];
            for (said, values) in fours::<_, FOURS>(block.as_chunks::<LANES>().0).iter().zip(values) {
                // All bits or none: which side a row is on is anybody's guess.
                let left: Four<bool> = std::array::from_fn(|place| is_left(values[place]));
                let masks: Four<i64> = std::array::from_fn(|place| -i64::from(left[place]));
                counts = std::array::from_fn(|place| counts[place] + u32::from(left[place]));
                for (sums, qs) in sums.iter_mut().zip(said) {
                    *sums = std::array::from_fn(|place| sums[place] + (qs[place] & masks[place]));
                }
            }
            for (left, sums) in next.next().into_iter().flatten().zip(sums) {
                *left = sums.iter().sum();
            }
        }
        // Those that are not there were counted as the first row.
        let more = self.whole.rows.next_multiple_of(4) - self.whole.rows;
        let first = values.first().is_some_and(|values| is_left(values[0]));
        self.left.rows = u64::from(counts.iter().sum::<u32>() - if first { more as u32 } else { 0 });
        for (left, centre) in self.left.sums.iter_mut().zip(&self.centres) {
            *left -= centre * self.left.rows.cast_signed();
        }
    }
}

impl Pile for JointNumberPile<'_> {
    type Label = Class;
    /// Rows are gathered at every node, and summed up as they are.
    type Sums = ();
    type Base = Vec<i64>;

    fn lay_out(&mut self, rows: usize, labels: impl Iterator<Item = (u32, Class)>, _: &[u32]) -> bool {
        let many = self.labels.len();
        self.base = vec![0; rows * many];
        let mut are_light = true;
        for (row, label) in labels {
            are_light &= label.weight == 1;
            let said = &mut self.base[row as usize * many..][..many];
            said.iter_mut().zip(&self.labels).for_each(|(said, labels)| *said = labels[label.class as usize].q);
        }
        are_light
    }

    fn turn_to(&mut self, rows: &[u32]) -> Vec<i64> {
        let near = rows.iter().flat_map(|row| self.said_of(*row)).copied().collect();
        std::mem::replace(&mut self.base, near)
    }

    fn turn_back(&mut self, base: Vec<i64>) {
        self.base = base;
    }

    fn sums(&self, _: &[u32]) {}

    fn begin(&mut self, rows: &[u32], (): &()) -> bool {
        self.gather(rows);
        let is_mixed = self.sum_up(rows);
        self.has_ideal = is_mixed && rows.len() <= FEW && {
            let far = |row: usize, target: usize| {
                let said = &self.blocks[target / self.lanes][row / 4 * self.lanes + target % self.lanes];
                said[row % 4] - self.centres[target]
            };
            self.ideal.find_best(&self.whole, far, &mut self.left)
        };
        is_mixed
    }

    #[inline]
    fn divide<V: Copy, const FOURS: usize>(&mut self, values: &[Four<V>], is_left: impl Fn(V) -> bool) {
        match self.lanes {
            2 => self.sum_left::<V, FOURS, 2>(values, is_left),
            3 => self.sum_left::<V, FOURS, 3>(values, is_left),
            _ => self.sum_left::<V, FOURS, LANES>(values, is_left),
        }
    }

    #[inline]
    fn left(&self) -> usize {
        self.left.rows as usize
    }

    #[inline]
    fn score(&self) -> f64 {
        self.left.score(&self.whole)
    }

    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        self.left.doubt(score)
    }

    #[inline]
    fn keep(&mut self) {
        self.kept.copy(&self.left);
    }

    fn compare(&self) -> Ordering {
        if self.left == self.kept {
            return Ordering::Equal;
        }
        compare_marks(&self.left.mark(), &self.kept.mark(), (self.whole.rows, &self.whole.sums))
    }

    #[inline]
    fn is_perfect(&self, _: f64) -> bool {
        self.has_ideal && self.left.parts_as(&self.ideal, &self.whole)
    }

    #[inline]
    fn part_sums(&self, (): &(), _: [&[u32]; 2]) -> [(); 2] {
        [(); 2]
    }

    #[inline]
    fn targets(&self) -> Option<usize> {
        Some(self.labels.len())
    }

    #[inline]
    fn said(&self, (): &(), target: usize) -> Said<'_> {
        Said::Numbers(self.moments[target])
    }

    #[inline]
    fn said_by(&self, row: u32, target: usize) -> Said<'_> {
        Said::Number(self.said_of(row)[target])
    }

    #[inline]
    fn said_by_two(&self, rows: [u32; 2], target: usize) -> Said<'_> {
        Said::by_two(rows.map(|row| self.said_of(row)[target]))
    }
}
