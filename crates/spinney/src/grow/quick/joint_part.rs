//! Some rows of a node, as their sums in several numbers; and the best of all ways to part a few of them.

use super::joint_mark::JointMark;
use super::table::over;

/// Nodes of more rows hardly ever meet the best of all ways to part them, and have too many of these.
pub(super) const FEW: usize = 5;

/// Some rows of a node: how many, and what they come to in each target, as distances from the node's means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct JointPart {
    pub(super) rows: u64,
    pub(super) sums: Vec<i64>,
}

impl JointPart {
    pub(super) fn of(targets: usize) -> Self {
        JointPart { rows: 0, sums: vec![0; targets] }
    }

    #[inline]
    pub(super) fn copy(&mut self, other: &JointPart) {
        self.rows = other.rows;
        self.sums.copy_from_slice(&other.sums);
    }

    pub(super) fn mark(&self) -> JointMark {
        JointMark::new(self.rows, &self.sums)
    }

    /// What it is worth to part these rows of a node from all others.
    #[inline]
    pub(super) fn score(&self, whole: &JointPart) -> f64 {
        let (mut left, mut right) = (0.0, 0.0);
        for (own, all) in self.sums.iter().zip(&whole.sums) {
            let (own, other) = (*own as f64, (all - own) as f64);
            left += own * own;
            right += other * other;
        }
        left * over(self.rows) + right * over(whole.rows - self.rows)
    }

    /// By how much such a score may be off.
    #[inline]
    pub(super) fn doubt(&self, score: f64) -> f64 {
        score * 1e-15 * (10 + self.sums.len()) as f64
    }

    /// Whether these are the rows of another part, or all others, as far as sums tell.
    #[inline]
    pub(super) fn parts_as(&self, other: &JointPart, whole: &JointPart) -> bool {
        let is_other = || {
            let mut sums = self.sums.iter().zip(&other.sums).zip(&whole.sums);
            self.rows + other.rows == whole.rows && sums.all(|((one, two), all)| one + two == *all)
        };
        self == other || is_other()
    }

    /// Becomes the best of all ways to part the few rows of a node, each of which is this far from the mean of a target; whether there is one, or
    /// two are hard to tell apart. What is in the room is overwritten.
    pub(super) fn find_best(&mut self, whole: &JointPart, far: impl Fn(usize, usize) -> i64, room: &mut Self) -> bool {
        let (mut most, mut next) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        room.rows = 0;
        room.sums.fill(0);
        let mut is_left = [false; FEW];
        // From one way to the next a single row changes sides; the last one never does, since a way and its opposite are the same.
        for step in 1_u32..1 << (whole.rows - 1) {
            let row = step.trailing_zeros() as usize % FEW;
            is_left[row] = !is_left[row];
            let sign = if is_left[row] { 1 } else { -1 };
            room.rows = room.rows.wrapping_add_signed(sign);
            room.sums.iter_mut().enumerate().for_each(|(target, sum)| *sum += sign * far(row, target));
            let score = room.score(whole);
            if score > most {
                (most, next) = (score, most);
                self.copy(room);
            } else if score > next {
                next = score;
            }
        }
        most - next > 2.0 * self.doubt(most)
    }
}
