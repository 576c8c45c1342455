//! Sorted numbers, and how many of them lie below a value.
//!
//! The stretch from the least to the greatest is divided into equal buckets. A value's bucket is found by one multiplication, which
//! never puts a larger value into an earlier one; only the few numbers of that bucket are left to be searched.

/// So few numbers need no buckets.
const FEW: usize = 8;
/// The most buckets.
const MOST: usize = 1 << 20;

/// Numbers in order, each once.
#[derive(Debug, Clone)]
pub(super) struct Sorted {
    /// The numbers, then as many NaN as the fullest bucket holds: nothing is above these.
    values: Vec<f64>,
    many: usize,
    low: f64,
    scale: f64,
    /// How many numbers lie in the buckets before each.
    starts: Vec<u32>,
    /// The numbers of the fullest bucket.
    fullest: usize,
}

impl Sorted {
    pub(super) fn new(values: Vec<f64>) -> Self {
        let many = values.len();
        let buckets = if many <= FEW { 1 } else { (2 * many).next_power_of_two().min(MOST) };
        let mut finite = values.iter().copied().filter(|value| value.is_finite());
        let low = finite.next().unwrap_or(0.0);
        let high = finite.next_back().unwrap_or(low);
        let scale = buckets as f64 / (high - low);
        let mut sorted = Sorted { values, many, low, scale, starts: vec![0; buckets], fullest: 0 };
        for place in 0..many {
            let bucket = sorted.bucket(sorted.values[place]);
            sorted.starts[bucket] += 1;
        }
        let mut before = 0;
        for start in &mut sorted.starts {
            sorted.fullest = sorted.fullest.max(*start as usize);
            before += std::mem::replace(start, before);
        }
        sorted.values.resize(many + sorted.fullest, f64::NAN);
        sorted
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.many
    }

    /// One of them.
    pub(super) fn at(&self, place: usize) -> Option<f64> {
        self.values[..self.many].get(place).copied()
    }

    /// The number, where there is one alone.
    pub(super) fn only(&self) -> Option<f64> {
        self.values.first().copied().filter(|_| self.many == 1)
    }

    /// How many numbers lie below each value. The searches go in step and without a guess, so that they wait for memory together.
    #[inline]
    pub(super) fn below<const L: usize>(&self, values: [f64; L]) -> [usize; L] {
        let mut below = values.map(|value| self.starts[self.bucket(value)] as usize);
        let mut left = self.fullest;
        while left > 0 {
            let half = left.div_ceil(2);
            for (below, value) in below.iter_mut().zip(&values) {
                *below += if self.values[*below + half - 1] < *value { half } else { 0 };
            }
            left -= half;
        }
        below
    }

    /// The bucket of a value: it grows with the value, whatever is rounded. NaN has the first.
    #[inline]
    fn bucket(&self, value: f64) -> usize {
        (((value - self.low) * self.scale) as usize).min(self.starts.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Key;

    #[test]
    fn buckets_count_as_a_plain_count_does() {
        let mut draws = Key::new(3).draws();
        let huge = [f64::NEG_INFINITY, f64::MIN, -1e-310, -0.0, 5e-324, 1e-300, 1.0, f64::MAX, f64::INFINITY];
        for round in 0..300 {
            let many = draws.below(60) as usize + 1;
            let mut number = || match round % 5 {
                0 => draws.below(40) as f64,
                1 => draws.unit(),
                2 => f64::from_bits(draws.below(u64::MAX)),
                3 => (draws.unit() * 600.0 - 300.0).exp2(), // most in the first bucket
                _ => huge[draws.below(9) as usize],
            };
            let mut values: Vec<f64> = (0..many).map(|_| number()).filter(|value| !value.is_nan()).collect();
            let asked: Vec<f64> = (0..40).map(|_| number()).chain(values.clone()).chain(huge).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            let sorted = Sorted::new(values.clone());
            for value in asked.into_iter().filter(|value| !value.is_nan()) {
                let plain = values.iter().filter(|other| **other < value).count();
                assert_eq!(sorted.below([value, 0.5])[0], plain, "{value} among {values:?}");
            }
            assert!(sorted.below([f64::NAN])[0] <= values.len());
        }
    }
}
