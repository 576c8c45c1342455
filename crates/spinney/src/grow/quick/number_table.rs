//! Sums of numbers by bucket.

use super::numbers::{NumberBin, NumberRun, WideBin};
use super::run::Run;
use super::table::{Edges, Tabled};
use crate::grow::item::{Item, Label, Number, Stored};

/// The rows of a bucket.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cell {
    /// Of its rows; then of all rows up to its end.
    sums: NumberBin,
    /// The distances above the mean alone.
    above: i64,
    /// Squared distances, rounded.
    squares: f64,
}

/// All buckets.
#[derive(Debug, Clone, Default)]
pub(crate) struct NumberTable {
    cells: Vec<Cell>,
}

impl NumberTable {
    fn before(&self, bucket: usize) -> NumberBin {
        if bucket == 0 { NumberBin::default() } else { self.cells[bucket - 1].sums }
    }
}

impl Tabled for NumberRun {
    type Table = NumberTable;

    fn restart<S: Stored<Label = Number>>(&mut self, items: &[Item<S>], _: usize) -> bool {
        let (mut weight, mut sum) = (0, 0_i64);
        let first = items.first().map_or(0, |item| item.stored.label().q);
        let mut differs = false;
        for item in items {
            let label = item.stored.label();
            weight += label.weight();
            sum += label.q * label.weight.cast_signed(); // the scale keeps every sum of whole weights below 2⁶²
            differs |= label.q != first;
        }
        self.centre = sum / weight.max(1).cast_signed();
        self.whole = NumberBin { weight, sum: sum - self.centre * weight.cast_signed() };
        self.reset();
        differs
    }

    fn tabulate<S: Stored<Label = Number>>(
        &self,
        table: &mut NumberTable,
        items: &[Item<S>],
        buckets: usize,
        bucket: impl Iterator<Item = usize>,
    ) {
        table.cells.clear();
        table.cells.resize(buckets, Cell::default());
        let cells = &mut table.cells[..];
        for (item, bucket) in items.iter().zip(bucket) {
            let label = item.stored.label();
            let Cell { sums, above, squares } = &mut cells[bucket];
            let distance = label.q - self.centre;
            let sum = distance * label.weight.cast_signed();
            sums.weight += label.weight;
            sums.sum += sum;
            *above += sum.max(0);
            *squares += sum as f64 * distance as f64;
        }
    }

    fn sum_up(&self, table: &mut NumberTable, _: usize, edges: &mut Edges) {
        let mut sums = NumberBin::default();
        for (place, cell) in table.cells.iter_mut().enumerate() {
            sums.weight += cell.sums.weight;
            sums.sum += cell.sums.sum;
            cell.sums = sums;
            let (here, there) = (sums.sum as f64, (self.whole.sum - sums.sum) as f64);
            let left = here * here / (sums.weight as f64).max(1.0);
            edges.left[place + 1] = left;
            edges.score[place + 1] = left + there * there / ((self.whole.weight - sums.weight) as f64).max(1.0);
            edges.weight[place + 1] = sums.weight as f64;
        }
        (edges.left[0], edges.weight[0], edges.score[0]) = (0.0, 0.0, edges.score[table.cells.len()]);
    }

    fn stand(&mut self, table: &NumberTable, bucket: usize) {
        self.left = table.before(bucket);
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    fn most_within(&self, table: &NumberTable, edges: &Edges, most: &mut [f64]) {
        let Edges { left, score, .. } = edges;
        for (bucket, (most, cell)) in most.iter_mut().zip(&table.cells).enumerate() {
            *most = left[bucket] + (score[bucket + 1] - left[bucket + 1]) + cell.squares;
        }
    }

    fn could_within(&mut self, table: &NumberTable, bucket: usize, (score, _): (f64, u64)) -> bool {
        let (before, cell) = (table.before(bucket), table.cells[bucket]);
        let bin = NumberBin { weight: cell.sums.weight - before.weight, sum: cell.sums.sum - before.sum };
        self.could_reach(&[WideBin { bin, above: cell.above }], score)
    }

    fn edge_doubt(&self, score: f64) -> f64 {
        score * 1e-13
    }
}
