//! Rows counted by bucket, and all cuts between buckets at once.
//!
//! ```text
//! bucket      0     1     2   …   b   …        rows by a code of one byte
//! edge     0     1     2     3  …            the cut before each bucket: what lies left of it, and what the cut is worth
//! ```
//! No cut within a bucket is worth more than what lies left of it, what lies right of it and what its rows would be worth with
//! each kind by itself. So most buckets are passed over for the price of a comparison.

use super::flock::{Flock, MOST};
use super::in_step::Places;
pub(crate) use super::leaning::{Lean, Leaning};
use super::pile::Pile;
use super::run::Run;
use crate::grow::item::{Item, Stored};
use crate::measure::Moments;

/// The most buckets.
pub(crate) const BUCKETS: usize = 256;

/// The cuts before each bucket, and one after the last.
#[derive(Debug, Clone)]
pub(crate) struct Edges {
    /// What the rows to the left are worth.
    pub(crate) left: [f64; BUCKETS + 1],
    /// What the cut is worth: the rows to the left and those to the right.
    pub(crate) score: [f64; BUCKETS + 1],
    /// The weight to the left.
    pub(crate) weight: [f64; BUCKETS + 1],
}

impl Default for Edges {
    fn default() -> Self {
        let none = [0.0; BUCKETS + 1];
        Edges { left: none, score: none, weight: none }
    }
}

/// 1 / n, for the weights of small nodes.
pub(super) static OVERS: [f64; 2048] = {
    let mut table = [0.0; 2048];
    let mut n = 1;
    while n < table.len() {
        table[n] = 1.0 / n as f64;
        n += 1;
    }
    table
};

/// 1 / n, rounded: a look at a table takes a quarter of the time of a division.
#[inline]
pub(super) fn over(n: u64) -> f64 {
    if n < OVERS.len() as u64 { OVERS[n as usize % OVERS.len()] } else { 1.0 / n.cast_signed() as f64 }
}

/// A weight, or 1 where that is more: one comparison of the machine, since no weight is undefined.
#[inline]
pub(super) fn at_least_one(weight: f64) -> f64 {
    if weight > 1.0 { weight } else { 1.0 }
}

/// The greatest of these, none of which is undefined: four at a time, since every comparison waits for the one before.
#[inline]
pub(super) fn greatest(scores: &[f64]) -> f64 {
    let more = |one: f64, two: f64| if one > two { one } else { two };
    let (fours, rest) = scores.as_chunks::<4>();
    let mut most = [f64::NEG_INFINITY; 4];
    for four in fours {
        most = std::array::from_fn(|place| more(four[place], most[place]));
    }
    rest.iter().chain(&most).fold(f64::NEG_INFINITY, |most, score| more(*score, most))
}

/// What the rows of a leaf come to.
pub(crate) enum Ended<'r> {
    /// The weight of each class.
    Classes(&'r [u32]),
    /// Sums of numbers.
    Numbers(Moments),
}

/// Running sums that can be begun at any bucket.
pub(crate) trait Tabled: Run {
    /// What is counted of the rows of each bucket; then of all rows up to the end of each.
    type Table: Default;
    /// The labels of rows of one weight.
    type Pile: Pile<Label = Self::Label>;
    /// A [`Lean`] while rows are added up.
    type Leaning: Leaning;

