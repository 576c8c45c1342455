//! Squared errors and Poisson deviance: sums of numbers.

use super::measure::{Measure, Part, Room, Slope, Sums};
use crate::grow::item::Number;
use crate::grow::quick::{JointNumbers, NumberRun};
use crate::measure::Amount;

/// The sum of squared errors around the mean. What every split has in common, Σ q², is left out.
pub(crate) struct Squares {
    /// The square of the target's step, in units: turns steps into the target's own unit.
    pub(crate) step: f64,
}

/// The Poisson deviance, halved, around the mean: Σ y·ln(y / mean). What every split has in common, Σ y·ln y, is left out.
/// The numbers are steps from 0 here.
pub(crate) struct Poisson {
    /// The target's step.
    pub(crate) step: f64,
}

/// Weight and sum of numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct NumberSide {
    pub(crate) weight: u64,
    pub(crate) sum: i128,
    squares: i128,
    /// Rows whose number is not the first row's, as weight; only for telling whether all are equal.
    first: Option<i64>,
    others: u64,
}

impl NumberSide {
    fn add(&mut self, label: Number) {
        self.weight += label.weight;
        let sum = i128::from(label.q) * i128::from(label.weight);
        self.sum += sum;
        self.squares += sum * i128::from(label.q);
        let first = *self.first.get_or_insert(label.q);
        self.others += if first == label.q { 0 } else { label.weight };
    }

    fn take(&mut self, label: Number) {
        self.weight -= label.weight;
        let sum = i128::from(label.q) * i128::from(label.weight);
        self.sum -= sum;
        self.squares -= sum * i128::from(label.q);
    }
}

/// The mean of a part; a compressed part of several numbers keeps them all.
fn mean(part: &[Number]) -> Slope {
    let over = part.iter().map(|label| i128::from(label.q) * i128::from(label.weight)).sum();
    Slope { over, under: part.iter().map(|label| label.weight).sum() }
}

fn compress(labels: &mut Vec<Number>) {
    labels.sort_unstable_by_key(|label| label.q);
    labels.dedup_by(|next, kept| {
        let same = next.q == kept.q;
        if same {
            kept.weight += next.weight;
        }
        same
    });
}

impl NumberSide {
    /// The mean squared distance from the mean, in steps.
    fn variance(&self) -> f64 {
        let none = Amount::whole(self.squares);
        if self.weight == 0 {
            0.0
        } else {
            none.plus_fraction(-self.sum, self.sum, self.weight).value() / self.weight as f64
        }
    }
}

impl Measure for Squares {
    type Label = Number;
    type Side = NumberSide;
    type Run<'r> = NumberRun;
    type Tabled<'r> = NumberRun;
    type Joint<'r> = JointNumbers<'r>;

    fn run(&self, whole: &NumberSide) -> Option<NumberRun> {
        NumberRun::new(whole.weight, whole.sum)
    }
    fn tabled(&self, whole: &NumberSide) -> Option<NumberRun> {
        self.run(whole)
    }
    fn joint<'r>(&'r self, targets: &'r [Part<Number>], whole: &[NumberSide]) -> Option<JointNumbers<'r>> {
        let sums = targets.iter().zip(whole).map(|(target, side)| (&target.labels[..], side.sum));
        JointNumbers::new(whole.first()?.weight, sums)
    }

    fn empty(&self, _: &Room<'_>) -> NumberSide {
        NumberSide::default()
    }
    fn add(&self, side: &mut NumberSide, label: Number) {
        side.add(label);
    }
    fn take(&self, side: &mut NumberSide, label: Number) {
        side.take(label);
    }
    fn weight(side: &NumberSide) -> u64 {
        side.weight
    }
    fn rest(&self, side: &NumberSide) -> Amount {
        let none = Amount::whole(0);
        if side.weight == 0 { none } else { none.plus_fraction(-side.sum, side.sum, side.weight) }
    }
    fn rough(&self, side: &NumberSide) -> f64 {
        if side.weight == 0 { 0.0 } else { -(side.sum as f64) * (side.sum as f64) / side.weight as f64 }
    }
    fn is_pure(side: &NumberSide) -> bool {
        side.others == 0
    }
    fn compress(labels: &mut Vec<Number>) {
        compress(labels);
    }
    fn scale(&self) -> f64 {
        1.0 / (self.step * self.step)
    }
    fn slope(&self, part: &[Number], _: &Room<'_>) -> Option<Slope> {
        Some(mean(part))
    }
    fn number(&self, _: usize, label: Number, _: &Room<'_>) -> Option<i64> {
        Some(label.q)
    }
    fn sums(&self, side: &NumberSide, _: &Room<'_>) -> Sums {
        Sums::Number { weight: side.weight, sum: side.sum }
    }
    fn impurity(&self, side: &NumberSide) -> f64 {
        side.variance() * self.step * self.step
    }
}

impl Measure for Poisson {
    type Label = Number;
    type Side = NumberSide;
    type Run<'r> = NumberRun;
    type Tabled<'r> = NumberRun;
    type Joint<'r> = JointNumbers<'r>;

    fn run(&self, _: &NumberSide) -> Option<NumberRun> {
        None
    }
    fn tabled(&self, _: &NumberSide) -> Option<NumberRun> {
        None
    }

    fn empty(&self, _: &Room<'_>) -> NumberSide {
        NumberSide::default()
    }
    fn add(&self, side: &mut NumberSide, label: Number) {
        side.add(label);
    }
    fn take(&self, side: &mut NumberSide, label: Number) {
        side.take(label);
    }
    fn weight(side: &NumberSide) -> u64 {
        side.weight
    }
    fn rest(&self, side: &NumberSide) -> Amount {
        Amount::float(self.rough(side))
    }
    fn rough(&self, side: &NumberSide) -> f64 {
        let sum = side.sum as f64;
        if side.sum <= 0 { 0.0 } else { -sum * libm::log(sum / side.weight as f64) }
    }
    fn is_pure(side: &NumberSide) -> bool {
        side.others == 0
    }
    /// A mean of 0 has no logarithm: such a leaf would call every count above 0 impossible.
    fn allows(&self, side: &NumberSide) -> bool {
        side.sum > 0
    }
    fn compress(labels: &mut Vec<Number>) {
        compress(labels);
    }
    fn scale(&self) -> f64 {
        1.0 / self.step
    }
    fn slope(&self, part: &[Number], _: &Room<'_>) -> Option<Slope> {
        Some(mean(part))
    }
    fn number(&self, _: usize, label: Number, _: &Room<'_>) -> Option<i64> {
        Some(label.q)
    }
    fn sums(&self, side: &NumberSide, _: &Room<'_>) -> Sums {
        Sums::Number { weight: side.weight, sum: side.sum }
    }
    /// Without what every split has in common; only differences mean something.
    fn impurity(&self, side: &NumberSide) -> f64 {
        if side.weight == 0 { 0.0 } else { self.rough(side) * self.step / side.weight as f64 }
    }
}
