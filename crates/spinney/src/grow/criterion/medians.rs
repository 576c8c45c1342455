//! Absolute errors around the median, of numbers that nobody has ranked: a side keeps its values in two halves.

use std::collections::BTreeMap;

use super::measure::{Measure, Room, Slope, Sums};
use crate::grow::item::Number;
use crate::grow::quick::{JointNumbers, NumberRun};
use crate::measure::Amount;

/// The sum of absolute errors around the median.
pub(crate) struct Medians {
    pub(crate) step: f64,
}

/// The values of a set of rows, those up to the median below.
#[derive(Debug, Clone, Default)]
pub(crate) struct MedianSide {
    below: Half,
    above: Half,
}

/// Values with their weights.
#[derive(Debug, Clone, Default)]
struct Half {
    values: BTreeMap<i64, u64>,
    weight: u64,
    sum: i128,
}

impl Half {
    fn add(&mut self, value: i64, weight: u64) {
        *self.values.entry(value).or_default() += weight;
        self.weight += weight;
        self.sum += i128::from(value) * i128::from(weight);
    }

    fn take(&mut self, value: i64, weight: u64) {
        if let Some(own) = self.values.get_mut(&value) {
            *own -= weight;
            if *own == 0 {
                self.values.remove(&value);
            }
            self.weight -= weight;
            self.sum -= i128::from(value) * i128::from(weight);
        }
    }
}

impl MedianSide {
    fn change(&mut self, label: Number, add: bool) {
        // Every value is in one half, so that those of the lower are all less than those of the upper.
        let lower = self.below.values.last_key_value().is_some_and(|(last, _)| label.q <= *last);
        let half = if lower { &mut self.below } else { &mut self.above };
        if add {
            half.add(label.q, label.weight);
        } else {
            half.take(label.q, label.weight);
        }
        self.balance();
    }

    /// The lower half is the fewest values that weigh half of all.
    fn balance(&mut self) {
        while 2 * self.below.weight < self.weight() {
            let Some((value, weight)) = self.above.values.pop_first() else { break };
            self.above.weight -= weight;
            self.above.sum -= i128::from(value) * i128::from(weight);
            self.below.add(value, weight);
        }
        while let Some((value, weight)) = self.below.values.last_key_value().map(|(value, weight)| (*value, *weight)) {
            if 2 * (self.below.weight - weight) < self.weight() {
                break;
            }
            self.below.take(value, weight);
            self.above.add(value, weight);
        }
    }

    fn weight(&self) -> u64 {
        self.below.weight + self.above.weight
    }

    /// Σ |value − median|.
    fn error(&self) -> i128 {
        let median = self.below.values.last_key_value().map_or(0, |(value, _)| i128::from(*value));
        median * i128::from(self.below.weight) - self.below.sum + self.above.sum
            - median * i128::from(self.above.weight)
    }
}

impl Measure for Medians {
    type Label = Number;
    type Side = MedianSide;
    type Run<'r> = NumberRun;
    type Tabled<'r> = NumberRun;
    type Joint<'r> = JointNumbers<'r>;

    fn run(&self, _: &MedianSide) -> Option<NumberRun> {
        None
    }
    fn tabled(&self, _: &MedianSide) -> Option<NumberRun> {
        None
    }

    fn empty(&self, _: &Room<'_>) -> MedianSide {
        MedianSide::default()
    }
    fn add(&self, side: &mut MedianSide, label: Number) {
        side.change(label, true);
    }
    fn take(&self, side: &mut MedianSide, label: Number) {
        side.change(label, false);
    }
    fn weight(side: &MedianSide) -> u64 {
        side.weight()
    }
    fn rest(&self, side: &MedianSide) -> Amount {
        Amount::whole(side.error())
    }
    fn rough(&self, side: &MedianSide) -> f64 {
        side.error() as f64
    }
    fn is_pure(side: &MedianSide) -> bool {
        side.below.values.len() + side.above.values.len() <= 1
    }
    fn compress(_: &mut Vec<Number>) {}
    fn scale(&self) -> f64 {
        1.0 / self.step
    }
    fn slope(&self, _: &[Number], _: &Room<'_>) -> Option<Slope> {
        None
    }
    fn guess(&self, part: &[Number], _: &Room<'_>) -> Option<Slope> {
        let over = part.iter().map(|label| i128::from(label.q) * i128::from(label.weight)).sum();
        Some(Slope { over, under: part.iter().map(|label| label.weight).sum() })
    }
    fn number(&self, _: usize, label: Number, _: &Room<'_>) -> Option<i64> {
        Some(label.q)
    }
    fn sums(&self, side: &MedianSide, _: &Room<'_>) -> Sums {
        Sums::Number { weight: side.weight(), sum: side.below.sum + side.above.sum }
    }
    fn impurity(&self, side: &MedianSide) -> f64 {
        if side.weight() == 0 { 0.0 } else { side.error() as f64 * self.step / side.weight() as f64 }
    }
}
