//! Sums of numbers by bucket.

use super::numbers::{NumberBin, NumberRun, WideBin};
use super::run::Run;
use super::table::{BUCKETS, Edges, Ended, Lean, Tabled};
use crate::grow::item::{Item, Label, Number, Stored};
use crate::measure::Moments;

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
    fn column(&self, column: usize) -> &[Cell] {
        &self.cells[column * BUCKETS..][..BUCKETS]
    }
}

/// What lies before a bucket.
fn before(cells: &[Cell], bucket: usize) -> NumberBin {
    if bucket == 0 { NumberBin::default() } else { cells[bucket - 1].sums }
}

impl Tabled for NumberRun {
    type Table = NumberTable;

    fn restart(&mut self, labels: impl Iterator<Item = Number>, _: usize) -> bool {
        let (mut weight, mut sum) = (0, 0_i64);
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for label in labels {
            weight += label.weight();
            sum += label.q * label.weight.cast_signed(); // the scale keeps every sum of whole weights below 2⁶²
            (least, most) = (least.min(label.q), most.max(label.q));
        }
        self.centre = sum / weight.max(1).cast_signed();
        self.whole = NumberBin { weight, sum: sum - self.centre * weight.cast_signed() };
        self.reset();
        least < most
    }

    #[inline]
    fn sweep(&mut self, labels: impl Iterator<Item = Number>, scores: &mut [f64]) {
        let (mut weight, mut sum) = (0, 0_i64);
        for (label, score) in labels.zip(scores) {
            weight += label.weight.cast_signed();
            sum += (label.q - self.centre) * label.weight.cast_signed();
            let (left, right) = (weight as f64, (self.whole.weight.cast_signed() - weight) as f64);
            let (here, there) = (sum as f64, (self.whole.sum - sum) as f64);
            *score = here * here / left + there * there / right;
        }
    }

    fn ended(&self, labels: impl Iterator<Item = Number>) -> Ended<'_> {
        let mut moments = Moments::default();
        labels.for_each(|label| moments.add_copies(label.q, label.weight));
        Ended::Numbers(moments, self.whole.weight)
    }

    #[inline]
    fn divide(&mut self, rows: impl Iterator<Item = (Number, bool)>) {
        self.left = NumberBin::default();
        for (label, left) in rows {
            let weight = if left { label.weight } else { 0 };
            self.left.weight += weight;
            self.left.sum += (label.q - self.centre) * weight.cast_signed();
        }
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    fn leans(&self) -> bool {
        true
    }

    #[inline]
    fn lean(&self, label: Number) -> Lean {
        Lean { weight: label.weight, over: (label.q - self.centre) * label.weight.cast_signed() }
    }

    fn stand_at(&mut self, left: Lean) {
        self.left = NumberBin { weight: left.weight, sum: left.over };
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    fn clear(&self, table: &mut NumberTable, columns: usize, buckets: usize) {
        table.cells.resize(columns * BUCKETS, Cell::default());
        table.cells.chunks_exact_mut(BUCKETS).for_each(|cells| cells[..buckets].fill(Cell::default()));
    }

    fn tabulate<S: Stored<Label = Number>>(
        &self,
        table: &mut NumberTable,
        column: usize,
        items: &[Item<S>],
        bucket: impl Iterator<Item = usize>,
    ) {
        let cells = &mut table.cells[column * BUCKETS..][..BUCKETS];
        for (item, bucket) in items.iter().zip(bucket) {
            let label = item.stored.label();
            let Cell { sums, above, squares } = &mut cells[bucket % BUCKETS];
            let distance = label.q - self.centre;
            let sum = distance * label.weight.cast_signed();
            sums.weight += label.weight;
            sums.sum += sum;
            *above += sum.max(0);
            *squares += sum as f64 * distance as f64;
        }
    }

    fn sum_up(&self, table: &mut NumberTable, column: usize, buckets: usize, edges: &mut Edges) {
        let mut sums = NumberBin::default();
        for (place, cell) in table.cells[column * BUCKETS..][..buckets].iter_mut().enumerate() {
            sums.weight += cell.sums.weight;
            sums.sum += cell.sums.sum;
            cell.sums = sums;
            let (here, there) = (sums.sum as f64, (self.whole.sum - sums.sum) as f64);
            let left = here * here / (sums.weight as f64).max(1.0);
            edges.left[place + 1] = left;
            edges.score[place + 1] = left + there * there / ((self.whole.weight - sums.weight) as f64).max(1.0);
            edges.weight[place + 1] = sums.weight as f64;
        }
        (edges.left[0], edges.weight[0], edges.score[0]) = (0.0, 0.0, edges.score[buckets]);
    }

    fn stand(&mut self, table: &NumberTable, column: usize, bucket: usize) {
        self.left = before(table.column(column), bucket);
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    fn most_within(&self, table: &NumberTable, column: usize, edges: &Edges, most: &mut [f64]) {
        let Edges { left, score, .. } = edges;
        for (bucket, (most, cell)) in most.iter_mut().zip(table.column(column)).enumerate() {
            *most = left[bucket] + (score[bucket + 1] - left[bucket + 1]) + cell.squares;
        }
    }

    fn could_within(&mut self, table: &NumberTable, (column, bucket): (usize, usize), (score, _): (f64, u64)) -> bool {
        let cells = table.column(column);
        let (before, cell) = (before(cells, bucket), cells[bucket]);
        let bin = NumberBin { weight: cell.sums.weight - before.weight, sum: cell.sums.sum - before.sum };
        self.could_reach(&[WideBin { bin, above: cell.above }], score)
    }

    fn edge_doubt(&self, score: f64) -> f64 {
        score * 1e-13
    }
}
