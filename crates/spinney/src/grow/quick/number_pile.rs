//! The numbers of rows.

use std::cmp::Ordering;

use super::laid::NumberBin;
use super::numbers::compare_bins;
use super::pile::{Four, Pile, Said, fours};
use super::table::over;
use crate::grow::item::Number;
use crate::measure::Moments;

/// The numbers of rows.
#[derive(Default)]
pub(crate) struct NumberPile {
    base: Vec<i64>,
    /// Those of the node's rows, and how many these are.
    qs: Vec<Four<i64>>,
    rows: usize,
    /// All rows of the node.
    sum: i64,
    /// The node's mean, to the nearest step: far from it the squares would drown what tells cuts apart.
    centre: i64,
    /// What is to the left of the cut, and of the one that was kept.
    left: NumberBin,
    kept: NumberBin,
    /// What nothing could be better than, where that is known: rows parted in the order of their numbers.
    ideal: Option<NumberBin>,
}

/// Nodes of more rows hardly ever meet the best of all ways to part them.
const FEW: usize = 5;

/// The sums of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NumberSums {
    sum: i64,
    squares: i128,
}

impl NumberPile {
    #[inline]
    fn q(&self, row: u32) -> i64 {
        self.base[row as usize]
    }

    /// The best of all ways to part the few rows of a node; nothing where two are hard to tell apart.
    fn best_of_all(&self) -> Option<NumberBin> {
        let mut own = [i64::MAX; FEW];
        own.iter_mut().zip(&self.qs.as_flattened()[..self.rows]).for_each(|(own, q)| *own = *q);
        put_in_order(&mut own);
        let mut left = NumberBin::default();
        let (mut best, mut most, mut next) = (None, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for q in &own[..self.rows - 1] {
            left = NumberBin { weight: left.weight + 1, sum: left.sum + q };
            let score = self.score_of(left);
            if score > most {
                (best, most, next) = (Some(left), score, most);
            } else {
                next = next.max(score);
            }
        }
        best.filter(|_| most - next > 2.0 * self.doubt(most))
    }

    #[inline]
    fn score_of(&self, left: NumberBin) -> f64 {
        let (left, right) = self.sides(left);
        let part = |bin: NumberBin| bin.sum as f64 * bin.sum as f64 * over(bin.weight);
        part(left) + part(right)
    }

    /// The two sides of a cut, as distances from the node's mean.
    #[inline]
    fn sides(&self, left: NumberBin) -> (NumberBin, NumberBin) {
        let about = |weight: u64, sum: i64| NumberBin { weight, sum: sum - self.centre * weight.cast_signed() };
        (about(left.weight, left.sum), about(self.rows as u64 - left.weight, self.sum - left.sum))
    }
}

/// Puts few numbers in order without a branch: which of two is the greater is anybody's guess.
fn put_in_order(own: &mut [i64; FEW]) {
    for (one, two) in [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)] {
        (own[one], own[two]) = (own[one].min(own[two]), own[one].max(own[two]));
    }
}

impl Pile for NumberPile {
    type Label = Number;
    type Sums = NumberSums;
    type Base = Vec<i64>;

    fn lay_out(&mut self, rows: usize, labels: impl Iterator<Item = (u32, Number)>, _: &[u32]) -> bool {
        self.base = vec![0; rows];
        let mut are_light = true;
        for (row, label) in labels {
            are_light &= label.weight == 1;
            self.base[row as usize] = label.q;
        }
        are_light
    }

    fn turn_to(&mut self, rows: &[u32]) -> Vec<i64> {
        let near = rows.iter().map(|row| self.q(*row)).collect();
        std::mem::replace(&mut self.base, near)
    }

    fn turn_back(&mut self, base: Vec<i64>) {
        self.base = base;
    }

    fn sums(&self, rows: &[u32]) -> NumberSums {
        let mut sums = NumberSums::default();
        for row in rows {
            let q = self.q(*row);
            sums.sum += q; // the scale keeps every sum below 2⁶²
            sums.squares += i128::from(q) * i128::from(q);
        }
        sums
    }

