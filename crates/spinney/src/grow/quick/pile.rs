//! The labels of rows in the order of nodes, where every row weighs 1: what lies below a cut is summed without a branch, several rows in
//! step.

use std::cmp::Ordering;
use std::ops::Range;

use crate::grow::item::Label;
use crate::measure::Moments;

/// The labels of rows; each node is a range of them.
pub(crate) trait Pile {
    type Label: Label;
    /// What of a node's sums is handed down to it.
    type Sums: Copy;

    /// Takes the labels of all rows, of so many classes; says whether it can.
    fn lay_out(&mut self, labels: impl Iterator<Item = Self::Label>, classes: usize) -> bool;
    /// The sums of some rows.
    fn sums(&self, rows: Range<usize>) -> Self::Sums;
    /// Comes to a node of two rows or more; whether they are of more than one kind.
    fn begin(&mut self, rows: Range<usize>, sums: &Self::Sums) -> bool;
    /// Stands at a cut that has those rows of the node to its left whose value is.
    fn divide<V: Copy>(&mut self, values: &[V], is_left: impl Fn(V) -> bool);
    /// How many rows are to the left.
    fn left(&self) -> usize;
    /// The larger, the better the cut.
    fn score(&self) -> f64;
    /// By how much two scores may differ though the cuts are equally good.
    fn doubt(&self, score: f64) -> f64;
    /// Remembers the cut as the best so far.
    fn keep(&mut self);
    /// The cut against the one that was kept, exactly.
    fn compare(&self) -> Ordering;
    /// Whether no cut could be better than the one of this score.
    fn is_perfect(&self, score: f64) -> bool;
    /// Parts the node: rows that stay left first, all in their order.
    fn part(&mut self, right: &[bool]);
    /// Parts a node of two rows, whose order is turned.
    fn turn(&mut self, first: usize);
    /// The sums of the two branches of a node that was parted here.
    fn part_sums(&self, sums: &Self::Sums, middle: usize) -> [Self::Sums; 2];
    /// What the rows of the node come to.
    fn said(&self, sums: &Self::Sums) -> Said<'_>;
    /// What one row says.
    fn said_by(&self, row: usize) -> Said<'_>;
}

/// What rows say of the target.
pub(crate) enum Said<'p> {
    /// All are of this class.
    Class(u32),
    /// So many of each class.
    Classes(&'p [u32]),
    /// One row has this number.
    Number(i64),
    /// The sums of numbers.
    Numbers(Moments),
}

/// Those that stay left first, all in their order.
#[inline]
pub(crate) fn part<T: Copy>(all: &mut [T], spare: &mut [T], right: &[bool]) -> usize {
    let (mut kept, mut moved) = (0, 0);
    // No branch: which way a row goes is anybody's guess.
    for (place, right) in right.iter().enumerate().take(all.len()) {
        let one = all[place];
        all[kept] = one;
        spare[moved] = one;
        kept += usize::from(!right);
        moved += usize::from(*right);
    }
    all[kept..kept + moved].copy_from_slice(&spare[..moved]);
    kept
}