    /// Up to so many rows a subtree of so many classes is small, where all columns are in order and without holes: buckets serve larger ones better.
    fn few(classes: usize) -> usize;
    /// Room for the labels of rows.
    fn pile(&self) -> Self::Pile;
    /// All rows of a node that has so many classes, none to the left of the cut; whether they are of more than one kind.
    fn restart(&mut self, labels: impl Iterator<Item = Self::Label>, classes: usize) -> bool;
    /// What the rows come to that the run was restarted with.
    fn ended(&self, labels: impl Iterator<Item = Self::Label>) -> Ended<'_>;
    /// Begins a small subtree, whose rows have these labels by their slots, of so many classes.
    fn gather(&mut self, labels: impl Iterator<Item = Self::Label> + Clone, classes: usize);
    /// Restarts with the rows at these slots.
    fn restart_at(&mut self, slots: &[u8]) -> bool;
    /// What the cut after each of these slots is worth, where those before it go left; the greatest of these. The run must be
    /// restarted or reset after.
    fn sweep(&mut self, slots: impl Iterator<Item = u8>, scores: &mut [f64]) -> f64;
    /// Sketches what the cut after each of these slots of a node is worth, four at a time and not quite; the greatest of these. `None`
    /// where that does not serve.
    fn sketch(&mut self, _slots: &[u8], _scores: &mut [f32; MOST]) -> Option<f32> {
        None
    }
    /// From which sketch on a cut of a column may be the best of it, where the greatest is this, and be worth as much as a floor.
    fn bar(&self, _most: f32, _floor: f64) -> f32 {
        f32::NEG_INFINITY
    }
    /// The weight of the row at a slot.
    fn weight_at(&self, slot: u8) -> u64;
    /// What the slots come to that the run was restarted with.
    fn ended_at(&self) -> Ended<'_>;
    /// The number of the one row at these slots; `None` where there are more, or labels are classes.
    fn alone_at(&self, _slots: &[u8]) -> Option<i64> {
        None
    }
    /// Finds the best that any parting of the rows at these slots could come to, where that is cheap.
    fn find_peak(&mut self, _slots: &[u8]) {}
    /// Whether a score is that of the best parting, as far as scores tell.
    fn is_near_peak(&self, _score: f64) -> bool {
        false
    }
    /// Whether the run stands at the best parting, exactly.
    fn is_at_peak(&self) -> bool {
        false
    }
    /// The run stands at a cut that parts all slots of the node so.
    fn divide(&mut self, slots: impl Iterator<Item = (u8, bool)>);
    /// Whether no cut could be worth more than this.
    fn is_perfect(&self, score: f64) -> bool;
    /// Whether the best two sets of values can be cut from one order of them: that of their [`Lean`].
    fn leans(&self) -> bool;
    /// What a row adds to the lean of its value.
    fn leaning(&self) -> impl Fn(Self::Label) -> Self::Leaning + Copy;
    /// Adds the rows at these slots, each with its value there, to the leans of their values, and lists the values; how many there are.
    fn lean_by_value(&mut self, rows: impl Iterator<Item = (u8, u8)>, values: &mut [u8; MOST]) -> usize;
    /// What the rows of a value came to; nothing is left of them.
    fn take_lean(&mut self, value: u8) -> Lean;
    /// What a cut is worth that has rows of this lean to the left.
    fn score_at(&self, left: Lean) -> f64;
    /// The run stands at a cut that has rows of this lean to the left.
    fn stand_at(&mut self, left: Lean);
    /// Lays out the labels of a node's rows, so that the sums below many cuts are found quickly.
    fn lay_out(&mut self, labels: impl Iterator<Item = Self::Label> + Clone);
    /// The same for the rows at these slots of a small subtree.
    fn lay_out_at(&mut self, slots: &[u8]);
    /// The run stands at a cut that has those rows, in the order that they were laid out in, to its left whose number is not above it.
    fn stand_below(&mut self, numbers: &[f64], cut: f64);
    /// Makes room for so many columns.
    fn clear(&self, table: &mut Self::Table, columns: usize, buckets: usize);
    /// Counts rows by the buckets of a column.
    fn tabulate<S: Stored<Label = Self::Label>>(
        &self,
        table: &mut Self::Table,
        column: usize,
        items: &[Item<S>],
        bucket: impl Iterator<Item = usize>,
    );
    /// The same for all columns, whose codes lie at these places of lines.
    fn tabulate_lines<S: Stored<Label = Self::Label>>(
        &self,
        table: &mut Self::Table,
        flock: Flock<'_, S>,
        places: Places<'_>,
    );
    /// Sums the counts of a column up, and finds what the cuts are worth. The first and the last edge are no cuts.
    fn sum_up(&self, table: &mut Self::Table, column: usize, buckets: usize, edges: &mut Edges);
    /// The run stands before a bucket of a column.
    fn stand(&mut self, table: &Self::Table, column: usize, bucket: usize);
    /// What any cut within each bucket is worth at most.
    fn most_within(&self, table: &Self::Table, column: usize, edges: &Edges, most: &mut [f64]);
    /// Whether a cut within a bucket of a column could reach a score, where both sides must weigh at least so much.
    fn could_within(&self, table: &Self::Table, at: (usize, usize), reach: (f64, u64)) -> bool;
    /// By how much what edges say may be off.
    fn edge_doubt(&self, score: f64) -> f64;
}
