//! Sums of numbers by bucket.

use super::flock::{Flock, MOST};
use super::in_step::{Places, count_in_step};
use super::laid::NumberBin;
use super::leaning::add_by_value;
use super::number_pile::NumberPile;
use super::numbers::{NumberRun, NumberSlots};
use super::run::Run;
use super::table::{BUCKETS, Edges, Ended, Lean, OVERS, Tabled, at_least_one, over};
use crate::grow::item::{Item, Label, Number, Stored};
use crate::measure::Moments;

/// Up to so many rows it is worth knowing what no parting could be better than.
const FEW: usize = 7;

/// The rows of a bucket.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cell {
    /// Of its rows; then of all rows up to its end.
    sums: NumberBin,
    /// The distances above the mean alone.
    above: i64,
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

impl Cell {
    #[inline]
    fn add(&mut self, Cell { sums, above }: Cell) {
        self.sums.weight += sums.weight;
        self.sums.sum += sums.sum;
        self.above += above;
    }
}

impl NumberRun {
    /// A row by itself.
    #[inline]
    fn bin(&self, label: Number) -> NumberBin {
        NumberBin { weight: label.weight, sum: (label.q - self.centre) * label.weight.cast_signed() }
    }

    /// Of all ways to part few rows one that no other is better than, and what it is worth: a cut in the order of their numbers.
    fn peak_of(&self, slots: &[u8]) -> (NumberBin, f64) {
        let mut order = [(0, NumberBin::default()); FEW];
        for (place, slot) in slots.iter().enumerate() {
            let slot = usize::from(*slot);
            let (q, mut at) = (self.slots.qs[slot], place);
            while at > 0 && order[at - 1].0 > q {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = (q, self.slots.bins[slot]);
        }
        let (mut left, mut peak) = (NumberBin::default(), (NumberBin::default(), f64::NEG_INFINITY));
        for (_, bin) in &order[..slots.len() - 1] {
            left = NumberBin { weight: left.weight + bin.weight, sum: left.sum + bin.sum };
            let score = self.score_at(Lean { weight: left.weight, over: left.sum });
            let doubt = self.doubt(score.max(peak.1));
            if score > peak.1 + 2.0 * doubt {
                peak = (left, score);
            } else if score >= peak.1 - 2.0 * doubt {
                peak = (NumberBin::default(), score.max(peak.1)); // who is the best of these takes a closer look: none is
            }
        }
        peak
    }

    /// What the cut after each of these slots is worth; the greatest of these.
    #[inline]
    fn sweep_by(&self, slots: impl Iterator<Item = u8>, scores: &mut [f64], over: impl Fn(u64) -> f64) -> f64 {
        let NumberBin { weight: all, sum: total } = self.whole;
        let bins = &self.slots.bins;
        let (mut weight, mut sum, mut most) = (0, 0_i64, f64::NEG_INFINITY);
        for (slot, score) in slots.zip(scores) {
            let bin = bins[usize::from(slot)];
            weight += bin.weight;
            sum += bin.sum;
            let (here, there) = (sum as f64, (total - sum) as f64);
            *score = here * here * over(weight) + there * there * over(all - weight);
            most = if *score > most { *score } else { most };
        }
        most
    }
}

impl Tabled for NumberRun {
    type Table = NumberTable;
    type Pile = NumberPile;
    type Leaning = Lean;

    fn few(_: usize) -> usize {
        MOST
    }

    fn pile(&self) -> NumberPile {
        NumberPile::default()
    }

    fn restart(&mut self, labels: impl Iterator<Item = Number>, _: usize) -> bool {
        let (mut weight, mut sum) = (0, 0_i64);
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for label in labels {
            weight += label.weight();
            sum += label.q * label.weight.cast_signed(); // the scale keeps every sum of whole weights below 2⁶²
            (least, most) = (least.min(label.q), most.max(label.q));
        }
        self.centre = sum / weight.max(1).cast_signed();
        self.farthest = (most - self.centre).max(self.centre - least) as f64;
        self.whole = NumberBin { weight, sum: sum - self.centre * weight.cast_signed() };
        self.reset();
        least < most
    }

    fn ended(&self, labels: impl Iterator<Item = Number>) -> Ended<'_> {
        let mut moments = Moments::default();
        labels.for_each(|label| moments.add_copies(label.q, label.weight));
        Ended::Numbers(moments)
    }

