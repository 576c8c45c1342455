//! Rows that are drawn by their weights.

use crate::seed::Key;

/// Draws for each row that is wanted, before the rest is drawn in one pass over all rows.
const TRIES: usize = 8;

/// Places with chances in proportion to their weights, all of which are above 0.
#[derive(Debug, Clone)]
pub(super) struct Chances {
    weights: Vec<f64>,
    /// The weight up to and including each place.
    sums: Vec<f64>,
}

impl Chances {
    /// The chances of these weights.
    pub(super) fn new(weights: Vec<f64>) -> Self {
        let mut sum = 0.0;
        let mut add = |weight: &f64| {
            sum += weight;
            sum
        };
        let sums = weights.iter().map(&mut add).collect();
        Chances { weights, sums }
    }

    /// The weight of each place.
    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// So many different places, one after the other, each by its weight among those that are left.
    ///
    /// A place that was drawn before is drawn anew, which is the same as to draw among the others. Where few places weigh almost all, that would
    /// take long: what is lacking then has the least of −ln(1 − u)/weight, with a number u from 0 to 1 for each place. Times of which the first comes after w times as
    /// short a while on average end in the order of such draws.
    pub(super) fn sample(&self, many: usize, key: Key) -> Vec<u32> {
        let mut draws = key.draws();
        let all = self.sums.last().copied().unwrap_or(0.0);
        let mut is_drawn = vec![false; self.weights.len()];
        let mut drawn = Vec::with_capacity(many);
        for _ in 0..TRIES * many {
            if drawn.len() == many {
                return drawn;
            }
            let mark = draws.unit() * all;
            let place = self.sums.partition_point(|sum| *sum <= mark).min(self.sums.len() - 1);
            if !std::mem::replace(&mut is_drawn[place], true) {
                drawn.push(place as u32);
            }
        }
        let lacking = many - drawn.len();
        let left = (0..self.weights.len()).filter(|place| !is_drawn[*place]);
        let mut waits: Vec<(f64, u32)> =
            left.map(|place| (-libm::log1p(-draws.unit()) / self.weights[place], place as u32)).collect();
        if lacking < waits.len() {
            waits.select_nth_unstable_by(lacking, |one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        }
        drawn.extend(waits.iter().take(lacking).map(|(_, place)| *place));
        drawn
    }
}