    #[inline]
    fn begin(&mut self, rows: &[u32], sums: &NumberSums) -> bool {
        let many = (rows.len() as u64).cast_signed();
        self.rows = rows.len();
        self.sum = sums.sum;
        self.centre = sums.sum / many.max(1);
        self.qs.clear();
        let (fours, rest) = rows.as_chunks::<4>();
        let base = &self.base;
        self.qs.extend(fours.iter().map(|four| four.map(|row| base[row as usize])));
        if !rest.is_empty() {
            self.qs.push(std::array::from_fn(|place| rest.get(place).map_or(0, |row| base[*row as usize])));
        }
        self.ideal = if self.rows <= FEW { self.best_of_all() } else { None };
        // All are the same where n · Σ q² is (Σ q)².
        self.centre * many != sums.sum || i128::from(self.centre) * i128::from(sums.sum) != sums.squares
    }

    #[inline]
    fn divide<V: Copy, const FOURS: usize>(&mut self, values: &[Four<V>], is_left: impl Fn(V) -> bool) {
        let (mut counts, mut sums) = ([0_u32; 4], [0_i64; 4]);
        for (qs, values) in fours::<_, FOURS>(&self.qs).iter().zip(fours::<_, FOURS>(values)) {
            // All bits or none: which side a row is on is anybody's guess.
            let left: Four<bool> = std::array::from_fn(|place| is_left(values[place]));
            let masks: Four<i64> = std::array::from_fn(|place| -i64::from(left[place]));
            counts = std::array::from_fn(|place| counts[place] + u32::from(left[place]));
            sums = std::array::from_fn(|place| sums[place] + (qs[place] & masks[place]));
        }
        // Those that are not there were counted as the first row.
        let more = self.rows.next_multiple_of(4) - self.rows;
        let first = values.first().is_some_and(|values| is_left(values[0]));
        let weight = counts.iter().sum::<u32>() - if first { more as u32 } else { 0 };
        self.left = NumberBin { weight: u64::from(weight), sum: sums.iter().sum() };
    }

    #[inline]
    fn left(&self) -> usize {
        self.left.weight as usize
    }

    #[inline]
    fn score(&self) -> f64 {
        self.score_of(self.left)
    }

    #[inline]
    fn doubt(&self, score: f64) -> f64 {
        score * 1e-14
    }

    #[inline]
    fn keep(&mut self) {
        self.kept = self.left;
    }

    #[inline]
    fn compare(&self) -> Ordering {
        if self.left == self.kept {
            return Ordering::Equal;
        }
        compare_bins(&self.sides(self.left), &self.sides(self.kept))
    }

    #[inline]
    fn is_perfect(&self, _: f64) -> bool {
        let NumberBin { weight, sum } = self.left;
        let right = NumberBin { weight: self.rows as u64 - weight, sum: self.sum - sum };
        self.ideal.is_some_and(|ideal| ideal == self.left || ideal == right)
    }

    /// The squares of the smaller branch are summed; those of the other one are what is left.
    #[inline]
    fn part_sums(&self, sums: &NumberSums, [one, two]: [&[u32]; 2]) -> [NumberSums; 2] {
        if one.len().max(two.len()) <= 2 {
            return [NumberSums::default(); 2]; // nobody asks
        }
        let less = |few: NumberSums| NumberSums { sum: sums.sum - few.sum, squares: sums.squares - few.squares };
        if one.len() <= two.len() {
            let few = self.sums(one);
            [few, less(few)]
        } else {
            let few = self.sums(two);
            [less(few), few]
        }
    }

    #[inline]
    fn said(&self, sums: &NumberSums, _: usize) -> Said<'_> {
        let (rows, sum) = (self.rows as u64, i128::from(sums.sum));
        Said::Numbers(Moments { rows, sum, squares: sums.squares })
    }

    #[inline]
    fn said_by(&self, row: u32, _: usize) -> Said<'_> {
        Said::Number(self.q(row))
    }

    #[inline]
    fn said_by_two(&self, rows: [u32; 2], _: usize) -> Said<'_> {
        Said::by_two(rows.map(|row| self.q(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, put_in_order};

    #[test]
    fn few_numbers_are_put_in_order() {
        // What puts every list of zeros and ones in order does so with all numbers.
        for bits in 0..1_u32 << FEW {
            let mut own = std::array::from_fn(|place| i64::from(bits >> place & 1));
            put_in_order(&mut own);
            assert!(own.is_sorted() && own.iter().sum::<i64>() == i64::from(bits.count_ones()), "{bits:b}");
        }
    }
}