    fn gather(&mut self, labels: impl Iterator<Item = Number> + Clone, classes: usize) {
        self.restart(labels.clone(), classes);
        for (slot, label) in labels.enumerate().take(MOST) {
            let Number { q, weight } = label;
            self.slots.bins[slot] = self.bin(label);
            self.slots.qs[slot] = q;
            self.slots.squares[slot] = i128::from(q) * i128::from(q) * i128::from(weight);
        }
    }

    #[inline]
    fn restart_at(&mut self, slots: &[u8]) -> bool {
        let all = &*self.slots;
        let first = slots.first().map_or(0, |slot| all.qs[usize::from(*slot)]);
        let (mut whole, mut squares, mut is_mixed) = (NumberBin::default(), 0, false);
        for slot in slots {
            let slot = usize::from(*slot);
            whole.weight += all.bins[slot].weight;
            whole.sum += all.bins[slot].sum;
            squares += all.squares[slot];
            is_mixed |= all.qs[slot] != first;
        }
        self.whole = whole;
        let sum = i128::from(whole.sum) + i128::from(self.centre) * i128::from(whole.weight);
        self.moments = Moments { rows: whole.weight, sum, squares };
        is_mixed
    }

    #[inline]
    fn sweep(&mut self, slots: impl Iterator<Item = u8>, scores: &mut [f64]) -> f64 {
        if self.whole.weight < OVERS.len() as u64 {
            self.sweep_by(slots, scores, |weight| OVERS[weight as usize % OVERS.len()])
        } else {
            self.sweep_by(slots, scores, |weight| 1.0 / weight.cast_signed() as f64)
        }
    }

    fn weight_at(&self, slot: u8) -> u64 {
        self.slots.bins[usize::from(slot)].weight
    }

