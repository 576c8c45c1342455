//! Entropy and Gini: weights counted by class.

use super::measure::{Measure, Part, Room, Slope, Sums};
use crate::grow::item::Class;
use crate::grow::quick::{ClassRun, JointClasses, LogPart, SquarePart};
use crate::measure::{Amount, NLogN};

/// Bits of entropy.
pub(crate) struct Entropy<'a> {
    logs: &'a NLogN,
    /// n·log₂ n in fewer bits, for the quick ways.
    fine: Vec<i64>,
    shift: u32,
}

impl<'a> Entropy<'a> {
    /// For weights that add up to `total` units, in each of so many targets.
    pub(crate) fn new(logs: &'a NLogN, total: u64, targets: u64) -> Self {
        // n·log₂ n is below 2^(bits + 6 + 56); sums over both sides must stay below 2⁶².
        let bits = u64::BITS - total.saturating_mul(targets).leading_zeros();
        let shift = (bits + 2).max(2);
        // Parts of rows are too many units for the quick ways.
        let last = if total < 1 << 31 { total.min(MOST_FINE) } else { 0 };
        let fine = (0..=last).map(|n| (logs.at(n) >> shift) as i64).collect();
        Entropy { logs, fine, shift }
    }

    fn part(&self) -> LogPart<'_> {
        LogPart { fine: &self.fine, logs: self.logs, shift: self.shift }
    }
}

/// The table of the quick ways ends here: 32 MiB.
const MOST_FINE: u64 = 1 << 22;

/// The Gini index.
pub(crate) struct Gini;

/// Weights by class, and the sum that makes their rest: Σ c² or Σ c·log₂ c.
#[derive(Debug, Clone)]
pub(crate) struct ClassSide {
    pub(crate) counts: Vec<u64>,
    pub(crate) total: u64,
    sum: i128,
    present: u32,
}

impl ClassSide {
    fn new(room: &Room<'_>) -> Self {
        ClassSide { counts: vec![0; room.len()], total: 0, sum: 0, present: 0 }
    }

    fn sums(&self, room: &Room<'_>) -> Sums {
        let present = room.ids.iter().zip(&self.counts).filter(|(_, count)| **count > 0);
        Sums::Classes(present.map(|(class, count)| (*class, *count)).collect())
    }

    /// Changes the weight of a class; `part` is its part in the sum.
    #[inline]
    fn change(&mut self, class: u32, weight: u64, add: bool, part: impl Fn(u64) -> i128) {
        let count = &mut self.counts[class as usize];
        let before = *count;
        let after = if add { before + weight } else { before - weight };
        *count = after;
        self.total = if add { self.total + weight } else { self.total - weight };
        self.sum += part(after) - part(before);
        self.present = self.present + u32::from(before == 0 && after > 0) - u32::from(before > 0 && after == 0);
    }
}

/// What rows are in each target, and the weights of its classes.
fn by_target<'r, 'w>(
    targets: &'r [Part<Class>],
    whole: &'w [ClassSide],
) -> impl Iterator<Item = (&'r [Class], &'w [u64])> {
    targets.iter().zip(whole).map(|(target, side)| (&target.labels[..], &side.counts[..]))
}

fn compress(labels: &mut Vec<Class>) {
    labels.sort_unstable_by_key(|label| label.class);
    labels.dedup_by(|next, kept| {
        let same = next.class == kept.class;
        if same {
            kept.weight += next.weight;
        }
        same
    });
}

/// The share of the second class, where there are two.
fn second_share(part: &[Class], room: &Room<'_>) -> Option<Slope> {
    let total = part.iter().map(|label| label.weight).sum();
    let second: u64 = part.iter().filter(|label| label.class == 1).map(|label| label.weight).sum();
    (room.len() <= 2).then_some(Slope { over: i128::from(second), under: total })
}

