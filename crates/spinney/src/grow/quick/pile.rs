//! The labels of rows where every row weighs 1: those of a node are gathered once, and what lies below a cut is summed without a branch,
//! four rows in step.

use std::cmp::Ordering;

use crate::grow::item::Label;
use crate::measure::Moments;

/// What is looked at in step. Where the rows of a node are no multiple of it, the first of them stands in for those that are not there.
pub(crate) type Four<T> = [T; 4];

/// The fours of a node that is known to have so many of them, of any other one where that is 0: what is done with one or two of them needs
/// no loop.
#[inline]
pub(crate) fn fours<F, const FOURS: usize>(all: &[F]) -> &[F] {
    if FOURS == 0 { all } else { &all[..FOURS] }
}

/// The labels of a field's rows.
pub(crate) trait Pile {
    type Label: Label;
    /// What of a node's sums is handed down to it.
    type Sums: Copy + Default;
    /// The labels of the rows of another field.
    type Base;

    /// Takes the labels of rows that are below a number, of classes that have these numbers; says whether it can.
    fn lay_out(&mut self, rows: usize, labels: impl Iterator<Item = (u32, Self::Label)>, ids: &[u32]) -> bool;
    /// Turns to some of the rows, which are numbered anew from 0; what it held before.
    fn turn_to(&mut self, rows: &[u32]) -> Self::Base;
    /// Turns back.
    fn turn_back(&mut self, base: Self::Base);
    /// The sums of some rows.
    fn sums(&self, rows: &[u32]) -> Self::Sums;
    /// Comes to a node of three rows or more; whether they are of more than one kind.
    fn begin(&mut self, rows: &[u32], sums: &Self::Sums) -> bool;
    /// Stands at a cut that has those rows of the node to its left whose value is.
    fn divide<V: Copy, const FOURS: usize>(&mut self, values: &[Four<V>], is_left: impl Fn(V) -> bool);
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
    /// The sums of the two branches of a node, whose rows part at the cut that was kept.
    fn part_sums(&self, sums: &Self::Sums, branches: [&[u32]; 2]) -> [Self::Sums; 2];
    /// How many targets there are, where these are several.
    #[inline]
    fn targets(&self) -> Option<usize> {
        None
    }
    /// What the rows of the node come to in a target.
    fn said(&self, sums: &Self::Sums, target: usize) -> Said<'_>;
    /// What one row says of it.
    fn said_by(&self, row: u32, target: usize) -> Said<'_>;
    /// What two rows say of it.
    fn said_by_two(&self, rows: [u32; 2], target: usize) -> Said<'_>;
}

/// What rows say of the target.
pub(crate) enum Said<'p> {
    /// All are of this class.
    Class(u32),
    /// So many of each class; the numbers of the classes.
    Classes(&'p [u32], &'p [u32]),
    /// These two classes, one row each.
    TwoClasses(u32, u32),
    /// All have this number.
    Number(i64),
    /// The sums of numbers, which are not all the same.
    Numbers(Moments),
}

impl Said<'_> {
    /// What two rows of these numbers say.
    #[inline]
    pub(super) fn by_two([one, two]: [i64; 2]) -> Self {
        if one == two {
            return Said::Number(one);
        }
        let square = |q: i64| i128::from(q) * i128::from(q);
        Said::Numbers(Moments { rows: 2, sum: i128::from(one + two), squares: square(one) + square(two) })
    }
}
