//! What the ways to part a node's rows are worth in several numbers, and the best of them all where rows are few.

use super::joint_mark::JointMark;
use super::joint_number_pile::JointNumberPile;
use super::pile::Pile;
use super::table::over;

/// Nodes of more rows hardly ever meet the best of all ways to part them, and have too many of these.
pub(super) const FEW: usize = 5;

/// Some of the node's rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) rows: u64,
    pub(super) sums: Vec<i64>,
}

impl Part {
    pub(super) fn of(targets: usize) -> Self {
        Part { rows: 0, sums: vec![0; targets] }
    }

    #[inline]
    pub(super) fn copy(&mut self, other: &Part) {
        self.rows = other.rows;
        self.sums.copy_from_slice(&other.sums);
    }

    pub(super) fn mark(&self) -> JointMark {
        JointMark::new(self.rows, &self.sums)
    }
}

impl JointNumberPile<'_> {
    /// What a cut is worth.
    #[inline]
    pub(super) fn score_of(&self, part: &Part) -> f64 {
        let (mut left, mut right) = (0.0, 0.0);
        for (own, all) in part.sums.iter().zip(&self.whole) {
            let (own, other) = (*own as f64, (all - own) as f64);
            left += own * own;
            right += other * other;
        }
        left * over(part.rows) + right * over(self.rows as u64 - part.rows)
    }

    /// Looks for the best of all ways to part the few rows of a node; there is none where two are hard to tell apart.
    pub(super) fn find_ideal(&mut self) {
        let (mut most, mut next) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut part = std::mem::take(&mut self.left);
        part.rows = 0;
        part.sums.fill(0);
        let mut is_left = [false; FEW];
        // From one way to the next a single row changes sides; the last one never does, since a way and its opposite are the same.
        for step in 1_u32..1 << (self.rows - 1) {
            let row = step.trailing_zeros() as usize % FEW;
            is_left[row] = !is_left[row];
            self.move_row(&mut part, row, is_left[row]);
            let score = self.score_of(&part);
            if score > most {
                (most, next) = (score, most);
                self.ideal.copy(&part);
            } else if score > next {
                next = score;
            }
        }
        self.left = part;
        self.has_ideal = most - next > 2.0 * self.doubt(most);
    }

    /// Moves one of the node's rows to the left, or back.
    #[inline]
    fn move_row(&self, part: &mut Part, row: usize, to_left: bool) {
        for (target, (sum, centre)) in part.sums.iter_mut().zip(&self.centres).enumerate() {
            let block = &self.blocks[target / self.lanes];
            let far = block[row / 4 * self.lanes + target % self.lanes][row % 4] - centre;
            *sum += if to_left { far } else { -far };
        }
        part.rows = if to_left { part.rows + 1 } else { part.rows - 1 };
    }
}