impl Measure for Entropy<'_> {
    type Label = Class;
    type Side = ClassSide;
    type Run<'r>
        = ClassRun<LogPart<'r>>
    where
        Self: 'r;
    type Tabled<'r>
        = ClassRun<LogPart<'r>>
    where
        Self: 'r;
    type Joint<'r>
        = JointClasses<'r, LogPart<'r>>
    where
        Self: 'r;

    fn run<'r>(&'r self, whole: &ClassSide) -> Option<ClassRun<LogPart<'r>>> {
        ClassRun::new(self.part(), &whole.counts)
    }
    fn tabled<'r>(&'r self, whole: &ClassSide) -> Option<ClassRun<LogPart<'r>>> {
        self.run(whole)
    }
    fn joint<'r>(&'r self, targets: &'r [Part<Class>], whole: &[ClassSide]) -> Option<JointClasses<'r, LogPart<'r>>> {
        JointClasses::new(self.part(), by_target(targets, whole))
    }

    fn empty(&self, room: &Room<'_>) -> ClassSide {
        ClassSide::new(room)
    }
    #[inline]
    fn add(&self, side: &mut ClassSide, label: Class) {
        side.change(label.class, label.weight, true, |count| self.logs.at(count));
    }
    #[inline]
    fn take(&self, side: &mut ClassSide, label: Class) {
        side.change(label.class, label.weight, false, |count| self.logs.at(count));
    }
    fn weight(side: &ClassSide) -> u64 {
        side.total
    }
    fn rest(&self, side: &ClassSide) -> Amount {
        Amount::whole(self.logs.at(side.total) - side.sum)
    }
    fn rough(&self, side: &ClassSide) -> f64 {
        (self.logs.at(side.total) - side.sum) as f64
    }
    fn is_pure(side: &ClassSide) -> bool {
        side.present <= 1
    }
    fn compress(labels: &mut Vec<Class>) {
        compress(labels);
    }
    fn scale(&self) -> f64 {
        NLogN::ONE_BIT
    }
    fn slope(&self, part: &[Class], room: &Room<'_>) -> Option<Slope> {
        second_share(part, room)
    }
    fn number(&self, _: usize, _: Class, _: &Room<'_>) -> Option<i64> {
        None
    }
    fn sums(&self, side: &ClassSide, room: &Room<'_>) -> Sums {
        side.sums(room)
    }
    fn impurity(&self, side: &ClassSide) -> f64 {
        if side.total == 0 { 0.0 } else { self.rest(side).value() / self.scale() / side.total as f64 }
    }
}

impl Measure for Gini {
    type Label = Class;
    type Side = ClassSide;
    type Run<'r> = ClassRun<SquarePart>;
    type Tabled<'r> = ClassRun<SquarePart>;
    type Joint<'r> = JointClasses<'r, SquarePart>;

    fn run(&self, whole: &ClassSide) -> Option<ClassRun<SquarePart>> {
        ClassRun::new(SquarePart, &whole.counts)
    }
    fn tabled(&self, whole: &ClassSide) -> Option<ClassRun<SquarePart>> {
        self.run(whole)
    }
    fn joint<'r>(&'r self, targets: &'r [Part<Class>], whole: &[ClassSide]) -> Option<JointClasses<'r, SquarePart>> {
        JointClasses::new(SquarePart, by_target(targets, whole))
    }

    fn empty(&self, room: &Room<'_>) -> ClassSide {
        ClassSide::new(room)
    }
    #[inline]
    fn add(&self, side: &mut ClassSide, label: Class) {
        side.change(label.class, label.weight, true, square);
    }
    #[inline]
    fn take(&self, side: &mut ClassSide, label: Class) {
        side.change(label.class, label.weight, false, square);
    }
    fn weight(side: &ClassSide) -> u64 {
        side.total
    }
    fn rest(&self, side: &ClassSide) -> Amount {
        let whole = Amount::whole(i128::from(side.total));
        if side.total == 0 { whole } else { whole.plus_fraction(-side.sum, 1, side.total) }
    }
    fn rough(&self, side: &ClassSide) -> f64 {
        // Taken away before rounding: where nearly all rows are of one class, little is left of two large numbers.
        if side.total == 0 { 0.0 } else { (square(side.total) - side.sum) as f64 / side.total as f64 }
    }
    fn is_pure(side: &ClassSide) -> bool {
        side.present <= 1
    }
    fn compress(labels: &mut Vec<Class>) {
        compress(labels);
    }
    fn scale(&self) -> f64 {
        1.0
    }
    fn slope(&self, part: &[Class], room: &Room<'_>) -> Option<Slope> {
        second_share(part, room)
    }
    fn number(&self, _: usize, _: Class, _: &Room<'_>) -> Option<i64> {
        None
    }
    fn sums(&self, side: &ClassSide, room: &Room<'_>) -> Sums {
        side.sums(room)
    }
    fn impurity(&self, side: &ClassSide) -> f64 {
        if side.total == 0 { 0.0 } else { self.rest(side).value() / self.scale() / side.total as f64 }
    }
}

fn square(count: u64) -> i128 {
    i128::from(count) * i128::from(count)
}