    fn ended_at(&self) -> Ended<'_> {
        Ended::Numbers(self.moments)
    }

    #[inline]
    fn divide(&mut self, slots: impl Iterator<Item = (u8, bool)>) {
        self.left = NumberBin::default();
        for (slot, left) in slots {
            let bin = self.slots.bins[usize::from(slot)];
            self.left.weight += if left { bin.weight } else { 0 };
            self.left.sum += if left { bin.sum } else { 0 };
        }
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    #[inline]
    fn alone_at(&self, slots: &[u8]) -> Option<i64> {
        if let [one] = slots { Some(self.slots.qs[usize::from(*one)]) } else { None }
    }

    #[inline]
    fn find_peak(&mut self, slots: &[u8]) {
        self.peak = if slots.len() <= FEW { Some(self.peak_of(slots)) } else { None };
    }

    fn is_perfect(&self, _: f64) -> bool {
        false
    }

    #[inline]
    fn is_near_peak(&self, score: f64) -> bool {
        self.peak.is_some_and(|(_, most)| score >= most - self.doubt(most))
    }

    fn is_at_peak(&self) -> bool {
        self.peak.is_some_and(|(peak, _)| self.left == peak || self.right == peak)
    }

    fn leans(&self) -> bool {
        true
    }

    #[inline]
    fn leaning(&self) -> impl Fn(Number) -> Lean + Copy {
        let centre = self.centre;
        move |Number { q, weight }| Lean { weight, over: (q - centre) * weight.cast_signed() }
    }

    #[inline]
    fn lean_by_value(&mut self, rows: impl Iterator<Item = (u8, u8)>, values: &mut [u8; MOST]) -> usize {
        let NumberSlots { bins, by_value, .. } = &mut *self.slots;
        let lean = |slot: u8| Lean { weight: bins[usize::from(slot)].weight, over: bins[usize::from(slot)].sum };
        add_by_value(by_value, rows.map(|(slot, value)| (value, lean(slot))), values)
    }

    #[inline]
    fn take_lean(&mut self, value: u8) -> Lean {
        std::mem::take(&mut self.slots.by_value[usize::from(value)])
    }

    #[inline]
    fn score_at(&self, left: Lean) -> f64 {
        let (here, there) = (left.over as f64, (self.whole.sum - left.over) as f64);
        here * here * over(left.weight) + there * there * over(self.whole.weight - left.weight)
    }

    fn stand_at(&mut self, left: Lean) {
        self.left = NumberBin { weight: left.weight, sum: left.over };
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    fn lay_out(&mut self, labels: impl Iterator<Item = Number> + Clone) {
        let mut laid = std::mem::take(&mut self.laid);
        laid.lay_out(labels.map(|label| self.bin(label)));
        self.laid = laid;
    }

    fn lay_out_at(&mut self, slots: &[u8]) {
        self.laid.lay_out(slots.iter().map(|slot| self.slots.bins[usize::from(*slot)]));
    }

    #[inline]
    fn stand_below(&mut self, numbers: &[f64], cut: f64) {
        let (weight, over) = self.laid.sum_below(numbers, cut);
        self.stand_at(Lean { weight, over });
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
            let sums = self.bin(item.stored.label());
            cells[bucket % BUCKETS].add(Cell { sums, above: sums.sum.max(0) });
        }
    }

    fn tabulate_lines<S: Stored<Label = Number>>(
        &self,
        table: &mut NumberTable,
        flock: Flock<'_, S>,
        places: Places<'_>,
    ) {
        let cell = |item: &Item<S>| {
            let sums = self.bin(item.stored.label());
            Cell { sums, above: sums.sum.max(0) }
        };
        let add = |cells: &mut [Cell; BUCKETS], bucket: u8, more: Cell| cells[usize::from(bucket)].add(more);
        count_in_step(table.cells.as_chunks_mut().0, flock, places, cell, add);
    }

    fn sum_up(&self, table: &mut NumberTable, column: usize, buckets: usize, edges: &mut Edges) {
        let (mut sums, all) = (NumberBin::default(), self.whole.weight.cast_signed() as f64);
        for (place, cell) in table.cells[column * BUCKETS..][..buckets].iter_mut().enumerate() {
            sums.weight += cell.sums.weight;
            sums.sum += cell.sums.sum;
            cell.sums = sums;
            let (here, there) = (sums.sum as f64, (self.whole.sum - sums.sum) as f64);
            let weight = sums.weight.cast_signed() as f64; // below 2³¹, and quicker
            let left = here * here / at_least_one(weight);
            edges.left[place + 1] = left;
            edges.score[place + 1] = left + there * there / at_least_one(all - weight);
            edges.weight[place + 1] = weight;
        }
        (edges.left[0], edges.weight[0], edges.score[0]) = (0.0, 0.0, edges.score[buckets]);
    }

    fn stand(&mut self, table: &NumberTable, column: usize, bucket: usize) {
        self.left = before(table.column(column), bucket);
        self.right.weight = self.whole.weight - self.left.weight;
        self.right.sum = self.whole.sum - self.left.sum;
    }

    /// The squared distances of a bucket's rows are not more than the greatest distance times the sum of all.
    fn most_within(&self, table: &NumberTable, column: usize, edges: &Edges, most: &mut [f64]) {
        let Edges { left, score, .. } = edges;
        let mut before = 0;
        for (bucket, (most, cell)) in most.iter_mut().zip(table.column(column)).enumerate() {
            let distances = 2 * cell.above - (cell.sums.sum - before);
            before = cell.sums.sum;
            let squares = distances as f64 * self.farthest;
            *most = left[bucket] + (score[bucket + 1] - left[bucket + 1]) + squares;
        }
    }

    /// The score is convex in the weight and the sum that go left, so its corners bound it. With no rows for sure on a side a corner is
    /// no bound, since a few rows may be far from the mean: then squares are not more than the greatest distance times the sum of all.
    fn could_within(&self, table: &NumberTable, (column, bucket): (usize, usize), (score, _): (f64, u64)) -> bool {
        let cells = table.column(column);
        let (left, cell) = (before(cells, bucket), cells[bucket]);
        let right = NumberBin { weight: self.whole.weight - cell.sums.weight, sum: self.whole.sum - cell.sums.sum };
        let (above, below) = (cell.above, cell.sums.sum - left.sum - cell.above);
        let square = |sum: i64| sum as f64 * sum as f64;
        // The rows above the mean go left and those below it right, or the other way round.
        let up = (square(left.sum + above), square(right.sum + below));
        let down = (square(left.sum + below), square(right.sum + above));
        if left.weight == 0 || right.weight == 0 {
            let there = if left.weight == 0 { up.1.max(down.1) } else { up.0.max(down.0) };
            let weight = (left.weight + right.weight) as f64;
            return weight == 0.0 || above.max(-below) as f64 * self.farthest + there / weight >= score;
        }
        let (few, many) = (left.weight.cast_signed() as f64, right.weight.cast_signed() as f64);
        let here = (cell.sums.weight - left.weight).cast_signed() as f64;
        let reaches =
            |(one, two): (f64, f64), (left, right): (f64, f64)| one * right + two * left >= score * (left * right);
        [(few, many + here), (few + here, many)].iter().any(|weights| reaches(up, *weights) || reaches(down, *weights))
    }

    fn edge_doubt(&self, score: f64) -> f64 {
        score * 1e-13
    }
}
