//! Absolute errors around the median of what is left, while rows go and none comes.
//!
//! The values stand in a list that is linked both ways, and a pointer stands at the median. A row that goes leaves the list, and the pointer
//! moves towards the heavier side, past at most half of the weight that went: where rows weigh a few units each, all rows together cost as many steps as
//! there are rows, and no logarithm. Of the two sides of a cut one dwindles as it moves up, the other as it moves down.

/// What is left of rows, by the ranks of their values.
pub(super) struct Dwindling<'a> {
    /// The values by rank, ascending.
    values: &'a [i64],
    weights: Vec<u64>,
    /// The links of each rank to those beside it that still have rows; rank r is at place r + 1, between two ends.
    next: Vec<u32>,
    before: Vec<u32>,
    /// The rank of the median: less than half of the weight lies below it, and half at least up to it.
    at: usize,
    /// The weight below it, with the sum of its values.
    below: u64,
    below_sum: i128,
    total: u64,
    sum: i128,
}

impl<'a> Dwindling<'a> {
    /// All of these values, of which each has this weight.
    pub(super) fn new(values: &'a [i64], weights: &[u64]) -> Self {
        let ends = values.len() as u32 + 2;
        let sum = values.iter().zip(weights).map(|(value, weight)| product(*value, *weight)).sum();
        let mut left = Dwindling {
            values,
            weights: weights.to_vec(),
            next: (1..=ends).collect(),
            before: (0..ends).map(|place| place.saturating_sub(1)).collect(),
            at: 0,
            below: 0,
            below_sum: 0,
            total: weights.iter().sum(),
            sum,
        };
        let none = |rank: &usize| weights[*rank] == 0;
        (0..values.len()).filter(none).for_each(|rank| left.unlink(rank));
        left.settle();
        left
    }

    /// Takes rows of a rank away.
    pub(super) fn take(&mut self, rank: usize, weight: u64) {
        let part = product(self.values[rank], weight);
        (self.total, self.sum) = (self.total - weight, self.sum - part);
        self.weights[rank] -= weight;
        if rank < self.at {
            (self.below, self.below_sum) = (self.below - weight, self.below_sum - part);
        }
        let gone = self.weights[rank] == 0;
        if gone && rank != self.at {
            self.unlink(rank);
        }
        self.settle();
        if gone && rank != self.at && self.links(rank) {
            self.unlink(rank);
        }
    }

    /// Σ |value − median|.
    pub(super) fn error(&self) -> i128 {
        let median = self.values[self.at];
        let (above, above_sum) = (self.total - self.below, self.sum - self.below_sum);
        product(median, self.below) - self.below_sum + above_sum - product(median, above)
    }

    /// Whether a rank is still in the list.
    fn links(&self, rank: usize) -> bool {
        let place = rank as u32 + 1;
        self.next[self.before[rank + 1] as usize] == place
    }

    fn unlink(&mut self, rank: usize) {
        let (before, next) = (self.before[rank + 1], self.next[rank + 1]);
        self.next[before as usize] = next;
        self.before[next as usize] = before;
    }

    /// Moves the pointer to the median.
    fn settle(&mut self) {
        if self.total == 0 {
            return;
        }
        let half = self.total.div_ceil(2);
        while self.below >= half {
            self.at = self.before[self.at + 1] as usize - 1;
            self.below -= self.weights[self.at];
            self.below_sum -= product(self.values[self.at], self.weights[self.at]);
        }
        while self.below + self.weights[self.at] < half {
            self.below += self.weights[self.at];
            self.below_sum += product(self.values[self.at], self.weights[self.at]);
            self.at = self.next[self.at + 1] as usize - 1;
        }
    }
}

fn product(value: i64, weight: u64) -> i128 {
    i128::from(value) * i128::from(weight)
}

#[cfg(test)]
mod tests {
    use super::Dwindling;
    use crate::seed::Key;

    fn plain(values: &[i64], weights: &[u64]) -> i128 {
        let error = |at: i64| {
            let far = |(value, weight): (&i64, &u64)| i128::from((value - at).abs()) * i128::from(*weight);
            values.iter().zip(weights).map(far).sum::<i128>()
        };
        values.iter().map(|value| error(*value)).min().unwrap_or(0)
    }

    #[test]
    fn what_is_left_errs_as_the_best_of_all_values_does() {
        for number in 0..300 {
            let mut draws = Key::new(number).draws();
            let ranks = 1 + draws.below(20) as usize;
            let mut values: Vec<i64> = (0..ranks).map(|_| draws.below(1000).cast_signed() - 500).collect();
            values.sort_unstable();
            values.dedup();
            let mut weights: Vec<u64> = values.iter().map(|_| draws.below(7)).collect();
            weights[0] += 1;
            let mut left = Dwindling::new(&values, &weights);
            assert_eq!(left.error(), plain(&values, &weights));
            while weights.iter().sum::<u64>() > 1 {
                let rank = draws.below(values.len() as u64) as usize;
                let gone = weights[rank].min(1 + draws.below(3));
                if gone == 0 || gone == weights.iter().sum::<u64>() {
                    continue;
                }
                weights[rank] -= gone;
                left.take(rank, gone);
                assert_eq!(left.error(), plain(&values, &weights), "{values:?} {weights:?}");
            }
        }
    }
}
