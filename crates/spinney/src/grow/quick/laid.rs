//! Labels laid out so that those below a cut are summed in step with comparing: no branch, and no sum that is written and read again.

use crate::grow::item::Class;

/// Bits of a sum of weights, where several share a word.
const BITS: usize = 16;
/// How many of these share a word.
const SHARED: usize = 64 / BITS;
/// The most that such a sum holds.
const MOST: u64 = (1 << BITS) - 1;

/// The weights of rows by class: four classes to a word, or one where weights are large.
#[derive(Debug, Clone, Default)]
pub(super) struct LaidClasses {
    /// All rows in the first classes that share a word, then all in the next.
    words: Vec<u64>,
    rows: usize,
    /// Classes to a word.
    shared: usize,
    /// So many rows may be summed up before a sum could be too large for its bits.
    safe: usize,
}

impl LaidClasses {
    /// Lays out rows of so many classes.
    #[inline]
    pub(super) fn lay_out(&mut self, classes: usize, labels: impl Iterator<Item = Class> + Clone) {
        let (mut heaviest, mut rows) = (1, 0);
        for label in labels.clone() {
            heaviest = label.weight.max(heaviest);
            rows += 1;
        }
        self.rows = rows;
        self.shared = if heaviest <= MOST { SHARED } else { 1 };
        self.safe = if self.shared == 1 { usize::MAX } else { (MOST / heaviest) as usize };
        self.words.clear();
        if classes <= self.shared {
            self.words.extend(labels.map(|label| label.weight << (BITS * label.class as usize)));
            return;
        }
        self.words.resize(classes.div_ceil(self.shared) * rows, 0);
        for (row, Class { class, weight }) in labels.enumerate() {
            let class = class as usize;
            self.words[class / self.shared * rows + row] = weight << (BITS * (class % self.shared));
        }
    }

    /// The weights by class of those rows whose number is not above a cut.
    #[inline]
    pub(super) fn sum_below(&self, numbers: &[f64], cut: f64, weights: &mut [u32]) {
        weights.fill(0);
        let planes = self.words.chunks_exact(self.rows.max(1));
        for (words, weights) in planes.zip(weights.chunks_mut(self.shared)) {
            for (words, numbers) in words.chunks(self.safe).zip(numbers.chunks(self.safe)) {
                let below = |(word, number): (&u64, &f64)| if *number <= cut { *word } else { 0 };
                let sum: u64 = words.iter().zip(numbers).map(below).sum();
                if let [weight] = weights {
                    *weight += sum as u32;
                    continue;
                }
                for (place, weight) in weights.iter_mut().enumerate() {
                    *weight += (sum >> (BITS * place)) as u32 & MOST as u32;
                }
            }
        }
    }
}

/// Weight, and sum of distances from the node's mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct NumberBin {
    pub(crate) weight: u64,
    pub(crate) sum: i64,
}

/// The weights and sums of rows.
#[derive(Debug, Clone, Default)]
pub(super) struct LaidNumbers {
    weights: Vec<u64>,
    sums: Vec<i64>,
}

impl LaidNumbers {
    #[inline]
    pub(super) fn lay_out(&mut self, bins: impl Iterator<Item = NumberBin>) {
        self.weights.clear();
        self.sums.clear();
        for NumberBin { weight, sum } in bins {
            self.weights.push(weight);
            self.sums.push(sum);
        }
    }

    /// The weight and the sum of those rows whose number is not above a cut.
    #[inline]
    pub(super) fn sum_below(&self, numbers: &[f64], cut: f64) -> (u64, i64) {
        // All bits or none: which side a row is on is anybody's guess.
        let mask = |number: f64| -i64::from(number <= cut);
        let (mut weight, mut all) = (0, 0);
        for ((own, sum), number) in self.weights.iter().zip(&self.sums).zip(numbers) {
            weight += own & mask(*number).cast_unsigned();
            all += sum & mask(*number);
        }
        (weight, all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Key;

    #[test]
    fn rows_below_a_cut_are_summed_up_by_class_however_many_and_heavy_they_are() {
        let mut draws = Key::new(3).draws();
        let mut laid = LaidClasses::default();
        for round in 0..400_u64 {
            let classes = [1, 2, 3, 4, 5, 9, 26][draws.below(7) as usize];
            let heaviest = [1, 3, 255, 65_535, 65_536, 1_000_000][draws.below(6) as usize];
            let rows = if round % 50 == 0 { 70_000.min(2_000_000_000 / heaviest) } else { draws.below(300) };
            let labels: Vec<Class> = (0..rows)
                .map(|_| Class { class: draws.below(classes) as u32, weight: draws.below(heaviest) + 1 })
                .collect();
            let numbers: Vec<f64> = (0..rows).map(|_| draws.below(10) as f64).collect();
            let cut = draws.below(10) as f64;
            laid.lay_out(classes as usize, labels.iter().copied());
            let mut found = vec![7; classes as usize];
            laid.sum_below(&numbers, cut, &mut found);
            let mut expected = vec![0_u32; classes as usize];
            for (label, _) in labels.iter().zip(&numbers).filter(|(_, number)| **number <= cut) {
                expected[label.class as usize] += label.weight as u32;
            }
            assert_eq!(found, expected);
        }
    }
}
